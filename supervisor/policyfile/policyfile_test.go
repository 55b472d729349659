package policyfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

func TestRead(t *testing.T) {
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
	} {
		path := filepath.Join(dir, c.name)
		switch {
		case c.mode.IsDir():
			if err := os.Mkdir(path, c.mode.Perm()); err != nil {
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
		f, err := Read(path, c.origin)
		switch {
		case c.want == "" && (err != nil || f.Preset != "strict"):
			t.Errorf("%s: %v, %+v", c.name, err, f)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case Absent(err) != (c.name == "absent"):
			t.Errorf("%s: said to be absent: %v", c.name, Absent(err))
		}
	}
	if _, err := Read(filepath.Join(dir, "good", "x"), policy.User); !Absent(err) {
		t.Errorf("below a file: %v", err)
	}
}

func TestSettings(t *testing.T) {
	if _, err := os.Stat(Admin); err == nil {
		t.Skip("this machine has a policy of its administrator")
	}
	home := t.TempDir()
	if s, err := Settings(home); err != nil || s.Preset != "" {
		t.Errorf("nothing there: %+v, %v", s, err)
	}
	if err := os.WriteFile(User(home), []byte("notify: [{service: desktop}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Settings(home); err != nil || len(s.Notify) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if err := os.WriteFile(User(home), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Settings(home); err == nil || !strings.Contains(err.Error(), "exec.yaml:1:1") {
		t.Errorf("%v", err)
	}
}
