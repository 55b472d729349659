package approve

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

// However a change ends, the file is the old one or the new one, nothing else is
// left beside it, and it is the next one's turn.
func TestChangeFile(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for _, tt := range []struct {
		name   string
		spoil  func(path string) error
		err    error // of the change
		own    bool  // the error is the change's, not a *fileError
		failed bool
		want   string
	}{
		{name: "changed", want: "new\n"},
		{name: "refused", err: refused, own: true, failed: true, want: "old"},
		{name: "nothing there", spoil: func(p string) error { return os.Remove(p) }, want: "new\n"},
		{name: "a folder in its place", spoil: func(p string) error {
			return errors.Join(os.Remove(p), os.Mkdir(p, 0o700), os.WriteFile(filepath.Join(p, "x"), nil, 0o600))
		}, failed: true},
		{name: "the lock is a link", spoil: func(p string) error { return os.Symlink(p, p+".lock") }, failed: true, want: "old"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file.json")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if tt.spoil != nil {
				if err := tt.spoil(path); err != nil {
					t.Fatal(err)
				}
			}
			err := changeFile(path, path+".lock", func() ([]byte, error) {
				if free, err := flock.New(path + ".lock").TryLock(); free || err != nil {
					t.Errorf("it is anybody's turn: %v", err)
				}
				return []byte("new"), tt.err
			}, nil)
			var own *fileError
			if (err != nil) != tt.failed || tt.failed && errors.As(err, &own) == tt.own {
				t.Errorf("%v", err)
			}
			if text, err := os.ReadFile(path); tt.want != "" && string(text) != tt.want {
				t.Errorf("it holds %q, %v", text, err)
			}
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "new-*")); len(left) > 0 || err != nil {
				t.Errorf("left beside it: %q, %v", left, err)
			}
			if info, err := os.Lstat(path + ".lock"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				if free, err := flock.New(path + ".lock").TryLock(); !free || err != nil {
					t.Errorf("the turn was not given back: %v", err)
				}
			}
		})
	}
}

// What the file is to hold is on the disk before it has the name: a crash of the
// machine leaves the old one or the new one, and none that is empty.
func TestChangeFileSynced(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	out := filepath.Join(t.TempDir(), "strace")
	cmd := exec.Command("strace", "-f", "-y", "-qq", "-o", out, "-e", "trace=write,fsync,fdatasync,rename,renameat,renameat2",
		os.Args[0], "-test.run", "^TestChangeFile$/^changed$")
	if said, err := cmd.CombinedOutput(); strings.Contains(string(said), "ptrace") {
		t.Skipf("strace may not trace here: %s", said)
	} else if err != nil {
		t.Fatalf("%s, %v", said, err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^[0-9]+ +(write|fsync|rename)[a-z0-9]*\(.*?/new-[0-9]+\.json[">]`).FindAllStringSubmatch(string(text), -1) {
		got = append(got, m[1])
	}
	if want := []string{"write", "fsync", "rename"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q\n%s", got, want, text)
	}
}
