package tiers

import (
	"fmt"
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Permission is a pattern over a parsed command, and what it was taken from.
type Permission struct {
	Pattern Pattern
	From    string // "/etc/hermes/exec.yaml:4"
	Dir     string // only for commands in this folder and below; "" everywhere
}

// covers reports whether the permission is about the call.
func (p *Permission) covers(c *call) bool {
	return (p.Dir == "" || c.dir != "" && below(c.dir, p.Dir)) && p.Pattern.covers(c)
}

// Pattern is a command as a person writes it down for a permission or a ban:
// "git push origin *". A * stands for anything within a word; as the last word
// it stands for any further operands. It speaks about the words a program gets,
// not about text, so quotes, variables and what stands beside the command in a
// script do not matter to it.
type Pattern struct {
	text    string
	program string   // a base name, or a path where it was written as one
	bare    bool     // nothing but the program: with whatever arguments
	words   []string // the options and operands, as they stand
	opts    []string
	ops     []string
	more    bool // further operands
}

// String is the pattern as it was written.
func (p Pattern) String() string { return p.text }

// ParsePattern reads a pattern. The error says what a pattern cannot hold.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{text: strings.TrimSpace(text)}
	s := shellparse.Parse(p.text, shellparse.Options{Dir: "/", Home: "~"})
	switch {
	case len(s.Problems) > 0:
		return p, fmt.Errorf("%q: %s", text, s.Problems[0].Text)
	case len(s.Commands) == 0 || len(s.Commands[0].Argv) == 0:
		return p, fmt.Errorf("%q: there is no program in it", text)
	}
	cmd := &s.Commands[0]
	if len(s.Commands) > 1 && !nests(&s.Commands[0]) || len(cmd.Redirs) > 0 || len(cmd.Assigns) > 0 || cmd.Pos.End-cmd.Pos.Offset < len(p.text) {
		return p, fmt.Errorf("%q: a pattern is one command, without redirections, assignments and operators", text)
	}
	for i, w := range cmd.Argv {
		word, ok := patternWord(w)
		switch {
		case !ok:
			return p, fmt.Errorf("%q: %s: only plain words and * can be in a pattern", text, w.Src)
		case i == 0 && strings.Contains(word, "*"):
			return p, fmt.Errorf("%q: the program has to be named", text)
		case i == 0:
			p.program = word
			continue
		case len(word) > 1 && word[0] == '-':
			p.opts = append(p.opts, word)
		case word == "*" && i == len(cmd.Argv)-1:
			p.more = true
			continue
		default:
			p.ops = append(p.ops, word)
		}
		p.words = append(p.words, word)
	}
	p.bare = len(cmd.Argv) == 1
	return p, nil
}

// nests reports whether a command's program runs others that its words name.
func nests(cmd *shellparse.Command) bool {
	name, _ := cmd.Argv[0].Exact()
	return runsOthers(path.Base(name))
}

// runsOthers reports whether a program is there to run another one, or code.
func runsOthers(name string) bool {
	p := programOf(name)
	if p == nil {
		p = programOf(strings.TrimRight(name, "0123456789.-")) // python3.12
	}
	switch p {
	case &wrapper, &adjuster, &hermetic, &tracer, &privilege, &su, &shellProgram, &interpreter, &python, &perl, &ruby, &node, &php, &osascript, &debugger:
		return true
	}
	switch name {
	case "eval", "exec", "command", "builtin", "source", ".", "xargs", "parallel", "find", "ssh", "awk", "perl", "watch", "tmux":
		return true
	}
	return false
}

// Permits reports why the pattern cannot be a permission: one for everything
// that a shell, a wrapper or an interpreter may run is one for everything.
func (p Pattern) Permits() error {
	if name := path.Base(p.program); runsOthers(name) && len(p.ops) == 0 {
		return fmt.Errorf("%q: %s runs whatever its words say, so a permission has to name more than that", p.text, name)
	}
	return nil
}

// patternWord is a word with * for its live stars. Nothing else may be live.
func patternWord(w shellparse.Word) (string, bool) {
	if len(w.Texts) != 1 || strings.Contains(w.Src, "{") { // {a,b} is two words
		return "", false
	}
	var sb strings.Builder
	for part := range w.Texts[0].Parts() {
		switch {
		case part.Origin >= 0, part.Glob && part.Lit != "*", !part.Glob && strings.Contains(part.Lit, "*"):
			return "", false
		}
		sb.WriteString(part.Lit)
	}
	return sb.String(), true
}

