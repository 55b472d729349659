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

// alias evaluates a name that an alias replaces. Whether aliases are on is a
// question of how the shell was started, so both readings are evaluated.
func (ev *evaluator) alias(c *ctx, name string, argv []Word) (tri, bool) {
	sh := c.env.shell
	text, ok := sh.aliases[name]
	if !ok {
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
