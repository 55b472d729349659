package shellparse

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Words become fields here: quote removal, splitting and live patterns are
// ours, because fields carry marks for what is unknown; parameter operators,
// arithmetic and braces are those of mvdan.cc/sh/v3/expand, run on values
// that are fully known.

// fields is one alternative of what a word expands to.
type fields struct {
	done []Word // complete fields; only Texts[0] and Many are set
	cur  []byte // the field being built
	open bool   // cur is a field even if empty: quotes were seen
}

func (f *fields) clone() fields {
	return fields{
		done: f.done[:len(f.done):len(f.done)],
		cur:  append([]byte(nil), f.cur...),
		open: f.open,
	}
}

// flush ends the current field.
func (f *fields) flush() {
	if len(f.cur) > 0 || f.open {
		t := closeBrackets(f.cur)
		f.done = append(f.done, Word{Texts: []Text{t}, Many: t.hasMark(markSplit)})
	}
	f.cur, f.open = nil, false
}

// closeBrackets makes literal a live [ that no ] follows: it starts no pattern.
func closeBrackets(s []byte) Text {
	for i := 0; i+2 < len(s); i++ {
		if s[i] != 0 {
			continue
		}
		if s[i+1] == markGlob && s[i+2] == '[' && !strings.ContainsRune(string(s[i+3:]), ']') {
			s = append(s[:i:i], s[i+2:]...)
			continue
		}
		i += 2
	}
	return Text(s)
}

func (f *fields) quoted(t Text) {
	f.cur = append(f.cur, t...)
	f.open = true
}

// literal adds text of the source that is not quoted, without splitting.
func (f *fields) literal(t Text) {
	for p := range t.Parts() {
		if p.Origin >= 0 {
			f.cur = append(f.cur, 0, splitMark(p.Origin), byte(p.Origin))
			continue
		}
		s := p.Lit
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				if i+1 < len(s) {
					_, n := utf8.DecodeRuneInString(s[i+1:])
					f.cur = append(f.cur, s[i+1:i+1+n]...)
					f.open = true
					i += n
					continue
				}
			case '*', '?', '[':
				f.cur = append(f.cur, 0, markGlob, s[i])
				continue
			}
			f.cur = append(f.cur, s[i])
		}
	}
}

// splitMark is the mark of an unknown that stands unquoted. A pid is digits,
// and so one word.
func splitMark(origin int) byte {
	switch OriginKind(origin) {
	case OriginSelf, OriginParent, OriginOwnShell, OriginJob:
		return markUnknown
	}
	return markSplit
}

// split adds the result of an unquoted expansion: it is cut at ifs, its
// pattern characters are live, and what is unknown in it may split further.
func (f *fields) split(t Text, ifs string) {
	for p := range t.Parts() {
		if p.Origin >= 0 {
			f.cur = append(f.cur, 0, splitMark(p.Origin), byte(p.Origin))
			continue
		}
		if p.Glob {
			f.cur = append(f.cur, 0, markGlob, p.Lit[0])
			continue
		}
		s := p.Lit
		for i := 0; i < len(s); i++ {
			b := s[i]
			switch {
			case strings.IndexByte(ifs, b) >= 0:
				if b != ' ' && b != '\t' && b != '\n' && len(f.cur) == 0 {
					f.open = true // a separator that is no blank makes an empty field
				}
				f.flush()
			case b == '*' || b == '?' || b == '[':
				f.cur = append(f.cur, 0, markGlob, b)
			default:
				f.cur = append(f.cur, b)
			}
		}
	}
}

// args expands the words of a command. The result is the alternatives of the
// whole argv: more than one where a word may become different numbers of fields.
func (ev *evaluator) words(c *ctx, words []*syntax.Word) [][]Word {
	if len(words) == 1 {
		return ev.wordAlternatives(c, words[0])
	}
	argvs := [][]Word{make([]Word, 0, len(words))}
	for _, w := range words {
		alts := ev.wordAlternatives(c, w)
		if len(alts) == 1 {
			for i := range argvs {
				argvs[i] = append(argvs[i], alts[0]...)
			}
			continue
		}
		if len(argvs)*len(alts) > MaxAlternatives {
			many := ev.collapse(alts, c.src.span(w), c.src.slice(w))
			for i := range argvs {
				argvs[i] = append(argvs[i], many)
			}
			continue
		}
		var product [][]Word
		for _, argv := range argvs {
			for _, alt := range alts {
				product = append(product, append(argv[:len(argv):len(argv)], alt...))
			}
		}
		argvs = product
	}
	return argvs
}

