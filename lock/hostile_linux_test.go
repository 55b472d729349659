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

	"golang.org/x/sys/unix"
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
	worksFor, itself, named := &Owner{Runner: Identify(p.Pid, "x")}, &Owner{Holder: Identify(p.Pid, "x")}, &HeldError{PID: p.Pid}
	if dying(p.Pid) || worksFor.Leaving() || itself.Leaving() || named.Leaving() {
		t.Error("dying while it lives")
	}
	p.Kill()
	for end := time.Now().Add(time.Minute); !dying(p.Pid) && time.Now().Before(end); { // it is between the two for a moment
		runtime.Gosched()
	}
	if !dying(p.Pid) || !worksFor.Leaving() || !itself.Leaving() || !named.Leaving() {
		t.Error("killed, and its holder is not leaving")
	}
}

func TestKillPending(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]bool{
		"": false, "Name:\tx\n": false,
		"SigPnd:\t0000000000000100\nShdPnd:\t0000000000000000\n": true,
		"SigPnd:\t0000000000000000\nShdPnd:\t0000000000004100\n": true,
		"SigPnd:\t0000000000000000\nShdPnd:\t0000000000004000\n": false,
		"SigPnd:\t0000000000000200\nShdPnd:\t0000000000000080\n": false,
		"SigBlk:\t0000000000000100\nSigPnd:\tno number\n":        false,
	} {
		if got := killPending([]byte(status)); got != want {
			t.Errorf("%q: %v", status, got)
		}
	}
}

// What has exited is dying, too, and one that only lost its main thread is not.
func TestDyingZombie(t *testing.T) {
	t.Parallel()
	if pid := start(t, "stay", "", "").Process.Pid; dying(pid) || !alive(pid) {
		t.Error("dying while it lives")
	}
	cmd := exec.Command("true") // it ends by itself, so that no KILL is pending
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	p := cmd.Process
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err == nil {
			break
		} else if err != unix.EINTR {
			t.Fatal(err)
		}
	}
	if !dying(p.Pid) || alive(p.Pid) {
		t.Error("a zombie is alive")
	}
	if pid := gone(t); dying(pid) || alive(pid) {
		t.Error("what is gone is alive")
	}
	if pid := start(t, "leaderless", "", "").Process.Pid; !alive(pid) {
		t.Error("taken for dead while its other threads run")
	}
}

// The main thread of a process in that role exits, and the others go on.
func init() {
	if os.Getenv(roleEnv) != "leaderless" {
		return
	}
	runtime.LockOSThread() // init runs on the main thread
	go func() {
		for { // the row shows the zombie a moment after the thread is told to go
			if f, err := statFields(os.Getpid()); err != nil || string(f[0]) == "Z" {
				break
			}
			runtime.Gosched()
		}
		play("leaderless", "", "")
		os.Exit(0)
	}()
	syscall.RawSyscall(syscall.SYS_EXIT, 0, 0, 0)
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
