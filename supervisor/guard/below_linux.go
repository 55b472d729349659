//go:build amd64 || arm64

package guard

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// answerExec judges an exec and answers it. What cannot be read goes on, with a
// record: this is a floor under mistakes.
func (l *listener) answerExec(n *notice, c call) (done bool) {
	s, err := n.exec(c.name)
	if err != nil {
		return l.unread(n, err)
	}
	called := s.path[strings.LastIndexByte(s.path, '/')+1:] // "" for a file that is handed over open
	if slices.Contains(shellNames[:], called) && isOwn(s.file()) {
		return l.goOn(n) // it steps aside for the real one, or judges by itself
	}
	if !s.exists() {
		return l.goOn(n) // it is the kernel's to say so: a search along PATH comes by here
	}
	found := executable{name: called}
	if !tiers.WatchesBelow(called) || isMultiCall(called) {
		found = l.files.of(s.file(), called)
	}
	found.words = l.files.interpreters(found.words)
	if found.words == nil && !isMultiCall(found.name) && !tiers.WatchesBelow(found.name) {
		if found.name = s.calledAs(); found.name == "" {
			return l.goOn(n)
		}
	}
	argv, err := s.texts(s.argvAt)
	if err != nil {
		return l.unread(n, err)
	}
	x := l.guard().Execs
	e := &Exec{Argv: found.argv(s.path, argv)}
	if !tiers.WatchesBelow(e.Argv[0]) || !tiers.WatchesWords(e.Argv[0], e.Argv[1:], x.Own) {
		return l.goOn(n)
	}
	if tiers.IsTransport(e.Argv) {
		if argv := sender(s.tid); argv != nil {
			e.Argv, e.Reaches = argv, true
		}
	}
	e.Dir = s.cwd()
	r, judged := x.judge(e, s.environment())
	switch {
	case !judged:
		return l.unread(n, errTooLong)
	case r == mustAsk && e.Finding.Rule == tiers.Mount && !s.ourMounts():
		r = goesOn // what it mounts is seen by nobody else
	}
	return l.rule(n, e, s.memory, r)
}

// exists reports whether there is such a file for the caller.
func (s *started) exists() bool {
	file := s.file()
	if file == s.path {
		file = procPath(s.tid, "root"+file)
	}
	var st unix.Stat_t
	err := unix.Stat(file, &st)
	return err != unix.ENOENT && err != unix.ENOTDIR
}

// errTooLong is for a shell's text that is not read here: what it starts is judged.
var errTooLong = errors.New("its text is too long to be read while it waits")

// argv are the words by which an exec is judged.
func (p executable) argv(file string, argv []string) []string {
	rest := argv[min(1, len(argv)):]
	name := p.name
	switch {
	case path.Base(path.Dir(file)) == "git-core" && strings.HasPrefix(path.Base(file), "git-"):
		return append([]string{"git", path.Base(file)[len("git-"):]}, rest...)
	case p.words != nil:
		words := append([]string{path.Base(p.words[0])}, p.words[1:]...)
		return append(append(words, file), rest...)
	case isMultiCall(p.name) && len(argv) > 0 && !isMultiCall(path.Base(argv[0])):
		name = path.Base(argv[0])
	}
	return append([]string{name}, rest...)
}

// answerMount judges a call that changes what the machine's file systems or its
// kernel are, as the program that is there for it.
func (l *listener) answerMount(n *notice, c call) (done bool) {
	x, m := l.guard().Execs, n.memory()
	if !m.ourMounts() {
		return l.goOn(n)
	}
	text := func(arg int) string {
		s, _ := m.text(n.args[arg])
		return s
	}
	e := &Exec{Dir: m.cwd()}
	switch {
	case c.name == "mount" && x.ontoFile(e.Dir, text(1), n.args[3]&unix.MS_REMOUNT == 0),
		c.name == "umount2" && x.ontoFile(e.Dir, text(0), false):
		return l.goOn(n) // as containers do with the program that starts them
	}
	switch c.name {
	case "mount":
		e.Argv = []string{"mount", text(0), text(1)}
	case "move_mount":
		e.Argv = []string{"mount", "--move", text(1), text(3)}
	case "umount2":
		e.Argv = []string{"umount", text(0)}
	case "pivot_root":
		e.Argv = []string{"mount", "--move", text(0), "/"}
	case "swapoff":
		e.Argv = []string{"swapoff", text(0)}
	case "delete_module":
		e.Argv = []string{"rmmod", text(0)}
	default: // init_module, finit_module: the module has no name here
		e.Argv = []string{"insmod", c.name}
	}
	r, _ := x.judge(e, nil)
	return l.rule(n, e, m, r)
}

// ontoFile reports whether a path is a single file, and, for a mount that is new, one
// that nobody had before the command: what stands there takes nothing out of sight.
func (x *Execs) ontoFile(dir, file string, isNew bool) bool {
	if file == "" || file[0] != '/' {
		file = dir + "/" + file
	}
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular() && (!isNew || temporary(file) || x.madeSince(file))
}