// flat expands words to one list, for a place that cannot follow alternatives.
func (ev *evaluator) flat(c *ctx, words []*syntax.Word) []Word {
	var list []Word
	for _, w := range words {
		alts := ev.wordAlternatives(c, w)
		if len(alts) == 1 {
			list = append(list, alts[0]...)
		} else {
			list = append(list, ev.collapse(alts, c.src.span(w), c.src.slice(w)))
		}
	}
	return list
}

// collapse stands for every alternative of a word at once.
func (ev *evaluator) collapse(alts [][]Word, at Span, src string) Word {
	var all []Text
	for _, alt := range alts {
		for _, w := range alt {
			all = append(all, w.Texts...)
		}
	}
	t := []byte(limitText(all))
	t[1] = markSplit
	return Word{Texts: []Text{Text(t)}, Many: true, Src: src, Pos: at}
}

func (ev *evaluator) unknownWord(kind OriginKind, name string, many bool) Word {
	t := []byte(unknownText(ev.origin(Origin{kind, name, -1})))
	if many {
		t[1] = markSplit
	}
	return Word{Texts: []Text{Text(t)}, Many: many}
}

// wordAlternatives expands one word. Where every alternative has the same
// number of fields they are folded into one list of words with several texts.
func (ev *evaluator) wordAlternatives(c *ctx, w *syntax.Word) [][]Word {
	src, at := c.src.slice(w), c.src.span(w)
	if !ev.step(at) {
		return [][]Word{{{Texts: []Text{unknownText(byte(OriginLimit))}, Many: true, Src: src, Pos: at}}}
	}
	if t, ok := plain(c.src, w); ok {
		return [][]Word{{{Texts: []Text{t}, Src: src, Pos: at}}}
	}
	alts := []fields{{}}
	copied := *w // SplitBraces replaces the parts
	if c.env.shell.dialect != syntax.LangPOSIX && syntax.SplitBraces(&copied) {
		n := 0
		for bw, err := range expand.BracesSeq(nil, &copied) {
			if n++; err != nil || n > 256 || !ev.step(at) {
				ev.limit("a brace expansion of more than 256 words", at)
				alts[0].done = append(alts[0].done, Word{Texts: []Text{unknownText(byte(OriginLimit))}, Many: true})
				break
			}
			alts = ev.parts(c, bw.Parts, alts, false)
			for i := range alts {
				alts[i].flush()
			}
		}
	} else {
		alts = ev.parts(c, w.Parts, alts, false)
	}
	same := true
	for i := range alts {
		alts[i].flush()
		same = same && len(alts[i].done) == len(alts[0].done)
	}
	if same {
		first := alts[0].done
		for j := range first {
			first[j].Src, first[j].Pos = src, at
			for _, other := range alts[1:] {
				first[j].Texts = joinTexts(first[j].Texts, other.done[j].Texts)
				first[j].Many = first[j].Many || other.done[j].Many
			}
		}
		return [][]Word{first}
	}
	out := make([][]Word, len(alts))
	for i := range alts {
		for j := range alts[i].done {
			alts[i].done[j].Src, alts[i].done[j].Pos = src, at
		}
		out[i] = alts[i].done
	}
	return out
}

// plain is the short way for a word that needs no expansion.
func plain(src *source, w *syntax.Word) (Text, bool) {
	if len(src.marks) > 0 {
		return "", false
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if !strings.ContainsAny(p.Value, "\\*?[{~") {
				return Text(p.Value), true
			}
		case *syntax.SglQuoted:
			if !p.Dollar {
				return Text(p.Value), true
			}
		case *syntax.DblQuoted:
			if len(p.Parts) == 1 {
				if lit, ok := p.Parts[0].(*syntax.Lit); ok && strings.IndexByte(lit.Value, '\\') < 0 {
					return Text(lit.Value), true
				}
			}
		}
	}
	return "", false
}

