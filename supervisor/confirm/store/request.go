package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Status is how far a request has come.
type Status string

const (
	Pending   Status = "pending"
	Approved  Status = "approved"
	Denied    Status = "denied"
	Expired   Status = "expired"       // nobody answered in time
	Cancelled Status = "cancelled"     // who asked is gone, or took it back
	Auto      Status = "auto_approved" // nobody had to be asked
)

// Request is one thing that somebody wants done, and what became of it. Times
// are whole microseconds.
type Request struct {
	ID          string
	Action      string
	Description string
	Details     json.RawMessage // an object
	Requester   string
	Session     string
	Kind        string // "" or "command": hermes-exec asks about one
	Bucket      string // what the rate limit counts it under
	Tier        tiers.Tier
	Timeout     time.Duration // whole seconds
	Owner       Owner
	Created     time.Time
	Screening   *tiers.Screening // of a message; nil: it was not screened

	Status     Status
	ResolvedBy string
	Reason     string
	Resolved   time.Time // zero while pending

	Sealed bool // the row is as the daemon wrote it; set where one is read
}

// Owner is the process a request ends with; PID 0 where it does not.
type Owner struct {
	PID     int
	Started int64 // Unix seconds, tells it from a later process with the same pid
}

// Deadline is when the request expires.
func (r *Request) Deadline() time.Time { return r.Created.Add(r.Timeout) }

// ErrNotFound says that there is no such request.
var ErrNotFound = errors.New("not found")

// Add writes a new request. It is an error where the id is taken.
func (s *Store) Add(r *Request) error {
	args := s.row(r)
	return s.commit(func(ctx context.Context) error {
		_, err := s.add.ExecContext(ctx, args...)
		return err
	})
}

// Put writes what became of a request.
func (s *Store) Put(r *Request) error {
	args := s.row(r)
	return s.commit(func(ctx context.Context) error {
		_, err := s.put.ExecContext(ctx, args...)
		return err
	})
}

// row are the values of [columns].
func (s *Store) row(r *Request) []any {
	return []any{
		r.ID, r.Action, r.Description, string(r.Details), r.Requester, r.Session, string(r.Status), r.ResolvedBy,
		Seconds(r.Created), orNull(!r.Resolved.IsZero(), Seconds(r.Resolved)), orNull(!r.Resolved.IsZero(), ISO(r.Resolved)), ISO(r.Created),
		r.Reason, int64(r.Timeout / time.Second), r.Tier.String(), r.Kind, r.Bucket, r.Owner.PID, r.Owner.Started, s.seal(r), screeningText(r),
	}
}

func orNull(is bool, v any) any {
	if is {
		return v
	}
	return nil
}

// seal is the MAC over all that a row says.
func (s *Store) seal(r *Request) []byte {
	mac := hmac.New(sha256.New, s.key)
	var n [8]byte
	str := func(v string) { // its length first: no two rows read the same
		binary.LittleEndian.PutUint64(n[:], uint64(len(v)))
		mac.Write(n[:])
		mac.Write([]byte(v))
	}
	num := func(v int64) {
		binary.LittleEndian.PutUint64(n[:], uint64(v))
		mac.Write(n[:])
	}
	for _, v := range [...]string{r.ID, r.Action, r.Description, string(r.Details), r.Requester, r.Session, r.Kind, r.Bucket, r.Tier.String(), string(r.Status), r.ResolvedBy, r.Reason} {
		str(v)
	}
	num(int64(r.Timeout))
	num(int64(r.Owner.PID))
	num(r.Owner.Started)
	num(micros(r.Created))
	num(micros(r.Resolved))
	if text := screeningText(r); text != "" { // rows of earlier daemons have none
		str(text)
	}
	return mac.Sum(nil)
}

// screeningText is a screening as the row has it.
func screeningText(r *Request) string {
	if r.Screening == nil {
		return ""
	}
	text, err := json.Marshal(r.Screening)
	if err != nil {
		return "" // texts always can be written
	}
	return string(text)
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// Seconds is a time as the source documents write it: seconds since 1970.
func Seconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// ISO is a time as Python's isoformat writes it in UTC.
func ISO(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

func fromSeconds(v float64) time.Time {
	return time.UnixMicro(int64(math.Round(v * 1e6)))
}

// Get reads one request; [ErrNotFound] where there is none.
func (s *Store) Get(ctx context.Context, id string) (*Request, error) {
	list, err := s.query(ctx, `SELECT `+columns+` FROM audit_log WHERE id = ?`, id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNotFound
	}
	return list[0], nil
}

// Pending reads all requests that wait, oldest first.
func (s *Store) Pending(ctx context.Context) ([]*Request, error) {
	return s.query(ctx, `SELECT `+columns+` FROM audit_log WHERE status = 'pending' ORDER BY created_at, rowid`)
}

// Recent reads the last requests with a status (any where it is ""), newest first.
func (s *Store) Recent(ctx context.Context, status Status, limit int) ([]*Request, error) {
	return s.query(ctx, `SELECT `+columns+` FROM audit_log WHERE ? IN ('', status) ORDER BY created_at DESC, rowid DESC LIMIT ?`, string(status), limit)
}

func (s *Store) query(ctx context.Context, query string, args ...any) ([]*Request, error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the database: %w", err)
	}
	defer rows.Close()
	var list []*Request
	for rows.Next() {
		r, err := s.scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read the database: %w", err)
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the database: %w", err)
	}
	return list, nil
}

func (s *Store) scan(rows *sql.Rows) (*Request, error) {
	var r Request
	var details, status, tier, screening string
	var created float64
	var resolved sql.NullFloat64
	var iso, isoCreated sql.NullString
	var timeout int64
	var seal []byte
	err := rows.Scan(&r.ID, &r.Action, &r.Description, &details, &r.Requester, &r.Session, &status, &r.ResolvedBy, &created, &resolved,
		&iso, &isoCreated, &r.Reason, &timeout, &tier, &r.Kind, &r.Bucket, &r.Owner.PID, &r.Owner.Started, &seal, &screening)
	if err != nil {
		return nil, err
	}
	r.Details, r.Status, r.Timeout = json.RawMessage(details), Status(status), time.Duration(timeout)*time.Second
	r.Created = fromSeconds(created)
	if resolved.Valid {
		r.Resolved = fromSeconds(resolved.Float64)
	}
	known := r.Tier.UnmarshalText([]byte(tier)) == nil
	if screening != "" && json.Unmarshal([]byte(screening), &r.Screening) != nil {
		known = false
	}
	r.Sealed = known && hmac.Equal(seal, s.seal(&r))
	if !json.Valid(r.Details) {
		r.Details = json.RawMessage("{}")
	}
	return &r, nil
}

// Counted is a request as the rate limit sees it.
type Counted struct {
	Bucket string
	At     time.Time
}

// CountedSince reads what the rate limit has counted since a time, oldest first.
func (s *Store) CountedSince(ctx context.Context, since time.Time) ([]Counted, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT bucket, created_at FROM audit_log WHERE created_at > ? AND bucket <> '' ORDER BY created_at`, Seconds(since))
	if err != nil {
		return nil, fmt.Errorf("read the database: %w", err)
	}
	defer rows.Close()
	var list []Counted
	for rows.Next() {
		var c Counted
		var at float64
		if err := rows.Scan(&c.Bucket, &at); err != nil {
			return nil, fmt.Errorf("read the database: %w", err)
		}
		c.At = fromSeconds(at)
		list = append(list, c)
	}
	return list, rows.Err()
}
