package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The tests here drive the program as it is built and shipped. Nothing
// dangerous runs: such commands are judged with check, or aimed at stub
// programs on PATH and at a sacrificial host (sacrifice_test.go).
func TestMain(m *testing.M) {
	testscript.Main(built{m}, map[string]func(){"sacrifice": sacrifice, "attack": attack, "own": own, "without": without, "listens": listens})
}

// built runs the tests with the built program first on PATH.
type built struct{ m *testing.M }

func (b built) Run() int {
	if tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
		tty.Close()
		return detached()
	}
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd) // what was left open for this process is not for those under test
	}
	dir, err := os.MkdirTemp("", "hermes-exec-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := build(dir, "", ".", "../hermes-confirmd"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for _, name := range []string{"HERMES_HOME", "HERMES_YOLO_MODE", "HERMES_CRON_SESSION", "HERMES_SESSION_KEY", "HERMES_EXEC_PROTECT", "HERMES_EXEC_BACKEND", "HERMES_EXEC_SHELL", "HERMES_EXEC_TTY", "BASH_ENV"} {
		os.Unsetenv(name)
	}
	return b.m.Run()
}

// build puts the programs of packages into dir, as they are shipped. A machine
// without Go has them from elsewhere (scripts/machines), in a folder for each tag.
func build(dir, tag string, packages ...string) error {
	if built := os.Getenv("HERMES_EXEC_BUILT"); built != "" {
		return os.CopyFS(dir, os.DirFS(filepath.Join(built, cmp.Or(tag, "shipped"))))
	}
	c := exec.Command("go", append([]string{"build", "-buildvcs=false", "-tags", tag, "-o", dir}, packages...)...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// detached runs the tests once more in a session without a terminal: a prompt
// of the program under test must not reach whoever runs them.
func detached() int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	again := exec.Command(self, os.Args[1:]...)
	again.Stdout, again.Stderr = os.Stdout, os.Stderr
	again.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	if err := again.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for s := range stop {
			again.Process.Signal(s)
		}
	}()
	if err := again.Wait(); err != nil {
		return 1
	}
	return 0
}

// need skips the test where a program is not there. On CI everything must be.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed", program)
	}
	t.Skipf("%s is not installed", program)
}

// fromNPM returns the folder in which scripts/test has installed the programs:
// what the variable says, else the one of that name in the cache.
func fromNPM(t *testing.T, variable, name string, programs ...string) (dir string) {
	t.Helper()
	if dir = os.Getenv(variable); dir == "" {
		cache := os.Getenv("XDG_CACHE_HOME")
		if cache == "" {
			cache = filepath.Join(os.Getenv("HOME"), ".cache")
		}
		dir = filepath.Join(cache, "hermes-exec", name)
	}
	for _, program := range programs {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", ".bin", program)); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Skipf("%s is not installed; scripts/test installs it", program)
		}
	}
	return dir
}
