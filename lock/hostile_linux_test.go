package lock

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A folder that cannot be written, and a disk that is full: the error says so,
// and nothing is left. Both are small file systems of a process's own
// (a mount namespace), gone with it.
func TestDisk(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ role, want string }{
		{"full-disk", "no space left on device"},
		{"no-inodes", "no space left on device"},
		{"read-only", "read-only file system"},
	} {
		t.Run(tt.role, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), roleEnv+"="+tt.role, dirEnv+"="+dir, nameEnv+"=fs")
			cmd.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
			}
			out, err := cmd.Output()
			if err != nil {
				t.Skip("no namespaces here:", err)
			}
			said := string(out)
			if strings.HasPrefix(said, "mount: ") {
				t.Skip(said)
			}
			if !strings.Contains(said, tt.want) || !strings.HasSuffix(said, "left: \n") {
				t.Errorf("%q, want %q and nothing left", said, tt.want)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("outside: %v", left)
			}
		})
	}
}

// A process that is killed counts as dying though it may be long in going: this
// one has memory to give back.
func TestDying(t *testing.T) {
	t.Parallel()
	p := start(t, "large", "", "").Process
	o := &Owner{Runner: Identify(p.Pid, "x")}
	if dying(p.Pid) || o.Leaving() {
		t.Error("dying while it lives")
	}
	p.Kill()
	for end := time.Now().Add(time.Minute); !dying(p.Pid) && time.Now().Before(end); { // it is between the two for a moment
		runtime.Gosched()
	}
	if !dying(p.Pid) || !o.Leaving() {
		t.Error("killed, and its holder is not leaving")
	}
}

// tryDisk acquires on a bad disk, and says what came of it and what is left.
func tryDisk(role, dir, name string) string {
	options := map[string]string{"full-disk": "size=4k", "no-inodes": "nr_inodes=2", "read-only": "size=64k"}[role]
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return "mount: " + err.Error()
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		return "mount: " + err.Error()
	}
	var kept = map[string]bool{}
	switch role {
	case "read-only":
		if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			return "mount: " + err.Error()
		}
	case "full-disk":
		os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 64<<10), 0o600)
		kept["filler"], kept[name+".lock"] = true, true // the lock file is never unlinked
	case "no-inodes":
		os.WriteFile(filepath.Join(dir, "filler"), nil, 0o600)
		kept["filler"] = true
	}
	l, err := Acquire(dir, name)
	if err == nil {
		l.Release()
		return "no error"
	}
	said := err.Error() + "; left: "
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if !kept[f.Name()] {
			said += f.Name() + " "
		}
	}
	return said
}
