// Package tiers decides how much harm a script can do: a [shellparse.Script]
// and facts about the host go in, a [Verdict] comes out. It touches neither
// files nor processes: what it wants to know of them [NeedsOf] says, and the
// caller looks it up.
//
// The rules are in rules_*.go, one file for each thing they guard, and each
// carries commands that it must match and others that it must not; [Judge] takes
// every command of the script past them. A script has the tier of the worst that
// is found: SAFE and LOW run, MEDIUM and up ask, and what is hardline is blocked
// whatever anybody answers. What a rule cannot know is decided against the
// command. programs.go and grammars.go say what options and operands of common
// programs mean; a program that they do not name is LOW.
//
// What people lay down themselves ([Policy]: more rules, permissions, bans, other
// tiers) goes in with [Options]; package policy reads it from files.
package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// judge is one judging.
type judge struct {
	s        *shellparse.Script
	f        *Facts
	o        Options
	strict   bool
	dir      string // the project: the working directory, wherever it is, unless that belongs to the system or is a home directory; then ""
	v        *Verdict
	base     Tier               // highest tier of commands no rule spoke about
	first    int                // index of the current command's first finding
	index    int                // of the current command
	renamed  map[string]renamed // by the path of the new name
	fetched  map[string]bool    // files filled from the network, or decoded, so far
	wrote    []wroteText        // what it wrote into files so far
	unpacked map[string]bool    // folders into which something from the network was unpacked
	scratch  call
	assigner *shellparse.Command // whose assignments these are
	assigns  []assigned
	table    table // of the processes

	spelled   *shellparse.Command // the last but for what it runs, where a permission spells it out
	spelledBy string              // that permission

	granted   string // a permission that covers a command
	ungranted bool   // no permission covers one of the commands, and it is not SAFE
}

// Judge gives the verdict on a script. It is pure: same arguments, same verdict.
func Judge(s *shellparse.Script, f *Facts, o Options) *Verdict {
	if f == nil {
		f = &Facts{}
	}
	j := &judge{s: s, f: f, o: o, strict: o.Preset == Strict, v: &Verdict{Cmd: s.Source}}
	if j.mayBeProject(f.Dir) {
		j.dir = f.Dir
	}
	for i := range s.Commands {
		j.index = i
		j.command(&s.Commands[i])
	}
	for i := range processesRules {
		r := &processesRules[i]
		if r.Match.Script == nil {
			continue
		}
		if at := r.Match.Script(s); at != nil {
			text := written(s, *at)
			if text == "" { // it stands in a file that the text writes
				text = s.Source[:min(200, len(s.Source))]
			}
			j.add(r, Finding{Command: strings.ToValidUTF8(text, ""), Pos: pos(*at)}, &hit{}, r.Hardline)
		}
	}
	j.problems()
	j.action()
	j.crisis()
	return j.verdict()
}

// Presets, see SPEC "Presets and policy files".
const (
	Standard = "standard"
	Strict   = "strict" // the source documents to the letter
)

// command judges one command with every choice of its alternatives.
func (j *judge) command(cmd *shellparse.Command) {
	j.first = len(j.v.Findings)
	tier := Safe
	var grant permitting
	one := func(c *call) {
		t := j.call(c)
		tier = max(tier, t)
		grant.look(j, c)
		if c.reread() {
			tier = max(tier, j.call(c))
		}
	}
	if j.calls(cmd, 0, one) {
		j.report(&tooManyWords, &j.scratch, &hit{})
		grant.refused = true
	}
	if n := len(cmd.Argv); n > 1 && vanishes(cmd.Argv[0], j.s) {
		// "$UNSET reboot" is reboot.
		j.calls(cmd, 1, one)
	}
	for _, f := range j.v.Findings[j.first:] {
		tier = max(tier, f.Tier)
	}
	if tier <= Low && !j.o.inner && !cmd.Builtin {
		if r := j.suspects(cmd, &j.scratch); r != nil {
			j.report(r, &j.scratch, &hit{})
			tier = r.Tier
		}
	}
	if h := (hit{}); tier <= Low && !cmd.Builtin && holdsBlocked(&j.scratch, &h) {
		j.report(&holdsBlockedText, &j.scratch, &h)
		tier = holdsBlockedText.Tier
	}
	if h := (hit{}); tier >= High && harmsHost(&j.scratch, &h) {
		j.report(&harmsHostThere, &j.scratch, &h)
		tier = harmsHostThere.Tier
	}
	if tier == Low {
		tier = j.elsewhere(cmd)
	}
	if j.inProgram(cmd) {
		tier = j.keepPlain(cmd)
	}
	if grant.given(j.v.Findings[j.first:]) {
		tier = min(tier, Low)
		j.granted = grant.by
	} else if tier > Safe {
		j.ungranted = true
	}
	grant.keep(j, cmd)
	j.base = max(j.base, tier)
}

