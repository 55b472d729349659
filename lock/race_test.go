package lock

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var (
	racers = flag.Int("racers", 100, "processes that race for a name")
	rounds = flag.Int("rounds", 3, "rounds of that; the winner of each is killed")
)

// Environment of this binary run again as another process.
const (
	roleEnv = "LOCK_TEST_ROLE" // see play
	dirEnv  = "LOCK_TEST_DIR"
	nameEnv = "LOCK_TEST_NAME"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		play(role, os.Getenv(dirEnv), os.Getenv(nameEnv))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play says on standard output that it is there, and leaves when its standard
// input ends.
func play(role, dir, name string) {
	var leave io.Reader = os.Stdin
	said := "ready"
	switch role {
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "large":
		memory := make([]byte, 128<<20)
		for i := range memory {
			memory[i] = 1
		}
		defer runtime.KeepAlive(memory)
	case "full-disk", "no-inodes", "read-only":
		fmt.Println(tryDisk(role, dir, name))
		return
	case "described":
		l, err := Acquire(dir, name)
		if err == nil {
			err = l.Describe(Owner{Mark: "m"})
		}
		if err != nil {
			said = err.Error()
		}
	case "hold", "parent":
		if _, err := Acquire(dir, name); err != nil {
			said = err.Error()
		}
		if role == "parent" { // of a process that outlives it
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), roleEnv+"=stay")
			cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
			if err := cmd.Start(); err != nil {
				said = err.Error()
			}
		}
	case "force-self", "force-parent":
		pid := os.Getpid()
		if role == "force-parent" {
			pid = os.Getppid()
		}
		os.WriteFile(filepath.Join(dir, name+".pid"), []byte(fmt.Sprint(pid)), 0o600)
		said = fmt.Sprint(ForceRelease(dir, name))
	case "race":
		io.Copy(io.Discard, os.Stdin) // the starting gun
		leave = os.NewFile(3, "leave")
		var held *HeldError
		if _, err := Acquire(dir, name); err == nil {
			said, leave = fmt.Sprint("won ", os.Getpid()), stay{}
		} else if errors.As(err, &held) {
			said = "held"
		} else {
			said = err.Error()
		}
	}
	fmt.Println(said)
	io.Copy(io.Discard, leave)
}

// stay is a reader that has nothing and does not end.
type stay struct{}

func (stay) Read([]byte) (int, error) { time.Sleep(time.Minute); return 0, io.EOF }

// start runs this binary in a role until the test ends, and returns once it is ready.
func start(t *testing.T, role, dir, name string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role, dirEnv+"="+dir, nameEnv+"="+name)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return cmd
}

