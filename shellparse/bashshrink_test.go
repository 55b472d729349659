package shellparse

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// shrink makes a failing script smaller as long as it still fails in the same
// way: it drops statements and words, and puts the bodies of compound commands
// in their place.
func (w *world) shrink(script string, mask uint64, res compared, failure error) (string, compared) {
	tries := 0
	fails := func(text string) bool {
		tries++
		got, err := w.compare(text, mask)
		if fmt.Sprint(err) != fmt.Sprint(failure) || err == nil && len(got.uncovered) == 0 {
			return false
		}
		script, res = text, got
		return true
	}
	for at := 0; tries < 500; {
		file, err := syntax.NewParser().Parse(strings.NewReader(script), "")
		if err != nil {
			return script, res
		}
		edits := smaller(file)
		if at >= len(edits) {
			return script, res
		}
		var sb strings.Builder
		edits[at]()
		if syntax.NewPrinter().Print(&sb, file) != nil || len(sb.String()) > len(script)+2 || !fails(sb.String()) {
			at++
		}
	}
	return script, res
}

// smaller lists the edits of a tree that make it smaller, the largest first.
// Only one of them may be made.
func smaller(file *syntax.File) []func() {
	var edits []func()
	list := func(stmts *[]*syntax.Stmt) {
		for i, s := range *stmts {
			edits = append(edits, func() { *stmts = slices.Delete(slices.Clone(*stmts), i, i+1) })
			for _, body := range bodies(s.Cmd) {
				edits = append(edits, func() { *stmts = slices.Replace(slices.Clone(*stmts), i, i+1, body...) })
			}
		}
	}
	list(&file.Stmts)
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Block:
			list(&n.Stmts)
		case *syntax.Subshell:
			list(&n.Stmts)
		case *syntax.CmdSubst:
			list(&n.Stmts)
		case *syntax.IfClause:
			list(&n.Cond)
			list(&n.Then)
			if n.Else != nil {
				edits = append(edits, func() { n.Else = nil })
			}
		case *syntax.WhileClause:
			list(&n.Cond)
			list(&n.Do)
		case *syntax.ForClause:
			list(&n.Do)
		case *syntax.CaseItem:
			list(&n.Stmts)
		case *syntax.CaseClause:
			for i := range n.Items {
				edits = append(edits, func() { n.Items = slices.Delete(slices.Clone(n.Items), i, i+1) })
			}
		case *syntax.CallExpr:
			if len(n.Args)+len(n.Assigns) < 2 {
				break
			}
			for i := range n.Args {
				edits = append(edits, func() { n.Args = slices.Delete(slices.Clone(n.Args), i, i+1) })
			}
			for i := range n.Assigns {
				edits = append(edits, func() { n.Assigns = slices.Delete(slices.Clone(n.Assigns), i, i+1) })
			}
		case *syntax.Word:
			for i := range n.Parts {
				if len(n.Parts) > 1 {
					edits = append(edits, func() { n.Parts = slices.Delete(slices.Clone(n.Parts), i, i+1) })
				}
			}
		case *syntax.Stmt:
			for i := range n.Redirs {
				if n.Redirs[i].Hdoc == nil {
					edits = append(edits, func() { n.Redirs = slices.Delete(slices.Clone(n.Redirs), i, i+1) })
				}
			}
		}
		return true
	})
	return edits
}

// bodies are the lists of statements that may stand for a compound command.
func bodies(cmd syntax.Command) [][]*syntax.Stmt {
	switch cmd := cmd.(type) {
	case *syntax.Block:
		return [][]*syntax.Stmt{cmd.Stmts}
	case *syntax.Subshell:
		return [][]*syntax.Stmt{cmd.Stmts}
	case *syntax.IfClause:
		out := [][]*syntax.Stmt{slices.Concat(cmd.Cond, cmd.Then)}
		if cmd.Else != nil {
			out = append(out, slices.Concat(cmd.Cond, cmd.Else.Cond, cmd.Else.Then))
		}
		return out
	case *syntax.WhileClause:
		return [][]*syntax.Stmt{slices.Concat(cmd.Cond, cmd.Do)}
	case *syntax.ForClause:
		return [][]*syntax.Stmt{cmd.Do}
	case *syntax.BinaryCmd:
		return [][]*syntax.Stmt{{cmd.X}, {cmd.Y}}
	case *syntax.CaseClause:
		var out [][]*syntax.Stmt
		for _, item := range cmd.Items {
			out = append(out, item.Stmts)
		}
		return out
	case *syntax.FuncDecl:
		return [][]*syntax.Stmt{{cmd.Body}}
	}
	return nil
}
