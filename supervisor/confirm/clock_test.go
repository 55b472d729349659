package confirm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// clocked runs a test with a desk under a clock of the test's own.
func clocked(t *testing.T, test func(t *testing.T, open func() *desk)) {
	path := filepath.Join(t.TempDir(), "db")
	synctest.Test(t, func(t *testing.T) {
		test(t, func() *desk {
			s, err := store.Open(path, []byte("secret"))
			if err != nil {
				t.Fatal(err)
			}
			d, err := openDesk(s, filepath.Dir(path), slog.New(slog.DiscardHandler), newEvents(), &counts{}, limits{action: 10, session: 10})
			if err != nil {
				t.Fatal(err)
			}
			return d
		})
	})
}

func stop(d *desk) {
	d.close()
	d.store.Close()
}

func ask(t *testing.T, d *desk, tier tiers.Tier, timeout time.Duration) string {
	t.Helper()
	r := &store.Request{Action: "x", Description: "y", Details: []byte("{}"), Tier: tier, Timeout: timeout}
	if err := d.submit(r); err != nil {
		t.Fatal(err)
	}
	return r.ID
}

// Unanswered, a request goes up a tier and is denied at the end of the last, by
// the clock: nobody looks meanwhile.
func TestEscalation(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		defer func() { stop(d) }()
		began := time.Now()
		id := ask(t, d, tiers.Medium, 100*time.Second)
		l := d.events.listen()
		for _, step := range []struct {
			at   time.Duration
			tier tiers.Tier
			told int // events until then
		}{{59 * time.Second, tiers.Medium, 0}, {61 * time.Second, tiers.High, 1}, {91 * time.Second, tiers.Critical, 2}, {99 * time.Second, tiers.Critical, 2}} {
			time.Sleep(step.at - time.Since(began))
			synctest.Wait()
			r, tier, m, err := d.get(t.Context(), id)
			if err != nil || m == nil || r.Status != store.Pending || tier != step.tier || len(l.c) != step.told {
				t.Errorf("after %v: %v at %v, %d events, %v", step.at, r.Status, tier, len(l.c), err)
			}
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(l.c) != 3 {
			t.Errorf("%d events: nobody was told of the end", len(l.c))
		}
		r, _, _, err := d.get(t.Context(), id)
		if err != nil || r.Status != store.Expired || r.ResolvedBy != "system:timeout" || r.Resolved.Sub(r.Created) != 100*time.Second {
			t.Errorf("%+v, %v", r, err)
		}
		var done *resolvedError
		if _, err := d.resolve(id, outcome{status: store.Approved, by: "late"}); !errors.As(err, &done) || done.r.Status != store.Expired {
			t.Errorf("a late yes: %v", err)
		}
	})
}

// What is too late is not approved, even if the clock has not come to it: a
// machine that slept wakes up with both at once.
func TestLate(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		defer func() { stop(d) }()
		id := ask(t, d, tiers.Medium, 30*time.Second)
		d.mu.Lock()
		d.open[id].clock.Stop()
		d.mu.Unlock()
		time.Sleep(30 * time.Second)
		var done *resolvedError
		if _, err := d.resolve(id, outcome{status: store.Approved, by: "late"}); !errors.As(err, &done) || done.r.Status != store.Expired {
			t.Errorf("a late yes: %v", err)
		}
	})
}

// What could not be written is neither answered nor expired, and may be tried
// again: by the next person, and each second by the clock.
func TestUnwritten(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		defer d.close()
		id := ask(t, d, tiers.Medium, 30*time.Second)
		d.store.Close()
		_, _, m, err := d.get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			var lost *unwritten
			if r, err := d.resolve(id, outcome{status: store.Approved, by: "ada"}); !errors.As(err, &lost) {
				t.Errorf("%+v, %v", r, err)
			}
			if len(m.turn) != 1 {
				t.Fatal("its turn was not given back")
			}
		}
		time.Sleep(32 * time.Second)
		synctest.Wait()
		if _, waiting := d.pending(1); waiting != 1 || d.counts.expired.Load() != 0 {
			t.Errorf("%d wait, %d have expired", waiting, d.counts.expired.Load())
		}
	})
}

