package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// record is a line of the log as it is written: what all have, and one of the
// four events. The members of the chain are known only under the file's lock,
// see [chain.link].
type record struct {
	header
	*decided
	*ended
	*guarded
	*torn

	// durable: it has to survive a crash of the machine, as somebody had to
	// answer for it.
	durable bool
}

func decision(r *supervisor.Request, d supervisor.Decision, now time.Time) record {
	v := r.Verdict
	decidedAt := max(d.Tier, v.Tier)
	what := &decided{
		Dir: Mask(dir(r)), Cmd: Mask(r.Text), Tier: v.Tier.String(),
		Decision: "deny", Hardline: v.Hardline, Rules: []string{}, By: d.By, Reason: Mask(d.Reason),
		TookMS: milliseconds(d.Took), Opinion: opined(r.Opinion), Ancestors: []Named{},
	}
	if decidedAt != v.Tier {
		what.DecidedTier = decidedAt.String()
	}
	if d.Allow {
		what.Decision = "allow"
	}
	if r.Screening != nil {
		what.Screening = Mask(r.Screening.String())
	}
	for i := range v.Findings {
		if rule := v.Findings[i].Rule; !slices.Contains(what.Rules, rule) {
			what.Rules = append(what.Rules, rule)
		}
	}
	if r.Facts != nil {
		for _, p := range r.Facts.Host {
			what.Ancestors = append(what.Ancestors, Named{p.PID, Mask(p.Name)})
		}
	}
	return record{header: headerOf(r, "decision", newID(now), now), decided: what, durable: decidedAt.NeedsHuman()}
}

func exit(r *supervisor.Request, s supervisor.Status, took time.Duration, id string, now time.Time) record {
	what := &ended{Unstarted: Mask(s.Unstarted), DurationMS: milliseconds(took)}
	switch {
	case s.Signal == 0:
		what.Status = &s.Code
	case unix.SignalName(s.Signal) != "":
		what.Signal = unix.SignalName(s.Signal)
	default: // a real-time signal
		what.Signal = strconv.Itoa(int(s.Signal))
	}
	return record{header: headerOf(r, "exit", id, now), ended: what}
}

func guardEvent(r *supervisor.Request, e supervisor.GuardEvent, id string, now time.Time) record {
	what := &guarded{}
	switch {
	case e.Off != "":
		what.Off = Mask(e.Off)
	case e.More > 0:
		what.RefusedMore = e.More
	case e.Rights != "":
		what.Rights, what.Caller = Mask(e.Rights), named(e.Caller)
	case e.Unread != "":
		what.Unread, what.Caller = Mask(e.Unread), named(e.Caller)
	case e.Exec != "":
		what.Exec, what.Outcome, what.Decider, what.Rule, what.Why = Mask(e.Exec), "refused", e.By, e.Rule, Mask(e.Why)
		if e.Allowed {
			what.Outcome = "allowed"
		}
		for _, p := range e.Chain {
			what.Chain = append(what.Chain, Named{p.PID, Mask(p.Name)})
		}
	default:
		what.Refused, what.Caller, what.Target = Mask(e.Call), named(e.Caller), named(e.Target)
	}
	return record{header: headerOf(r, "guard", id, now), guarded: what}
}

func headerOf(r *supervisor.Request, event, id string, now time.Time) header {
	return header{Time: now.UTC(), Event: event, ID: id, Session: Mask(r.Session)}
}

func named(p supervisor.GuardedProcess) *Named {
	if p.PID <= 0 {
		return nil
	}
	return &Named{p.PID, Mask(p.Name)}
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

// milliseconds has three decimals at most: more digits would be noise.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// body is the record as a JSON object, one line that is harmless whatever shows
// it: DEL and the control characters beyond ASCII are escaped, too.
func (r *record) body() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // < and & are frequent in commands
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	var body []byte
	for _, c := range string(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})) {
		if unicode.IsControl(c) {
			body = fmt.Appendf(body, `\u%04x`, c)
		} else {
			body = utf8.AppendRune(body, c)
		}
	}
	return body, nil
}
