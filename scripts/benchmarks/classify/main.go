// Classify measures the way from a text to its verdict, in this process: an
// ordinary command beside the parser alone, how the time grows with a text up to
// the longest that is judged, and the worst texts known, from a folder of them.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// The budgets, SPEC §11.
const (
	ordinaryBudget = 25 * time.Microsecond
	allocBudget    = 60
	mebibyteBudget = 500 * time.Millisecond
	growthBudget   = 2.2
	worstBudget    = 100 * time.Millisecond
	worstMemory    = 64 // MiB
)

// ordinary is what agents type all day.
var ordinary = []string{
	`git status`,
	`ls -la src/ | head -20`,
	`cd /work/project && go test ./... 2>&1 | tail -30`,
	`grep -rn "TODO" --include='*.go' . | wc -l`,
	`git add -A && git commit -m "fix: handle empty input"`,
	`for f in *.md; do echo "$f"; wc -l < "$f"; done`,
	`python3 scripts/build.py --out "$HOME/out"`,
}

// long are the ways to a text of 1 MiB: units between a head and a tail.
var long = []struct{ name, head, unit, tail string }{
	{"statements", "", "if [ -f \"$x\" ]; then y=\"$x/a\"; cp \"$y\" /tmp/b; fi\n", ""},
	{"commands", "", "git add a.txt && echo done > log.txt\n", ""},
	{"words", "echo", " " + strings.Repeat("a", 127), ""},
	{"quotes", "x=\"", "some text in quotes ", "\""},
	{"here-document", "cat > f <<'E'\n", "a line of a file that is written\n", "E\n"},
	{"comments", "", "# a comment of the usual length, as scripts have them\n", "ls\n"},
	{"functions", "", "f() {\n" + strings.Repeat("\t# what it does and why, in a line of text\n", 40) + "\tgit status\n}\n", ""},
}

func main() {
	rounds := flag.Int("rounds", 200, "rounds of the ordinary commands, a tenth of it for the others")
	hostile := flag.String("hostile", "", "a folder of texts that were hard once")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: classify [-rounds N] [-hostile FOLDER]") }
	flag.Parse()
	if flag.NArg() != 0 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(*rounds, *hostile); err != nil {
		fmt.Fprintln(os.Stderr, "classify:", err)
		os.Exit(1)
	}
}

func measure(rounds int, hostile string) error {
	if err := commands(rounds); err != nil {
		return err
	}
	fmt.Println()
	mebibyte(max(rounds/20, 3))
	if hostile == "" {
		return nil
	}
	fmt.Println()
	return worst(hostile, max(rounds/40, 3))
}

func classify(text string) {
	s := shellparse.Parse(text, shellparse.Options{Dir: "/work/project", Home: "/home/u", Env: environment})
	tiers.NeedsOf(s)
	tiers.Judge(s, &tiers.Facts{Dir: "/work/project", Home: "/home/u"}, tiers.Options{})
}

func environment(name string) (string, bool) { return "/home/u", name == "HOME" }

// commands measures the ordinary ones, each many times in a row, in turns with the
// parser alone.
func commands(rounds int) error {
	const times = 50
	took := make([][2][]time.Duration, len(ordinary))
	for range rounds {
		for i, text := range ordinary {
			began := time.Now()
			for range times {
				if _, err := syntax.NewParser().Parse(strings.NewReader(text), ""); err != nil {
					return fmt.Errorf("%s: %w", text, err)
				}
			}
			parsed := time.Now()
			for range times {
				classify(text)
			}
			took[i][0] = append(took[i][0], parsed.Sub(began)/times)
			took[i][1] = append(took[i][1], time.Since(parsed)/times)
		}
	}
	fmt.Printf("%-58s %9s %9s %8s %7s\n", fmt.Sprintf("%d rounds of %d", rounds, times), "verdict", "parser", "ratio", "allocs")
	var sum [2]time.Duration
	var most time.Duration
	allocs, mostAllocs := 0, 0
	for i, text := range ordinary {
		parser, verdict := median(took[i][0]), median(took[i][1])
		n := allocations(func() { classify(text) })
		fmt.Printf("%-58s %6.1f µs %6.1f µs %8.2f %7d\n", text, us(verdict), us(parser), us(verdict)/us(parser), n)
		sum[0], sum[1] = sum[0]+parser, sum[1]+verdict
		most, allocs, mostAllocs = max(most, verdict), allocs+n, max(mostAllocs, n)
	}
	n := len(ordinary)
	fmt.Printf("%-58s %6.1f µs %6.1f µs %8.2f %7d\n", "the mean of them", us(sum[1])/float64(n), us(sum[0])/float64(n), us(sum[1])/us(sum[0]), allocs/n)
	fmt.Printf("budget: %v, %d allocations\n", ordinaryBudget, allocBudget)
	table.Row("the verdict on an ordinary command", fmt.Sprintf("%.1f µs, %d allocations (at most %.1f µs, %d)", us(sum[1])/float64(n), allocs/n, us(most), mostAllocs),
		fmt.Sprintf("%.1f µs, the parser alone", us(sum[0])/float64(n)), fmt.Sprintf("%.2f", us(sum[1])/us(sum[0])), fmt.Sprintf("25 µs, %d", allocBudget))
	return nil
}

