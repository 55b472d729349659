package shellparse

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// What a condition says, where everything it looks at is known: then only one
// of the ways behind it leaves its mark on the variables. The commands of the
// other are recorded all the same.

// testNumber looks at a word of [[ … ]] that is taken for an expression or a name.
func (ev *evaluator) testNumber(c *ctx, x syntax.TestExpr) {
	if w, ok := x.(*syntax.Word); ok {
		ev.subscripts(c, ev.value(c, w).Texts...)
		ev.operands(c, w)
	}
}

// test evaluates [[ … ]], and what its words run.
func (ev *evaluator) test(c *ctx, x syntax.TestExpr) tri {
	switch x := x.(type) {
	case *syntax.Word:
		return ev.nonEmpty(scalar(ev.settled(ev.value(c, x).Texts)))
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet {
			ev.testNumber(c, x.X)
		}
		switch w, isWord := x.X.(*syntax.Word); {
		case x.Op == syntax.TsNot:
			return negate(ev.test(c, x.X), true)
		case isWord && (x.Op == syntax.TsNempStr || x.Op == syntax.TsEmpStr):
			return negate(ev.nonEmpty(scalar(ev.settled(ev.value(c, w).Texts))), x.Op == syntax.TsEmpStr)
		}
		ev.test(c, x.X)
		return maybe
	case *syntax.BinaryTest:
		return ev.binaryTest(c, x)
	case *syntax.ParenTest:
		return ev.test(c, x.X)
	default:
		ev.problem("construct", fmt.Sprintf("a test this program does not know (%T)", x), c.src.at)
		return maybe
	}
}

func (ev *evaluator) binaryTest(c *ctx, x *syntax.BinaryTest) tri {
	switch x.Op {
	case syntax.AndTest, syntax.OrTest:
		left := ev.test(c, x.X)
		right := c.branch()
		status := ev.test(right, x.Y)
		short := no // the status of X after which Y is not looked at
		if x.Op == syntax.OrTest {
			short = yes
		}
		switch left {
		case short:
			return left
		case maybe:
			c.join(right, c.branch())
			if status == short {
				return short
			}
			return maybe
		}
		c.adopt(right)
		return status
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		ev.testNumber(c, x.X)
		ev.testNumber(c, x.Y)
		a, aok := x.X.(*syntax.Word)
		b, bok := x.Y.(*syntax.Word)
		if aok && bok {
			return ev.each(ev.value(c, a), ev.value(c, b), func(a, b string) tri {
				return comparison(x.Op.String(), a, b)
			})
		}
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		a, aok := x.X.(*syntax.Word)
		b, bok := x.Y.(*syntax.Word)
		if aok && bok {
			return negate(ev.fits(c, ev.value(c, a).Texts, b), x.Op == syntax.TsNoMatch)
		}
	case syntax.TsReMatch:
		defer ev.assign(c, "BASH_REMATCH", &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(byte(OriginUnknown))}}}})
	}
	ev.test(c, x.X)
	ev.test(c, x.Y)
	return maybe
}

// settled resolves variables that are set nowhere in texts that are looked at
// as they are: they are empty, unless unknown code has run.
func (ev *evaluator) settled(texts []Text) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = ev.emptied(t)
	}
	return out
}

