package approve

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// sessionTime is how long a permission for a session is kept at most: a session
// does not say when it ends.
const sessionTime = 24 * time.Hour

// offered are the permissions that would have let a request through unasked:
// the commands that asked, word for word. There are none where something is not
// known, or more than the words matter (what a message says among it), or the
// answer has to be typed each time.
func offered(r *supervisor.Request) []string {
	if r.Script == nil || r.Facts == nil || r.Verdict.Tier >= tiers.Critical || !screenedSafe(r) {
		return nil
	}
	var list []tiers.Permission
	for i := range r.Script.Commands {
		cmd := &r.Script.Commands[i]
		if !asked(r.Verdict, cmd) {
			continue
		}
		pattern, ok := wordForWord(cmd)
		if !ok {
			return nil
		}
		p, err := tiers.ParsePattern(pattern)
		if err != nil || p.Permits() != nil {
			return nil
		}
		if !slices.ContainsFunc(list, func(other tiers.Permission) bool { return other.Pattern.String() == pattern }) {
			list = append(list, tiers.Permission{Pattern: p, Dir: r.Facts.Dir})
		}
	}
	if len(list) == 0 || !suffices(r, list) {
		return nil
	}
	for i := len(list) - 1; i >= 0; i-- { // sudo git push needs none for git push
		if fewer := slices.Delete(slices.Clone(list), i, i+1); suffices(r, fewer) {
			list = fewer
		}
	}
	patterns := make([]string, len(list))
	for i := range list {
		patterns[i] = list[i].Pattern.String()
	}
	return patterns
}

// suffices reports whether nobody would be asked with more permissions.
func suffices(r *supervisor.Request, list []tiers.Permission) bool {
	options := r.Options
	options.Policy.Allow = append(slices.Clip(options.Policy.Allow), list...)
	return tiers.Judge(r.Script, r.Facts, options).Decision == tiers.Allow
}

// asked reports whether a finding that a person has to answer is about the command.
func asked(v *tiers.Verdict, cmd *shellparse.Command) bool {
	return slices.ContainsFunc(v.Findings, func(f tiers.Finding) bool {
		return f.Tier.NeedsHuman() && f.Granted == "" && f.Pos.File == cmd.Pos.File && f.Pos.Offset == cmd.Pos.Offset && f.Pos.End == cmd.Pos.End
	})
}

// wordForWord is the command as a pattern that stands for it alone.
func wordForWord(cmd *shellparse.Command) (string, bool) {
	words := make([]string, 0, len(cmd.Argv))
	for _, w := range cmd.Argv {
		s, exact := w.Exact()
		if !exact {
			return "", false
		}
		q, err := syntax.Quote(s, syntax.LangBash)
		if err != nil {
			return "", false
		}
		words = append(words, q)
	}
	return strings.Join(words, " "), len(words) > 1
}

// keep saves the offered permissions for the session, or for good in this folder.
func (q *question) keep(session string) error {
	now := time.Now().UTC().Truncate(time.Second)
	for _, pattern := range q.offer {
		g := Grant{Pattern: pattern, Added: now}
		if session != "" {
			g.Session, g.Until = session, now.Add(sessionTime)
		} else {
			g.Dir = q.r.Facts.Dir
		}
		if err := q.Keep(g); err != nil {
			return err
		}
	}
	return nil
}

// granted is the answer of a key that also allows the command from now on.
func (q *question) granted(session, reason string) (d supervisor.Decision, done bool) {
	if err := q.keep(session); err != nil {
		q.note(fmt.Sprintf("the permission could not be kept: %v", err))
		return d, false
	}
	return supervisor.Decision{Allow: true, By: ByHuman, Reason: reason}, true
}

// permission is what a second a would save.
func (p *page) permission(r *supervisor.Request, offer []string) {
	p.line("hermes-exec: a once more allows this from now on, unasked")
	for _, pattern := range offer {
		p.field("command", pattern, 0)
	}
	p.field("in", r.Facts.Dir+" and below", 0)
	p.field("until", "hermes-exec policy revoke takes it back", 0)
}
