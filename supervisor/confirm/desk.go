package confirm

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Limits on what may wait at a time, in requests and in bytes of what they say.
const (
	maxPending      = 20_000
	maxPendingBytes = 256 << 20
)

// bySystem begins the name of who resolved a request where it was no person.
const bySystem = "system:"

// desk holds the requests that wait. What it says is what counts: a row that
// another program has changed meanwhile is written anew when it is resolved.
type desk struct {
	store   *store.Store
	log     *slog.Logger
	events  *events
	counts  *counts
	limiter *limiter
	allowed *whitelist

	mu     sync.Mutex
	open   map[string]*matter
	given  map[string]outcome // the answers to commands by this daemon, the newest ones
	givens []string           // their requests, oldest first
	bytes  int                // of all that is open
	shut   bool
	sweeps chan struct{} // closed to end the sweeper
	swept  chan struct{} // closed when it has ended
}

// matter is a request that waits.
type matter struct {
	turn chan struct{} // holds one token: who takes it may resolve the request
	done chan struct{} // closed when it is resolved

	// Guarded by desk.mu.
	r       store.Request
	tier    tiers.Tier // after escalation
	clock   *time.Timer
	waiting int // how many wait for the answer
}

// size is what a request counts towards maxPendingBytes.
func size(r *store.Request) int {
	return len(r.Action) + len(r.Description) + len(r.Details) + len(r.Requester) + len(r.Session)
}

// openDesk takes up what was pending when the last daemon ended.
func openDesk(s *store.Store, home string, log *slog.Logger, ev *events, c *counts, most limits) (*desk, error) {
	d := &desk{
		store: s, log: log, events: ev, counts: c, limiter: newLimiter(most),
		open: map[string]*matter{}, given: map[string]outcome{}, sweeps: make(chan struct{}), swept: make(chan struct{}),
	}
	ctx, now := context.Background(), time.Now()
	counted, err := s.CountedSince(ctx, now.Add(-window))
	if err != nil {
		return nil, err
	}
	for _, c := range counted {
		d.limiter.recall(c.Bucket, c.At)
	}
	if d.allowed, err = openWhitelist(s, home); err != nil {
		return nil, err
	}
	for _, a := range d.allowed.waiting {
		log.Warn("a whitelist entry does not count: nobody is known to have made it; `hermes-confirmd whitelist trust` confirms it",
			"action", a.Action, "session", a.Session)
	}
	pending, err := s.Pending(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range pending {
		if !r.Sealed {
			log.Warn("a pending request was changed outside the daemon and is cancelled", "id", r.ID)
			r.Status, r.ResolvedBy, r.Resolved = store.Cancelled, bySystem+"changed outside the daemon", now
			if err := s.Put(r); err != nil {
				return nil, err
			}
			continue
		}
		d.admit(r)
	}
	go d.sweep()
	return d, nil
}

func (d *desk) close() {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return
	}
	d.shut = true
	for _, m := range d.open {
		m.clock.Stop()
	}
	d.mu.Unlock()
	close(d.sweeps)
	<-d.swept
}

// newID is 60 random bits, short enough to be typed.
func newID() string {
	var b [10]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:12]
}

// Why a request is not taken.
var errFull = errors.New("too many requests are waiting for an answer already")

// limited is a request that came too soon after others.
type limited struct{ remaining int }

func (e *limited) Error() string { return "rate limit exceeded" }

// submit takes a request, or answers it at once where the whitelist covers it.
// r is what the client said; the rest of it is filled in.
func (d *desk) submit(r *store.Request) error {
	r.ID, r.Status = newID(), store.Pending
	r.Created = time.Now().Round(0).Truncate(time.Microsecond)
	if r.Kind != kindCommand && screenedSafe(r) && d.allowed.covers(r.Action, r.Session) {
		r.Status, r.ResolvedBy, r.Resolved = store.Auto, bySystem+"whitelist", r.Created
		return d.record(r)
	}
	if tiers.CarriesHelp(r.Action, r.Description) {
		r.Status, r.ResolvedBy, r.Reason, r.Resolved = store.Auto, bySystem+tiers.CrisisBypass, tiers.CrisisBypass, r.Created
		return d.record(r)
	}
	r.Bucket = bucketOf(r.Kind, r.Action, r.Session)
	if !d.limiter.take(r.Bucket, r.Created) {
		d.counts.limited.Add(1)
		return &limited{d.limiter.remaining(r.Bucket, r.Created)}
	}
	if err := d.hold(r); err != nil {
		d.limiter.giveBack(r.Bucket, r.Created)
		return err
	}
	return nil
}

