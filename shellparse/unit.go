package shellparse

import (
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ReadUnit reads from next, which gives a line with its newline, what a shell
// reads before it runs any of it: a line, and those that complete what it
// begins. next says false at the end of the script; only its last line may be
// without a newline. whole is false for a unit that the end has cut off, that
// is too long, or that the grammar does not have. shell is as in [Options].
func ReadUnit(next func() (string, bool), shell string) (unit string, whole bool) {
	r := &unitReader{next: next}
	p := syntax.NewParser(syntax.Variant(dialectOf(shell)))
	err := p.Interactive(r, func([]*syntax.Stmt) bool {
		whole = !p.Incomplete() || endsInComment(r.read.String(), shell)
		return !whole
	})
	return r.read.String(), err == nil && (whole || r.ended)
}

// unitReader gives the parser a line at a time and remembers them.
type unitReader struct {
	next  func() (string, bool)
	read  strings.Builder
	rest  string // of the line, where the parser takes less
	ended bool
}

func (r *unitReader) Read(b []byte) (int, error) {
	if r.rest == "" && !r.ended && r.read.Len() <= MaxInput {
		line, ok := r.next()
		r.ended = !ok
		r.read.WriteString(line)
		r.rest = line
	}
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// endsInComment reports whether the last line only seems to go on: its
// backslash stands in a comment, see [evaluator.endComments].
func endsInComment(text, shell string) bool {
	cut, ok := strings.CutSuffix(text, "\\\n")
	if !ok || !mayContinueComment(text) {
		return false
	}
	p := syntax.NewParser(syntax.Variant(dialectOf(shell)), syntax.KeepComments(true))
	file, err := p.Parse(strings.NewReader(cut+" \n"), "")
	if err != nil {
		return false
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok && int(c.End().Offset()) >= len(cut) {
			found = true
		}
		return !found
	})
	return found
}

// Blank reports whether a unit certainly has nothing in it to run.
func Blank(unit string) bool {
	for line := range strings.SplitSeq(unit, "\n") {
		if line = strings.TrimLeft(line, " \t"); line != "" && line[0] != '#' || strings.ContainsAny(line, "\r\x00") {
			return false
		}
	}
	return true
}

// Redirected gives a unit with redirs applied to all of it, on the lines where
// it stands. ok is false where that cannot be done: the unit is in no grammar,
// or it has no commands. Statements that only open descriptors for the shell
// itself are left out of the groups: the redirections around them would be
// undone over them, or be kept by bash under the very number that is opened.
func Redirected(unit, shell, redirs string) (text string, ok bool) {
	before, err := parseUnit(unit, shell)
	if err != nil {
		return unit, false
	}
	var sb strings.Builder
	var shape []int // how many statements each group has; 0 is one outside
	at := 0
	for i := 0; i < len(before); {
		if onlyOpens(before[i]) {
			shape = append(shape, 0)
			i++
			continue
		}
		n := 1
		for i+n < len(before) && !onlyOpens(before[i+n]) {
			n++
		}
		first, last := before[i], before[i+n-1]
		start, end := int(first.Pos().Offset()), stmtEnd(last)
		if start < at || start > end || end > len(unit) {
			return unit, false
		}
		sb.WriteString(unit[at:start] + "{ " + unit[start:end])
		if last.Semicolon.IsValid() {
			sb.WriteString(" } " + redirs)
		} else {
			sb.WriteString("; } " + redirs)
		}
		if i += n; i < len(before) && last.Semicolon.IsValid() {
			sb.WriteString(";")
		}
		shape = append(shape, n)
		at = end
	}
	if at == 0 {
		return unit, false
	}
	text = sb.String() + unit[at:]
	if after, err := parseUnit(text, shell); err != nil || !grouped(before, after, shape) {
		return unit, false
	}
	return text, true
}

// grouped reports whether after holds the statements of before in groups of
// the given shape and nothing beside them.
func grouped(before, after []*syntax.Stmt, shape []int) bool {
	if len(after) != len(shape) {
		return false
	}
	for i, n := range shape {
		if n == 0 {
			if !onlyOpens(after[i]) || !sameStmt(after[i], before[0]) {
				return false
			}
			before = before[1:]
			continue
		}
		group, ok := after[i].Cmd.(*syntax.Block)
		if !ok || after[i].Background || after[i].Negated || len(group.Stmts) != n {
			return false
		}
		for j, s := range group.Stmts {
			if !sameStmt(s, before[j]) {
				return false
			}
		}
		before = before[n:]
	}
	return len(before) == 0
}

// sameStmt reports whether the printer writes two statements alike.
func sameStmt(a, b *syntax.Stmt) bool {
	var text [2]strings.Builder
	p := syntax.NewPrinter()
	return p.Print(&text[0], a) == nil && p.Print(&text[1], b) == nil && text[0].String() == text[1].String()
}

// onlyOpens reports whether a statement is `exec 9>file`, or closes what was so
// opened, and does not touch standard input.
func onlyOpens(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) != 1 || call.Args[0].Lit() != "exec" || s.Negated || s.Background || len(s.Redirs) == 0 {
		return false
	}
	for _, r := range s.Redirs {
		if r.N == nil || r.N.Value == "0" || r.Hdoc != nil || r.Word == nil || !literal(r.Word) {
			return false
		}
		if to := r.Word.Lit(); (r.Op == syntax.DplIn || r.Op == syntax.DplOut) && to != "-" && (to == "" || strings.Trim(to, "123456789") != "") {
			return false
		}
	}
	return true
}

// literal reports whether nothing runs when a word is expanded.
func literal(w *syntax.Word) bool {
	plain := true
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			plain = false
		}
		return plain
	})
	return plain
}

func parseUnit(text, shell string) ([]*syntax.Stmt, error) {
	if tooDeep(text) >= 0 || len(text) > MaxInput {
		return nil, io.ErrUnexpectedEOF
	}
	file, err := syntax.NewParser(syntax.Variant(dialectOf(shell))).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, err
	}
	return file.Stmts, nil
}

// stmtEnd is the offset behind a statement, the ; or & after it included. The
// text of a here-document stands behind that.
func stmtEnd(s *syntax.Stmt) int {
	end := 0
	if s.Cmd != nil {
		end = commandEnd(s.Cmd)
	}
	for _, r := range s.Redirs {
		if r.Word != nil {
			end = max(end, int(r.Word.End().Offset()))
		}
	}
	if s.Semicolon.IsValid() {
		end = max(end, int(s.Semicolon.Offset())+1)
	}
	return end
}

func commandEnd(c syntax.Command) int {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return max(stmtEnd(c.X), stmtEnd(c.Y))
	case *syntax.FuncDecl:
		return stmtEnd(c.Body)
	case *syntax.CoprocClause:
		return stmtEnd(c.Stmt)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return stmtEnd(c.Stmt)
		}
	}
	return int(c.End().Offset())
}
