// Package system knows the confirmation daemon of the whole machine: whether there
// is one, where it answers, and how it is handed lines for the audit log. It is a
// user of its own, so that nothing that runs as the agents' user can answer in its
// place, change its policy, or write the log anew.
package system

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Where it keeps its state and, while it runs, its sockets: what its unit's
// StateDirectory and RuntimeDirectory make. Only root makes folders beside them.
const (
	Home = "/var/lib/hermes"
	Run  = "/run/hermes"
)

// User is who it runs as.
const User = "hermes"

// Socket is where it answers, for all users.
func Socket() string { return filepath.Join(Run, "confirmd.sock") }

// AuditSocket is where it takes lines for the audit log.
func AuditSocket() string { return filepath.Join(Run, "audit.sock") }

// UserHome is where it keeps a user's audit log, below exec as in any $HERMES_HOME.
func UserHome(uid int) string { return filepath.Join(Home, "users", strconv.Itoa(uid)) }

// Present reports whether the machine has such a daemon, running or not.
func Present() bool {
	_, err := Owner()
	return err == nil
}

// Asked reports whether this user's commands ask it. Root's do not: what they start
// could be that daemon, or make its folder.
func Asked() bool { return os.Getuid() != 0 && Present() }

// Owner is the user whose folder the sockets are in. Others must not be able to
// write it.
func Owner() (uid int, err error) {
	fi, err := os.Lstat(Run)
	if err != nil {
		return 0, err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok || !fi.IsDir() || fi.Mode().Perm()&0o022 != 0 {
		return 0, fmt.Errorf("%s is not a folder that its owner alone can write", Run)
	}
	return int(st.Uid), nil
}

// Line is what goes over the audit socket: one for each connection. The answer is
// "ok", or what went wrong.
type Line struct {
	Durable bool            `json:"durable"` // it has to be on the disk before the answer
	Record  json.RawMessage `json:"record"`
}

// answerTime is how long the daemon may take for a line.
const answerTime = 3 * time.Second

// Record hands the daemon a line for this user's audit log. An error means that it
// is not on record.
func Record(line Line) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	answer, err := exchange(AuditSocket(), append(text, '\n'))
	if err == nil && answer != "ok" {
		err = errors.New(answer)
	}
	if err != nil {
		return fmt.Errorf("the machine's confirmation daemon at %s: %w", AuditSocket(), err)
	}
	return nil
}

// exchange sends a line and reads one. net is not linked for it.
func exchange(path string, line []byte) (answer string, err error) {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	unix.CloseOnExec(fd)
	limit := unix.NsecToTimeval(int64(answerTime))
	for _, option := range [...]int{unix.SO_SNDTIMEO, unix.SO_RCVTIMEO} {
		if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, option, &limit); err != nil {
			return "", err
		}
	}
	if err := again(func() error { return unix.Connect(fd, &unix.SockaddrUnix{Name: path}) }); err != nil {
		return "", err
	}
	for len(line) > 0 {
		n := 0
		// A daemon that has hung up is an error here, not a signal.
		if err := again(func() error { n, err = unix.SendmsgN(fd, line, nil, nil, unix.MSG_NOSIGNAL); return err }); err != nil {
			return "", err
		}
		line = line[n:]
	}
	buf, got := make([]byte, 1024), 0
	for got < len(buf) && bytes.IndexByte(buf[:got], '\n') < 0 {
		n := 0
		if err := again(func() error { n, err = unix.Read(fd, buf[got:]); return err }); err != nil {
			return "", err
		}
		if n == 0 {
			return "", errors.New("it hung up")
		}
		got += n
	}
	text, _, _ := bytes.Cut(buf[:got], []byte{'\n'})
	return string(text), nil
}

// again repeats a call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