// rule answers as was judged.
func (l *listener) rule(n *notice, e *Exec, m memory, r ruling) (done bool) {
	caller := int(n.caller)
	switch {
	case r == goesOn, m.elsewhere():
		return l.goOn(n)
	case l.last.again(caller, e.Words()): // along PATH there is another of that name
		return l.refuse(n, supervisor.GuardEvent{})
	}
	e.Chain = chain(caller, l.guard().monitored)
	event := supervisor.GuardEvent{Exec: e.Words(), Rule: e.Finding.Rule, Why: e.Finding.Why, Chain: e.Chain, By: "hardline"}
	if !e.Finding.Hardline {
		event.By = "policy" // a ban
	}
	if r == refused {
		return l.refuseExec(n, event)
	}
	x := l.guard().Execs
	if x.Ask == nil || x.Approved(e) || l.approved.covers(e.Chain) || belowOwn(e.Chain) {
		return l.goOn(n)
	}
	l.aside(n, func() bool { return l.ask(n, e, event) })
	return false
}

// ask lets somebody decide, while the caller waits.
func (l *listener) ask(n *notice, e *Exec, event supervisor.GuardEvent) (done bool) {
	ctx, over := l.whileWaiting(n)
	d := l.guard().Execs.Ask(ctx, e)
	over()
	event.By, event.Why = d.By, d.Reason
	if !d.Allow {
		return l.refuseExec(n, event)
	}
	l.approved.add(int(n.caller))
	event.Allowed = true
	l.records.add(event)
	return l.goOn(n)
}

func (l *listener) refuseExec(n *notice, event supervisor.GuardEvent) (done bool) {
	if l.waits(n) {
		l.last.set(int(n.caller), event.Exec)
		l.refuse(n, event)
	}
	return true
}

// refusals are the last words that a process was refused.
type refusals struct {
	mu   sync.Mutex
	last map[int]refusal // by pid
}

type refusal struct {
	words string
	at    time.Time
}

const (
	maxRefusals = 1024        // when they are all forgotten
	searchEnds  = time.Second // a search along PATH has ended by then
)

func (r *refusals) again(pid int, words string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, ok := r.last[pid]
	return ok && last.words == words && time.Since(last.at) < searchEnds
}

func (r *refusals) set(pid int, words string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil || len(r.last) >= maxRefusals {
		r.last = make(map[int]refusal)
	}
	r.last[pid] = refusal{words, time.Now()}
}

// unread lets an exec go on that could not be read. What the kernel itself will
// refuse (EFAULT, E2BIG), and who has ended meanwhile, is no matter for a record.
func (l *listener) unread(n *notice, err error) (done bool) {
	if !errors.Is(err, unix.EFAULT) && !errors.Is(err, unix.E2BIG) && !errors.Is(err, unix.ESRCH) {
		caller := int(n.caller)
		l.records.once(supervisor.GuardEvent{Unread: err.Error(), Caller: supervisor.GuardedProcess{PID: caller, Name: comm(caller)}})
	}
	return l.goOn(n)
}

// whileWaiting is done when the caller no longer waits.
func (l *listener) whileWaiting(n *notice) (ctx context.Context, over func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		for l.waits(n) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second / 4):
			}
		}
	}()
	return ctx, cancel
}

// approved are the processes whose exec somebody has approved: what they start is
// part of that.
type approved struct {
	mu    sync.Mutex
	since map[int]string // their start time, by pid
}

const startField = 22 - 3 // of statOf: the 22nd, of which the third is our first

func (a *approved) add(tid int) {
	pid := tid
	for line := range strings.Lines(readProc(tid, "status")) {
		if tgid, ok := strings.CutPrefix(line, "Tgid:"); ok {
			pid = numberOf(strings.TrimSpace(tgid))
		}
	}
	f := statOf(pid)
	if len(f) <= startField {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since == nil {
		a.since = make(map[int]string)
	}
	a.since[pid] = f[startField]
}

// covers reports whether one of a chain was approved.
func (a *approved) covers(chain []supervisor.GuardedProcess) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range chain {
		if since, ok := a.since[p.PID]; ok {
			if f := statOf(p.PID); len(f) > startField && f[startField] == since {
				return true
			}
		}
	}
	return false
}

// belowOwn reports whether one of those above a caller is this very program: a
// supervisor below this one, which has asked by itself.
func belowOwn(chain []supervisor.GuardedProcess) bool {
	return slices.ContainsFunc(chain[min(1, len(chain)):], func(p supervisor.GuardedProcess) bool { return isOwn(procPath(p.PID, "exe")) })
}

// isOwn reports whether a file is this very program's.
func isOwn(file string) bool {
	var ours, theirs unix.Stat_t
	return unix.Stat("/proc/self/exe", &ours) == nil && unix.Stat(file, &theirs) == nil &&
		ours.Dev == theirs.Dev && ours.Ino == theirs.Ino
}

// ourMounts reports whether the caller sees the same mounts as this process.
func (m memory) ourMounts() bool {
	theirs, err := os.Readlink(procPath(m.tid, "ns/mnt"))
	ours, ownErr := os.Readlink("/proc/self/ns/mnt")
	return err != nil || ownErr != nil || theirs == ours
}
