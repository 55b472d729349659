package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// modes are options of the shell that change what a text means. They hold from
// where one is set on, for the rest of the text and every shell in it: what
// switches one off again is not followed.
type modes struct {
	errexit  bool // -e: what fails ends the shell
	nounset  bool // -u: so does what is not set
	pipefail bool // the status of a pipeline is that of any stage
	nullglob bool // a pattern that matches nothing vanishes, or stops the command
	caseless bool // patterns of case and [[ do not look at case
	wideglob bool // patterns match more than they say
	xtrace   bool // -x or -v: commands are shown, as messages are
	escapes  bool // xpg_echo: echo reads escapes without being asked
	inherits bool // a local variable begins with the value of the one that it hides
	keyword  bool // -k: NAME=value is an assignment wherever it stands
}

// setModes looks at the options of set, or of a shell's command line.
func (ev *evaluator) setModes(args []Word) {
	for i, w := range args {
		s, ok := w.Exact()
		switch {
		case !ok:
			ev.errexit, ev.nounset, ev.pipefail = true, true, true
		case s == "--" || s == "-" || s == "" || s[0] != '-':
			return
		default:
			if s[1] == '-' {
				continue
			}
			ev.errexit = ev.errexit || strings.Contains(s, "e")
			ev.nounset = ev.nounset || strings.Contains(s, "u")
			ev.xtrace = ev.xtrace || strings.ContainsAny(s, "xv")
			ev.keyword = ev.keyword || strings.Contains(s, "k")
			if strings.HasSuffix(s, "o") && i+1 < len(args) {
				name, ok := args[i+1].Exact()
				ev.errexit = ev.errexit || !ok || name == "errexit"
				ev.nounset = ev.nounset || !ok || name == "nounset"
				ev.pipefail = ev.pipefail || !ok || name == "pipefail"
				ev.xtrace = ev.xtrace || !ok || name == "xtrace" || name == "verbose"
				ev.keyword = ev.keyword || !ok || name == "keyword"
				if rest := args[i+2:]; len(rest) > 0 {
					ev.setModes(rest)
				}
				return
			}
		}
	}
}

// shopt looks at the arguments of shopt.
func (ev *evaluator) shopt(args []Word) {
	for _, w := range args {
		switch s, ok := w.Exact(); {
		case !ok:
			ev.nullglob, ev.caseless, ev.wideglob, ev.escapes, ev.inherits = true, true, true, true, true
			ev.errexit, ev.nounset, ev.pipefail = true, true, true
		case s == "nullglob" || s == "failglob":
			ev.nullglob = true
		case s == "nocasematch":
			ev.caseless = true
		case s == "nocaseglob" || s == "dotglob" || s == "globstar" || s == "extglob":
			ev.wideglob = true
		case s == "xpg_echo":
			ev.escapes = true
		case s == "localvar_inherit":
			ev.inherits = true
		case s == "-o" || strings.HasPrefix(s, "-") && strings.Contains(s, "o"):
			ev.setModes(append([]Word{{Texts: []Text{"-o"}}}, args[len(args)-1:]...))
		}
	}
}

// startModes looks at the options that a shell is started with: those on its
// command line, and those it finds in its environment.
func (ev *evaluator) startModes(c *ctx, argv []Word) {
	for i, w := range argv[1:] {
		s, ok := w.Exact()
		if !ok || len(s) < 2 || s[0] != '-' && s[0] != '+' {
			break
		}
		if s[0] == '-' && s[1] != '-' {
			ev.xtrace = ev.xtrace || strings.ContainsAny(s, "xv")
			ev.keyword = ev.keyword || strings.Contains(s, "k")
		}
		if s[len(s)-1] == 'O' {
			ev.shopt(argv[i+2 : min(i+3, len(argv))])
		}
	}
	for _, name := range [...]string{"BASHOPTS", "SHELLOPTS"} {
		v, _ := c.env.exports(name)
		if v == nil {
			continue
		}
		for _, t := range v.texts {
			for opt := range strings.SplitSeq(string(t), ":") {
				if word := (Word{Texts: []Text{Text(opt)}}); name == "BASHOPTS" {
					ev.shopt([]Word{word})
				} else {
					ev.setModes([]Word{{Texts: []Text{"-o"}}, word})
				}
			}
		}
	}
}

// keywords is a command as set -k reads it: every NAME=value is an assignment,
// wherever it stands. nil where none does.
func keywords(call *syntax.CallExpr) *syntax.CallExpr {
	out := syntax.CallExpr{Assigns: call.Assigns[:len(call.Assigns):len(call.Assigns)]}
	for i, w := range call.Args {
		lit, ok := w.Parts[0].(*syntax.Lit)
		if !ok || i == 0 {
			out.Args = append(out.Args, w)
			continue
		}
		name, rest, found := strings.Cut(lit.Value, "=")
		if !found || !syntax.ValidName(name) {
			out.Args = append(out.Args, w)
			continue
		}
		value := syntax.Word{Parts: append([]syntax.WordPart{&syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: rest}}, w.Parts[1:]...)}
		out.Assigns = append(out.Assigns, &syntax.Assign{Name: &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: name}, Value: &value})
	}
	if len(out.Assigns) == len(call.Assigns) {
		return nil
	}
	return &out
}

// loosen makes of patterns what they are under the modes: one that matches
// nothing may vanish, or match what it does not say.
func (ev *evaluator) loosen(c *ctx, words []Word) {
	if !ev.nullglob && !ev.wideglob {
		return
	}
	for i, w := range words {
		if !w.Texts[0].HasGlob() {
			continue
		}
		if ev.nullglob {
			words[i].Many = true
			ev.fails(c)
		}
		if ev.wideglob {
			words[i].Many = true
			words[i].Texts = joinTexts([]Text{splitText(byte(OriginGlob))}, w.Texts) // those it matches by itself, and others
		}
	}
}