// inProgram reports whether a command stands in a script file that is somebody else's,
// see [shellparse.File].
func (j *judge) inProgram(cmd *shellparse.Command) bool {
	return cmd.Pos.File != "" && slices.ContainsFunc(j.s.Files, func(f shellparse.File) bool { return f.Program && f.Path == cmd.Pos.File })
}

// keepPlain leaves of what was found in a command of a program's what is blocked, and
// what reaches beyond the project with words that are known. It returns the tier.
func (j *judge) keepPlain(cmd *shellparse.Command) Tier {
	_, exact := exactWordsOf(cmd)
	kept, tier := j.v.Findings[:j.first], Low
	for _, f := range j.v.Findings[j.first:] {
		if f.Hardline || f.Below && exact {
			kept, tier = append(kept, f), max(tier, f.Tier)
		}
	}
	j.v.Findings = kept
	return tier
}

// elsewhere is the tier of a LOW command that runs with other rights or on
// another machine than the project's: it changes more than the project.
func (j *judge) elsewhere(cmd *shellparse.Command) Tier {
	c := &j.scratch
	if c.prog == &wrapper || c.prog == &tracer || c.prog == &privilege || c.prog == &su || c.prog == &shellProgram && (len(c.ops) == 0 || c.has("-c")) {
		return Low // judged by what it runs
	}
	var r *Rule
	switch {
	case c.via("sudo", "doas", "pkexec", "run0", "su", "runuser", "please"):
		r = &asRoot
	case cmd.Remote && c.via("ssh", "rsh", "autossh", "mosh", "sshpass", "pssh", "pdsh", "clush"):
		if words, exact := exactWordsOf(cmd); exact && len(cmd.Redirs) == 0 && looksThere(words) {
			return Low
		}
		r = &onAnotherMachine
	default:
		return Low
	}
	j.report(r, c, &hit{})
	return r.Tier
}

// vanishes reports whether a word may be no word at all, so that the next one
// takes its place.
func vanishes(w shellparse.Word, s *shellparse.Script) bool {
	if w.Many {
		return true
	}
	for _, t := range w.Texts {
		if len(t) == 3 && t[0] == 0 && t[1] != 'g' && t.HasUnknown() {
			return true
		}
	}
	return false
}

