package shellparse

import (
	"maps"
	"slices"
)

// Calls of functions that the text defines.

// anyFunction evaluates the functions that a name which is not known may be.
func (ev *evaluator) anyFunction(c *ctx, argv []Word) {
	seen := map[string]bool{}
	branches := []*ctx{c.branch()}
	if first := argv[0]; first.Many { // it may be words of its own, or vanish
		if next, ok := wordName(argv[1:]); ok && len(c.env.function(next)) > 0 {
			b := c.branch()
			ev.callFunction(b, c.env.function(next), argv[1:])
			branches = append(branches, b)
		}
		argv = append([]Word{first, first}, argv[1:]...)
	}
	for l := c.env; l != nil; l = l.up {
		if len(l.funcs) > 0 {
			ev.steps += 1 + len(l.funcs)>>1 // their names are sorted
		}
		for _, name := range slices.Sorted(maps.Keys(l.funcs)) {
			fs := l.funcs[name]
			switch {
			case seen[name] || len(fs) == 0:
			case ev.steps > freeSteps || len(branches) > MaxAlternatives:
				for _, f := range fs {
					ev.applySummary(c, ev.summaryOf(c, f))
				}
			default:
				b := c.branch()
				ev.callFunction(b, fs, argv)
				branches = append(branches, b)
			}
			seen[name] = true
		}
	}
	if len(branches) > 1 {
		c.join(branches...)
	}
}

// callFunction evaluates the body of a function with its arguments.
func (ev *evaluator) callFunction(c *ctx, fs []*function, argv []Word) tri {
	sh := c.env.shell
	status := maybe
	branches := make([]*ctx, 0, len(fs))
	for _, f := range fs {
		b := c
		if len(fs) > 1 {
			b = c.branch()
			branches = append(branches, b)
		}
		depth := 0
		for _, g := range sh.calls {
			if g == f {
				depth++
			}
		}
		within := ev.enters(c, f, "", "")
		if ev.summed(b, f) {
			if len(fs) == 1 {
				return maybe
			}
			continue
		}
		if depth >= 2 && !ev.deeper(b, depth, argv[1:]) {
			if !f.given {
				f.given = true
				ev.recursion(b, f)
				f.given = false
			}
			continue
		}
		inner := b.through("function " + f.name)
		if depth >= 2 {
			inner.via, ev.repeated = b.via, true // said often enough
		}
		inner.env = b.env.branch()
		inner.brk, inner.cont = nil, nil
		ret := &jumps{base: b.env}
		inner.ret = ret
		inner.src = f.src
		inner.noFuncs = false
		inner.bg, inner.fork, inner.chance, inner.within = false, forkNone, chanceSure, within
		saved := b.env.get("@")
		setWords(inner.env, argv[1:])
		sh.calls = append(sh.calls, f)
		frame, body := sh.frame, sh.body
		sh.frame, sh.body = map[string]hiding{}, inner.env
		failed := 0
		if c.line != nil {
			failed = len(c.line.left)
		}
		status = ev.stmt(inner, f.body)
		if len(ret.left) > 0 {
			status = maybe
		}
		ret.land(inner.env, deadFunc, true)
		for name, h := range sh.frame {
			if h.v == nil {
				h.v = &variable{}
			}
			if !h.certain {
				h.v = joinVariables(h.v, b.env.get(name))
			}
			b.env.set(name, h.v)
		}
		if saved == nil {
			saved = &variable{array: true}
		}
		if c.line != nil {
			c.line.leavesCall(failed, sh.frame, saved)
		}
		sh.frame, sh.body = frame, body
		sh.calls = sh.calls[:len(sh.calls)-1]
		b.env.set("@", saved)
	}
	if len(branches) > 0 {
		c.join(branches...)
		status = maybe
	}
	return status
}

// deeper reports whether one more call of a function inside itself is followed:
// one whose arguments are known and others than those of the call around it.
func (ev *evaluator) deeper(c *ctx, depth int, words []Word) bool {
	if depth >= maxDeep || ev.counted >= maxAllCounted || ev.steps > freeSteps {
		return false
	}
	around := args(c.env)
	same := len(around) == len(words)
	for i, w := range words {
		s, ok := w.Exact()
		if !ok {
			return false
		}
		if same {
			t, ok := around[i].Exact()
			same = ok && s == t
		}
	}
	if !same {
		ev.counted += maxAllCounted / 64
	}
	return !same
}

// recursion stands for the calls of a function inside itself that are not
// followed: it is walked once more with arguments of which nothing is known.
func (ev *evaluator) recursion(c *ctx, f *function) {
	sh := c.env.shell
	sub := c.subshell().through("function " + f.name)
	sub.src = f.src
	sub.env.dir = []Text{unknownText(byte(OriginLimit))}
	setWords(sub.env, []Word{ev.unknownWord(OriginLimit, "", true)})
	for l := c.env; l != nil && ev.step(c.pos); l = l.up {
		ev.steps += len(l.vars)
		for name, v := range l.vars {
			if name != "@" && !sub.env.ownsVar(name) && !v.array {
				sub.env.set(name, &variable{texts: []Text{limitText(v.texts)}, exported: v.exported})
			}
		}
	}
	sh.calls = append(sh.calls, f)
	ev.stmt(sub, f.body)
	sh.calls = sh.calls[:len(sh.calls)-1]
}

func (e *env) ownsVar(name string) bool {
	_, ok := e.vars[name]
	return ok
}