func allocations(do func()) int {
	const times = 100
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		do()
	}
	runtime.ReadMemStats(&after)
	return int(math.Round(float64(after.Mallocs-before.Mallocs) / times))
}

// mebibyte measures the longest texts, and those half as long.
func mebibyte(rounds int) {
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("the best of %d rounds", rounds), "1 MiB", "half", "ratio")
	var most time.Duration
	growth, at := 0.0, ""
	for _, kind := range long {
		text := func(size int) string {
			return kind.head + strings.Repeat(kind.unit, (size-len(kind.head)-len(kind.tail))/len(kind.unit)) + kind.tail
		}
		texts := [2]string{text(shellparse.MaxInput), text(shellparse.MaxInput / 2)}
		var took [2][]time.Duration
		for range rounds {
			for i := range texts {
				began := time.Now()
				classify(texts[i])
				took[i] = append(took[i], time.Since(began))
			}
		}
		full, half := slices.Min(took[0]), slices.Min(took[1]) // few rounds: what else the machine did is left out
		ratio := float64(full) / float64(half)
		fmt.Printf("%-38s %7.1f ms %7.1f ms %8.2f\n", kind.name, ms(full), ms(half), ratio)
		if full > most {
			most, at = full, kind.name
		}
		growth = max(growth, ratio)
	}
	fmt.Printf("budget: %v, twice the text at most %.1f of the time\n", mebibyteBudget, growthBudget)
	table.Row("the verdict on a script of 1 MiB", fmt.Sprintf("%.0f ms (%s)", ms(most), at), "half of it", fmt.Sprintf("at most %.2f", growth), fmt.Sprintf("500 ms, %.1f", growthBudget))
}

// worst measures the texts of a folder.
func worst(folder string, rounds int) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	type result struct {
		name string
		took time.Duration
		mib  float64
	}
	var all []result
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return err
		}
		r := result{name: f.Name()}
		var took []time.Duration
		for range rounds {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			classify(string(text))
			took = append(took, time.Since(began))
			runtime.ReadMemStats(&after)
			r.mib = float64(after.TotalAlloc-before.TotalAlloc) / (1 << 20)
		}
		r.took = slices.Min(took)
		all = append(all, r)
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no texts", folder)
	}
	slices.SortFunc(all, func(a, b result) int { return int(b.took - a.took) })
	fmt.Printf("%-48s %10s %10s\n", fmt.Sprintf("the worst of %d texts of 64 KiB", len(all)), "best", "allocated")
	for _, r := range all[:min(5, len(all))] {
		fmt.Printf("%-48s %7.1f ms %6.1f MiB\n", r.name, ms(r.took), r.mib)
	}
	most := slices.MaxFunc(all, func(a, b result) int { return int(a.mib*1024) - int(b.mib*1024) })
	fmt.Printf("%-48s %7.1f ms %6.1f MiB\n", "the most memory: "+most.name, ms(most.took), most.mib)
	fmt.Printf("budget: %v, %d MiB\n", worstBudget, worstMemory)
	table.Row(fmt.Sprintf("the worst of %d hostile texts of 64 KiB", len(all)), fmt.Sprintf("%.0f ms, %.0f MiB", ms(all[0].took), most.mib), "", "", fmt.Sprintf("100 ms, %d MiB", worstMemory))
	return nil
}

func median(list []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

func us(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
