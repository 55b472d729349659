package notify

import (
	"context"
	"errors"
	"time"
)

// How many senders a lane has: one that waits for a service does not hold up
// what another service would take.
const senders = 4

// What is tried how often, a round of all services each time. People have seconds
// to answer: what does not go through soon is the next service's.
const (
	nextRound = time.Second // twice as long each time
	lastWait  = 30 * time.Second
	endTries  = 12 // to say what became of a request
)

// lane is a list of services of which one is told.
type lane struct {
	n        *Notices
	index    int
	channels []*channel
	wake     chan struct{}
}

func (l *lane) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *lane) channel(key string) *channel {
	for _, c := range l.channels {
		if c.key == key {
			return c
		}
	}
	return nil
}

// run is one sender.
func (l *lane) run(ctx context.Context) {
	for ctx.Err() == nil {
		j, wait := l.n.book.next(l.index, time.Now())
		if j != nil {
			l.poke() // there may be more, for another sender
			l.do(ctx, j)
			continue
		}
		timer := time.NewTimer(wait)
		var due <-chan time.Time
		if wait > 0 {
			due = timer.C
		}
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-due:
		}
		timer.Stop()
	}
}

// do does a job, and writes down what came of it.
func (l *lane) do(ctx context.Context, j *job) {
	var err error
	if j.sent.Ref == "" {
		err = l.tell(ctx, j)
	} else {
		err = l.amend(ctx, j)
	}
	if err != nil && ctx.Err() == nil {
		l.n.log.Error("a notice", "id", j.id, "error", err)
	}
}

// tell tells the first service that takes it.
func (l *lane) tell(ctx context.Context, j *job) error {
	var again time.Time
	for _, c := range l.channels {
		if at := c.restsUntil(); time.Until(at) > waitHere {
			again = sooner(again, at)
			continue
		}
		c.pace(ctx)
		n, err := l.notice(ctx, j.id)
		if n == nil || n.Status != Pending {
			if err != nil {
				return l.retry(j, again, err)
			}
			l.n.book.end(j.id)
			return l.n.book.given(l.index, j.id)
		}
		m := message{ID: j.id, Service: c.key, Ends: n.Ends}
		err = c.try(ctx, func(ctx context.Context) (err error) {
			m.Ref, m.Offers, err = c.send(ctx, n)
			return err
		})
		if err == nil {
			l.n.log.Info("told", "id", j.id, "service", c.key)
			return l.n.book.sent(l.index, m)
		}
		if ctx.Err() != nil {
			break
		}
		l.n.log.Warn("not told", "id", j.id, "service", c.key, "error", err)
	}
	return l.retry(j, again, nil)
}

// retry puts a job off, until the next service that rests has rested, or for
// longer each time.
func (l *lane) retry(j *job, at time.Time, err error) error {
	next := time.Now().Add(backoff(j.tries, nextRound, lastWait))
	if !at.IsZero() {
		next = sooner(next, at)
	}
	l.n.book.later(l.index, j.id, next)
	l.poke()
	return err
}

func sooner(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// notice asks the desk; nil and no error where it knows of no such request.
func (l *lane) notice(ctx context.Context, id string) (*Notice, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	n, err := l.n.desk.Notice(ctx, id)
	if errors.Is(err, ErrUnknown) {
		return nil, nil
	}
	return n, err
}

// amend makes a message show how its request stands.
func (l *lane) amend(ctx context.Context, j *job) error {
	c := l.channel(j.sent.Service)
	if at := c.restsUntil(); time.Until(at) > waitHere {
		return l.retry(j, at, nil)
	}
	c.pace(ctx)
	n, err := l.notice(ctx, j.id)
	if err != nil {
		return l.retry(j, time.Time{}, err)
	}
	if n == nil { // of another database
		l.n.book.end(j.id)
		return l.n.book.given(l.index, j.id)
	}
	ended := n.Status != Pending
	if j.ended && !ended {
		err = errors.New("the desk says that it has ended, and that it waits")
	} else {
		err = c.try(ctx, func(ctx context.Context) error { return c.update(ctx, j.sent.Ref, n, j.second && !ended) })
	}
	var gone *goneError
	switch {
	case err == nil, errors.As(err, &gone):
		return l.n.book.shown(l.index, j.id, ended, j.second)
	case ctx.Err() != nil:
		return l.retry(j, time.Time{}, nil)
	}
	l.n.log.Warn("a message was not changed", "id", j.id, "service", c.key, "error", err)
	if j.ended && j.tries+1 >= endTries {
		return l.n.book.given(l.index, j.id)
	}
	return l.retry(j, time.Time{}, nil)
}
