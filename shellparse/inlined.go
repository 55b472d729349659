package shellparse

import (
	"path"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/inline"
)

// inlined evaluates what the code of another language does: the programs it
// starts, the text it hands to a shell, and every other effect as the shell
// command that does the same. Command i is the interpreter's; its Code tells
// how much of the text was read.
func (ev *evaluator) inlined(c *ctx, l *language, a codeArgs, i int) {
	code := ev.out.Commands[i].Code
	ev.pipes++ // what the code reads may go into what it sends
	inner := c.through(programName(ev.out.Commands[i].Argv[0].Texts[0].String()) + " " + a.from)
	inner.env = c.env.branch()
	inner.external = true
	inner.pipe, inner.redirs = ev.pipes, nil
	inner.out = nil
	for _, t := range a.code {
		text, marks := hide(ev.emptied(Text(a.loads) + t))
		if !ev.charge(len(text)<<2, c.pos) || c.depth > MaxNesting {
			code.Read = false
			return
		}
		if onlyMarks(t) && t != "" {
			code.Unknown = true
			continue
		}
		if l.lang == "php" && (a.from == "file" || a.from == "stdin") && !a.plain {
			text = "?>" + text // a page, with code between its tags
		}
		effects, known := ev.readCode(l.lang, text, c.pos)
		if !known {
			code.Read = false
			return
		}
		if l.silent && len(marks) > 0 && len(effects) > 0 && effects[0].Call == "syntax" {
			// sed -n "${FROM},${TO}p": a number where one is wanted
			effects, _ = ev.readCode(l.lang, strings.Map(func(r rune) rune {
				if r >= inline.Hole && int(r) < inline.Hole+len(marks) {
					return '1'
				}
				return r
			}, text), c.pos)
		}
		in := inlineCtx{ctx: inner, src: &source{text: text, marks: marks}, operands: a.operands, from: c.in, sep: a.sep, silent: l.silent}
		if a.file != nil && a.from == "file" {
			if s, ok := a.file.Exact(); ok {
				in.script = absolute(inner, s)
			}
		}
		if a.readsFiles(l) {
			in.from = nil
		}
		for n, e := range effects {
			inner.stage = n
			ev.inlineEffect(&in, code, e)
		}
		ev.inlinedImports(inner, l, text, i)
	}
	if l.silent && code.Read && !code.Unknown && !code.Hidden {
		ev.out.Commands[i].Code = nil
	}
}

// codeKey names what code of a language was read of.
type codeKey struct{ lang, text string }

// readCode is what code does. The work of it comes out of the same budget as
// all other; a text is read once.
func (ev *evaluator) readCode(lang, text string, at Span) (effects []inline.Effect, known bool) {
	key := codeKey{lang, text}
	if effects, known = ev.codeRead[key]; known {
		return effects, true
	}
	effects, work, known := inline.Within(lang, text, max(MaxSteps-ev.steps, 0))
	if !known {
		return nil, false
	}
	if ev.codeRead == nil {
		ev.codeRead = make(map[codeKey][]inline.Effect)
	}
	ev.codeRead[key] = effects
	ev.steps += work
	ev.step(at)
	return effects, true
}

// inlinedImports evaluates the modules which this text has written and the
// code imports.
func (ev *evaluator) inlinedImports(c *ctx, l *language, text string, i int) {
	for _, p := range ev.imported(l.lang, text) {
		if ev.importing == nil {
			ev.importing = make(map[string]bool)
		}
		ev.importing[p] = true
		from := "import " + path.Base(p)
		if l.lang == "php" {
			from = "file"
		}
		ev.inlined(c, l, codeArgs{code: ev.written[p], from: from}, i)
		delete(ev.importing, p)
	}
}

// inlineCtx is where an effect of code happens.
type inlineCtx struct {
	*ctx
	src      *source
	operands []Word
	from     *input // the interpreter's standard input; nil where it reads files
	script   string // the file that holds the code; "" where none does
	sep      string // what fields are separated by: awk -F
	silent   bool   // a value put into the text is a value: sed "s/x/$y/"
}

