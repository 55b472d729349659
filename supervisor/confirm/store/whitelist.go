package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
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

func (s *Store) sealAllowed(a *Allowed) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, v := range [...]string{"whitelist", a.Action, a.Session, a.By, strconv.FormatInt(a.Added.Unix(), 10)} {
		fmt.Fprintf(mac, "%d:%s", len(v), v)
	}
	return mac.Sum(nil)
}

// Allow adds to the whitelist, or replaces what it says of the same action and
// session.
func (s *Store) Allow(a Allowed) error {
	seal := s.sealAllowed(&a)
	return s.commit(func(ctx context.Context) error {
		_, err := s.conn.ExecContext(ctx, `INSERT OR REPLACE INTO whitelist (action, session_key, added_by, added_at, seal) VALUES (?, ?, ?, ?, ?)`,
			a.Action, a.Session, a.By, a.Added.Unix(), seal)
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

// Whitelist reads all of it. Rows that another program wrote are left out, and
// named in forged.
func (s *Store) Whitelist(ctx context.Context) (list []Allowed, forged []string, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT action, session_key, added_by, added_at, seal FROM whitelist ORDER BY action, session_key`)
	if err != nil {
		return nil, nil, fmt.Errorf("read the whitelist: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a Allowed
		var at int64
		var seal []byte
		if err := rows.Scan(&a.Action, &a.Session, &a.By, &at, &seal); err != nil {
			return nil, nil, fmt.Errorf("read the whitelist: %w", err)
		}
		a.Added = time.Unix(at, 0)
		if !hmac.Equal(seal, s.sealAllowed(&a)) {
			forged = append(forged, strings.TrimSpace(a.Action+" "+a.Session))
			continue
		}
		list = append(list, a)
	}
	return list, forged, rows.Err()
}
