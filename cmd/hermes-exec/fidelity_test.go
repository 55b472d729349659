package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The forms in which each script of testdata/fidelity is run.
var forms = []struct {
	name string
	run  func(shell, script string) (argv []string, stdin string)
}{
	{"FILE", func(sh, script string) ([]string, string) { return []string{sh, script, "a", "b c"}, "" }},
	{"-c", func(sh, script string) ([]string, string) {
		text, _ := os.ReadFile(script)
		return []string{sh, "-c", string(text), "name", "a"}, ""
	}},
	{"stdin, a file", func(sh, script string) ([]string, string) { return []string{sh}, script }},
	{"stdin, a pipe", func(sh, script string) ([]string, string) { return []string{sh, "-s", "a"}, "|" + script }},
}

// Where bash does something else, and why that is left so.
var differences = []struct{ script, form, why string }{
	{"mapfile.sh", "stdin, a file", "bash has read ahead in the file and does not go back for mapfile, which finds nothing; here it finds what follows, as it does in a pipe"},
	{"exit-reads.sh", "stdin, a file", "the same for what a trap reads behind exit"},
}

// Every script does the same under a hermes-exec called bash that refuses
// nothing as under bash itself: the same output, errors, end, and files.
func TestFidelity(t *testing.T) {
	t.Parallel()
	shims := shimFolder(t)
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "fidelity", "*.sh"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		script, err := filepath.Abs(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range forms {
			t.Run(filepath.Base(script)+" "+form.name, func(t *testing.T) {
				t.Parallel()
				argv, stdin := form.run("bash", script)
				want := trial{program: "/bin/bash", argv: argv, stdin: stdin}.seen(t)
				got := trial{program: filepath.Join(shims, "bash"), argv: argv, stdin: stdin}.seen(t)
				for _, d := range differences {
					if d.script == filepath.Base(script) && d.form == form.name {
						if got == want {
							t.Errorf("%s: is the same now", d.why)
						}
						return
					}
				}
				if got != want {
					t.Errorf("%s\n--- bash\n%s\n--- hermes-exec\n%s", argv, want, got)
				}
			})
		}
	}
}

// shimFolder has hermes-exec under the names of shells.
func shimFolder(t *testing.T) string {
	t.Helper()
	return ours("shims")
}

// trial is a program that is run in a folder of its own, under the name argv[0].
type trial struct {
	program string
	argv    []string
	stdin   string   // a file, |FILE a pipe that holds it, "" /dev/null
	files   string   // a folder whose content is in the run's own
	env     []string // beside ours; @DIR@ is the run's folder
	limit   time.Duration
}

// seen tells all that can be seen of it.
func (r trial) seen(t *testing.T) string {
	t.Helper()
	dir, home := t.TempDir(), t.TempDir()
	if r.files != "" {
		if err := os.CopyFS(dir, os.DirFS(r.files)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(r.limit, 30*time.Second))
	defer cancel()
	c := exec.CommandContext(ctx, r.program, r.argv[1:]...)
	c.Args[0] = r.argv[0]
	c.Dir = dir
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 10 * time.Second
	c.Env = slices.Concat(os.Environ(), []string{"HOME=" + home, "HERMES_YOLO_MODE=1", "LC_ALL=C.UTF-8", "PWD=" + dir}, r.env)
	for i := range c.Env {
		c.Env[i] = strings.ReplaceAll(c.Env[i], "@DIR@", dir)
	}
	if file, pipe := strings.CutPrefix(r.stdin, "|"); r.stdin != "" {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if c.Stdin = f; pipe {
			c.Stdin = struct{ io.Reader }{f} // copied through a pipe
		}
	}
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var sb strings.Builder
	fmt.Fprintf(&sb, "end: %s\nstdout: %s\nstderr: %s\n", ended(err), &out, &errs)
	filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, path); err == nil && name != "." {
			info, _ := e.Info()
			text, _ := os.ReadFile(path)
			fmt.Fprintf(&sb, "left: %s %s %x\n", name, info.Mode(), sha256.Sum256(text))
		}
		return nil
	})
	return strings.ReplaceAll(sb.String(), dir, "DIR")
}
