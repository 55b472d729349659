package supervisor

import "time"

// Command is a program to start, and how to keep it.
type Command struct {
	Path      string   // the program's file
	Argv      []string // Argv[0] is the name it is called by
	Env       []string // NAME=VALUE; nil: this process's environment
	Dir       string   // "" is this process's working directory
	Pty       PtyMode
	Timeout   time.Duration // 0 is none; then TERM, KillAfter, KILL, and status 124
	KillAfter time.Duration // 0 is 5 s

	// Guard keeps the host from what the command does; nil: nothing does.
	Guard Guard

	// GiveUp says that this process does nothing else any more: once the
	// command has started, it closes every descriptor that it was handed, but
	// standard error. Whoever waits for the last writer of a pipe then waits
	// for the command alone.
	GiveUp bool

	// Fed says that this process writes to a pipe of the command's while that
	// runs, see [Feed].
	Fed bool

	// Started is called once, on the keeping goroutine, after the program was
	// started, with its pid. It must not block: nothing is relayed meanwhile.
	Started func(pid int)

	// Tree has what the command leaves behind taken down when it has ended:
	// TERM, KillAfter, KILL. As with a timeout, this process adopts orphans.
	Tree bool

	// Aside has functions called one after the other while the user's terminal
	// is as it was before the command got one, for a question to be asked on it.
	// Only a command on a pty is told apart from its supervisor so; nil: none come.
	Aside <-chan func()

	// Outlives leaves the command alone when this process is killed outright:
	// it learns of that in a way of its own, and has something left to do.
	Outlives bool
}

// tell calls Started where there is one.
func (c *Command) tell(pid int) {
	if c.Started != nil {
		c.Started(pid)
	}
}

// PtyMode says when the command gets a terminal of its own.
type PtyMode string

const (
	PtyAuto   PtyMode = "auto"   // streams that are terminals go to a new pty; pipes and files straight through
	PtyAlways PtyMode = "always" // one merged stream on a pty, whatever the caller has
	PtyNever  PtyMode = "never"
)