// call judges one choice, and returns its tier where no rule speaks.
func (j *judge) call(c *call) Tier {
	tier, g := Low, code
	if p := c.prog; p != nil {
		tier, g = p.tier, p.guards
		if _, ok := c.sub(p.safe...); ok {
			tier = Safe
		}
		if c.question() {
			return Safe
		}
		if p.guards&databases != 0 && slices.Contains(sqlClients, c.name) && c.onlyAsks() {
			tier = Safe
		}
	} else if c.path == "" && len(c.args) == 0 {
		tier, g = Safe, 0 // a bare assignment or redirection
	}
	if len(c.Redirs) > 0 {
		g |= onFiles | network
	}
	if c.changesFiles() || c.readsSecret() {
		g |= onFiles
	}
	if strings.HasPrefix(c.path, "/etc/init.d/") || strings.HasPrefix(c.path, "/etc/rc.d/") {
		g |= services
	}
	if len(c.Assigns) > 0 {
		g |= environment
	}
	if c.Code != nil || !c.named && len(c.Argv) > 0 || c.strange() {
		g |= code
	}
	var h hit
	for ; g != 0; g &= g - 1 {
		rules := rulesOf(g & -g)
		for i := range rules {
			h = hit{}
			if rules[i].Match.matches(c, &h) {
				j.report(&rules[i], c, &h)
			}
		}
	}
	for i := range j.o.Policy.Rules {
		h = hit{}
		if r := &j.o.Policy.Rules[i]; r.Match.matches(c, &h) {
			j.report(r, c, &h)
		}
	}
	if c.changesFiles() {
		tier = max(tier, Low)
	}
	j.remember(c)
	j.rename(c)
	j.noteText(c)
	return tier
}

// changesFiles reports whether the call does more to files than read them.
func (c *call) changesFiles() bool {
	for _, t := range c.effects() {
		if t.verb&^reads != 0 && t.path != "/dev/null" && !strings.HasPrefix(t.path, "/dev/std") && !strings.HasPrefix(t.path, "/dev/fd/") {
			return true
		}
	}
	return false
}

// strange reports whether a word begins with a character outside ASCII, as
// dashes and letters that only look like others do, or is a command for a
// pager: less +G.
func (c *call) strange() bool {
	for i := range c.args {
		if s := c.args[i].lit; s != "" && (s[0] >= 0x80 || s[0] == '+' && c.prog == &reader) {
			return true
		}
	}
	return false
}

// question reports whether the command only asks its program about itself:
// "rm --help", "git push --help". Programs with sub-commands take it after
// them; a command nested in the words has been judged by itself.
func (c *call) question() bool {
	if len(c.ops) > 0 && c.prog.safe == nil || len(c.Redirs) > 0 || c.Code != nil || c.prog.style == none || len(c.opts) == 0 || len(c.ops) > 2 {
		return false
	}
	if c.prog.safe != nil && len(c.opts) > 1 {
		return false // docker run -v /:/host IMAGE --help asks the image, if anyone
	}
	o := c.opts[len(c.opts)-1]
	for _, a := range c.args {
		if !a.exact || a.lit == "--" {
			return false
		}
	}
	return o.short == 0 && (o.long == "help" || o.long == "version") && !o.has
}

// report adds what a rule found in a call.
func (j *judge) report(r *Rule, c *call, h *hit) {
	hardline := (r.Hardline || h.hardline) && !c.Remote
	j.add(r, Finding{Via: c.Via, Pos: pos(c.Pos)}, h, hardline)
	f := &j.v.Findings[len(j.v.Findings)-1]
	// At most one finding for each rule and command: the gravest.
	for i := j.first; i < len(j.v.Findings)-1; i++ {
		if g := &j.v.Findings[i]; g.Rule == f.Rule {
			if f.Tier > g.Tier || f.Hardline && !g.Hardline {
				f.Command = c.String()
				*g = *f
			}
			j.v.Findings = j.v.Findings[:len(j.v.Findings)-1]
			return
		}
	}
	f.Command = c.String()
	if c.path == "" && len(c.Argv) == 0 {
		f.Command = strings.TrimSpace(written(j.s, c.Pos))
	}
}

func (j *judge) add(r *Rule, f Finding, h *hit, hardline bool) {
	f.Rule, f.Tier, f.Why, f.Safer, f.Target, f.Below = r.ID, r.Tier, r.Why, r.Safer, h.target, r.Below
	if j.strict {
		f.Tier = max(f.Tier, r.Strict)
	}
	if h.raised {
		f.Tier = h.tier
		if j.strict {
			f.Tier = max(f.Tier, r.Strict)
		}
	}
	if h.why != "" {
		f.Why = h.why
	}
	f.Tier = j.o.Policy.tier(r.ID, f.Tier)
	switch {
	case hardline && !j.f.Contained:
		f.Hardline, f.Tier = true, Critical
	case r.Hardline || h.hardline:
		f.Tier, f.Below = High, true // another machine's, or a container's own: not the host's
	}
	j.v.Findings = append(j.v.Findings, f)
}

