package confirm

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
)

// reads is a handler that shows what others have asked about: commands, and who
// asked for them. This user's processes may see it, and root's, and who has the
// approver's token; anybody may read the one request whose id they were given.
func (s *Server) reads(a answer) answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := sameUser(connOf(r).Conn)
		if err == nil {
			return a(w, r)
		}
		if r.Header.Get("Authorization") == "" {
			return failf(http.StatusUnauthorized, "what others ask about is shown to the daemon's own user (%v), and to who has the approver's token: Authorization: Bearer, see %s; GET /confirm/ID shows one's own request", err, TokenPath("$HERMES_HOME"))
		}
		if err := s.hasToken(r); err != nil {
			return err
		}
		return a(w, r)
	}
}

// sameUser gives an error unless a connection is known to come from a process of
// the daemon's user, or of root.
func sameUser(c net.Conn) error {
	var uid int
	var err error
	switch c := c.(type) {
	case *net.UnixConn:
		uid, err = peerUID(c)
	case *net.TCPConn:
		from := addrPort(c.RemoteAddr())
		if !ofThisMachine(from.Addr()) {
			return errors.New("this comes from another machine")
		}
		uid, err = tcpUID(from, addrPort(c.LocalAddr()))
	default:
		err = errors.New("it is not known who is asking")
	}
	if err == nil && uid != 0 && uid != os.Getuid() {
		err = fmt.Errorf("this comes from user %d", uid)
	}
	return err
}
