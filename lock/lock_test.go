package lock

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestCheckName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64)
	tests := []struct {
		name string
		ok   bool
	}{
		{"a", true}, {"0", true}, {"Morrowind", true}, {"file-system_2.0", true}, {"a..b", true}, {long, true},
		{"", false}, {".", false}, {"..", false}, {".hidden", false}, {"-x", false}, {"_x", false},
		{"a/b", false}, {"../x", false}, {"a b", false}, {"a\x00", false}, {"a\n", false}, {"naïve", false}, {long + "x", false},
	}
	for _, tt := range tests {
		if err := CheckName(tt.name); (err == nil) != tt.ok {
			t.Errorf("CheckName(%q) = %v", tt.name, err)
		}
		if tt.ok {
			continue
		}
		dir := filepath.Join(t.TempDir(), "mcp")
		_, err := Acquire(dir, tt.name)
		if err == nil || !strings.Contains(err.Error(), "letters, digits") {
			t.Errorf("Acquire(%q): %v, want the rule", tt.name, err)
		}
		for name, err := range map[string]error{
			"IsLocked":     second(IsLocked(dir, tt.name)),
			"ForceRelease": ForceRelease(dir, tt.name),
			"Evict":        Evict(dir, &HeldError{Name: tt.name}),
		} {
			if err == nil || !strings.Contains(err.Error(), "letters, digits") {
				t.Errorf("%s(%q): %v, want the rule", name, tt.name, err)
			}
		}
		if _, err := os.Lstat(dir); err == nil {
			t.Errorf("the folder was made for %q", tt.name)
		}
	}
}

func TestAcquireRelease(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home", "mcp")
	before := time.Now().Add(-time.Second)
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	wantPID(t, dir, "fs", os.Getpid())
	wantLocked(t, dir, "fs", true)
	wantMode(t, dir, 0o700)
	wantMode(t, filepath.Dir(dir), 0o700)
	wantMode(t, filepath.Join(dir, "fs.lock"), 0o600)
	wantMode(t, filepath.Join(dir, "fs.pid"), 0o600)

	_, err = Acquire(dir, "fs")
	var held *HeldError
	if !errors.As(err, &held) || held.Name != "fs" || held.PID != os.Getpid() || held.Since.Before(before) || held.Since.After(time.Now().Add(time.Second)) {
		t.Fatalf("second Acquire: %v (%+v)", err, held)
	}

	other, err := Acquire(dir, "fs2")
	if err != nil {
		t.Fatalf("another name: %v", err)
	}
	defer other.Release()

	for range 2 { // the second is no error
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
	}
	wantLocked(t, dir, "fs", false)
	wantPID(t, dir, "fs", 0)
	if _, err := os.Lstat(filepath.Join(dir, "fs.lock")); err != nil {
		t.Errorf("the lock file is gone: %v", err)
	}
	if err := l.SetPID(1); err == nil {
		t.Error("SetPID after Release")
	}
	again, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
}

// A folder that another tool has made is for its owner only from then on.
func TestFolderOpenToOthers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mcp")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	wantMode(t, dir, 0o700)
}

func TestSetPID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	server := start(t, "stay", "", "").Process.Pid
	if err := l.SetPID(server); err != nil {
		t.Fatal(err)
	}
	wantPID(t, dir, "fs", server)
	wantMode(t, filepath.Join(dir, "fs.pid"), 0o600)
	for _, pid := range []int{0, -1} {
		if l.SetPID(pid) == nil {
			t.Errorf("SetPID(%d): no error", pid)
		}
	}
	wantPID(t, dir, "fs", server)
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	wantPID(t, dir, "fs", 0)
}

// What a crash between writing and renaming leaves does not stand in the way.
func TestSetPIDAfterCrash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Symlink("/nowhere", filepath.Join(dir, "fs.pid.tmp")); err != nil {
		t.Fatal(err)
	}
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	wantPID(t, dir, "fs", os.Getpid())
}

func TestReleaseLeavesOthersPID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	other := start(t, "stay", "", "").Process.Pid
	writePID(t, dir, "fs", strconv.Itoa(other))
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	wantPID(t, dir, "fs", other)
}

