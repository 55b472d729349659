package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestBashSuite runs the tests in bash's own source, where scripts/fidelity says
// they are, as script files and on standard input. The shells that they start
// are bash itself.
func TestBashSuite(t *testing.T) {
	t.Parallel()
	root := os.Getenv("HERMES_EXEC_BASH_SOURCE")
	if root == "" {
		t.Skip("scripts/fidelity fetches the tests of bash and runs them")
	}
	scripts, err := filepath.Glob(filepath.Join(root, "tests", "*.tests"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%s: no tests: %v", root, err)
	}
	tools, shims := bashTools(t, root), shimFolder(t)
	var tally runs
	var shared sync.RWMutex // /tmp
	t.Run("all", func(t *testing.T) {
		for _, script := range scripts {
			for _, form := range []string{"FILE", "stdin"} {
				name := strings.TrimSuffix(filepath.Base(script), ".tests") + " " + form
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					defer shareTmp(&shared, script)()
					bash := trial{program: "/bin/bash", argv: []string{"bash", "./" + filepath.Base(script)}, files: filepath.Dir(script), limit: 2 * time.Minute}
					if form == "stdin" {
						bash.argv, bash.stdin = []string{"bash"}, script
					}
					bash.env = []string{"THIS_SH=/bin/bash", "PATH=" + tools + ":.:" + os.Getenv("PATH"), "TMPDIR=@DIR@", "BUILD_DIR=" + root, "TERM=dumb"}
					tally.compare(t, bash, filepath.Join(shims, "bash"), withoutNumbers, bashSuiteDifferences[name])
				})
			}
		}
	})
	t.Logf("%d scripts of bash's, each as FILE and on stdin: %s", len(scripts), &tally)
}

// bashSuiteDifferences are the tests in which hermes-exec does something else.
var bashSuiteDifferences = map[string]string{
	"histexp stdin": braces,
	"history stdin": braces,
	"vredir stdin":  "it shows the number of a descriptor, and one more is in use: the caller's standard input",
}

const braces = "the history of a script on standard input shows each statement in the braces it is passed in"

// bashTools builds the programs that the tests call.
func bashTools(t *testing.T, root string) string {
	need(t, "cc")
	dir := t.TempDir()
	for name, text := range map[string]string{"config.h": "#define HAVE_UNISTD_H 1\n#define HAVE_STRING_H 1\n#define HAVE_STDLIB_H 1\n", "bashansi.h": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"printenv", "recho", "zecho", "xcase"} {
		c := exec.Command("cc", "-w", "-I"+dir, "-o", filepath.Join(dir, name), filepath.Join(root, "support", name+".c"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	return dir
}

// withoutNumbers leaves out pids and times; and what only a file of the run's
// own would show, since the tests name many by their pid.
func withoutNumbers(seen string) string {
	seen = regexp.MustCompile(`(?s)current time and -1 possible mismatch.*?\n\|\n`).ReplaceAllString(seen, "") // two looks at the clock
	seen = regexp.MustCompile(`\b\d{3,7}\b`).ReplaceAllString(withoutPIDs(seen), "N")
	return regexp.MustCompile(`(?m)^left: .*\n?`).ReplaceAllString(seen, "")
}
