package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

// TestBelow has real programs start what would be hardline in the text, where
// the text does not show it: each file of testdata/below is one, see [belowCase].
//
// The dangerous programs are stubs, which write down how they were called, and
// the others of those names are not on PATH. Each case runs three times. The
// first run is without hermes-exec, and with words that no real program of that
// name takes: where the stub is not the one that was called, the case ends there.
// With the exec guard off the stub is called, so that the case can fail, and with
// it on nothing is.
func TestBelow(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "below", "*.txtar"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			b := readBelow(t, file)
			b.fence(t)
			if out, errs := b.harmless(t); !b.called(t, stubbed(b.want, b.danger)) {
				t.Fatalf("the stub is not what it calls; it runs no further\n%s%s", out, errs)
			}
			t.Run("off", b.off)
			t.Run("on", b.on)
		})
	}
}

// off shows that the case comes to the call, past the verdict on its text.
func (b *belowCase) off(t *testing.T) {
	r := b.run(t, "off")
	if !b.called(t, b.want) {
		t.Errorf("without the guard %q is not called: %s", b.want, r)
	}
}

// on shows that the call is refused, said and recorded.
func (b *belowCase) on(t *testing.T) {
	if _, err := guard.Available(); err != nil {
		t.Skipf("no guard here: %v", err)
	}
	r := b.run(t, "on")
	var wrong []string
	if b.called(t, b.want) {
		wrong = append(wrong, fmt.Sprintf("%q was called", b.want))
	}
	if !strings.Contains(r.errs, "hermes-exec: BLOCKED (exec guard):") {
		wrong = append(wrong, "nothing was said")
	}
	names := func(chain string) bool {
		return slices.ContainsFunc(b.chain, func(name string) bool { return strings.Contains(chain, name) })
	}
	switch chains := guardChains(t, r.audit); {
	case len(chains) == 0:
		wrong = append(wrong, "no record has a chain")
	case len(b.chain) > 0 && !slices.ContainsFunc(chains, names):
		wrong = append(wrong, fmt.Sprintf("none of %q is in a chain", b.chain))
	}
	if len(wrong) > 0 {
		t.Errorf("%s: %s", strings.Join(wrong, "; "), r)
	}
}

// guardChains are the chains of callers in the guard's records, as they are written,
// with what they were to start.
func guardChains(t *testing.T, audit string) (chains []string) {
	t.Helper()
	for line := range strings.Lines(audit) {
		var record struct {
			Event string
			Chain json.RawMessage
			Exec  string
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if record.Event == "guard" && !slices.Contains([]string{"", "null", "[]", `""`}, string(record.Chain)) {
			chains = append(chains, string(record.Chain)+" → "+record.Exec)
		}
	}
	return chains
}

// A belowCase is one. Before its files stand, each with its name and a colon:
//
//	text    what hermes-exec is asked to run
//	want    what the stub is called with
//	tools   the programs it needs beside a shell
//	chain   whom the chain of callers names, one of them, as it is called or what runs it
//	danger  what in text and files makes want dangerous: -rf where nothing is said
//	setup   a line of a script that runs before, under no guard
//	rare    a program that is nowhere installed for the tests
//
// Files that begin with #! can be executed.
type belowCase struct {
	text, want, danger, setup string
	tools, rare, chain        []string
	files                     []txtar.File

	dir string // has folders for stubs, tools, home and work, and the stubs' record
}

func readBelow(t *testing.T, file string) *belowCase {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b := &belowCase{danger: "-rf", files: archive.Files, dir: t.TempDir()}
	for line := range strings.Lines(string(archive.Comment)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "text":
			b.text = value
		case "want":
			b.want = value
		case "tools":
			b.tools = strings.Fields(value)
		case "rare":
			b.rare = strings.Fields(value)
		case "chain":
			b.chain = strings.Fields(value)
		case "danger":
			b.danger = value
		case "setup":
			b.setup += value + "\n"
		default:
			t.Fatalf("%s: %q", file, line)
		}
	}
	if b.text == "" || !strings.Contains(b.want, b.danger) {
		t.Fatalf("%s: no text, or %q is not in %q", file, b.danger, b.want)
	}
	b.link(t)
	b.stub(t)
	return b
}

// link makes the folder of tools.
func (b *belowCase) link(t *testing.T) {
	t.Helper()
	for _, tool := range slices.Concat([]string{"bash", "sh", "cat", "env"}, b.tools, b.rare) {
		if slices.Contains(stubs, tool) {
			t.Fatalf("%s is a stub", tool)
		}
		path := programFile(tool)
		if tool == "launch" {
			path = launch(t)
		}
		if path == "" && slices.Contains(b.rare, tool) {
			t.Skipf("%s is not installed", tool)
		}
		if path == "" {
			need(t, tool)
			t.Fatalf("%s is not among the programs of this machine", tool)
		}
		symlink(filepath.Join(b.dir, "tools", tool), path)
	}
}

// programFile finds a program: the system's rather than one of a version manager,
// which wants its own PATH.
func programFile(tool string) string {
	for _, dir := range append([]string{"/usr/bin", "/bin", "/usr/local/bin"}, filepath.SplitList(os.Getenv("PATH"))...) {
		path, err := exec.LookPath(filepath.Join(dir, tool))
		if err == nil {
			return path
		}
	}
	return ""
}

