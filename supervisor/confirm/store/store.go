// Package store keeps what the confirmation daemon must not forget: requests
// and how they were answered, and the whitelists, in one SQLite file.
//
// Every change is on the disk before the call that made it returns. The file is
// in WAL mode with synchronous=FULL: a commit is synced, so it survives the loss
// of power as well as kill -9 (as far as the disk keeps what it has synced).
// A sync costs milliseconds, so changes that arrive together share one: a
// single writer takes all that wait into one transaction.
//
// Each row carries a seal, a MAC under a key that is not in the file: who edits
// the file with another program has approved nothing.
package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// readers is how many connections answer questions while the writer writes.
const readers = 4

// ErrClosed is what a change gets after [Store.Close].
var ErrClosed = errors.New("the database is closed")

// Store is an open database. Its methods are for concurrent use.
type Store struct {
	path string
	only *flock.Flock
	key  []byte
	read *sql.DB
	lead *sql.DB // of the one writing connection
	conn *sql.Conn
	add  *sql.Stmt
	put  *sql.Stmt

	changes chan change
	closing chan struct{}
	closed  chan struct{}
	once    sync.Once
}

// Open opens the database at path, which is made (0600) if it is not there. A
// database of the source documents' daemon is taken on as it is. secret is what
// rows are sealed under. A path is open once at a time, whoever opens it:
// path.lock is held meanwhile.
func Open(path string, secret []byte) (*Store, error) {
	if err := makeFile(path); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	only := flock.New(path+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	if locked, err := only.TryLock(); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	} else if !locked {
		return nil, fmt.Errorf("open the database %s: another daemon has it open", path)
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("rows of the confirmation daemon"))
	s := &Store{
		path: path, only: only, key: mac.Sum(nil),
		changes: make(chan change, maxBatch), closing: make(chan struct{}), closed: make(chan struct{}),
	}
	if err := s.connect(); err != nil {
		s.disconnect()
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	go s.write()
	return s, nil
}

// makeFile makes sure that path is a regular file that only its owner reads:
// SQLite gives the files beside it the same mode.
func makeFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if fi, err := f.Stat(); err != nil {
		return err
	} else if !fi.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", path)
	}
	return f.Chmod(0o600)
}

func (s *Store) connect() error {
	name := "file:" + (&url.URL{Path: s.path}).EscapedPath() + "?_pragma=busy_timeout(5000)&_pragma=synchronous(FULL)&_pragma=journal_mode(WAL)"
	var err error
	if s.lead, err = sql.Open("sqlite", name); err != nil {
		return err
	}
	s.lead.SetMaxOpenConns(1)
	ctx := context.Background()
	if s.conn, err = s.lead.Conn(ctx); err != nil {
		return err
	}
	if err := s.lay(ctx); err != nil {
		return err
	}
	if s.add, err = s.conn.PrepareContext(ctx, addRow); err != nil {
		return err
	}
	if s.put, err = s.conn.PrepareContext(ctx, putRow); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", name+"&_pragma=query_only(1)"); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return s.read.PingContext(ctx)
}

// Close waits for the changes under way, and closes the database.
func (s *Store) Close() error {
	s.once.Do(func() { close(s.closing) })
	<-s.closed
	return s.disconnect()
}

func (s *Store) disconnect() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	for _, stmt := range [...]*sql.Stmt{s.add, s.put} { // they keep their connection open
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	if s.conn != nil {
		s.conn.Close() // back into the pool, which closes it
	}
	if s.lead != nil {
		errs = append(errs, s.lead.Close())
	}
	errs = append(errs, s.only.Unlock())
	return errors.Join(errs...)
}
