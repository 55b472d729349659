// Package seal knows what a person has confirmed: the policy, the permissions and
// the whitelist as they were when somebody outside of all supervised commands last
// changed them or said yes to them. A supervised command runs as the same user and
// can write those files; what it makes of them has no seal, and loosens nothing.
//
// The seals are the files' hashes in one key of the user's keyring, in the kernel:
// everybody may read it, nobody may change it, and [Ring] is where another would
// have to be put in its place, which the kernel guard refuses below it. So they
// need no daemon, and no secret. They end with the machine's run: after a restart a
// person confirms once. Where the system has no such keyring (macOS, a container
// that forbids it), they are a file beside the policy: enough against what does not
// know this program, and no more.
package seal

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Sealed is the hash of what stood at a path.
type Sealed struct {
	Path   string
	Sum    string // SHA-256, in base64
	Lapsed bool   // something else stood there since
}

// most is how many bytes the table may have: a user's keys may take 20,000 together
// (keyrings(7), maxbytes), among them those that were replaced a moment ago.
const most = 4000

// errNone says that the kernel has no place for the table here.
var errNone = errors.New("there is no keyring")

// Holds reports whether what stands at a path, below the given $HERMES_HOME or
// not, is what a person confirmed. Where it is something else, or nothing (nil), the
// seal lapses: what a person has taken back there is not to be put back by another.
func Holds(home, path string, content []byte) bool {
	table, err := load(home)
	if err != nil {
		return false
	}
	at := real(path)
	i := slices.IndexFunc(table, func(s Sealed) bool { return s.Path == at })
	switch {
	case i < 0:
		return false
	case content != nil && table[i].Sum == sum(content):
		return !table[i].Lapsed
	case !table[i].Lapsed:
		// Below the guard nobody can, and need not.
		_ = change(home, func(now []Sealed) []Sealed {
			for k := range now {
				if now[k] == table[i] {
					now[k].Lapsed = true
				}
			}
			return now
		})
	}
	return false
}

// Was reports whether content is what a person last confirmed at a path, whatever
// stands there now, and whether anything was confirmed there at all.
func Was(home, path string, content []byte) (it, any bool) {
	table, err := load(home)
	if err != nil {
		return false, false
	}
	at := real(path)
	for _, s := range table {
		if s.Path == at {
			return s.Sum == sum(content), true
		}
	}
	return false, false
}

// Drop forgets the seal of a path, which is an act of a person as Put is.
func Drop(home, path string) error {
	at := real(path)
	return change(home, func(table []Sealed) []Sealed {
		return slices.DeleteFunc(table, func(s Sealed) bool { return s.Path == at })
	})
}

// Put seals what stands, or is about to stand, at a path. Whoever calls it has seen
// to it that this is an act of a person: no supervisor stands above. An error leaves
// the seal as it was, and is certain below the kernel guard.
func Put(home, path string, content []byte) error {
	if err := change(home, func(table []Sealed) []Sealed { return with(table, Sealed{Path: real(path), Sum: sum(content)}) }); err != nil {
		return fmt.Errorf("seal %s: %w", path, err)
	}
	return nil
}

// real is a path by whatever name its folder is called. A file that is a link stays
// one: it is what it holds that is sealed.
func real(path string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

func sum(content []byte) string {
	s := sha256.Sum256(content)
	return base64.RawStdEncoding.EncodeToString(s[:])
}

// with is the table with one seal more, in place of its path's last. Where there is no
// room, folders that are no more give theirs up; then the oldest do.
func with(table []Sealed, s Sealed) []Sealed {
	table = slices.DeleteFunc(slices.Clone(table), func(old Sealed) bool { return old.Path == s.Path })
	table = append(table, s)
	if len(encode(table)) > most {
		table = slices.DeleteFunc(table, func(old Sealed) bool {
			_, err := os.Lstat(filepath.Dir(old.Path)) // the file itself may be about to come
			return errors.Is(err, fs.ErrNotExist)
		})
	}
	for len(table) > 1 && len(encode(table)) > most {
		table = table[1:]
	}
	return table
}

// The table as text is a line a seal: what it is, the hash, and the path as Go quotes
// it. Every start of a command reads it.
const (
	holds  = "holds"
	lapsed = "lapsed"
)

func encode(table []Sealed) []byte {
	b := []byte(beginning)
	for _, s := range table {
		state := holds
		if s.Lapsed {
			state = lapsed
		}
		b = fmt.Appendf(b, "%s %s %q\n", state, s.Sum, s.Path)
	}
	return b
}

// beginning is the first line; a key cannot be empty.
const beginning = "hermes-exec 1\n"

func decode(text []byte) ([]Sealed, error) {
	rest, ours := strings.CutPrefix(string(text), beginning)
	if !ours {
		return nil, errors.New("the seals cannot be read")
	}
	var table []Sealed
	for line := range strings.Lines(rest) {
		state, line, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		sum, quoted, _ := strings.Cut(line, " ")
		path, err := strconv.Unquote(quoted)
		if err != nil || state != holds && state != lapsed {
			return nil, errors.New("the seals cannot be read")
		}
		table = append(table, Sealed{path, sum, state == lapsed})
	}
	return table, nil
}

// load is the table where it is kept.
func load(home string) ([]Sealed, error) {
	text, err := readKey()
	if errors.Is(err, errNone) {
		text, err = os.ReadFile(file(home))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return tableOf(text), nil
}

// tableOf is what a text seals: one of another version nothing, and the next change
// begins anew.
func tableOf(text []byte) []Sealed {
	table, err := decode(text)
	if err != nil {
		return nil
	}
	return table
}

// file holds the table where the kernel does not.
func file(home string) string { return filepath.Join(home, "exec", "seals") }

// change replaces the table by what edit makes of it.
func change(home string, edit func([]Sealed) []Sealed) error {
	done, err := lockTable(home)
	if err != nil {
		return err
	}
	defer done()
	table, err := load(home)
	if err != nil {
		return err
	}
	text := encode(edit(table))
	if err := writeKey(text); !errors.Is(err, errNone) {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file(home)), "new-*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), file(home))
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Kernel reports whether the kernel keeps the seals, so that no supervised command
// can make one.
func Kernel() bool {
	_, err := readKey()
	return !errors.Is(err, errNone)
}

// lockPath is what the table is locked by where it is a file.
func lockPath(home string) string { return filepath.Join(home, "exec", "seals.lock") }

// lockTime is how long another may take to change the table.
const lockTime = 2 * time.Second

func lockFile(path string, flags int) (done func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	turn := flock.New(path, flock.SetFlag(flags|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if _, err := turn.TryLockContext(ctx, 5*time.Millisecond); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return func() { turn.Close() }, nil
}
