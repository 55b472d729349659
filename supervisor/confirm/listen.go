package confirm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// SocketPath is where the daemon of a home listens.
func SocketPath(home string) string {
	if home == system.Home {
		return system.Socket()
	}
	return filepath.Join(home, "confirmd.sock")
}

// socketName is the longest path that fits into a socket's address everywhere.
const socketName = 100

// short gives a path for a socket's address: Linux knows long ones by a
// descriptor of the folder. done closes that.
func short(path string) (name string, done func(), err error) {
	if len(path) <= socketName {
		return path, func() {}, nil
	}
	if runtime.GOOS != "linux" {
		return "", nil, fmt.Errorf("%s is too long for a socket; a shorter HERMES_HOME is needed", path)
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return "/proc/self/fd/" + strconv.Itoa(int(dir.Fd())) + "/" + filepath.Base(path), func() { dir.Close() }, nil
}

// listenUnix listens on a socket that has a mode. What an earlier daemon has left
// there is removed: whoever calls this holds the home's lock.
func listenUnix(path string, mode fs.FileMode) (net.Listener, error) {
	if fi, err := os.Lstat(path); err == nil && fi.Mode().Type() != fs.ModeSocket {
		return nil, fmt.Errorf("listen: %s is there and is no socket", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listen: %w", err)
	}
	name, done, err := short(path)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	defer done()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // the name may be that of a descriptor; it is removed by path
	if err := os.Chmod(path, mode); err != nil {
		l.Close()
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	return &unixListener{l, path}, nil
}

// unixListener removes its socket when it is closed.
type unixListener struct {
	*net.UnixListener
	path string
}

func (l *unixListener) Close() error {
	os.Remove(l.path)
	return l.UnixListener.Close()
}

// Listen opens the home's socket and a TCP port. Only who has the server of
// that home may do so.
func (s *Server) Listen(host string, port int) ([]net.Listener, error) {
	mode := fs.FileMode(0o600)
	if s.config.system() {
		mode = 0o666 // anybody may ask; who may answer is not decided by the file
	}
	sock, err := listenUnix(SocketPath(s.config.Home), mode)
	if err != nil {
		return nil, err
	}
	if s.config.Record != nil {
		if s.records, err = listenUnix(system.AuditSocket(), mode); err != nil {
			sock.Close()
			return nil, err
		}
	}
	tcp, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		sock.Close()
		if errors.Is(err, syscall.EADDRINUSE) {
			return nil, fmt.Errorf("port %d on %s is taken, by another daemon or another program: `--port N` takes another one", port, host)
		}
		return nil, err
	}
	return []net.Listener{sock, tcp}, nil
}

// firstPassed is the first of the descriptors that a service manager passes.
const firstPassed = 3

// Passed are the listeners that a service manager opened for this process, see
// sd_listen_fds(3); none where it did not.
func Passed(getenv func(string) string) ([]net.Listener, error) {
	if getenv("LISTEN_PID") != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	n, err := strconv.Atoi(getenv("LISTEN_FDS"))
	if err != nil || n < 1 {
		return nil, nil
	}
	var list []net.Listener
	for fd := firstPassed; fd < firstPassed+n; fd++ {
		f := os.NewFile(uintptr(fd), "LISTEN_FD_"+strconv.Itoa(fd))
		l, err := net.FileListener(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("listen: descriptor %d of the service manager: %w", fd, err)
		}
		if u, ok := l.(*net.UnixListener); ok {
			u.SetUnlinkOnClose(false) // the manager's
		}
		list = append(list, l)
	}
	return list, nil
}

// dial connects to the daemon of a home. One that is not outside (see
// [procs.Outside]) may be the agent's own: what it says does not count, and it gets
// no token. The machine's is known by its user, as nobody else makes its socket.
func dial(ctx context.Context, home string) (net.Conn, error) {
	name, done, err := short(SocketPath(home))
	if err != nil {
		return nil, err
	}
	defer done()
	var d net.Dialer
	c, err := d.DialContext(ctx, "unix", name)
	if err != nil {
		return nil, err
	}
	pid, err := peerPID(c.(*net.UnixConn))
	if home == system.Home {
		err = ofSystem(c.(*net.UnixConn))
	} else if err == nil {
		var most procs.Filters
		if most, _, err = procs.FiltersAbove(os.Getpid(), supervisorFile()); err == nil {
			err = procs.Outside(pid, supervisorFile(), most)
		}
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("the daemon at %s cannot be trusted: %w", SocketPath(home), err)
	}
	return c, nil
}

// ofSystem gives an error unless the machine's daemon, or root, is at the other end.
func ofSystem(c *net.UnixConn) error {
	owner, err := system.Owner()
	if err != nil {
		return err
	}
	uid, err := peerUID(c)
	if err == nil && uid != 0 && uid != owner {
		err = fmt.Errorf("it is user %d's, and %s belongs to user %d", uid, system.Run, owner)
	}
	return err
}
