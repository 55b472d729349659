package shellparse

// Fork bombs and floods: what starts processes without end. Only what is
// certain is said: code that calls itself on every way through it, and a loop
// without end every turn of which starts a job and waits for nothing.

// frame is a function or a text that is being evaluated.
type frame struct {
	up     *frame
	f      *function
	text   string // of a file: its call
	file   string
	fork   apart
	chance chance
}

// apart is how a place differs in its process from the code it stands in.
type apart uint8

const (
	forkNone   apart = iota
	forkWaited       // one of its own, for which the one before waits
	forkLoose        // one that runs beside it: in the background, in a pipe
)

// chance is whether a place is reached from the code it stands in.
type chance uint8

const (
	chanceSure   chance = iota
	chanceLeft          // unless the code was left before
	chanceBranch        // only in a branch or a loop
)

// enters gives the frame of a function, a text, or a file with its arguments. Where that is evaluated
// already, and inside that once more, it is said what becomes of it: twice,
// because "$@" as a text may well be found inside itself with words of its own.
func (ev *evaluator) enters(c *ctx, f *function, text, file string) *frame {
	in := &frame{up: c.within, f: f, text: text, file: file, fork: c.fork, chance: c.chance}
	how, sure, seen := forkNone, chanceSure, 0
	for at, n := in, 0; at.up != nil && seen < 2 && n < 2*MaxNesting; at, n = at.up, n+1 {
		how, sure = max(how, at.fork), max(sure, at.chance)
		switch o := at.up; {
		case o.f != f || o.file != file || file == "" && o.text != text:
		case file != "" && o.text == text: // the same arguments, too
			seen = 2
		default:
			seen++
		}
	}
	if seen < 2 || sure == chanceBranch {
		return in
	}
	pos := c.pos
	switch {
	case how == forkLoose && sure == chanceSure:
		ev.out.ForkBomb = &pos
	case how == forkLoose, how == forkWaited && sure == chanceSure:
		ev.out.Flood = &pos
	}
	return in
}

// endless is a loop that may have no end.
type endless struct {
	up     *endless
	ways   int   // branches around its body
	job    *Span // started in the background by every turn
	slow   bool  // a turn may wait for something
	left   bool  // something in it may leave it
	floods bool  // what it starts is such a loop itself
}

// startsJob makes c, which stands in the background from here on, a job of
// the loop around it.
func (c *ctx) startsJob(at Span) {
	l := c.loop
	if l == nil {
		return
	}
	c.loop, c.job = nil, nil
	if c.ways == l.ways {
		l.job, c.job = &at, l
	}
}

// mayNotEnd gives c, which is that of a loop's turns, a loop around it.
func (c *ctx) mayNotEnd() *endless {
	c.loop = &endless{up: c.loop}
	return c.loop
}

// turns takes note of a command that the process of the loop itself runs, or waits for.
func (l *endless) turns(cmd *Command) {
	slow, left := true, false
	if len(cmd.Argv) == 0 {
		slow = false
	} else if name, ok := cmd.Argv[0].Exact(); ok {
		slow, left = !atOnce(cmd, programName(name)), leavesLoop(name)
	}
	for ; l != nil; l = l.up {
		l.slow, l.left = l.slow || slow, l.left || left
	}
}

func leavesLoop(name string) bool {
	switch name {
	case "break", "continue", "return", "exit", "logout", "exec":
		return true
	}
	return false
}

// atOnce reports whether a command waits for nothing, or is there as what it
// runs, which is judged by itself.
func atOnce(cmd *Command, name string) bool {
	switch name {
	case "wait", "read", "fg", "suspend", "mapfile", "readarray":
		return false
	case "true", "false", "date", "ls", "touch", "mkdir", "rm", "cp", "mv", "ln", "basename", "dirname", "uname", "hostname", "id", "whoami", "seq", "expr", "nproc", "ps", "pgrep":
		return true
	}
	return cmd.Builtin || isShell(name) && cmd.Code == nil && len(cmd.Argv) > 1
}

// ends says what a loop comes to that nothing but a jump leaves.
func (l *endless) ends(ev *evaluator, c *ctx) {
	if l.job == nil || l.slow || l.left {
		return
	}
	ev.out.Flood = l.job
	if l.floods {
		ev.out.ForkBomb = l.job
	}
	if c.job != nil {
		c.job.floods = true
	}
}

// mayLeave notes that a branch which is not taken this time would have left
// the code that c stands in.
func (c *ctx) mayLeave(b *ctx) {
	if b.env.dead != alive {
		c.chance = max(c.chance, chanceLeft)
	}
}
