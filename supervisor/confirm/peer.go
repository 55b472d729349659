package confirm

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// supervisorFile is the wrapper that was installed beside this program, so that
// it is known under any name; nil where there is none.
func supervisorFile() os.FileInfo {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	file, err := os.Stat(filepath.Join(filepath.Dir(self), "hermes-exec"))
	if err != nil {
		return nil
	}
	return file
}

// Outsider gives an error where this process was started by a supervised command:
// the daemon looks as well, but a client can say so before it reads the token.
func Outsider() error { return procs.Outsider(supervisorFile()) }

// strictest is how many filters a process may have that answers: as many as this
// one has, or, where that is less, as the outermost supervisor above each that has
// asked. So a daemon under filters of its own takes none for an outsider that is
// below an agent's.
type strictest struct {
	mu   sync.Mutex
	most procs.Filters
}

// begin takes a process as the first measure: this one, or for the machine's daemon,
// which is under the filters of its unit, the first of all.
func (s *strictest) begin(pid int) (err error) {
	s.most, _, err = procs.FiltersAbove(pid, nil)
	return err
}

// asked is told who submits a request.
func (s *strictest) asked(pid int) {
	most, supervised, err := procs.FiltersAbove(pid, supervisorFile())
	if err != nil || !supervised {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = min(s.most, most)
}

func (s *Server) most() procs.Filters {
	s.strict.mu.Lock()
	defer s.strict.mu.Unlock()
	return s.strict.most
}

// checkPeer gives an error unless the process at the other end of a connection
// is known to be outside, see [procs.Outside]. One on another machine is.
func checkPeer(a accepted, most procs.Filters) error {
	var pids []int
	switch c := a.Conn.(type) {
	case *net.UnixConn:
		pid, err := peerPID(c)
		if err == nil {
			err = sameProcess(pid, a.at)
		}
		if err != nil {
			return err
		}
		pids = []int{pid}
	case *net.TCPConn:
		from, to := addrPort(c.RemoteAddr()), addrPort(c.LocalAddr())
		if !ofThisMachine(from.Addr()) {
			return nil
		}
		var err error
		if pids, err = tcpOwners(from, to); err != nil {
			return fmt.Errorf("%w; the daemon's Unix socket says who is asking: `hermes-confirmd approve`, deny and watch use it", err)
		}
	default:
		return errors.New("it is not known which process is asking")
	}
	for _, pid := range pids {
		if err := procs.Outside(pid, supervisorFile(), most); err != nil {
			return err
		}
	}
	return nil
}

// startSlack is how exactly the start of a process is known.
const startSlack = 100 * time.Millisecond

// sameProcess gives an error where a pid has come to be another process's since
// a time: it was noted when the connection was made, and that process may have
// handed the connection on and ended.
func sameProcess(pid int, since time.Time) error {
	started, err := procs.StartTime(pid)
	if err != nil {
		return fmt.Errorf("process %d is gone, or cannot be looked at: %w", pid, err)
	}
	if started.After(since.Add(startSlack)) {
		return fmt.Errorf("process %d is not the one that made this connection", pid)
	}
	return nil
}

func addrPort(a net.Addr) netip.AddrPort {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.AddrPort()
	}
	return netip.AddrPort{}
}

// ofThisMachine reports whether an address is one of ours. If that cannot be
// found out it counts as such, and the process has to be found.
func ofThisMachine(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() || !a.IsValid() {
		return true
	}
	ours, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	for _, o := range ours {
		if p, err := netip.ParsePrefix(o.String()); err == nil && p.Addr().Unmap() == a {
			return true
		}
	}
	return false
}
