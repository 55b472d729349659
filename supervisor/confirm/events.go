package confirm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// eventBuffer is how many events a listener may be behind. One that is further
// is cut off: it connects again, and asks what is pending.
const eventBuffer = 1024

// events hands out what happens to all who listen.
type events struct {
	mu        sync.Mutex
	last      int64
	listeners map[*listener]struct{}
}

type listener struct {
	c chan []byte // closed when the listener was too slow
}

func newEvents() *events { return &events{listeners: map[*listener]struct{}{}} }

// publish tells all listeners, and waits for none. what is called only where
// there are some.
func (e *events) publish(name string, what func() *State) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	if len(e.listeners) == 0 {
		return
	}
	data, err := json.Marshal(what())
	if err != nil {
		return // a state is always valid JSON: its details were read as such
	}
	text := fmt.Appendf(nil, "id: %d\nevent: %s\ndata: %s\n\n", e.last, name, data)
	for l := range e.listeners {
		select {
		case l.c <- text:
		default:
			delete(e.listeners, l)
			close(l.c)
		}
	}
}

func (e *events) listen() *listener {
	l := &listener{c: make(chan []byte, eventBuffer)}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.listeners[l] = struct{}{}
	return l
}

func (e *events) leave(l *listener) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.listeners, l)
}

func (e *events) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.listeners)
}

// beat is how often a silent stream says that it lives.
const beat = 15 * time.Second

// stream is GET /events: server-sent events named submitted, escalated and
// resolved, each with the request as it then is. Who listens first hears of
// all that is pending.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet { // HEAD, which has an end
		return failf(http.StatusMethodNotAllowed, "%s is not answered here; GET is", r.Method)
	}
	l := s.events.listen() // before it is asked what is pending: nothing falls in between
	defer s.events.leave(l)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	send := func(text []byte) error {
		out.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := w.Write(text); err != nil {
			return err
		}
		return out.Flush()
	}
	pending, _ := s.desk.pending(maxPending)
	first := []byte("retry: 2000\n\n")
	for _, p := range pending {
		data, err := json.Marshal(p)
		if err != nil {
			continue
		}
		first = fmt.Appendf(first, "event: submitted\ndata: %s\n\n", data)
	}
	if send(append(first, "event: ready\ndata: {}\n\n"...)) != nil {
		return nil // nobody there
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		text := []byte(": alive\n\n")
		select {
		case next, ok := <-l.c:
			if !ok {
				return nil
			}
			text = next
		case <-tick.C:
		case <-r.Context().Done():
			return nil
		case <-s.stopping:
			return nil
		}
		if send(text) != nil {
			return nil
		}
	}
}
