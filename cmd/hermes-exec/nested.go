package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// outer is the supervisor furthest up, where there is one above this process.
// It was started by the person, or by the agent they started: what its
// environment says is theirs to say. What this process was told came through a
// command that is supervised.
type outer struct {
	host []tiers.Process     // it, and its ancestors
	env  func(string) string // of its start; "" for all where it is another user's
}

// findOuter looks for it in host, which begins with this process; nil: there is none.
func findOuter(host []tiers.Process) *outer {
	for i := len(host) - 1; i > 0; i-- {
		if isSupervisor(host[i]) {
			return &outer{host[i:], environmentOf(host[i].PID)}
		}
	}
	return nil
}

func environmentOf(pid int) func(string) string {
	env, err := procs.Environ(pid)
	if err != nil {
		return func(string) string { return "" }
	}
	return env
}

// supervised reports whether one of the ancestors is a supervisor. host begins
// with this process.
func supervised(host []tiers.Process) bool {
	return len(host) > 1 && slices.ContainsFunc(host[1:], isSupervisor)
}

// isSupervisor reports whether a process is the same file as this program, or
// has its name.
func isSupervisor(p tiers.Process) bool {
	self, _ := ownFile() // nil: its name alone counts
	return procs.Supervises(p, self)
}

// outside is what the environment says where it can lower protection: under
// another supervisor, that of the furthest one.
func (w *world) outside(name string) string {
	switch o := w.outer(); {
	case o != nil:
		return o.env(name)
	case w.nested(): // what stood between has ended
		return ""
	}
	return os.Getenv(name)
}

// hermesHome is $HERMES_HOME: a supervised command cannot choose another
// policy, other permissions or another log. One that has left the process tree
// has its supervisor's still, or the one that its user has by default.
func (w *world) hermesHome() string {
	if o := w.outer(); o != nil {
		return usable(homeOf(o.env, procs.Dir(o.host[0].PID)))
	}
	home := usable(homeOf(os.Getenv, w.dir))
	if guarded, same := procs.Marked(home); guarded && !same {
		return homeOf(func(string) string { return "" }, "/")
	}
	return home
}

// usable is a home, or this user's own where that is another user's, who has left it in
// the environment (su without -l) and keeps it to themselves.
func usable(home string) string {
	info, err := os.Stat(home)
	if err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) == os.Getuid() || unix.Access(home, unix.X_OK) == nil {
			return home
		}
	} else if !errors.Is(err, fs.ErrPermission) {
		return home
	}
	return filepath.Join(passwdHome("/etc/passwd", os.Getuid()), ".hermes")
}

// homeOf is what an environment says $HERMES_HOME is.
func homeOf(env func(string) string, dir string) string {
	if home := env("HERMES_HOME"); filepath.IsAbs(home) {
		return home
	} else if home != "" {
		return filepath.Join(dir, home)
	}
	home := env("HOME")
	if home == "" {
		home = passwdHome("/etc/passwd", os.Getuid())
	}
	return filepath.Join("/", home, ".hermes")
}

// ownFile is this program's file. A link to it, or a shell that is one, is the
// same file by [os.SameFile].
func ownFile() (os.FileInfo, error) {
	thisProgram.once.Do(func() {
		var path string
		if path, thisProgram.err = os.Executable(); thisProgram.err == nil {
			thisProgram.file, thisProgram.err = os.Stat(path)
		}
	})
	return thisProgram.file, thisProgram.err
}

// thisProgram is what [ownFile] has found.
var thisProgram struct {
	once sync.Once
	file os.FileInfo
	err  error
}
