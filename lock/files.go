package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// slack is how much later than its pid file a process may seem to have started
// and still be the one that wrote it: the coarsest file times in use are 2 s
// (FAT), and start times are counted in ticks.
const slack = 2 * time.Second

// CheckName returns an error that names the rule where name is none for a lock.
func CheckName(name string) error {
	if validName(name) {
		return nil
	}
	return fmt.Errorf("name %q: want 1 to 64 letters, digits, '.', '_' and '-', the first a letter or digit", name)
}

func validName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case (c == '.' || c == '_' || c == '-') && i > 0:
		default:
			return false
		}
	}
	return 1 <= len(name) && len(name) <= 64
}

// files are the two files of a name.
type files struct{ dir, name string }

func locate(dir, name string) (files, error) {
	if err := CheckName(name); err != nil {
		return files{}, err
	}
	return files{dir, name}, nil
}

func (f files) lock() string { return filepath.Join(f.dir, f.name+".lock") }
func (f files) pid() string  { return filepath.Join(f.dir, f.name+".pid") }

// makeDir makes the folder and those above it, for their owner only.
func (f files) makeDir() error {
	fi, err := os.Lstat(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(f.dir, 0o700); err == nil {
			fi, err = os.Lstat(f.dir)
		}
	}
	if err != nil {
		return fmt.Errorf("lock folder: %w", err)
	}
	if err := checkDir(f.dir, fi); err != nil {
		return err
	}
	// Another tool may have made it, for all to read.
	if owner, ok := fi.Sys().(*syscall.Stat_t); ok && fi.Mode().Perm()&0o077 != 0 && int(owner.Uid) == os.Geteuid() {
		os.Chmod(f.dir, 0o700) // where that cannot be done, neither can the rest
	}
	return nil
}

func checkDir(dir string, fi fs.FileInfo) error {
	if fi.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("lock folder %s is a symbolic link, which is refused", dir)
	}
	if !fi.IsDir() {
		return fmt.Errorf("lock folder %s: %w", dir, syscall.ENOTDIR)
	}
	return nil
}

// pidFile is what a pid file says.
type pidFile struct {
	found   bool
	pid     int // 0 where there is no pid in it
	written time.Time
	info    fs.FileInfo
}

// runs reports whether the process that the file was written for is alive: a
// process of that number that started later is another one.
func (p pidFile) runs() bool {
	if p.pid == 0 || !alive(p.pid) {
		return false
	}
	started, err := startTime(p.pid)
	return err != nil || !started.After(p.written.Add(slack)) // what cannot be told counts as running
}

func (p pidFile) stale() bool { return p.found && !p.runs() }

// readPID reads the pid file; that there is none is no error.
func (f files) readPID() (pidFile, error) {
	// O_NONBLOCK: a pipe in its place must not hold us up.
	fh, err := os.OpenFile(f.pid(), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return pidFile{}, nil
	case errors.Is(err, syscall.ELOOP):
		return pidFile{}, fmt.Errorf("pid file %s is a symbolic link, which is refused: remove it", f.pid())
	case err != nil:
		return pidFile{}, fmt.Errorf("pid file: %w", err)
	}
	defer fh.Close()
	fi, err := fh.Stat()
	if err != nil {
		return pidFile{}, fmt.Errorf("pid file: %w", err)
	}
	if !fi.Mode().IsRegular() {
		return pidFile{}, fmt.Errorf("pid file %s is not a plain file: remove it", f.pid())
	}
	b, err := io.ReadAll(io.LimitReader(fh, 64)) // more is no pid
	if err != nil {
		return pidFile{}, fmt.Errorf("pid file: %w", err)
	}
	return pidFile{found: true, pid: parsePID(string(b)), written: fi.ModTime(), info: fi}, nil
}

// parsePID returns 0 for what is no pid. Pids are below 2³¹ everywhere; kill(2)
// would take a larger number modulo 2³².
func parsePID(s string) int {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

// writePID puts a new pid file in place of what is there, a symbolic link
// included. Only the holder of the kernel lock writes, so one temporary name
// will do; what a crash left of it is overwritten.
func (f files) writePID(pid int) error {
	tmp := f.pid() + ".tmp"
	err := writeNew(tmp, strconv.Itoa(pid))
	if errors.Is(err, fs.ErrExist) {
		if err = os.Remove(tmp); err == nil {
			err = writeNew(tmp, strconv.Itoa(pid))
		}
	}
	if err == nil {
		err = os.Rename(tmp, f.pid())
	}
	if err != nil {
		os.Remove(tmp) // a full disk is not to keep an empty file, too
	}
	return err
}

func writeNew(path, text string) error {
	fh, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = fh.WriteString(text)
	return errors.Join(err, fh.Close())
}

func (f files) removePID() error {
	err := os.Remove(f.pid())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("pid file: %w", err)
	}
	return nil
}

// removeStale removes the pid file if it is still the one that p was read
// from: another tool may have written a new one since.
func (f files) removeStale(p pidFile) (bool, error) {
	fi, err := os.Lstat(f.pid())
	if err != nil || !os.SameFile(fi, p.info) || !fi.ModTime().Equal(p.written) {
		return false, nil
	}
	err = f.removePID()
	return err == nil, err
}
