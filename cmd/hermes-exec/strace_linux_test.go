package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the kernel sees of a decision. SAFE and LOW cost no process but the
// command's own, no socket, no file but those that have to be read and the log,
// no wait for the disk; and the command finds no descriptor that it would not
// have found. From MEDIUM on the record is on the disk before anything starts.
func TestSystemCalls(t *testing.T) {
	t.Parallel()
	need(t, "strace")
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"git", "rm"} { // nothing is pushed or deleted
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		tier    string
		argv    []string
		want    string // exit status
		forks   int
		durable bool
		tty     bool // it looks for someone to ask
	}{
		{"SAFE", []string{"-c", "ls >/dev/null"}, "0", 1, false, false},
		{"SAFE", []string{"--", "cat", "/dev/null"}, "0", 1, false, false},
		{"LOW", []string{"-c", "touch made"}, "0", 1, false, false},
		{"LOW", []string{"--", "go-no-such-program"}, "127", 0, false, false},
		{"MEDIUM", []string{"-c", "git push"}, "126", 0, true, true},
		{"MEDIUM", []string{"--yolo", "-c", "git push"}, "0", 1, true, false},
		{"HIGH", []string{"--yolo", "-c", "rm -rf x"}, "0", 1, true, false},
		{"CRITICAL", []string{"-c", "mkfs.ext4 /dev/no-such-disk"}, "126", 0, true, false}, // hardline
	} {
		t.Run(tt.tier+" "+strings.Join(tt.argv, " "), func(t *testing.T) {
			home, work := filepath.Join(dir, "home"), t.TempDir()
			for range 2 { // the second time the log is there
				calls := straced(t, home, work, bin, tt.argv, tt.want)
				calls.check(t, home, tt.forks, tt.durable, tt.tty)
				if t.Failed() {
					return
				}
				t.Log(calls)
			}
			if text, err := os.ReadFile(filepath.Join(home, "exec", "audit.jsonl")); err != nil || !strings.Contains(string(text), `"tier":"`+tt.tier+`"`) {
				t.Errorf("%v: no %s in %s", err, tt.tier, text)
			}
		})
	}
}

// calls are the system calls of hermes-exec itself, not of what it starts.
type calls struct {
	forks   int
	network []string
	opened  []string // files, in order
	synced  []string // files, as far as they were before the command started
	late    []string // and after
}

func (c calls) String() string {
	return fmt.Sprintf("%d processes, %d network calls, %d files opened, %d synced", c.forks, len(c.network), len(c.opened), len(c.synced)+len(c.late))
}

func (c calls) check(t *testing.T, home string, forks int, durable, tty bool) {
	t.Helper()
	// A guardian is a process and the pair of sockets to it, where somebody is left
	// when these are made: after a second, which under strace may be any command's.
	network := slices.DeleteFunc(slices.Clone(c.network), func(call string) bool { return strings.Contains(call, "socketpair(AF_UNIX") })
	if guardians := len(c.network) - len(network); c.forks < forks || c.forks > forks+guardians {
		t.Errorf("%d processes, want %d, and at most %d guardians", c.forks, forks, guardians)
	}
	if len(network) > 0 {
		t.Errorf("network: %q", network)
	}
	log := filepath.Join(home, "exec", "audit.jsonl")
	if (len(c.synced) > 0) != durable || durable && !slices.Contains(c.synced, log) || len(c.late) > 0 {
		t.Errorf("synced %q, and %q afterwards; durable is %v", c.synced, c.late, durable)
	}
	asked := false
	for _, path := range c.opened {
		switch {
		case strings.HasPrefix(path, "/proc/"), strings.HasPrefix(path, "/sys/"), strings.HasSuffix(path, "/exec.yaml"),
			path == filepath.Join(home, "exec", "permissions.json"), filepath.Dir(path) == filepath.Join(home, "exec", "confirmed"), path == filepath.Join(home, "gateway.pid"), path == filepath.Join(home, "exec", "confirmd.pid"), path == filepath.Join(home, "exec", "approvers"), path == log,
			strings.HasPrefix(path, filepath.Join(home, "exec", "wrote")), // of what the text writes
			path == "/dev/null": // what was inherited is given up
		case path == filepath.Dir(log): // it is asked for what was rotated, or synced
		case tty && filepath.Dir(path) == filepath.Join(home, "exec", "refused"):
		case path == "/dev/tty":
			asked = true
		default:
			t.Errorf("opens %s", path)
		}
	}
	if asked != tty {
		t.Errorf("opens the terminal: %v, want %v", asked, tty)
	}
}