// A thousand at once, and others who only look: one winner.
func TestRaceGoroutines(t *testing.T) {
	dir := t.TempDir()
	writePID(t, dir, "fs", "99999999") // stale: one more thing to race for
	var (
		gun      = make(chan struct{})
		done     sync.WaitGroup
		wins     atomic.Int32
		cleaners atomic.Int32
		winner   = make(chan *Lock, 1000)
	)
	for range 1000 {
		done.Go(func() {
			<-gun
			l, err := Acquire(dir, "fs")
			var held *HeldError
			switch {
			case err == nil:
				wins.Add(1)
				winner <- l
			case !errors.As(err, &held):
				t.Error(err)
			}
		})
	}
	for i := range 100 {
		done.Go(func() {
			<-gun
			var err error
			switch i % 3 {
			case 0:
				_, err = IsLocked(dir, "fs")
			case 1:
				_, err = List(dir)
			case 2:
				var n int
				n, err = CleanStale(dir)
				cleaners.Add(int32(n))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	close(gun)
	done.Wait()
	if wins.Load() != 1 {
		t.Fatalf("%d winners", wins.Load())
	}
	if n := cleaners.Load(); n > 1 {
		t.Errorf("one stale file was cleaned %d times", n)
	}
	wantPID(t, dir, "fs", os.Getpid())
	if err := (<-winner).Release(); err != nil {
		t.Error(err)
	}
}

// Processes that only look, all the time, keep nobody from the lock.
func TestAcquireWhileOthersLook(t *testing.T) {
	dir := t.TempDir()
	stop := make(chan struct{})
	var lookers sync.WaitGroup
	for range 2 {
		lookers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := List(dir); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		l, err := Acquire(dir, "fs")
		if err != nil {
			t.Error(err)
			break
		}
		if err := l.Release(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	lookers.Wait()
}

// Processes that all start at once: one winner. It is killed at a random moment
// after, and the next has the name: nothing it leaves blocks that.
func TestRaceProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var took, unhindered []time.Duration
	for range *rounds {
		winner := race(t, dir, *racers)
		if winner == nil {
			return
		}
		time.Sleep(rand.N(2 * time.Millisecond))
		winner.Process.Kill()
		winner.Wait()
		began := time.Now()
		l, err := Acquire(dir, "fs")
		took = append(took, time.Since(began))
		if err != nil {
			t.Fatalf("after the winner was killed: %v", err)
		}
		l.Release()
		began = time.Now()
		if l, err = Acquire(dir, "fs"); err != nil {
			t.Fatal(err)
		}
		unhindered = append(unhindered, time.Since(began))
		// The pid file is left as a killed holder leaves it.
		l.fl.Unlock()
		writePID(t, dir, "fs", fmt.Sprint(winner.Process.Pid))
	}
	slices.Sort(took)
	slices.Sort(unhindered)
	t.Logf("%d rounds of %d processes, one winner each; killed, the next Acquire took %v (median), at most %v; one with nothing in its way %v, %v",
		*rounds, *racers, took[len(took)/2], took[len(took)-1], unhindered[len(took)/2], unhindered[len(took)-1])
}

// race has n processes acquire one name, and returns the winner, alive; the
// others have left.
func race(t *testing.T, dir string, n int) (winner *exec.Cmd) {
	t.Helper()
	gunR, gunW := pipe(t)
	leaveR, leaveW := pipe(t)
	outR, outW := pipe(t)
	cmds := map[string]*exec.Cmd{}
	defer func() {
		gunW.Close()
		leaveW.Close()
		for _, cmd := range cmds {
			if cmd != winner {
				cmd.Wait()
			}
		}
	}()
	for range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), roleEnv+"=race", dirEnv+"="+dir, nameEnv+"=fs", "GOMAXPROCS=1")
		cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = gunR, outW, []*os.File{leaveR}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds[fmt.Sprint(cmd.Process.Pid)] = cmd
	}
	gunW.Close()
	outW.Close()
	said := map[string]int{}
	lines := bufio.NewScanner(outR)
	for range n {
		if !lines.Scan() {
			break
		}
		what, pid, _ := strings.Cut(lines.Text(), " ")
		said[what]++
		if what == "won" {
			winner = cmds[pid]
			t.Cleanup(func() { winner.Process.Kill(); winner.Wait() })
		}
	}
	if said["won"] != 1 || said["held"] != n-1 {
		t.Errorf("of %d processes: %v", n, said)
		return nil
	}
	return winner
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// However the holder ends, the name is free; and what it started cannot keep it.
func TestHolderKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	holder := start(t, "parent", dir, "fs")
	if _, err := Acquire(dir, "fs"); err == nil {
		t.Fatal("two holders")
	}
	if l, err := List(dir); err != nil || len(l) != 1 || l[0].PID != holder.Process.Pid || !l[0].Locked {
		t.Errorf("List: %+v, %v", l, err)
	}
	holder.Process.Kill()
	holder.Process.Wait() // its child lives on
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
}

func TestForceRelease(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"hold", "stubborn"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			server := start(t, role, dir, "fs")
			if role != "hold" {
				writePID(t, dir, "fs", fmt.Sprint(server.Process.Pid))
			}
			if err := ForceRelease(dir, "fs"); err != nil {
				t.Fatal(err)
			}
			wantPID(t, dir, "fs", 0)
			state, _ := server.Process.Wait()
			want := syscall.SIGTERM
			if role == "stubborn" {
				want = syscall.SIGKILL
			}
			if got := state.Sys().(syscall.WaitStatus).Signal(); got != want {
				t.Errorf("ended by %v, want %v", got, want)
			}
			l, err := Acquire(dir, "fs")
			if err != nil {
				t.Fatal(err)
			}
			l.Release()
		})
	}
}

// The pid file is anyone's to write: it must not aim the signal at us. The one
// that would be hit is a process made for it.
func TestForceReleaseSpares(t *testing.T) {
	t.Parallel()
	for _, pid := range []int{-1, 0, 1, os.Getpid(), os.Getppid()} {
		if !spared(pid) {
			t.Errorf("%d is not spared", pid)
		}
	}
	for _, role := range []string{"force-self", "force-parent"} {
		cmd := exec.Command("sh", "-c", `"$0"; echo "parent lives"`, os.Args[0])
		cmd.Env = append(os.Environ(), roleEnv+"="+role, dirEnv+"="+t.TempDir(), nameEnv+"=fs")
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "not signalled") || !strings.Contains(string(out), "parent lives") {
			t.Errorf("%s: %q, %v", role, out, err)
		}
	}
}

// A lock whose pid file is gone: nobody to signal, and not free.
func TestForceReleaseWithoutPID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	if err := os.Remove(l.at.pid()); err != nil {
		t.Fatal(err)
	}
	if err := ForceRelease(dir, "fs"); err == nil {
		t.Error("no error")
	}
}
