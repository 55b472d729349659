package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// closings are ways to close standard streams, and what is open in their place:
// Go's runtime opens /dev/null there before this program begins.
var closings = []struct{ closing, stands string }{
	{"<&-", "<>/dev/null"},
	{">&-", "1<>/dev/null"},
	{"2>&-", "2<>/dev/null"},
	{"<&- 2>&-", "<>/dev/null 2<>/dev/null"},
	{"<&- >&- 2>&-", "<>/dev/null 1<>/dev/null 2<>/dev/null"},
	{">/dev/null", ">/dev/null"},
}

// A standard stream that is closed is /dev/null to the command, whose streams
// are otherwise the caller's.
func TestClosedStreams(t *testing.T) {
	shim := filepath.Join(shimFolder(t), "bash")
	for _, tt := range closings {
		for _, form := range []string{
			`-c 'echo hi; echo $? >status'`,
			`-c 'echo err >&2; echo $? >status'`,
			`-c 'cat; read x; echo $? >status'`,
			`-c 'exec 3</dev/null; (cd /proc/$BASHPID/fd && echo *) >fds; echo out; nosuchcommand; echo $? >status'`,
			"./script",
			"-s a",
		} {
			t.Run(tt.closing+" "+form, func(t *testing.T) {
				t.Parallel()
				run := func(program, streams string) string {
					text := "printf 'echo hi; echo $? >status\nread x\necho $? $x >>status\n' >script; exec \"$0\" " + form + " " + streams
					return trial{program: "/bin/sh", argv: []string{"sh", "-c", text, program}}.seen(t)
				}
				want, got := run("/bin/bash", tt.stands), strings.ReplaceAll(run(shim, tt.closing), shim, "/bin/bash")
				if got != want {
					t.Errorf("--- bash %s\n%s\n--- hermes-exec\n%s", tt.stands, want, got)
				}
			})
		}
	}
}
