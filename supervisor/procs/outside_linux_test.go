package procs

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// asBranch makes this binary one process of a tree: its value is what is still to
// be done, from the root to the process that the test looks at.
const asBranch = "PROCS_TEST_BRANCH"

func init() { // only here is there such a thing
	if steps, is := os.LookupEnv(asBranch); is {
		if err := branch(steps); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// branch does the first of some steps, and has a process do the rest. Each waits
// for the next, but one that leaves.
func branch(steps string) error {
	step, rest, _ := strings.Cut(steps, " ")
	next := exec.Command("/proc/self/exe")
	next.Args = []string{"program"}
	next.Env = append(os.Environ(), asBranch+"="+rest)
	next.Stdin, next.Stdout = os.Stdin, os.Stdout
	next.SysProcAttr = &syscall.SysProcAttr{}
	switch step {
	case "supervisor": // by its name, as the process table shows it
		if os.Args[0] != "hermes-exec" {
			return syscall.Exec("/proc/self/exe", []string{"hermes-exec"}, os.Environ())
		}
	case "filter": // a kernel guard, or a sandbox
		runtime.LockOSThread()
		if err := filterThread(); err != nil {
			return err
		}
		os.Setenv(asBranch, rest)
		return syscall.Exec("/proc/self/exe", []string{"program"}, os.Environ())
	case "leaves":
		if err := next.Start(); err != nil {
			return err
		}
		return nil
	case "setsid":
		next.SysProcAttr.Setsid = true
	case "nobody":
		next.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	case "program":
	case "":
		fmt.Println(os.Getpid())
		io.Copy(io.Discard, os.Stdin)
		return nil
	default:
		return fmt.Errorf("%q is no step", step)
	}
	return next.Run()
}

// filterThread puts a seccomp filter that allows everything on this thread.
func filterThread() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	allow := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	program := unix.SockFprog{Len: 1, Filter: &allow}
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program))); errno != 0 {
		return errno
	}
	return nil
}

// grow starts a branch and gives the process at its end, which is there until the
// test is over.
func grow(t *testing.T, steps string) int {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), asBranch+"="+steps)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	t.Cleanup(func() {
		in.Close()
		io.Copy(io.Discard, lines) // until the last of them is gone
		c.Wait()
	})
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("%q: %v %s", steps, err, line)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("%q: %s", steps, line)
	}
	return pid
}

// startsAsNobody reports whether this can be another user, and that one start this
// program: its folder may be nobody else's to look into.
func startsAsNobody() bool {
	c := exec.Command("/proc/self/exe")
	c.Env = append(os.Environ(), asBranch+"=")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return c.Run() == nil
}

// Who is outside, as the one who asks measures it: what left the tree of a
// supervisor keeps the filter of its guard.
func TestOutside(t *testing.T) {
	for _, tt := range []struct {
		name, asker, other string
		outside            bool
	}{
		{"another terminal", "program supervisor", "program", true},
		{"a session of its own", "supervisor", "setsid", true},
		{"a daemon that left its shell", "supervisor", "program setsid leaves", true},
		{"another user", "supervisor", "nobody", true},
		{"below the supervisor", "supervisor", "supervisor filter program", false},
		{"below one without a guard", "supervisor", "supervisor program", false},
		{"it itself", "supervisor", "supervisor", false},
		{"in a session of its own below it", "supervisor", "supervisor filter setsid", false},
		{"another user below it", "supervisor", "supervisor filter nobody program", false},
		{"left the tree", "supervisor", "supervisor filter leaves", false},
		{"left it as a daemon does", "supervisor", "supervisor filter program setsid leaves program leaves", false},
		{"left it as another user", "supervisor", "supervisor filter nobody leaves", false},
		{"its parents are gone", "supervisor", "supervisor filter program leaves program", false},
		{"asked by a nested one, left the outer", "supervisor filter supervisor", "supervisor filter leaves", false},
		{"asked by a nested one, left both", "supervisor filter supervisor", "supervisor filter supervisor filter leaves", false},
		{"asked by a nested one", "supervisor filter supervisor filter supervisor", "program", true},
		{"in the same container", "filter supervisor", "filter", true},
		{"in the same container, asked by a nested one", "filter supervisor filter supervisor", "filter program", true},
		{"outside of the container", "filter supervisor", "program", true},
		{"in the container, left the tree", "filter supervisor", "filter supervisor filter leaves", false},
		{"in a sandbox that the supervisor is not in", "supervisor", "filter", false},
		{"asked without a supervisor", "program", "program", true},
		{"asked without a supervisor, left the tree of one", "program", "supervisor filter leaves", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(tt.asker+tt.other, "nobody") && !startsAsNobody() {
				t.Skip("this cannot be another user, or not start this program as one")
			}
			asker, other := grow(t, tt.asker), grow(t, tt.other)
			most, supervised, err := FiltersAbove(asker, nil)
			if err != nil || supervised != strings.Contains(tt.asker, "supervisor") {
				t.Fatalf("the measure of who asks: %d, %v, %v", most, supervised, err)
			}
			if err := Outside(other, nil, most); (err == nil) != tt.outside {
				t.Errorf("at most %d filters: %v", most, err)
			}
		})
	}
	if err := Outside(1<<30, nil, 99); err == nil || !strings.Contains(err.Error(), "is gone") {
		t.Errorf("a process that is not there: %v", err)
	}
	if _, _, err := FiltersAbove(1<<30, nil); err == nil {
		t.Error("a measure of a process that is not there")
	}
	if err := Outsider(nil); err != nil {
		t.Errorf("this process: %v", err)
	}
}

// What is known to be inside is told apart among the rows that are asked about.
func TestMarkInside(t *testing.T) {
	t.Parallel()
	want := map[string]bool{"program": false, "setsid": false, "supervisor program": true, "supervisor filter leaves": true, "filter": true}
	for steps, inside := range want {
		row, err := Get(grow(t, steps))
		if err != nil {
			t.Fatal(err)
		}
		rows := []tiers.Process{row, row, {PID: 1 << 30, Name: row.Name}}
		rows[1].Name = "another"
		MarkInside(rows, nil, strings.ToLower(row.Name[:3]))
		if rows[0].Inside != inside || rows[1].Inside || !rows[2].Inside {
			t.Errorf("%s: %v; of another name %v; of one that is gone %v", steps, rows[0].Inside, rows[1].Inside, rows[2].Inside)
		}
	}
}
