package notify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// book is what waits, who was told of it, and by which message. The messages
// are on the disk as well: after a restart their buttons work, and they come to
// say what became of the request.
type book struct {
	path string

	mu    sync.Mutex
	lanes int
	open  map[string]*matter // by the request's id
	round int                // of [Desk.Watch]
}

// matter is a request, as long as there is something to do about it.
type matter struct {
	id    string
	ends  time.Time
	ended bool   // it waits no more
	round int    // in which it was last named
	told  []told // by lane
	armed armed
}

// told is what one lane has done.
type told struct {
	busy   bool // somebody is at it
	done   bool // nothing is left to do
	sent   message
	shows  bool // the message asks for a second tap
	second bool // it should
	tries  int
	next   time.Time // not before
}

// armed is a first tap on a request that takes two.
type armed struct {
	by string
	at time.Time
}

// message is one that was sent, as the file keeps it.
type message struct {
	ID      string    `json:"id"` // of the request
	Service string    `json:"service"`
	Ref     string    `json:"ref"`
	Offers  bool      `json:"offers"` // it lets a person approve
	Ends    time.Time `json:"ends"`
}

// kept is the file.
type kept struct {
	V        int       `json:"v"`
	Messages []message `json:"messages"`
}

const (
	bookVersion = 1
	maxBook     = 64 << 20       // bytes of a file that is read
	forget      = 24 * time.Hour // after its end a message is let be
)

// openBook takes up the messages that were sent before. A file that cannot be
// read as one is put aside: what it knew of is only messages.
func openBook(path string, lanes []*lane, now time.Time) (*book, error) {
	b := &book{path: path, lanes: len(lanes), open: map[string]*matter{}}
	text, err := readPrivate(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	var k kept
	if json.Unmarshal(text, &k) != nil || k.V != bookVersion {
		return b, os.Rename(path, path+".unreadable")
	}
	for _, m := range k.Messages {
		i := laneOf(lanes, m.Service)
		if i < 0 || now.Sub(m.Ends) > forget {
			continue
		}
		b.matter(m.ID, m.Ends).told[i].sent = m
	}
	return b, nil
}

func laneOf(lanes []*lane, service string) int {
	for i, l := range lanes {
		if l.channel(service) != nil {
			return i
		}
	}
	return -1
}

// matter finds a request, or takes it up.
func (b *book) matter(id string, ends time.Time) *matter {
	m := b.open[id]
	if m == nil {
		m = &matter{id: id, ends: ends, told: make([]told, b.lanes)}
		b.open[id] = m
	}
	return m
}

// again begins a round: what is not named in it has ended.
func (b *book) again() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.round++
}

// learn takes an event, and reports whether there is something to do now.
func (b *book) learn(e Event) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.Kind {
	case Asked:
		m := b.matter(e.ID, e.Ends)
		fresh := m.round == 0
		m.round = b.round
		return fresh
	case Ended:
		if m := b.open[e.ID]; m != nil {
			m.ended = true
		}
	case Ready:
		for _, m := range b.open {
			m.ended = m.ended || m.round != b.round
		}
	}
	return true
}

// job is what a sender is to do next.
type job struct {
	id     string
	sent   message // Ref is "" where nothing was sent yet
	ended  bool
	second bool
	tries  int
}

// next gives a lane its next job, the most pressing first, and marks it as
// taken. Where there is none, wait is how long until there may be one; 0: until
// something happens.
func (b *book) next(lane int, now time.Time) (j *job, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var best *matter
	for id, m := range b.open {
		t := &m.told[lane]
		if t.busy || t.done || !t.due(m) {
			b.drop(id, m)
			continue
		}
		if left := t.next.Sub(now); left > 0 {
			if wait == 0 || left < wait {
				wait = left
			}
			continue
		}
		if best == nil || m.before(best, lane) {
			best = m
		}
	}
	if best == nil {
		return nil, wait
	}
	t := &best.told[lane]
	t.busy = true
	return &job{best.id, t.sent, best.ended, t.second, t.tries}, 0
}

// due reports whether there is something to do for a lane.
func (t *told) due(m *matter) bool {
	switch {
	case t.sent.Ref != "":
		return m.ended || t.shows != t.second
	case m.ended:
		t.done = true
		return false
	}
	return true
}

// before reports whether m is more pressing: who has tapped waits for the
// second button; then who has not been told, by how little time is left.
func (m *matter) before(o *matter, lane int) bool {
	a, b := m.rank(lane), o.rank(lane)
	return a < b || a == b && m.ends.Before(o.ends)
}

func (m *matter) rank(lane int) int {
	switch t := &m.told[lane]; {
	case t.sent.Ref != "" && !m.ended:
		return 0
	case t.sent.Ref == "":
		return 1
	}
	return 2
}

// drop forgets a request about which nothing is left to do.
func (b *book) drop(id string, m *matter) {
	if !m.ended {
		return
	}
	for i := range m.told {
		if t := &m.told[i]; t.busy || !t.done {
			return
		}
	}
	delete(b.open, id)
}

// sent notes a message, before anybody can press its buttons unknown.
func (b *book) sent(lane int, m message) error {
	return b.change(lane, m.ID, func(t *told) { t.sent, t.busy, t.tries = m, false, 0 })
}

// shown notes what a message has come to show.
func (b *book) shown(lane int, id string, ended, second bool) error {
	return b.change(lane, id, func(t *told) { t.busy, t.done, t.shows, t.tries = false, ended, second, 0 })
}

// given is for a job that came to nothing and is not tried again.
func (b *book) given(lane int, id string) error {
	return b.change(lane, id, func(t *told) { t.busy, t.done = false, true })
}

// later is for a job that is tried again, not before a time.
func (b *book) later(lane int, id string, next time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.open[id]; m != nil {
		t := &m.told[lane]
		t.busy, t.next = false, next
		t.tries++
	}
}

// end notes that a request waits no more, where that was learnt from the desk.
func (b *book) end(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.open[id]; m != nil {
		m.ended = true
	}
}

func (b *book) change(lane int, id string, how func(*told)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.open[id]
	if m == nil {
		return nil
	}
	how(&m.told[lane])
	b.drop(id, m)
	return b.write()
}

// write puts the messages on the disk. It is called under mu: the file is to be
// as the book is.
func (b *book) write() error {
	k := kept{V: bookVersion, Messages: []message{}}
	for _, m := range b.open {
		for _, t := range m.told {
			if t.sent.Ref != "" && !t.done {
				k.Messages = append(k.Messages, t.sent)
			}
		}
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(b.path), filepath.Base(b.path)+"-*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), b.path)
	}
	if err != nil {
		os.Remove(temp.Name())
		return fmt.Errorf("keep the messages: %w", err)
	}
	return nil
}