// What waits is bounded, in number and in size, and what did not fit is not counted.
func TestFull(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		defer stop(d)
		r := func() *store.Request {
			return &store.Request{Action: "x", Description: "yy", Details: []byte("1234"), Requester: "12345678", Session: "1234567890123456", Timeout: 300 * time.Second}
		}
		if n := size(r()); n != 31 {
			t.Errorf("a size of %d", n)
		}
		for _, tt := range []struct {
			bytes, open int // that wait already
			want        error
		}{
			{maxPendingBytes - 31, 0, nil}, {maxPendingBytes - 30, 0, errFull}, {0, maxPending - 1, nil}, {0, maxPending, errFull},
		} {
			d.bytes = tt.bytes
			for len(d.open) < tt.open {
				d.open[fmt.Sprint(len(d.open))] = &matter{}
			}
			before := d.limiter.remaining("action x", time.Now())
			err := d.submit(r())
			if counted := before - d.limiter.remaining("action x", time.Now()); !errors.Is(err, tt.want) || (counted == 1) != (tt.want == nil) {
				t.Errorf("%d bytes and %d wait: %v, %d counted", tt.bytes, tt.open, err, counted)
			}
			for i := range tt.open {
				delete(d.open, fmt.Sprint(i))
			}
		}
	})
}

// The oldest come first, and who waits no longer is not counted.
func TestPendingOrder(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		defer stop(d)
		var want, got []string
		for range 8 {
			want = append(want, ask(t, d, tiers.Medium, 300*time.Second))
			time.Sleep(time.Millisecond)
		}
		states, n := d.pending(7)
		for _, s := range states {
			got = append(got, s.ID)
		}
		if n != 8 || !slices.Equal(got, want[:7]) {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
		_, _, m, err := d.get(t.Context(), want[0])
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			d.wait(ctx, m)
			cancel()
		}
		if m.waiting != 0 {
			t.Errorf("%d wait", m.waiting)
		}
	})
}

// Time goes on while no daemon runs.
func TestExpiredMeanwhile(t *testing.T) {
	clocked(t, func(t *testing.T, open func() *desk) {
		d := open()
		short, long := ask(t, d, tiers.Medium, 30*time.Second), ask(t, d, tiers.Medium, 300*time.Second)
		stop(d)
		time.Sleep(270 * time.Second)
		d = open()
		defer func() { stop(d) }()
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if r, _, _, err := d.get(t.Context(), short); err != nil || r.Status != store.Expired {
			t.Errorf("short: %+v, %v", r, err)
		}
		if r, tier, _, err := d.get(t.Context(), long); err != nil || r.Status != store.Pending || tier != tiers.High {
			t.Errorf("long: %v at %v, %v", r, tier, err)
		}
		time.Sleep(31 * time.Second)
		synctest.Wait()
		if r, _, _, err := d.get(t.Context(), long); err != nil || r.Status != store.Expired {
			t.Errorf("long, later: %+v, %v", r, err)
		}
	})
}

// The window slides: an hour after the first, one more may come.
func TestWindow(t *testing.T) {
	l := newLimiter(limits{action: 2, session: 3})
	at := func(m int) time.Time { return time.Unix(0, 0).Add(time.Duration(m) * time.Minute) }
	for _, c := range []struct {
		bucket string
		minute int
		want   bool
		left   int
	}{
		{"action a", 0, true, 1}, {"action a", 30, true, 0}, {"action a", 59, false, 0}, {"action b", 59, true, 1},
		{"action a", 60, true, 0}, {"action a", 61, false, 0}, {"action a", 90, true, 0}, {"session s", 90, true, 2},
	} {
		if got := l.take(c.bucket, at(c.minute)); got != c.want || l.remaining(c.bucket, at(c.minute)) != c.left {
			t.Errorf("%s at minute %d: %v, %d left", c.bucket, c.minute, got, l.remaining(c.bucket, at(c.minute)))
		}
	}
	l.giveBack("session s", at(90))
	if n := l.remaining("session s", at(90)); n != 3 {
		t.Errorf("given back: %d left", n)
	}
	l.take("action c", at(500))
	if len(l.seen) != 1 {
		t.Errorf("%d buckets are kept", len(l.seen))
	}
}
