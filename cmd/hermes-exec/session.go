package main

import "github.com/hermes-exec/hermes-exec/supervisor/procs"

// session names who is asking, across the commands of one sitting: what
// HERMES_SESSION_KEY says, else the nearest ancestor that is no shell. Under
// another supervisor the session is that one's. The daemon finds it out in the
// same way, see [procs.SessionOf].
func (w *world) session() string {
	if key := w.outside("HERMES_SESSION_KEY"); key != "" {
		return key
	}
	host := w.host()
	if o := w.outer(); o != nil {
		host = o.host
	}
	return procs.SessionName(host)
}
