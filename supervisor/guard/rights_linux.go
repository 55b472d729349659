//go:build amd64 || arm64

package guard

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// RaisesRights reports whether who executes a file gets rights by that: under a
// guard that [TakesRights] it runs without them.
func RaisesRights(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 {
		return true
	}
	_, err = unix.Getxattr(path, "security.capability", nil)
	return err == nil
}

// missesRights is for a caller that asks whether no_new_privs is set. That is
// what sudo does when it finds itself without rights, right before it gives up;
// hardly anybody else asks.
func missesRights(caller int) (e supervisor.GuardEvent) {
	file := procPath(caller, "exe")
	path, err := os.Readlink(file)
	switch {
	case os.IsPermission(err): // it cannot be read by its own user: it is no ordinary program
		path = comm(caller)
	case err != nil || !RaisesRights(file):
		return e
	}
	e.Rights = path
	e.Caller = supervisor.GuardedProcess{PID: caller, Name: comm(caller)}
	return e
}
