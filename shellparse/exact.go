package shellparse

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// exactEnv lends the evaluator's variables to expand, which knows only
// values that are fully known. inexact says that it met another one.
type exactEnv struct {
	ev      *evaluator
	c       *ctx
	operand string
	arith   bool     // values are numbers, or names of them
	lengths []string // names of which an expression takes only the length
	inexact bool
	seen    []Text // the values that were not fully known
	sets    []string
}

// try runs fn with a configuration over the environment. ok is false where
// the result cannot be trusted.
func (x *exactEnv) try(fn func(*expand.Config) (string, error)) (result string, ok bool) {
	defer func() {
		if recover() != nil { // expand panics on what it does not support
			result, ok = "", false
		}
	}()
	cfg := &expand.Config{
		Env: x,
		CmdSubst: func(w io.Writer, n *syntax.CmdSubst) error {
			texts := x.ev.cmdSubst(x.c, n)
			if s, ok := texts[0].Exact(); ok && len(texts) == 1 && (!x.arith || arithmValue(s)) {
				_, err := io.WriteString(w, s)
				return err
			}
			x.miss(texts)
			_, err := io.WriteString(w, "1")
			return err
		},
		ProcSubst: func(n *syntax.ProcSubst) (string, error) {
			x.ev.procSubst(x.c, n)
			return "/dev/fd/63", nil
		},
	}
	result, err := fn(cfg)
	return result, err == nil && !x.inexact && strings.IndexByte(result, 0) < 0
}

func (x *exactEnv) miss(texts []Text) {
	x.inexact = true
	x.seen = append(x.seen, texts...)
}

// Get implements [expand.Environ].
func (x *exactEnv) Get(name string) expand.Variable {
	arith := x.arith && !slices.Contains(x.lengths, name)
	str := func(s string) expand.Variable { return expand.Variable{Set: true, Kind: expand.String, Str: s} }
	if name == operand {
		return str(x.operand)
	}
	if vr := x.ev.variable(x.c, name); vr != nil && vr.array {
		out := expand.Variable{Set: true, Kind: expand.Indexed}
		if vr.assoc {
			out.Kind, out.Map = expand.Associative, map[string]string{}
		}
		for _, el := range vr.elems {
			s, ok := el.texts[0].Exact()
			if !ok || len(el.texts) > 1 || vr.many || vr.unset || arith && !arithmValue(s) {
				x.miss(el.texts)
				s = "1"
			}
			if vr.assoc {
				out.Map[el.key] = s
			} else {
				n, _ := strconv.Atoi(el.key)
				out.List, out.Indexes = append(out.List, s), append(out.Indexes, n)
			}
		}
		return out
	}
	if name == "IFS" { // expand asks for it always; a value is split by us
		ifs, _ := x.ev.ifs(x.c)
		return str(ifs)
	}
	v, set := x.ev.lookup(x.c, name)
	if set == no {
		return expand.Variable{}
	}
	texts := v.joined()
	if x.ev.vanishes(Word{Texts: texts}) {
		return expand.Variable{}
	}
	s, ok := texts[0].Exact()
	if !ok || len(texts) > 1 || set == maybe || arith && !arithmValue(s) && !syntax.ValidName(s) && s != "" {
		x.miss(texts)
		return str("1")
	}
	return str(s)
}

// Each implements [expand.Environ]; nothing here lists variables.
func (x *exactEnv) Each(func(string, expand.Variable) bool) {}

// Set implements [expand.WriteEnviron].
func (x *exactEnv) Set(name string, vr expand.Variable) error {
	x.sets = append(x.sets, name)
	v := &variable{texts: []Text{Text(vr.String())}}
	if old := x.ev.variable(x.c, name); old != nil && old.array {
		v = &variable{array: true, assoc: old.assoc, many: old.many, unset: old.unset, elems: append([]elem(nil), old.elems...)}
		if v.many {
			v.elems[0].texts = joinTexts(v.elems[0].texts, []Text{Text(vr.String())})
		} else {
			x.ev.put(v, "0", []Text{Text(vr.String())}, false)
		}
	}
	x.ev.assign(x.c, name, v)
	return nil
}
