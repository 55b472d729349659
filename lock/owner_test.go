package lock

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	client := start(t, "stay", "", "")
	since := time.Now().Add(-time.Hour).Round(0)
	want := Owner{
		Holder: Identify(os.Getpid(), "us"), Client: Identify(client.Process.Pid, "agent"),
		Dir: "/somewhere else", Since: since,
	}
	for _, ending := range []bool{true, false} { // the shorter text, and the longer in its place
		want.Ending = ending
		if err := l.Describe(want); err != nil {
			t.Fatal(err)
		}
		_, err = Acquire(dir, "fs")
		var held *HeldError
		if !errors.As(err, &held) || held.Owner == nil || !held.Since.Equal(since) {
			t.Fatalf("%v, owner %+v", err, held.Owner)
		}
		held.Owner.Since = since
		if !reflect.DeepEqual(*held.Owner, want) {
			t.Errorf("owner %+v, want %+v", *held.Owner, want)
		}
		for _, part := range []string{"agent (pid ", "/somewhere else", since.Format(time.DateTime)} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%v does not say %q", err, part)
			}
		}
		if held.Owner.Orphaned() {
			t.Error("orphaned")
		}
	}
	wantMode(t, filepath.Join(dir, "fs.lock"), 0o600)

	client.Process.Kill()
	client.Process.Wait()
	list, err := List(dir)
	if err != nil || len(list) != 1 || !list[0].Owner.Orphaned() || !list[0].Since.Equal(since) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "fs.lock")); len(b) > 0 || err != nil {
		t.Errorf("the lock file holds %q, %v", b, err)
	}
	if err := l.Describe(want); err == nil {
		t.Error("Describe after Release")
	}
}

// Who is on the way out says so, or works for a process that is gone.
func TestLeaving(t *testing.T) {
	t.Parallel()
	runs := Identify(start(t, "stay", "", "").Process.Pid, "x")
	recycled, dead := runs, runs
	recycled.Birth--
	dead.PID = gone(t)
	for _, tt := range []struct {
		name  string
		owner *Owner
		want  bool
	}{
		{"nobody known", nil, false},
		{"says nothing", &Owner{}, false},
		{"says so", &Owner{Ending: true}, true},
		{"works for one that runs", &Owner{Runner: runs}, false},
		{"works for one, and says so", &Owner{Runner: runs, Ending: true}, true},
		{"works for one that is gone", &Owner{Runner: dead}, true},
		{"whose number is in use again", &Owner{Runner: recycled}, true},
		{"its client alone is gone", &Owner{Client: dead}, false},
	} {
		if got := tt.owner.Leaving(); got != tt.want {
			t.Errorf("%s: leaving %v", tt.name, got)
		}
		if got, want := tt.owner.Orphaned(), tt.owner != nil && tt.owner.Client.PID > 0; got != want {
			t.Errorf("%s: orphaned %v", tt.name, got)
		}
	}
	for _, tt := range []struct {
		name string
		held HeldError
		want bool
	}{
		{"no number known", HeldError{}, false},
		{"a number that is somebody's", HeldError{PID: runs.PID}, false},
		{"a number that nobody has any more", HeldError{PID: dead.PID}, true},
		{"who holds it is asked first", HeldError{PID: dead.PID, Owner: &Owner{}}, false},
		{"and says that it leaves", HeldError{PID: runs.PID, Owner: &Owner{Ending: true}}, true},
	} {
		if got := tt.held.Leaving(); got != tt.want {
			t.Errorf("held, %s: %v", tt.name, got)
		}
	}
}

// What an earlier holder said, or anyone wrote, is not taken for the holder's word.
func TestOwnerOfAnother(t *testing.T) {
	t.Parallel()
	dead := gone(t)
	for _, text := range []string{
		"", "{", "null", "[]", `"x"`, strings.Repeat("{", maxNote), "{}", `{"mark":"m"}`, `{"holder":{"pid":-1}}`,
		`{"holder":{"pid":` + itoa(dead) + `,"birth":1},"client":{"pid":` + itoa(dead) + `}}`,
		`{"holder":{"pid":` + itoa(os.Getpid()) + `,"birth":1},"client":{"pid":` + itoa(dead) + `}}`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "fs.lock"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := Acquire(dir, "fs")
		if err != nil {
			t.Fatal(err)
		}
		if o := l.Left(); (o != nil) != (strings.Contains(text, `"pid":`) && !strings.Contains(text, `"pid":-`)) {
			t.Errorf("%.40q: left %+v", text, o)
		}
		_, err = Acquire(dir, "fs")
		var held *HeldError
		if !errors.As(err, &held) || held.Owner != nil || held.Owner.Orphaned() {
			t.Errorf("%.40q: %v, owner %+v", text, err, held.Owner)
		}
		l.Release()
	}
}

// Who is to be ended is the one that was met. Where another has taken its
// place since, that one lives.
func TestEvictLeavesSuccessor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := start(t, "hold", dir, "fs")
	_, err := Acquire(dir, "fs")
	var met *HeldError
	if !errors.As(err, &met) {
		t.Fatal(err)
	}
	first.Process.Kill()
	first.Process.Wait()
	second := start(t, "hold", dir, "fs").Process.Pid
	if err := Evict(dir, met); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(second, 0); err != nil {
		t.Errorf("the second holder: %v", err)
	}
	if _, err := Acquire(dir, "fs"); !errors.As(err, &met) || met.PID != second {
		t.Errorf("%v, want held by %d", err, second)
	}
	if err := Evict(dir, met); err != nil {
		t.Error(err)
	}
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
}

