package confirm

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// connKey is under which a request's context has its connection.
type connKey struct{}

// accepted is a connection, since when it has been one, and how many requests have
// come on it.
type accepted struct {
	net.Conn
	at       time.Time
	requests *atomic.Int64
}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, accepted{c, time.Now(), new(atomic.Int64)})
}

// first reports whether a request is the first on its connection, which is told
// what it is by the process that made it. What comes later may be another's, to
// whom the connection was handed on, or who took it.
func (a accepted) first() bool { return a.requests != nil && a.requests.Load() == 1 }

func (a accepted) isUnix() bool { _, is := a.Conn.(*net.UnixConn); return is }

func connOf(r *http.Request) accepted {
	c, _ := r.Context().Value(connKey{}).(accepted)
	return c
}

// fromHere keeps out what a web page made a browser send. A page of another
// site is told by Origin and Sec-Fetch-Site; one whose name was pointed at this
// machine (DNS rebinding) by the name it knows the server under.
func (s *Server) fromHere(r *http.Request) error {
	if c := connOf(r); !c.isUnix() && !s.knows(r.Host) {
		return failf(http.StatusForbidden, "host %q is not this daemon", r.Host)
	}
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return failf(http.StatusForbidden, "a request from another site: %v", err)
	}
	// The check lets through what should change nothing; it shows things, though.
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host && !(origin == "https://"+r.Host && s.named(r.Host)) {
		return failf(http.StatusForbidden, "a request from another site: %s", origin)
	}
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
		return failf(http.StatusForbidden, "a request from another site")
	}
	return nil
}

// knows reports whether a Host header names this server: this machine, or,
// where it is bound to be reached from others, any address or that name. A
// rebound name is never an address.
func (s *Server) knows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.ToLower(strings.Trim(name, "[]")), ".")
	if name == "localhost" || s.named(host) {
		return true
	}
	addr, err := netip.ParseAddr(name)
	if err == nil && addr.Unmap().IsLoopback() {
		return true
	}
	bound := strings.Trim(s.config.Host, "[]")
	if bound == "" {
		bound = DefaultHost
	}
	at, notAddr := netip.ParseAddr(bound)
	if bound == "localhost" || notAddr == nil && at.Unmap().IsLoopback() {
		return false
	}
	return err == nil || strings.EqualFold(name, bound)
}

// named reports whether a Host header is a name that its owner gave the server,
// behind a proxy or on another network.
func (s *Server) named(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	return host != "" && slices.ContainsFunc(s.config.Names, func(n string) bool { return strings.EqualFold(n, host) })
}

// approver lets an answer through: it comes from a process that no supervisor
// stands above, and carries the token or is a link out of a notice.
func (s *Server) approver(r *http.Request, id, verb string) error {
	err := s.mayApprove(r, id, verb)
	if err != nil {
		s.counts.refused.Add(1)
		s.log.Warn("refused", "path", r.URL.Path, "reason", err)
	}
	return err
}

func (s *Server) mayApprove(r *http.Request, id, verb string) error {
	if err := checkPeer(connOf(r), s.most()); err != nil {
		return failf(http.StatusForbidden, "nobody approves their own request: %v", err)
	}
	if c := connOf(r); !c.first() && c.isUnix() {
		return failf(http.StatusForbidden, "an answer takes a connection of its own")
	}
	if verb != "" && r.URL.Query().Has("sig") {
		if !s.links.good(id, verb, r.URL.Query(), time.Now()) {
			return failf(http.StatusForbidden, "this link has expired, or was never one")
		}
		return nil
	}
	if err := s.hasToken(r); err != nil {
		return err
	}
	if c, ok := connOf(r).Conn.(*net.TCPConn); ok && ofThisMachine(addrPort(c.RemoteAddr()).Addr()) && r.Context().Value(asideKey{}) == nil {
		return failf(http.StatusForbidden,
			"from this machine answers are taken on the socket %s alone: a TCP connection says who holds it now, not who made it", SocketPath("$HERMES_HOME"))
	}
	return nil
}

// asideKey marks what a [Side] asks for, which has its own guard at its door.
type asideKey struct{}

// hasToken gives an error unless a request carries the approver's token.
func (s *Server) hasToken(r *http.Request) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch {
	case token == "":
		return failf(http.StatusUnauthorized, "this takes the approver's token: Authorization: Bearer, see %s", TokenPath("$HERMES_HOME"))
	case !strings.EqualFold(scheme, "Bearer") || !sameToken(strings.TrimSpace(token), s.token):
		return failf(http.StatusForbidden, "this is not the approver's token")
	}
	return nil
}
