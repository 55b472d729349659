package tiers

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

var worstNames = flag.Int("worst", 0, "how many of the names TestWorst makes texts with; 0: one in 300")

// worstSize is the larger of the two texts that are compared; the other is half of it.
const worstSize = 32 << 10

// shapes are texts that a name makes: what is before the first |, then what is
// between the two again and again, then the rest. N is the name.
var shapes = []string{
	"|N;|", "|N a b;|", "N |a |", "N |$x |", "N |-a |", "N |--foo=bar |", "N |-o a=b |", "N |a=b |", "N |-- |", "N |-c a |", "N |-e a |", "N |/etc/x |", "N |'$x'y |", "N |* |", "N |http://a/b |", "N |-x a \\; |",
	"|N a;|\nN $x", "|a¦N;|", "|a | N b;|", "while a; do |N $x;|done", "f() { |N a;|}; f; f", "N <<E\n|a b\n|E\n", "|N <<< $x;|", "|x=$(N a);|", "|N a & |", "|N N |", "N |{a,b} |", "N |\"$(a)\" |", "(|N a;|)", "N '|a |'", "N -c '|a;|'", "N -e '|a;|'",
}

func crowd() *Facts {
	w := world
	w.Processes = slices.Clone(world.Processes)
	for i := range 2000 {
		w.Processes = append(w.Processes, Process{PID: 100000 + i, PPID: 1, PGID: 100000 + i, SID: 100000 + i, Name: fmt.Sprint("worker-", i), Argv: []string{fmt.Sprint("/usr/bin/worker-", i), "--serve", "--name", fmt.Sprint("w", i)}, Ports: []int{1024 + i}})
	}
	return &w
}

// programNames are the words of the tables that name programs and builtins.
func programNames(t *testing.T) []string {
	names := map[string]bool{}
	word := regexp.MustCompile(`"([a-z0-9 ._+-]{2,})"`)
	for _, file := range []string{"programs.go", "program.go", "../shellparse/builtins.go", "../shellparse/wrappers.go", "../shellparse/runners.go", "../shellparse/interpreters.go", "../shellparse/call.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if !strings.Contains(line, "case ") && !strings.Contains(line, "names:") && !strings.HasPrefix(strings.TrimSpace(line), `"`) {
				continue
			}
			for _, m := range word.FindAllStringSubmatch(line, -1) {
				if strings.Contains(m[0], "=") || strings.Contains(m[1], " -") {
					continue
				}
				for _, w := range strings.Fields(m[1]) {
					if w[0] >= 'a' {
						names[w] = true
					}
				}
				if !strings.HasPrefix(strings.TrimSpace(line), `"`) && strings.Contains(line, "names:") {
					break
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func shaped(shape, name string, size int) string {
	head, rest, _ := strings.Cut(shape, "|")
	i := strings.LastIndexByte(rest, '|')
	again, tail := rest[:i], rest[i+1:]
	fill := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "N", name), "¦", "|")
	}
	again = fill(again)
	return fill(head) + strings.Repeat(again, size/len(again)) + fill(tail)
}

// spent is the processor time that a text takes from its first byte to the verdict.
func spent(text string, f *Facts) time.Duration {
	before := processorTime()
	s := shellparse.Parse(text, shellparse.Options{Dir: f.Dir, Home: f.Home, Env: func(string) (string, bool) { return "", false }})
	NeedsOf(s)
	Judge(s, f, Options{})
	return processorTime() - before
}

func processorTime() time.Duration {
	var use syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestWorst makes texts of every name in every shape and measures them and
// those half as long. It bounds only what is grossly too much, since what it
// measures is time; -v shows the slowest.
func TestWorst(t *testing.T) {
	const (
		most    = 10 * time.Second
		visible = 100 * time.Millisecond
	)
	names := programNames(t)
	if len(names) < 300 {
		t.Fatalf("only %d names were found", len(names))
	}
	every := 300
	if *worstNames > 0 {
		every = max(1, len(names) / *worstNames)
	}
	f := crowd()
	type row struct {
		text        string
		half, whole time.Duration
	}
	var rows []row
	for i := 0; i < len(names); i += every {
		for _, shape := range shapes {
			whole := spent(shaped(shape, names[i], worstSize), f)
			if whole < visible {
				continue
			}
			whole = min(whole, spent(shaped(shape, names[i], worstSize), f))
			rows = append(rows, row{shaped(shape, names[i], 40), spent(shaped(shape, names[i], worstSize/2), f), whole})
			if whole > most {
				t.Errorf("%.60q…: %s", rows[len(rows)-1].text, whole)
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return int(b.whole - a.whole) })
	t.Logf("%d names in %d shapes of %d KiB; above %s: %d", (len(names)+every-1)/every, len(shapes), worstSize>>10, visible, len(rows))
	for _, r := range rows[:min(len(rows), 60)] {
		t.Logf("%4d ms, half of it %4d ms (%.1f): %.50q", r.whole.Milliseconds(), r.half.Milliseconds(), float64(r.whole)/float64(r.half+1), r.text)
	}
}
