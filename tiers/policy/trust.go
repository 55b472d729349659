package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
)

// maxFile is how long a policy may be, in bytes.
const maxFile = 1 << 20

// From reads a file that the caller has opened. Like ssh's, one that can lower
// protection counts only where nobody but its owner or root can write it: the
// user's belongs to uid or to root, the admin's to root.
func From(file fs.File, name string, origin Origin, uid int) (*File, error) {
	if origin != Project {
		if err := trusted(file, origin, uid); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the policy: %w", err)
	case len(data) > maxFile:
		return nil, fmt.Errorf("%s: a policy of more than 1 MiB", name)
	}
	return Parse(name, origin, data)
}

// trusted reports why a file cannot be the administrator's or the user's own.
func trusted(file fs.File, origin Origin, uid int) error {
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
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 && (origin == Admin || int(st.Uid) != uid) {
		return fmt.Errorf("it belongs to user %d, neither root nor the user this runs as", st.Uid)
	}
	return nil
}
