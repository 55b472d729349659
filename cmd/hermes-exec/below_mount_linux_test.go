package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

const mounts = `import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
failed = libc.mount(b"none", b"m", b"tmpfs", 0, None)
print("mounted" if not failed else os.strerror(ctypes.get_errno()))
`

// Who mounts by a call of its own, where the command does, is asked about as mount(8)
// would be; in a namespace of its own it goes on. All of it is in one that is ours.
func TestBelowMounts(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	need(t, "unshare")
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct{ policy, text, want string }{
		{"", "python3 mount.py", "Operation not permitted\n"},
		{"", "unshare -m python3 mount.py", "mounted\n"},
		{"exec_guard: off\n", "python3 mount.py", "mounted\n"},
	} {
		dir := t.TempDir()
		err := os.WriteFile(filepath.Join(dir, "mount.py"), []byte(mounts), 0o600)
		if err == nil {
			err = os.Mkdir(filepath.Join(dir, "m"), 0o700)
		}
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, ".hermes"), 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
		script := `printf '` + tt.policy + `' >"$HERMES_HOME/exec.yaml"; hermes-exec policy trust --yes >/dev/null 2>&1; exec hermes-exec --yolo -c "$1"`
		if tt.policy == "" {
			script = `exec hermes-exec -c "$1"`
		}
		probe := exec.Command("unshare", "-Urm", "true")
		if out, err := probe.CombinedOutput(); err != nil {
			t.Skipf("no user namespaces here: %v: %s", err, out)
		}
		c := exec.Command("unshare", "-Urm", "sh", "-c", script, "sh", tt.text)
		c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "HERMES_HOME="+filepath.Join(dir, ".hermes"))
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		out, _ := c.Output()
		if string(out) != tt.want {
			t.Errorf("%s%s: %q, want %q", tt.policy, tt.text, out, tt.want)
		}
	}
}
