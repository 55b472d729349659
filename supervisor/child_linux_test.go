//go:build amd64 || arm64

package supervisor

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// A child that cannot become the command says which of its steps failed, and
// nothing of it is left.
func TestChild(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	allow := []bpf.RawInstruction{{Op: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}}
	endless := []bpf.RawInstruction{{Op: unix.BPF_JMP | unix.BPF_JA, K: 100}}
	for _, tt := range []struct {
		name         string
		c            Command
		f            Filter
		refused, err error
	}{
		{"no filter", Command{Path: "/bin/true"}, Filter{}, nil, nil},
		{"filter", Command{Path: "/bin/true"}, Filter{Program: allow, Pledge: true}, nil, nil},
		{"folder", Command{Path: "/bin/true", Dir: dir}, Filter{}, nil, nil},
		{"no program", Command{Path: filepath.Join(dir, "none")}, Filter{}, nil, syscall.ENOENT},
		{"not executable", Command{Path: plain}, Filter{}, nil, syscall.EACCES},
		{"no folder", Command{Path: "/bin/true", Dir: filepath.Join(dir, "none")}, Filter{}, nil, syscall.ENOENT},
		{"no filter that the kernel takes", Command{Path: "/bin/true"}, Filter{Program: endless, Pledge: true}, syscall.EINVAL, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.c.Argv = []string{tt.c.Path}
			k, err := newChild(&tt.c, tt.f)
			if err != nil {
				t.Fatal(err)
			}
			d, refused, err := k.start()
			if refused != tt.refused || err != tt.err {
				t.Errorf("refused %v, error %v; want %v, %v", refused, err, tt.refused, tt.err)
			}
			switch {
			case d != nil:
				defer d.close()
				if got := statusOf(d.wait()); got != (Status{}) {
					t.Errorf("ended with %+v", got)
				}
			case refused == nil && err == nil:
				t.Error("there is no child and no error")
			default:
				if pid, _ := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid > 0 {
					t.Errorf("process %d is left", pid)
				}
			}
		})
	}
}

// A child of a process that was killed meanwhile does not become the command:
// the wanted result of a step counts.
func TestChildUnwanted(t *testing.T) {
	k, err := newChild(&Command{Path: "/bin/true", Argv: []string{"true"}}, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.steps {
		if k.steps[i].nr == unix.SYS_GETPPID {
			k.steps[i].want++
		}
	}
	d, refused, err := k.start()
	if refused != nil || err != nil {
		t.Fatalf("refused %v, error %v", refused, err)
	}
	defer d.close()
	if got := statusOf(d.wait()); got != (Status{Code: 127}) {
		t.Errorf("ended with %+v", got)
	}
}

// Linux before 5.2 has no descriptor for a process: commands are kept there as
// everywhere. The tests that keep them run once more without.
func TestWithoutPidfd(t *testing.T) {
	if os.Getenv("NO_PIDFD") != "" {
		return
	}
	cmd := exec.Command(testBinary(t), "-test.run", "^(TestChild|TestForwarding|TestGroupEnded|TestSupervisorKilled|TestBackgroundJob|TestDeadlyHeadless|TestStatus|TestTimeout|TestNothingLeft)$")
	cmd.Env = append(os.Environ(), "NO_PIDFD=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func init() {
	if os.Getenv("NO_PIDFD") != "" {
		startFlags &^= unix.CLONE_PIDFD
	}
}

// What somebody sends comes in the pipe, and what is a mistake of this program
// stays the Go runtime's.
func TestCatcher(t *testing.T) {
	for _, tt := range []struct{ name, act string }{{"own handler", "catcher"}, {"os/signal", "catcher of one who asked"}} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(testBinary(t))
			cmd.Env = append(os.Environ(), "ACT="+tt.act)
			got := headless(t, cmd).rest()
			want := "runtime error: invalid memory address or nil pointer dereference\nuser defined signal 1\nsegmentation fault\nterminated\nalarm clock\n"
			if end := endOf(t, cmd); got != want || end != (Status{Signal: syscall.SIGTERM}) {
				t.Errorf("ended with %+v, got:\n%swant:\n%s", end, got, want)
			}
		})
	}
}

func init() {
	moreActs["catcher"] = showCaught
	moreActs["catcher of one who asked"] = func() { Listen(); showCaught() }
}

// showCaught tells what a catcher catches, and dies of what it does not any more.
func showCaught() {
	k, err := catchAll(Command{})
	if err != nil {
		panic(err)
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		var nowhere *int
		*nowhere = 1
	}()
	for _, sig := range []syscall.Signal{syscall.SIGUSR1, syscall.SIGSEGV, syscall.SIGTERM, 0} {
		if sig == 0 { // one that nobody sends
			unix.Setitimer(unix.ITIMER_REAL, unix.Itimerval{Value: unix.Timeval{Usec: 1}})
		} else {
			syscall.Kill(os.Getpid(), sig)
		}
		await(k.pipe[0], false, -1)
		fmt.Println(k.next())
	}
	k.stop()
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	time.Sleep(time.Minute)
}
