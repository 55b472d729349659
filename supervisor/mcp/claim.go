package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
)

const (
	// A server that is ending has at most lastLine and the ladder to go; a
	// client that comes back at once gets its server, not a refusal.
	endingPatience = lastLine + 3*time.Second
	claimEvery     = 20 * time.Millisecond

	maxEvictions = 3 // of others who replace it, too
)

// claim gets the lock. Who has it is ended where that one's client is gone, or
// its keeper, or where it is to be replaced, and waited for where it is ending
// by itself.
func (o order) claim(ctx context.Context) (*lock.Lock, error) {
	began, dir := time.Now(), string(o.Dir)
	for evictions := 0; ; {
		l, err := lock.Acquire(dir, o.Name)
		var held *lock.HeldError
		if !errors.As(err, &held) {
			return l, err
		}
		waited := time.Since(began)
		switch {
		case (o.Replace || held.Owner.Orphaned() || abandoned(held)) && evictions < maxEvictions:
			if slices.Contains(o.Spare, held.PID) || slices.Contains(o.Spare, held.Owner.HolderPID()) {
				return nil, fmt.Errorf("%w; that is a process this one runs under or that is protected, so it is not ended", held)
			}
			if err := lock.Evict(dir, held); err != nil {
				return nil, err
			}
			evictions++
			continue
		case held.Leaving() && waited < endingPatience:
		case waited < o.Wait:
		default:
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.New("the client is gone")
		case <-time.After(claimEvery):
		}
	}
}

// textAfter is what err adds to held's own text.
func textAfter(err error, held *lock.HeldError) string {
	_, after, _ := strings.Cut(err.Error(), held.Error())
	return after
}
