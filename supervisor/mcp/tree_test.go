package mcp

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

var cycles = flag.Int("cycles", 8, "servers that TestCycles starts and kills")

// server is a tree such as npx makes: a shell that waits, one below it, and
// strays that moved to the background, to a session of their own, or that
// nothing but KILL ends. It says when they are all there.
func server(t *testing.T) []string {
	t.Helper()
	setsid := "setsid"
	if !procsHas("setsid") {
		setsid = ""
	}
	script := `sh -c 'sleep 1000 & sleep 1000; :' & (` + setsid + ` sleep 1000 &); ` + roleEnv + `=stubborn "$0" & wait; wait`
	return []string{"sh", "-c", script, os.Args[0]}
}

func procsHas(program string) bool {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, program)); err == nil {
			return true
		}
	}
	return false
}

// wantGone reads to the end of what is told, which is when nothing is left of
// the tree; then the name is free, too.
func (r *runner) wantGone(t *testing.T, dir string) (told string) {
	t.Helper()
	rest, err := io.ReadAll(r.told)
	if err != nil {
		t.Fatalf("something is left of the tree: %v; told %q", err, rest)
	}
	if held, err := lock.IsLocked(dir, "fs"); held || err != nil {
		t.Errorf("locked %v, %v", held, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err == nil {
		t.Error("the pid file is still there")
	}
	return string(rest)
}

// Whoever ends, and however, the whole tree goes.
func TestTree(t *testing.T) {
	t.Parallel()
	kill := func(pid int) func(*testing.T, tree) {
		return func(t *testing.T, tr tree) { syscall.Kill(tr.pids[pid], syscall.SIGKILL) }
	}
	for _, tt := range []struct {
		name string
		end  func(*testing.T, tree)
		told string // by the runner, which may be killed before it can
	}{
		{"client killed", kill(client), "died of terminated\n"},
		{"runner killed", kill(theRunner), ""},
		{"keeper killed", kill(theKeeper), "died of killed\n"},
		{"server killed", kill(theServer), "died of killed\n"},
		{"server ends", func(t *testing.T, tr tree) { syscall.Kill(tr.pids[theServer], syscall.SIGTERM) }, "died of terminated\n"},
		{"signal passed on", func(t *testing.T, tr tree) { syscall.Kill(tr.pids[theRunner], syscall.SIGTERM) }, "died of terminated\n"},
		{"group killed", func(t *testing.T, tr tree) { syscall.Kill(-tr.pids[client], syscall.SIGKILL) }, ""},
		{"input ends", func(t *testing.T, tr tree) { tr.in.Close() }, "died of terminated\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tr := plant(t, dir)
			tt.end(t, tr)
			if told := tr.wantGone(t, dir); told != tt.told {
				t.Errorf("told %q, want %q", told, tt.told)
			}
		})
	}
}

// When the keeper and the runner are killed at the same moment nobody is left to
// take the tree down. The next who comes for the name does, or who cleans up.
func TestStrays(t *testing.T) {
	t.Parallel()
	if !strayable() {
		t.Skip("the environment of others cannot be read here")
	}
	for _, tt := range []struct {
		name string
		end  func(t *testing.T, dir string)
	}{
		{"run", func(t *testing.T, dir string) {
			r := start(t, dir, "sh", "-c", "echo up; cat")
			pid := r.started(t)
			if l, err := List(dir); err != nil || len(l) != 1 || l[0].State != Running || l[0].PID != pid {
				t.Errorf("%+v, %v", l, err)
			}
			r.in.Close()
			r.wantGone(t, dir)
		}},
		{"clean", func(t *testing.T, dir string) {
			if _, n, err := Clean(dir, nil); n < 3 || err != nil {
				t.Errorf("%d processes, %v", n, err)
			}
			if files, n, err := Clean(dir, nil); files != 0 || n != 0 || err != nil {
				t.Errorf("once more: %d files, %d processes, %v", files, n, err)
			}
		}},
		{"stop", func(t *testing.T, dir string) {
			if n, err := EndStrays(dir, "fs", nil); n < 3 || err != nil {
				t.Errorf("%d processes, %v", n, err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tr := plant(t, dir)
			// Stopped, neither sees the other one go.
			for _, pid := range []int{tr.pids[theRunner], tr.pids[theKeeper]} {
				syscall.Kill(pid, syscall.SIGSTOP)
			}
			for _, pid := range []int{tr.pids[theRunner], tr.pids[theKeeper]} {
				syscall.Kill(pid, syscall.SIGKILL)
			}
			awaitState(t, dir, Strays)
			l, err := List(dir)
			if err != nil || len(l) != 1 || l[0].PID <= 0 || l[0].Memory <= 0 || l[0].Client == nil || l[0].Since.IsZero() {
				t.Errorf("%+v, %v", l, err)
			}
			tt.end(t, dir)
			tr.wantGone(t, dir)
			if l, err := lock.ListAll(dir); err != nil || len(l) > 0 {
				t.Errorf("afterwards %+v, %v", l, err)
			}
		})
	}
}

func strayable() bool { return runtime.GOOS == "linux" }

// awaitState waits until the one server is in that state.
func awaitState(t *testing.T, dir string, want State) {
	t.Helper()
	var l []Server
	for range 1000 {
		if l, _ = List(dir); len(l) == 1 && l[0].State == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%+v, want %s", l, want)
}

// What is spared is not ended, nor what has another's mark, or only the word.
func TestStraysSpared(t *testing.T) {
	t.Parallel()
	if !strayable() {
		t.Skip("the environment of others cannot be read here")
	}
	dir := t.TempDir()
	mark := newMark()
	ours := sleeper(t, markName+"="+mark)
	spared := sleeper(t, markName+"="+mark)
	others := []*os.Process{
		sleeper(t, markName+"="+newMark()), sleeper(t, "X"+markName+"="+mark), sleeper(t, markName+"="+mark+"0"),
	}
	note := fmt.Sprintf(`{"holder":{"pid":99999999,"birth":1},"mark":%q}`, mark)
	if err := os.WriteFile(filepath.Join(dir, "fs.lock"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := EndStrays(dir, "fs", []int{spared.Pid})
	if n != 1 || err != nil || procs.Alive(ours.Pid) {
		t.Errorf("%d ended, %v", n, err)
	}
	for _, p := range append(others, spared) {
		if !procs.Alive(p.Pid) {
			t.Errorf("%d was ended", p.Pid)
		}
	}
	// A server that another tool has started since is not one of them.
	os.WriteFile(filepath.Join(dir, "fs.lock"), []byte(note), 0o600)
	os.WriteFile(filepath.Join(dir, "fs.pid"), []byte(strconv.Itoa(others[0].Pid)), 0o600)
	r := start(t, dir, "true")
	r.wantTold(t, fmt.Sprintf("held by %d", others[0].Pid))
	// But the root of the tree may be, if it outlives its keeper.
	os.WriteFile(filepath.Join(dir, "fs.lock"), []byte(note), 0o600)
	os.WriteFile(filepath.Join(dir, "fs.pid"), []byte(strconv.Itoa(spared.Pid)), 0o600)
	r = start(t, dir, "true")
	r.started(t)
	r.wantTold(t, "exit 0")
	if procs.Alive(spared.Pid) {
		t.Error("the root lives")
	}
}

// sleeper is a process with that in its environment.
func sleeper(t *testing.T, env string) *os.Process {
	t.Helper()
	p, err := os.StartProcess("/bin/sleep", []string{"sleep", "1000"}, &os.ProcAttr{Env: []string{"A=b", env}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); p.Wait() })
	return p
}

// A stray that is stopped is continued, so that it ends by TERM as others do.
func TestStrayStopped(t *testing.T) {
	t.Parallel()
	if !strayable() {
		t.Skip("the environment of others cannot be read here")
	}
	mark := newMark()
	p := sleeper(t, markName+"="+mark)
	p.Signal(syscall.SIGSTOP)
	var ws syscall.WaitStatus
	if _, err := syscall.Wait4(p.Pid, &ws, syscall.WUNTRACED, nil); err != nil || !ws.Stopped() {
		t.Fatalf("%v, %v", ws, err)
	}
	if n, err := endStrays(&lock.Owner{Mark: mark}, nil); n != 1 || err != nil {
		t.Errorf("%d ended, %v", n, err)
	}
	if _, err := syscall.Wait4(p.Pid, &ws, 0, nil); err != nil || !ws.Signaled() || ws.Signal() != syscall.SIGTERM {
		t.Errorf("it ended by %v, %v", ws.Signal(), err)
	}
}

// A stray is told to end once, and then ended: what takes a second TERM for
// haste has its time.
func TestStrayTold(t *testing.T) {
	t.Parallel()
	if !strayable() {
		t.Skip("the environment of others cannot be read here")
	}
	mark := newMark()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"=counting", markName+"="+mark)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	said := bufio.NewReader(out)
	if line, err := said.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if n, err := endStrays(&lock.Owner{Mark: mark}, nil); n != 1 || err != nil {
		t.Errorf("%d ended, %v", n, err)
	}
	if rest, err := io.ReadAll(said); string(rest) != "TERM\n" || err != nil {
		t.Errorf("it heard %q, %v", rest, err)
	}
}

// A number that is another process's by now is not signalled, and what has it
// is not taken for a stray.
func TestStrayRecycled(t *testing.T) {
	t.Parallel()
	mark := newMark()
	p := sleeper(t, markName+"="+newMark())
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		if signalStray(p.Pid, mark, sig) {
			t.Errorf("%v was sent to it", sig)
		}
	}
	if !procs.Alive(p.Pid) {
		t.Error("it was ended")
	}
	for _, left := range []*lock.Owner{nil, {}, {Mark: mark}} {
		if n, err := endStrays(left, nil); n != 0 || err != nil {
			t.Errorf("of %+v %d ended, %v", left, n, err)
		}
		if abandoned(&lock.HeldError{PID: p.Pid, Left: left}) {
			t.Errorf("it is taken for what %+v has left", left)
		}
	}
}

// Of the marks in an environment only the last keeper's stays.
func TestMarkedEnv(t *testing.T) {
	t.Setenv(markName, "before")
	t.Setenv(markName+"ER", "another")
	var got []string
	for _, v := range markedEnv("now") {
		if strings.HasPrefix(v, markName) {
			got = append(got, v)
		}
	}
	if want := []string{markName + "ER=another", markName + "=now"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A client is gone that has ended, whose number is another process's, or that
// is no longer the parent.
func TestGone(t *testing.T) {
	t.Parallel()
	parent, other := lock.Identify(os.Getppid(), "parent"), lock.Identify(sleeper(t, "").Pid, "other")
	recycled, dead := parent, other
	recycled.Birth--
	dead.PID = 99999999
	for _, tt := range []struct {
		name  string
		chain []lock.Process
		want  bool
	}{
		{"the parent", []lock.Process{parent}, false},
		{"the parent and another", []lock.Process{parent, other}, false},
		{"a parent that changed", []lock.Process{other}, true},
		{"the parent's number in use again", []lock.Process{recycled}, true},
		{"the parent and one that ended", []lock.Process{parent, dead}, true},
	} {
		if got := gone(tt.chain); got != tt.want {
			t.Errorf("%s: gone %v", tt.name, got)
		}
	}
}

// tree is a running server with all that belongs to it.
type tree struct {
	*runner
	pids [4]int
}

const (
	client = iota
	theRunner
	theKeeper
	theServer
)

func plant(t *testing.T, dir string) (tr tree) {
	t.Helper()
	t.Cleanup(func() { // should the test fail
		for _, pid := range inEnvironment(dirEnv + "=" + dir) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	tr.runner = startIn(t, dir, []string{roleEnv + "=client"}, server(t)...)
	tr.pids[client] = tr.Process.Pid
	for range 2 { // the client and the runner tell as they come to it
		line, err := tr.told.ReadString('\n')
		who, pid, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		which := map[string]int{"runner": theRunner, "started": theServer}[who]
		if tr.pids[which], _ = strconv.Atoi(pid); err != nil || which == client || tr.pids[which] <= 1 {
			t.Fatalf("told %q, %v", line, err)
		}
	}
	if line, err := tr.out.ReadString('\n'); line != "stubborn\n" {
		t.Fatalf("%q, %v", line, err)
	}
	p, err := procs.Get(tr.pids[theServer])
	if err != nil {
		t.Fatal(err)
	}
	tr.pids[theKeeper] = p.PPID
	if k, err := procs.Get(p.PPID); err != nil || k.PPID != tr.pids[theRunner] {
		t.Fatalf("the keeper's parent is %d, %v; the runner is %d", k.PPID, err, tr.pids[theRunner])
	}
	return tr
}

// A client that kills what it has started and comes back at once gets its
// server: the one before is on its way out, even if nobody has noticed yet.
func TestReconnect(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 5 {
		tr := plant(t, dir)
		syscall.Kill(tr.pids[theRunner], syscall.SIGKILL)
		r := start(t, dir, "true")
		r.started(t)
		r.wantTold(t, "exit 0")
		r.in.Close()
		if rest, err := io.ReadAll(tr.told); err != nil {
			t.Fatalf("something is left of the first: %v; told %q", err, rest)
		}
	}
}

// A server that ends with its input is left to do so.
func TestInputEndsServerEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := start(t, dir, "sh", "-c", "cat; sleep 0.3; echo last; exit 4")
	r.started(t)
	r.in.Close()
	if out, err := r.out.ReadString('\n'); out != "last\n" {
		t.Errorf("%q, %v", out, err)
	}
	if told := r.wantGone(t, dir); told != "exit 4\n" {
		t.Errorf("told %q", told)
	}
}

// What is no client's end: a file as input, data that nobody reads.
func TestInputDoesNotEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := start(t, dir, "sh", "-c", "echo up; exec sleep 1000")
	pid := r.started(t)
	io.WriteString(r.in, "unread\n")
	if l, err := List(dir); err != nil || len(l) != 1 || l[0].State != Running || l[0].PID != pid {
		t.Errorf("%+v, %v", l, err)
	}
	r.in.Close()
	for range 500 { // as soon as the keeper has seen it
		if l, _ := lock.List(dir); len(l) == 1 && l[0].Owner != nil && l[0].Owner.Ending {
			if got := stateOf(l[0]); got != Ending {
				t.Errorf("it is %s", got)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("its end is not noted")
}

// A holder whose client is gone gives way, one that is ending is waited for,
// others are not touched.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		holder string
		env    []string
		leave  bool // the holder is made to leave, after a moment
		want   string
		lives  bool
	}{
		{"orphan", nil, false, "exit 0", false},
		{"ending", nil, true, "exit 0", false},
		{"held", nil, false, "held by", true},
		{"held", []string{waitEnv + "=100ms"}, false, "held by", true},
		{"held", []string{waitEnv + "=1m"}, true, "exit 0", false},
		{"held", []string{replaceEnv + "=1"}, false, "exit 0", false},
	} {
		t.Run(fmt.Sprint(tt.holder, tt.env), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			h := startIn(t, dir, []string{roleEnv + "=" + tt.holder})
			pid := h.started(t)
			r := startIn(t, dir, tt.env, "true")
			if tt.leave {
				time.Sleep(200 * time.Millisecond)
				h.in.Close()
			}
			line, err := r.told.ReadString('\n')
			if strings.HasPrefix(line, "started ") {
				line, err = r.told.ReadString('\n')
			}
			if !strings.HasPrefix(line, tt.want) {
				t.Errorf("told %q (%v), want %q", line, err, tt.want)
			}
			if lives := procs.Alive(pid); lives != tt.lives {
				t.Errorf("the holder lives: %v", lives)
			}
		})
	}
}

// Who has the name is ended, and a few who get it then, but not all that come.
func TestReplaceHeirs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var pids []int // each leaves the name to the one before
	for range maxEvictions + 2 {
		heir := strconv.Itoa(os.Getpid())
		if len(pids) > 0 {
			heir = strconv.Itoa(pids[len(pids)-1])
		}
		pids = append(pids, startIn(t, dir, []string{roleEnv + "=heir"}, heir).started(t))
	}
	first := []byte(strconv.Itoa(pids[len(pids)-1]))
	if err := os.WriteFile(filepath.Join(dir, "fs.pid"), first, 0o600); err != nil {
		t.Fatal(err)
	}
	r := startIn(t, dir, []string{replaceEnv + "=1"}, "true")
	r.wantTold(t, fmt.Sprintf("held by %d", pids[1]))
	for i, pid := range pids {
		if lives := procs.Alive(pid); lives != (i < 2) {
			t.Errorf("%d of %d lives: %v", i, len(pids), lives)
		}
	}
}

// A real server is replaced with all its tree.
func TestReplaceTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tr := plant(t, dir)
	r := startIn(t, dir, []string{replaceEnv + "=1"}, "sh", "-c", "echo up; cat")
	pid := r.started(t)
	if rest, err := io.ReadAll(tr.told); err != nil {
		t.Errorf("something is left of the first: %v; told %q", err, rest)
	}
	l, err := List(dir)
	if err != nil || len(l) != 1 || l[0].PID != pid || l[0].State != Running {
		t.Errorf("%+v, %v", l, err)
	}
}

// A keeper that is stopped cannot see its server go, and is ended with it.
func TestReplaceStopped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		stopped []int
	}{{"keeper", []int{theKeeper}}, {"keeper and runner", []int{theRunner, theKeeper}}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !strayable() && len(tt.stopped) > 1 {
				t.Skip("the environment of others cannot be read here")
			}
			dir := t.TempDir()
			tr := plant(t, dir)
			for _, which := range tt.stopped {
				syscall.Kill(tr.pids[which], syscall.SIGSTOP)
			}
			r := startIn(t, dir, []string{replaceEnv + "=1"}, "sh", "-c", "echo up; cat")
			r.started(t)
			syscall.Kill(tr.pids[theRunner], syscall.SIGCONT)
			if rest, err := io.ReadAll(tr.told); err != nil {
				t.Errorf("something is left of the first: %v; told %q", err, rest)
			}
		})
	}
}

