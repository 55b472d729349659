package shellparse

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fileName is the word behind a redirection: one word, which braces may still
// make where all but one of theirs are empty.
func (ev *evaluator) fileName(c *ctx, w *syntax.Word) Word {
	if hasBrace(w.Parts) {
		if alts := ev.wordAlternatives(c, w); len(alts) == 1 && len(alts[0]) == 1 {
			return alts[0][0]
		}
	}
	return ev.value(c, w)
}

// redirected evaluates the redirections of a statement. done is called once
// the statement has been evaluated, when what it wrote to files is known.
func (ev *evaluator) redirected(c *ctx, s *syntax.Stmt) (inner *ctx, done func()) {
	if len(s.Redirs) == 0 {
		return c, func() {}
	}
	inner = c.with()
	type file struct {
		path string
		out  *sink
		add  bool
		was  []Text // before it was opened
		had  fileState
	}
	var files []file
	inner.redirs = c.redirs[:len(c.redirs):len(c.redirs)]
	for _, r := range s.Redirs {
		red := Redir{Op: r.Op.String(), Pos: c.src.span(r)}
		red.FD = defaultFD(r.Op)
		if r.N != nil {
			n, err := strconv.Atoi(r.N.Value)
			if err != nil {
				n = -1
				inner.blurOutputs()
				if name := trimBraces(r.N.Value); name != "" {
					ev.assign(c, name, &variable{texts: []Text{unknownText(byte(OriginUnknown))}})
				}
			}
			red.FD = n
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			texts := []Text{""}
			if escapedDelimiter(r.Word) {
				ev.problem("parse", "a here-document whose delimiter has escapes in quotes", red.Pos)
			}
			if r.Hdoc != nil {
				if endsEarly(r.Hdoc) {
					ev.problem("parse", "a here-document with a line that ends in the delimiter behind an expansion", red.Pos)
				}
				texts = ev.document(c, r.Hdoc)
				if hdocQuoted(r.Word) {
					texts = []Text{c.src.show(literalDocument(r.Hdoc))}
				}
				if r.Op == syntax.DashHdoc {
					for i := range texts {
						texts[i] = stripTabs(texts[i])
					}
				}
			}
			red.Target = Word{Texts: texts, Pos: red.Pos}
			if red.FD == 0 {
				inner.in = inputOf(texts)
			}
		case syntax.WordHdoc:
			red.Target = ev.value(c, r.Word)
			if red.FD == 0 {
				lines := make([]Text, len(red.Target.Texts))
				for i, t := range red.Target.Texts {
					ev.charge(len(t), c.pos)
					lines[i] = t + "\n"
				}
				inner.in = inputOf(lines)
			}
		case syntax.RdrIn, syntax.RdrInOut:
			red.Target = ev.fileName(c, r.Word)
			if name, ok := red.Target.Exact(); ok && r.Op == syntax.RdrInOut && red.FD > 0 {
				// It writes over the beginning of what is there.
				out := &sink{unsure: true}
				files = append(files, file{path: absolute(c, name), out: out})
				inner.setDescriptor(red.FD, out)
				inner.redirected = true
			}
			if red.FD == 0 {
				name, ok := red.Target.Exact()
				if ok && (name == "/dev/stdin" || name == "/dev/fd/0") {
					break
				}
				inner.in = &input{text: one(ev.fileTexts(c, red.Target))}
				if ok {
					inner.in.file = absolute(c, name)
				}
				if ok && r.Op == syntax.RdrInOut {
					ev.clouds(absolute(c, name))
					ev.leaveOpen(absolute(c, name))
				}
			}
		case syntax.DplIn:
			red.Target = ev.fileName(c, r.Word)
			if red.FD == 0 {
				inner.in = &input{text: unknownText(byte(OriginInput))}
			}
		case syntax.DplOut:
			red.Target = ev.fileName(c, r.Word)
			switch t, ok := red.Target.Exact(); {
			case ok && (t == "-" || isNumber(t)):
				inner.dup(red.FD, t)
				if p, ok := c.heldFile(t); ok {
					out := &sink{}
					files = append(files, file{path: p, out: out, add: true})
					inner.setDescriptor(red.FD, out)
					inner.redirs = append(inner.redirs, Redir{Op: ">>", FD: red.FD, Target: Word{Texts: []Text{Text(p)}, Src: red.Target.Src, Pos: red.Target.Pos}, Pos: red.Pos})
				}
				if stays(s) && red.FD > 1 {
					c.hold(red.FD, c.held(t))
				}
			case ok: // >&file
				out := &sink{}
				files = append(files, file{path: absolute(c, t), out: out})
				inner.out, inner.more[2], inner.redirected = out, out, true
			default:
				inner.blurOutputs()
				inner.out = nil
			}
		default: // > >> >| &> &>>
			red.Target = ev.fileName(c, r.Word)
			name, ok := red.Target.Exact()
			number, isFD := outputFile(name)
			var out *sink
			switch {
			case !ok:
				if c.pathOfOutput(red.Target) {
					inner.blurOutputs()
				}
				if key, ok := unknownPath(red.Target); ok && red.FD == 1 && !c.redirected {
					out = &sink{}
					files = append(files, file{path: key, out: out, add: r.Op == syntax.AppOut || r.Op == syntax.AppAll})
				}
			case isFD:
				inner.dup(red.FD, number)
				out = inner.descriptor(red.FD)
			case red.FD >= 1:
				out = &sink{}
				files = append(files, file{path: absolute(c, name), out: out, add: r.Op == syntax.AppOut || r.Op == syntax.AppAll})
				if stays(s) && red.FD > 1 {
					c.hold(red.FD, &variable{texts: []Text{Text(absolute(c, name))}})
				}
			}
			if ok && red.FD < 1 {
				ev.clouds(absolute(c, name))
				ev.leaveOpen(absolute(c, name))
			}
			inner.setDescriptor(red.FD, out)
			inner.redirected = inner.redirected || red.FD > 1
			if r.Op == syntax.RdrAll || r.Op == syntax.AppAll {
				inner.redirected = true
				inner.more[2] = out
			}
		}
		inner.redirs = append(inner.redirs, red)
	}
	if opensLong(s) {
		for i, f := range files {
			files[i].was, files[i].had = ev.written[f.path], ev.states[f.path]
			ev.clouds(f.path)
		}
	}
	splits, first := ev.splits, len(ev.out.Commands)
	return inner, func() {
		if !ev.carried(inner.redirs[len(c.redirs)], len(c.redirs), first) { // [[ x ]] >file opens it all the same
			bare := inner.with()
			bare.pos, bare.assigns = c.src.span(s), nil
			ev.emit(bare, Command{})
		}
		for _, f := range files {
			if f.was != nil {
				ev.written[f.path], ev.states[f.path] = f.was, f.had
			} else if opensLong(s) {
				delete(ev.written, f.path)
			}
			if stays(s) {
				ev.leaveOpen(f.path)
			}
			if ev.splits != splits {
				f.out.lost(ev)
			}
			if f.add {
				ev.appended(c, f.path, f.out)
				continue
			}
			ev.saved(c, f.path, f.out)
		}
	}
}

