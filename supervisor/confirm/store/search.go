package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Filter says which requests are meant; what is zero does not matter.
type Filter struct {
	Text   string // in what the request says, whose it is, or what became of it; ASCII in any case
	Tier   *tiers.Tier
	Status Status
	Since  time.Time // of the submission
	Before Cursor
	Limit  int // of [Store.Search]
}

// Cursor is a request after which the next, older ones come.
type Cursor struct {
	At time.Time
	ID string
}

// where is the filter in SQL.
func (f *Filter) where() (string, []any) {
	var conds []string
	var args []any
	add := func(cond string, values ...any) {
		conds, args = append(conds, cond), append(args, values...)
	}
	if f.Text != "" {
		columns := [...]string{"id", "action", "description", "details", "requester", "session_key", "resolved_by", "reason"}
		var any []string
		for _, c := range columns { // LIKE stops at a NUL
			any = append(any, "instr(lower("+c+"), lower(?)) > 0")
			args = append(args, f.Text)
		}
		conds = append(conds, "("+strings.Join(any, " OR ")+")")
	}
	if f.Tier != nil {
		add("tier = ?", f.Tier.String())
	}
	if f.Status != "" {
		add("status = ?", string(f.Status))
	}
	if !f.Since.IsZero() {
		add("created_at >= ?", Seconds(f.Since))
	}
	if f.Before.ID != "" {
		at := Seconds(f.Before.At)
		add("(created_at < ? OR created_at = ? AND id < ?)", at, at, f.Before.ID)
	}
	if len(conds) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conds, " AND "), args
}

// Search reads the requests that a filter lets through, newest first.
func (s *Store) Search(ctx context.Context, f Filter) ([]*Request, error) {
	where, args := f.where()
	return s.query(ctx, `SELECT `+columns+` FROM audit_log`+where+` ORDER BY created_at DESC, id DESC LIMIT ?`, append(args, f.Limit)...)
}

// Counts are how many requests there are of each kind.
type Counts struct {
	Total  int            `json:"total"`
	Tier   map[string]int `json:"tier"`
	Status map[string]int `json:"status"`
	Hour   map[int64]int  `json:"hour"` // by the Unix time at which the hour begins
}

// Count counts the requests that a filter lets through.
func (s *Store) Count(ctx context.Context, f Filter) (*Counts, error) {
	where, args := f.where()
	rows, err := s.read.QueryContext(ctx, `SELECT tier, status, CAST(created_at / 3600 AS INTEGER) * 3600, count(*) FROM audit_log`+where+` GROUP BY 1, 2, 3`, args...)
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	defer rows.Close()
	c := &Counts{Tier: map[string]int{}, Status: map[string]int{}, Hour: map[int64]int{}}
	for rows.Next() {
		var tier, status string
		var hour int64
		var n int
		if err := rows.Scan(&tier, &status, &hour, &n); err != nil {
			return nil, fmt.Errorf("count requests: %w", err)
		}
		c.Total += n
		c.Tier[tier] += n
		c.Status[status] += n
		c.Hour[hour] += n
	}
	return c, rows.Err()
}
