// Package mcp runs one MCP server of a name: the lock says which, and stdio
// goes straight through, since JSON-RPC must not meet a terminal.
//
// Between the process that the client started and the server stands a keeper,
// see [Keeper]. It has the lock, adopts every orphan of the server's, and takes
// the whole tree down when the server ends, when the client or the process in
// between is gone, however they went, and 5 s after the end of standard input.
// If that process and the keeper are killed at the same moment, the next one who
// has the name finds what is left by its mark, see [EndStrays].
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// killAfter is what the tree has between TERM and KILL where the command does
// not say: with it all is gone within a second of the client's death.
const killAfter = 500 * time.Millisecond

// Options say what to run, and under which name.
type Options struct {
	Dir     string // the folder of locks: $HERMES_HOME/mcp
	Name    string // see [lock.CheckName]
	Command supervisor.Command
	Warn    io.Writer // where a pid file that could not be kept is reported; nil: nowhere

	Wait    time.Duration // how long to wait for a name that is taken
	Replace bool          // end the server that has it

	Host  []tiers.Process // this process and those above it, nearest first
	Spare []int           // more processes that are not ended to get the name
}

// Run holds the name for as long as the command runs, and returns how it
// ended. The error is a *[lock.HeldError] where another server has the name;
// nothing is started then. A server whose client is gone gives way, and one
// that is about to end is waited for.
//
// A program that calls Run calls [Keeper] first. As with [supervisor.Keep]
// this process must have no other children meanwhile.
func Run(ctx context.Context, o Options) (supervisor.Status, error) {
	if err := lock.CheckName(o.Name); err != nil {
		return supervisor.Status{}, err
	}
	self, err := supervisor.Self()
	if err != nil {
		return supervisor.Status{}, err
	}
	control, theirs, err := supervisor.ControlPair()
	if err != nil {
		return supervisor.Status{}, err
	}
	defer control.Close()

	client := clientOf(o.Host)
	stop := watchGone(client, func() { shut(control) })
	defer stop()
	replies := make(chan reply, 1)
	go func() { replies <- o.converse(control, o.order(client)) }()

	c := o.Command
	c.Path, c.Argv, c.Dir = self, []string{keeperName, "mcp", "keep", o.Name, strconv.Itoa(theirs)}, ""
	c.Pty, c.Tree, c.Outlives, c.Timeout = supervisor.PtyNever, true, true, 0
	c.KillAfter = killAfter
	c.Started = func(int) { unix.Close(theirs) }
	// Nothing else is started here, so no one else inherits it.
	if _, err := unix.FcntlInt(uintptr(theirs), unix.F_SETFD, 0); err != nil {
		return supervisor.Status{}, os.NewSyscallError("fcntl", err)
	}
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, func() { shut(control) })()
	}
	status, err := supervisor.Keep(context.Background(), c)
	if err != nil {
		unix.Close(theirs)
		shut(control)
		return supervisor.Status{}, err
	}
	r := <-replies
	switch {
	case r.Held != nil:
		return supervisor.Status{}, fmt.Errorf("%w%s", r.Held, r.Text)
	case r.Text != "":
		return supervisor.Status{}, r.error()
	}
	lock.IsLocked(o.Dir, o.Name) // a keeper that was killed left its pid file
	return status, nil
}

// order is what the keeper is to do. It travels as JSON, which would not leave
// words as they are that are no UTF-8: those are bytes.
type order struct {
	Dir, Path, WorkingDir []byte
	Argv                  [][]byte
	Name, From            string
	Timeout, KillAfter    time.Duration
	Wait                  time.Duration
	Replace               bool
	Spare                 []int
	Client, Runner        lock.Process
}

func (o Options) order(client []lock.Process) order {
	q := order{
		Dir: []byte(o.Dir), Path: []byte(o.Command.Path), WorkingDir: []byte(o.Command.Dir),
		Name:    o.Name,
		Timeout: o.Command.Timeout, KillAfter: o.Command.KillAfter,
		Wait: o.Wait, Replace: o.Replace, Spare: o.Spare,
		Runner: lock.Identify(os.Getpid(), "hermes-exec"),
	}
	for _, word := range o.Command.Argv {
		q.Argv = append(q.Argv, []byte(word))
	}
	if q.KillAfter <= 0 {
		q.KillAfter = killAfter
	}
	for _, p := range o.Host {
		q.Spare = append(q.Spare, p.PID)
	}
	if len(client) > 0 {
		q.Client = client[len(client)-1]
	}
	q.From, _ = os.Getwd()
	return q
}

// reply is a message of the keeper's: the server's pid, or why there is none,
// or something to report while it runs.
type reply struct {
	PID     int             `json:",omitempty"`
	Held    *lock.HeldError `json:",omitempty"`
	Text    string          `json:",omitempty"` // of an error; with Held, what there is to add
	Errno   syscall.Errno   `json:",omitempty"` // what the kernel said when the program was to be started
	Program bool            `json:",omitempty"` // it said it of the program's file
	Warning string          `json:",omitempty"`
}

// error is the failure, such that [supervisor.Keep] could have returned it.
func (r reply) error() error {
	switch {
	case r.Program:
		return &fs.PathError{Op: "start", Path: r.Text, Err: r.Errno}
	case r.Errno != 0:
		return fmt.Errorf("%s%w", r.Text, quiet{r.Errno})
	}
	return errors.New(r.Text)
}

// quiet is an error that a text before it has told already.
type quiet struct{ error }

func (q quiet) Error() string { return "" }
func (q quiet) Unwrap() error { return q.error }

// converse gives the keeper its order and hears it out. It returns the failure
// if there was one.
func (o Options) converse(control *os.File, q order) (failure reply) {
	if json.NewEncoder(control).Encode(q) != nil {
		return reply{}
	}
	for d := json.NewDecoder(control); ; {
		var r reply
		if d.Decode(&r) != nil {
			return failure
		}
		switch {
		case r.Warning != "":
			o.warn(r.Warning)
		case r.PID > 0:
			if o.Command.Started != nil {
				o.Command.Started(r.PID)
			}
		default:
			failure = r
		}
	}
}

func (o Options) warn(text string) {
	if o.Warn != nil {
		fmt.Fprintf(o.Warn, "hermes-exec: mcp: %s\n", text)
	}
}

// shut tells the keeper to take everything down; its replies still come in.
func shut(control *os.File) {
	if c, err := control.SyscallConn(); err == nil {
		c.Control(func(fd uintptr) { unix.Shutdown(int(fd), unix.SHUT_WR) })
	}
}
