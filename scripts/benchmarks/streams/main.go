// Streams measures what goes through hermes-exec while a command runs: a
// terminal's output beside a bare pty copy loop (this program in the role
// [copying]), a gigabyte through pipes beside bash, and the memory that is
// resident meanwhile. The two of a pair take turns, so that whatever else the
// machine does meets both.
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
	"strings"
	"time"

	"github.com/creack/pty"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
)

const (
	ptyBudget    = 0.9        // of the bare copy loop's throughput, SPEC §11
	memoryBudget = 12.0       // MiB, SPEC §11
	copying      = "copyloop" // the role of the bare copy loop
)

func main() {
	rounds := flag.Int("rounds", 5, "rounds")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: streams [-rounds N] HERMES-EXEC") }
	flag.Parse()
	if flag.Arg(0) == copying {
		if err := copyLoop(flag.Args()[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "streams:", err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "streams:", err)
		os.Exit(1)
	}
}

// copyLoop is the least that can stand between a command and a terminal: a new
// pty, and a loop that copies from it.
func copyLoop(argv []string) error {
	raw := exec.Command("stty", "raw", "-echo")
	raw.Stdin = os.Stdout
	if err := raw.Run(); err != nil {
		return err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	master, err := pty.Start(cmd)
	if err != nil {
		return err
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := master.Read(buf)
		os.Stdout.Write(buf[:n])
		if err != nil {
			return cmd.Wait()
		}
	}
}

func measure(program string, rounds int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	const lines, piped = 100 << 20, 1 << 30 // bytes
	script := fmt.Sprintf("yes 'the quick brown fox jumps over the lazy dog, again and again and again' | head -c %d", lines)
	onTerminal := func(argv ...string) run {
		return func() (time.Duration, error) { return terminalOutput(lines, argv...) }
	}
	throughPipes := func(argv ...string) run {
		return func() (time.Duration, error) { return pipes(piped, argv...) }
	}
	fmt.Printf("%-38s %10s %10s %10s %8s\n", fmt.Sprintf("%d rounds, interleaved", rounds), "median", "best", "a second", "ratio")
	err = pair(rounds, lines,
		"100 MiB to a terminal, a copy loop", onTerminal(self, copying, "bash", "-c", script),
		"the same through hermes-exec", onTerminal(program, "-c", script),
		[3]string{"100 MiB to a terminal", "a copy loop", fmt.Sprintf("%.2f", 1/ptyBudget)})
	if err != nil {
		return err
	}
	err = pair(rounds, piped,
		"1 GiB through pipes and cat, bash", throughPipes("bash", "-c", "cat"),
		"the same through hermes-exec", throughPipes(program, "-c", "cat"),
		[3]string{"1 GiB through pipes", "bash", ""})
	if err != nil {
		return err
	}
	fmt.Printf("budget: the terminal at least %.1f of the copy loop's throughput\n\n", ptyBudget)
	return memory(program)
}

type run func() (time.Duration, error)

// pair measures two that take turns, the second against the first. cells are what
// the row in the table says beside the figures.
func pair(rounds int, size int64, name string, reference run, otherName string, other run, cells [3]string) error {
	took := make([][]time.Duration, 2)
	for round := range rounds + 1 { // the first warms up
		for i := range took {
			which := (i + round) % 2
			d, err := []run{reference, other}[which]()
			if err != nil {
				return fmt.Errorf("%s: %w", []string{name, otherName}[which], err)
			}
			if round > 0 {
				took[which] = append(took[which], d)
			}
		}
	}
	for i, name := range []string{name, otherName} {
		slices.Sort(took[i])
		median := took[i][len(took[i])/2]
		ratio := took[0][len(took[0])/2].Seconds() / median.Seconds()
		fmt.Printf("%-38s %7.0f ms %7.0f ms %6.0f MiB %8.3f\n", name, ms(median), ms(took[i][0]), float64(size)/(1<<20)/median.Seconds(), ratio)
	}
	a, b := ms(took[1][len(took[1])/2]), ms(took[0][len(took[0])/2])
	table.Row(cells[0], fmt.Sprintf("%.0f ms", a), fmt.Sprintf("%.0f ms, %s", b, cells[1]), fmt.Sprintf("%.2f", a/b), cells[2])
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// terminalOutput starts argv on a terminal and reads all that it writes there:
// size bytes and the returns that a terminal adds.
func terminalOutput(size int64, argv ...string) (time.Duration, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	began := time.Now()
	master, err := pty.Start(cmd)
	if err != nil {
		return 0, err
	}
	defer master.Close()
	buf := make([]byte, 64<<10)
	var got int64
	for {
		n, err := master.Read(buf)
		for _, b := range buf[:n] {
			if b != '\r' {
				got++
			}
		}
		if err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		return 0, err
	}
	if got != size {
		return 0, fmt.Errorf("%d bytes came of %d", got, size)
	}
	return time.Since(began), nil
}

// pipes has size bytes go in and come out of argv.
func pipes(size int64, argv ...string) (time.Duration, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	go func() {
		defer in.Close()
		block := make([]byte, 64<<10)
		for range size / int64(len(block)) {
			if _, err := in.Write(block); err != nil {
				return
			}
		}
	}()
	got, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 64<<10))
	if err != nil {
		return 0, err
	}
	if err := cmd.Wait(); err != nil {
		return 0, err
	}
	if got != size {
		return 0, fmt.Errorf("%d bytes came of %d", got, size)
	}
	return time.Since(began), nil
}

// memory prints what is resident of hermes-exec while a command runs. On a
// terminal there is a second process of it, the monitor; the pages of the program
// itself they share (Pss, proc(5)).
func memory(program string) error {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		fmt.Println("resident memory: not measured, there is no /proc/PID/smaps_rollup here")
		return nil
	}
	fmt.Printf("%-38s %10s %10s\n", "resident while a command runs", "Rss", "Pss")
	var shares [2]float64
	for i, terminal := range []bool{false, true} {
		var err error
		if shares[i], err = resident(program, terminal); err != nil {
			return err
		}
	}
	table.Row("resident while a command runs", fmt.Sprintf("%.1f MiB", shares[0]), fmt.Sprintf("on a terminal %.1f MiB, with the monitor", shares[1]), "", fmt.Sprintf("%.0f MiB", memoryBudget))
	fmt.Printf("budget: %.0f MiB\n", memoryBudget)
	return nil
}

