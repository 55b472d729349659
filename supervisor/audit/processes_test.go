package audit

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

var (
	writers = flag.Int("writers", 20, "processes that append at once")
	appends = flag.Int("appends", 40, "records that each of them appends")
	kills   = flag.Int("kills", 40, "writers that are killed")
)

// Environment of this binary run again as another process.
const (
	homeEnv = "AUDIT_TEST_HOME"
	roleEnv = "AUDIT_TEST_ROLE" // see play
	nameEnv = "AUDIT_TEST_NAME" // of a writer: it is in its records
	maxEnv  = "AUDIT_TEST_MAX"  // bytes, from which on the log is rotated
)

func TestMain(m *testing.M) {
	role, home := os.Getenv(roleEnv), os.Getenv(homeEnv)
	if role == "" {
		os.Exit(m.Run())
	}
	l, err := Open(home)
	if n, _ := strconv.ParseInt(os.Getenv(maxEnv), 10, 64); err == nil && n > 0 {
		l.maxSize = n
	}
	if err == nil {
		l.patience = time.Minute // however busy the machine is
		err = play(role, l)
	}
	fmt.Println(err)
	os.Exit(0)
}

// play is a writer, or one of those in disk_linux_test.go.
func play(role string, l *Log) error {
	n, err := strconv.Atoi(role)
	if err != nil {
		return onDisk(role, l)
	}
	io.Copy(io.Discard, os.Stdin) // the starting gun
	for i := 0; i < n || n == 0; i++ {
		name := fmt.Sprintf("%s %d", os.Getenv(nameEnv), i)
		text := name
		if n == 0 && i%4 == 3 { // long enough to be killed in the middle of
			text += strings.Repeat(" x", 200<<10)
		}
		if err := l.Decided(low(text), supervisor.Decision{Allow: true}); err != nil {
			return err
		}
		fmt.Println(name) // it is on record
	}
	return nil
}

// low is a request that waits for no disk.
func low(text string) *supervisor.Request {
	r := request()
	r.Text, r.Verdict.Tier = text, tiers.Low
	return r
}

// writer is a process that appends.
type writer struct {
	*exec.Cmd
	name string
	out  *bufio.Scanner
	said []string // what it says is on record
}

// startWriter starts one that appends n records, or without end, once gun is at
// its end.
func startWriter(t *testing.T, home, name string, n int, max int64, gun *os.File) *writer {
	t.Helper()
	w := &writer{Cmd: exec.Command(os.Args[0]), name: name}
	w.Env = append(os.Environ(), homeEnv+"="+home, roleEnv+"="+strconv.Itoa(n), nameEnv+"="+name,
		maxEnv+"="+strconv.FormatInt(max, 10), "GOMAXPROCS=1")
	if gun != nil {
		w.Stdin = gun
	}
	out, err := w.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	w.out = bufio.NewScanner(out)
	return w
}

// wait hears it out.
func (w *writer) wait() (last string) {
	for w.out.Scan() {
		if last = w.out.Text(); strings.HasPrefix(last, w.name+" ") {
			w.said = append(w.said, last)
		}
	}
	w.Wait()
	return last
}

// wantRecords checks that the log has every record that its writers say is
// there, once and in their order, and of each writer at most one more: it was
// killed before it could say so.
func wantRecords(t *testing.T, home string, writers []*writer) (records, torn int) {
	t.Helper()
	next := map[string]int{} // by writer, the number of its next record
	log := NewReader(home, 0)
	defer log.Close()
	err := log.Read(func(l Line) bool {
		r, err := l.Parse()
		switch {
		case err != nil || !l.Whole:
			t.Errorf("%s:%d: %v", l.File, l.Number, err)
			return true
		case r.Event == "torn":
			torn++
		case r.Event == "decision":
			records++
			name, n, _ := strings.Cut(r.Cmd, " ")
			if n, _, _ = strings.Cut(n, " "); n != strconv.Itoa(next[name]) {
				t.Errorf("%s:%d: %.40q, where number %d of its writer should be", l.File, l.Number, r.Cmd, next[name])
			} else {
				next[name]++
			}
		}
		return true
	})
	if err != nil {
		t.Error(err)
	}
	for _, w := range writers {
		if n := next[w.name]; n < len(w.said) || n > len(w.said)+1 {
			t.Errorf("%s: %d records, but it said %d", w.name, n, len(w.said))
		}
	}
	return records, torn
}

