package shellparse

import (
	"cmp"
	"slices"
)

// trap evaluates the code of a trap twice: where it is set, and at the end
// of the shell with what variables have held since, see [evaluator.sealTraps].
func (ev *evaluator) trap(c *ctx, args []Word) {
	for len(args) > 0 {
		s, ok := args[0].Exact()
		if ok && s == "--" {
			args = args[1:]
			break
		}
		if ok && (s == "-l" || s == "-p" || s == "-") {
			return
		}
		break
	}
	if len(args) < 2 {
		return
	}
	if c.env.shell.level == 0 {
		for _, w := range args[1:] {
			if name, ok := w.Exact(); ok && !slices.Contains(ev.out.Traps, name) {
				ev.out.Traps = append(ev.out.Traps, name)
			}
		}
	}
	name, _ := args[1].Exact()
	t := trap{code: args[0].Texts, name: name, pos: args[0].Pos, set: c.last, env: c.env, src: c.src}
	ev.splits++ // its output comes at any time
	c.env.shell.traps = append(c.env.shell.traps, t)
	ev.trapCode(c, t)
}

func (ev *evaluator) trapCode(c *ctx, t trap) {
	sub := c.subshell()
	sub.inTrap = true
	if t.name != "EXIT" && t.name != "0" { // a signal that may not come
		sub.chance = chanceBranch
	}
	sub.loop, sub.job = nil, nil
	sub.out = nil
	sub.last, sub.src = t.set, t.src
	if sub.chance == chanceSure {
		ev.evalCode(sub, "trap "+t.name, t.code, t.pos)
		return
	}
	ev.untilStable(sub, func(c *ctx) tri {
		body := c.branch()
		ev.evalCode(body, "trap "+t.name, t.code, t.pos)
		c.join(body, c.branch())
		return maybe
	})
	if sub.env.dead == alive {
		ev.interrupts(c, sub.env, t.pos)
	}
}

// interrupts says that the code of a trap may run at any time from now on, any
// number of times: what it assigns a variable, that may hold whatever else is
// assigned to it.
func (ev *evaluator) interrupts(c *ctx, after *env, at Span) {
	s := c.env.shell
	for l := after; l != nil && l != c.env; l = l.up {
		if len(l.funcs) > 0 {
			ev.problem("construct", "a trap that defines functions", at)
		}
		if l.dir != nil {
			s.trapDirs = joinTexts(s.trapDirs, l.dir)
			c.standsIn(c.env.cwd())
		}
		for name, v := range l.vars {
			if s.trapped == nil {
				s.trapped = make(map[string]*variable)
			}
			ev.steps += v.weight()
			s.trapped[name] = joinVariables(cmp.Or(s.trapped[name], v), v)
			c.env.set(name, c.env.get(name))
		}
	}
}
