package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// scripted is a service without a network: it does what its script says, and
// notes when it was called.
type scripted struct {
	key    string
	script func(n int) error // of the nth call, from 0; nil: all goes well
	takes  time.Duration

	mu    sync.Mutex
	began time.Time
	calls []string // "1.5s send abc"
}

func (s *scripted) Key() string  { return s.key }
func (s *scripted) check() error { return nil }

func (s *scripted) call(ctx context.Context, what string) error {
	s.mu.Lock()
	n := len(s.calls)
	s.calls = append(s.calls, fmt.Sprint(time.Since(s.began), " ", what))
	s.mu.Unlock()
	if s.takes > 0 {
		sleep(ctx, s.takes)
		if ctx.Err() != nil {
			return &laterError{err: ctx.Err()}
		}
	}
	if s.script == nil {
		return nil
	}
	return s.script(n)
}

func (s *scripted) send(ctx context.Context, n *Notice) (string, bool, error) {
	return n.ID, true, s.call(ctx, "send "+n.ID)
}

func (s *scripted) update(ctx context.Context, ref string, n *Notice, second bool) error {
	return s.call(ctx, fmt.Sprintf("update %s %s %v", ref, n.Status, second))
}

func (s *scripted) log() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.calls, "\n")
}

// always fails in one way; times, so many times and then no more.
func always(err error) func(int) error { return func(int) error { return err } }

func times(k int, err error) func(int) error {
	return func(n int) error {
		if n < k {
			return err
		}
		return nil
	}
}

var (
	busy    = &laterError{err: errors.New("busy")}
	refused = &refusedError{"no such chat", true}
	bad     = &refusedError{"bad request", false}
)

func notSoFast(d time.Duration) error { return &laterError{errors.New("429"), d} }

// in runs notices on the clock of the bubble it is in.
func in(t *testing.T, list ...*scripted) *world {
	t.Helper()
	var all []Told
	for _, s := range list {
		s.began = time.Now()
		all = append(all, Told{s, strings.HasPrefix(s.key, "also")})
	}
	w := run(t, nil, all...)
	for _, c := range w.all {
		c.patience, c.first = patience, firstWait
	}
	return w
}

// When services are called, by a clock.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		name     string
		one, two *scripted
		wait     time.Duration
		want     string // the calls of the first
		other    string // and of the second
	}{
		{"at once", &scripted{}, &scripted{}, 10 * time.Second, "0s send abc", ""},
		{"busy for a moment", &scripted{script: times(2, busy)}, &scripted{}, 10 * time.Second, "0s send abc\n500ms send abc\n1.5s send abc", ""},
		{"busy for longer", &scripted{script: always(busy)}, &scripted{}, 10 * time.Second, "0s send abc\n500ms send abc\n1.5s send abc", "1.5s send abc"},
		{"429, soon", &scripted{script: times(1, notSoFast(2500*time.Millisecond))}, &scripted{}, 10 * time.Second, "0s send abc\n2.5s send abc", ""},
		{"429, not soon", &scripted{script: times(1, notSoFast(20*time.Second))}, &scripted{}, 60 * time.Second, "0s send abc", "0s send abc"},
		{"refused", &scripted{script: always(refused)}, &scripted{}, 60 * time.Second, "0s send abc", "0s send abc"},
		{"hangs", &scripted{takes: time.Hour}, &scripted{}, 60 * time.Second, "0s send abc", "8s send abc"},
		{"both 429: when the first is ready again", &scripted{script: times(1, notSoFast(20*time.Second))}, &scripted{script: always(notSoFast(90 * time.Second))}, 60 * time.Second,
			"0s send abc\n20s send abc", "0s send abc"},
		{"both refuse: longer each time, to the end", &scripted{script: always(bad)}, &scripted{script: always(refused)}, 200 * time.Second,
			"0s send abc\n1s send abc\n3s send abc\n7s send abc\n15s send abc\n31s send abc\n1m0s send abc\n1m30s send abc", "0s send abc\n1m0s send abc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.one.key, c.two.key = "one", "two"
				w := in(t, c.one, c.two)
				n := request("abc", tiers.Medium, "git push")
				w.desk.ask(n)
				sleep(t.Context(), min(c.wait, 100*time.Second))
				if c.wait > 100*time.Second { // it has ended: nobody is told any more
					w.desk.change("abc", func(n *Notice) { n.Status = "expired" })
					sleep(t.Context(), c.wait-100*time.Second)
				}
				if got := c.one.log(); got != c.want {
					t.Errorf("the first:\n%s\nwant\n%s", got, c.want)
				}
				if got := c.two.log(); got != c.other {
					t.Errorf("the second:\n%s\nwant\n%s", got, c.other)
				}
				w.stop()
			})
		})
	}
}

