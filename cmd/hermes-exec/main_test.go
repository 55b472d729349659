package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The tests here drive the program as it is built and shipped. Nothing
// dangerous runs: such commands are judged with check, or aimed at stub
// programs on PATH and at a sacrificial host (sacrifice_test.go).
func TestMain(m *testing.M) {
	commands := map[string]func(){"sacrifice": sacrifice, "attack": attack, "own": own, "without": without, "listens": listens}
	folder := os.Getenv(keptEnv)
	if commands[filepath.Base(os.Args[0])] == nil {
		if folder == "" || folder == keeper {
			os.Exit(keep(folder))
		}
		if err := settle(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	testscript.Main(built{m}, commands)
}

// built runs the tests with the built program first on PATH.
type built struct{ m *testing.M }

func (b built) Run() int {
	if err := build(ours("shipped"), "", ".", "../hermes-confirmd"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for _, name := range []string{"bash", "sh", "dash", "zsh"} {
		symlink(ours("shims/"+name), ours("shipped/hermes-exec"))
		symlink(ours("plain/"+name), "/bin/"+name)
	}
	os.Setenv("PATH", ours("shipped")+":"+os.Getenv("PATH"))
	// Most of the time a test waits for what it has started; -parallel is heard.
	if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.NumCPU())); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return b.m.Run()
}

// ours is a file of this run: shipped has the programs under test, shims them under
// the names of shells, plain the system's shells. Its name is one that make and
// others take unquoted.
func ours(name string) string { return filepath.Join(os.Getenv(keptEnv), name) }

func symlink(name, to string) {
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.Symlink(to, name)
	}
	if err != nil {
		panic(err)
	}
}

// build puts the programs of packages into dir, as they are shipped. A machine
// without Go has them from elsewhere (scripts/machines), in a folder for each tag.
func build(dir, tag string, packages ...string) error {
	if built := os.Getenv("HERMES_EXEC_BUILT"); built != "" {
		return os.CopyFS(dir, os.DirFS(filepath.Join(built, cmp.Or(tag, "shipped"))))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	c := exec.Command("go", append([]string{"build", "-tags", tag, "-o", dir}, packages...)...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
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

// cache is where this user's programs keep what they can fetch again.
var cache string

// fromNPM returns the folder in which scripts/test has installed the programs:
// what the variable says, else the one of that name in the cache.
func fromNPM(t *testing.T, variable, name string, programs ...string) (dir string) {
	t.Helper()
	if dir = os.Getenv(variable); dir == "" {
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
