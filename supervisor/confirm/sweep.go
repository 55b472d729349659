package confirm

import (
	"errors"
	"fmt"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// sweepTime is how often owners are looked after that nobody waits for.
const sweepTime = time.Second

// sweep cancels what nobody needs an answer to any more: the process that a
// request was to end with is gone.
func (d *desk) sweep() {
	defer close(d.swept)
	tick := time.NewTicker(sweepTime)
	defer tick.Stop()
	for {
		select {
		case <-d.sweeps:
			return
		case <-tick.C:
		}
		for id, o := range d.orphans() {
			by := fmt.Sprintf("%srequester gone (pid %d)", bySystem, o.PID)
			if _, err := d.resolve(id, outcome{status: store.Cancelled, by: by}); err != nil && !errors.As(err, new(*resolvedError)) {
				d.log.Error("a request whose requester is gone", "id", id, "error", err)
			}
		}
	}
}

// orphans are the requests whose owner is gone.
func (d *desk) orphans() map[string]store.Owner {
	owned := map[string]store.Owner{}
	d.mu.Lock()
	for id, m := range d.open {
		if m.r.Owner.PID > 0 && m.waiting == 0 {
			owned[id] = m.r.Owner
		}
	}
	d.mu.Unlock()
	for id, o := range owned {
		if lives(o) {
			delete(owned, id)
		}
	}
	return owned
}

// ownerOf is a process as the owner of a request.
func ownerOf(pid int) (store.Owner, error) {
	started, err := procs.StartTime(pid)
	return store.Owner{PID: pid, Started: started.Unix()}, err
}

// lives reports whether an owner is still there. Its start is known to a
// second: the clock it is counted by may have been adjusted a little since.
func lives(o store.Owner) bool {
	if !procs.Alive(o.PID) {
		return false
	}
	now, err := ownerOf(o.PID)
	if err != nil {
		return procs.Alive(o.PID)
	}
	off := now.Started - o.Started
	return off >= -2 && off <= 2
}