// parts adds word parts to every alternative.
func (ev *evaluator) parts(c *ctx, parts []syntax.WordPart, alts []fields, quoted bool) []fields {
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			t := c.src.show(p.Value)
			if quoted {
				t = unescapeQuoted(t, true)
			}
			var home []Text
			if !quoted && i == 0 && strings.HasPrefix(p.Value, "~") {
				home, t = ev.tilde(c, t, len(parts) > 1)
			}
			if home != nil {
				alts = fork(alts, home, func(f *fields, t Text) { f.quoted(t) })
			}
			for j := range alts {
				if quoted {
					alts[j].quoted(t)
				} else {
					alts[j].literal(t)
				}
			}
		case *syntax.SglQuoted:
			t := c.src.show(p.Value)
			if p.Dollar {
				t = unescapeANSI(t)
			}
			for j := range alts {
				alts[j].quoted(t)
			}
		case *syntax.DblQuoted:
			if len(p.Parts) == 0 {
				for j := range alts {
					alts[j].open = true
				}
			}
			alts = ev.parts(c, p.Parts, alts, true)
		case *syntax.ParamExp:
			alts = ev.addValue(c, ev.param(c, p, quoted), alts, quoted)
		case *syntax.CmdSubst:
			alts = ev.addValue(c, scalar(ev.cmdSubst(c, p)), alts, quoted)
		case *syntax.ArithmExp:
			alts = ev.addValue(c, scalar([]Text{ev.arithm(c, p.X)}), alts, quoted)
		case *syntax.ProcSubst:
			t := []Text{ev.procSubst(c, p)}
			alts = fork(alts, t, func(f *fields, t Text) { f.quoted(t) })
		case *syntax.ExtGlob:
			for j := range alts {
				alts[j].cur = append(alts[j].cur, 0, markGlob, '*')
			}
		case *syntax.BraceExp:
			// Left only where braces are not expanded, as in an assignment.
			ev.problem("construct", "a brace expansion in a place this program does not expect", c.src.span(p))
		default:
			ev.problem("construct", "a part of a word this program does not know", c.src.span(p))
			for j := range alts {
				alts[j].cur = append(alts[j].cur, 0, markSplit, byte(OriginUnknown))
			}
		}
	}
	return alts
}

// fork gives each alternative every value of a list, add putting it in.
func fork(alts []fields, texts []Text, add func(*fields, Text)) []fields {
	if len(texts) == 1 {
		for i := range alts {
			add(&alts[i], texts[0])
		}
		return alts
	}
	if len(alts)*len(texts) > MaxAlternatives {
		texts = []Text{limitText(texts)}
		return fork(alts, texts, add)
	}
	out := make([]fields, 0, len(alts)*len(texts))
	for i := range alts {
		for _, t := range texts {
			f := alts[i].clone()
			add(&f, t)
			out = append(out, f)
		}
	}
	return out
}

// addValue adds the value of an expansion.
func (ev *evaluator) addValue(c *ctx, v value, alts []fields, quoted bool) []fields {
	ifs := ""
	if !quoted {
		ifs = ev.ifs(c)
	}
	for i, texts := range v.elems {
		if i > 0 { // elements of "$@" are fields of their own
			for j := range alts {
				alts[j].flush()
			}
		}
		if quoted {
			if v.many {
				for j := range alts {
					t := []byte(limitText(texts))
					t[1] = markSplit
					alts[j].quoted(Text(t))
				}
				continue
			}
			alts = fork(alts, texts, func(f *fields, t Text) { f.quoted(t) })
		} else {
			alts = fork(alts, texts, func(f *fields, t Text) { f.split(t, ifs) })
			if v.many {
				for j := range alts {
					alts[j].cur = append(alts[j].cur, 0, markSplit, byte(OriginLimit))
				}
			}
		}
	}
	if len(v.elems) == 0 && quoted && !v.list {
		for j := range alts {
			alts[j].open = true
		}
	}
	return alts
}

// ifs is what unquoted expansions are split at. Where it is not known, the
// default: a value then is not split at a character it might be split at, so
// such a case is a Problem.
func (ev *evaluator) ifs(c *ctx) string {
	v := c.env.get("IFS")
	if v == nil || !v.isSet() {
		return " \t\n"
	}
	if len(v.texts) == 1 {
		if s, ok := v.texts[0].Exact(); ok {
			return s
		}
	}
	ev.problem("construct", "IFS may hold something that is not known, so words cannot be told apart", c.pos)
	return " \t\n"
}