func TestStale(t *testing.T) {
	t.Parallel()
	alive := start(t, "stay", "", "").Process.Pid
	t.Cleanup(func() { // when all have run
		if err := syscall.Kill(alive, 0); err != nil {
			t.Errorf("the process whose number was in the files: %v", err)
		}
	})
	hourAgo := time.Now().Add(-time.Hour)
	tests := []struct {
		name, text string
		written    time.Time // zero is now
	}{
		{"dead", strconv.Itoa(gone(t)), time.Time{}},
		{"beyond any pid", "99999999", time.Time{}},
		{"recycled", strconv.Itoa(alive), hourAgo},
		{"empty", "", time.Time{}},
		{"words", "not a pid", time.Time{}},
		{"zero", "0", time.Time{}},
		{"all processes", "-1", time.Time{}},
		{"group", "-" + strconv.Itoa(alive), time.Time{}},
		{"wraps around to a pid", strconv.Itoa(1<<32 + alive), time.Time{}},
		{"two pids", fmt.Sprintf("%d %d", alive, alive), time.Time{}},
		{"long", strings.Repeat("1", 1<<16), time.Time{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func() {
				writePID(t, dir, "fs", tt.text)
				if !tt.written.IsZero() {
					if err := os.Chtimes(filepath.Join(dir, "fs.pid"), tt.written, tt.written); err != nil {
						t.Fatal(err)
					}
				}
			}
			write()
			if l, err := List(dir); err != nil || len(l) > 0 {
				t.Errorf("List: %v, %v", l, err)
			}
			if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err != nil {
				t.Errorf("List removed it: %v", err)
			}
			wantLocked(t, dir, "fs", false)
			wantPID(t, dir, "fs", 0)

			write()
			for _, want := range []int{1, 0} {
				if n, err := CleanStale(dir); n != want || err != nil {
					t.Errorf("CleanStale: %d, %v; want %d", n, err, want)
				}
			}
			wantPID(t, dir, "fs", 0)

			write()
			if err := ForceRelease(dir, "fs"); err != nil {
				t.Errorf("ForceRelease: %v", err)
			}
			wantPID(t, dir, "fs", 0)

			write()
			l, err := Acquire(dir, "fs")
			if err != nil {
				t.Fatal(err)
			}
			wantPID(t, dir, "fs", os.Getpid())
			l.Release()
		})
	}
}

// A stale file is removed as long as it is the one that was read: another tool
// may have written its own since.
func TestRemoveStale(t *testing.T) {
	t.Parallel()
	const dead = "99999999"
	tests := []struct {
		name  string
		since func(path string) error // what happens between reading and removing
		want  bool
	}{
		{"nothing since", func(string) error { return nil }, true},
		{"gone since", os.Remove, false},
		{"replaced since", func(path string) error {
			fi, err := os.Stat(path)
			if err != nil {
				return err
			}
			other := path + ".other" // beside it, so that it is another file
			return errors.Join(os.WriteFile(other, []byte(dead), 0o600),
				os.Chtimes(other, fi.ModTime(), fi.ModTime()), os.Rename(other, path))
		}, false},
		{"written since", func(path string) error {
			later := time.Now().Add(time.Hour)
			return os.Chtimes(path, later, later)
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			at := files{t.TempDir(), "fs"}
			writePID(t, at.dir, at.name, dead)
			p, err := at.readPID()
			if err != nil || !p.stale() {
				t.Fatalf("%+v, %v", p, err)
			}
			if err := tt.since(at.pid()); err != nil {
				t.Fatal(err)
			}
			_, before := os.Lstat(at.pid())
			removed, err := at.removeStale(p)
			if removed != tt.want || err != nil {
				t.Errorf("removed %v, %v; want %v", removed, err, tt.want)
			}
			if _, after := os.Lstat(at.pid()); (before == nil && after != nil) != tt.want {
				t.Errorf("the file: %v, before %v", after, before)
			}
		})
	}
}

