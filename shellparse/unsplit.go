package shellparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	return Word{Texts: ev.joined(c, w.Parts, bare), Src: src, Pos: at}
}

// assignedValue expands the value of an assignment.
func (ev *evaluator) assignedValue(c *ctx, w *syntax.Word) Word {
	out := ev.value(c, nil)
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '~') >= 0 && ev.stepAt(c, w) {
			out.Texts = ev.joined(c, w.Parts, inAssign)
			return out
		}
	}
	return ev.value(c, w)
}

// document expands the body of a here-document.
func (ev *evaluator) document(c *ctx, w *syntax.Word) []Text {
	if w == nil {
		return []Text{""}
	}
	return ev.joined(c, w.Parts, inDocument)
}

// quoting is what stands around the parts of a word that is not split.
type quoting uint8

const (
	bare     quoting = iota
	inAssign         // the value of an assignment: a ~ may also follow a colon
	inQuotes
	inDocument
	inPattern     // see [evaluator.patterns]
	inReplacement // see [evaluator.replacements]
)

// shields reports whether what is quoted has to be told from what is not.
func (in quoting) shields() bool { return in == inPattern || in == inReplacement }

// joined expands parts to one text, without splitting.
func (ev *evaluator) joined(c *ctx, parts []syntax.WordPart, in quoting) []Text {
	ev.steps += len(parts) >> 2
	built := together{alts: []Text{""}}
	add := func(texts []Text) {
		bounded := len(parts) > 1
		added := built.add(texts, bounded)
		if !added && len(texts) > 1 { // what stands around it is still known
			added = built.add([]Text{limitText(texts)}, bounded)
		}
		if !added || !ev.charge(built.copied, c.pos) {
			ev.steps += built.size() >> 7 // all of it is copied, and looked at
			built = together{alts: []Text{limitText(append(slices.Clip(built.texts()), texts...))}}
		}
	}
	quoted := func(texts []Text) {
		if in.shields() {
			texts = shielded(texts)
		}
		add(texts)
	}
	for i, part := range parts {
		if ev.steps > MaxSteps {
			add([]Text{unknownText(byte(OriginLimit))})
			break
		}
		switch p := part.(type) {
		case *syntax.Lit:
			t := c.src.show(p.Value)
			switch in {
			case inDocument:
				t = unescapeQuoted(t, false)
			case inQuotes:
				t = unescapeQuoted(t, true)
			default:
				if i == 0 && in != inAssign && strings.HasPrefix(p.Value, "~") {
					var home []Text
					if home, t = ev.tilde(c, t, len(parts) > 1); home != nil {
						quoted(home)
					}
				}
				if in.shields() {
					add([]Text{t})
					continue
				}
				if in == inAssign && strings.IndexByte(p.Value, '~') >= 0 {
					for _, texts := range ev.tildes(c, p.Value, i == 0, i < len(parts)-1) {
						add(texts)
					}
					continue
				}
				t = unescapeBare(t)
			}
			add([]Text{t})
		case *syntax.SglQuoted:
			t := c.src.show(p.Value)
			if p.Dollar {
				t = unescapeANSI(t)
			}
			quoted([]Text{t})
		case *syntax.DblQuoted:
			quoted(ev.joined(c, p.Parts, inQuotes))
		case *syntax.ParamExp:
			if c.env.shell.dialect == syntax.LangZsh {
				add(ev.unquotedIn(in, ev.zshText(c, p)))
				break
			}
			v := ev.param(c, p, in == inQuotes || in == inDocument)
			if len(v.elems) > 1 && !v.list {
				add(ev.unquotedIn(in, v.joinedBy(ev.separator(c))))
				break
			}
			texts := v.joined()
			if v.list && (p.Slice != nil || p.Repl != nil || p.Exp != nil || p.Excl) { // versions of bash differ in what stands between
				texts = joinTexts(texts, v.joinedBy(ev.separator(c)))
			}
			add(ev.unquotedIn(in, texts))
		case *syntax.CmdSubst:
			add(ev.unquotedIn(in, ev.cmdSubst(c, p)))
		case *syntax.ArithmExp:
			add(ev.arithms(c, p.X))
		case *syntax.ProcSubst:
			add([]Text{ev.procSubst(c, p)})
		case *syntax.ExtGlob:
			ev.extGlob(c, p)
			add([]Text{Text(p.Op.String() + p.Pattern.Value + ")")})
		default:
			ev.problem("construct", "a part of a word this program does not know", c.src.span(p))
			add([]Text{unknownText(byte(OriginUnknown))})
		}
	}
	built.copied = 0
	texts := built.texts()
	ev.steps += built.copied >> 8
	return texts
}

// together puts the values of a word's parts together. What all alternatives
// end in is written once, so that a long text of many parts is not copied for
// each.
type together struct {
	alts   []Text
	tail   []byte
	copied int // bytes, in the last step
}

// add appends a part. false: there are more alternatives than are followed, or
// with bounded, more text.
func (b *together) add(texts []Text, bounded bool) bool {
	if len(texts) == 1 && len(b.tail) == 0 && len(b.alts) == 1 && b.alts[0] == "" { // nothing is copied
		b.copied = 0
		b.alts = texts
		return !bounded || len(texts[0]) <= maxCapture
	}
	if len(texts) == 1 {
		b.copied = len(texts[0])
		b.tail = append(b.tail, texts[0]...)
		return !bounded || len(b.alts[0])+len(b.tail) <= maxCapture
	}
	b.copied = 0
	alts := b.texts()
	if len(alts)*len(texts) > MaxAlternatives {
		return false
	}
	var next []Text
	for _, a := range alts {
		for _, t := range texts {
			if len(a)+len(t) > maxCapture {
				return false
			}
			b.copied += len(a) + len(t) + 64
			next = joinTexts(next, []Text{a + t})
		}
	}
	b.alts, b.tail = next, nil
	return true
}

// size is how long the alternatives are in all.
func (b *together) size() int {
	n := len(b.tail) * len(b.alts)
	for _, a := range b.alts {
		n += len(a)
	}
	return n
}

// texts gives what has been put together so far.
func (b *together) texts() []Text {
	if len(b.tail) == 0 {
		return b.alts
	}
	out := make([]Text, len(b.alts))
	for i, a := range b.alts {
		out[i] = a + Text(b.tail)
		b.copied += len(out[i])
	}
	b.alts, b.tail = out, nil
	return out
}

// tildes expands a stretch of the value of an assignment, in which a ~ stands
// for a home also behind a colon. more says that the word goes on after it.
func (ev *evaluator) tildes(c *ctx, lit string, first, more bool) [][]Text {
	var out [][]Text
	for i, s := range strings.Split(lit, ":") {
		if i > 0 {
			out = append(out, []Text{":"})
		}
		t := c.src.show(s)
		if strings.HasPrefix(s, "~") && (first || i > 0) {
			var home []Text
			last := strings.Count(lit, ":") == i
			if home, t = ev.tilde(c, t, last && more); home != nil {
				out = append(out, home)
			}
		}
		out = append(out, []Text{unescapeBare(t)})
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
