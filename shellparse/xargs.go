package shellparse

import "strings"

var xargsGrammar = grammar{names: "xargs", short: "0a:d:E:e?I:i?L:l?n:oP:prs:txR:S:J:",
	long: "null arg-file= delimiter= eof? replace? max-lines? max-args= open-tty max-procs= interactive no-run-if-empty max-chars= show-limits verbose exit process-slot-var= help version"}

// xargs runs its command with words from the standard input (findutils 4.9).
func (ev *evaluator) xargs(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	readings := xargsGrammar.peel(argv)
	if open, ok := openWord(readings); ok {
		ev.anyCommand(c.through("xargs"), open)
	}
	branches := make([]*ctx, len(readings))
	for k, p := range readings {
		if !p.known {
			ev.problem("option", "an option of xargs that is not known, so the command it runs may be another", c.pos)
		}
		branches[k] = c
		if len(readings) > 1 {
			branches[k] = c.branch()
		}
		ev.xargsReading(branches[k], p, argv, i)
	}
	if len(readings) > 1 {
		c.join(branches...)
	}
	return maybe
}

func (ev *evaluator) xargsReading(c *ctx, p peeled, argv []Word, i int) {
	in := unknownText(byte(OriginInput))
	fromFile := false
	if file, ok := p.get("a", "arg-file"); ok {
		if fromFile = !isWord(file, "-"); fromFile {
			in = one(ev.fileTexts(c, file))
		}
	}
	if !fromFile && c.in != nil {
		in = c.in.all()
	}
	if p.has("help", "version") {
		ev.prints(c, i, argv)
		return
	}
	inner := c.through("xargs")
	inner.external = true
	if !fromFile {
		inner.in = &input{} // /dev/null
	}
	inner.assigns = nil
	cmd := p.rest
	if len(cmd) == 0 { // it prints what it reads
		cmd = []Word{{Texts: []Text{"echo"}, Src: "echo", Pos: c.pos}}
	}
	how := xargsHow(p)
	items, lines, exact := ev.xargsWords(c, p, in, how)
	ev.steps += len(items)
	if how.replace != "" {
		if s, ok := in.Exact(); ok && exact && how.sep == "" && strings.ContainsAny(s, `'"\`) {
			for line := range strings.Lines(s) { // busybox takes a line as it is
				line = strings.TrimLeft(strings.TrimSuffix(line, "\n"), " \t")
				items = append(items, Word{Texts: []Text{Text(line)}, Src: line, Pos: c.pos})
			}
		}
		for _, item := range items {
			if !ev.charge(len(item.Texts[0])*len(cmd)+len(cmd)<<8, c.pos) {
				break
			}
			run := append([]Word(nil), cmd...)
			for j, w := range cmd[1:] {
				run[j+1] = w.replace(how.replace, item.Texts[0])
			}
			ev.run(inner, run)
			if first := cmd[0].replace(how.replace, item.Texts[0]); first.Texts[0] != cmd[0].Texts[0] { // busybox, but not GNU
				ev.run(inner, append([]Word{first}, run[1:]...))
			}
		}
		return
	}
	switch {
	case len(items) == 0:
		if !p.has("r", "no-run-if-empty") {
			ev.run(inner, cmd)
		}
	case !exact:
		ev.run(inner, append(cmd[:len(cmd):len(cmd)], items...))
	case how.bytes: // how many go together depends on how long they are
		var texts []Text
		for _, item := range items {
			texts = joinTexts(texts, item.Texts)
		}
		ev.run(inner, append(cmd[:len(cmd):len(cmd)], Word{Texts: texts, Many: true, Src: "…", Pos: c.pos}))
	default:
		for start := 0; start < len(items); {
			end := len(items)
			if how.words > 0 {
				end = min(end, start+how.words)
			}
			if how.lines > 0 {
				n := 0
				for k := start; k < end; k++ {
					if lines[k] {
						if n++; n == how.lines {
							end = k + 1
						}
					}
				}
			}
			ev.run(inner, append(cmd[:len(cmd):len(cmd)], items[start:end]...))
			start = end
		}
	}
}

// xargsOptions is how the words are read and put together.
type xargsOptions struct {
	replace string // the mark of -I; "" without
	sep     string // what stands between items; "" is blanks and quotes
	eof     string // the word that ends the input
	words   int    // as many go together; 0: all
	lines   int    // as many lines go together; 0: all
	bytes   bool   // -s
}

// xargsHow reads the options: of -I, -L and -n the last one counts.
func xargsHow(p peeled) xargsOptions {
	var how xargsOptions
	for _, o := range p.opts {
		s, known := o.value.Exact()
		switch o.name {
		case "I", "replace", "i", "J":
			how.replace, how.words, how.lines = "{}", 0, 0
			if o.has && known {
				how.replace = s
			}
		case "n", "max-args":
			if n := atoiOr(s, 0); n == 1 && how.replace != "" {
				break // GNU takes it together with -I
			} else if n > 0 {
				how.words, how.lines, how.replace = n, 0, ""
			}
		case "L", "l", "max-lines":
			how.words, how.replace = 0, ""
			how.lines = 1
			if o.has {
				how.lines = max(atoiOr(s, 1), 1)
			}
		case "s", "max-chars":
			how.bytes = true
		case "E", "e", "eof":
			how.eof = ""
			if o.has {
				how.eof = s
			}
		case "0", "null":
			how.sep = "\x00"
		case "d", "delimiter":
			if how.sep = string(unescapeANSI(Text(s))); how.sep == "" {
				how.sep = "\x00"
			}
		}
	}
	return how
}

// xargsWords are the items of the input; lines says behind which of them a
// line ends. exact is false where they are not all known.
func (ev *evaluator) xargsWords(c *ctx, p peeled, in Text, how xargsOptions) (items []Word, lines []bool, exact bool) {
	s, exact := in.Bytes()
	exact = exact && len(how.sep) <= 1
	argument := func(f string) Word {
		f, _, _ = strings.Cut(f, "\x00") // where an argument ends
		return Word{Texts: []Text{Text(f)}, Src: f, Pos: c.pos}
	}
	switch {
	case !exact && (!unsplit(in) || how.sep != ""):
		t := unknownText(ev.taint(in))
		if how.replace == "" {
			t = t.Split()
		}
		return []Word{{Texts: []Text{t}, Many: how.replace == "", Src: "…", Pos: c.pos}}, nil, false
	case !exact:
		for _, f := range splitMarked(in) {
			items = append(items, Word{Texts: []Text{f}, Src: f.String(), Pos: c.pos})
		}
		return items, make([]bool, len(items)), false
	case how.sep != "":
		for _, f := range xargsItems(s, how.sep) {
			items = append(items, argument(f))
			lines = append(lines, true)
		}
		return items, lines, true
	}
	split, ok := xargsSplit(s, how.replace != "")
	if !ok { // GNU gives up, busybox and BSD each read on in their own way
		t := unknownText(ev.taint(in))
		if how.replace == "" {
			t = t.Split()
		}
		return []Word{{Texts: []Text{t}, Many: how.replace == "", Src: "…", Pos: c.pos}}, nil, false
	}
	for _, f := range split {
		if how.eof != "" && f.text == how.eof {
			break
		}
		items = append(items, argument(f.text))
		lines = append(lines, f.ends)
	}
	return items, lines, true
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

// xargsItems splits at one separator, or without one at blanks as
// [xargsSplit] does.
func xargsItems(s, sep string) []string {
	var out []string
	if sep != "" {
		if s == "" {
			return nil
		}
		return strings.Split(strings.TrimSuffix(s, sep), sep)
	}
	split, _ := xargsSplit(s, false)
	for _, f := range split {
		out = append(out, f.text)
	}
	return out
}

// xargsItem is a word of the input; ends says that a line ends behind it.
type xargsItem struct {
	text string
	ends bool
}

// xargsSplit splits as xargs does by itself: at blanks and newlines, or where
// whole lines replace a mark at newlines alone, with quotes and backslashes in
// both. A blank at the end of a line joins the next one to it. ok is false for
// a quote that does not close on its line.
func xargsSplit(s string, whole bool) (out []xargsItem, ok bool) {
	var cur []byte
	open := false
	quote := byte(0)
	flush := func(ends bool) {
		if open {
			out = append(out, xargsItem{string(cur), ends})
		} else if ends && len(out) > 0 {
			out[len(out)-1].ends = true
		}
		cur, open = nil, false
	}
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case quote != 0:
			if b == '\n' {
				return out, false
			}
			if b == quote {
				quote = 0
			} else {
				cur = append(cur, b)
			}
		case b == '\'' || b == '"':
			quote, open = b, true
		case b == '\\' && i+1 < len(s):
			i++
			cur = append(cur, s[i])
			open = true
		case b == '\n':
			blank := i > 0 && (s[i-1] == ' ' || s[i-1] == '\t')
			flush(!blank || whole)
		case (b == ' ' || b == '\t') && (!whole || !open):
			flush(false)
		default:
			cur = append(cur, b)
			open = true
		}
	}
	flush(true)
	return out, quote == 0
}

// replace puts a text in place of a mark wherever it stands in a word.
func (w Word) replace(mark string, t Text) Word {
	out := w
	out.Texts = make([]Text, len(w.Texts))
	for i, old := range w.Texts {
		out.Texts[i] = old.Replace(mark, t)
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
