package store

import (
	"context"
	"fmt"
	"time"
)

// Allowed is an action that nobody is asked about: in one session, or in all
// where Session is "".
type Allowed struct {
	Action  string
	Session string
	By      string
	Added   time.Time // whole seconds
}

// Allow adds to the whitelist, or replaces what it says of the same action and
// session.
func (s *Store) Allow(a Allowed) error {
	return s.commit(func(ctx context.Context) error {
		_, err := s.conn.ExecContext(ctx, `INSERT OR REPLACE INTO whitelist (action, session_key, added_by, added_at, seal) VALUES (?, ?, ?, ?, '')`,
			a.Action, a.Session, a.By, a.Added.Unix())
		return err
	})
}

// Disallow takes an action off the whitelist.
func (s *Store) Disallow(action, session string) error {
	return s.commit(func(ctx context.Context) error {
		_, err := s.conn.ExecContext(ctx, `DELETE FROM whitelist WHERE action = ? AND session_key = ?`, action, session)
		return err
	})
}

// Whitelist reads all of it, in order. That a person made it is not this file's to
// prove.
func (s *Store) Whitelist(ctx context.Context) (list []Allowed, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT action, session_key, added_by, added_at FROM whitelist ORDER BY action, session_key`)
	if err != nil {
		return nil, fmt.Errorf("read the whitelist: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a Allowed
		var at int64
		if err := rows.Scan(&a.Action, &a.Session, &a.By, &at); err != nil {
			return nil, fmt.Errorf("read the whitelist: %w", err)
		}
		a.Added = time.Unix(at, 0)
		list = append(list, a)
	}
	return list, rows.Err()
}

// Path is where the database is.
func (s *Store) Path() string { return s.path }
