package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The answers are those of bash.
func TestLookPath(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, mode := range map[string]os.FileMode{
		"a/yes": 0o755, "b/yes": 0o755, "a/no": 0o644, "b/no": 0o755, "a/only": 0o644, "here": 0o755,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll("a/folder", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("closed", 0); err != nil { // but for root
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, name, want string
		status           int
	}{
		{"closed:b", "yes", "b/yes", 0},
		{"closed:b", "none", "", exitNotFound},
		{"a:b", "yes", "a/yes", 0},
		{"b:a", "yes", "b/yes", 0},
		{"a:b", "no", "b/no", 0}, // may not be executed in a, so the search goes on
		{"a:b", "only", "a/only", exitRefused},
		{"a:b", "none", "", exitNotFound},
		{"a:b", "here", "", exitNotFound},
		{"a::b", "here", "./here", 0}, // an empty entry is the working directory
		{"", "here", "./here", 0},
		{"a", "folder", "", exitNotFound},
		{"a", "", "", exitNotFound},
		{"", "a/yes", "a/yes", 0},
		{"", "a/no", "a/no", exitRefused},
		{"", "a/none", "a/none", exitNotFound},
		{"", "a/folder", "a/folder", exitRefused},
		{"", "a/yes/x", "a/yes/x", exitRefused},
	} {
		t.Setenv("PATH", tt.path)
		path, err := lookPath(tt.name)
		status := 0
		if err != nil {
			status = exitStatus(cannotStart(tt.name, err))
		}
		if path != tt.want || status != tt.status {
			t.Errorf("PATH=%s %s: %q %d (%v), want %q %d", tt.path, tt.name, path, status, err, tt.want, tt.status)
		}
	}
}

func TestPasswdHome(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "passwd")
	text := "# comment\nroot:x:0:0:root:/root:/bin/bash\nshort:x:7\nada:x:1000:1000::/home/ada:/bin/sh\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for uid, want := range map[int]string{0: "/root", 1000: "/home/ada", 7: "/", 10: "/"} {
		if got := passwdHome(file, uid); got != want {
			t.Errorf("uid %d: %q, want %q", uid, got, want)
		}
	}
}