// What a holder has said stays when it is killed, until the next one says
// something, or releases the name.
func TestLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	holder := start(t, "described", dir, "fs")
	holder.Process.Kill()
	holder.Process.Wait()
	for _, pidFile := range []bool{true, false} { // stale, and then cleaned by another tool
		all, err := ListAll(dir)
		if err != nil || len(all) != 1 || all[0].Left == nil || all[0].Left.Mark != "m" || all[0].Stale != pidFile || all[0].Locked {
			t.Fatalf("%+v, %v", all, err)
		}
		if taken, err := List(dir); len(taken) > 0 || err != nil {
			t.Errorf("%+v, %v", taken, err)
		}
		os.Remove(filepath.Join(dir, "fs.pid"))
	}
	// Another tool has started one since.
	other := start(t, "stay", "", "").Process.Pid
	writePID(t, dir, "fs", itoa(other))
	var held *HeldError
	if _, err := Acquire(dir, "fs"); !errors.As(err, &held) || held.Left == nil || held.Left.Mark != "m" || held.Owner != nil {
		t.Errorf("%v, %+v", err, held)
	}
	os.Remove(filepath.Join(dir, "fs.pid"))

	for range 2 { // to release a name without a word leaves the note as it is
		l, err := Acquire(dir, "fs")
		if err != nil {
			t.Fatal(err)
		}
		if o := l.Left(); o == nil || o.Mark != "m" {
			t.Errorf("left %+v", o)
		}
		l.Release()
	}
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Describe(Owner{}); err != nil {
		t.Fatal(err)
	}
	if o := l.Left(); o != nil {
		t.Errorf("the holder's own note: %+v", o)
	}
	l.Release()
	if all, err := ListAll(dir); len(all) > 0 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// Without a pid file the holder itself can still be told from its own word.
func TestEvictByOwner(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	holder := start(t, "described", dir, "fs")
	go holder.Process.Wait()
	if err := os.Remove(filepath.Join(dir, "fs.pid")); err != nil {
		t.Fatal(err)
	}
	if err := ForceRelease(dir, "fs"); err != nil {
		t.Fatal(err)
	}
	wantLocked(t, dir, "fs", false)
}

// A holder that is stopped cannot see that its server was ended, and does not
// keep the name.
func TestEvictStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	holder := start(t, "described", dir, "fs").Process
	server := start(t, "stay", "", "").Process
	go server.Wait()
	writePID(t, dir, "fs", itoa(server.Pid))
	holder.Signal(syscall.SIGSTOP)
	var ws syscall.WaitStatus
	if _, err := syscall.Wait4(holder.Pid, &ws, syscall.WUNTRACED, nil); err != nil || !ws.Stopped() {
		t.Fatalf("%v, %v", ws, err)
	}
	if err := ForceRelease(dir, "fs"); err != nil {
		t.Fatal(err)
	}
	wantLocked(t, dir, "fs", false)
	wantPID(t, dir, "fs", 0)
	if _, err := syscall.Wait4(holder.Pid, &ws, 0, nil); err != nil || ws.Signal() != syscall.SIGKILL {
		t.Errorf("the holder: %v, %v", ws, err)
	}
}

// A holder that is not to be signalled keeps the name, and that is said at once.
func TestEvictSparesOwner(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	if err := errors.Join(l.Describe(Owner{}), os.Remove(l.at.pid())); err != nil {
		t.Fatal(err)
	}
	err = ForceRelease(dir, "fs")
	if err == nil || !strings.Contains(err.Error(), "not signalled") || strings.Contains(err.Error(), "still held") {
		t.Errorf("%v", err)
	}
}

// Who waits for a name to be given up waits for the one that was met, no other.
func TestAwaitFree(t *testing.T) {
	t.Parallel()
	runs := Identify(start(t, "stay", "", "").Process.Pid, "x")
	dead := Process{PID: gone(t), Birth: 1}
	for _, tt := range []struct {
		name   string
		locked bool
		pid    int // in the pid file; 0: there is none
		held   HeldError
		free   bool
	}{
		{"nobody has it", false, 0, HeldError{}, true},
		{"its server has ended", false, dead.PID, HeldError{PID: dead.PID}, true},
		{"its server runs", false, runs.PID, HeldError{PID: runs.PID}, false},
		{"another one's server runs", false, runs.PID, HeldError{PID: dead.PID}, true},
		{"held, by nobody known", true, 0, HeldError{PID: dead.PID}, false},
		{"held, by the one that was met", true, 0, HeldError{Owner: &Owner{Holder: runs}}, false},
		{"held, and the one that was met is gone", true, 0, HeldError{Owner: &Owner{Holder: dead}}, true},
	} {
		at := files{t.TempDir(), "fs"}
		if tt.locked {
			l, err := Acquire(at.dir, at.name)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Release()
			at.removePID()
		}
		if tt.pid != 0 {
			writePID(t, at.dir, at.name, itoa(tt.pid))
		}
		if err := at.awaitFree(&tt.held, time.Now()); (err == nil) != tt.free {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestHolderPID(t *testing.T) {
	t.Parallel()
	var nobody *Owner
	if got, one := nobody.HolderPID(), (&Owner{Holder: Process{PID: 7}}).HolderPID(); got != 0 || one != 7 {
		t.Errorf("%d, %d", got, one)
	}
}
