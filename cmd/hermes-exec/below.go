package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
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
	x := w.judging(r)
	if laid.Below != policy.BelowHardline {
		below := *w
		if below.lend == nil {
			below.lend = l.lend
		}
		x.Ask = askBelow(r, below.approver(laid))
		x.Approved = w.approved.Load
	}
	x.Orders = func() []byte {
		orders, err := json.Marshal(guardianOrders{
			Dir: w.dir, Hermes: w.hermes, Home: w.home, Nested: w.nested(), Contained: r.Facts.Contained,
			Host: r.Facts.Host, Protect: r.Facts.Protect, Session: r.Session, Mode: r.Mode,
			Action: r.Options.Action, Preset: r.Options.Preset, Since: x.Since, Approved: w.approved.Load(),
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
	x := &guard.Execs{Dir: w.dir, Own: w.hermes, Since: time.Now(), Options: r.Options, Facts: w.facts}
	x.Options.Action = "" // the command's own
	x.Reading = shellparse.Options{Home: w.home, ReadFile: readShort}
	return x
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
		if e.PGID > 1 { // the question has stood where the command had drawn
			unix.Kill(-e.PGID, unix.SIGWINCH)
		}
		return d
	}
}

// guardianOrders is what a guardian has to know beside what the environment says.
type guardianOrders struct {
	Dir, Hermes, Home string
	Nested, Contained bool
	Host, Protect     []tiers.Process
	Session           string
	Mode              supervisor.Mode
	Action, Preset    string
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
		g.Execs.Approved = func() bool { return o.Approved }
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
