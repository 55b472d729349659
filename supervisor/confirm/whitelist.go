package confirm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
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
	home  string
	turn  sync.Mutex // held over the write, so that memory and disk agree
	mu    sync.RWMutex
	in    map[allowKey]store.Allowed
	// waiting is what stands in the file, and counts when a person has confirmed it:
	// the file was changed by something else, or nothing proves the contrary.
	waiting []store.Allowed
}

// openWhitelist takes up what a daemon before has left, where the seal holds.
func openWhitelist(s *store.Store, home string) (*whitelist, error) {
	list, err := s.Whitelist(context.Background())
	if err != nil {
		return nil, err
	}
	w := &whitelist{store: s, home: home, in: map[allowKey]store.Allowed{}}
	if len(list) > 0 && home != system.Home && !seal.Holds(home, s.Path(), whole(list)) {
		w.waiting = list
		return w, nil
	}
	w.take(list)
	return w, nil
}

func (w *whitelist) take(list []store.Allowed) {
	for _, a := range list {
		if !needsHuman(a.Action) {
			w.in[allowKey{a.Action, a.Session}] = a
		}
	}
}

// whole is a whitelist as it is sealed.
func whole(list []store.Allowed) []byte {
	var b []byte
	for _, a := range list {
		b = fmt.Appendf(b, "%q %q %q %d\n", a.Action, a.Session, a.By, a.Added.Unix())
	}
	return b
}

// seal seals the list as it is about to be, which is a person's doing.
func (w *whitelist) seal(list []store.Allowed) error {
	if w.home == system.Home { // nobody else can write there
		return nil
	}
	slices.SortFunc(list, inOrder)
	return seal.Put(w.home, w.store.Path(), whole(list))
}

// inOrder is the order in which the store gives them.
func inOrder(a, b store.Allowed) int {
	return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Session, b.Session))
}

// confirm lets those entries count that wait for a person's word.
func (w *whitelist) confirm() ([]store.Allowed, error) {
	w.turn.Lock()
	defer w.turn.Unlock()
	if err := w.seal(append(w.list(), w.waiting...)); err != nil {
		return nil, &unwritten{err}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.waiting
	w.take(list)
	w.waiting = nil
	return list, nil
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
	if len(w.waiting) > 0 {
		return a, errors.New("the whitelist has entries that nobody has confirmed: `hermes-confirmd whitelist` shows them, trust confirms, remove drops them")
	}
	if err := w.seal(append(w.without(allowKey{a.Action, a.Session}), a)); err != nil {
		return a, &unwritten{err}
	}
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
	_, was := w.in[key]
	delete(w.in, key)
	left := slices.DeleteFunc(slices.Clone(w.waiting), func(a store.Allowed) bool { return allowKey{plainAction(a.Action), a.Session} == key })
	was = was || len(left) < len(w.waiting)
	w.waiting = left
	w.mu.Unlock()
	if len(left) > 0 {
		return was, nil
	}
	if err := w.seal(w.list()); err != nil { // it is gone; what is left asks after the next start
		return was, &unwritten{err}
	}
	return was, nil
}

// without is the list but for an entry.
func (w *whitelist) without(key allowKey) []store.Allowed {
	return slices.DeleteFunc(w.list(), func(a store.Allowed) bool { return allowKey{a.Action, a.Session} == key })
}

// unconfirmed are the entries that do not count.
func (w *whitelist) unconfirmed() []Allowed {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return shownAll(w.waiting)
}

func (w *whitelist) list() []store.Allowed {
	w.mu.RLock()
	defer w.mu.RUnlock()
	list := make([]store.Allowed, 0, len(w.in))
	for _, a := range w.in {
		list = append(list, a)
	}
	slices.SortFunc(list, inOrder)
	return list
}

// unwritten is a change that could not be put on the disk, and so was not made.
type unwritten struct{ err error }

func (e *unwritten) Error() string {
	return "this could not be written down, and so was not done: " + e.err.Error()
}
func (e *unwritten) Unwrap() error { return e.err }
