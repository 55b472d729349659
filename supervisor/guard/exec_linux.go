//go:build amd64 || arm64

package guard

import (
	"bytes"
	"encoding/binary"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// memory is that of a thread that waits for its answer. What is read there is
// true only while it waits: the kernel takes no answer for one that does not.
type memory struct {
	tid   int
	width int // of a pointer, in bytes
	*pages
}

// pages are the last two that were read: words lie beside each other, and so do the
// pointers to them.
type pages struct {
	data  [2][pageSize]byte
	start [2]uint64 // 0: none
	last  int       // the one that was used last
}

const (
	pageSize = 4096
	maxWords = 6 << 20 // bytes: the kernel's own limit on arguments and environment
)

// memory gives the caller's.
func (n *notice) memory() memory {
	m := memory{int(n.caller), 8, new(pages)}
	if n.arch != archNative || x32Bit != 0 && n.nr&x32Bit != 0 {
		m.width = 4
	}
	return m
}

// read gives what is there up to the end of the page: the next one need not be.
func (m memory) read(at uint64) ([]byte, error) {
	start := at - at%pageSize
	if start == 0 {
		return nil, unix.EFAULT // nobody's, and no page at all here
	}
	if m.start[m.last] != start {
		m.last = 1 - m.last
	}
	page := &m.data[m.last]
	if m.start[m.last] != start {
		m.start[m.last] = 0
		local := []unix.Iovec{{Base: &page[0]}}
		local[0].SetLen(pageSize)
		if n, err := unix.ProcessVMReadv(m.tid, local, []unix.RemoteIovec{{Base: uintptr(start), Len: pageSize}}, 0); err != nil {
			return nil, err
		} else if n < pageSize {
			return nil, unix.EFAULT
		}
		m.start[m.last] = start
	}
	return page[at-start:], nil
}

// text reads a string.
func (m memory) text(at uint64) (string, error) {
	var text []byte
	for len(text) < maxWords {
		b, err := m.read(at)
		if err != nil {
			return "", err
		}
		if end := bytes.IndexByte(b, 0); end >= 0 {
			return string(append(text, b[:end]...)), nil
		}
		text = append(text, b...)
		at += uint64(len(b))
	}
	return "", unix.E2BIG
}

// pointer reads one, which may lie across the end of a page.
func (m memory) pointer(at uint64) (uint64, error) {
	var word [8]byte
	for got := 0; got < m.width; {
		b, err := m.read(at + uint64(got))
		if err != nil {
			return 0, err
		}
		got += copy(word[got:m.width], b)
	}
	return binary.LittleEndian.Uint64(word[:]), nil
}

// texts reads an argv or an environment. Where at is nil there is none.
func (m memory) texts(at uint64) (list []string, err error) {
	for total := 0; at != 0; at += uint64(m.width) {
		text, err := m.pointer(at)
		if err != nil {
			return nil, err
		}
		if text == 0 {
			return list, nil
		}
		word, err := m.text(text)
		if err != nil {
			return nil, err
		}
		list = append(list, word)
		if total += len(word) + m.width; total > maxWords {
			return nil, unix.E2BIG
		}
	}
	return list, nil
}

// started is what an exec names, as far as it has been read.
type started struct {
	memory
	path   string
	dir    int  // descriptor of the folder, or AT_FDCWD
	itself bool // the descriptor is the file (AT_EMPTY_PATH)
	argvAt uint64
	envAt  uint64
}

// exec reads which file is to be executed: most need no more.
func (n *notice) exec(name string) (s started, err error) {
	s = started{memory: n.memory(), dir: unix.AT_FDCWD}
	args := n.args[:3]
	if name == "execveat" {
		s.dir, args = int(int32(n.args[0])), n.args[1:4]
		s.itself = n.args[4]&unix.AT_EMPTY_PATH != 0
	}
	s.argvAt, s.envAt = args[1], args[2]
	s.path, err = s.text(args[0])
	return s, err
}

// ofCaller are folders that are the caller's own for the caller, and another's for us.
var ofCaller = [...]struct{ from, to string }{{"/proc/self/", "/"}, {"/proc/thread-self/", "/"}, {"/dev/fd/", "/fd/"}}

// file is where the executed file is found from here.
func (s *started) file() string {
	base := "/proc/" + strconv.Itoa(s.tid)
	switch {
	case s.itself && s.path == "":
		return base + "/fd/" + strconv.Itoa(s.dir)
	case strings.HasPrefix(s.path, "/"):
		for _, f := range ofCaller {
			if rest, ok := strings.CutPrefix(s.path, f.from); ok {
				return base + f.to + rest
			}
		}
		return s.path
	case s.dir != unix.AT_FDCWD:
		return base + "/fd/" + strconv.Itoa(s.dir) + "/" + s.path
	}
	return base + "/cwd/" + s.path
}

// cwd is the caller's working directory.
func (m memory) cwd() string {
	dir, _ := os.Readlink(procPath(m.tid, "cwd"))
	return strings.TrimSuffix(dir, " (deleted)")
}

// environment looks names up in the environment that the program will have. It is
// read when the first is asked for.
func (s *started) environment() func(name string) (string, bool) {
	var list []string
	read := false
	return func(name string) (string, bool) {
		if !read {
			list, _ = s.texts(s.envAt)
			read = true
		}
		for _, v := range list {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value, true
			}
		}
		return "", false
	}
}

