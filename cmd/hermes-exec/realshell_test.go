package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// A real shell that is this program by another name is stopped; supervisors
// inside each other as such are not, nor is a deep tree of others.
func TestCheckDepth(t *testing.T) {
	t.Parallel()
	tree := func(levels int, names ...string) *world {
		var host []tiers.Process
		for i := range levels {
			for j, name := range names {
				// No such pid: only the names count.
				host = append(host, tiers.Process{PID: 1<<30 + i*len(names) + j, Name: name, Argv: []string{name}})
			}
		}
		return &world{host: func() []tiers.Process { return host }}
	}
	for _, tt := range []struct {
		name    string
		w       *world
		refused bool
	}{
		{"alone", tree(1, "hermes-exec", "agent"), false},
		{"a few inside each other", tree(10, "hermes-exec", "bash"), false},
		{"a deep tree of shells", tree(200, "bash"), false},
		{"a loop", tree(20, "hermes-exec", "bash"), true},
		{"a loop of nothing else", tree(40, "hermes-exec"), true},
	} {
		err := tt.w.checkDepth("/bin/loop")
		if (err != nil) != tt.refused {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil && (exitStatus(err) != exitFailure || !strings.Contains(err.Error(), "/bin/loop")) {
			t.Errorf("%s: %v, status %d", tt.name, err, exitStatus(err))
		}
	}
}

func TestGrammarOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, to := range map[string]string{"sh": "dash", "ash": "busybox", "rsh": "zsh", "bash": "bash-5.3"} {
		if err := os.WriteFile(filepath.Join(dir, to), nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"sh": "dash", "ash": "ash", "rsh": "zsh", "bash": "bash", "dash": "dash", "none": "none"} {
		if got := grammarOf(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
