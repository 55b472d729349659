package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Real work through the wrapper gives what bash gives: the same bytes on
// standard output and the same status.
func TestSameAsBash(t *testing.T) {
	t.Parallel()
	need(t, "git")
	repo := scratchRepo(t)
	module, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, dir, script string }{
		{"build and vet", module, "go build ./... && go vet ./..."},
		{"list packages", module, "go list ./... | sort"},
		{"git log, head", repo, "git log --format=%s | head -n 2"},
		{"git log, head, pipefail", repo, "set -o pipefail; git log -p | head -n 1; echo ${PIPESTATUS[1]}"},
		{"git status of a changed tree", repo, "echo more >> file; git status --short; git diff --stat; git checkout -q file"},
		{"100 MB", repo, "head -c 100000000 /dev/zero | cksum"},
		{"loops and arithmetic", repo, "for ((i = 0; i < 300; i++)); do echo $((i * i)); done | sort -n | tail -n 3"},
		{"a failing command in the middle", repo, "ls no-such-file || echo no; false"},
		{"a login shell's options", repo, "shopt -s extglob; echo !(nothing)"},
		{"a here-document", repo, "cat <<EOF\n$((6 * 7)) $(basename \"$PWD\")\nEOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want, wantEnd := runIn(t, tt.dir, "/bin/bash", "-c", tt.script)
			got, gotEnd := runIn(t, tt.dir, "hermes-exec", "-c", tt.script)
			if gotEnd != wantEnd || !bytes.Equal(got, want) {
				t.Errorf("%s\n\tbash ended with %s and wrote %q\n\there it is %s and %q", tt.script, wantEnd, cut(want), gotEnd, cut(got))
			}
		})
	}
}

// A pipe on either side of the wrapper carries 100 MB unchanged.
func TestLargePipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want, _ := runIn(t, dir, "/bin/bash", "-c", "head -c 100000000 /dev/zero | cksum")
	for _, script := range []string{
		"head -c 100000000 /dev/zero | hermes-exec -c cksum",
		"hermes-exec -- head -c 100000000 /dev/zero | cksum",
		"hermes-exec -- head -c 100000000 /dev/zero | hermes-exec -- cat | cksum",
	} {
		if got, end := runIn(t, dir, "/bin/bash", "-c", script); end != "0" || !bytes.Equal(got, want) {
			t.Errorf("%s: ended with %s and wrote %q, want %q", script, end, got, want)
		}
	}
}

// runIn runs a program with a home of its own and gives its standard output
// and how it ended.
func runIn(t *testing.T, dir string, argv ...string) (out []byte, end string) {
	t.Helper()
	c := exec.Command(argv[0], argv[1:]...)
	c.Dir = dir
	c.Env = environment(t)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if t.Failed() || errs.Len() > 0 {
		t.Logf("%s: %s", strings.Join(argv, " "), cut(errs.Bytes()))
	}
	return out, ended(err)
}

// environment is the test's own with a temporary home.
func environment(t *testing.T) []string {
	t.Helper()
	return append(os.Environ(), "HOME="+t.TempDir())
}

// scratchRepo is a git repository with a few commits.
func scratchRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	script := `git init -q
git config user.name Test
git config user.email test@example.org
for i in 1 2 3 4 5; do
	seq $((i * 5000)) > file
	git add file
	git commit -q -m "commit $i"
done`
	if out, end := runIn(t, dir, "/bin/bash", "-ec", script); end != "0" {
		t.Fatalf("git: %s %s", end, out)
	}
	return dir
}

// cut shortens what a failure message quotes.
func cut(b []byte) string {
	if len(b) > 2000 {
		return string(b[:1000]) + " … " + string(b[len(b)-1000:])
	}
	return string(b)
}