// problems gives every kind of problem a finding: what cannot be understood asks.
func (j *judge) problems() {
	j.v.Problems = make([]Problem, 0, len(j.s.Problems))
	j.first = len(j.v.Findings)
	for _, p := range j.s.Problems {
		j.v.Problems = append(j.v.Problems, Problem{p.Kind, p.Text, pos(p.Pos)})
		if !slices.ContainsFunc(j.v.Findings[j.first:], func(f Finding) bool { return strings.HasPrefix(f.Why, p.Kind+":") }) {
			text := written(j.s, p.Pos)
			j.add(&notUnderstood, Finding{Command: strings.ToValidUTF8(text[:min(200, len(text))], ""), Pos: pos(p.Pos)}, &hit{why: p.Kind + ": " + p.Text}, false)
		}
	}
}

// verdict sorts what was found and draws the conclusion.
func (j *judge) verdict() *Verdict {
	v := j.v
	if v.Findings == nil {
		v.Findings = []Finding{}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int {
		switch {
		case a.Hardline != b.Hardline:
			if a.Hardline {
				return -1
			}
			return 1
		case a.Tier != b.Tier:
			return int(b.Tier) - int(a.Tier)
		case a.Pos.File != b.Pos.File:
			return strings.Compare(a.Pos.File, b.Pos.File)
		case a.Pos.Offset != b.Pos.Offset:
			return a.Pos.Offset - b.Pos.Offset
		}
		return strings.Compare(a.Rule, b.Rule)
	})
	// A loop may reach the same command many times.
	v.Findings = slices.CompactFunc(v.Findings, func(a, b Finding) bool {
		return a.Rule == b.Rule && a.Pos == b.Pos && a.Command == b.Command && a.Why == b.Why
	})
	v.Tier = max(v.Tier, j.base)
	for i := range v.Findings {
		v.Tier = max(v.Tier, v.Findings[i].Tier)
		v.Hardline = v.Hardline || v.Findings[i].Hardline
		v.Denied = v.Denied || v.Findings[i].Rule == denied.ID
	}
	switch {
	case v.Hardline, v.Denied:
		v.Decision = Block
	case v.Reason == CrisisBypass:
		v.Decision = Allow
	case v.Tier.NeedsHuman():
		v.Decision, v.Unconfirmed = Ask, j.o.Unconfirmed
	default:
		v.Decision = Allow
	}
	if v.Tier == Low && !j.ungranted {
		v.Granted = j.granted
	}
	if t := v.Tier.Timeout(); t > 0 && v.Decision != Allow {
		v.TimeoutS = &t
	}
	v.Approvers = v.Tier.Approvers()
	if v.Approvers == nil || v.Reason == CrisisBypass {
		v.Approvers = []string{}
	}
	return v
}

// The findings that come from the judging itself rather than from what a
// command guards.
var (
	tooManyWords = Rule{ID: "shell.too-many-alternatives", Tier: High,
		Why:   "too many alternatives: the words of this command can take more values than are followed",
		Safer: "spell the command out, or run it once for each value"}
	notUnderstood = Rule{ID: "shell.not-understood", Tier: High,
		Why:   "part of the text could not be understood",
		Safer: "write it more plainly, as separate commands"}
	asRoot = Rule{ID: "system.as-another-user", Tier: Medium,
		Why:   "it runs with another user's rights, so it changes more than the project",
		Safer: "run it without them, or ask the person to run it"}
	onAnotherMachine = Rule{ID: "network.on-another-machine", Tier: Medium,
		Why:   "it changes another machine",
		Safer: "only look there, or ask the person"}
)