// elsewhere reports whether / is another folder for the caller than for us: what
// is wiped there is not this system. A mount namespace alone is no other root.
func (m memory) elsewhere() bool {
	var theirs, ours unix.Stat_t
	if unix.Stat(procPath(m.tid, "root"), &theirs) != nil || unix.Stat("/proc/self/root", &ours) != nil {
		return false
	}
	return theirs.Dev != ours.Dev || theirs.Ino != ours.Ino
}

// maxChain bounds how far up a caller's ancestors are named.
const maxChain = 32

// chain names a caller and what is above it, nearest first, up to the command
// itself, whose parent is this process or its monitor.
func chain(tid int, monitored bool) (list []supervisor.GuardedProcess) {
	self := os.Getpid()
	for pid := tid; pid > 1 && len(list) < maxChain; {
		list = append(list, supervisor.GuardedProcess{PID: pid, Name: comm(pid)})
		f := statOf(pid)
		if len(f) < 2 {
			break
		}
		if pid = numberOf(f[1]); pid == self {
			if monitored && len(list) > 1 {
				list = list[:len(list)-1]
			}
			break
		}
	}
	return list
}

// sender gives the words of the git command that starts a transport: the nearest
// above a caller, which before its exec still has its parent's words. nil where
// there is none.
func sender(caller int) []string {
	for pid, n := caller, 0; pid > 1 && n < maxChain; n++ {
		argv := strings.Split(strings.TrimSuffix(readProc(pid, "cmdline"), "\x00"), "\x00")
		if command, ok := strings.CutPrefix(path.Base(argv[0]), "git-"); ok { // started without git
			argv = append([]string{"git", command}, argv[1:]...)
		}
		if argv[0] = path.Base(argv[0]); argv[0] == "git" && !tiers.IsTransport(argv) {
			return argv
		}
		f := statOf(pid)
		if len(f) < 2 {
			break
		}
		pid = numberOf(f[1])
	}
	return nil
}

// madeSince reports whether a path is younger than the command, or not there.
func (x *Execs) madeSince(file string) bool {
	var st unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, file, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_BTIME, &st); err != nil {
		return err == unix.ENOENT || err == unix.ENOTDIR
	}
	return st.Mask&unix.STATX_BTIME != 0 && st.Btime.Sec >= x.Since.Unix()
}

// executable is what a file was found to be.
type executable struct {
	name  string   // by which it is judged
	words []string // that stand before the file's own name: an interpreter's, of its first line
}

// isMultiCall reports whether a file is many programs, by what it is called.
func isMultiCall(name string) bool {
	return name == "busybox" || name == "toybox" || name == "coreutils"
}

// fileID tells files apart, and a file from what it was before it was changed.
type fileID struct {
	dev, ino uint64
	changed  unix.Timespec
}

// executables remembers what files are.
type executables struct {
	mu     sync.Mutex
	known  map[fileID]executable
	system map[fileID]string // watched programs of the system's folders, once one was looked for
}

