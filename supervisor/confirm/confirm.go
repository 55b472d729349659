// Package confirm is the confirmation daemon: what an agent may not do by
// itself waits here until a person has answered.
//
// A request is submitted over HTTP, on a loopback port or on a Unix socket in
// $HERMES_HOME, which needs no more than to reach either. To approve, deny or
// whitelist takes the approver's token, and a process that no supervisor stands
// above: nobody approves their own request.
//
// The [desk] holds what waits, in memory; [store] keeps all of it on the disk,
// and nothing is answered before it is there. Time is kept by a clock for each
// request, not by somebody looking.
package confirm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Where the daemon is found, and what it allows, where nothing else is said.
// They are those of the source documents.
const (
	DefaultHost      = "127.0.0.1"
	DefaultPort      = 6000
	DefaultRateLimit = 10 // of one action, an hour
)

// Config says what a daemon is to be.
type Config struct {
	Home      string       // HERMES_HOME; [system.Home] for the machine's daemon
	DBPath    string       // "": in Home
	RateLimit int          // submissions of one action an hour; 0: [DefaultRateLimit]
	Host      string       // the name it is bound to, for what may be asked of it
	Log       *slog.Logger // nil: nowhere
	Names     []string     // other names it is reached by, as links in notices have them
	Pressed   http.Handler // answers below /notify/, to who signs what they send; nil: nobody does
	Version   string       // of the program, for /health

	// Record puts a line on record in the audit log of a user, for the machine's daemon;
	// the error goes to who sent it. nil: others keep theirs.
	Record func(uid int, line system.Line) error

	// Screen is the content screen for messages; nil: there is none.
	Screen func(ctx context.Context, text string) tiers.Screening
}

// system reports whether this is the daemon of the whole machine.
func (c *Config) system() bool { return c.Home == system.Home }

// Server is a daemon. There is one for a home.
type Server struct {
	config   Config
	log      *slog.Logger
	lock     *lock.Lock
	store    *store.Store
	desk     *desk
	events   *events
	counts   counts
	token    string
	strict   strictest
	links    linkSigner
	side     *Side        // nil: there is none
	records  net.Listener // of lines for the audit logs; nil: others keep theirs
	takes    sync.Map     // by user: a channel with room for as many lines as are taken at a time
	stopping chan struct{}
	screens  chan struct{} // one for each screening at a time
	handler  http.Handler
	started  time.Time
}

// LockName is the name under which the daemon of a home holds its lock, in
// [LockDir].
const LockName = "confirmd"

// LockDir is where the lock and the pid of the daemon are.
func LockDir(home string) string { return filepath.Join(home, "exec") }

// DBPath is where the database is if nothing else is said.
func DBPath(home string) string { return filepath.Join(home, "confirmation_audit.db") }

// Open takes the home, reads what is waiting there, and starts its clocks. The
// error is a *[lock.HeldError] where another daemon has the home.
func Open(c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.DBPath == "" {
		c.DBPath = DBPath(c.Home)
	}
	if c.RateLimit == 0 {
		c.RateLimit = DefaultRateLimit
	}
	s := &Server{config: c, log: c.Log, events: newEvents(), stopping: make(chan struct{}), screens: make(chan struct{}, screensAtOnce), started: time.Now()}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.release())
	}
	s.handler = s.routes()
	return s, nil
}

func (s *Server) open() (err error) {
	if err := privateDir(s.config.Home); err != nil {
		return err
	}
	if s.lock, err = lock.Acquire(LockDir(s.config.Home), LockName); err != nil {
		return err
	}
	if s.token, err = makeToken(s.config.Home); err != nil {
		return err
	}
	measure := os.Getpid()
	if s.config.system() {
		measure = 1
	}
	if err = s.strict.begin(measure); err != nil {
		return err
	}
	s.links = newLinkSigner(s.token)
	if s.store, err = store.Open(s.config.DBPath, []byte(s.token)); err != nil {
		return err
	}
	s.desk, err = openDesk(s.store, s.config.Home, s.log, s.events, &s.counts, limits{action: s.config.RateLimit, session: commandLimit})
	return err
}

// Close ends the clocks and waits for what is being written. What is pending
// stays so, for the next daemon.
func (s *Server) Close() error { return s.release() }

func (s *Server) release() error {
	var errs []error
	if s.records != nil {
		s.records.Close()
	}
	if s.desk != nil {
		s.desk.close()
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Release())
	}
	return errors.Join(errs...)
}

// ServeHTTP answers one request. Its connection must have come through
// [Server.Serve], or there is no peer to be checked and nothing is approved.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c := connOf(r); c.requests != nil {
		c.requests.Add(1)
	}
	s.handler.ServeHTTP(w, r)
}

// Limits on what a client may take of the server's time: a header, a body and
// an idle connection.
const (
	headerTime = 10 * time.Second
	bodyTime   = 30 * time.Second
	idleTime   = 2 * time.Minute
	writeTime  = 30 * time.Second
)

// Serve answers on all listeners until ctx is done. It then lets what is being
// answered end, and tells those who wait that the daemon stops.
func (s *Server) Serve(ctx context.Context, listeners ...net.Listener) error {
	server := s.httpServer(s)
	servers, failed := []*http.Server{server}, make(chan error, len(listeners)+1)
	for _, l := range listeners {
		go func() { failed <- server.Serve(l) }()
	}
	if s.side != nil {
		server := s.httpServer(s.side.Handler)
		servers = append(servers, server)
		go func() { failed <- server.Serve(s.side.Listener) }()
	}
	var taken sync.WaitGroup
	if s.records != nil {
		taken.Go(func() { s.takeLines(s.records) })
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	close(s.stopping)
	if s.records != nil {
		s.records.Close()
	}
	end, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var down sync.WaitGroup
	for _, server := range servers {
		down.Go(func() {
			if server.Shutdown(end) != nil {
				server.Close()
			}
		})
	}
	down.Wait()
	taken.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("serve: %w", err)
	}
	return err
}

func (s *Server) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		ConnContext:       withConn,
	}
}