// A pid file counts for a process that started before it was written, give or
// take what the coarsest clocks of files lose.
func TestPIDFileRuns(t *testing.T) {
	t.Parallel()
	pid := start(t, "stay", "", "").Process.Pid
	started, err := startTime(pid)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		pid   int
		after time.Duration // its start
		want  bool
	}{
		{pid, time.Hour, true}, {pid, 0, true}, {pid, -slack / 2, true}, {pid, -2 * slack, false}, {pid, -time.Hour, false},
		{gone(t), time.Hour, false}, {0, time.Hour, false},
	} {
		p := pidFile{found: true, pid: tt.pid, written: started.Add(tt.after)}
		if p.runs() != tt.want || p.stale() == tt.want {
			t.Errorf("pid %d, written %v after its start: runs %v, stale %v", tt.pid, tt.after, p.runs(), p.stale())
		}
	}
	if (pidFile{}).stale() {
		t.Error("a file that is not there is stale")
	}
}

// Another tool's pid file counts, with or without white space, as long as its
// process lives.
func TestPIDFileWithoutLock(t *testing.T) {
	t.Parallel()
	server := start(t, "stay", "", "")
	pid := server.Process.Pid
	for _, text := range []string{"%d", "%d\n", " %d \r\n"} {
		dir := t.TempDir()
		writePID(t, dir, "fs", fmt.Sprintf(text, pid))
		_, err := Acquire(dir, "fs")
		var held *HeldError
		if !errors.As(err, &held) || held.PID != pid || held.Since.IsZero() {
			t.Fatalf("Acquire beside a running server: %v", err)
		}
		wantLocked(t, dir, "fs", true)
		if n, err := CleanStale(dir); n != 0 || err != nil {
			t.Errorf("CleanStale: %d, %v", n, err)
		}
		l, err := List(dir)
		if err != nil || len(l) != 1 || l[0].Name != "fs" || l[0].PID != pid || l[0].Locked || l[0].Since.IsZero() {
			t.Errorf("List: %+v, %v", l, err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "fs.pid")); string(b) != fmt.Sprintf(text, pid) {
			t.Errorf("the pid file became %q, %v", b, err)
		}
	}

	dir := t.TempDir()
	writePID(t, dir, "fs", strconv.Itoa(pid))
	server.Process.Kill()
	server.Wait()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatalf("after the server's end: %v", err)
	}
	l.Release()
}

// Removing the lock file does not make room for a second server.
func TestLockFileRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	server := start(t, "stay", "", "").Process.Pid
	if err := l.SetPID(server); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "fs.lock")); err != nil {
		t.Fatal(err)
	}
	_, err = Acquire(dir, "fs")
	var held *HeldError
	if !errors.As(err, &held) || held.PID != server {
		t.Errorf("Acquire: %v", err)
	}
}

// Who meets a holder that gives the name up this moment gets it; one that has the
// lock and says nothing for longer has the name.
func TestAcquireMeetsRelease(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(l.at.pid()); err != nil { // as far as Release has come
		t.Fatal(err)
	}
	_, err = Acquire(dir, "fs")
	var held *HeldError
	if !errors.As(err, &held) || held.PID != 0 {
		t.Errorf("%v, want held by nobody known", err)
	}
	time.AfterFunc(changing/20, func() { l.fl.Unlock() })
	next, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	next.Release()
}

func TestList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if l, err := List(filepath.Join(dir, "none")); len(l) > 0 || err != nil {
		t.Errorf("no folder: %v, %v", l, err)
	}
	for _, name := range []string{"b", "a"} {
		l, err := Acquire(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Release()
	}
	writePID(t, dir, "stale", "99999999")
	writePID(t, dir, "not a name", strconv.Itoa(os.Getpid()))
	os.Remove(filepath.Join(dir, "b.pid"))
	l, err := List(dir)
	if err != nil || len(l) != 2 {
		t.Fatalf("%+v, %v", l, err)
	}
	if l[0].Name != "a" || l[0].PID != os.Getpid() || !l[0].Locked || l[0].Since.IsZero() {
		t.Errorf("%+v", l[0])
	}
	if l[1].Name != "b" || l[1].PID != 0 || !l[1].Locked || l[1].Since.IsZero() {
		t.Errorf("%+v", l[1])
	}
}

func TestLookingMakesNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mcp")
	wantLocked(t, dir, "fs", false)
	if n, err := CleanStale(dir); n != 0 || err != nil {
		t.Errorf("CleanStale: %d, %v", n, err)
	}
	if err := ForceRelease(dir, "fs"); err != nil {
		t.Errorf("ForceRelease: %v", err)
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Error("the folder was made")
	}
}

