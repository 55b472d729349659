package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A # starts a comment only at the beginning of a word. The parser sees such a
// beginning in two places where bash does not: after the ) of an array, and
// after a carriage return, which bash takes for a letter. What the parser
// calls a comment there is code.

// gluedComments evaluates such comments as the code they are.
func (ev *evaluator) gluedComments(c *ctx, src *source) {
	if i := strings.IndexByte(src.text, '\r'); i >= 0 {
		for rest := src.text; ; {
			i := strings.IndexByte(rest, '\r')
			if i < 0 {
				break
			}
			if i+1 < len(rest) && rest[i+1] != '\n' {
				ev.problem("input", "a carriage return in the middle of a line", src.byteSpan(len(src.text)-len(rest)+i, 1))
				break
			}
			rest = rest[i+1:]
		}
	}
	if !strings.Contains(src.text, ")#") && !strings.Contains(src.text, "\r#") {
		return
	}
	p := syntax.NewParser(syntax.Variant(c.env.shell.dialect), syntax.KeepComments(true))
	file, _ := p.Parse(strings.NewReader(src.text), "")
	if file == nil {
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		comment, ok := n.(*syntax.Comment)
		if !ok {
			return true
		}
		at := int(comment.Hash.Offset())
		if at == 0 || at > len(src.text) || src.text[at-1] != ')' && src.text[at-1] != '\r' {
			return true
		}
		sub := c.subshell()
		ev.script(sub, &source{text: comment.Text, at: src.byteSpan(at, len(comment.Text)+1), marks: src.marks})
		return true
	})
}
