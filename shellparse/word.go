package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// args expands the words of a command. The result is the alternatives of the
// whole argv: more than one where a word may become different numbers of fields.
func (ev *evaluator) words(c *ctx, words []*syntax.Word) [][]Word {
	var first struct { // in one piece, for a command of a few words
		argvs [1][]Word
		texts [4]Text
		words [4]Word
	}
	argvs, texts := first.argvs[:], first.texts[:] // texts are those of words that need no expansion
	argvs[0] = first.words[:0]
	if len(words) > len(texts) {
		texts, argvs[0] = make([]Text, len(words)), make([]Word, 0, len(words))
	}
	for i, w := range words {
		if t, ok := plain(c.src, w); ok && ev.step(c.src.at) {
			texts[i] = t
			word := Word{Texts: texts[i : i+1 : i+1], Src: c.src.slice(w), Pos: c.src.span(w)}
			for j := range argvs {
				argvs[j] = append(argvs[j], word)
			}
			continue
		}
		alts := ev.wordAlternatives(c, w)
		for _, alt := range alts {
			ev.steps += len(alt) >> 1 // words take more room than what they stand for
		}
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
	return Word{Texts: []Text{limitText(all).Split()}, Many: true, Src: src, Pos: at}
}

func (ev *evaluator) unknownWord(kind OriginKind, name string, many bool) Word {
	t := unknownText(ev.origin(Origin{kind, name, -1}))
	if many {
		t = t.Split()
	}
	return Word{Texts: []Text{t}, Many: many}
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
	var copied *syntax.Word
	if c.env.shell.dialect != syntax.LangPOSIX && hasBrace(w.Parts) {
		copied = &syntax.Word{Parts: w.Parts} // SplitBraces replaces the parts
	}
	if copied != nil && syntax.SplitBraces(copied) {
		notFollowed := func(origin OriginKind) [][]Word {
			ev.walkIn(c, w)
			return [][]Word{{{Texts: []Text{splitText(byte(origin))}, Many: true, Src: src, Pos: at}}}
		}
		if misread(copied.Parts) || c.env.shell.dialect == syntax.LangZsh && zshFirst(w.Parts) {
			return notFollowed(OriginUnknown)
		}
		if braceLevels(copied.Parts) > maxBraces {
			ev.limit("more brace expansions in a word than are followed", at)
			return notFollowed(OriginLimit)
		}
		n, grown := 0, false
		all := withoutBraces(nil, copied.Parts, func(parts []syntax.WordPart) bool {
			parts = mergeLits(parts)
			grown = grownTogether(parts)
			if n++; n > 256 || grown || !ev.charge(literals(parts), at) || !ev.step(at) {
				return false
			}
			alts = ev.parts(c, quoteTildes(parts), alts, false)
			for i := range alts {
				if c.env.shell.dialect == syntax.LangZsh && emptyParts(parts) {
					alts[i].open = true // {a,} is two words
				}
				alts[i].flush()
			}
			return true
		})
		if grown {
			return notFollowed(OriginUnknown)
		}
		if !all {
			ev.limit("a brace expansion of more than 256 words", at)
			alts[0].done = append(alts[0].done, Word{Texts: []Text{unknownText(byte(OriginLimit))}, Many: true})
		}
	} else {
		alts = ev.parts(c, w.Parts, alts, false)
	}
	same := true
	for i := range alts {
		alts[i].flush()
		ev.loosen(c, alts[i].done)
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

// mergeLits puts together the literals that braces have left side by side:
// ~{,x} is ~ and ~x.
func mergeLits(parts []syntax.WordPart) []syntax.WordPart {
	var out []syntax.WordPart
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if n := len(out); ok && n > 0 {
			if last, ok := out[n-1].(*syntax.Lit); ok {
				out[n-1] = &syntax.Lit{ValuePos: last.ValuePos, ValueEnd: lit.ValueEnd, Value: last.Value + lit.Value}
				continue
			}
		}
		out = append(out, part)
	}
	return out
}

// quoteTildes keeps the tildes of a word that braces have made look like an
// assignment: bash no longer takes it for one.
func quoteTildes(parts []syntax.WordPart) []syntax.WordPart {
	if len(parts) == 0 || !assigns(parts[0]) {
		return parts
	}
	var out []syntax.WordPart
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			out = append(out, part)
			continue
		}
		from := 0
		for i := 1; i < len(lit.Value); i++ {
			if lit.Value[i] == '~' && (lit.Value[i-1] == '=' || lit.Value[i-1] == ':') {
				out = append(out, &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: lit.Value[from:i]},
					&syntax.SglQuoted{Left: lit.ValuePos, Right: lit.ValueEnd, Value: "~"})
				from = i + 1
			}
		}
		out = append(out, &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: lit.Value[from:]})
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
		if ev.steps > MaxSteps { // a word may have thousands of them
			for j := range alts {
				alts[j].cur = appendMark(alts[j].cur, markSplit, byte(OriginLimit))
			}
			return alts
		}
		switch p := part.(type) {
		case *syntax.Lit:
			t := c.src.show(p.Value)
			if quoted {
				t = unescapeQuoted(t, true)
			}
			if c.env.shell.dialect == syntax.LangZsh && !quoted && zshLiteral(p.Value, i == 0) {
				for j := range alts {
					alts[j].cur = appendMark(alts[j].cur, markSplit, byte(OriginGlob))
				}
				continue
			}
			var home []Text
			if name, tail, ok := strings.Cut(p.Value, "=~"); ok && !quoted && i == 0 && syntax.ValidName(name) {
				// Bash takes any word of this form for an assignment here.
				for j := range alts {
					alts[j].literal(Text(name + "="))
				}
				if before, rest, colon := strings.Cut("~"+tail, ":"); colon && strings.Contains(rest, "~") {
					for _, texts := range ev.tildes(c, before+":"+rest, true, len(parts) > 1) {
						alts = fork(alts, texts, func(f *fields, t Text) { f.quoted(t) })
					}
					continue
				}
				home, t = ev.tilde(c, c.src.show("~"+tail), len(parts) > 1)
			} else if name, rest, ok := strings.Cut(p.Value, "="); ok && !quoted && i == 0 && syntax.ValidName(name) && strings.Contains(rest, ":~") {
				for j := range alts {
					alts[j].literal(Text(name + "="))
				}
				for _, texts := range ev.tildes(c, rest, true, len(parts) > 1) {
					alts = fork(alts, texts, func(f *fields, t Text) { f.quoted(t) })
				}
				continue
			} else if !quoted && i > 0 && strings.Contains(p.Value, ":~") && assigns(parts[0]) {
				for _, texts := range ev.tildes(c, p.Value, false, i < len(parts)-1) {
					alts = fork(alts, texts, func(f *fields, t Text) { f.quoted(t) })
				}
				continue
			} else if !quoted && i == 0 && strings.HasPrefix(p.Value, "~") {
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
			if !quoted && quotedOperand(p) && c.env.shell.dialect != syntax.LangZsh {
				alts = ev.addOperand(c, p, alts)
				break
			}
			if c.env.shell.dialect == syntax.LangZsh {
				alts = ev.zshValue(c, p, alts, quoted)
				break
			}
			alts = ev.addValue(c, ev.param(c, p, quoted), alts, quoted)
		case *syntax.CmdSubst:
			alts = ev.addValue(c, scalar(ev.cmdSubst(c, p)), alts, quoted)
		case *syntax.ArithmExp:
			alts = ev.addValue(c, scalar(ev.arithms(c, p.X)), alts, quoted)
		case *syntax.ProcSubst:
			if len(p.Stmts) == 0 {
				continue // bash 5.2 makes nothing of <()
			}
			t := []Text{ev.procSubst(c, p)}
			alts = fork(alts, t, func(f *fields, t Text) { f.quoted(t) })
		case *syntax.ExtGlob:
			ev.extGlob(c, p)
			for j := range alts {
				alts[j].cur = appendMark(alts[j].cur, markGlob, '*')
			}
		case *syntax.BraceExp:
			// Left only where braces are not expanded, as in an assignment.
			ev.problem("construct", "a brace expansion in a place this program does not expect", c.src.span(p))
		default:
			ev.problem("construct", "a part of a word this program does not know", c.src.span(p))
			for j := range alts {
				alts[j].cur = appendMark(alts[j].cur, markSplit, byte(OriginUnknown))
			}
		}
	}
	return alts
}

// assigns reports whether a word that starts with this part looks like an
// assignment, in which bash expands a ~ behind a colon.
func assigns(first syntax.WordPart) bool {
	lit, ok := first.(*syntax.Lit)
	if !ok {
		return false
	}
	name, _, ok := strings.Cut(lit.Value, "=")
	return ok && syntax.ValidName(name)
}