func (ev *evaluator) inlineEffect(in *inlineCtx, code *Code, e inline.Effect) {
	c := in.ctx
	if !ev.step(c.pos) {
		return
	}
	words := make([]Word, len(e.Argv))
	for i, v := range e.Argv {
		words[i] = Word{Texts: ev.inlineTexts(in, v), Pos: c.pos}
		if len(v) == 1 && len(v[0]) == 1 && v[0][0].Lit == inline.ManyWords && v[0][0].Source == inline.Unknown {
			words[i].Many = true
			words[i].Texts = []Text{words[i].Texts[0].Split()}
		}
	}
	at := c.through(e.Call)
	if e.Call == "" {
		at = c.with()
	}
	switch e.Kind {
	case inline.Run, inline.Like:
		if e.Kind == inline.Like {
			at.call = e.Call
		}
		switch {
		case e.Redir != "" && len(words) > 0:
			var holds []Text
			if e.Text != nil {
				holds = ev.inlineTexts(in, e.Text)
			}
			ev.inlineFile(at, e.Redir, words[0], holds)
		case len(words) > 0:
			at.in = nil
			if e.Kind == inline.Like && (isWord(words[0], "cd") || isWord(words[0], "export")) {
				at.external, at.noFuncs = false, true // for the effects that follow
			}
			ev.run(at, words)
		}
	case inline.Shell:
		if len(words) > 0 {
			ev.emit(at, Command{Argv: []Word{{Texts: []Text{"sh"}, Pos: c.pos}, {Texts: []Text{"-c"}, Pos: c.pos}, words[0]}})
			ev.shellCode(at, "sh", words[0].Texts, c.pos)
		}
	case inline.Hidden:
		code.Hidden = true
	case inline.Bomb:
		pos := c.pos
		ev.out.ForkBomb = &pos
	default:
		switch e.Call {
		case "":
			code.Holes = !in.silent
			return
		case "syntax": // the interpreter refuses it, or knows more than the reader
			code.Read = false
			return
		}
		code.Unknown = true
		if code.Call == "" {
			code.Call = e.Call
		}
	}
}

// inlineFile is a file that code opens. holds is what it holds then, where
// that is known.
func (ev *evaluator) inlineFile(c *ctx, op string, file Word, holds []Text) {
	fd := 0
	if op != "<" {
		fd = 1
		if len(holds) == 0 || op != ">" {
			holds = []Text{unknownText(byte(OriginUnknown))}
		}
		for _, t := range file.Texts {
			if s, ok := t.Exact(); ok {
				ev.write(absolute(c, s), &sink{alts: holds})
			}
		}
	}
	ev.emit(c, Command{Redirs: []Redir{{Op: op, FD: fd, Target: file, Pos: c.pos}}})
}

// inlineTexts are the alternatives of a value of code.
func (ev *evaluator) inlineTexts(in *inlineCtx, v inline.Value) []Text {
	var out []Text
	for _, t := range v {
		alts := []Text{""}
		for _, p := range t {
			var next []Text
			part := ev.inlinePart(in, p)
			for _, head := range alts {
				for _, tail := range part {
					next = joinTexts(next, []Text{head + tail})
				}
			}
			alts = next
		}
		out = joinTexts(out, alts)
	}
	if len(out) == 0 {
		return []Text{unknownText(byte(OriginUnknown))}
	}
	return out
}

func (ev *evaluator) inlinePart(in *inlineCtx, p inline.Part) []Text {
	kind := OriginUnknown
	switch p.Source {
	case inline.Unknown:
		switch p.Lit {
		case inline.Below:
			return []Text{Text(appendMark(nil, markGlob, '*'))}
		case inline.Entry:
			kind = OriginGlob
		}
	case inline.Literal:
		for i := range len(p.Lit) {
			if p.Lit[i] == 0 { // no word holds one; a call given it fails
				return []Text{unknownText(byte(OriginUnknown))}
			}
		}
		return []Text{in.src.show(p.Lit)}
	case inline.Env, inline.Home:
		name := p.Lit
		if p.Source == inline.Home {
			name = "HOME"
		}
		if v, _ := ev.lookup(in.ctx, name); len(v.elems) == 1 {
			return v.elems[0]
		}
	case inline.Dir:
		return in.env.cwd()
	case inline.Arg:
		n, _ := strconv.Atoi(p.Lit)
		known := true
		for i, w := range in.operands {
			known = known && !w.Many
			if known && i == n-1 {
				return w.Texts
			}
		}
		if known && n > 0 { // there are fewer: it is empty, or the code fails
			return []Text{""}
		}
		kind = OriginArg
	case inline.Args:
		kind = OriginArg
		var texts []Text
		for _, w := range in.operands {
			texts = append(texts, w.Texts...)
		}
		return []Text{unknownText(ev.taint(texts...))}
	case inline.Input:
		if in.from != nil {
			return []Text{in.from.text}
		}
		kind = OriginInput
	case inline.Script:
		switch {
		case in.script != "" && p.Lit == "dir":
			return []Text{Text(path.Dir(in.script))}
		case in.script != "":
			return []Text{Text(in.script)}
		case p.Lit == "dir": // code that is in no file fails where it asks
			return in.env.cwd()
		}
	case inline.Field:
		if texts := in.fields(p.Lit); len(texts) > 0 {
			return texts
		}
		kind = OriginInput
	case inline.Own:
		kind = OriginOwnShell
	case inline.Child:
		kind = OriginJob
	case inline.Temp:
		return []Text{unknownText(ev.origin(Origin{OriginOutput, "mktemp", -1}))}
	case inline.Parent: // the shell, or the supervisor where that has become the interpreter
		kind = OriginParent
	case inline.Group, inline.HostPID: // the group is the supervisor's own where no terminal is there
		kind = OriginHostPID
	case inline.Everyone:
		kind = OriginAllPIDs
	}
	return []Text{unknownText(byte(kind))}
}
