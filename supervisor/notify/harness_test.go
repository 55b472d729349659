package notify

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/notify/notifytest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// TestMain lets many tests run at once: they wait more than they work.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "32")
	os.Exit(m.Run())
}

// desk is where requests wait, in memory: what notices know of the daemon is
// no more than this. cmd/hermes-confirmd's tests have the real one.
type desk struct {
	mu       sync.Mutex
	all      map[string]*Notice
	watchers map[chan Event]bool
	deaf     error // of all calls, while it is set
}

func newDesk() *desk { return &desk{all: map[string]*Notice{}, watchers: map[chan Event]bool{}} }

// ask makes a request wait.
func (d *desk) ask(n *Notice) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all[n.ID] = n
	d.publish(Event{Asked, n.ID, n.Ends})
}

// change changes one that waits; ended says that it does so no more.
func (d *desk) change(id string, how func(*Notice)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := *d.all[id]
	how(&n)
	d.all[id] = &n
	if n.Status != Pending {
		d.publish(Event{Ended, id, n.Ends})
	}
}

func (d *desk) publish(e Event) {
	for w := range d.watchers {
		w <- e
	}
}

func (d *desk) Watch(ctx context.Context, each func(Event)) error {
	w := make(chan Event, 100_000)
	d.mu.Lock()
	if err := d.deaf; err != nil {
		d.mu.Unlock()
		return err
	}
	for _, n := range d.all {
		if n.Status == Pending {
			w <- Event{Asked, n.ID, n.Ends}
		}
	}
	w <- Event{Kind: Ready}
	d.watchers[w] = true
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.watchers, w)
	}()
	for {
		select {
		case e := <-w:
			each(e)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (d *desk) Notice(_ context.Context, id string) (*Notice, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.deaf != nil {
		return nil, d.deaf
	}
	n := d.all[id]
	if n == nil {
		return nil, ErrUnknown
	}
	c := *n
	return &c, nil
}

func (d *desk) Answer(_ context.Context, id string, approve bool, by string) (string, string, error) {
	status := "denied"
	if approve {
		status = "approved"
	}
	d.mu.Lock()
	n := d.all[id]
	waits := n != nil && n.Status == Pending
	d.mu.Unlock()
	switch {
	case n == nil:
		return "", "", ErrUnknown
	case !waits:
		return n.Status, n.By, nil
	}
	d.change(id, func(n *Notice) { n.Status, n.By = status, by })
	return status, by, nil
}

func (d *desk) status(id string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all[id].Status
}

// request is one that waits.
func request(id string, tier tiers.Tier, command string) *Notice {
	return &Notice{
		ID: id, Status: Pending, Tier: tier, Ends: time.Now().Add(100 * time.Second), Title: tier.String() + " command", Command: "  | " + command + "\n",
		Fields:  []Field{{Label: "why", Text: "it changes what others have"}, {Label: "rule", Text: "git.push"}},
		Approve: "/confirm/" + id + "/approve?sig=1", Deny: "/confirm/" + id + "/deny?sig=2", Quick: "/confirm/" + id + "/approve?sig=3",
	}
}

// world is notices that run.
type world struct {
	*Notices
	desk *desk
	path string
	log  *syncBuffer
	stop func()
}

// syncBuffer is a log that is read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// run starts notices; an earlier world goes on where it has stopped.
func run(t *testing.T, earlier *world, list ...Told) *world {
	t.Helper()
	w := &world{desk: newDesk(), path: filepath.Join(t.TempDir(), "notices.json"), log: &syncBuffer{}}
	if earlier != nil {
		earlier.stop()
		w.desk, w.path, w.log = earlier.desk, earlier.path, earlier.log
	}
	var err error
	w.Notices, err = New(Config{Services: list, Desk: w.desk, Path: w.path, Log: slog.New(slog.NewTextHandler(w.log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range w.all {
		c.patience, c.first = time.Second, 10*time.Millisecond
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	w.stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(w.stop)
	return w
}

func inOrder(list ...Service) []Told {
	var all []Told
	for _, s := range list {
		all = append(all, Told{Service: s})
	}
	return all
}

// Ada may answer, Eve may not.
var (
	ada = notifytest.Finger{ID: 7, Name: "ada"}
	bob = notifytest.Finger{ID: 8, Name: "bob"}
	eve = notifytest.Finger{ID: 66, Name: "eve"}
)

// chat is the one that ada and bob are in.
const chat = -1007

func telegram(b *notifytest.Bot) *Telegram {
	return &Telegram{BaseURL: b.URL, Token: notifytest.Token, Chat: chat, Users: []int64{ada.ID, bob.ID}}
}

// shows waits for a message with all of these in its text.
func shows(b *notifytest.Bot, parts ...string) notifytest.Message {
	return b.Await(fmt.Sprintf("with %q", parts), func(m notifytest.Message) bool {
		return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(m.Text, p) })
	})
}

// labels are what stands on a message's buttons.
func labels(m notifytest.Message) string {
	var list []string
	for _, b := range m.Buttons {
		list = append(list, b.Text)
	}
	return strings.Join(list, "|")
}

// size is how many requests are kept.
func (b *book) size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.open)
}

// has reports whether a message about a request is.
func (b *book) has(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.open[id]
	return m != nil && m.told[0].sent.Ref != ""
}
