//go:build amd64 || arm64

package main

import (
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// A command has its caller's signal mask and ignored signals, whatever the Go
// runtime makes of them for itself.
func TestSignalsInherited(t *testing.T) {
	need(t, "perl")
	const launcher = `use POSIX; my ($what, @sigs) = split /,/, shift;
if ($what eq "ignore") { sigaction($_, POSIX::SigAction->new("IGNORE")) for @sigs }
else { sigprocmask(SIG_BLOCK, POSIX::SigSet->new(@sigs)) }
exec { $ARGV[0] } @ARGV;`
	for _, terminal := range []bool{false, true} {
		for _, change := range []string{"block,15", "block,1,2,3,6,10,14,15,17,20,28,40", "block,4,5,7,8,11,31", "ignore,17", "ignore,5,27,31", "ignore,1,2,3,10,13,14,15,23,28,29"} {
			if runtime.GOARCH != "amd64" && strings.HasPrefix(change, "ignore") {
				continue // what was ignored is not known there
			}
			if terminal && (change == "ignore,17" || change == "ignore,5,27,31") {
				continue // syscall.ForkExec undoes that
			}
			t.Run(fmt.Sprint(change, terminal), func(t *testing.T) {
				t.Parallel()
				run := func(argv ...string) string {
					c := exec.Command("perl", append([]string{"-e", launcher, change}, argv...)...)
					c.Env = environment(t)
					c.Dir = t.TempDir()
					if !terminal {
						out, err := c.CombinedOutput()
						return fmt.Sprint(string(out), err)
					}
					f, err := pty.Start(c)
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					out, _ := io.ReadAll(f) // its error is how a terminal ends
					return fmt.Sprint(string(out), c.Wait())
				}
				show := []string{"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"}
				if want, got := run(show...), run(append([]string{"hermes-exec", "--"}, show...)...); got != want {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
	}
}