// carried reports whether a command recorded since first has a redirection of
// the statement that it is part of, the nth of those that it has.
func (ev *evaluator) carried(r Redir, nth, first int) bool {
	for i := first; i < len(ev.out.Commands); i++ {
		if redirs := ev.out.Commands[i].Redirs; len(redirs) > nth && redirs[nth].Op == r.Op && &redirs[nth].Target.Texts[0] == &r.Target.Texts[0] {
			ev.steps += (i - first) >> 3
			return true
		}
	}
	ev.steps += (len(ev.out.Commands) - first) >> 3
	return false
}

// openedBy evaluates the redirections of a simple command. Those of a program
// are expanded by the process that becomes it, so that what they assign is lost
// there: foo >f$((n++)) leaves n as it was.
func (ev *evaluator) openedBy(c *ctx, s *syntax.Stmt, argvs [][]Word) (inner *ctx, done func()) {
	if !slices.ContainsFunc(s.Redirs, assignsInside) {
		return ev.redirected(c, s)
	}
	within := c.with()
	within.env = c.env.branch()
	inner, done = ev.redirected(within, s)
	inner.env = c.env
	name, known := wordName(argvs[0])
	switch {
	case len(argvs) == 1 && known && isPlainBuiltin(name) && len(c.env.function(name)) == 0:
		c.env.adopt(within.env)
	default:
		c.env.join(within.env, c.env.branch())
	}
	return inner, done
}

