package shellparse

import "strings"

// xargs runs its command with words from the standard input.
func (ev *evaluator) xargs(c *ctx, argv []Word) tri {
	g := grammar{names: "xargs", short: "0a:d:E:e?I:i?L:l?n:oP:prs:txR:S:J:",
		long: "null arg-file= delimiter= eof= replace= max-lines= max-args= open-tty max-procs= interactive no-run-if-empty max-chars= show-limits verbose exit process-slot-var= help version"}
	p := g.peel(argv)
	i := ev.emit(c, Command{Argv: argv})
	if !p.known {
		ev.problem("option", "an option of xargs that is not known, so the command it runs may be another", c.pos)
	}
	in := unknownText(byte(OriginInput))
	if file, ok := p.get("a", "arg-file"); ok {
		in = one(ev.fileTexts(c, file))
	} else if c.in != nil {
		in = c.in.all()
	}
	if len(p.rest) == 0 {
		ev.prints(c, i, argv)
		return maybe
	}
	inner := c.through("xargs")
	inner.external = true
	inner.in = nil
	inner.assigns = nil
	var items []Word
	s, exact := in.Exact()
	replace, isReplace := p.get("I", "replace", "i", "J")
	delim, hasDelim := p.get("d", "delimiter")
	switch {
	case !exact && !unsplit(in):
		t := unknownText(ev.taint(in))
		if !isReplace {
			t = t.split()
		}
		items = []Word{{Texts: []Text{t}, Many: !isReplace, Src: "…", Pos: c.pos}}
	case !exact:
		for _, f := range splitMarked(in) {
			items = append(items, Word{Texts: []Text{f}, Src: f.String(), Pos: c.pos})
		}
	default:
		sep := ""
		if p.has("0", "null") {
			sep = "\x00"
		} else if hasDelim {
			sep, _ = delim.Exact()
			sep = string(unescapeANSI(Text(sep)))
		} else if isReplace {
			sep = "\n"
		}
		for _, item := range xargsItems(s, sep) {
			items = append(items, Word{Texts: []Text{Text(item)}, Src: item, Pos: c.pos})
		}
	}
	if isReplace {
		mark := "{}"
		if m, ok := replace.Exact(); ok && m != "" {
			mark = m
		}
		for _, item := range items {
			run := make([]Word, len(p.rest))
			for j, w := range p.rest {
				run[j] = w.replace(mark, item.Texts[0])
			}
			ev.run(inner, run)
		}
		return maybe
	}
	per := len(items)
	for _, o := range p.opts {
		switch o.name {
		case "n", "max-args", "L", "l", "max-lines":
			if n, ok := o.value.Exact(); ok {
				per = atoiOr(n, 1)
			} else {
				per = 1
			}
		}
	}
	if len(items) == 0 {
		if !p.has("r", "no-run-if-empty") {
			ev.run(inner, p.rest)
		}
		return maybe
	}
	for start := 0; start < len(items); start += max(per, 1) {
		end := min(start+max(per, 1), len(items))
		ev.run(inner, append(p.rest[:len(p.rest):len(p.rest)], items[start:end]...))
	}
	return maybe
}

// unsplit reports whether what is not known of a text is pids, which hold no
// blanks, so that it can be split around them.
func unsplit(t Text) bool {
	for p := range t.Parts() {
		switch OriginKind(max(p.Origin, 0)) {
		case OriginSelf, OriginParent, OriginOwnShell, OriginJob:
		default:
			if p.Origin >= 0 {
				return false
			}
		}
	}
	return true
}

// splitMarked splits at blanks a text whose marks hold none.
func splitMarked(t Text) []Text {
	f := fields{}
	for p := range t.Parts() {
		if p.Origin >= 0 {
			f.quoted(unknownText(byte(p.Origin)))
			continue
		}
		for i := 0; i < len(p.Lit); i++ {
			if b := p.Lit[i]; b == ' ' || b == '\t' || b == '\n' {
				f.flush()
			} else {
				f.cur = append(f.cur, b)
			}
		}
	}
	f.flush()
	var out []Text
	for _, w := range f.done {
		out = append(out, w.Texts[0])
	}
	return out
}

