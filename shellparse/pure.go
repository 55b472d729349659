package shellparse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse/pure"
)

// What package pure computes of one command becomes here what a command
// prints, whose words and input may have alternatives.

// purely computes the output of a pure command for every alternative of its
// words. nil: it is not one, or too much of it is unknown. i is the command
// that prints it, -1 for printf -v, which is taken for that of bash.
func (ev *evaluator) purely(name string, args []Word, c *ctx, i int) []Text {
	if texts := ev.pathOutput(c, name, args, i); texts != nil {
		return texts
	}
	name, ok := pure.Name(name)
	if !ok {
		return nil
	}
	readings := c.in.readings()
	if _, unknown := readings[0].Mark(); unknown && len(ev.written) == 0 && pure.NeedsInput(name) {
		return nil
	}
	combos := [][]Text{nil}
	for _, w := range args {
		if w.Many && ev.vanishes(w) {
			if len(args) > 1 {
				continue // it is no word at all
			}
			o, _ := w.Texts[0].Mark()
			w = Word{Texts: []Text{unknownText(o)}} // or one that is empty, which shows the same
		}
		if w.Many || slices.ContainsFunc(w.Texts, Text.HasGlob) || len(combos)*len(w.Texts) > MaxAlternatives {
			return nil
		}
		if len(w.Texts) == 1 { // no new combinations, and no copies
			for i := range combos {
				combos[i] = append(combos[i], w.Texts[0])
			}
			continue
		}
		var next [][]Text
		for _, combo := range combos {
			for _, t := range w.Texts {
				next = append(next, append(combo[:len(combo):len(combo)], t))
			}
		}
		combos = next
	}
	var out []Text
	var last pure.Output
	for _, combo := range combos {
		for _, t := range combo {
			if ev.steps += len(t) >> 7; ev.steps > MaxSteps {
				return nil
			}
		}
		for k, d := range ways(c, name, i, len(readings)) {
			j := pure.Job{Env: reach{c}, Name: name, Words: combo, Stdin: readings[k%len(readings)], Bytewise: ev.bytewise(c), Shell: d}
			o, ok := j.Run()
			if !ok {
				return nil
			}
			t := o.Text
			if ev.steps += len(t) >> 6; ev.steps > MaxSteps {
				return nil
			}
			if o.Partial { // what it makes of the rest
				argv := append([]Word{{Texts: []Text{Text(name)}}}, args...)
				t += unknownText(ev.outputOrigin(c, name, i, argv))
			}
			out = joinTexts(out, []Text{t})
			last = o
		}
	}
	if c.in != nil {
		switch {
		case last.Drank:
			c.in.all()
		case last.Torn && c.in.text != "":
			c.in.text = unknownText(ev.taint(c.in.text, unknownText(byte(OriginInput))))
		}
	}
	return out
}

// ways are the runs of a command for one alternative of its words: one for
// each alternative of its input, or for each program that it may be.
func ways(c *ctx, name string, i, readings int) []pure.Dialect {
	switch {
	case i < 0:
		return []pure.Dialect{pure.BashEcho}
	case name == "echo" || name == "printf":
		return echoDialects(c)
	}
	return make([]pure.Dialect, readings)
}

// echoDialects are the programs that a name may be in the shell of c: sh is
// bash on one system and dash on another.
func echoDialects(c *ctx) []pure.Dialect {
	if c.external {
		return []pure.Dialect{pure.GNUEcho}
	}
	switch c.env.shell.dialect {
	case syntax.LangPOSIX:
		return []pure.Dialect{pure.BashEcho, pure.DashEcho}
	case syntax.LangZsh, syntax.LangMirBSDKorn:
		return []pure.Dialect{pure.BashEcho, pure.ZshEcho}
	}
	if c.env.shell.ev.escapes {
		return []pure.Dialect{pure.BashEcho, pure.ZshEcho, pure.DashEcho}
	}
	return []pure.Dialect{pure.BashEcho}
}

// bytewise reports whether the locale is one that orders characters as bytes.
func (ev *evaluator) bytewise(c *ctx) bool {
	for _, name := range [...]string{"LC_ALL", "LC_COLLATE", "LANG"} {
		v := c.env.get(name)
		if v == nil {
			if ev.opt.Env == nil || c.env.shell.login {
				return false
			}
			continue
		}
		for _, t := range v.texts {
			switch t {
			case "C", "POSIX", "C.UTF-8", "C.utf8":
			default:
				return false
			}
		}
		if len(v.texts) > 0 {
			return !v.unset
		}
	}
	return true
}

// reach is what a pure command may ask of the evaluator.
type reach struct{ c *ctx }

func (r reach) ev() *evaluator { return r.c.env.shell.ev }

func (r reach) Written(name string) (Text, bool) {
	texts, ok := r.ev().written[absolute(r.c, name)]
	if !ok {
		return "", false
	}
	return one(texts), true
}

func (r reach) Reads(n int) bool         { return r.ev().charge(n, r.c.pos) }
func (r reach) Works(n int) bool         { return r.ev().charge(n, Span{}) }
func (r reach) Matches(n, size int) bool { return r.ev().matches(n, size) }
func (r reach) Taint(t Text) byte        { return r.ev().taint(t) }

// drains reports whether a command whose output nobody looks at reads its
// standard input to the end.
func drains(name string, args []Word) bool {
	dashes := 0
	for _, w := range args {
		if !w.Many && len(w.Texts) == 1 && w.Texts[0] == "-" {
			dashes++
		}
	}
	return pure.Drains(name, len(args), dashes)
}
