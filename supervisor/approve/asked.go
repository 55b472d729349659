package approve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// NewQuestion is what there is to say about a request. mask hides secrets; nil:
// nothing is hidden.
func NewQuestion(want string, r *supervisor.Request, mask func(string) string) *Question {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	q := &Question{
		V: AskVersion, Want: want, Session: r.Session,
		Cmd:   mask(text(r)),
		Facts: askedFacts(r, mask),
	}
	if want == WantReview {
		q.Digest = digest(r)
	}
	if r.Facts != nil {
		q.AskedBy = ancestry(r.Facts)
	}
	return q
}

// askedFacts are the facts of a request, each text of them through show.
func askedFacts(r *supervisor.Request, show func(string) string) AskedFacts {
	v := r.Verdict
	f := AskedFacts{Tier: v.Tier, Mode: string(r.Mode), Preset: r.Options.Preset, Action: show(r.Options.Action), Commands: []AskedCommand{}}
	if r.Facts != nil {
		f.Cwd = show(r.Facts.Dir)
	}
	if r.Script != nil {
		for i := range r.Script.Commands {
			c := askedCommand(&r.Script.Commands[i], show)
			if c.Cwd == f.Cwd {
				c.Cwd = ""
			}
			f.Commands = append(f.Commands, c)
		}
	}
	for _, found := range v.Findings {
		f.Findings = append(f.Findings, AskedFinding{
			Rule: found.Rule, Tier: found.Tier, Why: show(found.Why), Target: show(found.Target), Command: show(found.Command),
		})
	}
	for _, p := range v.Problems {
		f.Problems = append(f.Problems, show(p.Kind+": "+p.Text))
	}
	return f
}

func askedCommand(cmd *shellparse.Command, show func(string) string) AskedCommand {
	a := AskedCommand{
		Stdin: show(cmd.In.String()), Cwd: show(pattern(cmd.Dir)),
		Pipeline: cmd.Pipeline, Stage: cmd.Stage, Background: cmd.Background, Remote: cmd.Remote,
	}
	words := make([]string, len(cmd.Argv))
	for i, w := range cmd.Argv {
		words[i] = shown(w)
		if _, exact := w.Exact(); !exact {
			a.Unknown = append(a.Unknown, show(w.Src))
		}
	}
	a.Run = show(strings.Join(words, " "))
	for _, via := range cmd.Via {
		a.Via = append(a.Via, show(via))
	}
	for _, redir := range cmd.Redirs {
		fd := ""
		if redir.FD >= 0 {
			fd = strconv.Itoa(redir.FD)
		}
		a.Redirs = append(a.Redirs, show(fd+redir.Op+" "+shown(redir.Target)))
	}
	for _, as := range cmd.Assigns {
		a.Assigns = append(a.Assigns, show(as.Name+"="+shown(as.Value)))
	}
	return a
}

// shown is a word as a shell would read it, or the pattern of each of its values.
func shown(w shellparse.Word) string {
	if s, exact := w.Exact(); exact {
		if q, err := syntax.Quote(s, syntax.LangBash); err == nil {
			return q
		}
		return strconv.Quote(s)
	}
	return pattern(w)
}

// pattern is each of a word's values, * for what is not known.
func pattern(w shellparse.Word) string {
	values := make([]string, len(w.Texts))
	for i, t := range w.Texts {
		values[i] = t.String()
	}
	return strings.Join(values, "|")
}

// digest stands for the command as it was parsed, its secrets included: two
// requests have the same only where the same commands run in the same way,
// however they are spelled. JSON would write all bytes that are not UTF-8 alike,
// so that texts are quoted first.
func digest(r *supervisor.Request) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	e.Encode(askedFacts(r, strconv.Quote)) // neither text nor hash can fail
	e.Encode(strconv.Quote(skeleton(r)))
	if r.Script != nil {
		for _, f := range r.Script.Files {
			e.Encode([]string{strconv.Quote(f.Path), strconv.Quote(f.Text)})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// skeleton is how the commands of a text hang together: the text in the shell's
// own spacing, without comments and without the words that are in the facts.
func skeleton(r *supervisor.Request) string {
	s := text(r)
	if len(r.Verdict.Problems) > 0 {
		return s
	}
	tree, err := syntax.NewParser().Parse(strings.NewReader(s), "")
	if err != nil { // another shell's
		return s
	}
	syntax.Walk(tree, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok {
			for _, w := range call.Args {
				if literal(w.Parts) {
					w.Parts = []syntax.WordPart{&syntax.Lit{Value: "_"}}
				}
			}
		}
		return true
	})
	var b strings.Builder
	if syntax.NewPrinter().Print(&b, tree) != nil {
		return s
	}
	return b.String()
}

// literal reports whether nothing in a word is to be expanded but quotes.
func literal(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !literal(p.Parts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