// assignsInside reports whether a redirection may assign a variable.
func assignsInside(r *syntax.Redirect) bool {
	found := r.N != nil && trimBraces(r.N.Value) != ""
	look := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ArithmExp:
			found = true
		case *syntax.ParamExp:
			found = found || !n.Short
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		}
		return !found
	}
	syntax.Walk(r.Word, look)
	if r.Hdoc != nil {
		syntax.Walk(r.Hdoc, look)
	}
	return found
}

// opensLong reports whether something else may look at a file while the
// statement has it open.
func opensLong(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return s.Cmd != nil
	}
	if len(call.Args) == 0 {
		return false
	}
	switch call.Args[0].Lit() {
	case "echo", "printf", "cat", "true", ":", "exec":
		return false
	}
	return true
}

// stays reports whether the redirections of a statement hold for what follows it.
func stays(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && call.Args[0].Lit() == "exec"
}

func defaultFD(op syntax.RedirOperator) int {
	switch op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return 0
	}
	return 1
}

func one(texts []Text) Text {
	if len(texts) == 1 {
		return texts[0]
	}
	return limitText(texts)
}

func isNumber(s string) bool {
	if s == "" {
		return false
	}
	if s[len(s)-1] == '-' { // 3>&1- moves
		s = s[:len(s)-1]
	}
	_, err := strconv.Atoi(s)
	return err == nil
}

func trimBraces(s string) string {
	if len(s) > 2 && s[0] == '{' && s[len(s)-1] == '}' {
		return s[1 : len(s)-1]
	}
	return ""
}

// endsEarly reports whether the body of a here-document ends inside a line: the
// parser takes the rest of a line behind an expansion, as in $(x)EOF, for the
// delimiter, and what follows for commands.
func endsEarly(body *syntax.Word) bool {
	if len(body.Parts) == 0 {
		return false
	}
	_, lit := body.Parts[len(body.Parts)-1].(*syntax.Lit)
	return !lit
}

// escapedDelimiter reports whether bash may read a delimiter otherwise than the
// parser, which takes what "…" and $'…' hold as it stands: the document then ends
// at another line.
func escapedDelimiter(w *syntax.Word) (escaped bool) {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted:
			escaped = escaped || p.Dollar && strings.Contains(p.Value, `\`)
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				lit, ok := q.(*syntax.Lit)
				escaped = escaped || !ok || strings.Contains(lit.Value, `\`)
			}
		}
	}
	return escaped
}

// hdocQuoted reports whether the delimiter of a here-document is quoted, so
// that its body is taken as it stands.
func hdocQuoted(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			for i := 0; i < len(p.Value); i++ {
				if p.Value[i] == '\\' {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

func literalDocument(w *syntax.Word) string {
	s := ""
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			s += lit.Value
		}
	}
	return s
}

// stripTabs removes the leading tabs of the lines of a <<- document.
func stripTabs(t Text) Text {
	s := []byte(t)
	out := s[:0:0]
	start := true
	for i := 0; i < len(s); i++ {
		if s[i] == 0 && i+2 < len(s) {
			out = append(out, s[i:i+3]...)
			i += 2
			start = false
			continue
		}
		if start && s[i] == '\t' {
			continue
		}
		start = s[i] == '\n'
		out = append(out, s[i])
	}
	return Text(out)
}

// absolute cleans a file name against the working directory, where that is known.
func absolute(c *ctx, name string) string {
	for _, here := range [...]string{"/proc/self/cwd/", "/proc/thread-self/cwd/"} {
		if rest, ok := strings.CutPrefix(name, here); ok {
			name = "./" + rest
		}
	}
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	dir := c.env.cwd()
	if len(dir) == 1 {
		if d, ok := dir[0].Exact(); ok {
			return path.Join(d, name)
		}
	}
	return "./" + path.Clean(name)
}
