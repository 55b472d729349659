package confirm

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// alwaysHuman are the actions that no whitelist can cover, from the source
// documents; and command, under which hermes-exec asks: for commands there are
// standing permissions, which know one from another.
var alwaysHuman = [...]string{
	"deploy_production", "delete_data", "transfer_funds", "modify_permissions", "shutdown_service",
	"wipe_database", "exec_remote", "publish_package", "rotate_keys", "migrate_database",
	kindCommand,
}

// plainAction is an action as it is compared: case and space do not matter.
func plainAction(action string) string { return strings.ToLower(strings.TrimSpace(action)) }

func needsHuman(action string) bool { return slices.Contains(alwaysHuman[:], plainAction(action)) }

// allowKey is an action in a session, "" being all.
type allowKey struct{ action, session string }

// whitelist are the actions that nobody is asked about.
type whitelist struct {
	store *store.Store
	turn  sync.Mutex // held over the write, so that memory and disk agree
	mu    sync.RWMutex
	in    map[allowKey]store.Allowed
}

func openWhitelist(s *store.Store) (*whitelist, []string, error) {
	list, forged, err := s.Whitelist(context.Background())
	if err != nil {
		return nil, nil, err
	}
	w := &whitelist{store: s, in: map[allowKey]store.Allowed{}}
	for _, a := range list {
		if !needsHuman(a.Action) {
			w.in[allowKey{a.Action, a.Session}] = a
		}
	}
	return w, forged, nil
}

func (w *whitelist) covers(action, session string) bool {
	if needsHuman(action) {
		return false
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	action = plainAction(action)
	_, all := w.in[allowKey{action, ""}]
	_, here := w.in[allowKey{action, session}]
	return all || here
}

// goesBy reports whether it is the session's name that a request is covered by.
func (w *whitelist) goesBy(action, session string) bool {
	return session != "" && w.covers(action, session) && !w.covers(action, "")
}

func (w *whitelist) add(a store.Allowed) (store.Allowed, error) {
	a.Action = plainAction(a.Action)
	if needsHuman(a.Action) {
		return a, fmt.Errorf("action %q always needs a person: a whitelist cannot cover it", a.Action)
	}
	a.Added = time.Now().Truncate(time.Second)
	w.turn.Lock()
	defer w.turn.Unlock()
	if err := w.store.Allow(a); err != nil {
		return a, &unwritten{err}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in[allowKey{a.Action, a.Session}] = a
	return a, nil
}

// remove takes an action off the list, and reports whether it was on it.
func (w *whitelist) remove(action, session string) (bool, error) {
	key := allowKey{plainAction(action), session}
	w.turn.Lock()
	defer w.turn.Unlock()
	if err := w.store.Disallow(key.action, key.session); err != nil {
		return false, &unwritten{err}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, was := w.in[key]
	delete(w.in, key)
	return was, nil
}

func (w *whitelist) list() []store.Allowed {
	w.mu.RLock()
	defer w.mu.RUnlock()
	list := make([]store.Allowed, 0, len(w.in))
	for _, a := range w.in {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b store.Allowed) int {
		return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Session, b.Session))
	})
	return list
}

// unwritten is a change that could not be put on the disk, and so was not made.
type unwritten struct{ err error }

func (e *unwritten) Error() string {
	return "this could not be written down, and so was not done: " + e.err.Error()
}
func (e *unwritten) Unwrap() error { return e.err }
