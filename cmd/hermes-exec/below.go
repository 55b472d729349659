package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// execs is how what a command starts is judged: as its text was. nil: it is not,
// by policy, or because the text names a program that traces by the same means.
func (w *world) execs(r *supervisor.Request, laid policy.Settings, l loan) *guard.Execs {
	if laid.ExecGuard == policy.GuardOff || laid.Below == policy.BelowOff ||
		laid.ExecGuard != policy.GuardOn && tiers.TracesCalls(r.Script) != "" {
		return nil
	}
	at := *w // a shell that stays goes elsewhere
	x := at.judging(r)
	if laid.Below != policy.BelowHardline {
		if at.lend == nil {
			at.lend = l.lend
		}
		x.Ask = askBelow(r, at.approver(laid))
	}
	x.Orders = func() []byte {
		orders, err := json.Marshal(guardianOrders{
			Dir: x.Project(), Hermes: at.hermes, Home: at.home, Nested: at.nested(),
			Host: r.Facts.Host, Protect: r.Facts.Protect, Session: r.Session, Mode: r.Mode,
			Preset: r.Options.Preset, Since: x.Since, Approved: at.now.Load().byPerson,
		})
		if err != nil {
			panic(err) // of strings and numbers
		}
		return orders
	}
	return x
}

// judging is the same without a person.
func (w *world) judging(r *supervisor.Request) *guard.Execs {
	x := &guard.Execs{Own: w.hermes, Since: time.Now(), Options: r.Options, Facts: w.facts}
	x.Options.Action = "" // the command's own
	x.Reading = shellparse.Options{Home: w.home, ReadFile: readShort}
	x.Project = func() string { return w.now.Load().dir }
	x.Approved = func(e *guard.Exec) bool { return w.now.Load().approved(e.Argv) }
	return x
}

// running is what was let through last, and runs.
type running struct {
	dir      string
	byPerson bool            // who has so approved what it starts
	words    map[string]bool // the commands that stand in it word by word
}

// runs is told of what is let through.
func (w *world) runs(r *supervisor.Request) {
	now := &running{dir: r.Facts.Dir, byPerson: r.Decision.By == approve.ByHuman, words: make(map[string]bool)}
	for i := range r.Script.Commands {
		if words, exact := exactWords(&r.Script.Commands[i]); exact {
			now.words[wordsKey(words)] = true
		}
	}
	w.now.Store(now)
}

// approved reports whether words were let through when the text was: what stood there
// was judged with more in view.
func (n *running) approved(argv []string) bool { return n.byPerson || n.words[wordsKey(argv)] }

func exactWords(c *shellparse.Command) (words []string, exact bool) {
	for _, w := range c.Argv {
		word, exact := w.Exact()
		if !exact {
			return nil, false
		}
		words = append(words, word)
	}
	return words, len(words) > 0 && !c.Remote
}

func wordsKey(argv []string) string {
	return strings.Join(append([]string{path.Base(argv[0])}, argv[1:]...), "\x00")
}

// maxBelow is the longest script file that is read while an exec waits, in bytes.
const maxBelow = 16 << 10

func readShort(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() || info.Size() > maxBelow:
		return "", fmt.Errorf("%s: %w", path, shellparse.ErrNotRead)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%s: %w", path, shellparse.ErrNotRead)
	}
	return string(text), err
}

// askBelow asks about one exec at a time, as its text would have been.
func askBelow(r *supervisor.Request, a supervisor.Approver) func(context.Context, *guard.Exec) supervisor.Decision {
	var one sync.Mutex
	return func(ctx context.Context, e *guard.Exec) supervisor.Decision {
		one.Lock()
		defer one.Unlock()
		asked := &supervisor.Request{
			Text: e.Words(), Script: e.Script, Options: r.Options, Facts: e.Facts, Verdict: e.Verdict,
			Session: r.Session, Mode: r.Mode, Command: supervisor.Command{Path: e.Argv[0], Argv: e.Argv, Dir: e.Dir},
		}
		d, err := a.Approve(ctx, asked)
		if err != nil {
			d = supervisor.Decision{By: "nobody", Reason: err.Error()}
		}
		return d
	}
}

// guardianOrders is what a guardian has to know beside what the environment says.
type guardianOrders struct {
	Dir, Hermes, Home string
	Nested            bool
	Host, Protect     []tiers.Process
	Session           string
	Mode              supervisor.Mode
	Preset            string
	Since             time.Time
	Approved          bool
}

// guardianOf makes the guard of a guardian: it judges as the supervisor did, and
// asks elsewhere, since it has no terminal.
func guardianOf(text []byte) *guard.Guard {
	var o guardianOrders
	if err := json.Unmarshal(text, &o); err != nil {
		o.Dir = "/"
	}
	w := newWorld()
	w.dir, w.hermes, w.home = o.Dir, o.Hermes, o.Home
	w.host = func() []tiers.Process { return o.Host }
	w.outer = func() *outer { return nil }
	w.nested = func() bool { return o.Nested }
	w.now.Store(&running{dir: o.Dir, byPerson: o.Approved})
	options := tiers.Options{Preset: o.Preset}
	laid, err := w.govern(&options)
	if err != nil { // it was read when the command began; what stands now may not be
		laid = policy.Settings{}
	}
	r := &supervisor.Request{Options: options, Session: o.Session, Mode: o.Mode, Facts: &tiers.Facts{Dir: o.Dir, Host: o.Host, Protect: o.Protect}}
	record := openAudit(w.hermes)
	g := guard.New(append(o.Host, o.Protect...), func(e supervisor.GuardEvent) {
		sayTo(e, guardLine(e, laid.Guard))
		record.Guarded(r, e)
	})
	g.Home = w.hermes
	g.Execs = w.judging(r)
	g.Execs.Since = o.Since
	if laid.Below != policy.BelowHardline {
		g.Execs.Ask = askBelow(r, &approve.Chain{Refused: &approve.Refusals{Home: w.hermes}, Away: w.away()})
	}
	return g
}

// sayTo tells whoever reads the caller's standard error: a guardian has none.
func sayTo(e supervisor.GuardEvent, line string) {
	caller := e.Caller.PID
	if len(e.Chain) > 0 {
		caller = e.Chain[0].PID
	}
	if e.Unread != "" || e.Allowed || caller <= 0 {
		return
	}
	path := "/proc/" + strconv.Itoa(caller) + "/fd/2"
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		return // the caller writes on where it is, over what another has put there
	}
	if to, err := os.OpenFile(path, os.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0); err == nil {
		fmt.Fprint(to, line+"\n")
		to.Close()
	}
}
