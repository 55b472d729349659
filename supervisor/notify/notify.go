// Package notify tells people what waits for their answer, where they are:
// Telegram, Discord, Slack, ntfy, a webhook, the desktop. Some of these bring the
// answer back by a button, others only a link, or nothing but the notice.
//
// The services are tried in order, and the first that takes a notice has it;
// one that is told also is told in any case. Nothing waits for any of this: what
// is asked, and how it is answered, is the [Desk]'s. What was sent is kept in
// [book], on the disk as well, so that a message says what became of a request
// even over a restart.
//
// The text of a notice comes in printable, and each service writes it so that
// nothing in it is markup. What would run is never cut: where it does not fit, no
// button approves it.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Notice is a request as a person is told of it. Its texts are printable, with
// secrets masked.
type Notice struct {
	ID     string
	Status string // Pending, or what became of it: approved, denied, expired, cancelled
	By     string // who resolved it
	Reason string
	Tier   tiers.Tier // after escalation
	Ends   time.Time  // when it expires

	Title   string // HIGH command
	Command string // what would run, in rows that begin with a gutter
	Fields  []Field

	// Paths at the daemon that approve and deny, signed, good once. Quick
	// approves as well, until one tap is not enough any more; "" where it never is.
	Approve, Deny, Quick string
}

// Field is something that is known about a request.
type Field struct {
	Label, Text string
	Whole       bool // as much a part of what would be done as the command is
}

// Pending is the status of a request that waits.
const Pending = "pending"

// ErrUnknown says that there is no such request.
var ErrUnknown = errors.New("no such request")

// Event is something that has happened to a request.
type Event struct {
	Kind EventKind
	ID   string
	Ends time.Time // of one that is asked
}

// EventKind is what has happened.
type EventKind uint8

// What can have happened.
const (
	Asked EventKind = iota // it waits
	Ended                  // it does not wait any more
	Ready                  // all that wait have been named since [Desk.Watch] began
)

// Desk is where requests wait.
type Desk interface {
	// Watch names all that waits, says [Ready], and then what happens, until ctx
	// is done or the desk is lost.
	Watch(ctx context.Context, each func(Event)) error

	// Notice gives a request as it stands; [ErrUnknown] where there is none.
	Notice(ctx context.Context, id string) (*Notice, error)

	// Answer approves or denies a request in somebody's name. It gives the
	// status of the request after that, and who it is owed to: somebody else,
	// where that one was first.
	Answer(ctx context.Context, id string, approve bool, by string) (status, whose string, err error)
}

// Service is a way to reach people.
type Service interface {
	// Key names the service and who it reaches, for logs and over restarts.
	Key() string

	// check says why it cannot be used as it is configured.
	check() error

	// send tells of a request. ref is what update needs to know the message
	// by; offers says whether the message lets a person approve.
	send(ctx context.Context, n *Notice) (ref string, offers bool, err error)

	// update makes a message show how the request stands; second: that
	// approving it takes a second tap.
	update(ctx context.Context, ref string, n *Notice, second bool) error
}

// Config says who is told.
type Config struct {
	Services []Told
	Desk     Desk
	Path     string       // where the messages that were sent are kept
	Log      *slog.Logger // nil: nowhere
}

// Told is a service, and when it is told.
type Told struct {
	Service
	Also bool // in any case, not only where those before it could not be
}

// Notices tells people. It implements [http.Handler] for what services send to
// the daemon by themselves, see [Path].
type Notices struct {
	desk  Desk
	log   *slog.Logger
	book  *book
	lanes []*lane
	all   []*channel

	unsigned atomic.Int64 // when it was last said that something came unsigned, in Unix seconds
}

// New readies the services. One that cannot be used is left out, with a
// warning. It does nothing before [Notices.Run].
func New(c Config) (*Notices, error) {
	n := &Notices{desk: c.Desk, log: c.Log}
	if n.log == nil {
		n.log = slog.New(slog.DiscardHandler)
	}
	n.lanes = []*lane{{n: n}} // of those that stand in for each other
	for _, s := range c.Services {
		if err := s.check(); err != nil {
			n.log.Warn("a service cannot be used", "service", s.Key(), "error", err)
			continue
		}
		ch := newChannel(s.Service)
		n.all = append(n.all, ch)
		if s.Also {
			n.lanes = append(n.lanes, &lane{n: n, channels: []*channel{ch}})
			continue
		}
		n.lanes[0].channels = append(n.lanes[0].channels, ch)
	}
	if len(n.lanes[0].channels) == 0 {
		n.lanes = n.lanes[1:]
	}
	for i, l := range n.lanes {
		l.index, l.wake = i, make(chan struct{}, 1)
	}
	var err error
	if n.book, err = openBook(c.Path, n.lanes, time.Now()); err != nil {
		return nil, fmt.Errorf("notices: %w", err)
	}
	return n, nil
}

// Run tells people until ctx is done.
func (n *Notices) Run(ctx context.Context) {
	if len(n.lanes) == 0 {
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { n.follow(ctx) })
	for _, l := range n.lanes {
		for range senders {
			wg.Go(func() { l.run(ctx) })
		}
	}
	for _, p := range n.pollers() {
		wg.Go(func() { p.run(ctx, n) })
	}
	wg.Wait()
}

// foundTime is how long a desk has to be there to count as found again: in a flood
// it cuts off who is too slow, and must not be asked for everything at once again.
const foundTime = 10 * time.Second

// follow keeps the book in step with the desk.
func (n *Notices) follow(ctx context.Context) {
	for lost := 0; ctx.Err() == nil; lost++ {
		n.book.again()
		began := time.Now()
		err := n.desk.Watch(ctx, func(e Event) {
			if n.book.learn(e) {
				n.poke()
			}
		})
		if ctx.Err() == nil {
			if time.Since(began) > foundTime {
				lost = 0
			}
			n.log.Debug("the desk is lost", "error", err)
			sleep(ctx, backoff(lost, 100*time.Millisecond, 5*time.Second))
		}
	}
}

// Told names the services that are told, in order.
func (n *Notices) Told() []string {
	var keys []string
	for _, c := range n.all {
		keys = append(keys, c.key)
	}
	return keys
}

func (n *Notices) poke() {
	for _, l := range n.lanes {
		l.poke()
	}
}

// Test tells one service, at once, and gives its error.
func Test(ctx context.Context, s Service, n *Notice) error {
	if err := s.check(); err != nil {
		return err
	}
	_, _, err := s.send(ctx, n)
	return err
}

// sleep waits, or until ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// backoff is how long to wait after the nth failure, from 0: twice as long each
// time, at most that long.
func backoff(n int, first, most time.Duration) time.Duration {
	return min(first<<min(n, 20), most)
}

var _ http.Handler = (*Notices)(nil)
