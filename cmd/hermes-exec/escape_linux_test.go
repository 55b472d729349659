package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// What a command has left behind, out of its session and its process tree, is
// still under the supervisor that has ended: it is refused what it asks with less
// protection, and with the policy of its own choice.
func TestLeftTheTree(t *testing.T) {
	t.Parallel()
	need(t, "setsid")
	if _, err := guard.Available(); err != nil {
		t.Skipf("no kernel guard here: %v", err)
	}
	dir := t.TempDir()
	lax := filepath.Join(dir, "lax")
	for name, text := range map[string]string{
		"git":           "#!/bin/sh\necho pushed\n",
		"lax/exec.yaml": "exec_guard: off\nallow: [git push]\n",
		"own/exec.yaml": "exec_guard: off\nallow: [git pull]\n",
		"leave":         "#!/bin/sh\nsetsid ./wait </dev/null >out 2>&1 &\n",
		"wait": `#!/bin/sh
while ! [ -e go ]; do sleep 0.02; done
ps -o comm= -p $(ps -o ppid= -p $$) 2>/dev/null
HERMES_YOLO_MODE=1 hermes-exec -c 'git push'; echo "yolo: $?"
HERMES_HOME=$PWD/lax hermes-exec -c 'git push'; echo "home: $?"
HERMES_HOME=$PWD/own hermes-exec -c 'git pull'; echo "own: $?"
: >done
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, home := range []string{"lax", "own"} {
		path := filepath.Join(dir, home, "exec.yaml")
		text, err := os.ReadFile(path)
		if err == nil {
			err = seal.Put(filepath.Dir(path), path, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("hermes-exec", "--yolo", "-c", "./leave")
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "HERMES_HOME="+filepath.Join(dir, "own"), "PATH="+dir+":"+os.Getenv("PATH"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// The supervisor has ended; the host of this test is no supervisor.
	if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "done")); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("what was left behind does not end")
		}
	}
	out, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if first, _, _ := strings.Cut(text, "\n"); first == "hermes-exec" || strings.HasPrefix(first, "hermes-exec-mon") {
		t.Fatalf("it has not left the tree: its parent is %s", first)
	}
	for _, want := range []string{"yolo: 126\n", "home: 126\n", "own: 0\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "pushed\n"); n != 1 { // by git pull, of its own policy
		t.Errorf("git ran %d times\n%s", n, text)
	}
	// Outside, that policy is heard: it would have allowed it.
	c = exec.Command("hermes-exec", "-c", "git push")
	c.Env = append(os.Environ(), "HOME="+dir, "HERMES_HOME="+lax, "PATH="+dir+":"+os.Getenv("PATH"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("outside: %v: %s", err, out)
	}
}
