package approve

// This file is the question on the terminal. The rules for what is printed:
//
//   - A question goes to the terminal, and only there: the standard streams
//     belong to the command and to the agent.
//
//   - Column 0 is ours. What comes from a command, from the process table or
//     from a file's name has been through [Visible] and stands behind a gutter
//     or a label, so that it cannot pass for a line of the prompt.
//
//   - Nothing moves up. Only the last line, with the countdown and the keys, is
//     written again, in place; the rest stays where a person can scroll to it.
//
//   - The sequences are bold, underline, reset, erase to the end of the line, and
//     bracketed paste on and off. NO_COLOR takes the first three away, a dumb
//     terminal all of them. No bell, no title, no cursor movement.
//
//   - The input is dropped after the question has been written and before the line
//     that asks: nobody can have answered what they had not seen.
//
//   - Whatever is not exactly a yes is no: silence, Enter, an interrupt, a
//     terminal that is gone or does not take the question.

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Prompt asks the person at the terminal. It implements
// [supervisor.Approver]; an error means that nobody could be asked: there is no
// terminal, this process is not in its foreground, or another program is
// reading its keys. A Prompt asks one question at a time.
type Prompt struct {
	TTY     string              // the terminal, as HERMES_EXEC_TTY names it; "" is /dev/tty
	NoColor bool                // mark with ^^^^ instead of bold and underline: NO_COLOR is set
	Dumb    bool                // write no escape sequences at all: TERM is dumb or not set
	Mask    func(string) string // hides secrets in what is shown; nil: shown as they are
	Keep    func(Grant) error   // keeps a permission; nil: none can be given
	Hidden  bool                // nobody may look into this process while it asks: nothing runs below that would have to
	Until   time.Time           // when the last tier ends, where another clock says so; zero: each tier has its time

	// Vouch gives an error where it is not known that a person sits at the
	// terminal of the session with this leader: a supervised command can make
	// terminals of its own. nil: somebody sits there.
	Vouch func(leader int) error

	open func(ctx context.Context, path string) (console, error) // nil: [openTTY]
	walk walker                                                  // nil: [walkDisk]
}

// console is what a question needs of a terminal.
type console interface {
	Write(b []byte) (int, error)
	ready() <-chan struct{}    // something may have been typed; to be followed by read
	read() ([]byte, error)     // what has been typed, never waiting; an error: the terminal is gone
	signals() <-chan os.Signal // signals to this process while it asks
	width() int                // in columns; 0 where it is not known
	flush()                    // drops what has been typed and not read
	resume() error             // takes the terminal again after a stop
	close()                    // gives it back as it was found
}

// Bracketed paste makes a terminal say that text was pasted, a single y included.
const (
	seqPasteOn  = "\x1b[?2004h"
	seqPasteOff = "\x1b[?2004l"
	seqErase    = "\x1b[K"
)

// settle is how long the width must stay the same before the question is
// written again: a window dragged by its edge gives dozens of changes.
const settle = 100 * time.Millisecond

// Approve implements [supervisor.Approver].
func (p *Prompt) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	open := p.open
	if open == nil {
		open = func(ctx context.Context, path string) (console, error) { return openTTY(ctx, path, p.Vouch) }
	}
	path := p.TTY
	if path == "" {
		path = "/dev/tty"
	}
	con, err := open(ctx, path)
	if err != nil {
		return supervisor.Decision{}, err
	}
	defer con.close()
	if p.Hidden {
		defer procs.Hide()()
	}
	q := question{Prompt: p, con: con, r: r, tier: asksAt(r)}
	if p.Keep != nil {
		q.offer = offered(r)
	}
	q.touched = p.touches(r)
	d := q.ask(ctx)
	d.Tier = q.tier
	return d, nil
}

// question is one question while it is open.
type question struct {
	*Prompt
	con console
	r   *supervisor.Request

	tier      tiers.Tier // after escalation
	deadline  time.Time  // when tier escalates
	asked     int        // seconds waited at the tiers that have passed
	columns   int        // width the page was laid out for
	lastLen   int        // of the line that asks, to blank it without seqErase
	hint      string     // stands in for the keys until hintUntil
	hintUntil time.Time
	typing    typing
	offer     []string // the permissions that s and a would give; none: there are no such keys
	confirm   bool     // a has been pressed once
	touched   *touched // what it would delete; nil: nothing that is known
	lost      error    // the terminal does not take what is written
}

func (q *question) ask(ctx context.Context) supervisor.Decision {
	q.deadline = q.tierEnds(time.Now())
	if !q.Dumb {
		q.print(seqPasteOn)
		defer q.print(seqPasteOff)
	}
	q.show()
	d := q.wait(ctx)
	end := "denied"
	if d.Allow {
		end = "approved"
	}
	q.note(end + ": " + d.Reason)
	return d
}

// tierEnds is when the first tier escalates.
func (q *question) tierEnds(now time.Time) time.Time {
	if q.Until.IsZero() {
		return now.Add(seconds(q.tier.Timeout()))
	}
	end := q.Until
	for t, ok := q.tier.Escalate(); ok; t, ok = t.Escalate() {
		end = end.Add(-seconds(t.Timeout()))
	}
	return end
}

