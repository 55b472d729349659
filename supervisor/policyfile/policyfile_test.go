package policyfile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		origin     policy.Origin
		want       string // of the error; "" for none
	}{
		{"good", "preset: strict", 0o644, policy.User, ""},
		{"group", "preset: strict", 0o664, policy.User, "others than its owner can write it (mode 0664)"},
		{"world", "preset: strict", 0o602, policy.Admin, "others than its owner can write it"},
		{"project", "preset: strict", 0o666, policy.Project, ""}, // it can only tighten
		{"broken", "preset: strict\nalow: []", 0o600, policy.User, "broken:2:1: unknown key"},
		{"long", "# " + strings.Repeat("x", most), 0o600, policy.User, "more than 1 MiB"},
		{"absent", "", 0, policy.User, "no such file"},
		{"folder", "", 0o755 | os.ModeDir, policy.User, "it is no file"},
		{"pipe", "", 0o600 | os.ModeNamedPipe, policy.Project, "it is no file"},
	} {
		path := filepath.Join(dir, c.name)
		switch {
		case c.mode.IsDir():
			if err := os.Mkdir(path, c.mode.Perm()); err != nil {
				t.Fatal(err)
			}
		case c.mode&os.ModeNamedPipe != 0:
			if err := syscall.Mkfifo(path, uint32(c.mode.Perm())); err != nil {
				t.Fatal(err)
			}
		case c.mode != 0:
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil { // whatever the umask
				t.Fatal(err)
			}
		}
		f, err := Read(dir, path, c.origin)
		switch {
		case c.want == "" && (err != nil || f.Preset != "strict"):
			t.Errorf("%s: %v, %+v", c.name, err, f)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case Absent(err) != (c.name == "absent"):
			t.Errorf("%s: said to be absent: %v", c.name, Absent(err))
		}
	}
	if _, err := Read(dir, filepath.Join(dir, "good", "x"), policy.User); !Absent(err) {
		t.Errorf("below a file: %v", err)
	}
}

// Whose file it is decides whether it counts: the administrator's is root's, the
// user's is root's or the user's own, a project's is anybody's.
func TestOwner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "exec.yaml")
	if err := os.WriteFile(path, []byte("preset: strict"), 0o600); err != nil {
		t.Fatal(err)
	}
	mine := os.Getuid()
	owners := []int{mine}
	if mine == 0 {
		owners = []int{0, 1}
	}
	for _, owner := range owners {
		if err := os.Chown(path, owner, -1); err != nil {
			t.Fatal(err)
		}
		for origin, good := range map[policy.Origin]bool{policy.Admin: owner == 0, policy.User: owner == mine, policy.Project: true} {
			for name, read := range map[string]func(string, policy.Origin) (*policy.File, error){
				"Read": func(path string, origin policy.Origin) (*policy.File, error) {
					return Read(filepath.Dir(path), path, origin)
				},
				"ReadAny": ReadAny,
			} {
				f, err := read(path, origin)
				if good && (err != nil || f.Preset != "strict") || !good && (err == nil || !strings.Contains(err.Error(), "belongs to user "+strconv.Itoa(owner))) {
					t.Errorf("%s of user %d as %v: %v", name, owner, origin, err)
				}
			}
		}
	}
}

// A policy that somebody names may come from a pipe, but only a project's.
func TestReadAny(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for origin, want := range map[policy.Origin]string{policy.Project: "", policy.User: "it is no file"} {
		wrote := make(chan error, 1)
		go func() { wrote <- os.WriteFile(path, []byte("preset: strict"), 0o600) }()
		f, err := ReadAny(path, origin)
		if want == "" && (err != nil || f.Preset != "strict") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("as %v: %+v, %v", origin, f, err)
		}
		if err := <-wrote; err != nil && !errors.Is(err, syscall.EPIPE) {
			t.Error(err)
		}
	}
	if _, err := ReadAny(path+"x", policy.Project); !Absent(err) {
		t.Errorf("%v", err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	admin := filepath.Join(home, "admin.yaml")
	if s, err := settings(home, admin, User(home)); err != nil || s.Preset != "" {
		t.Errorf("nothing there: %+v, %v", s, err)
	}
	told := []byte("notify: [{service: desktop}]")
	if err := os.WriteFile(User(home), told, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := settings(home, admin, User(home)); err != nil || len(s.Notify) != 0 {
		t.Errorf("nobody has confirmed it: %+v, %v", s, err)
	}
	if err := seal.Put(home, User(home), told); err != nil {
		t.Fatal(err)
	}
	if s, err := settings(home, admin, User(home)); err != nil || len(s.Notify) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Settings(home); err == nil && len(s.Notify) < 1 { // with what this machine's administrator says
		t.Errorf("%+v, %v", s, err)
	}
	if err := os.WriteFile(User(home), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := settings(home, admin, User(home)); err == nil || !strings.Contains(err.Error(), "exec.yaml:1:1") {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(admin, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := settings(home, admin, User(home)); err == nil || !strings.Contains(err.Error(), "admin.yaml") {
		t.Errorf("%v", err)
	}
}

// What loosens counts where somebody outside has confirmed the very file; what
// tightens does in any case.
func TestUnconfirmed(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	path := User(home)
	text := "preset: strict\nallow: [git push *]\ntiers: {git.push: LOW, files.recursive-delete: CRITICAL}\ndeny: [git push -f]\nsudo_stdin: true\n"
	for _, step := range []struct {
		name, write string
		seal        bool
		want        policy.Origin
		ignored     int
	}{
		{"written by somebody", text, false, policy.Unconfirmed, 3},
		{"confirmed", text, true, policy.User, 0},
		{"with one letter more", text + "#", false, policy.Unconfirmed, 3},
		{"as it was", text, false, policy.Unconfirmed, 3}, // what was taken back stays so
		{"confirmed again", text, true, policy.User, 0},
		{"one that only tightens", "deny: [git push -f]", false, policy.Unconfirmed, 0},
	} {
		if err := os.WriteFile(path, []byte(step.write), 0o600); err != nil {
			t.Fatal(err)
		}
		if step.seal {
			if err := seal.Put(home, path, []byte(step.write)); err != nil {
				t.Fatal(err)
			}
		}
		unsealed, err := Unsealed(home)
		if _, found := unsealed[path]; err != nil || found != (step.want != policy.User) {
			t.Errorf("%s: unsealed are %v, %v", step.name, unsealed, err)
		}
		f, err := Read(home, path, policy.User)
		if err != nil || f.Origin != step.want || len(f.Ignored) != step.ignored || len(f.Policy.Deny) != 1 {
			t.Errorf("%s: %+v, %v", step.name, f, err)
			continue
		}
		if f.Origin == policy.Unconfirmed && (len(f.Policy.Allow) > 0 || f.SudoStdin || step.ignored > 0 && !f.Policy.Tiers[0].Raises) {
			t.Errorf("%s: it loosens: %+v", step.name, f)
		}
	}
}
