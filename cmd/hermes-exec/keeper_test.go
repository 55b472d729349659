package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// What the tests start ends with them, however they end. They run in the last
// of three processes: the first is the one that was started, the second, the
// keeper, has a session of its own and adopts what the tests orphan. It ends all
// of that when the tests have ended, or the first one has, which it sees by the
// end of its input: a run that is cut off (go test's timeout, Ctrl-C, SIGKILL)
// leaves no process, and no files.
const keptEnv = "HERMES_EXEC_TEST_FOLDER" // "": the first; -: the keeper; else the tests, and all their files are in it

const keeper = "-"

// keep starts the next process, waits for its end, ends what it leaves behind,
// and gives the exit status.
func keep(role string) int {
	runtime.LockOSThread() // a child learns of its parent's death by that of the thread
	next := keeper
	if role == keeper {
		folder, err := os.MkdirTemp(roomy(), "hermes")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer remove(folder)
		next = folder
	}
	if err := adopt(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	in, out, err := os.Pipe() // out is closed by the end of this process
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv(keptEnv, next)
	attr := &os.ProcAttr{Files: []*os.File{in, os.Stdout, os.Stderr}, Sys: &syscall.SysProcAttr{Setsid: true}}
	if role == keeper {
		diesWithParent(attr.Sys)
	}
	child, err := os.StartProcess(self, os.Args, attr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	in.Close()
	signals := make(chan os.Signal, 8)
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM} {
		if !signal.Ignored(s) { // nohup
			signal.Notify(signals, s)
		}
	}
	go func() {
		for s := range signals {
			child.Signal(s)
		}
	}()
	if role == keeper {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			child.Kill()
		}()
	}
	status := bury(child.Pid)
	endAll()
	out.Close()
	return status
}

// bury waits until the child has ended, and for whatever else ends meanwhile.
func bury(child int) (status int) {
	for {
		var w syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &w, 0, nil); {
		case err == syscall.EINTR:
		case err != nil:
			fmt.Fprintln(os.Stderr, "the tests:", err)
			return 1
		case pid == child && w.Signaled():
			fmt.Fprintln(os.Stderr, "the tests:", w.Signal())
			return 128 + int(w.Signal())
		case pid == child:
			return w.ExitStatus()
		}
	}
}

// endAll ends every process below this one.
func endAll() {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for pid, err := 1, error(nil); pid > 0 && err == nil; {
			pid, err = syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		}
		all, err := procs.All()
		if err != nil {
			fmt.Fprintln(os.Stderr, "what the tests have left:", err)
			return
		}
		left := descendants(all, os.Getpid())
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// descendants are the descendants of a process.
func descendants(all []tiers.Process, pid int) (tree []int) {
	for above := []int{pid}; len(above) > 0; above = above[1:] {
		for _, p := range all {
			if p.PPID == above[0] {
				tree, above = append(tree, p.PID), append(above, p.PID)
			}
		}
	}
	return tree
}

// remove deletes a folder, whatever modes the tests have given to others in it.
func remove(folder string) {
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// roomy is the folder for temporary files, or another one where its name is
// not one that make and others take unquoted, or root runs the tests, some of
// them as nobody, who may not enter it.
func roomy() string {
	for _, folder := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		if regexp.MustCompile(`^[A-Za-z0-9/._-]+$`).MatchString(folder) && (os.Getuid() != 0 || open(folder)) {
			return folder
		}
	}
	return os.TempDir()
}

// open reports whether everybody may enter a folder.
func open(folder string) bool {
	for at := folder; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if at == "/" {
			return true
		}
	}
}

// inherited are the variables that the tests leave as they are: the programs
// there are, and what builds ours.
var inherited = []string{
	"PATH", "CI", "GOROOT", "GOARCH", "GOOS", "GOCOVERDIR", "HERMES_EXEC_BUILT", "HERMES_EXEC_AGENTS", "HERMES_EXEC_MORE_AGENTS",
	"HERMES_EXEC_MCP_SERVERS", "HERMES_EXEC_BASH_SOURCE", "HERMES_EXEC_BUSYBOX", "HERMES_EXEC_TEST_LEAVES",
}

// goSettings are what go finds by way of HOME, and would not in another one.
var goSettings = []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOTOOLCHAIN", "GOFLAGS"}

// settle gives the tests a world of their own: an environment, a home and a
// folder for temporary files, with names that hold what a name may, the usual
// mask and signals, no open file.
func settle(folder string) error {
	env := map[string]string{
		keptEnv: folder, "HOME": filepath.Join(folder, "home 30"), "TMPDIR": filepath.Join(folder, "tmp 30 7"),
		"SHELL": "/bin/sh", "TERM": "xterm", "LC_ALL": "C.UTF-8", "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1", "CGO_ENABLED": "0",
	}
	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			env[name] = value
		}
	}
	if _, err := exec.LookPath("go"); err == nil {
		out, err := exec.Command("go", append([]string{"env"}, goSettings...)...).Output()
		if err != nil {
			return fmt.Errorf("go env: %w", err)
		}
		for i, value := range strings.SplitN(string(out), "\n", len(goSettings)) {
			env[goSettings[i]] = strings.TrimSpace(value)
		}
		env["GOFLAGS"] = strings.TrimSpace(env["GOFLAGS"] + " -buildvcs=false")
	}
	if cache = os.Getenv("XDG_CACHE_HOME"); cache == "" {
		cache = filepath.Join(os.Getenv("HOME"), ".cache")
	}
	os.Clearenv()
	for name, value := range env {
		os.Setenv(name, value)
	}
	for _, dir := range []string{env["HOME"], env["TMPDIR"]} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	syscall.Umask(0o022)
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} { // of all others Go itself takes care
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd) // what was left open for this process is not for those under test
	}
	return nil
}