// wait is the loop: it ends with an answer, with the last countdown, or with
// the loss of the terminal.
func (q *question) wait(ctx context.Context) supervisor.Decision {
	tick := time.NewTimer(q.untilTick())
	defer tick.Stop()
	var settled <-chan time.Time
	for q.lost == nil {
		select {
		case <-ctx.Done():
			return withdrawn(ctx)
		case s := <-q.con.signals():
			switch s {
			case syscall.SIGWINCH:
				settled = time.After(settle)
			case syscall.SIGCONT:
				if err := q.con.resume(); err != nil {
					return refuse(byNobody, err.Error())
				}
				q.show()
			default:
				return refuse(byNobody, fmt.Sprintf("a signal (%v) ended the question", s))
			}
		case <-settled:
			settled = nil
			if q.width() != q.columns {
				q.show()
			}
		case <-q.con.ready():
			in, err := q.con.read()
			if err != nil {
				return refuse(byNobody, "the terminal was closed before there was an answer")
			}
			if len(in) == 0 { // dropped meanwhile
				continue
			}
			// The clock comes first: a key that is late answers what the
			// question has become, and one that is too late answers nothing.
			if q.escalate() {
				return q.timedOut()
			}
			if d, done := q.key(in); done {
				switch {
				case !d.Allow:
					return d
				case ctx.Err() != nil:
					return withdrawn(ctx)
				case q.lost == nil:
					return d
				}
			}
			q.status()
		case <-tick.C:
			if q.escalate() {
				return q.timedOut()
			}
			if q.width() != q.columns { // another session's terminal sends no SIGWINCH here
				q.show()
			} else {
				q.status()
			}
			tick.Reset(q.untilTick())
		}
	}
	return refuse(byNobody, "the terminal does not take the question: "+q.lost.Error())
}

// escalate moves the question up while its time has passed, and reports
// whether there is nowhere left to go.
func (q *question) escalate() bool {
	for now := time.Now(); !now.Before(q.deadline); {
		q.asked += q.tier.Timeout()
		next, ok := q.tier.Escalate()
		if !ok {
			return true
		}
		q.note(fmt.Sprintf("no answer for %d s: %s now", q.tier.Timeout(), next))
		q.tier, q.typing.word, q.hint = next, "", ""
		q.deadline = q.deadline.Add(seconds(next.Timeout()))
	}
	return false
}

func (q *question) timedOut() supervisor.Decision {
	return refuse(byTimeout, fmt.Sprintf("a person was asked for %d s and did not answer", q.asked))
}

func withdrawn(ctx context.Context) supervisor.Decision {
	return refuse(byNobody, "the question was withdrawn: "+context.Cause(ctx).Error())
}

func refuse(by, reason string) supervisor.Decision {
	return supervisor.Decision{By: by, Reason: reason}
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// left is the time until the tier escalates, in seconds, rounded up.
func (q *question) left() int {
	return max(0, int((time.Until(q.deadline)+time.Second-1)/time.Second))
}

// untilTick is the time until left changes.
func (q *question) untilTick() time.Duration {
	d := time.Until(q.deadline)
	if part := d % time.Second; part > 0 || d <= 0 {
		return part
	}
	return time.Second
}

// show writes the question, drops what was typed meanwhile, and asks.
func (q *question) show() {
	q.page(func(p *page) { p.question(q.r, q.touched) })
	q.con.flush()
	q.typing.dropped()
	q.status()
}

// page writes what layout lays out above the line that asks.
func (q *question) page(layout func(*page)) {
	q.columns = q.width()
	p := page{width: q.columns, color: !q.NoColor && !q.Dumb, mask: q.Mask}
	layout(&p)
	q.print(q.erase() + p.String())
}

// note writes a line that stays, in place of the one that asks.
func (q *question) note(s string) {
	q.print(q.erase() + strings.Join(wrap("hermes-exec: "+s, q.width()), "\n") + "\n")
}

// status writes the line that asks, in place of the one before. It is always
// one column short of the terminal's width, so that it never wraps.
func (q *question) status() {
	line := q.statusLine(q.width() - 1)
	q.print(q.erase() + line)
	q.lastLen = len(line)
}

// statusLine is the longest way to ask that fits into n columns. It is ASCII.
func (q *question) statusLine(n int) string {
	then := "denied"
	if next, ok := q.tier.Escalate(); ok {
		then = next.String()
	}
	long, short := q.keyList()
	if q.hint != "" && time.Now().Before(q.hintUntil) {
		long, short = q.hint, q.hint
	}
	var line string
	for _, line = range [...]string{
		fmt.Sprintf("%s, %d s, then %s | %s > %s", q.tier, q.left(), then, long, q.typing.word),
		fmt.Sprintf("%s %d s | %s > %s", q.tier, q.left(), long, q.typing.word),
		fmt.Sprintf("%s %d s | %s > %s", q.tier, q.left(), short, q.typing.word),
	} {
		if len(line) <= n {
			return line
		}
	}
	return line[:max(0, min(n, len(line)))]
}

// erase is what takes the line that asks away and leaves the cursor at column 0.
func (q *question) erase() string {
	n := q.lastLen
	q.lastLen = 0
	switch {
	case n == 0:
		return ""
	case q.Dumb:
		return "\r" + strings.Repeat(" ", n) + "\r"
	}
	return "\r" + seqErase
}

func (q *question) width() int {
	w := q.con.width()
	if w <= 0 {
		return defaultWidth
	}
	return min(max(w, minWidth), maxWidth)
}

func (q *question) print(s string) {
	if q.lost == nil {
		_, q.lost = q.con.Write([]byte(s))
	}
}
