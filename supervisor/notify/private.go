package notify

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// readPrivate reads a file that only its owner can have written.
func readPrivate(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a plain file", path)
	case info.Mode().Perm()&0o022 != 0:
		return nil, fmt.Errorf("%s: others can write it (mode %04o): chmod 600", path, info.Mode().Perm())
	case ok && int(st.Uid) != os.Getuid():
		return nil, fmt.Errorf("%s: it belongs to user %d", path, st.Uid)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxBook+1))
	if err == nil && len(text) > maxBook {
		err = errors.New(path + ": too long to be ours")
	}
	return text, err
}
