package supervisor

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	killAfter = 5 * time.Second // between TERM and KILL where [Command.KillAfter] is 0 (SPEC §5)

	// What was being forked during a KILL is met by the next one. The wait
	// between them doubles up to killAfter, for what no signal can end.
	rekill = 50 * time.Millisecond
)

// children are the processes below this one: the one it started and, where the
// command has a time limit, every orphan of that one.
//
// When the time is over the whole tree is taken down by a ladder: TERM, and
// after a grace KILL until nothing is left. The tree is every descendant,
// whatever group or session it moved to; orphans are adopted, where the system
// can do that, so that none gets out of it.
//
// Without a time limit nothing is adopted, no timer runs, and background jobs
// are left alone.
type children struct {
	changed   chan os.Signal   // SIGCHLD: time for reap
	due       <-chan time.Time // time for climb
	cancelled <-chan struct{}  // time for cancel

	own     int // the process this one started
	monitor int // the same where that is a monitor, which has to stay and report
	disown  func()

	timer   *time.Timer
	wait    time.Duration // between this rung and the next
	rung    int           // signals sent so far
	timeout bool          // it was the clock that began
	told    map[int]bool  // who got TERM
	whole   bool          // the tree goes when the command has ended
}

// limited reports whether c, or some of it, may be taken down before it ends by
// itself.
func (c Command) limited(ctx context.Context) bool {
	return c.Timeout > 0 || ctx.Done() != nil || c.Tree
}

func newChildren(ctx context.Context, c Command) *children {
	ch := &children{changed: make(chan os.Signal, 1), cancelled: ctx.Done(), wait: c.KillAfter, whole: c.Tree}
	signal.Notify(ch.changed, syscall.SIGCHLD)
	if ch.wait <= 0 {
		ch.wait = killAfter
	}
	if c.limited(ctx) {
		ch.disown = adoptOrphans()
	}
	if c.Timeout > 0 {
		ch.arm(c.Timeout)
	}
	return ch
}

func (ch *children) stop() {
	signal.Stop(ch.changed)
	if ch.timer != nil {
		ch.timer.Stop()
	}
	if ch.disown != nil {
		ch.disown()
	}
}

func (ch *children) arm(d time.Duration) {
	if ch.timer != nil {
		ch.timer.Stop()
	}
	ch.timer = time.NewTimer(d)
	ch.due = ch.timer.C
}

// reap buries what has ended. It reports how our own child ended once it has,
// and leaves everyone else's children alone unless orphans are adopted.
func (ch *children) reap() (ws syscall.WaitStatus, ended bool) {
	for {
		which := ch.own
		if ch.disown != nil {
			which = -1
		}
		var this syscall.WaitStatus
		pid, err := syscall.Wait4(which, &this, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR:
		case err == syscall.ECHILD && ch.own != 0:
			return syscall.WaitStatus(syscall.SIGKILL), true // reaped behind our back: how it ended is lost
		case err != nil || pid == 0:
			return ws, ended
		case pid == ch.own:
			ws, ended, ch.own = this, true, 0
			if ch.disown == nil {
				return ws, ended
			}
		}
	}
}

// cancel begins the ladder because the context is done.
func (ch *children) cancel() {
	ch.cancelled = nil
	if ch.rung == 0 {
		ch.climb()
		ch.timeout = false
	}
}

// climb signals the whole tree, harder than the time before. It reports whether
// it reached any of it.
func (ch *children) climb() (reached bool) {
	ch.rung++
	if ch.rung == 1 {
		ch.timeout = true
		reached = ch.terminate()
		ch.arm(ch.wait)
		ch.wait = rekill
		return reached
	}
	reached = ch.kill()
	ch.arm(ch.wait)
	ch.wait = min(2*ch.wait, killAfter)
	return reached
}

// terminate sends TERM to all that have not had it, and CONT, since what is
// stopped could not act on it.
func (ch *children) terminate() (reached bool) {
	if ch.told == nil {
		ch.told = make(map[int]bool)
	}
	for _, pid := range ch.tree() {
		if !ch.told[pid] && syscall.Kill(pid, syscall.SIGTERM) == nil {
			syscall.Kill(pid, syscall.SIGCONT)
			ch.told[pid] = true
			reached = true
		}
	}
	return reached
}

// kill sends KILL to all.
func (ch *children) kill() (reached bool) {
	for _, pid := range ch.tree() {
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			reached = true
		}
	}
	return reached
}

// tree returns every descendant that is to be taken down.
func (ch *children) tree() []int {
	all := descendants(os.Getpid())
	tree := all[:0]
	for _, pid := range all {
		if pid != ch.monitor && !isBeside(pid) {
			tree = append(tree, pid)
		}
	}
	return tree
}

// left reports whether there is still something below this process. Where
// orphans are adopted the kernel knows; a look at the process table, which
// changes meanwhile, could miss one.
func (ch *children) left() bool {
	if !orphansAdopted {
		return len(ch.tree()) > 0
	}
	ch.reap()
	if _, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); err == syscall.ECHILD {
		return false
	}
	// What was being forked during one look is there at the next.
	return !anyBeside() || len(ch.tree()) > 0 || len(ch.tree()) > 0
}

// finish is called when the command has ended with s. If that was our doing it
// first sees to the rest of the tree; what cannot be signalled (a set-uid
// program) is left.
func (ch *children) finish(s Status) Status {
	ch.own, ch.monitor = 0, 0
	if ch.whole && ch.left() {
		ch.cancel()
	}
	for ch.rung > 0 && ch.left() {
		if ch.rung == 1 {
			ch.terminate() // what was being forked at the first time
		}
		select {
		case <-ch.changed:
			ch.reap()
		case <-ch.due:
			if !ch.climb() {
				return ch.status(s)
			}
		}
	}
	return ch.status(s)
}

// status is 124 after a timeout, as timeout(1) has it, whatever the command
// made of the TERM.
func (ch *children) status(s Status) Status {
	if ch.timeout {
		return Status{Code: 124}
	}
	return s
}