// Many at once: each record of each of them, whole, in order, one chain; while
// the log is rotated, too, and read by one who follows it.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	for _, max := range []int64{maxSize, 30_000} {
		t.Run(fmt.Sprint(max), func(t *testing.T) {
			home := t.TempDir()
			gunR, gunW, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer gunR.Close()
			var all []*writer
			for i := range *writers {
				all = append(all, startWriter(t, home, fmt.Sprint("w", i), *appends, max, gunR))
			}
			followed := follow(t, home)
			began := time.Now()
			gunW.Close()
			for _, w := range all {
				if last := w.wait(); last != "<nil>" || len(w.said) != *appends {
					t.Errorf("%s: %d records, %s", w.name, len(w.said), last)
				}
			}
			took := time.Since(began)
			followed(*writers * *appends)
			wantRecords(t, home, all)
			c := wantChain(t, home, *writers**appends)
			t.Logf("%d processes, %d records each, in %d files: %v", *writers, *appends, c.Files, took.Round(time.Millisecond))
		})
	}
}

// follow reads a log, and verifies it, while others write. What is returned waits
// until so many records were read, each once and in order.
func follow(t *testing.T, home string) (await func(records int)) {
	var read atomic.Int64
	over := make(chan bool)
	var both sync.WaitGroup
	loop := func(look func() error) {
		both.Go(func() {
			for {
				if err := look(); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-over:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
	log := NewReader(home, 0)
	loop(func() (err error) {
		readErr := log.Read(func(l Line) bool {
			if n, ok := seqOf(l.Text); l.Whole && (!ok || int64(n) != read.Add(1)) {
				err = fmt.Errorf("%s:%d: record %d follows %d", l.File, l.Number, n, read.Load()-1)
			}
			return err == nil
		})
		if readErr != nil {
			return readErr
		}
		return err
	})
	loop(func() error {
		_, err := Verify(home)
		return err
	})
	return func(records int) {
		t.Helper()
		deadline := time.Now().Add(time.Minute)
		for read.Load() < int64(records) && time.Now().Before(deadline) && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		close(over)
		both.Wait()
		log.Close()
		if n := read.Load(); n != int64(records) {
			t.Errorf("%d records were read, want %d", n, records)
		}
	}
}

// Writers are killed at any moment, in the middle of a rotation, too: every
// record that one of them reported is there, in order, and the chain holds.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	const atOnce, max = 4, 100_000
	var mu sync.Mutex
	var all []*writer
	var left atomic.Int64
	left.Store(int64(*kills))
	began := time.Now()
	var lanes sync.WaitGroup
	for range atOnce {
		lanes.Go(func() {
			for {
				n := left.Add(-1)
				if n < 0 {
					return
				}
				w := startWriter(t, home, fmt.Sprint("w", n), 0, max, nil)
				for range rand.N(3) { // while it starts, or when it is at work
					if w.out.Scan() {
						w.said = append(w.said, w.out.Text())
					}
				}
				go func() {
					time.Sleep(rand.N(20 * time.Millisecond))
					w.Process.Kill()
				}()
				w.wait()
				mu.Lock()
				all = append(all, w)
				mu.Unlock()
			}
		})
	}
	lanes.Wait()
	if err := open(t, home).Decided(low("last 0"), supervisor.Decision{Allow: true}); err != nil { // finds a torn line, if there is one
		t.Error(err)
	}
	records, torn := wantRecords(t, home, all)
	c, err := Verify(home)
	if err != nil || c.Torn != 0 || c.Records != records+torn {
		t.Errorf("%+v, %v; %d records, %d torn", c, err, records, torn)
	}
	if records < *kills/2 { // a third is killed before it is at work
		t.Errorf("%d writers were killed and left %d records", *kills, records)
	}
	t.Logf("%d writers killed in %v: %d records in %d files, %d lines torn", *kills, time.Since(began).Round(time.Millisecond), records, c.Files, torn)
}
