package procs

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestLookupEnv(t *testing.T) {
	t.Parallel()
	block := []byte("HOME=/home/me\x00EMPTY=\x00\x00HOMER=x\x00ODD\x00A=b=c\x00HOME=/second\x00LAST=no end")
	for name, want := range map[string]string{"HOME": "/home/me", "EMPTY": "", "HOMER": "x", "HOM": "", "ODD": "", "A": "b=c", "LAST": "no end", "NONE": ""} {
		if got := lookupEnv(block, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What counts is the environment a process was started with.
func TestEnviron(t *testing.T) {
	t.Parallel()
	c := exec.Command("sleep", "60")
	c.Env = []string{"PROCS_TEST=outer"}
	c.Dir = t.TempDir()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	defer c.Process.Kill()
	env, err := Environ(c.Process.Pid)
	// The kernel shows it a moment after the program has taken over.
	for end := time.Now().Add(10 * time.Second); err == nil && env("PROCS_TEST") == "" && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
		env, err = Environ(c.Process.Pid)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := env("PROCS_TEST"); got != "outer" {
		t.Errorf("got %q", got)
	}
	if got := env("PATH"); got != "" {
		t.Errorf("PATH is %q", got)
	}
	if _, err := Environ(1 << 22); err == nil {
		t.Error("a process that is not there has an environment")
	}
	where, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if dir := Dir(c.Process.Pid); dir != where && (runtime.GOOS == "linux" || dir != "/") {
		t.Errorf("it works in %s, not %s", dir, where)
	}
	if dir := Dir(1 << 22); dir != "/" {
		t.Errorf("a process that is not there works in %s", dir)
	}
	if os.Getuid() != 0 {
		if _, err := Environ(1); err == nil {
			t.Error("another user's environment is read")
		}
	}
}