// covers reports whether a permission is about the call: everything the call
// says is something the pattern says. What is not known is not covered, nor is
// what the words do not show: assignments, redirections to files, code.
func (p *Pattern) covers(c *call) bool {
	if !c.named || c.Code != nil || len(c.Assigns) > 0 || c.Remote || !p.isProgram(c) || !c.direct() {
		return false
	}
	for _, r := range c.Redirs {
		if name, ok := r.Target.Exact(); strings.Contains(r.Op, ">") && !(ok && (name == "/dev/null" || strings.Contains(r.Op, "&") && strings.Trim(name, "0123456789-") == "")) {
			return false
		}
	}
	if p.bare {
		return !c.unclear() && !c.mayStart()
	}
	seen, op, options := 0, 0, true
	for _, a := range c.args {
		switch {
		case !a.exact:
			return false
		case options && a.lit == "--":
			options = false
		case options && len(a.lit) > 1 && a.lit[0] == '-':
			i := wordIn(p.opts, a.lit)
			if i < 0 {
				return false
			}
			seen |= 1 << min(i, 62)
		case op < len(p.ops):
			if !p.operand(c, p.ops[op], a) {
				return false
			}
			op++
		case !p.more || strings.IndexByte("+:!^", a.lit0()) >= 0: // +main and :main are more than a name
			return false
		}
	}
	return op == len(p.ops) && seen == 1<<min(len(p.opts), 62)-1
}

// unclear reports whether a word that is not known may be an option, or says what
// an option before the sub-command does. Behind -- nothing is an option.
func (c *call) unclear() bool {
	if c.loose {
		return true
	}
	for i := range c.opts {
		if o := &c.opts[i]; o.has && !o.value.exact && (o.value.many || o.before == 0 && c.prog != nil && c.prog.commands() || c.prog == &gitProgram && o.before == 0) {
			return true
		}
	}
	for _, a := range c.args {
		switch {
		case a.exact && a.lit == "--":
			return false
		case a.exact:
		case a.many, strings.IndexByte("-*?[", a.lit0()) >= 0 && !c.isValue(a):
			return true
		}
	}
	return false
}

// isValue reports whether a word is the value of an option before it.
func (c *call) isValue(a arg) bool {
	for i := range c.opts {
		if o := &c.opts[i]; o.has && o.value.Text == a.Text {
			return true
		}
	}
	return false
}

// direct reports whether the script's own shell starts the command, and no
// other program does.
func (c *call) direct() bool {
	for _, v := range c.Via {
		if v != "$(…)" && v != "time" && !strings.HasPrefix(v, "function ") {
			return false
		}
	}
	return true
}

// spelled reports whether the pattern leaves nothing open: what a command that
// it covers runs is then known to who wrote it.
func (p *Pattern) spelled() bool {
	return !p.bare && !p.more && !strings.Contains(p.text, "*")
}

// lit0 is the first byte of an argument, 0 of an empty one.
func (a arg) lit0() byte {
	if a.lit == "" {
		return 0
	}
	return a.lit[0]
}

// isProgram reports whether the call's program certainly is the pattern's: by
// its path, or by its name where that is looked up or lies where the system
// keeps its programs.
func (p *Pattern) isProgram(c *call) bool {
	if strings.Contains(p.program, "/") {
		return c.path == p.program
	}
	dir, base := path.Split(c.path)
	switch dir {
	case "", "/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/":
		return base == p.program
	}
	return false
}

// isNamed reports whether it may be.
func (p *Pattern) isNamed(c *call) bool {
	name := path.Base(p.program)
	return c.name == name || path.Base(c.path) == name
}

// operand compares a word. One that is written as a path is compared as the
// file it is: ./out is in the folder the script starts in, wherever it goes.
func (p *Pattern) operand(c *call, want string, a arg) bool {
	if !strings.Contains(want, "/") || strings.Contains(want, "://") {
		return starMatch(want, a.lit)
	}
	t := c.target(a)
	return !t.free && !t.loose && !t.wild && t.path != "" && starMatch(c.j.pathPattern(want), t.path)
}

// pathPattern is the absolute form of a path in a policy.
func (j *judge) pathPattern(p string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		p = j.f.Home + "/" + rest
	}
	return at(target{}, p, j.f.Dir).path
}

// wordIn is the index of the pattern that matches a word, or -1.
func wordIn(patterns []string, s string) int {
	for i, p := range patterns {
		if starMatch(p, s) {
			return i
		}
	}
	return -1
}

// starMatch compares a text with a pattern whose only wildcard is *.
func starMatch(pattern, s string) bool {
	pieces := strings.Split(pattern, "*")
	if len(pieces) == 1 {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, pieces[0])
	if !ok {
		return false
	}
	last := pieces[len(pieces)-1]
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, rest, ok := strings.Cut(s, piece)
		if !ok {
			return false
		}
		s = rest
	}
	return strings.HasSuffix(s, last)
}
