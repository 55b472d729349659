package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

var ctx = context.Background()

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path, []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func sample(id string) *Request {
	return &Request{
		ID: id, Action: "deploy_production", Description: "Deploy v2.0\x00 ¾", Details: []byte(`{"version":"2.0"}`),
		Requester: "timmy", Session: "s1", Kind: "command", Bucket: "action deploy_production", Tier: tiers.High, Timeout: 300 * time.Second,
		Owner: Owner{PID: 7, Started: 12345}, Created: time.UnixMicro(1_790_000_000_123_457), Status: Pending,
	}
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?#%41", "db")
	s := open(t, path)
	want := sample("abc")
	if err := s.Add(want); err != nil {
		t.Fatal(err)
	}
	if err := s.Add(want); err == nil {
		t.Error("an id was taken twice")
	}
	pending, err := s.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("pending: %v, %v", pending, err)
	}
	want.Status, want.ResolvedBy, want.Reason, want.Resolved = Approved, "alexander", "why not", time.UnixMicro(1_790_000_010_000_001)
	if err := s.Put(want); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := s.Put(want); !errors.Is(err, ErrClosed) {
		t.Errorf("put after close: %v", err)
	}
	if fi, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) { // SQLite's last connection removes it
		t.Errorf("after close it is still open: %v, %v", fi, err)
	}

	s = open(t, path)
	got, err := s.Get(ctx, "abc")
	if err != nil {
		t.Fatal(err)
	}
	want.Sealed = true
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if _, err := s.Get(ctx, "other"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown id: %v", err)
	}
	if list, err := s.Recent(ctx, Denied, 10); err != nil || len(list) != 0 {
		t.Errorf("denied: %v, %v", list, err)
	}
	counted, err := s.CountedSince(ctx, want.Created.Add(-time.Second))
	if err != nil || len(counted) != 1 || counted[0].Bucket != want.Bucket || !counted[0].At.Equal(want.Created) {
		t.Errorf("counted: %v, %v", counted, err)
	}
	for _, name := range []string{"db", "db-wal"} {
		if fi, err := os.Stat(filepath.Join(filepath.Dir(path), name)); err != nil || fi.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, fi, err)
		}
	}
}

