package guard

import (
	"sync"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// maxReports is how many refusals of one command are reported each by itself.
// A loop that tries a million times must not fill the disk.
const maxReports = 100

// records has events reported without waiting for that: a reader of our standard
// error that stands still holds no caller up.
type records struct {
	report func(supervisor.GuardEvent)

	mu      sync.Mutex
	told    map[string]bool // that are not to be told again
	added   int
	events  chan supervisor.GuardEvent // nil until there is one
	pending sync.WaitGroup             // that are not reported yet
}

func (r *records) add(e supervisor.GuardEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.added++; r.added > maxReports {
		return
	}
	if r.events == nil {
		r.events = make(chan supervisor.GuardEvent, maxReports) // there is room for all
		go func() {
			for e := range r.events {
				r.report(e)
				r.pending.Done()
			}
		}()
	}
	r.pending.Add(1)
	r.events <- e
}

// once adds an event that is the same whenever it comes again.
func (r *records) once(e supervisor.GuardEvent) {
	key := e.Rights + "\x00" + e.Unread + "\x00" + e.Caller.Name
	r.mu.Lock()
	again := r.told[key]
	if r.told == nil {
		r.told = make(map[string]bool)
	}
	r.told[key] = true
	r.mu.Unlock()
	if !again {
		r.add(e)
	}
}

// flush returns when all was reported.
func (r *records) flush() {
	r.pending.Wait()
	r.mu.Lock()
	more := r.added - maxReports
	r.mu.Unlock()
	if more > 0 {
		r.report(supervisor.GuardEvent{More: more})
	}
}