// record writes a request that is answered already.
func (d *desk) record(r *store.Request) error {
	if err := d.store.Add(r); err != nil {
		return &unwritten{err}
	}
	d.counts.auto.Add(1)
	return nil
}

// hold writes a request that waits, and starts its clock.
func (d *desk) hold(r *store.Request) error {
	d.mu.Lock()
	full := d.shut || len(d.open) >= maxPending || d.bytes+size(r) > maxPendingBytes
	d.mu.Unlock()
	if full {
		return errFull
	}
	if err := d.store.Add(r); err != nil {
		return &unwritten{err}
	}
	d.counts.submitted.Add(1)
	d.admit(r)
	return nil
}

// admit puts a request on the desk. Those who listen learn of it in the same
// moment, so that its end never comes before its beginning.
func (d *desk) admit(r *store.Request) {
	m := &matter{turn: make(chan struct{}, 1), done: make(chan struct{}), r: *r}
	m.turn <- struct{}{}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	m.tier = tierAt(r, now)
	d.open[r.ID] = m
	d.bytes += size(r)
	d.events.publish("submitted", func() *State { return stateOf(r, m.tier) })
	m.clock = time.AfterFunc(max(0, nextChange(r, now).Sub(now)), func() { d.tick(m) })
	if d.shut {
		m.clock.Stop()
	}
}

// tierAt is the tier that a request has escalated to. The last seconds before
// the end are those of CRITICAL, the ones before them those of HIGH, so that a
// MEDIUM command with its 100 s goes the way it would at a terminal.
func tierAt(r *store.Request, now time.Time) tiers.Tier {
	left := r.Deadline().Sub(now)
	switch {
	case left <= criticalTime:
		return tiers.Critical
	case left <= criticalTime+highTime:
		return max(r.Tier, tiers.High)
	}
	return r.Tier
}

// The times of SPEC §3: an unanswered HIGH has 30 s, then CRITICAL has 10.
const (
	criticalTime = 10 * time.Second
	highTime     = 30 * time.Second
)

// nextChange is when the clock has something to do: to escalate, or to end it.
func nextChange(r *store.Request, now time.Time) time.Time {
	end := r.Deadline()
	for _, before := range [...]time.Duration{criticalTime + highTime, criticalTime} {
		if at := end.Add(-before); at.After(now) {
			return at
		}
	}
	return end
}

// tick is the clock of one request.
func (d *desk) tick(m *matter) {
	d.mu.Lock()
	now := time.Now()
	r := m.r
	if d.shut || d.open[r.ID] != m {
		d.mu.Unlock()
		return
	}
	if now.Before(r.Deadline()) {
		if t := tierAt(&r, now); t != m.tier {
			m.tier = t
			d.events.publish("escalated", func() *State { return stateOf(&r, t) })
		}
		m.clock.Reset(nextChange(&r, now).Sub(now))
		d.mu.Unlock()
		return
	}
	d.mu.Unlock()
	_, err := d.resolve(r.ID, outcome{status: store.Expired, by: bySystem + "timeout"})
	var failed *unwritten
	if errors.As(err, &failed) { // the disk is full: nobody gets it approved meanwhile, see resolve
		d.log.Error("a request has expired", "id", r.ID, "error", err)
		d.mu.Lock()
		if !d.shut {
			m.clock.Reset(time.Second)
		}
		d.mu.Unlock()
	}
}

// outcome is an answer.
type outcome struct {
	status store.Status
	by     string
	reason string
}

// resolvedError says that a request was answered already.
type resolvedError struct{ r *store.Request }

func (e *resolvedError) Error() string { return "already resolved" }

