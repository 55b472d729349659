package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An agent that keeps `bash -i` open on pipes has from it what it has from the
// shell itself: output and end. (On standard error bash shows a line once more
// where a key has run a hook.)
func TestInteractiveOnPipes(t *testing.T) {
	t.Parallel()
	shims := shimFolder(t)
	long := "echo " + strings.Repeat("x", 5000)
	for _, tt := range []struct{ shell, typed string }{
		{"bash", "echo hi; false\necho $?\nexit 3\n"},
		{"bash", "for i in 1 2\ndo echo $i\ndone\ncat <<E\na $i\nE\n"},
		{"bash", "read x\nthe line\necho \"got $x\"\ncat\nthe rest\n"},
		{"bash", "x=1; cd /usr; PS1=\npwd; echo $x $-\nf() { echo f $1; }; f y; alias g='echo alias'\ng h\n(exit 4)\n"},
		{"bash", "echo a )\necho $?\necho b\n"},
		{"bash", "sleep 0.1 & wait; echo $?; jobs\n" + long + "\n"},
		{"zsh", "echo hi; false\necho $?\nfor i in 1 2\ndo echo $i\ndone\nexit 3\n"},
		{"dash", "echo hi; false\necho $?\nfor i in 1 2\ndo echo $i\ndone\nexit 3\n"},
	} {
		t.Run(fmt.Sprintf("%s %.40q", tt.shell, tt.typed), func(t *testing.T) {
			t.Parallel()
			need(t, tt.shell)
			run := func(program string) string {
				c := exec.Command(program, "-i")
				c.Args[0] = tt.shell
				c.Stdin, c.Env, c.Dir = strings.NewReader(tt.typed), append(environment(t), "HERMES_YOLO_MODE=1", "PS1=$ ", "TERM=dumb"), t.TempDir()
				var out, errs bytes.Buffer
				c.Stdout, c.Stderr, c.WaitDelay = &out, &errs, time.Minute
				return fmt.Sprintf("end: %s\n%s", ended(c.Run()), &out)
			}
			if want, got := run("/bin/"+tt.shell), run(filepath.Join(shims, tt.shell)); got != want {
				t.Errorf("--- %s\n%s\n--- hermes-exec\n%s", tt.shell, want, got)
			}
		})
	}
}

// Each line is judged before it runs there, too.
func TestInteractiveOnPipesIsJudged(t *testing.T) {
	t.Parallel()
	shims := shimFolder(t)
	const typed = "echo one\nmkfs.ext4 /dev/no-such-disk\necho two\nhistory -p '!!'\nPROMPT_COMMAND=\necho three; mkfs.ext4 /dev/no-such-disk\n"
	for _, shell := range []string{"bash", "zsh", "dash"} {
		need(t, shell)
		c := exec.Command(filepath.Join(shims, shell), "-i")
		c.Stdin, c.Env, c.Dir = strings.NewReader(typed), append(environment(t), "HERMES_YOLO_MODE=1"), t.TempDir()
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr, c.WaitDelay = &out, &errs, time.Minute
		c.Run()
		if n := strings.Count(errs.String(), "BLOCKED (hardline): "); n != 2 || strings.Contains(errs.String(), "mkfs.ext4: ") || strings.Contains(out.String(), "three") || !strings.Contains(out.String(), "one\ntwo\n") {
			t.Errorf("%s: %d refused\n%s\n%s", shell, n, &out, &errs)
		}
	}
}