// value expands a word where it is neither split nor a pattern: an
// assignment, a redirection target, a case word.
func (ev *evaluator) value(c *ctx, w *syntax.Word) Word {
	if w == nil {
		return Word{Texts: []Text{""}}
	}
	src, at := c.src.slice(w), c.src.span(w)
	if t, ok := plain(c.src, w); ok {
		return Word{Texts: []Text{t}, Src: src, Pos: at}
	}
	if !ev.step(at) {
		return Word{Texts: []Text{unknownText(byte(OriginLimit))}, Src: src, Pos: at}
	}
	return Word{Texts: ev.joined(c, w.Parts, false), Src: src, Pos: at}
}

// document expands the body of a here-document.
func (ev *evaluator) document(c *ctx, w *syntax.Word) []Text {
	if w == nil {
		return []Text{""}
	}
	return ev.joined(c, w.Parts, true)
}

// joined expands parts to one text, without splitting.
func (ev *evaluator) joined(c *ctx, parts []syntax.WordPart, heredoc bool) []Text {
	out := []Text{""}
	add := func(texts []Text) {
		if len(out)*len(texts) > MaxAlternatives {
			out = []Text{limitText(append(out, texts...))}
			return
		}
		var next []Text
		for _, a := range out {
			for _, b := range texts {
				next = joinTexts(next, []Text{a + b})
			}
		}
		out = next
	}
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			t := c.src.show(p.Value)
			switch {
			case heredoc:
				t = unescapeQuoted(t, false)
			default:
				if i == 0 && strings.HasPrefix(p.Value, "~") {
					var home []Text
					if home, t = ev.tilde(c, t, len(parts) > 1); home != nil {
						add(home)
					}
				}
				t = unescapeBare(t)
			}
			add([]Text{t})
		case *syntax.SglQuoted:
			t := c.src.show(p.Value)
			if p.Dollar {
				t = unescapeANSI(t)
			}
			add([]Text{t})
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				if lit, ok := inner.(*syntax.Lit); ok {
					add([]Text{unescapeQuoted(c.src.show(lit.Value), true)})
					continue
				}
				add(ev.joined(c, []syntax.WordPart{inner}, false))
			}
		case *syntax.ParamExp:
			add(ev.param(c, p, true).joined())
		case *syntax.CmdSubst:
			add(ev.cmdSubst(c, p))
		case *syntax.ArithmExp:
			add([]Text{ev.arithm(c, p.X)})
		case *syntax.ProcSubst:
			add([]Text{ev.procSubst(c, p)})
		case *syntax.ExtGlob:
			add([]Text{Text(p.Op.String() + p.Pattern.Value + ")")})
		default:
			ev.problem("construct", "a part of a word this program does not know", c.src.span(p))
			add([]Text{unknownText(byte(OriginUnknown))})
		}
	}
	return out
}

// tilde expands the prefix of a word that starts with ~. home is nil where
// it stays as it is.
func (ev *evaluator) tilde(c *ctx, t Text, moreParts bool) (home []Text, rest Text) {
	s := string(t)
	name, tail, slash := strings.Cut(s[1:], "/")
	if !slash && moreParts { // ~"x", ~$x
		return nil, t
	}
	if slash {
		tail = "/" + tail
	}
	switch name {
	case "":
		v := c.env.get("HOME")
		if v.isSet() && !v.array {
			return v.texts, Text(tail)
		}
		if ev.opt.Home != "" {
			return []Text{Text(ev.opt.Home)}, Text(tail)
		}
	case "+":
		return c.env.cwd(), Text(tail)
	case "-":
		if v := c.env.get("OLDPWD"); v.isSet() {
			return v.texts, Text(tail)
		}
	case "root":
		return []Text{"/root"}, Text(tail)
	}
	if strings.ContainsAny(name, "\\\"'$") || strings.IndexByte(name, 0) >= 0 {
		return nil, t
	}
	return []Text{unknownText(ev.origin(Origin{OriginUnknown, "~" + name, -1}))}, Text(tail)
}

// unescapeQuoted removes the backslashes that double quotes (or, with
// quotes false, a here-document) take as escapes.
func unescapeQuoted(t Text, quotes bool) Text {
	s := string(t)
	if strings.IndexByte(s, '\\') < 0 {
		return t
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch s[i+1] {
			case '$', '`', '\\':
				i++
			case '"':
				if quotes {
					i++
				}
			case '\n':
				i++
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return Text(sb.String())
}

// unescapeBare removes the backslashes of unquoted text.
func unescapeBare(t Text) Text {
	s := string(t)
	if strings.IndexByte(s, '\\') < 0 {
		return t
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return Text(sb.String())
}