func TestSymlinksRefused(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		make func(dir, target string) error
	}{
		{"lock", func(dir, target string) error { return os.Symlink(target, filepath.Join(dir, "fs.lock")) }},
		{"pid", func(dir, target string) error { return os.Symlink(target, filepath.Join(dir, "fs.pid")) }},
		{"folder", func(dir, target string) error {
			if err := os.Remove(dir); err != nil {
				return err
			}
			return os.Symlink(filepath.Dir(target), dir)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "mcp")
			target := filepath.Join(t.TempDir(), "target")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(target, []byte("99999999"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := tt.make(dir, target); err != nil {
				t.Fatal(err)
			}
			l, err := Acquire(dir, "fs")
			if err == nil {
				l.Release()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), "symbolic link") {
				t.Errorf("%v", err)
			}
			if _, err := CleanStale(dir); err == nil {
				t.Error("CleanStale: no error")
			}
			if b, err := os.ReadFile(target); string(b) != "99999999" {
				t.Errorf("the target: %q, %v", b, err)
			}
			if left, _ := os.ReadDir(filepath.Dir(target)); len(left) != 1 {
				t.Errorf("files were made behind the link: %v", left)
			}
		})
	}
}

// Neither a folder nor a pipe where a file should be is taken for one, or waited for.
func TestNotFiles(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"fs.lock", "fs.pid"} {
		for _, kind := range []string{"folder", "pipe"} {
			dir := t.TempDir()
			path := filepath.Join(dir, file)
			var err error
			if kind == "pipe" {
				err = syscall.Mkfifo(path, 0o600)
			} else {
				err = os.Mkdir(path, 0o700)
			}
			if err != nil {
				t.Skip(err)
			}
			if l, err := Acquire(dir, "fs"); err == nil {
				l.Release()
				t.Errorf("%s as %s: no error", kind, file)
			}
		}
	}
}

func TestHeldError(t *testing.T) {
	t.Parallel()
	since := time.Now()
	at := " since " + since.Local().Format(time.DateTime)
	for _, tt := range []struct {
		held HeldError
		want string
	}{
		{HeldError{}, "a process that left no pid"},
		{HeldError{PID: 7}, "pid 7"},
		{HeldError{PID: 1, Since: since}, "pid 1" + at},
		{HeldError{Since: since, Owner: &Owner{Client: Process{PID: 1, Name: "agent"}}}, "a process that left no pid" + at + ", for agent (pid 1)"},
		{HeldError{PID: 7, Owner: &Owner{Client: Process{Name: "gone before"}, Dir: "/srv"}}, "pid 7, from /srv"},
		{HeldError{PID: 7, Left: &Owner{Dir: "/srv"}}, "pid 7"},
	} {
		tt.held.Name = "fs"
		if got, want := tt.held.Error(), `"fs" is held by `+tt.want; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func itoa(n int) string { return strconv.Itoa(n) }

func wantLocked(t *testing.T, dir, name string, want bool) {
	t.Helper()
	if got, err := IsLocked(dir, name); got != want || err != nil {
		t.Errorf("IsLocked: %v, %v; want %v", got, err, want)
	}
}

// wantPID checks the text of the pid file; 0 is no file.
func wantPID(t *testing.T, dir, name string, want int) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name+".pid"))
	if want == 0 {
		if err == nil {
			t.Errorf("pid file %q, want none", b)
		}
		return
	}
	if string(b) != strconv.Itoa(want) {
		t.Errorf("pid file %q (%v), want %d", b, err, want)
	}
}

func wantMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	fi, err := os.Lstat(path)
	if err != nil {
		t.Error(err)
	} else if fi.Mode().Perm() != want {
		t.Errorf("%s: mode %o, want %o", filepath.Base(path), fi.Mode().Perm(), want)
	}
}

func writePID(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name+".pid"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
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

func BenchmarkAcquireRelease(b *testing.B) {
	dir := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		l, err := Acquire(dir, "fs")
		if err != nil {
			b.Fatal(err)
		}
		if err := l.Release(); err != nil {
			b.Fatal(err)
		}
	}
}
