package shellparse

// ctx is where in the evaluation a statement stands. It is copied, never shared.
type ctx struct {
	env        *env
	src        *source
	in         *input    // nil: the standard input of the script itself
	out        *sink     // nil: nobody looks at the output
	more       [10]*sink // descriptors 2 to 9, the same way
	redirected bool      // more may hold something
	pipe       int
	stage      int
	via        []string
	redirs     []Redir
	pos        Span // of the simple command being run
	depth      int
	bg         bool
	remote     bool
	external   bool // functions and builtins are not seen: the command is started by a program
	noFuncs    bool // functions are not seen, builtins are: command, builtin
	inTrap     bool
	wordsOnly  bool     // what is not known of the code to be read is quoted in it: parallel
	call       string   // a call of inline code, see [Command.Call]
	unset      string   // see [Command.Unset]
	brk        *jumps   // where break goes; nil: outside any loop
	cont       *jumps   // where continue goes
	line       *jumps   // where an expansion that fails goes: the next line of the text
	ret        *jumps   // where return goes; nil: outside any function
	unsure     bool     // inside a branch or loop: it is not certain that this point is reached
	within     *frame   // the code being evaluated, see [evaluator.enters]
	fork       apart    // how its process differs from that of this code
	chance     chance   // whether it is reached there
	ways       int      // branches around it, in all code
	loop       *endless // the loop whose own process it runs in; nil: none
	job        *endless // the loop whose every turn starts the job it is part of
	assigns    []Assign // of the command being run
	last       int      // index of the command recorded last here
}

func (c *ctx) with() *ctx {
	c.env.shell.ev.steps++
	d := *c
	return &d
}

// through returns c for what was reached by one more step.
func (c *ctx) through(how string) *ctx {
	c.env.shell.ev.steps++
	d := *c
	d.via = append(c.via[:len(c.via):len(c.via)], how)
	d.depth++
	d.assigns = nil
	return &d
}

// subshell returns c with a state of its own, whose changes do not come back.
func (c *ctx) subshell() *ctx {
	d := c.layered()
	d.detach()
	return d
}

// branch is c on a layer of its own, with an output of its own, for
// [ctx.join] or [ctx.adopt].
func (c *ctx) branch() *ctx {
	d := c.layered()
	d.chance, d.unsure = chanceBranch, true
	d.ways++
	d.forkOutputs(c)
	if c.in != nil {
		in := *c.in
		d.in = &in
	}
	return d
}

// join merges branches of c back into it.
func (c *ctx) join(branches ...*ctx) {
	envs := make([]*env, len(branches))
	for i, b := range branches {
		envs[i] = b.env
		c.in.join(b.in)
	}
	ev := c.env.shell.ev
	for _, e := range envs {
		if (e.dead == alive) != (envs[0].dead == alive) {
			ev.splits++
			c.chance = max(c.chance, chanceLeft)
			break
		}
	}
	c.env.join(envs...)
	c.joinOutputs(branches)
}

// adopt takes over what a branch did that certainly ran.
func (c *ctx) adopt(b *ctx) {
	c.env.adopt(b.env)
	c.adoptOutputs(b)
	if c.in != nil {
		*c.in = *b.in
	}
}
