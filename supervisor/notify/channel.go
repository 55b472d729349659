package notify

import (
	"context"
	"errors"
	"sync"
	"time"
)

// How a service is called.
const (
	patience  = 8 * time.Second // for one call
	inPlace   = 2               // more calls at once, where it says to come again
	firstWait = 500 * time.Millisecond
	waitHere  = 3 * time.Second // longer is not waited in place
	rest      = time.Minute     // for one that will not have us, until somebody has seen to it
	moment    = 2 * time.Second // for a call that is under way when the daemon ends
)

// channel is a service, and how fast it may be called.
type channel struct {
	Service
	key      string
	patience time.Duration // for one call
	first    time.Duration // before it is called again

	mu     sync.Mutex
	rests  time.Time // not called before
	tokens float64
	filled time.Time
}

// A service takes a burst of calls, and then so many a second.
const (
	burst = 20
	rate  = 1.0
)

func newChannel(s Service) *channel {
	return &channel{Service: s, key: s.Key(), patience: patience, first: firstWait, tokens: burst}
}

func (c *channel) restsUntil() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rests
}

func (c *channel) rest(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := time.Now().Add(d); at.After(c.rests) {
		c.rests = at
	}
}

// pace waits until the service may be called. A service that rests for long is
// not for who asks this.
func (c *channel) pace(ctx context.Context) {
	c.mu.Lock()
	now := time.Now()
	if !c.filled.IsZero() {
		c.tokens = min(burst, c.tokens+now.Sub(c.filled).Seconds()*rate)
	}
	c.filled = now
	c.tokens--
	wait := time.Duration(max(0, -c.tokens) / rate * float64(time.Second))
	wait = max(wait, c.rests.Sub(now))
	c.mu.Unlock()
	if wait > 0 {
		sleep(ctx, wait)
	}
}

// once calls a service. A call that is under way when ctx ends has a moment to
// come to its end: what was sent and not noted is sent again.
func (c *channel) once(ctx context.Context, call func(context.Context) error) (err error, late bool) {
	one, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.patience)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		sleep(one, moment)
		cancel()
	})()
	err = call(one)
	return err, one.Err() != nil
}

// try calls a service, again where it says so and that is soon.
func (c *channel) try(ctx context.Context, call func(context.Context) error) error {
	for n := 0; ; n++ {
		err, late := c.once(ctx, call)
		var later *laterError
		var refused *refusedError
		switch {
		case errors.As(err, &refused) && refused.lasting:
			c.rest(rest)
			return err
		case !errors.As(err, &later), ctx.Err() != nil:
			return err
		}
		wait := max(later.after, backoff(n, c.first, waitHere))
		c.rest(later.after)
		if late || n == inPlace || wait > waitHere {
			return err
		}
		sleep(ctx, wait)
	}
}
