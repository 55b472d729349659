package shellparse

import (
	"maps"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// setAlias remembers an alias. One that stands for a word of the grammar
// changes how everything after it is read, which is not followed.
func (ev *evaluator) setAlias(c *ctx, name, value string) {
	if syntax.IsKeyword(name) {
		ev.problem("construct", "an alias for "+name+", which changes how what follows is read", c.pos)
	}
	ev.charge(len(c.env.shell.aliases)<<6, c.pos)
	aliases := maps.Clone(c.env.shell.aliases)
	if aliases == nil {
		aliases = map[string]string{}
	}
	aliases[name] = value
	c.env.shell.aliases = aliases
}

// aliased evaluates a command whose first word, as it is written, is an alias:
// its text takes the place of the word before anything is expanded. Whether
// aliases are on is a question of how the shell was started, so both readings
// are evaluated.
func (ev *evaluator) aliased(c *ctx, s *syntax.Stmt, call *syntax.CallExpr) (tri, bool) {
	sh := c.env.shell
	if len(sh.aliases) == 0 || len(call.Args) == 0 || c.external || c.noFuncs {
		return maybe, false
	}
	name := call.Args[0].Lit()
	if _, ok := sh.aliases[name]; !ok || c.src.expanding(name) {
		return maybe, false
	}
	from, to := int(call.Pos().Offset()), int(call.End().Offset())
	for _, r := range s.Redirs {
		if r.Hdoc != nil { // it stands elsewhere
			return maybe, false
		}
		from, to = min(from, int(r.Pos().Offset())), max(to, int(r.End().Offset()))
	}
	if to > len(c.src.text) || from > to {
		return maybe, false
	}
	var sb strings.Builder
	for _, w := range call.Args {
		text, ok := sh.aliases[w.Lit()]
		if !ok {
			break
		}
		sb.WriteString(c.src.text[from:w.Pos().Offset()])
		sb.WriteString(text)
		from = int(w.End().Offset())
		if !strings.HasSuffix(text, " ") && !strings.HasSuffix(text, "\t") { // else the word after is looked up, too
			break
		}
	}
	sb.WriteString(c.src.text[from:to])
	as, plain := c.branch().through("alias "+name), c.branch()
	as.chance = max(c.chance, chanceLeft)
	ev.script(as, &source{text: sb.String(), at: c.src.span(s), marks: c.src.marks, alias: name, from: c.src})
	saved := sh.aliases
	ev.charge(len(saved)<<6, c.pos)
	sh.aliases = maps.Clone(saved)
	delete(sh.aliases, name)
	ev.simple(plain, s, call)
	sh.aliases = saved
	c.join(as, plain)
	return maybe, true
}

// alias is [evaluator.aliased] for a command with a here-document, whose words
// are expanded already.
func (ev *evaluator) alias(c *ctx, name string, argv []Word) (tri, bool) {
	sh := c.env.shell
	text, ok := sh.aliases[name]
	if !ok || c.src.expanding(name) {
		return maybe, false
	}
	var sb strings.Builder
	sb.WriteString(text)
	marks := []Text(nil)
	next := strings.HasSuffix(text, " ") || strings.HasSuffix(text, "\t") // then the word after is looked up, too
	for _, w := range argv[1:] {
		if t, ok := w.Exact(); ok {
			if value, ok := sh.aliases[t]; ok && next {
				sb.WriteString(" " + value)
				next = strings.HasSuffix(value, " ") || strings.HasSuffix(value, "\t")
				continue
			}
			next = false
			if q, err := syntax.Quote(t, syntax.LangBash); err == nil {
				sb.WriteString(" " + q)
				continue
			}
		}
		next = false
		sb.WriteString(" " + string(rune(hidden+len(marks))))
		marks = append(marks, one(w.Texts))
	}
	saved := sh.aliases
	ev.charge(len(saved)<<6, c.pos)
	sh.aliases = maps.Clone(saved)
	delete(sh.aliases, name) // it is not expanded inside itself
	as := c.branch().through("alias " + name)
	ev.script(as, &source{text: sb.String(), at: c.pos, marks: marks})
	plain := c.branch()
	ev.run(plain, argv)
	sh.aliases = saved
	c.join(as, plain)
	return maybe, true
}

// expanding reports whether a source is the text of an alias, or of one inside
// that: an alias is not expanded inside itself, but in what its text evaluates.
func (s *source) expanding(name string) bool {
	for ; s != nil && s.alias != ""; s = s.from {
		if s.alias == name {
			return true
		}
	}
	return false
}
