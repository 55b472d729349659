package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// prefix is a folder that scripts/install puts the programs in.
type prefix struct {
	t   *testing.T
	dir string
	env []string
}

func newPrefix(t *testing.T) *prefix {
	need(t, "go")
	home := t.TempDir()
	return &prefix{t: t, dir: filepath.Join(home, ".local"), env: append(os.Environ(), "HOME="+home, "DESTDIR=", "CGO_ENABLED=1")}
}

// script runs scripts/install from a folder that is not the repository.
func (i *prefix) script(args ...string) (out string, err error) {
	i.t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "scripts", "install"))
	if err != nil {
		i.t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir, c.Env = i.t.TempDir(), i.env
	b, err := c.CombinedOutput()
	return string(b), err
}

func (i *prefix) works(args ...string) string {
	i.t.Helper()
	out, err := i.script(args...)
	if err != nil {
		i.t.Fatalf("scripts/install %v: %v\n%s", args, err, out)
	}
	return out
}

// files are all that is below a folder; folders have a / at the end.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if rel, _ := filepath.Rel(dir, path); d.IsDir() {
			list = append(list, rel+"/")
		} else {
			list = append(list, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var allInstalled = []string{
	"bin/hermes-confirmd",
	"bin/hermes-exec",
	"share/bash-completion/completions/hermes-confirmd",
	"share/bash-completion/completions/hermes-exec",
	"share/fish/vendor_completions.d/hermes-confirmd.fish",
	"share/fish/vendor_completions.d/hermes-exec.fish",
	"share/hermes-exec/installed",
	"share/man/man1/hermes-confirmd.1",
	"share/man/man1/hermes-exec.1",
	"share/man/man5/hermes-exec.yaml.5",
	"share/zsh/site-functions/_hermes-confirmd",
	"share/zsh/site-functions/_hermes-exec",
}

func TestInstall(t *testing.T) {
	t.Parallel()
	i := newPrefix(t)
	// What others have put there stays.
	if err := os.MkdirAll(filepath.Join(i.dir, "share", "man", "man1"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := files(t, i.dir)

	out := i.works("--prefix", i.dir)
	bin := filepath.Join(i.dir, "bin")
	for _, want := range []string{"installed  " + bin + "/hermes-exec\n", "hermes-exec ", bin + " is not on PATH", "fpath=", "next: hermes-exec demo\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	for _, program := range []string{"hermes-exec", "hermes-confirmd"} {
		wantNoCgo(t, filepath.Join(bin, program))
	}
	after := files(t, i.dir)
	if got := slices.DeleteFunc(slices.Clone(after), func(f string) bool { return strings.HasSuffix(f, "/") }); !slices.Equal(got, allInstalled) {
		t.Errorf("installed are\n%s", strings.Join(got, "\n"))
	}

	// What was installed works, and finds itself in order.
	i.env = append(i.env, "PATH="+bin+":"+os.Getenv("PATH"))
	doctor := exec.Command(filepath.Join(bin, "hermes-exec"), "doctor")
	doctor.Env = i.env
	found, err := doctor.CombinedOutput()
	if err != nil || bytes.Contains(found, []byte("problem ")) {
		t.Errorf("doctor: %v\n%s", err, found)
	}
	for line := range strings.SplitSeq(string(found), "\n") {
		// Which agents a machine has, and what its kernel lets us do, is not ours.
		if strings.HasPrefix(line, "warning ") && !strings.Contains(line, "  agents ") && !strings.Contains(line, "  kernel guard ") {
			t.Errorf("doctor: %s", line)
		}
	}

	// Once more changes nothing, and what runs goes on.
	running := exec.Command(filepath.Join(bin, "hermes-exec"), "-c", "read line; bash -c true; echo got $line")
	running.Env = i.env
	in, err := running.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	running.Stdout, running.Stderr = &said, &said
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	if out := i.works("--prefix=" + i.dir); strings.Contains(out, "not on PATH") {
		t.Errorf("it is on PATH now:\n%s", out)
	}
	io.WriteString(in, "it\n")
	in.Close()
	if err := running.Wait(); err != nil || said.String() != "got it\n" {
		t.Errorf("what ran meanwhile: %v %q", err, &said)
	}
	if again := files(t, i.dir); !slices.Equal(again, after) {
		t.Errorf("twice is not once:\n%s", strings.Join(again, "\n"))
	}

	i.works("--prefix", i.dir, "--uninstall")
	if got := files(t, i.dir); !slices.Equal(got, before) {
		t.Errorf("left behind:\n%s", strings.Join(got, "\n"))
	}
	if out, err := i.script("--prefix", i.dir, "--uninstall"); err == nil || !strings.Contains(out, "nothing was installed") {
		t.Errorf("uninstall where there is nothing: %v %s", err, out)
	}
}

// As packages are made, and by default: ~/.local, as root /usr/local.
func TestInstallDestdir(t *testing.T) {
	t.Parallel()
	i := newPrefix(t)
	dest := filepath.Join(t.TempDir(), "pkg")
	i.env = append(i.env, "DESTDIR="+dest)
	dir := i.dir
	if os.Getuid() == 0 {
		dir = "/usr/local"
	}
	i.works()
	got := slices.DeleteFunc(files(t, dest+dir), func(f string) bool { return strings.HasSuffix(f, "/") })
	if !slices.Equal(got, allInstalled) {
		t.Errorf("installed are\n%s", strings.Join(got, "\n"))
	}
	i.works("--uninstall")
	if _, err := os.Stat(dest); err == nil {
		t.Errorf("left behind:\n%s", strings.Join(files(t, dest), "\n"))
	}
}

// An agent that was put under hermes-exec would be left without a shell.
func TestUninstallLeavesNoAgentWithoutShell(t *testing.T) {
	t.Parallel()
	i := newPrefix(t)
	i.works("--prefix", i.dir)
	record := filepath.Join(i.dir, "..", ".hermes", "exec", "init", "pi.json")
	if err := os.MkdirAll(filepath.Dir(record), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := i.script("--prefix", i.dir, "--uninstall")
	if err == nil || !strings.Contains(out, "hermes-exec init pi --undo") {
		t.Errorf("%v\n%s", err, out)
	}
	if !executableFile(filepath.Join(i.dir, "bin", "hermes-exec")) {
		t.Error("it is gone all the same")
	}
}

func executableFile(path string) bool { return executable(path) == nil }

func TestInstallUsage(t *testing.T) {
	t.Parallel()
	i := newPrefix(t)
	for _, tc := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"--help"}, true, "--uninstall"},
		{[]string{"--prefix"}, false, "needs a folder"},
		{[]string{"--prefix="}, false, "needs a folder"},
		{[]string{"now"}, false, "now: there is --prefix DIR"},
	} {
		if out, err := i.script(tc.args...); (err == nil) != tc.ok || !strings.Contains(out, tc.want) {
			t.Errorf("%q: %v\n%s", tc.args, err, out)
		}
	}
}
