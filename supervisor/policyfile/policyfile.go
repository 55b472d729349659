// Package policyfile reads policy files from the disk, and says which of them
// count: one that lowers protection only where nobody but its owner or root can
// write it.
package policyfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// Admin is the file of the machine's administrator.
const Admin = "/etc/hermes/exec.yaml"

// User is the file of the user whose HERMES_HOME that is.
func User(home string) string { return filepath.Join(home, "exec.yaml") }

// most is how long a file may be.
const most = 1 << 20

// Read reads the file at path, which is there as origin's. See [Absent] for
// one that is not there. A pipe in its place, which would hold every command
// up, is an error. One that a command could have written, and that nobody has
// confirmed ([seal.Holds], for the given $HERMES_HOME), is read as [policy.Unconfirmed].
func Read(home, path string, origin policy.Origin) (*policy.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open the policy: %w", err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is no file", path)
	}
	data, err := contents(file, path, origin)
	if err != nil {
		return nil, err
	}
	if own(origin) && !seal.Holds(home, path, data) {
		origin = policy.Unconfirmed
	}
	return policy.Parse(path, origin, data)
}

// Before is what a person last confirmed in place of what [Read] has found at path
// (nil: no file): it can only tighten, and does so until a person confirms that it is
// over. nil where there is none. An error says that it is gone, and that somebody has
// taken it away.
func Before(home, path string, origin policy.Origin, found *policy.File) (*policy.File, error) {
	if !own(origin) || found != nil && found.Origin != policy.Unconfirmed {
		return nil, nil
	}
	data, err := os.ReadFile(kept(home, path))
	if err != nil && !Absent(err) {
		return nil, fmt.Errorf("the policy as it was confirmed: %w", err)
	}
	it, any := seal.Was(home, path, data)
	if any && found == nil {
		seal.Holds(home, path, nil)
	}
	now, _ := os.ReadFile(path)
	switch {
	case any && !it:
		return nil, fmt.Errorf("%s: what a person confirmed there last is gone from %s too: `hermes-exec policy trust` confirms what is there now", path, kept(home, path))
	case Absent(err), bytes.Equal(now, data):
		return nil, nil
	}
	f, err := policy.Parse(path+AsConfirmed, policy.Unconfirmed, data)
	if err != nil && !any { // of who knows whom
		return nil, nil
	}
	return f, err
}

// AsConfirmed ends the name of a file that [Before] gives.
const AsConfirmed = " (as it was confirmed)"

// kept is where a policy stays as a person confirmed it.
func kept(home, path string) string {
	name := "user.yaml"
	if path == Admin {
		name = "admin.yaml"
	}
	return filepath.Join(home, "exec", "confirmed", name)
}

// Confirm makes a policy hold as it is: text, or nil where there is none any more.
// Whoever calls it has seen to it that a person wants that.
func Confirm(home, path string, text []byte) error {
	to := kept(home, path)
	if text == nil {
		if err := os.Remove(to); err != nil && !Absent(err) {
			return fmt.Errorf("confirm the policy: %w", err)
		}
		return seal.Drop(home, path)
	}
	err := os.MkdirAll(filepath.Dir(to), 0o700)
	if err == nil {
		err = os.WriteFile(to+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(to+".new", to)
	}
	if err != nil {
		return fmt.Errorf("confirm the policy: %w", err)
	}
	return seal.Put(home, path, text)
}

// own reports whether what runs here could write such a file: the user's, and for
// root the administrator's.
func own(origin policy.Origin) bool {
	return origin == policy.User || origin == policy.Admin && os.Getuid() == 0
}

// Unsealed are the files of the administrator and the user that a command could
// have written, and that nobody has confirmed as they are, with what they hold: nil
// where one was confirmed that is no more.
func Unsealed(home string) (map[string][]byte, error) {
	found := map[string][]byte{}
	for path, origin := range map[string]policy.Origin{Admin: policy.Admin, User(home): policy.User} {
		file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if !own(origin) {
			continue
		}
		if Absent(err) {
			_, sealed := seal.Was(home, path, nil)
			if _, err := os.Lstat(kept(home, path)); err == nil || sealed {
				found[path] = nil
			}
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open the policy: %w", err)
		}
		data, err := contents(file, path, origin)
		file.Close()
		if err == nil {
			_, err = policy.Parse(path, origin, data)
		}
		if err != nil {
			return nil, err
		}
		if !seal.Holds(home, path, data) {
			found[path] = data
		}
	}
	return found, nil
}

// ReadAny reads a policy from anywhere, a pipe included, for who names it.
func ReadAny(path string, origin policy.Origin) (*policy.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the policy: %w", err)
	}
	defer file.Close()
	data, err := contents(file, path, origin)
	if err != nil {
		return nil, err
	}
	return policy.Parse(path, origin, data)
}

// contents is what stands in a file that may be origin's.
func contents(file *os.File, path string, origin policy.Origin) ([]byte, error) {
	if origin != policy.Project {
		if err := trusted(file, origin); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the policy: %w", err)
	case len(data) > most:
		return nil, fmt.Errorf("%s: a policy of more than 1 MiB", path)
	}
	return data, nil
}

// Absent reports whether an error of [Read] says that there is no such file.
func Absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Settings are what the administrator and the user say together. A project has
// no say: what is read is not for one folder.
func Settings(home string) (policy.Settings, error) { return settings(home, Admin, User(home)) }

func settings(home, admin, user string) (policy.Settings, error) {
	var files []*policy.File
	for _, p := range [...]struct {
		path   string
		origin policy.Origin
	}{{admin, policy.Admin}, {user, policy.User}} {
		f, err := Read(home, p.path, p.origin)
		if err != nil && !Absent(err) {
			return policy.Settings{}, err
		}
		if f != nil {
			files = append(files, f)
		}
	}
	return policy.Merge(files), nil
}

// trusted reports why a file cannot be the administrator's or the user's own.
func trusted(file *os.File, origin policy.Origin) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is no file")
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("others than its owner can write it (mode %04o): chmod go-w", info.Mode().Perm())
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 && (origin == policy.Admin || int(st.Uid) != os.Getuid()) {
		return fmt.Errorf("it belongs to user %d, neither root nor the user this runs as", st.Uid)
	}
	return nil
}
