package supervisor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A monitor obeys who has started it, and nobody else whose socket it may have
// been handed.
func TestControlIsTheParents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Symlink(testBinary(t), filepath.Join(dir, monitorName)); err != nil {
		t.Fatal(err)
	}
	const orders = ` 3 0 background "" /bin/echo echo obeyed; echo ended $?`
	for _, tt := range []struct {
		name, script string
		open         func() (ours, theirs int, err error)
		obeys        bool
	}{
		{"the parent's", `exec "$SELF"`, nil, true},
		{"another's", monitorName + orders, socketPair, false},
		{"a pipe", monitorName + orders, func() (int, int, error) {
			var p [2]int
			err := unix.Pipe2(p[:], unix.O_CLOEXEC)
			return p[1], p[0], err
		}, false},
		{"nothing", monitorName + orders, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("sh", "-c", tt.script)
			cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SELF="+testBinary(t), "ACT=parent")
			if tt.open != nil {
				ours, theirs, err := tt.open()
				if err != nil {
					t.Fatal(err)
				}
				defer unix.Close(ours)
				f := os.NewFile(uintptr(theirs), "control")
				defer f.Close()
				cmd.ExtraFiles = []*os.File{f}
			}
			out := headless(t, cmd).rest()
			endOf(t, cmd)
			if got := strings.Contains(out, "obeyed"); got != tt.obeys || !tt.obeys && !strings.Contains(out, "ended 125") {
				t.Errorf("obeyed %v, want %v: %q", got, tt.obeys, out)
			}
		})
	}
}

func socketPair() (ours, theirs int, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	return pair[0], pair[1], err
}

func init() { moreActs["parent"] = beParent }

// beParent starts a monitor by a socket of its own making, and has it run a
// command.
func beParent() {
	ours, theirs, err := ControlPair()
	if err != nil {
		panic(err)
	}
	defer ours.Close()
	monitor := exec.Command(os.Args[0], "3", "0", "background", "", "/bin/echo", "echo", "obeyed")
	monitor.Args[0] = monitorName
	monitor.Stdout, monitor.Stderr = os.Stdout, os.Stderr
	monitor.ExtraFiles = []*os.File{os.NewFile(uintptr(theirs), "control")}
	if err := monitor.Start(); err != nil {
		panic(err)
	}
	for m := range readMessages(ours) {
		if m.verb == ended {
			break
		}
	}
	ours.Close()
	monitor.Wait()
	os.Exit(0)
}
