package procs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// echo makes this binary a process that answers on its standard output what it
// is sent, and otherwise stays.
const echo = "PROCS_TEST_ECHO"

// parent has such a process leave the answers to a child of its own, and wait.
const parent = "PROCS_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(echo) != "" {
		if os.Getenv(parent) != "" {
			os.Unsetenv(parent)
			path, _ := os.Executable()
			child := exec.Command(path)
			child.Stdin, child.Stdout = os.Stdin, os.Stdout
			child.Run()
			os.Exit(0)
		}
		io.Copy(os.Stdout, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// start runs path, a name for this binary, until the test ends. It returns
// once the program answers: until then its row may still be half the parent's.
func start(t *testing.T, path string, argv ...string) *exec.Cmd {
	t.Helper()
	return run(t, &exec.Cmd{Path: path, Args: argv})
}

// run is start for a program that has more to say of itself than its name.
func run(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	cmd.Env = append(append(os.Environ(), cmd.Env...), echo+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	if _, err := io.WriteString(in, "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// startAs runs it under the name of another program.
func startAs(t *testing.T, name string, env ...string) *exec.Cmd {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self(t), path); err != nil {
		t.Fatal(err)
	}
	return run(t, &exec.Cmd{Path: path, Args: []string{"argv0"}, Env: env})
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestGet(t *testing.T) {
	t.Parallel()
	argv := []string{"an odd) (name", "one", "", "two words"}
	cmd := start(t, self(t), argv...)
	p, err := Get(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if p.PID != cmd.Process.Pid || p.PPID != os.Getpid() || p.PGID != syscall.Getpgrp() {
		t.Errorf("pid %d, ppid %d, pgid %d; want %d, %d, %d", p.PID, p.PPID, p.PGID, cmd.Process.Pid, os.Getpid(), syscall.Getpgrp())
	}
	if me, err := Get(os.Getpid()); err != nil || me.SID != p.SID {
		t.Errorf("session of this process %d (%v), of its child %d", me.SID, err, p.SID)
	}
	if !slices.Equal(p.Argv, argv) {
		t.Errorf("argv %q, want %q", p.Argv, argv)
	}
}

func TestGetNone(t *testing.T) {
	t.Parallel()
	for _, pid := range []int{gone(t), 0, -1} {
		if _, err := Get(pid); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("Get(%d): %v, want ESRCH", pid, err)
		}
		if _, err := StartTime(pid); err == nil {
			t.Errorf("StartTime(%d): no error", pid)
		}
		if Alive(pid) {
			t.Errorf("Alive(%d)", pid)
		}
		if a := Ancestors(pid); len(a) > 0 {
			t.Errorf("Ancestors(%d) = %v", pid, a)
		}
	}
}

// gone returns a pid that was in use until just now. The kernel hands numbers
// out in turn, so it is not used again for a long time.
func gone(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

func TestAncestorsOfSelf(t *testing.T) {
	chain := Ancestors(os.Getpid())
	if len(chain) < 2 || chain[0].PID != os.Getpid() || chain[1].PID != os.Getppid() || chain[len(chain)-1].PID != 1 {
		t.Fatalf("from %d, %d to 1: %v", os.Getpid(), os.Getppid(), chain)
	}
	if chain[0].Name == "" || len(chain[0].Argv) == 0 {
		t.Errorf("this process without a name: %+v", chain[0])
	}
}

func TestAncestorsOfGrandchild(t *testing.T) {
	cmd := exec.Command("sh", "-c", "sleep 1000 & echo $!; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	grandchild, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	defer syscall.Kill(grandchild, syscall.SIGKILL)

	var pids []int
	for _, p := range Ancestors(grandchild) {
		pids = append(pids, p.PID)
	}
	want := []int{grandchild, cmd.Process.Pid, os.Getpid(), os.Getppid()}
	if len(pids) < len(want) || !slices.Equal(pids[:len(want)], want) {
		t.Errorf("ancestors %v, want them to begin %v", pids, want)
	}
}

// The walk over tables that no test can make a kernel show.
func TestAncestorsWalk(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		tables []map[int]int // pid → ppid, at each successive look; the last one stays
		from   int
		want   []int
	}{
		{"to init", []map[int]int{{9: 5, 5: 1, 1: 0}}, 9, []int{9, 5, 1}},
		{"init itself", []map[int]int{{1: 0}}, 1, []int{1}},
		{"entered from outside", []map[int]int{{9: 0, 1: 0}}, 9, []int{9, 1}},
		{"loop", []map[int]int{{9: 8, 8: 9, 1: 0}}, 9, []int{9, 8, 1}},
		{"own parent", []map[int]int{{9: 9, 1: 0}}, 9, []int{9, 1}},
		{"parent not to be seen", []map[int]int{{9: 8, 1: 0}}, 9, []int{9, 1}},
		{"no init to be seen", []map[int]int{{9: 8, 8: 0}}, 9, []int{9, 8}},
		{"parent goes, init adopts", []map[int]int{{9: 8, 8: 3, 3: 1, 1: 0}, {9: 1, 1: 0}}, 9, []int{9, 1}},
		{"parent goes, a subreaper adopts", []map[int]int{{9: 8, 8: 3, 3: 1, 1: 0}, {9: 3, 3: 1, 1: 0}}, 9, []int{9, 3, 1}},
		{"all go", []map[int]int{{9: 8}, {1: 0}}, 9, []int{9, 1}},
		{"gone", []map[int]int{{1: 0}}, 9, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			looks := 0
			get := func(pid int) (tiers.Process, bool) {
				table := tt.tables[min(looks, len(tt.tables)-1)]
				looks++
				ppid, ok := table[pid]
				return tiers.Process{PID: pid, PPID: ppid}, ok
			}
			var got []int
			last := tt.tables[len(tt.tables)-1]
			for _, p := range ancestors(tt.from, get) {
				got = append(got, p.PID)
				if ppid, ok := last[p.PID]; ok && p.PPID != ppid {
					t.Errorf("the parent of %d is %d, want %d", p.PID, p.PPID, ppid)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// A table that is read while it changes does not hold the walk up.
func TestAncestorsBound(t *testing.T) {
	t.Parallel()
	deep := func(pid int) (tiers.Process, bool) { return tiers.Process{PID: pid, PPID: pid - 1}, true }
	chain := ancestors(1<<20, deep)
	if len(chain) != maxAncestors+1 || chain[maxAncestors].PID != 1 {
		t.Errorf("%d processes, the last %v", len(chain), chain[len(chain)-1])
	}
}

func TestAll(t *testing.T) {
	t.Parallel()
	cmd := start(t, self(t), "echo")
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(all, func(a, b tiers.Process) int { return a.PID - b.PID }) {
		t.Error("not in order of pid")
	}
	for _, pid := range []int{1, os.Getpid(), cmd.Process.Pid} {
		if !contains(all, pid) {
			t.Errorf("%d is missing", pid)
		}
	}
}

func TestStartTime(t *testing.T) {
	t.Parallel()
	const grain = 20 * time.Millisecond // the unit of /proc, and a tick of the coarse clock
	before := time.Now()
	cmd := start(t, self(t), "echo")
	after := time.Now()
	got, err := StartTime(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if got.Before(before.Add(-grain)) || got.After(after.Add(grain)) {
		t.Errorf("started at %v, want between %v and %v", got, before, after)
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	a := start(t, self(t), "gateway").Process.Pid
	b := start(t, self(t), "echo").Process.Pid
	dead := gone(t)

	tests := []struct {
		name    string
		file    string // gateway.pid; "-" is none
		protect string
		want    []int
	}{
		{"nothing", "-", "", nil},
		{"decimal", fmt.Sprint(a), "", []int{a}},
		{"decimal and newline", fmt.Sprintf("%d\n", a), "", []int{a}},
		{"json", fmt.Sprintf(`{"kind": "gateway", "pid": %d, "argv": ["x"]}`, a), "", []int{a}},
		{"json, pid quoted", fmt.Sprintf(`{"pid": "%d"}`, a), "", []int{a}},
		{"json without pid", `{"kind": "gateway"}`, "", nil},
		{"json cut short", `{"pid": 1`, "", nil},
		{"json, no whole number", fmt.Sprintf(`{"pid": %d.5}`, a), "", nil},
		{"garbage", "gateway", "", nil},
		{"empty", "", "", nil},
		{"gone", fmt.Sprint(dead), "", nil},
		{"all processes", "-1", "0 -1 -" + fmt.Sprint(a), nil},
		{"wraps around to a pid", fmt.Sprint(1<<32 + a), "", nil},
		{"protect", "-", fmt.Sprintf("%d, %d", a, b), []int{a, b}},
		{"protect with rubbish", "-", fmt.Sprintf(" ,x,%d,,\t%d\n", a, dead), []int{a}},
		{"named twice", fmt.Sprint(a), fmt.Sprintf("%d,%d %d", b, a, b), []int{a, b}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			if tt.file != "-" {
				if err := os.WriteFile(filepath.Join(home, "gateway.pid"), []byte(tt.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var got []int
			for _, p := range Host(home, tt.protect) {
				if p.Name == "" {
					t.Errorf("%d has no name", p.PID)
				}
				got = append(got, p.PID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// The daemon's file outlives a daemon that was killed; the number may be
// another program's by then.
func TestHostDaemon(t *testing.T) {
	t.Parallel()
	daemon := startAs(t, "hermes-confirmd").Process.Pid
	for _, tt := range []struct {
		name string
		pid  int
		want bool
	}{
		{"it runs", daemon, true},
		{"another program has its number", start(t, self(t), "hermes-confirmd").Process.Pid, false},
		{"it is gone", gone(t), false},
	} {
		home := t.TempDir()
		path := filepath.Join(home, "exec", "confirmd.pid")
		if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(fmt.Sprintln(tt.pid)), 0o600)); err != nil {
			t.Fatal(err)
		}
		if got := Host(home, ""); contains(got, tt.pid) != tt.want {
			t.Errorf("%s: the host is %v", tt.name, got)
		}
	}
}

func TestPIDs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pids")
	for _, tt := range []struct {
		text string
		want []int
	}{
		{"7", []int{7}}, {" 7 8\n9\n", []int{7, 8, 9}}, {"", nil}, {"7 x", nil}, {"7 0", nil}, {"7 -8", nil},
		{"7" + strings.Repeat(" ", 64<<10-1), []int{7}}, {"7" + strings.Repeat(" ", 64<<10), nil},
	} {
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := PIDs(path); !slices.Equal(got, tt.want) {
			t.Errorf("%.20q of %d bytes: %v, want %v", tt.text, len(tt.text), got, tt.want)
		}
	}
	if got := PIDs(filepath.Dir(path)); got != nil {
		t.Errorf("a folder: %v", got)
	}
}

// A pipe where the pid file should be must not hold anyone up.
func TestHostPipe(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(home, "gateway.pid"), 0o600); err != nil {
		t.Skip(err)
	}
	if got := Host(home, ""); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

func TestParseProcargs(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"\x02\x00\x00\x00/bin/ls\x00\x00\x00\x00ls\x00-l\x00HOME=/\x00", "ls|-l"},
		{"\x03\x00\x00\x00/bin/sh\x00sh\x00-c\x00\x00HOME=/\x00", "sh|-c|"},
		{"\x02\x00\x00\x00/bin/ls\x00ls", "ls"},
		{"\xff\xff\xff\xff/bin/ls\x00ls\x00", ""},
		{"\x01\x00\x00\x00\x00ls\x00", "ls"},
		{"\x01\x00\x00\x00/bin/ls", ""},
		{"\x01\x00", ""},
		{"", ""},
	}
	for _, tt := range tests {
		argv, env := parseProcargs([]byte(tt.in))
		if got := strings.Join(argv, "|"); got != tt.want {
			t.Errorf("parseProcargs(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if want := strings.Contains(tt.in, "HOME") && tt.want != ""; (lookupEnv(env, "HOME") == "/") != want {
			t.Errorf("parseProcargs(%q): environment %q", tt.in, env)
		}
	}
}

func BenchmarkAncestors(b *testing.B) {
	pid := os.Getpid()
	b.ReportAllocs()
	for b.Loop() {
		Ancestors(pid)
	}
}
