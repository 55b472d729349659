package guard

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Execs says how what a command starts is judged: with the table and the rules
// that its text was judged with. Its functions are called from several
// goroutines at a time.
type Execs struct {
	Own     string    // the folder of this program's own files, $HERMES_HOME
	Since   time.Time // when the command was started
	Options tiers.Options

	// Project is the folder whose files are the command's own: where it works.
	Project func() string

	// Reading is how a shell's text is read, but for the folder and the environment,
	// which are the caller's.
	Reading shellparse.Options

	// Facts gives what a verdict depends on, see [tiers.NeedsOf].
	Facts func(need tiers.Needs) *tiers.Facts

	// Ask decides about an exec of which a rule that holds below (see [tiers.Rule])
	// says that a person answers for it. ctx is done when the caller has ended. nil:
	// nobody is asked, and such execs go on.
	Ask func(ctx context.Context, e *Exec) supervisor.Decision

	// Approved reports whether who let the command run has let this run: a person has
	// approved all of it, or these very words stood in the text that was judged.
	Approved func(e *Exec) bool

	// Orders is what a guardian is to be told to judge as this process does, see
	// [Guardian].
	Orders func() []byte

	project  atomic.Pointer[place]
	harmless seen // whose verdict depends on the words and the folders alone
	long     seen // texts and script files whose reading took too long
}

// Exec is a program that is about to be started below a command.
type Exec struct {
	Argv    []string // Argv[0] is the name by which it is judged
	Dir     string
	Script  *shellparse.Script
	Facts   *tiers.Facts
	Verdict *tiers.Verdict
	Finding tiers.Finding               // why it is refused or asked about
	Chain   []supervisor.GuardedProcess // who starts it, nearest first

	// Reaches says that Argv is a git command whose transport is about to be started,
	// see [tiers.IsTransport].
	Reaches bool
}

// ruling is what is to happen with an exec.
type ruling int

const (
	goesOn ruling = iota
	mustAsk
	refused
)

// shellNames are the programs whose texts are read. What they start is judged
// when they do; so that only what is blocked whoever answers counts in a text.
var shellNames = [...]string{"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash"}

// judge gives the verdict on an exec; false where none was found in time. Its words are
// judged as they are, and as what they lead to.
func (x *Execs) judge(e *Exec, env func(string) (string, bool)) (r ruling, judged bool) {
	if slices.Contains(shellNames[:], e.Argv[0]) {
		return x.judgeText(e, env)
	}
	if r = x.judgeWords(e, env); r != goesOn {
		return r, true
	}
	led := *e
	if led.Argv = e.resolved(); led.Argv != nil {
		if r = x.judgeWords(&led, env); r != goesOn {
			led.Argv, *e = e.Argv, led // what stood in a text are these
		}
	}
	return r, true
}

func (x *Execs) judgeWords(e *Exec, env func(string) (string, bool)) (r ruling) {
	key := strings.Join(append([]string{x.where(), e.Dir}, e.Argv...), "\x00")
	if len(key) <= maxKey && x.harmless.has(key) {
		return goesOn
	}
	need := x.read(e, env)
	r = x.rule(e)
	if len(key) <= maxKey && r == goesOn && len(e.Verdict.Findings) == 0 && lasts(e.Script, need) {
		x.harmless.add(key)
	}
	return r
}

// place is a folder and where it really is.
type place struct{ named, real string }

// where is the project, by the path that the kernel has for it, as callers' folders
// are.
func (x *Execs) where() string {
	named := x.Project()
	if p := x.project.Load(); p != nil && p.named == named {
		return p.real
	}
	real, err := filepath.EvalSymlinks(named)
	if err != nil {
		real = named
	}
	x.project.Store(&place{named, real})
	return real
}

// lasts reports whether a verdict depends on the words and the folders alone.
func lasts(s *shellparse.Script, need tiers.Needs) bool {
	return !need.Processes && !need.Seats && len(need.PIDFiles) == 0 && len(need.Panes) == 0 && len(s.Files) == 0
}

// read parses an exec's words and looks them up.
func (x *Execs) read(e *Exec, env func(string) (string, bool)) tiers.Needs {
	reading := x.Reading
	reading.Dir, reading.Env = e.Dir, env
	e.Script = shellparse.ParseArgv(e.Argv, reading)
	need := tiers.NeedsOf(e.Script)
	e.Facts = x.Facts(need)
	if e.Facts.Dir = x.where(); !under(e.Dir, e.Facts.Dir) {
		e.Facts.Dir = e.Dir
	}
	e.Verdict = tiers.Judge(e.Script, e.Facts, x.Options)
	return need
}

// textBudget is how long a caller waits for the verdict on a shell's text. What the
// text starts is judged in any case.
const (
	textBudget = 10 * time.Millisecond
	maxText    = 16 << 10 // bytes of words
	maxOneLine = 1 << 10  // of a text that is sooner read than handed to another thread
)

// judgeText is judge for a shell's text, or the script file that it is to run. Only
// what is blocked whoever answers counts there: the rest is asked about when it is
// started, which not all of a text is.
func (x *Execs) judgeText(e *Exec, env func(string) (string, bool)) (r ruling, judged bool) {
	file, size := fileOf(e.Argv), 0
	for _, a := range e.Argv {
		size += len(a)
	}
	key := strings.Join(append([]string{e.Dir}, e.Argv...), "\x00")
	if file != "" {
		key = e.Dir + "\x00" + file // whatever its arguments
	}
	if size > maxText || x.long.has(key) {
		return goesOn, false
	}
	began := time.Now()
	if file == "" && size <= maxOneLine {
		x.read(e, env)
		judged = true
	} else {
		judged = x.readWithin(e, env)
	}
	if time.Since(began) > textBudget {
		x.long.add(key)
	}
	if judged {
		if f := hardline(e.Verdict); f != nil {
			e.Finding = *f
			return refused, true
		}
	}
	return goesOn, judged
}

