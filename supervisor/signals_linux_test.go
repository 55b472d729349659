package supervisor

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func init() {
	moreActs["block"] = block
	moreActs["thread"] = func() {
		end := OnThread(func() { fmt.Println("main thread:", onMainThread()) })
		end()
		os.Exit(0)
	}
}

// What a guard does to the thread that starts a command is not to be seen of the
// process: who has a filter on is not believed to be outside.
func TestThread(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(testBinary(t))
	cmd.Env = append(os.Environ(), "ACT=thread")
	if got, want := headless(t, cmd).rest(), "main thread: false\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	endOf(t, cmd)
}

// block becomes its arguments with two signals blocked.
func block() {
	runtime.LockOSThread()
	set := only(syscall.SIGUSR1)
	set.Val[0] |= only(syscall.SIGALRM).Val[0]
	unix.PthreadSigmask(unix.SIG_BLOCK, set, nil)
	os.Unsetenv("ACT")
	path, err := exec.LookPath(os.Args[1])
	if err == nil {
		err = syscall.Exec(path, os.Args[1:], os.Environ())
	}
	fmt.Println(err)
}

// A command starts with the caller's blocked signals, and with those ignored
// that SPEC names; all others have their default action.
func TestDispositionsInherited(t *testing.T) {
	t.Parallel()
	const show = `grep -E "^Sig(Blk|Ign|Cgt)" /proc/self/status`
	for _, tt := range []struct{ name, before, ignored, want string }{
		{"none", "exec", "", ""},
		{"blocked, of those that Go leaves so", `ACT=block exec "$0"`, "", ""},
		{"nohup", "exec", "HUP", "HUP"},
		{"background of a shell without job control", "exec", "INT QUIT", "INT QUIT"},
		{"INT alone counts as that", "exec", "INT", "INT QUIT"},
		{"QUIT alone", "exec", "QUIT", ""},
		{"job control", "exec", "TSTP TTIN TTOU", "TSTP TTIN TTOU"},
		{"others", "exec", "TERM PIPE USR1 USR2 ALRM CHLD WINCH XFSZ ABRT", ""},
		{"some of each", "exec", "HUP TERM TSTP", "HUP TSTP"},
	} {
		for _, pty := range []string{"never", "always"} {
			t.Run(tt.name+"/pty="+pty, func(t *testing.T) {
				t.Parallel()
				run := func(ignored, supervisor string) string {
					script := tt.before + " env " + supervisor + show
					if ignored != "" {
						script = `trap "" ` + ignored + "; " + script
					}
					cmd := exec.Command("sh", "-c", script, testBinary(t))
					out := strings.ReplaceAll(headless(t, cmd).rest(), "\r", "")
					endOf(t, cmd)
					return out
				}
				want, got := run(tt.want, ""), run(tt.ignored, "KEEP=pty="+pty+` "$0" `)
				if got != want || !strings.Contains(want, "SigIgn") {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
	}
}
