// Guard measures what system calls cost under the kernel guard: a loop of
// 1,000,000 getpid and 10,000 kill of itself with signal 0, without a filter,
// under one that allows everything, which no filter can undercut, and under
// hermes-exec with the guard and without. All four stand ready, and take turns
// at a hundredth of the loop each: whatever else the machine does meets all.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

// budget is what the loop may take under the guard of what it takes unfiltered.
const budget = 1.02

const (
	asks    = 1_000_000 // getpid
	signals = 10_000    // kill(self, 0)
	parts   = 100
)

func main() {
	rounds := flag.Int("rounds", 10, "times that each makes the loop")
	part := flag.String("loop", "", "be one of the loops: free, or allow with a filter of its own")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: guard [-rounds N] HERMES-EXEC") }
	flag.Parse()
	var err error
	switch {
	case *part != "":
		err = loop(*part == "allow")
	case flag.NArg() != 1 || *rounds < 1:
		flag.Usage()
		os.Exit(2)
	default:
		err = compare(*rounds, flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
		os.Exit(1)
	}
}

// loop makes a part of the calls for each byte it reads, and prints how many
// nanoseconds of this thread they took.
func loop(filtered bool) error {
	runtime.LockOSThread()
	if filtered {
		if err := allowAll(); err != nil {
			return err
		}
	}
	for {
		if _, err := os.Stdin.Read(make([]byte, 1)); err != nil {
			return nil
		}
		took, err := calls(asks/parts, signals/parts)
		if err != nil {
			return err
		}
		fmt.Println(took.Nanoseconds())
	}
}

// looper is a process that is a loop.
type looper struct {
	name    string
	order   io.WriteCloser
	answers *bufio.Scanner
	took    []time.Duration
	process *exec.Cmd
}

func start(name, setting string, argv ...string) (*looper, error) {
	home, err := os.MkdirTemp("", "guard")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	if setting != "" {
		path, text := policyfile.User(home), []byte("kernel_guard: "+setting+"\n")
		if err := errors.Join(os.WriteFile(path, text, 0o600), policyfile.Confirm(home, path, text)); err != nil {
			return nil, err
		}
	}
	l := &looper{name: name, process: exec.Command(argv[0], argv[1:]...)}
	l.process.Env = append(os.Environ(), "HERMES_HOME="+home)
	l.process.Stderr = os.Stderr
	if l.order, err = l.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := l.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.answers = bufio.NewScanner(out)
	if err := l.process.Start(); err != nil {
		return nil, err
	}
	return l, l.part(false) // that it runs, it has read its policy
}

func (l *looper) part(counts bool) error {
	if _, err := l.order.Write([]byte{'\n'}); err != nil {
		return fmt.Errorf("%s: %w", l.name, err)
	}
	if !l.answers.Scan() {
		return fmt.Errorf("%s: it ended", l.name)
	}
	ns, err := strconv.ParseInt(strings.TrimSpace(l.answers.Text()), 10, 64)
	if counts {
		l.took = append(l.took, time.Duration(ns))
	}
	return err
}

func (l *looper) end() {
	l.order.Close()
	l.process.Wait()
}

func compare(rounds int, program string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var loops []*looper
	for _, row := range []struct {
		name, setting string
		argv          []string
	}{
		{"no filter", "", []string{self, "-loop", "free"}},
		{"a filter that allows everything", "", []string{self, "-loop", "allow"}},
		{"hermes-exec, kernel_guard: on", "on", []string{program, "--", self, "-loop", "free"}},
		{"hermes-exec, kernel_guard: off", "off", []string{program, "--", self, "-loop", "free"}},
	} {
		l, err := start(row.name, row.setting, row.argv...)
		if err != nil {
			return err
		}
		defer l.end()
		loops = append(loops, l)
	}
	for turn := range rounds * parts {
		for i := range loops {
			if err := loops[(i+turn)%len(loops)].part(true); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("%d loops in %d parts, interleaved", rounds, parts), "median", "p10", "ratio")
	for _, l := range loops {
		slices.Sort(l.took)
		fmt.Printf("%-38s %7.1f ms %7.1f ms %8.3f\n", l.name, ms(l.at(50)), ms(l.at(10)), ms(l.at(50))/ms(loops[0].at(50)))
	}
	fmt.Printf("budget: the loop under the guard at most %.2f of unfiltered\n", budget)
	fmt.Printf("the guard's own part: %.3f of a filter that allows everything\n", ms(loops[2].at(50))/ms(loops[1].at(50)))
	table.Row("a loop of `getpid` under the guard", fmt.Sprintf("%.1f ms", ms(loops[2].at(50))),
		fmt.Sprintf("%.1f ms, a filter that allows everything (%.2f of none)", ms(loops[1].at(50)), ms(loops[1].at(50))/ms(loops[0].at(50))),
		fmt.Sprintf("%.3f", ms(loops[2].at(50))/ms(loops[1].at(50))), fmt.Sprintf("%.2f of none", budget))
	return nil
}

// at is a percentile of the sorted times, of a whole loop.
func (l *looper) at(percent int) time.Duration { return parts * l.took[len(l.took)*percent/100] }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
