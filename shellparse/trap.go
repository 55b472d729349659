package shellparse

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
	ev.evalCode(sub, "trap "+t.name, t.code, t.pos)
}