// resident gives the processes' share (Pss), in MiB.
func resident(program string, terminal bool) (share float64, err error) {
	cmd := exec.Command(program, "-c", "echo ready; read x; exit 0")
	var in io.WriteCloser
	var out io.Reader
	if terminal {
		var master *os.File
		if master, err = pty.Start(cmd); err != nil {
			return 0, err
		}
		defer master.Close()
		in, out = master, master
	} else {
		if in, err = cmd.StdinPipe(); err != nil {
			return 0, err
		}
		if out, err = cmd.StdoutPipe(); err != nil {
			return 0, err
		}
		if err := cmd.Start(); err != nil {
			return 0, err
		}
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return 0, err
	}
	time.Sleep(500 * time.Millisecond) // what it does after the start is part of it
	pids := []string{fmt.Sprint(cmd.Process.Pid)}
	name := "headless"
	if terminal {
		name = "on a terminal, with the monitor"
		threads, _ := filepath.Glob("/proc/" + pids[0] + "/task/*/children")
		for _, path := range threads {
			children, _ := os.ReadFile(path)
			pids = append(pids, strings.Fields(string(children))...)
		}
		if len(pids) != 2 {
			return 0, fmt.Errorf("it and the monitor are %q", pids)
		}
	}
	var rss, pss float64
	for _, pid := range pids {
		b, err := os.ReadFile("/proc/" + pid + "/smaps_rollup")
		if err != nil {
			return 0, err
		}
		for line := range strings.Lines(string(b)) {
			var kib float64
			if n, _ := fmt.Sscanf(line, "Rss: %f kB", &kib); n == 1 {
				rss += kib
			} else if n, _ := fmt.Sscanf(line, "Pss: %f kB", &kib); n == 1 {
				pss += kib
			}
		}
	}
	fmt.Printf("%-38s %6.1f MiB %6.1f MiB\n", name, rss/1024, pss/1024)
	io.WriteString(in, "\n")
	return pss / 1024, cmd.Wait()
}
