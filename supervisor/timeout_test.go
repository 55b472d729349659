package supervisor

import (
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// When the time is over the whole tree goes, whatever it ignores and wherever
// it moved.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		options string
		script  string
		want    Status
	}{
		{"in time", "timeout=1h", "exit 3", Status{Code: 3}},
		{"TERM", "timeout=50ms kill-after=1h", "exec sleep 1000", Status{Code: 124}},
		{"TERM with a status of its own", "timeout=50ms kill-after=1h", `ACT=polite exec "$SELF"`, Status{Code: 124}},
		{"KILL", "timeout=50ms kill-after=50ms", `ACT=stubborn exec "$SELF"`, Status{Code: 124}},
		{"stopped", "timeout=50ms kill-after=1h", "kill -STOP $$", Status{Code: 124}},
		{"children", "timeout=50ms kill-after=50ms", `ACT=stubborn "$SELF"; exit 1`, Status{Code: 124}},
		{"orphans", "timeout=50ms kill-after=50ms", `(ACT=stubborn "$SELF" &); exec sleep 1000`, Status{Code: 124}},
		{"another session", "timeout=50ms kill-after=50ms", `(ACT=stubborn setsid "$SELF" &); exec sleep 1000`, Status{Code: 124}},
	} {
		for _, pty := range []string{"never", "always"} {
			t.Run(tt.name+"/pty="+pty, func(t *testing.T) {
				t.Parallel()
				if runtime.GOOS != "linux" && (tt.name == "orphans" || tt.name == "another session") {
					t.Skip("orphans cannot be adopted here")
				}
				cmd := supervised(t, tt.options+" pty="+pty, "sh", "-c", tt.script)
				alive, held, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer alive.Close()
				cmd.ExtraFiles = []*os.File{held}
				if tt.name == "stopped" && pty == "always" {
					t.Skip("there it stops the supervisor with it, as from a shell")
				}
				headless(t, cmd)
				held.Close()
				if got := endOf(t, cmd); got != tt.want {
					t.Errorf("ended with %+v, want %+v", got, tt.want)
				}
				(&reader{t: t, f: alive}).rest() // to the end: the whole tree is gone
			})
		}
	}
}

// Between TERM and KILL there is the grace that was given, or SPEC's.
func TestGrace(t *testing.T) {
	for given, want := range map[time.Duration]time.Duration{0: 5 * time.Second, -1: 5 * time.Second, 1: 1, time.Hour: time.Hour} {
		ch := newChildren(context.Background(), Command{KillAfter: given})
		ch.stop()
		if ch.wait != want {
			t.Errorf("%v: %v, want %v", given, ch.wait, want)
		}
	}
}

// What was being forked when the tree got TERM gets it when the command has ended.
func TestForkedMeanwhile(t *testing.T) {
	late := exec.Command("sleep", "1000")
	if err := late.Start(); err != nil {
		t.Fatal(err)
	}
	ch := newChildren(context.Background(), Command{Timeout: time.Hour, KillAfter: time.Hour})
	defer ch.stop()
	ch.rung = 1
	giveUp := time.AfterFunc(patience, func() { late.Process.Kill() })
	ch.finish(Status{})
	if !giveUp.Stop() {
		t.Error("it was not told")
	}
}

func TestCancel(t *testing.T) {
	for _, pty := range []PtyMode{PtyNever, PtyAlways} {
		t.Run(string(pty), func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			got, err := Keep(ctx, Command{Path: "/bin/sleep", Argv: []string{"sleep", "1000"}, Pty: pty})
			if err != nil || got != (Status{Signal: syscall.SIGTERM}) {
				t.Errorf("ended with %+v, %v", got, err)
			}
		})
	}
}

var runs = flag.Int("runs", 5, "commands that TestNothingLeft runs in each way")

// Keep leaves no child, no descriptor and no goroutine behind.
func TestNothingLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		c    Command
		want Status
	}{
		{"headless", context.Background(), Command{Pty: PtyNever}, Status{Code: 3}},
		{"pty", context.Background(), Command{Pty: PtyAlways}, Status{Code: 3}},
		{"limited", ctx, Command{Pty: PtyNever}, Status{Code: 3}},
		{"limited pty", ctx, Command{Pty: PtyAlways}, Status{Code: 3}},
		{"timeout", context.Background(), Command{Pty: PtyNever, Timeout: time.Nanosecond, Env: []string{"TIMED=exec"}}, Status{Code: 124}},
		{"stubborn orphan", context.Background(), Command{Pty: PtyNever, Timeout: 50 * time.Millisecond,
			KillAfter: time.Millisecond, Env: []string{"TIMED=(trap '' TERM; sleep 1000) & exec"}}, Status{Code: 124}},
		{"not found", context.Background(), Command{Pty: PtyNever, Path: "/nowhere"}, Status{}},
		{"not found pty", context.Background(), Command{Pty: PtyAlways, Path: "/nowhere"}, Status{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.c.Path == "" {
				tt.c.Path = "/bin/sh"
			}
			tt.c.Argv = []string{"sh", "-c", `test "$TIMED" && eval "$TIMED sleep 1000"; exit 3`}
			if tt.c.Timeout > 0 {
				tt.c.Env = append(tt.c.Env, "PATH="+os.Getenv("PATH"))
			}
			keep := func() {
				if got, err := Keep(tt.ctx, tt.c); got != tt.want || (err != nil) != (tt.c.Path == "/nowhere") {
					t.Errorf("ended with %+v, %v", got, err)
				}
			}
			keep() // the runtime's own come with the first
			descriptors, goroutines := openDescriptors(), runtime.NumGoroutine()
			for range *runs {
				keep()
			}
			if n := openDescriptors(); n > descriptors {
				t.Errorf("%d descriptors, before %d", n, descriptors)
			}
			settle(t, goroutines)
			if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); err != syscall.ECHILD {
				t.Errorf("a child is left: %d, %v", pid, err)
			}
		})
	}
}

// Where nothing is adopted the caller's other children are left to it.
func TestOthersChildren(t *testing.T) {
	other := exec.Command("sh", "-c", "exit 7")
	out, err := other.StdoutPipe()
	if err == nil {
		err = other.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	io.ReadAll(out) // to its end
	for _, pty := range []PtyMode{PtyNever, PtyAlways} {
		c := Command{Path: "/bin/sh", Argv: []string{"sh", "-c", "sleep 0.1; exit 3"}, Pty: pty}
		if got, err := Keep(context.Background(), c); got != (Status{Code: 3}) || err != nil {
			t.Errorf("ended with %+v, %v", got, err)
		}
	}
	if other.Wait(); other.ProcessState == nil || other.ProcessState.ExitCode() != 7 {
		t.Errorf("the other child: %v", other.ProcessState)
	}
}

func openDescriptors() (n int) {
	for fd := range 256 {
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil {
			n++
		}
	}
	return n
}

// settle waits until no more than n goroutines are left: a subscription to
// signals ends on its own time.
func settle(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > n; runtime.Gosched() {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, before %d\n%s", runtime.NumGoroutine(), n, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
