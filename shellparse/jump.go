package shellparse

import (
	"maps"

	"mvdan.cc/sh/v3/syntax"
)

// A loop, a function or a shell may be left before its end. What follows the
// jump in the same list is not reached; the state at the jump is, and meets
// the others where the jump lands.

// dead says that a layer's end is not reached, and how far the jump goes.
type dead uint8

const (
	alive    dead = iota
	deadTurn      // continue
	deadLoop      // break
	deadFunc      // return
	deadExit      // exit, exec
)

// jumps collects the states that jump to one place: the next turn of a loop,
// what follows it, or what follows a function call.
type jumps struct {
	up   *jumps // of the loop around this one, in the same function
	base *env   // the layer below which nothing is carried
	left []*env
}

// maxJumps is how many states are kept apart before they are joined.
const maxJumps = 16

// add remembers the state of a jump.
func (j *jumps) add(ev *evaluator, e *env) {
	flat := &env{up: j.base, shell: e.shell}
	for l := e; l != nil && l != j.base; l = l.up {
		ev.steps += (len(l.vars) + len(l.funcs)) / 2
		for name, v := range l.vars {
			if _, ok := flat.vars[name]; !ok {
				flat.set(name, v)
			}
		}
		for name, f := range l.funcs {
			if _, ok := flat.funcs[name]; !ok {
				flat.setFunction(name, f)
			}
		}
		if flat.dir == nil {
			flat.dir = l.dir
		}
	}
	j.left = append(j.left, flat)
	if len(j.left) > maxJumps {
		all := &env{up: j.base, shell: e.shell}
		all.join(j.left...)
		j.left = append(j.left[:0], all)
	}
}

// leavesCall gives the states that jumped out of a function call, the first of
// which is at from, the arguments from before it, and what its local variables
// hide, where they were local already.
func (j *jumps) leavesCall(from int, frame map[string]hiding, args *variable) {
	if len(j.left) < from { // they were joined with earlier ones
		args, from = joinVariables(args, j.left[0].get("@")), 0
	}
	for _, e := range j.left[from:] {
		e.set("@", args)
		for name, h := range frame {
			e.set(name, joinVariables(h.v, e.get(name)))
		}
	}
}

// land joins the ways to the place the jumps go to: the jumps themselves, and
// end, which got there by itself unless it jumps farther. certain is false
// where neither may have happened.
func (j *jumps) land(end *env, level dead, certain bool) {
	ways := j.left
	if end.dead == alive || len(ways) == 0 {
		ways = append(ways, end)
	}
	if !certain {
		ways = append(ways, j.base.branch())
	}
	if len(ways) == 1 {
		j.base.adopt(ways[0])
	} else {
		j.base.join(ways...)
	}
	if j.base.dead <= level {
		j.base.dead = alive
	}
}

// leave is break and continue of n loops; 0 is not known how many. Outside a
// loop they do nothing, and in a substitution inside one they end it: there
// what is printed is not known.
func (ev *evaluator) leave(c *ctx, name string, n int) {
	j := c.brk
	if name == "continue" {
		j = c.cont
	}
	if j == nil {
		ev.splits++
		return
	}
	if n == 0 {
		for ; j != nil; j = j.up {
			j.add(ev, c.env)
		}
		for j = c.brk; j != nil; j = j.up {
			j.add(ev, c.env)
		}
		n = 2
	} else {
		for i := 1; i < n && j.up != nil; i++ {
			j = j.up
		}
		j.add(ev, c.env)
	}
	d := deadLoop
	if name == "continue" && n == 1 {
		d = deadTurn
	}
	c.env.dead = max(c.env.dead, d)
}

// unreached is c for statements behind a jump. They are still evaluated: what
// stops a shell is easily changed (execfail, an interactive shell), and what
// stands there is what someone meant to run.
func (c *ctx) unreached() *ctx {
	d := c.branch()
	d.out = nil
	d.detach()
	return d
}

// detach cuts c off from the loops and the function around it, as a new
// process or a trap is.
func (c *ctx) detach() { c.brk, c.cont, c.ret, c.line = nil, nil, nil, nil }

// fails says that an expansion may fail here: bash then gives up the line it
// reads, through every function and loop on it, and goes on with the next.
// A subshell ends.
func (ev *evaluator) fails(c *ctx) {
	ev.splits++
	if c.line != nil {
		c.line.add(ev, c.env)
	}
}

// lines evaluates the statements of a text line by line. unreached says that
// they stand behind a jump already.
func (ev *evaluator) lines(c *ctx, stmts []*syntax.Stmt, unreached bool) tri {
	status := yes
	c.line = &jumps{base: c.env.up} // c is a copy of the caller's
	for len(stmts) > 0 {
		n := 1
		for n < len(stmts) && stmts[n].Pos().Line() <= stmts[n-1].End().Line() {
			n++
		}
		c.line.left = nil
		status = ev.stmts(c, stmts[:n])
		stmts = stmts[n:]
		if ev.errexit && status != yes && len(stmts) > 0 {
			ev.splits++
		}
		if len(c.line.left) > 0 {
			ev.steps += len(c.env.vars) / 2
			end := *c.env
			end.vars = maps.Clone(c.env.vars)
			c.env.dead = alive
			c.env.join(append(c.line.left, &end)...)
			status = maybe
		}
		if c.env.dead == alive || len(stmts) == 0 {
			continue
		}
		if !unreached {
			ev.lines(c.unreached(), stmts, true)
			break
		}
		c.env.dead = alive // the layer is given up in any case
	}
	return status
}
