// Mcp measures what one server of each name costs: to take the lock and give it
// back, a JSON-RPC round trip through `hermes-exec mcp run` beside one with the
// server itself, and the memory of the two processes above it. The trips take
// turns, so that whatever else the machine does meets both.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

const (
	lockBudget = 100 * time.Microsecond // SPEC §11
	tripBudget = 1.05                   // through hermes-exec, of direct
)

// pairs is how many of each server are started, one after the other: which
// processor one comes to be on makes more of a difference than anything else.
const pairs = 50

// serve is the name under which this program is the server: each line that it
// reads it answers with another.
const serve = "serve"

func main() {
	rounds := flag.Int("rounds", 5000, "round trips; the lock is taken as often")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: mcp [-rounds N] HERMES-EXEC") }
	flag.Parse()
	if flag.Arg(0) == serve {
		answer()
		return
	}
	if flag.NArg() != 1 || *rounds < pairs {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "mcp:", err)
		os.Exit(1)
	}
}

func measure(program string, rounds int) error {
	dir, err := os.MkdirTemp("", "hermes-exec-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	locks, err := lockTimes(filepath.Join(dir, "mcp"), rounds)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	took := make([][]time.Duration, 2)
	for range pairs {
		if err := compare(dir, program, self, rounds/pairs, took); err != nil {
			return err
		}
	}
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("%d rounds", rounds), "median", "p90", "ratio")
	row("lock: acquire and release", locks, 0)
	row("JSON-RPC round trip, direct", took[0], at(took[0], 50))
	row("the same through hermes-exec mcp run", took[1], at(took[0], 50))
	fmt.Printf("budget: the lock at most %v, the round trip at most %.2f of the direct one\n", lockBudget, tripBudget)
	table.Row("lock: acquire and release", fmt.Sprintf("%.1f µs", us(at(locks, 50))), "", "", fmt.Sprintf("%.0f µs", us(lockBudget)))
	direct, through := us(at(took[0], 50)), us(at(took[1], 50))
	table.Row("JSON-RPC through `mcp run`", fmt.Sprintf("%.1f µs", through), fmt.Sprintf("%.1f µs, direct", direct), fmt.Sprintf("%.2f", through/direct), fmt.Sprintf("%.2f", tripBudget))
	kib, err := memory(dir, program, self)
	if err != nil {
		return err
	}
	fmt.Printf("resident memory of the two processes above the server: %.1f MB, what they share counted twice\n", float64(kib)*1024/1e6)
	return nil
}

// memory is what the process that the client starts and the one between it and
// the server have, in KiB.
func memory(dir, program, self string) (kib int, err error) {
	s, err := connect(dir, program, "mcp", "run", "bench", "--", self, serve)
	if err != nil {
		return 0, err
	}
	defer s.close()
	for range 1000 { // both have settled
		if _, err := s.trip(0); err != nil {
			return 0, err
		}
	}
	all, err := procs.All()
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		if p.PID != s.cmd.Process.Pid && p.PPID != s.cmd.Process.Pid {
			continue
		}
		out, err := exec.Command("ps", "-o", "rss=", "-p", strconv.Itoa(p.PID)).Output()
		if err != nil {
			return 0, fmt.Errorf("ps: %w", err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			return 0, fmt.Errorf("ps: %w", err)
		}
		kib += n
	}
	return kib, nil
}

// compare starts both servers and adds to took what a round trip takes, directly
// and through program.
func compare(dir, program, self string, rounds int, took [][]time.Duration) error {
	direct, err := connect(dir, self, serve)
	if err != nil {
		return err
	}
	defer direct.close()
	through, err := connect(dir, program, "mcp", "run", "bench", "--", self, serve)
	if err != nil {
		return err
	}
	defer through.close()
	const warmUp = 50
	for round := range rounds + warmUp {
		for i := range took {
			which := (i + round) % 2
			d, err := []*server{direct, through}[which].trip(round)
			if err != nil {
				return err
			}
			if round >= warmUp {
				took[which] = append(took[which], d)
			}
		}
	}
	return nil
}

func row(name string, took []time.Duration, reference time.Duration) {
	ratio := "-"
	if reference > 0 {
		ratio = fmt.Sprintf("%.3f", float64(at(took, 50))/float64(reference))
	}
	fmt.Printf("%-38s %7.1f µs %7.1f µs %8s\n", name, us(at(took, 50)), us(at(took, 90)), ratio)
}

func at(took []time.Duration, percent int) time.Duration {
	return slices.Sorted(slices.Values(took))[len(took)*percent/100]
}

func us(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func lockTimes(dir string, rounds int) (took []time.Duration, err error) {
	for range rounds {
		began := time.Now()
		l, err := lock.Acquire(dir, "bench")
		if err != nil {
			return nil, err
		}
		if err := l.Release(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// server is a process that answers on pipes.
type server struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func connect(home string, argv ...string) (*server, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "HERMES_HOME="+home)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &server{cmd, in, bufio.NewReader(out)}, cmd.Start()
}

func (s *server) close() {
	s.in.Close()
	s.cmd.Wait()
}

func (s *server) trip(id int) (time.Duration, error) {
	began := time.Now()
	if _, err := fmt.Fprintf(s.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hello"}}}`+"\n", id); err != nil {
		return 0, err
	}
	if _, err := s.out.ReadSlice('\n'); err != nil {
		return 0, fmt.Errorf("%s: %w", s.cmd.Args[0], err)
	}
	return time.Since(began), nil
}

func answer() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		os.Stdout.Write(line)
	}
}
