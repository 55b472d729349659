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

	// Started is called once, on the keeping goroutine, after the program was
	// started, with its pid. It must not block: nothing is relayed meanwhile.
	Started func(pid int)
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