// resolve answers a request: of any number who try at once, one does, and the
// others get a *[resolvedError] with what became of it. What is too late is not
// approved, whether the clock has come to it or not.
func (d *desk) resolve(id string, o outcome) (*store.Request, error) {
	d.mu.Lock()
	m := d.open[id]
	d.mu.Unlock()
	if m == nil {
		return nil, d.gone(id)
	}
	select {
	case <-m.turn:
	case <-m.done:
		return nil, d.gone(id)
	}
	now := time.Now().Round(0).Truncate(time.Microsecond)
	d.mu.Lock()
	r := m.r
	d.mu.Unlock()
	late := o.status != store.Expired && !now.Before(r.Deadline())
	if late {
		o = outcome{status: store.Expired, by: bySystem + "timeout"}
	}
	r.Status, r.ResolvedBy, r.Reason, r.Resolved = o.status, o.by, o.reason, now
	if err := d.store.Put(&r); err != nil {
		m.turn <- struct{}{}
		return nil, &unwritten{err}
	}
	d.dismiss(m, &r)
	if late {
		return nil, &resolvedError{&r}
	}
	return &r, nil
}

// dismiss takes a resolved request off the desk. The token of its turn is
// never given back.
func (d *desk) dismiss(m *matter, r *store.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m.r = *r
	if r.Kind == kindCommand {
		d.given[r.ID] = outcome{status: r.Status, by: r.ResolvedBy, reason: r.Reason}
		if d.givens = append(d.givens, r.ID); len(d.givens) > maxGiven {
			delete(d.given, d.givens[0])
			d.givens = d.givens[1:]
		}
	}
	m.clock.Stop()
	delete(d.open, r.ID)
	d.bytes -= size(r)
	d.counts.resolved(r)
	d.events.publish("resolved", func() *State { return stateOf(r, m.tier) })
	close(m.done)
}

// gone is the error for a request that does not wait: it is resolved, or unknown.
func (d *desk) gone(id string) error {
	r, err := d.store.Get(context.Background(), id)
	if err != nil {
		return err
	}
	return &resolvedError{r}
}

// get is a request as it stands; m is nil unless it waits. That a command was
// approved counts where this daemon knows it by itself: the file is any program's of
// this user to write, and so is the key its rows are sealed under to read.
func (d *desk) get(ctx context.Context, id string) (r *store.Request, t tiers.Tier, m *matter, err error) {
	d.mu.Lock()
	m = d.open[id]
	if m != nil {
		r, t := m.r, tierAt(&m.r, time.Now())
		d.mu.Unlock()
		return &r, t, m, nil
	}
	d.mu.Unlock()
	r, err = d.store.Get(ctx, id)
	if err != nil {
		return nil, 0, nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if o, ok := d.given[id]; ok {
		r.Status, r.ResolvedBy, r.Reason = o.status, o.by, o.reason
	} else if r.Kind == kindCommand && r.Status == store.Approved {
		r.Sealed = false
	}
	return r, r.Tier, nil, nil
}

// maxGiven is how many answers are remembered. Who waits takes one within the second.
const maxGiven = 10_000

// wait waits for the answer to a request. As long as somebody does, its owner
// is not looked after, see sweep.
func (d *desk) wait(ctx context.Context, m *matter) {
	d.mu.Lock()
	m.waiting++
	d.mu.Unlock()
	select {
	case <-m.done:
	case <-ctx.Done():
	}
	d.mu.Lock()
	m.waiting--
	d.mu.Unlock()
}

// pending are up to limit of the requests that wait, oldest first, and how
// many there are.
func (d *desk) pending(limit int) ([]*State, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]*matter, 0, len(d.open))
	for _, m := range d.open {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *matter) int {
		if c := a.r.Created.Compare(b.r.Created); c != 0 {
			return c
		}
		return strings.Compare(a.r.ID, b.r.ID)
	})
	states := make([]*State, 0, min(limit, len(list)))
	now := time.Now()
	for _, m := range list[:min(limit, len(list))] {
		state := stateOf(&m.r, tierAt(&m.r, now))
		state.Waiting = m.waiting
		states = append(states, state)
	}
	return states, len(list)
}

func (d *desk) waitingCount() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.open)
}
