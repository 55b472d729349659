package shellparse

import (
	"bytes"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser and bash differ about comments in three places. A # begins one
// only at the beginning of a word; the parser sees such a beginning after the )
// of an array, and after a carriage return, which bash takes for a letter. And
// a comment ends with its line, even where that ends in a backslash, which the
// parser takes for a continuation. What it then calls a comment is code.

// endComments gives the text with the backslashes blanked that stand at the
// end of a comment. Offsets stay as they are.
func (ev *evaluator) endComments(c *ctx, src *source) string {
	text := src.text
	if !mayContinueComment(text) {
		return text
	}
	return ev.blankEnds(c, src, text)
}

// blankEnds does so for a text that may have such comments.
func (ev *evaluator) blankEnds(c *ctx, src *source, text string) string {
	p := syntax.NewParser(syntax.Variant(c.env.shell.dialect), syntax.KeepComments(true))
	for ev.charge(parseCost(text)+strings.Count(text, "#")<<6, src.at) {
		file, _ := p.Parse(strings.NewReader(text), "")
		if file == nil {
			return text
		}
		blank := -1
		syntax.Walk(file, func(n syntax.Node) bool {
			if comment, ok := n.(*syntax.Comment); ok {
				at := int(comment.Hash.Offset())
				end := strings.IndexByte(text[min(at, len(text)):], '\n') + at
				if end > at && text[end-1] == '\\' && (blank < 0 || end-1 < blank) {
					blank = end - 1
				}
			}
			return true
		})
		if blank < 0 {
			return text
		}
		text = blankComments(text, blank)
	}
	ev.limit("more comments that end in a backslash than are followed", src.byteSpan(0, len(src.text)))
	return text
}

// blankComments blanks a backslash at the end of a comment, and those of the
// comments that follow it line by line: they are comments in any reading.
func blankComments(text string, at int) string {
	b := []byte(text)
	for b[at] = ' '; ; b[at] = ' ' {
		next := at + 2 // behind the newline
		for next < len(b) && (b[next] == ' ' || b[next] == '\t') {
			next++
		}
		if next >= len(b) || b[next] != '#' {
			return string(b)
		}
		end := bytes.IndexByte(b[next:], '\n')
		if end < 0 || b[next+end-1] != '\\' {
			return string(b)
		}
		at = next + end - 1
	}
}

// mayContinueComment reports whether a line has a # and ends in a backslash.
func mayContinueComment(text string) bool {
	for rest := text; ; {
		i := strings.Index(rest, "\\\n")
		if i < 0 {
			return false
		}
		if strings.IndexByte(rest[strings.LastIndexByte(rest[:i], '\n')+1:i], '#') >= 0 {
			return true
		}
		rest = rest[i+2:]
	}
}

// gluedComments evaluates such comments as the code they are.
func (ev *evaluator) gluedComments(c *ctx, src *source) {
	if !strings.Contains(src.text, ")#") && !strings.Contains(src.text, "\r#") {
		return
	}
	if !ev.charge(parseCost(src.text), src.at) {
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
