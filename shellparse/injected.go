package shellparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Bash evaluates text in places where none is expected: the subscript of an
// array is expanded when arithmetic meets its name in the value of a variable
// (x='a[$(cmd)]'; ((x))), and so are names given to test -v, unset, read and
// printf -v, and everything under ${x@P}.

// subscripts evaluates a text as the arithmetic expression that bash may take
// it for, if there is code in it.
func (ev *evaluator) subscripts(c *ctx, texts ...Text) {
	for _, t := range texts {
		s := string(t)
		if i := strings.IndexByte(s, '['); i < 0 || !holdsCode(s[i:]) || ev.steps > MaxSteps {
			continue
		}
		text, marks := hide(t)
		ev.script(c.subshell().through("subscript"), &source{text: "((" + text + "))", at: c.place(c.pos), marks: marks})
	}
}

// promptText evaluates a text that is expanded like a prompt.
func (ev *evaluator) promptText(c *ctx, texts ...Text) {
	for _, t := range texts {
		if ev.steps > MaxSteps || !holdsCode(string(t)) {
			continue
		}
		text, marks := hide(t)
		ev.script(c.subshell().through("@P"), &source{text: ": \"" + text + "\"", at: c.place(c.pos), marks: marks})
	}
}

func holdsCode(s string) bool { return strings.Contains(s, "$(") || strings.IndexByte(s, '`') >= 0 }

// operands looks at the values of the names in an arithmetic expression.
func (ev *evaluator) operands(c *ctx, x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && len(w.Parts) == 1 {
		switch w.Parts[0].(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted: // let 'x=…'
			ev.subscripts(c, ev.value(c, w).Texts...)
		}
	}
	seen := map[string]bool{}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			if syntax.ValidName(n.Value) {
				ev.named(c, n.Value, seen)
			}
		case *syntax.ParamExp:
			if n.Param != nil {
				ev.named(c, n.Param.Value, seen)
			}
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		}
		return true
	})
}

// named evaluates the code in the value of a variable that stands in an
// arithmetic expression, and in those of the variables which that value names:
// bash takes it for an expression in turn.
func (ev *evaluator) named(c *ctx, name string, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	texts := ev.held(c, name)
	ev.subscripts(c, texts...)
	for _, t := range texts {
		for p := range t.Parts() {
			for word := range strings.FieldsFuncSeq(p.Lit, notOfName) {
				if len(seen) < 64 && ev.step(c.pos) && syntax.ValidName(word) {
					ev.named(c, word, seen)
				}
			}
		}
	}
}

// held are the texts that a variable, an element of an array or an argument
// of that name may be.
func (ev *evaluator) held(c *ctx, name string) []Text {
	if strings.Trim(name, "0123456789") == "" || name == "@" || name == "*" {
		v, _ := ev.lookup(c, name)
		return slices.Concat(v.elems...)
	}
	v := ev.variable(c, name)
	if v == nil {
		return nil
	}
	ev.steps += len(v.elems) >> 2
	texts := slices.Clip(v.texts)
	for _, el := range v.elems {
		texts = append(texts, el.texts...)
	}
	return texts
}

func notOfName(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// namesIn evaluates the subscripts in the words of a builtin that takes names.
func (ev *evaluator) namesIn(c *ctx, words []Word) {
	for _, w := range words {
		ev.subscripts(c, w.Texts...)
	}
}

// compgen evaluates what compgen and complete run: -C a command, -F a
// function, -W a list that is expanded.
func (ev *evaluator) compgen(c *ctx, args []Word) {
	for i := 0; i+1 < len(args); i++ {
		s, _ := args[i].Exact()
		switch s {
		case "-C":
			ev.evalCode(c.subshell(), "compgen -C", args[i+1].Texts, args[i+1].Pos)
		case "-F":
			ev.run(c.subshell().through("compgen -F"), args[i+1:i+2])
		case "-W":
			ev.promptText(c, args[i+1].Texts...)
		}
	}
}

func hasWord(words []Word, want string) bool {
	for _, w := range words {
		if s, ok := w.Exact(); ok && s == want {
			return true
		}
	}
	return false
}
