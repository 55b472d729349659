package confirm

import (
	"net"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// settleSession finds out whose session a request is, where that matters. What
// runs under hermes-exec is of its session, whatever it says; limits go by that,
// and what a person allows for a session.
//
// A command that comes another way than on the socket has none: all of those share
// one limit. Other programs name their sessions as they like, and over TCP they are
// looked at only where a whitelist would go by the name (and not on macOS, where
// nobody can).
func (s *Server) settleSession(c net.Conn, r *store.Request) {
	var pids []int
	switch c := c.(type) {
	case *net.UnixConn:
		if pid, err := peerPID(c); err == nil {
			pids = []int{pid}
		}
	case *net.TCPConn:
		from := addrPort(c.RemoteAddr())
		if !ownersKnown || r.Kind == kindCommand || !s.desk.allowed.goesBy(r.Action, r.Session) || !ofThisMachine(from.Addr()) {
			break
		}
		var err error
		if pids, err = tcpOwners(from, addrPort(c.LocalAddr())); err != nil {
			r.Session = "" // nobody's, as far as is known
			return
		}
	}
	for _, pid := range pids {
		s.strict.asked(pid)
		if session, err := procs.SessionOf(pid, supervisorFile()); err == nil {
			r.Session = session
			return
		}
	}
	if r.Kind == kindCommand {
		r.Session = ""
	}
}