// fileOf is the script file that a shell is to run; "" where its text stands in the
// words, or comes on standard input.
func fileOf(argv []string) string {
	for _, a := range argv[1:] {
		switch {
		case !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "+"):
			return a
		case !strings.HasPrefix(a, "--") && strings.Contains(a, "c"):
			return ""
		}
	}
	return ""
}

// readWithin is read where that may take long. It reports whether it did not.
func (x *Execs) readWithin(e *Exec, env func(string) (string, bool)) bool {
	own := *e
	done := make(chan struct{})
	go func() {
		defer close(done)
		x.read(&own, env)
	}()
	select {
	case <-done:
		*e = own
		return true
	case <-time.After(textBudget):
		return false
	}
}

func hardline(v *tiers.Verdict) *tiers.Finding {
	for i := range v.Findings {
		if v.Findings[i].Hardline {
			return &v.Findings[i]
		}
	}
	return nil
}

// rule reads the verdict.
func (x *Execs) rule(e *Exec) ruling {
	if f := hardline(e.Verdict); f != nil {
		e.Finding = *f
		return refused
	}
	if e.Verdict.Denied && len(e.Verdict.Findings) > 0 {
		e.Finding = e.Verdict.Findings[0]
		return refused
	}
	for i := range e.Verdict.Findings {
		f := &e.Verdict.Findings[i]
		if f.Below && f.Tier.NeedsHuman() && f.Granted == "" && e.ownOrRemote(f) && x.matters(e, f) {
			e.Finding = *f
			return mustAsk
		}
	}
	return goesOn
}

// ownOrRemote reports whether a finding is about the program itself, or about what
// runs elsewhere: another that this one starts here is judged when it is started.
func (e *Exec) ownOrRemote(f *tiers.Finding) bool {
	if len(f.Via) == 0 {
		return true
	}
	return slices.ContainsFunc(e.Script.Commands, func(c shellparse.Command) bool {
		return c.Remote && tiers.PosOf(&c) == f.Pos && slices.Equal(c.Via, f.Via)
	})
}

// matters reports whether what a rule found reaches beyond the project and the
// machine, as far as can be seen when it is started and not in a text.
func (x *Execs) matters(e *Exec, f *tiers.Finding) bool {
	switch {
	case f.Rule == tiers.RecursiveDelete:
		return x.deletesOutside(e, f)
	case f.Rule == tiers.Partition || f.Rule == tiers.PartitionScripted:
		return e.namesDisk()
	case f.Rule == tiers.DestroysData && len(f.Via) == 0 && tiers.IsFileDatabase(e.Argv[0]): // no more than to delete the file
		return x.namesOutside(e)
	}
	return e.Reaches || len(f.Via) > 0 || !tiers.SendsByTransport(e.Script, e.Facts)
}

// deletesOutside reports whether an exec deletes a tree that is not the
// project's, not in a temporary folder, and older than the command. What is deleted
// by another program that this one starts is judged there.
func (x *Execs) deletesOutside(e *Exec, found *tiers.Finding) bool {
	list, more := tiers.Deletes(e.Script, e.Facts)
	for _, d := range list {
		if d.Tree && x.outside(d.Path) {
			return true
		}
	}
	return more && path.IsAbs(found.Target) && x.outside(found.Target)
}

func (x *Execs) outside(file string) bool {
	return !under(file, repositoryRoot(x.where(), x.Reading.Home)) && !temporary(file) && !x.madeSince(file)
}

// repositoryRoot is the folder of the repository that a project stands in; the
// project itself where there is none, or a home directory is one.
func repositoryRoot(project, home string) string {
	for dir := project; dir != "/" && dir != "." && dir != home; dir = path.Dir(dir) {
		if _, err := os.Lstat(dir + "/.git"); err == nil {
			return dir
		}
	}
	return project
}

// Words are the program and its arguments, as a shell would take them.
func (e *Exec) Words() string { return e.Script.Source }

// under reports whether a path is a folder's or below it.
func under(file, dir string) bool {
	file, dir = path.Clean(file), path.Clean(dir)
	return dir != "/" && (file == dir || strings.HasPrefix(file, dir+"/"))
}

// temporary reports whether a path lies in a folder for temporary files.
func temporary(file string) bool {
	file = path.Clean(file)
	for _, dir := range [...]string{"/tmp", "/var/tmp", "/dev/shm", "/run/user"} {
		if strings.HasPrefix(file, dir+"/") {
			return true
		}
	}
	return false
}

// seen remembers what need not be looked at again: a build starts the same programs
// again and again.
type seen struct {
	mu   sync.Mutex
	keys map[string]bool
}

const (
	maxSeen = 2048 // when it forgets them all
	maxKey  = 1024 // bytes; longer ones are not remembered
)

func (s *seen) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}

func (s *seen) add(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil || len(s.keys) >= maxSeen {
		s.keys = make(map[string]bool)
	}
	s.keys[key] = true
}
