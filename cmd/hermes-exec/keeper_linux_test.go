package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// adopt has this process be the parent of whoever loses its own below it.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// diesWithParent has a child be killed when this thread ends.
func diesWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// leavesEnv has TestLeaves be what TestCutOff cuts off.
const leavesEnv = "HERMES_EXEC_TEST_LEAVES"

// However a run is cut off, nothing of it is left behind.
func TestCutOff(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			c := exec.Command(self, "-test.run=^TestLeaves$", "-test.v")
			c.Env = append(os.Environ(), keptEnv+"=", leavesEnv+"=1", "HERMES_EXEC_BUILT="+ours(""))
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			var folder string
			var left []int
			for said := bufio.NewScanner(out); len(left) == 0 && said.Scan(); {
				words, ok := strings.CutPrefix(said.Text(), "left: ")
				if !ok {
					continue
				}
				pids, in, _ := strings.Cut(words, " in ")
				for word := range strings.FieldsSeq(pids) {
					pid, err := strconv.Atoi(word)
					if err != nil {
						t.Fatal(err)
					}
					left, folder = append(left, pid), in
				}
			}
			c.Process.Signal(sig)
			c.Wait()
			if len(left) < 5 { // the tests, two supervisors and their commands
				t.Fatalf("only %d processes were started", len(left))
			}
			awaitGone(t, left)
			if sig != syscall.SIGKILL && !missing(folder) { // the keeper removes it last of all
				t.Errorf("%s is left", folder)
			}
		})
	}
}

// TestLeaves starts what would outlive it, and does not end.
func TestLeaves(t *testing.T) {
	if os.Getenv(leavesEnv) == "" {
		t.Skip("TestCutOff runs it")
	}
	dir := t.TempDir()
	for _, argv := range [][]string{
		{"hermes-exec", "--pty", "-c", "trap '' HUP TERM; sleep 1000 & echo up >pty; wait"},
		{"setsid", "hermes-exec", "-c", "trap '' HUP TERM; setsid -f sleep 1000; echo up >setsid; sleep 1000; :"},
	} {
		c := exec.Command(argv[0], argv[1:]...)
		c.Dir = dir
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
	}
	awaitFile(t, dir+"/pty")
	awaitFile(t, dir+"/setsid")
	if _, err := exec.LookPath("tmux"); err == nil {
		newTerminal(t)
	}
	all, err := procs.All()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("left:", strings.Trim(fmt.Sprint(descendants(all, os.Getppid())), "[]"), "in", os.Getenv(keptEnv))
	time.Sleep(time.Hour)
}