// xargsItems splits as xargs does: at blanks and newlines with quotes and
// backslashes, or at one separator.
func xargsItems(s, sep string) []string {
	if sep != "" {
		var out []string
		for _, f := range strings.Split(strings.TrimSuffix(s, sep), sep) {
			if sep == "\n" {
				f = strings.TrimLeft(f, " \t")
				if f == "" {
					continue
				}
			}
			out = append(out, f)
		}
		return out
	}
	var out []string
	var cur strings.Builder
	open := false
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			} else {
				cur.WriteByte(b)
			}
		case b == '\'' || b == '"':
			quote, open = b, true
		case b == '\\' && i+1 < len(s):
			i++
			cur.WriteByte(s[i])
			open = true
		case b == ' ' || b == '\t' || b == '\n':
			if open {
				out = append(out, cur.String())
			}
			cur.Reset()
			open = false
		default:
			cur.WriteByte(b)
			open = true
		}
	}
	if open {
		out = append(out, cur.String())
	}
	return out
}

// replace puts a text in place of a mark wherever it stands in a word.
func (w Word) replace(mark string, t Text) Word {
	out := w
	out.Texts = make([]Text, len(w.Texts))
	for i, old := range w.Texts {
		out.Texts[i] = Text(strings.ReplaceAll(string(old), mark, string(t)))
	}
	return out
}

func atoiOr(s string, def int) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || n > 1<<20 {
			return def
		}
		n = n*10 + int(s[i]-'0')
	}
	if s == "" {
		return def
	}
	return n
}

// parallel runs its command once for each argument after :::, or each line
// of its input, through a shell.
func (ev *evaluator) parallel(c *ctx, argv []Word) tri {
	ev.emit(c, Command{Argv: argv})
	g := grammar{names: "parallel", lax: true, short: "j:kn:N:I:d:a:P:L:qX0mu",
		long: "jobs= keep-order max-args= delimiter= arg-file= colsep= dry-run bar eta progress halt= joblog= results= tag timeout= retries= will-cite no-notice null pipe block= quote line-buffer ungroup delay= nice= workdir= plus xargs verbose shuf resume"}
	p := g.peel(argv)
	if p.has("dry-run") {
		return maybe
	}
	cmd := p.rest
	var items []Word
	marked := false
	for i, w := range p.rest {
		if s, ok := w.Exact(); ok && (s == ":::" || s == "::::" || s == ":::+" || s == "::::+") {
			if !marked {
				cmd = p.rest[:i]
			}
			marked = true
			if s == "::::" {
				items = append(items, ev.unknownWord(OriginInput, "arguments", true))
			}
			continue
		}
		if marked {
			items = append(items, w)
		}
	}
	if !marked {
		in := unknownText(byte(OriginInput))
		if c.in != nil {
			in = c.in.all()
		}
		if s, ok := in.Exact(); ok {
			for _, item := range xargsItems(s, "\n") {
				items = append(items, Word{Texts: []Text{Text(item)}, Src: item, Pos: c.pos})
			}
		} else {
			items = []Word{{Texts: []Text{unknownText(ev.taint(in))}, Src: "…", Pos: c.pos}}
		}
	}
	inner := c.through("parallel")
	inner.in = nil
	for i, item := range items {
		if i >= MaxAlternatives {
			ev.limit("more than 16 arguments of parallel", c.pos)
			break
		}
		run := make([]Word, 0, len(cmd)+1)
		found := false
		for _, w := range cmd {
			if t, ok := w.Exact(); ok && strings.Contains(t, "{") && strings.Contains(t, "}") {
				found = true
				w = w.replace("{}", one(item.Texts))
			}
			run = append(run, w)
		}
		if !found || len(cmd) == 0 {
			run = append(run, item)
		}
		ev.shellCode(inner, "sh", ev.joinWords(run), at(cmd, c.pos))
	}
	return maybe
}
