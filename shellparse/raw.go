package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What the parser leaves as text although bash expands it: <(…) and >(…) in
// the word of an operator, as in ${x:-<(cmd)}, and the pattern of @(…).

// operandWord is the word of an operator with its <(…) and >(…) evaluated, with
// deep also those of the expansions in it.
func (ev *evaluator) operandWord(c *ctx, w *syntax.Word, deep bool) *syntax.Word {
	if w == nil || evaluated(w) || !strings.Contains(c.src.slice(w), "<(") && !strings.Contains(c.src.slice(w), ">(") {
		return w
	}
	from, raw := int(w.Pos().Offset()), c.src.slice(w)
	var parts []syntax.WordPart
	done := 0 // of raw
	for _, part := range w.Parts {
		start, end := int(part.Pos().Offset())-from, int(part.End().Offset())-from
		if end <= done || start < 0 || end > len(raw) {
			continue
		}
		lit, isLit := part.(*syntax.Lit)
		if !isLit {
			if deep {
				part = ev.partProcesses(c, part, false)
			}
			parts, done = append(parts, part), end
			continue
		}
		for done = max(done, start); done < end; {
			i := processAt(raw[:min(end+1, len(raw))], done)
			if i < 0 {
				break
			}
			if !ev.charge(parseCost(raw[i:]), c.pos) {
				return w
			}
			inner := c.with()
			inner.src = &source{text: raw[i:], at: c.src.span(w), marks: c.src.marks}
			p := ev.firstProcess(inner)
			if p == nil {
				ev.problem("construct", "a process substitution that this program does not read", c.src.span(w))
				return w
			}
			parts = append(parts, &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: raw[done:i]},
				&syntax.SglQuoted{Left: lit.ValuePos, Right: lit.ValueEnd, Value: string(ev.procSubst(inner, p))})
			done = i + int(p.End().Offset())
		}
		if done < end {
			parts, done = append(parts, &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: raw[done:end]}), end
		}
	}
	return &syntax.Word{Parts: parts}
}

// partProcesses is operandWord for a part of a word.
func (ev *evaluator) partProcesses(c *ctx, part syntax.WordPart, quoted bool) syntax.WordPart {
	switch p := part.(type) {
	case *syntax.ParamExp:
		if quoted && p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull { // its word is quoted too
			return p
		}
		return ev.withProcesses(c, p)
	case *syntax.DblQuoted:
		out := *p
		out.Parts = make([]syntax.WordPart, len(p.Parts))
		for i, part := range p.Parts {
			out.Parts[i] = ev.partProcesses(c, part, true)
		}
		return &out
	}
	return part
}

// evaluated reports whether operandWord made a word: in no other do quotes
// stand in no place.
func evaluated(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if q, ok := part.(*syntax.SglQuoted); ok && q.Left == q.Right {
			return true
		}
	}
	return false
}

// processAt is where the next <( or >( starts that no backslash stands before.
func processAt(s string, from int) int {
	for i := from; i+1 < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case (s[i] == '<' || s[i] == '>') && s[i+1] == '(':
			return i
		}
	}
	return -1
}

// firstProcess reads the <(…) that the text of c starts with.
func (ev *evaluator) firstProcess(c *ctx) *syntax.ProcSubst {
	if tooDeep(c.src.text) >= 0 {
		return nil
	}
	for w, err := range ev.parser(c.env.shell.dialect).WordsSeq(strings.NewReader(c.src.text)) {
		if err != nil || len(w.Parts) == 0 {
			return nil
		}
		p, _ := w.Parts[0].(*syntax.ProcSubst)
		return p
	}
	return nil
}

// withProcesses is an expansion with the words of its operator as they are read.
func (ev *evaluator) withProcesses(c *ctx, p *syntax.ParamExp) *syntax.ParamExp {
	if p.Exp == nil && p.Repl == nil {
		return p
	}
	out := *p
	if p.Exp != nil {
		exp := *p.Exp
		exp.Word = ev.operandWord(c, exp.Word, true)
		out.Exp = &exp
	}
	if p.Repl != nil {
		repl := *p.Repl
		repl.Orig, repl.With = ev.operandWord(c, repl.Orig, true), ev.operandWord(c, repl.With, true)
		out.Repl = &repl
	}
	return &out
}

// extGlob evaluates what stands in @(…) and the like. It is read as the
// pattern of an operator, in which bash expands the same.
func (ev *evaluator) extGlob(c *ctx, p *syntax.ExtGlob) {
	pattern := p.Pattern.Value
	if !strings.ContainsAny(pattern, "$`<>") {
		return
	}
	text := "${_#" + p.Op.String() + pattern + ")}"
	if tooDeep(text) >= 0 {
		ev.limit("nesting in a pattern that is too deep", c.src.span(p))
		return
	}
	if !ev.charge(parseCost(text), c.pos) {
		return
	}
	inner := c.with()
	inner.src = &source{text: text, at: c.src.span(p), marks: c.src.marks}
	w, err := ev.parser(c.env.shell.dialect).Document(strings.NewReader(text))
	if err == nil && w != nil && len(w.Parts) == 1 {
		if x, ok := w.Parts[0].(*syntax.ParamExp); ok && x.Exp != nil {
			ev.value(inner, ev.operandWord(inner, x.Exp.Word, false))
			return
		}
	}
	ev.problem("construct", "a pattern that this program does not read", c.src.span(p))
}
