package store

import (
	"context"
	"fmt"
	"strings"
)

// table is that of the source documents; what they do not have is added to it,
// so that a database of theirs goes on.
const table = `CREATE TABLE IF NOT EXISTS audit_log (
	id TEXT PRIMARY KEY,
	action TEXT NOT NULL,
	description TEXT NOT NULL,
	details TEXT NOT NULL DEFAULT '{}',
	requester TEXT NOT NULL DEFAULT '',
	session_key TEXT NOT NULL DEFAULT '',
	status TEXT NOT NULL,
	resolved_by TEXT NOT NULL DEFAULT '',
	created_at REAL NOT NULL,
	resolved_at REAL,
	resolved_at_iso TEXT,
	created_at_iso TEXT
)`

// added are the columns beyond the source documents'.
var added = [...]struct{ name, def string }{
	{"reason", "TEXT NOT NULL DEFAULT ''"},
	{"timeout_seconds", "INTEGER NOT NULL DEFAULT 300"},
	{"tier", "TEXT NOT NULL DEFAULT 'MEDIUM'"},
	{"kind", "TEXT NOT NULL DEFAULT ''"},
	{"bucket", "TEXT NOT NULL DEFAULT ''"},
	{"owner_pid", "INTEGER NOT NULL DEFAULT 0"},
	{"owner_started", "INTEGER NOT NULL DEFAULT 0"},
	{"seal", "BLOB NOT NULL DEFAULT ''"},
	{"screening", "TEXT NOT NULL DEFAULT ''"},
}

// others are made after the columns are there.
var others = [...]string{
	`CREATE INDEX IF NOT EXISTS audit_log_created ON audit_log (created_at)`,
	`CREATE INDEX IF NOT EXISTS audit_log_pending ON audit_log (status) WHERE status = 'pending'`,
	`CREATE TABLE IF NOT EXISTS whitelist (
		action TEXT NOT NULL,
		session_key TEXT NOT NULL DEFAULT '',
		added_by TEXT NOT NULL DEFAULT '',
		added_at INTEGER NOT NULL,
		seal BLOB NOT NULL, -- of daemons before, now empty
		PRIMARY KEY (action, session_key)
	)`,
}

const columns = `id, action, description, details, requester, session_key, status, resolved_by, created_at, resolved_at,
	resolved_at_iso, created_at_iso, reason, timeout_seconds, tier, kind, bucket, owner_pid, owner_started, seal, screening`

const addRow = `INSERT INTO audit_log (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// putRow writes a row whatever stands there by now: who holds the request
// knows what became of it, not the file.
const putRow = addRow + ` ON CONFLICT (id) DO UPDATE SET (` + columns + `) = (
	excluded.id, excluded.action, excluded.description, excluded.details, excluded.requester, excluded.session_key, excluded.status,
	excluded.resolved_by, excluded.created_at, excluded.resolved_at, excluded.resolved_at_iso, excluded.created_at_iso, excluded.reason,
	excluded.timeout_seconds, excluded.tier, excluded.kind, excluded.bucket, excluded.owner_pid, excluded.owner_started, excluded.seal, excluded.screening)`

// lay makes the tables and columns that are missing.
func (s *Store) lay(ctx context.Context) error {
	if _, err := s.conn.ExecContext(ctx, table); err != nil {
		return err
	}
	rows, err := s.conn.QueryContext(ctx, `SELECT name FROM pragma_table_info('audit_log')`)
	if err != nil {
		return err
	}
	var have []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			rows.Close()
			return err
		}
		have = append(have, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	all := " " + strings.Join(have, " ") + " "
	for _, c := range added {
		if strings.Contains(all, " "+c.name+" ") {
			continue
		}
		if _, err := s.conn.ExecContext(ctx, fmt.Sprintf("ALTER TABLE audit_log ADD COLUMN %s %s", c.name, c.def)); err != nil {
			return err
		}
	}
	for _, stmt := range others {
		if _, err := s.conn.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	return nil
}