// recall gives what is known of a file, and its identity; false where it has none.
func (p *executables) recall(file string) (found executable, id fileID, known, exists bool) {
	var st unix.Stat_t
	if unix.Stat(file, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return found, id, false, false
	}
	id = fileID{uint64(st.Dev), st.Ino, st.Ctim}
	p.mu.Lock()
	defer p.mu.Unlock()
	found, known = p.known[id]
	return found, id, known, true
}

// of finds out what is executed, whatever its file is called: another name of a
// file, a link to it, a script.
func (p *executables) of(file, called string) executable {
	found, id, known, exists := p.recall(file)
	if known {
		return found
	}
	found.name = called
	if !exists {
		return found
	}
	var own unix.Stat_t
	if unix.Lstat(file, &own) != nil || own.Ino != id.ino || own.Mode&unix.S_IFMT == unix.S_IFLNK {
		if fd, err := unix.Open(file, unix.O_PATH|unix.O_CLOEXEC, 0); err == nil {
			if real, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd)); err == nil {
				found.name = path.Base(strings.TrimSuffix(real, " (deleted)"))
			}
			unix.Close(fd)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if name, ok := p.ofSystem(uint64(own.Nlink))[id]; ok && !tiers.WatchesBelow(found.name) {
		found.name = name
	}
	if !tiers.WatchesBelow(found.name) && !ofDistribution(file) {
		found.words = firstLine(file)
	}
	if p.known == nil || len(p.known) >= maxFiles {
		p.known = make(map[fileID]executable)
	}
	p.known[id] = found
	return found
}

// maxFiles is when it forgets them all: a configure run makes and starts a
// thousand programs, each of them once.
const maxFiles = 4096

// maxInterpreters is how many scripts may run one another, see BINPRM_MAX_RECURSION in
// the kernel's fs/exec.c.
const maxInterpreters = 5

// interpreters follows a script's first line to a program, where that is a script
// itself, or another name of one that matters.
func (p *executables) interpreters(words []string) []string {
	for range maxInterpreters {
		if words == nil || tiers.WatchesBelow(path.Base(words[0])) {
			break
		}
		inner := p.of(words[0], path.Base(words[0]))
		if inner.words == nil {
			return append([]string{inner.name}, words[1:]...)
		}
		words = append(slices.Clone(inner.words), words...)
	}
	return words
}

// calledAs is the watched program as which one is called whose file says nothing; ""
// where there is none. A program of the system is what its file says.
func (s *started) calledAs() string {
	if ofDistribution(s.path) {
		return ""
	}
	at, err := s.pointer(s.argvAt)
	if err != nil || at == 0 {
		return ""
	}
	name, _ := s.text(at)
	if name = path.Base(name); !tiers.WatchesBelow(name) {
		return ""
	}
	return name
}

// ofSystem are the watched programs that have other names, too: asked about a file
// with so many.
func (p *executables) ofSystem(names uint64) map[fileID]string {
	if p.system != nil || names < 2 {
		return p.system
	}
	p.system = make(map[fileID]string)
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/bin", "/usr/sbin", "/bin", "/sbin") {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			var st unix.Stat_t
			name := entry.Name()
			if !tiers.WatchesBelow(name) || unix.Stat(dir+"/"+name, &st) != nil || st.Nlink < 2 {
				continue
			}
			p.system[fileID{uint64(st.Dev), st.Ino, st.Ctim}] = name
		}
	}
	return p.system
}

// ofDistribution reports whether a file stands where the system's own programs are.
// Scripts there are not read: what they start is judged.
func ofDistribution(file string) bool {
	switch path.Dir(file) {
	case "/usr/bin", "/bin", "/usr/sbin", "/sbin":
		return true
	}
	return strings.HasPrefix(file, "/usr/lib/")
}

// firstLine gives the words of a script's interpreter, nil where a file is none.
func firstLine(file string) []string {
	fd, err := unix.Open(file, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var head [256]byte // BINPRM_BUF_SIZE, as much as the kernel looks at
	n, err := unix.Read(fd, head[:])
	if err != nil {
		return nil
	}
	return interpreter(head[:n])
}

// interpreter gives the words of a script's first line, as the kernel reads it:
// a program and at most one argument.
func interpreter(head []byte) []string {
	line, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return nil
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	name, arg, _ := strings.Cut(strings.Trim(string(line), " \t"), " ")
	if arg = strings.Trim(arg, " \t"); arg == "" {
		return []string{name}
	}
	return []string{name, arg}
}