// Two homes may name one database; one daemon has it.
func TestOpenOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := open(t, path)
	if second, err := Open(path, []byte("secret")); err == nil || !strings.Contains(err.Error(), "another daemon has it open") {
		second.Close()
		t.Errorf("a second one: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

// Whoever edits the file with another program has approved nothing: each column
// that is read is sealed, and so is each of a whitelist's.
func TestEditedRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := open(t, path)
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	edit := func(format string, args ...any) {
		t.Helper()
		if _, err := other.Exec(fmt.Sprintf(format, args...)); err != nil {
			t.Fatalf(format+": %v", append(args, err)...)
		}
	}
	for column, value := range map[string]string{
		"action": "'push'", "description": "'harmless'", "details": "'{}'", "requester": "'me'", "session_key": "''", "status": "'approved'",
		"resolved_by": "'human'", "created_at": "created_at + 1", "resolved_at": "1790000001", "reason": "'why not'", "timeout_seconds": "3600", "tier": "'MEDIUM'",
		"kind": "''", "bucket": "'another'", "owner_pid": "8", "owner_started": "owner_started + 1", "seal": "x'00'", "screening": `'{"verdict":"safe"}'`,
	} {
		if err := s.Add(sample(column)); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Get(ctx, column); err != nil || !r.Sealed {
			t.Errorf("before its %s is edited: %+v, %v", column, r, err)
		}
		edit(`UPDATE audit_log SET %s = %s WHERE id = '%[1]s'`, column, value)
		if r, err := s.Get(ctx, column); err != nil || r.Sealed {
			t.Errorf("its %s was edited, and it is believed: %+v, %v", column, r, err)
		}
		if err := s.Put(sample(column)); err != nil { // what the daemon knows is what stands there then
			t.Fatal(err)
		}
		if r, err := s.Get(ctx, column); err != nil || !r.Sealed || r.Status != Pending {
			t.Errorf("after Put: %+v, %v", r, err)
		}
	}
	edit(`UPDATE audit_log SET id = 'x' WHERE id = 'tier'`)
	if r, err := s.Get(ctx, "x"); err != nil || r.Sealed {
		t.Errorf("under another id it is believed: %+v, %v", r, err)
	}

	for _, session := range []string{"s1", "", "s1"} {
		if err := s.Allow(Allowed{Action: "deploy", Session: session, By: "me", Added: time.Unix(5, 0)}); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.Whitelist(ctx); err != nil || len(list) != 2 || list[0].Session != "" || list[1].Session != "s1" || list[1].By != "me" || list[1].Added.Unix() != 5 {
		t.Errorf("whitelist: %v, %v", list, err)
	}
	if err := s.Disallow("deploy", "s1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Disallow("deploy", ""); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Whitelist(ctx); err != nil || len(list) != 0 {
		t.Errorf("whitelist after Disallow: %v, %v", list, err)
	}
}

// A row is believed over an update: what is sealed, and how, stays as it is.
func TestSeal(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	screened := sample("abc")
	screened.Screening = &tiers.Screening{Verdict: tiers.ScreenedSafe}
	answered := sample("abc")
	answered.Status, answered.ResolvedBy, answered.Resolved = Denied, "ada", time.UnixMicro(1_790_000_010_000_001)
	for want, r := range map[string]*Request{
		"089285f84643abeff3bafdbcfd51746063568608807fd9a269240d5116cd53f1": sample("abc"), "2e2876419406769b92d83581270f1bcafa28ec99a5cb5bbf2183493744de9588": screened, "5d9f6057436c819295f34b19dc58af7769f25be342e60c9a1a036dc191607381": answered,
	} {
		if got := fmt.Sprintf("%x", s.seal(r)); got != want {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}

// A database of the source documents' daemon goes on.
func TestEarlierDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	old, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(table + `; INSERT INTO audit_log VALUES ('old', 'deploy', 'Ship it', '{"a": 1}', 'agent', '', 'approved', 'alex', 1776000000.25, 1776000001.5, '', '')`); err != nil {
		t.Fatal(err)
	}
	old.Close()
	s := open(t, path)
	if err := s.Add(sample("new")); err != nil {
		t.Fatal(err)
	}
	list, err := s.Recent(ctx, "", 10)
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	if r := list[1]; r.ID != "old" || r.Sealed || r.Status != Approved || !r.Created.Equal(time.UnixMicro(1776000000250000)) {
		t.Errorf("the old row: %+v", r)
	}
}

// Changes that arrive together share a transaction; one that fails fails alone.
func TestBatch(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	const n = 200
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() { errs[i] = s.Add(sample(fmt.Sprint(i / 2))) }) // each id twice
	}
	wg.Wait()
	for i := 0; i < n; i += 2 {
		if (errs[i] == nil) == (errs[i+1] == nil) {
			t.Errorf("id %d: %v and %v", i/2, errs[i], errs[i+1])
		}
	}
	if list, err := s.Pending(ctx); err != nil || len(list) != n/2 {
		t.Errorf("%d rows, %v", len(list), err)
	}
}

// A transaction takes what waits, and no more than [maxBatch] of it.
func TestWaiting(t *testing.T) {
	s := &Store{changes: make(chan change, 2*maxBatch)}
	for range maxBatch + 5 {
		s.changes <- change{}
	}
	for _, want := range []int{maxBatch, 5, 0} {
		if got := len(s.waiting(nil)); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
}

// A change that fails by itself is not tried again, and says all that went wrong.
func TestFailedChange(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	tries := 0
	err := s.commit(func(ctx context.Context) error {
		tries++
		if _, err := s.conn.ExecContext(ctx, "ROLLBACK"); err != nil { // as SQLite does where the disk is full
			return err
		}
		return errors.New("it is full")
	})
	if err == nil || !strings.Contains(err.Error(), "it is full") || !strings.Contains(err.Error(), "no transaction is active") || tries != 1 {
		t.Errorf("after %d tries: %v", tries, err)
	}
}

// A full disk is an error, and once there is room again the next change works.
func TestFullDisk(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	limit := func(pages int) {
		if _, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages)); err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	big := sample("big")
	big.Description = string(make([]byte, 100_000))
	if err := s.Add(big); err == nil {
		t.Fatal("written without room")
	}
	if err := s.Put(big); err == nil {
		t.Fatal("written without room")
	}
	limit(1 << 20)
	if err := s.Add(big); err != nil {
		t.Error(err)
	}
}

// A commit is synced: what has been answered survives the loss of power.
func TestSynced(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal"} { // 2 is FULL
		var got string
		if err := s.conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", pragma, got, want, err)
		}
	}
	if n := s.read.Stats().MaxOpenConnections; n != readers {
		t.Errorf("%d connections may read, want %d", n, readers)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("this is no database, and long enough to be seen as none"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("elsewhere", link); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{garbage: "not a database", link: "too many levels", dir: "is a directory", fifo: "not a regular file"} {
		if s, err := Open(path, nil); err == nil {
			s.Close()
			t.Errorf("%s was opened", path)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// A file that others could read is this user's alone from then on.
func TestOpenReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi, err)
	}
}

// A screening is kept and sealed with its request, and rows of a daemon that knew of
// none stay as good as they were.
func TestScreening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := open(t, path)
	screened := sample("screened")
	screened.Screening = &tiers.Screening{Verdict: tiers.ScreenedUnsafe, Categories: []tiers.Category{{Code: "S10", Name: "Hate"}}}
	for _, r := range []*Request{screened, sample("edited"), sample("plain")} {
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := s.Get(ctx, "screened"); err != nil || !r.Sealed || r.Screening == nil || r.Screening.String() != "unsafe: Hate (S10)" {
		t.Errorf("%+v, %v", r, err)
	}
	s.Close()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []string{
		`UPDATE audit_log SET screening = '{"verdict":"safe"}' WHERE id = 'edited'`,
		`UPDATE audit_log SET screening = '' WHERE id = 'screened'`,
	} {
		if _, err := other.Exec(edit); err != nil {
			t.Fatal(err)
		}
	}
	s = open(t, path)
	for id, sealed := range map[string]bool{"screened": false, "edited": false, "plain": true} {
		if r, err := s.Get(ctx, id); err != nil || r.Sealed != sealed {
			t.Errorf("%s: sealed %v, want %v (%v)", id, r.Sealed, sealed, err)
		}
	}
	s.Close()
	if _, err := other.Exec(`ALTER TABLE audit_log DROP COLUMN screening`); err != nil {
		t.Fatal(err)
	}
	other.Close()
	s = open(t, path)
	if r, err := s.Get(ctx, "plain"); err != nil || !r.Sealed {
		t.Errorf("a row of an earlier daemon: %+v, %v", r, err)
	}
}