// emptied gives a text without what stands for variables that are set nowhere.
func (ev *evaluator) emptied(t Text) Text {
	if !t.HasUnknown() {
		return t
	}
	ev.steps += len(t) >> 8
	out := make([]byte, 0, len(t))
	rest := string(t)
	for p := range t.Parts() {
		n := len(p.Lit)
		if p.Origin >= 0 || p.Glob || p.Lit == "\x00" {
			n = 3
		}
		if p.Origin < 0 || ev.out.Origins[p.Origin].Kind != OriginUnset {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return Text(out)
}

// each gives what fn says of every pair of values; maybe where they differ or
// one is not known.
func (ev *evaluator) each(a, b Word, fn func(a, b string) tri) tri {
	result := maybe
	for i, x := range ev.settled(a.Texts) {
		for j, y := range ev.settled(b.Texts) {
			s, ok1 := x.Exact()
			t, ok2 := y.Exact()
			if !ok1 || !ok2 || a.Many || b.Many {
				return maybe
			}
			one := fn(s, t)
			if i+j > 0 && one != result || one == maybe {
				return maybe
			}
			result = one
		}
	}
	return result
}

func truth(b bool) tri {
	if b {
		return yes
	}
	return no
}

// comparison is -eq and its like for numbers written plainly.
func comparison(op, a, b string) tri {
	x, y := 0, 0
	for i, s := range [...]string{a, b} {
		digits := strings.TrimPrefix(s, "-")
		n, err := strconv.Atoi(s)
		if err != nil || len(digits) > 1 && digits[0] == '0' || digits == "" || strings.Trim(digits, "0123456789") != "" {
			return maybe
		}
		if i == 0 {
			x = n
		} else {
			y = n
		}
	}
	switch op {
	case "-eq":
		return truth(x == y)
	case "-ne":
		return truth(x != y)
	case "-lt":
		return truth(x < y)
	case "-le":
		return truth(x <= y)
	case "-gt":
		return truth(x > y)
	case "-ge":
		return truth(x >= y)
	}
	return maybe
}

// testBuiltin is test and [ with the few forms whose answer is in their words.
func (ev *evaluator) testBuiltin(name string, args []Word) tri {
	if name == "[" {
		if len(args) == 0 {
			return maybe
		}
		if s, ok := args[len(args)-1].Exact(); !ok || s != "]" {
			return maybe
		}
		args = args[:len(args)-1]
	}
	negated := false
	for len(args) > 0 {
		if s, ok := args[0].Exact(); !ok || s != "!" || len(args) == 1 {
			break
		}
		args, negated = args[1:], !negated
		if len(args) > 1 {
			if s, _ := args[1].Exact(); s == "=" || s == "!=" { // ! = x
				return maybe
			}
		}
	}
	for _, w := range args { // an unquoted word may be any number of them
		for _, t := range w.Texts {
			if w.Many || t.HasGlob() {
				return maybe
			}
		}
	}
	answer := maybe
	switch len(args) {
	case 0:
		answer = no
	case 1:
		answer = ev.nonEmpty(scalar(ev.settled(args[0].Texts)))
	case 2:
		switch op, _ := args[0].Exact(); op {
		case "-n":
			answer = ev.nonEmpty(scalar(ev.settled(args[1].Texts)))
		case "-z":
			answer = negate(ev.nonEmpty(scalar(ev.settled(args[1].Texts))), true)
		}
	case 3:
		switch op, _ := args[1].Exact(); op {
		case "=", "==":
			answer = ev.each(args[0], args[2], func(a, b string) tri { return truth(a == b) })
		case "!=":
			answer = ev.each(args[0], args[2], func(a, b string) tri { return truth(a != b) })
		default:
			answer = ev.each(args[0], args[2], func(a, b string) tri { return comparison(op, a, b) })
		}
	}
	return negate(answer, negated)
}

// fits says whether a pattern, of case or of [[, matches what a word may
// be. What the pattern runs is evaluated.
func (ev *evaluator) fits(c *ctx, texts []Text, pattern *syntax.Word) tri {
	patterns := ev.patterns(c, pattern)
	result := maybe
	for i, t := range ev.settled(texts) {
		for j, p := range patterns {
			one := ev.match(c, t, p)
			if one == maybe || i+j > 0 && one != result {
				return maybe
			}
			result = one
		}
	}
	return result
}

const maxSubject = 4 << 10

// match holds one value against one pattern.
func (ev *evaluator) match(c *ctx, t, pattern Text) tri {
	s, ok1 := t.Exact()
	p, ok2 := pattern.Exact()
	switch {
	case !ok1 || !ok2 || len(s) > maxSubject || len(p) > maxSubject || ev.caseless:
		return maybe
	case !strings.ContainsAny(p, "*?[\\(") && (c.env.shell.dialect != syntax.LangZsh || !strings.ContainsAny(p, "<>|#^~")):
		return truth(s == p)
	}
	g, ok := ev.glob(c, s, p)
	if !ok || g.local && !ev.bytewise(c) || !utf8.ValidString(s) {
		return maybe
	}
	return truth(g.whole([]rune(s)))
}