// A flood is told at the pace a service takes, what ends soonest first, and
// what has ended meanwhile not at all.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{key: "one"}
		w := in(t, s)
		const flood = 1000
		for i := range flood {
			n := request(fmt.Sprintf("r%03d", i), tiers.Medium, "git push")
			n.Ends = time.Now().Add(time.Duration(100+flood-i) * time.Second) // the last ends first
			w.desk.ask(n)
		}
		sleep(t.Context(), 30500*time.Millisecond)
		sent := strings.Split(s.log(), "\n")
		if len(sent) != burst+30 {
			t.Errorf("%d were told in 30 s", len(sent))
		}
		for i := range flood {
			w.desk.change(fmt.Sprintf("r%03d", i), func(n *Notice) { n.Status = "expired" })
		}
		sleep(t.Context(), 10*time.Minute)
		all := strings.Split(s.log(), "\n")
		sends := 0
		for _, c := range all {
			if strings.Contains(c, " send ") {
				sends++
			}
		}
		if sends > burst+30+senders || len(all)-sends != sends {
			t.Errorf("%d were told, %d hear of the end", sends, len(all)-sends)
		}
		if w.book.size() != 0 {
			t.Errorf("%d are kept", w.book.size())
		}
		w.stop()
	})
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{key: "one", takes: time.Second}
		w := in(t, s)
		for i := range senders {
			w.desk.ask(request(fmt.Sprint("busy", i), tiers.Medium, "x"))
		}
		synctest.Wait()
		late, soon := request("late", tiers.Medium, "x"), request("soon", tiers.Medium, "x")
		soon.Ends = soon.Ends.Add(-time.Minute)
		w.desk.ask(late)
		w.desk.ask(soon)
		for i := range 2 * burst {
			w.desk.ask(request(fmt.Sprint("more", i), tiers.Medium, "x"))
		}
		sleep(t.Context(), 1500*time.Millisecond)
		if got := strings.Split(s.log(), "\n"); len(got) <= senders || !slices.ContainsFunc(got[senders:2*senders], func(c string) bool { return c == "1s send soon" }) {
			t.Errorf("what ends soonest waits: %v", got)
		}
		w.stop()
	})
}

// A service that hangs holds nobody up: not who asks, not who is told also.
func TestNothingWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, also := &scripted{key: "one", takes: time.Hour}, &scripted{key: "also"}
		w := in(t, one, also)
		began := time.Now()
		for i := range 10 {
			w.desk.ask(request(fmt.Sprint("r", i), tiers.Medium, "x"))
		}
		if d := time.Since(began); d != 0 {
			t.Errorf("asking took %v", d)
		}
		synctest.Wait()
		if got := strings.Count(also.log(), "0s send"); got != 10 {
			t.Errorf("%d were told also", got)
		}
		w.stop()
		if d := time.Since(began); d > moment {
			t.Errorf("it ended after %v", d)
		}
	})
}

// The end of a request is said until it is heard, and not for ever.
func TestEndIsSaid(t *testing.T) {
	for _, c := range []struct {
		name  string
		err   error
		calls int
	}{
		{"gone", &goneError{"deleted"}, 1}, {"bad request", bad, endTries},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{key: "one", script: func(n int) error {
					if n == 0 {
						return nil
					}
					return c.err
				}}
				w := in(t, s)
				w.desk.ask(request("abc", tiers.Medium, "x"))
				synctest.Wait()
				w.desk.change("abc", func(n *Notice) { n.Status = "denied" })
				sleep(t.Context(), time.Hour)
				if got := strings.Count(s.log(), "update abc denied"); got != c.calls {
					t.Errorf("%d times:\n%s", got, s.log())
				}
				if w.book.size() != 0 {
					t.Error("it is kept")
				}
				w.stop()
			})
		})
	}
}

// The daemon is lost and comes back: what ended meanwhile is said, what waits
// is not told twice.
func TestDeskLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{key: "one"}
		w := in(t, s)
		w.desk.ask(request("abc", tiers.Medium, "x"))
		w.desk.ask(request("def", tiers.Medium, "x"))
		synctest.Wait()
		w.stop()
		w.desk.change("def", func(n *Notice) { n.Status = "denied" })
		w.desk.mu.Lock()
		w.desk.deaf = errors.New("not there")
		w.desk.mu.Unlock()
		w = run(t, w, Told{s, false})
		sleep(t.Context(), time.Minute)
		if got := strings.Count(s.log(), "\n"); got != 1 {
			t.Errorf("told while the desk is not there:\n%s", s.log())
		}
		w.desk.mu.Lock()
		w.desk.deaf = nil
		w.desk.mu.Unlock()
		sleep(t.Context(), 10*time.Second)
		if got := s.log(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "update def denied") {
			t.Errorf("%s", got)
		}
		w.stop()
	})
}

// What has ended before its turn came is not told, though nobody has said so yet.
func TestEndedBeforeTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{key: "one"}
		w := in(t, s)
		synctest.Wait()
		n := request("abc", tiers.Medium, "x")
		n.Status = "denied"
		w.desk.ask(n)
		synctest.Wait()
		if s.log() != "" || w.book.size() != 0 {
			t.Errorf("%q, %d are kept", s.log(), w.book.size())
		}
		w.stop()
	})
}
