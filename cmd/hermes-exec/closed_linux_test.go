//go:build amd64 || arm64

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// closings are ways to close standard streams, or nearly so.
var closings = []string{"<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-", "0<>/dev/null", ">/dev/null 2>&1", "1<>/dev/null"}

var closedScripts = []string{
	`echo hi; echo $? >status`,
	`echo err >&2; echo $? >status`,
	`cat; echo $? >status`,
	`read x; echo $? >status`,
	`cd /proc/self/fd; for fd in 0 1 2; do [ -e $fd ]; eval "s$fd=$?"; done; echo $s0 $s1 $s2 >"$OLDPWD/status"`,
	`exec 3</dev/null; (cd /proc/$BASHPID/fd && echo *) >fds; echo out; nosuchcommand; false | true; echo "${PIPESTATUS[*]}" >status`,
}

// A stream that is closed is so for the command, and one on /dev/null is not.
func TestClosedStreams(t *testing.T) {
	shim := filepath.Join(shimFolder(t), "bash")
	for _, closing := range closings {
		for i, script := range closedScripts {
			t.Run(fmt.Sprint(closing, i), func(t *testing.T) {
				t.Parallel()
				run := func(program string) string {
					return trial{program: "/bin/sh", argv: []string{"sh", "-c", `exec "$0" -c "$1" ` + closing, program, script}}.seen(t)
				}
				want, got := run("/bin/bash"), strings.ReplaceAll(run(shim), shim, "/bin/bash")
				if got != want {
					t.Errorf("%s\n--- bash\n%s\n--- hermes-exec\n%s", script, want, got)
				}
			})
		}
	}
}

// The same for a script file and a script on standard input, closed or not.
func TestClosedStreamsOfScripts(t *testing.T) {
	shim := filepath.Join(shimFolder(t), "bash")
	for _, form := range []string{"./script <&-", "./script >&-", "<script >&-", "<script 2>&-", "-s a <&-", "/dev/stdin <&-", "/dev/stdin <script >&-"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			run := func(program string) string {
				text := "printf 'echo hi; echo $? >status\\nread x\\necho $? $x >>status\\n' >script; exec \"$0\" " + form
				return trial{program: "/bin/sh", argv: []string{"sh", "-c", text, program}}.seen(t)
			}
			if want, got := run("/bin/bash"), strings.ReplaceAll(run(shim), shim, "/bin/bash"); got != want {
				t.Errorf("--- bash\n%s\n--- hermes-exec\n%s", want, got)
			}
		})
	}
}

// And where the streams that are open are on a terminal.
func TestClosedStreamsOnTerminal(t *testing.T) {
	shim := filepath.Join(shimFolder(t), "bash")
	for _, closing := range []string{"<&-", ">&-", "2>&-", "<&- >&-"} {
		for i, script := range closedScripts {
			t.Run(fmt.Sprint(closing, i), func(t *testing.T) {
				t.Parallel()
				run := func(program string) string {
					dir := t.TempDir()
					c := exec.Command("/bin/sh", "-c", `exec "$0" -c "$1" </dev/null `+closing, program, script)
					c.Dir, c.Env = dir, append(os.Environ(), "HERMES_YOLO_MODE=1", "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
					f, err := pty.Start(c)
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					out, _ := io.ReadAll(f) // its error is how a terminal ends
					err = c.Wait()
					seen := fmt.Sprintf("end: %s\n%s", ended(err), out)
					for _, name := range []string{"status", "fds"} {
						text, _ := os.ReadFile(filepath.Join(dir, name))
						seen += name + ": " + string(text)
					}
					return seen
				}
				if want, got := run("/bin/bash"), strings.ReplaceAll(run(shim), shim, "/bin/bash"); got != want {
					t.Errorf("%s\n--- bash\n%s\n--- hermes-exec\n%s", script, want, got)
				}
			})
		}
	}
}
