package confirm

import (
	"strings"
	"sync"
	"time"
)

// Rate limits: how often in how long. That of commands is by session: an agent
// runs dozens an hour, and all have the same action.
const (
	window       = time.Hour
	commandLimit = 120
)

type limits struct{ action, session int }

// limiter counts submissions in a sliding window, by bucket.
type limiter struct {
	mu   sync.Mutex
	most limits
	seen map[string][]time.Time // oldest first
	tidy time.Time              // when empty buckets were last dropped
}

func newLimiter(most limits) *limiter { return &limiter{most: most, seen: map[string][]time.Time{}} }

const sessionBucket = "session "

// bucketOf is what a request is counted under.
func bucketOf(kind, action, session string) string {
	if kind == kindCommand {
		return sessionBucket + session
	}
	return "action " + plainAction(action)
}

func (l *limiter) limit(bucket string) int {
	if strings.HasPrefix(bucket, sessionBucket) {
		return l.most.session
	}
	return l.most.action
}

// take counts one at now, or reports false where the window is full.
func (l *limiter) take(bucket string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	at := l.since(bucket, now)
	if len(at) >= l.limit(bucket) {
		l.seen[bucket] = at
		return false
	}
	l.seen[bucket] = append(at, now)
	return true
}

// giveBack takes back what take has counted, for a request that came to nothing.
func (l *limiter) giveBack(bucket string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, t := range l.seen[bucket] {
		if t.Equal(at) {
			l.seen[bucket] = append(l.seen[bucket][:i:i], l.seen[bucket][i+1:]...)
			return
		}
	}
}

// recall counts what was counted before a restart.
func (l *limiter) recall(bucket string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[bucket] = append(l.seen[bucket], at)
}

func (l *limiter) remaining(bucket string, now time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, l.limit(bucket)-len(l.since(bucket, now)))
}

// since are the times of a bucket within the window. A time to come, which a
// clock that was set back leaves behind, counts.
func (l *limiter) since(bucket string, now time.Time) []time.Time {
	at := l.seen[bucket]
	for len(at) > 0 && now.Sub(at[0]) >= window {
		at = at[1:]
	}
	return at
}

// forget drops buckets that hold nothing any more, now and then.
func (l *limiter) forget(now time.Time) {
	if now.Sub(l.tidy) < time.Minute {
		return
	}
	l.tidy = now
	for bucket := range l.seen {
		if len(l.since(bucket, now)) == 0 {
			delete(l.seen, bucket)
		}
	}
}