// launch is a program in C that calls what the file words says, by the system
// call or the function it is told.
func launch(t *testing.T) string {
	t.Helper()
	need(t, "cc")
	path, err := launcher()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var launcher = sync.OnceValues(func() (string, error) {
	path := ours("below-launch")
	source := filepath.Join("..", "..", "testdata", "below", "launch.c")
	if out, err := exec.Command("cc", "-pthread", "-o", path, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cc: %w\n%s", err, out)
	}
	return path, nil
})

// stubs are the programs that must not be run.
var stubs = []string{"rm", "dd", "mkfs.ext4", "chmod", "chown", "reboot", "shutdown", "shred", "wipefs"}

func (b *belowCase) stub(t *testing.T) {
	t.Helper()
	for _, name := range stubs {
		script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' \"%s $*\" >>'%s'\n", name, b.record())
		writeIn(t, filepath.Join(b.dir, "stubs", name), script)
	}
}

func (b *belowCase) record() string { return filepath.Join(b.dir, "record") }
func (b *belowCase) path() string {
	return filepath.Join(b.dir, "stubs") + ":" + filepath.Join(b.dir, "tools")
}

// fence ends a case where a dangerous program would be another one than its stub.
func (b *belowCase) fence(t *testing.T) {
	t.Helper()
	for _, name := range stubs {
		for i, dir := range filepath.SplitList(b.path()) {
			path, err := exec.LookPath(filepath.Join(dir, name))
			if i == 0 && err != nil || i > 0 && err == nil {
				t.Fatalf("%s in %s: %q, %v", name, dir, path, err)
			}
			if text, _ := os.ReadFile(path); i == 0 && !bytes.Contains(text, []byte(b.record())) {
				t.Fatalf("%s is not a stub", path)
			}
		}
	}
}

// stubbed takes the danger out of words: no program has this option.
func stubbed(words, danger string) string { return strings.ReplaceAll(words, danger, "--stub") }

// harmless runs the case without its danger, and without hermes-exec.
func (b *belowCase) harmless(t *testing.T) (out, errs string) {
	t.Helper()
	tame := *b
	tame.text, tame.setup = stubbed(b.text, b.danger), stubbed(b.setup, b.danger)
	tame.files = slices.Clone(b.files)
	same := tame.text == b.text && tame.setup == b.setup
	for i, f := range tame.files {
		tame.files[i].Data = []byte(stubbed(string(f.Data), b.danger))
		same = same && bytes.Equal(f.Data, tame.files[i].Data)
	}
	if same {
		t.Fatalf("%q is nowhere in the case: how should it be run without harm?", b.danger)
	}
	tame.prepare(t)
	out, errs, _ = tame.start(t, "HERMES_HOME=", "/bin/sh", "-c", tame.text)
	return out, errs
}

// run has hermes-exec run the case.
func (b *belowCase) run(t *testing.T, setting string) *result {
	t.Helper()
	home := filepath.Join(b.dir, "hermes", setting)
	policy := "exec_guard: " + setting + "\n"
	writeIn(t, policyfile.User(home), policy)
	if err := policyfile.Confirm(home, policyfile.User(home), []byte(policy)); err != nil {
		t.Fatal(err)
	}
	b.prepare(t)
	r := &result{work: home}
	r.out, r.errs, r.err = b.start(t, "HERMES_HOME="+home, ours("shipped/hermes-exec"), "--yolo", "-c", b.text)
	audit, _ := os.ReadFile(filepath.Join(home, "exec", "audit.jsonl"))
	r.audit = string(audit)
	return r
}

// prepare makes the folder the case runs in, and forgets what was called.
func (b *belowCase) prepare(t *testing.T) {
	t.Helper()
	work := filepath.Join(b.dir, "work")
	if err := errors.Join(os.RemoveAll(work), os.RemoveAll(b.record())); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{work, filepath.Join(b.dir, "home"), filepath.Join(b.dir, "tmp")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range b.files {
		writeIn(t, filepath.Join(work, f.Name), string(f.Data))
	}
	if b.setup == "" {
		return
	}
	if out, errs, err := b.start(t, "HERMES_HOME=", "/bin/sh", "-c", b.setup); err != nil {
		t.Fatalf("setup: %v\n%s%s", err, out, errs)
	}
	if b.called(t, b.want) {
		t.Fatal("setup itself calls it")
	}
}

// writeIn writes a file. A script can be executed.
func writeIn(t *testing.T, path, text string) {
	t.Helper()
	mode := os.FileMode(0o600)
	if strings.HasPrefix(text, "#!") {
		mode = 0o700
	}
	writeFile(t, path, text, mode)
}

// start runs a program in the case's world, of which home is the one variable that
// is not always the same.
func (b *belowCase) start(t *testing.T, home string, argv ...string) (out, errs string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute) // a busy machine takes its time
	defer cancel()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir = filepath.Join(b.dir, "work")
	c.Env = []string{
		"PATH=" + b.path(), "HOME=" + filepath.Join(b.dir, "home"), "TMPDIR=" + filepath.Join(b.dir, "tmp"), home,
		"SHELL=/bin/sh", "TERM=dumb", "LC_ALL=C.UTF-8", "TZ=UTC", "CI=true",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
		"CARGO_NET_OFFLINE=true", "npm_config_offline=true", "npm_config_update_notifier=false", "COREPACK_ENABLE_NETWORK=0",
	}
	for _, name := range append(slices.Clone(goSettings), "GOROOT", "CGO_ENABLED") {
		c.Env = append(c.Env, name+"="+os.Getenv(name))
	}
	c.Env = append(c.Env, "GOPROXY=off", "GOTOOLCHAIN=local")
	if cargo, err := exec.LookPath("cargo"); err == nil { // rustup's, in a home of which nobody is told here
		c.Env = append(c.Env, "RUSTUP_HOME="+filepath.Join(filepath.Dir(cargo), "..", "..", ".rustup"))
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	return stdout.String(), stderr.String(), err
}

// called reports whether a stub was called with these words.
func (b *belowCase) called(t *testing.T, want string) bool {
	t.Helper()
	record, err := os.ReadFile(b.record())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return slices.Contains(strings.Split(string(record), "\n"), want)
}