// No pid file makes us end what we run under.
func TestReplaceSpares(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fs.pid"), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		t.Fatal(err)
	}
	r := startIn(t, dir, []string{replaceEnv + "=1"}, "true")
	r.wantTold(t, fmt.Sprintf("held by %d", os.Getpid()))

	// Nor the keeper that we run under, where the server itself is not above us.
	dir = t.TempDir()
	r = start(t, dir, "sh", "-c", "("+replaceEnv+`=1 "$0" true &); exec sleep 1000`, os.Args[0])
	pid := r.started(t)
	r.wantTold(t, fmt.Sprintf("held by %d", pid))
	if !procs.Alive(pid) {
		t.Error("the server was ended by what it started")
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if l, err := List(filepath.Join(dir, "none")); len(l) > 0 || l == nil || err != nil {
		t.Errorf("%v, %v", l, err)
	}
	tr := plant(t, dir)
	other, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "exec sleep 1000"}, &os.ProcAttr{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Kill()
	for name, pid := range map[string]int{"old": 99999999, "other": other.Pid} {
		if err := os.WriteFile(filepath.Join(dir, name+".pid"), []byte(strconv.Itoa(pid)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := List(dir)
	if err != nil || len(l) != 3 {
		t.Fatalf("%+v, %v", l, err)
	}
	for i, want := range []struct {
		name  string
		state State
		pid   int
	}{{"fs", Running, tr.pids[theServer]}, {"old", Stale, 99999999}, {"other", Unlocked, other.Pid}} {
		if l[i].Name != want.name || l[i].State != want.state || l[i].PID != want.pid || l[i].Since.IsZero() {
			t.Errorf("%+v, want %+v", l[i], want)
		}
	}
	here, _ := os.Getwd()
	if c := l[0].Client; c == nil || c.PID != tr.pids[client] || l[0].Dir != here {
		t.Errorf("client %v, from %s", c, l[0].Dir)
	}
	if one := resident(tr.pids[theServer]); one <= 0 || l[0].Memory <= one || l[1].Memory != 0 || l[2].Memory <= 0 {
		t.Errorf("memory %d of which the shell %d, %d, %d", l[0].Memory, one, l[1].Memory, l[2].Memory)
	}
}

// What a holder has not said is not known, and what it has itself is not the
// server's memory.
func TestListAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := startIn(t, dir, []string{roleEnv + "=alone"})
	pid := h.started(t)
	l, err := List(dir)
	if err != nil || len(l) != 1 || l[0].PID != pid || l[0].State != Running || l[0].Client != nil || l[0].Memory != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	nobody := t.TempDir()
	k, err := lock.Acquire(nobody, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	os.Remove(filepath.Join(nobody, "fs.pid"))
	if l, err := List(nobody); err != nil || len(l) != 1 || l[0].PID != 0 || l[0].Memory != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	if !strayable() {
		return
	}
	h.Process.Kill()
	h.Wait()
	mark := newMark()
	s := sleeper(t, markName+"="+mark)
	note := fmt.Sprintf(`{"holder":{"pid":99999999,"birth":1},"mark":%q}`, mark)
	if err := os.WriteFile(filepath.Join(dir, "fs.lock"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err = List(dir)
	if err != nil || len(l) != 1 || l[0].PID != s.Pid || l[0].State != Strays || l[0].Client != nil || l[0].Memory <= 0 {
		t.Errorf("%+v, %v", l, err)
	}
}

// Started and killed again and again: as many processes, descriptors and files
// as before.
func TestCycles(t *testing.T) {
	dir := t.TempDir()
	var slowest time.Duration
	cycle := func(i int) {
		tr := plant(t, dir)
		killed := time.Now()
		syscall.Kill(tr.pids[i%4], syscall.SIGKILL)
		tr.in.Close()
		tr.wantGone(t, dir)
		slowest = max(slowest, time.Since(killed))
		tr.Wait()
		tr.tell.Close()
	}
	cycle(0)
	processes, descriptors, files := mine(t), open(t), names(t, dir)
	began := time.Now()
	for i := range *cycles {
		cycle(i)
	}
	if n := mine(t); n != processes {
		t.Errorf("%d processes, before %d", n, processes)
	}
	if n := open(t); n != descriptors {
		t.Errorf("%d descriptors, before %d", n, descriptors)
	}
	if n := names(t, dir); n != files {
		t.Errorf("files %s, before %s", n, files)
	}
	t.Logf("%d cycles in %v: %d processes, %d descriptors, files %s, as before; everything was gone at most %v after the kill",
		*cycles, time.Since(began).Round(time.Millisecond), processes, descriptors, files, slowest.Round(time.Millisecond))
}

// mine counts the processes that this test has started, wherever they are now:
// they have its directory of locks in their environment.
func mine(t *testing.T) (n int) {
	t.Helper()
	return len(inEnvironment(dirEnv + "=" + filepath.Dir(t.TempDir())))
}

// inEnvironment returns the processes that have the text in their environment,
// where that can be read.
func inEnvironment(text string) (pids []int) {
	all, _ := procs.All()
	for _, p := range all {
		if env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.PID)); err == nil && strings.Contains(string(env), text) {
			pids = append(pids, p.PID)
		}
	}
	return pids
}

func open(t *testing.T) int {
	fds, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(fds)
}

func names(t *testing.T, dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}
