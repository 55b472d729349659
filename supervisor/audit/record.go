package audit

import (
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// record is one line of the log: what all have, and one of the three events.
type record struct {
	at      time.Time
	id      string // the same for a decision, its exit and what its guard did
	session string

	decided *decided
	ended   *ended
	guarded *guarded
}

// decided is what the record of a decision says. Secrets are masked in all that
// others chose, see [Mask].
type decided struct {
	dir       string
	cmd       string
	tier      tiers.Tier
	decidedAt tiers.Tier // after escalation
	allow     bool
	hardline  bool
	rules     []string // each once, in order of first mention
	by        string
	reason    string
	took      time.Duration
	opinion   *supervisor.Opinion // the reviewer's; nil: it was not asked
	screening string              // the content screen's, of a message; "": it was not asked
	ancestors []tiers.Process     // nearest first, the supervisor first of all
}

// ended is what the record of an exit says.
type ended struct {
	status supervisor.Status
	took   time.Duration
}

func decision(r *supervisor.Request, d supervisor.Decision, now time.Time) record {
	v := r.Verdict
	what := &decided{
		dir: Mask(dir(r)), cmd: Mask(r.Text),
		tier: v.Tier, decidedAt: max(d.Tier, v.Tier), allow: d.Allow, hardline: v.Hardline,
		by: d.By, reason: Mask(d.Reason), took: d.Took, opinion: r.Opinion,
	}
	if r.Screening != nil {
		what.screening = Mask(r.Screening.String())
	}
	for i := range v.Findings {
		if rule := v.Findings[i].Rule; !slices.Contains(what.rules, rule) {
			what.rules = append(what.rules, rule)
		}
	}
	if r.Facts != nil {
		what.ancestors = r.Facts.Host
	}
	return record{at: now, id: newID(now), session: r.Session, decided: what}
}

// dir is where the command starts.
func dir(r *supervisor.Request) string {
	switch {
	case r.Command.Dir != "":
		return r.Command.Dir
	case r.Facts != nil && r.Facts.Dir != "":
		return r.Facts.Dir
	}
	wd, _ := os.Getwd()
	return wd
}

// durable reports whether the record has to survive a crash of the machine:
// what somebody had to answer for.
func (r *record) durable() bool { return r.decided != nil && r.decided.decidedAt.NeedsHuman() }

// body is the members of the record as JSON, but those of the chain, which are
// known only under the file's lock. It is written by hand: the wrapper writes
// two in its life, and encoding/json takes ten times as long to look at the
// types as to write them.
func (r *record) body() []byte {
	o := object{b: make([]byte, 0, 512)}
	o.b = append(o.b, `"time":`...)
	o.some = true
	o.b = appendString(o.b, r.at.UTC().Format(time.RFC3339Nano))
	switch {
	case r.decided != nil:
		o.str("event", "decision")
	case r.guarded != nil:
		o.str("event", "guard")
	default:
		o.str("event", "exit")
	}
	o.str("id", r.id)
	if r.session != "" {
		o.str("session", Mask(r.session))
	}
	if r.decided != nil {
		r.decided.fields(&o)
	}
	if r.ended != nil {
		r.ended.fields(&o)
	}
	if r.guarded != nil {
		r.guarded.fields(&o)
	}
	return o.b
}

func (d *decided) fields(o *object) {
	o.str("dir", d.dir)
	o.str("cmd", d.cmd)
	o.str("tier", d.tier.String())
	if d.decidedAt != d.tier {
		o.str("decided_tier", d.decidedAt.String())
	}
	if d.allow {
		o.str("decision", "allow")
	} else {
		o.str("decision", "deny")
	}
	o.bool("hardline", d.hardline)
	o.key("rules")
	o.b = append(o.b, '[')
	for i, rule := range d.rules {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendString(o.b, rule)
	}
	o.b = append(o.b, ']')
	o.str("by", d.by)
	if d.reason != "" {
		o.str("reason", d.reason)
	}
	o.milliseconds("took_ms", d.took)
	if d.opinion != nil {
		opinion(o, d.opinion)
	}
	if d.screening != "" {
		o.str("screening", d.screening)
	}
	o.key("ancestors")
	o.b = append(o.b, '[')
	for i, p := range d.ancestors {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		one := object{b: o.b}
		one.int("pid", p.PID)
		one.str("name", Mask(p.Name))
		o.b = append(one.b, '}')
	}
	o.b = append(o.b, ']')
}

func (e *ended) fields(o *object) {
	switch sig := e.status.Signal; {
	case sig == 0:
		o.int("status", e.status.Code)
	case unix.SignalName(sig) != "":
		o.str("signal", unix.SignalName(sig))
	default: // a real-time signal
		o.str("signal", strconv.Itoa(int(sig)))
	}
	if e.status.Unstarted != "" {
		o.str("unstarted", Mask(e.status.Unstarted))
	}
	o.milliseconds("duration_ms", e.took)
}

// guarded is what the record of a guard says.
type guarded supervisor.GuardEvent

func (g *guarded) fields(o *object) {
	switch {
	case g.Off != "":
		o.str("off", Mask(g.Off))
	case g.More > 0:
		o.int("refused_more", g.More)
	case g.Rights != "":
		o.str("rights", Mask(g.Rights))
		process(o, "caller", g.Caller)
	default:
		o.str("refused", Mask(g.Call))
		process(o, "caller", g.Caller)
		process(o, "target", g.Target)
	}
}

func process(o *object, key string, p supervisor.GuardedProcess) {
	if p.PID <= 0 {
		return
	}
	o.key(key)
	one := object{b: o.b}
	one.int("pid", p.PID)
	one.str("name", Mask(p.Name))
	o.b = append(one.b, '}')
}