var (
	straceLine  = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?([a-z0-9_]+)(?:\((.*)| resumed>(.*))$`)
	straceFile  = regexp.MustCompile(`"([^"]*)"`)
	straceChild = regexp.MustCompile(`\) += (\d+)$`)
	straceFD    = regexp.MustCompile(`^\d+<([^>]*)>`)
)

// straced runs hermes-exec under strace.
func straced(t *testing.T, home, work, bin string, argv []string, want string) (c calls) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "strace")
	cmd := exec.Command("strace", append([]string{"-f", "-y", "-qq", "-o", out,
		"-e", "trace=%process,%network,openat,open,fsync,fdatasync,sync_file_range,syncfs", "hermes-exec"}, argv...)...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HERMES_HOME="+home, "PATH="+bin+":"+os.Getenv("PATH"))
	if said, err := cmd.CombinedOutput(); ended(err) != want {
		if strings.Contains(string(said), "ptrace") {
			t.Skipf("strace may not trace here: %s", said)
		}
		t.Fatalf("ended with %s, want %s: %s", ended(err), want, said)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	ours, forks := threads(lines)
	c.forks = forks
	started := false
	for _, line := range lines {
		m := straceLine.FindStringSubmatch(line)
		if m == nil {
			continue // a signal
		}
		args := m[3]
		switch name := m[2]; {
		case name == "execve" && !ours[m[1]]:
			started = true
		case !ours[m[1]] || m[4] != "" || args == "": // not ours, or the end of a call that was noted
		case name == "openat" || name == "open":
			c.opened = append(c.opened, straceFile.FindStringSubmatch(args)[1])
		case strings.HasPrefix(name, "sync") || strings.HasPrefix(name, "f"): // fsync, fdatasync; fork is not called here
			file := straceFD.FindStringSubmatch(args)
			if started {
				c.late = append(c.late, file[1])
			} else {
				c.synced = append(c.synced, file[1])
			}
		case !processCall(name):
			c.network = append(c.network, line)
		}
	}
	return c
}

// threads returns those of the first process, and how many processes these
// have started.
func threads(lines []string) (ours map[string]bool, forks int) {
	type origin struct {
		parent string
		thread bool
	}
	origins := map[string]origin{}
	begun := map[string]string{} // the arguments of a clone that has not returned, by thread
	for _, line := range lines {
		m := straceLine.FindStringSubmatch(line)
		if m == nil || !strings.Contains(m[2], "clone") && !strings.Contains(m[2], "fork") {
			continue
		}
		args := m[3] + m[4]
		if m[4] != "" {
			args = begun[m[1]] + args
		}
		begun[m[1]] = args
		if child := straceChild.FindStringSubmatch(args); child != nil {
			origins[child[1]] = origin{m[1], strings.Contains(args, "CLONE_THREAD")}
		}
	}
	first, _, _ := strings.Cut(lines[0], " ")
	ours = map[string]bool{first: true}
	for n := 0; n < len(ours); { // what a thread does may stand before the end of the call that made it
		n = len(ours)
		for child, from := range origins {
			if from.thread && ours[from.parent] {
				ours[child] = true
			}
		}
	}
	for _, from := range origins {
		if !from.thread && ours[from.parent] {
			forks++
		}
	}
	return ours, forks
}

func processCall(name string) bool {
	for _, part := range []string{"clone", "fork", "exec", "exit", "wait", "kill", "pidfd", "rt_sig", "unshare", "setns", "prctl", "arch_"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// The command has the descriptors that it would have under bash.
func TestNoDescriptor(t *testing.T) {
	t.Parallel()
	list := func(argv ...string) string {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env = append(os.Environ(), "HERMES_HOME="+filepath.Join(t.TempDir(), "home"))
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	const script = "ls /proc/self/fd"
	if got, want := list("hermes-exec", "-c", script), list("bash", "-c", script); got != want {
		t.Errorf("%q, under bash %q", got, want)
	}
}
