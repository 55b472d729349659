package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// keeperName is argv[0] of a keeper.
const keeperName = "hermes-exec-keeper"

// lastLine is what a server has between the end of its standard input and its
// own (SPEC §8).
const lastLine = 5 * time.Second

// Keeper turns this process into a server's keeper if it was started as one, and
// does not return then.
//
// It stands between the client's process and the server because that one may
// be killed outright, which clients do, and the kernel then ends only a
// process, not what that has started: npx, its shell and its node would
// stay. The keeper is in nobody's process group, so that it outlives
// the others, and learns of their end by the socket that the parent holds. If
// it is the keeper that is killed, the parent adopts what there is and takes
// that down.
//
// It runs a command without a verdict. That is no way around one: see
// [supervisor.Monitor].
func Keeper() {
	if os.Args[0] != keeperName || len(os.Args) != 5 {
		return
	}
	fd, err := strconv.Atoi(os.Args[4])
	if err == nil {
		var control *os.File
		if control, err = supervisor.Assume(keeperName, fd); err == nil {
			keep(control).Die()
		}
	}
	os.Stderr.WriteString("hermes-exec: keeper: " + err.Error() + "\n")
	os.Exit(125)
}

// keeper is one that has the name.
type keeper struct {
	order order
	say   *json.Encoder

	mu    sync.Mutex // the end may be foreseen at any time
	lock  *lock.Lock
	owner lock.Owner
	done  bool
}

// keep obeys one order, and returns how the server ended.
func keep(control *os.File) supervisor.Status {
	failed := supervisor.Status{Code: 125}
	k := &keeper{say: json.NewEncoder(control)}
	orders := json.NewDecoder(control)
	if orders.Decode(&k.order) != nil {
		return failed
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		orders.Decode(&order{}) // none comes: it is the end of the parent or of the client
		k.ending()
		cancel()
	}()

	l, err := k.order.claim(ctx)
	if err != nil {
		k.say.Encode(refusal(err))
		return failed
	}
	mark := newMark()
	if _, err := endStrays(l.Left(), k.order.Spare); err != nil {
		k.say.Encode(reply{Warning: err.Error()})
	}
	k.have(l, mark)
	stop := watchInput(func() {
		k.ending()
		time.AfterFunc(lastLine, cancel)
	})
	var argv []string
	for _, word := range k.order.Argv {
		argv = append(argv, string(word))
	}
	status, err := supervisor.Keep(ctx, supervisor.Command{
		Path: string(k.order.Path), Argv: argv, Dir: string(k.order.WorkingDir), Env: markedEnv(mark),
		Pty: supervisor.PtyNever, Tree: true,
		Timeout: k.order.Timeout, KillAfter: k.order.KillAfter,
		Started: k.started,
	})
	stop()
	if err != nil {
		k.say.Encode(startFailure(err))
		status = failed
	}
	k.release()
	return status
}

func (k *keeper) have(l *lock.Lock, mark string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lock = l
	k.owner = lock.Owner{
		Holder: lock.Process{Name: keeperName},
		Client: k.order.Client,
		Runner: k.order.Runner,
		Dir:    k.order.From,
		Since:  time.Now(),
		Ending: k.owner.Ending,
		Mark:   mark,
	}
	k.warn(l.Describe(k.owner))
}

// ending lets those who want the name know that they need not wait long.
func (k *keeper) ending() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.owner.Ending = true; k.lock != nil && !k.done {
		k.warn(k.lock.Describe(k.owner))
	}
}

// started runs when the server has the process group that was this process's,
// too: from here on this one is out of reach of what is sent to the group.
func (k *keeper) started(pid int) {
	syscall.Setpgid(0, 0)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.warn(k.lock.SetPID(pid))
	k.say.Encode(reply{PID: pid})
}

func (k *keeper) release() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done = true
	k.warn(k.lock.Release())
}

// warn reports what does not end a server: the files only inform, the lock
// holds without them.
func (k *keeper) warn(err error) {
	if err != nil {
		k.say.Encode(reply{Warning: err.Error()})
	}
}

// refusal says why there is no lock. What the kernel said of its files must not
// be taken for something it said of the program.
func refusal(err error) reply {
	var held *lock.HeldError
	if errors.As(err, &held) {
		return reply{Held: held, Text: textAfter(err, held)}
	}
	return reply{Text: err.Error()}
}

// startFailure is an error of [supervisor.Keep] as it passes through the socket.
func startFailure(err error) reply {
	r := reply{Text: err.Error()}
	var file *fs.PathError
	if errors.As(err, &r.Errno); errors.As(err, &file) && r.Errno != 0 {
		r.Program, r.Text = true, file.Path
	}
	return r
}
