package guard

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Execs says how what a command starts is judged: with the table and the rules
// that its text was judged with. Its functions are called from several
// goroutines at a time.
type Execs struct {
	Dir     string    // the command's working directory, which is the project
	Own     string    // the folder of this program's own files, $HERMES_HOME
	Since   time.Time // when it was started
	Options tiers.Options

	// Reading is how a shell's text is read, but for the folder and the environment,
	// which are the caller's.
	Reading shellparse.Options

	// Facts gives what a verdict depends on, see [tiers.NeedsOf].
	Facts func(need tiers.Needs) *tiers.Facts

	// Ask decides about an exec of which a rule that holds below (see [tiers.Rule])
	// says that a person answers for it. ctx is done when the caller has ended. nil:
	// nobody is asked, and such execs go on.
	Ask func(ctx context.Context, e *Exec) supervisor.Decision

	// Approved reports whether a person has approved the command, and so what it
	// starts. nil: nobody has.
	Approved func() bool

	// Orders is what a guardian is to be told to judge as this process does, see
	// [Guardian].
	Orders func() []byte

	verdicts verdicts
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
	PGID    int                         // of its caller; 0 where it is not known
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

// judge gives the verdict on an exec; false where none was found in time.
func (x *Execs) judge(e *Exec, env func(string) (string, bool)) (r ruling, judged bool) {
	if slices.Contains(shellNames[:], e.Argv[0]) {
		return x.judgeText(e, env)
	}
	key := e.Dir + "\x00" + strings.Join(e.Argv, "\x00")
	if known, ok := x.verdicts.get(key); ok && len(key) <= maxKey {
		e.Script, e.Facts, e.Verdict = known.Script, known.Facts, known.Verdict
		return x.rule(e), true
	}
	need := x.read(e, env)
	if len(key) <= maxKey && !need.Processes && !need.Seats && len(need.PIDFiles) == 0 && len(need.Panes) == 0 && len(e.Script.Files) == 0 {
		x.verdicts.put(key, *e)
	}
	return x.rule(e), true
}

// read parses an exec's words and looks them up.
func (x *Execs) read(e *Exec, env func(string) (string, bool)) tiers.Needs {
	reading := x.Reading
	reading.Dir, reading.Env = e.Dir, env
	e.Script = shellparse.ParseArgv(e.Argv, reading)
	need := tiers.NeedsOf(e.Script)
	facts := *x.Facts(need)
	if !under(e.Dir, x.Dir) {
		facts.Dir = e.Dir
	}
	e.Facts = &facts
	e.Verdict = tiers.Judge(e.Script, e.Facts, x.Options)
	return need
}

// textBudget is how long a caller waits for the verdict on a shell's text. What the
// text starts is judged in any case.
const (
	textBudget = 10 * time.Millisecond
	maxText    = 16 << 10 // bytes of words
	maxOneLine = 1 << 10
)

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

// judgeText is judge for a shell's text, or the script file that it is to run. Only
// what is blocked whoever answers counts there: the rest is asked about when it is
// started, which not all of a text is.
func (x *Execs) judgeText(e *Exec, env func(string) (string, bool)) (r ruling, judged bool) {
	size := 0
	for _, a := range e.Argv {
		size += len(a)
	}
	long := e.Dir + "\x00" + strings.Join(e.Argv, "\x00")
	if len(e.Argv) > 1 && !strings.HasPrefix(e.Argv[1], "-") {
		long = e.Dir + "\x00" + e.Argv[1] // the file, whatever its arguments
	}
	if size > maxText || x.verdicts.isLong(long) {
		return goesOn, false
	}
	began := time.Now()
	if size <= maxOneLine && len(e.Argv) > 1 && strings.HasPrefix(e.Argv[1], "-") {
		x.read(e, env) // sooner done than handed to another thread
	} else if !x.readWithin(e, env) {
		x.verdicts.setLong(long)
		return goesOn, false
	}
	if time.Since(began) > textBudget {
		x.verdicts.setLong(long)
	}
	if f := hardline(e.Verdict); f != nil {
		e.Finding = *f
		return refused, true
	}
	return goesOn, true
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
	if f.Rule == tiers.RecursiveDelete {
		return x.deletesOutside(e, f)
	}
	return !e.pushesNearby(f)
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
	return !under(file, x.Dir) && !temporary(file) && !x.madeSince(file)
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

// verdicts remembers the verdicts that depend on the words and the folder alone:
// a build starts the same programs again and again.
type verdicts struct {
	mu   sync.Mutex
	of   map[string]*Exec
	long map[string]bool // texts and script files whose reading took too long
}

const (
	maxVerdicts = 2048 // when it forgets them all
	maxKey      = 4096 // bytes; longer ones are not remembered
)

func (v *verdicts) get(key string) (*Exec, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	e, ok := v.of[key]
	return e, ok
}

func (v *verdicts) put(key string, e Exec) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.of == nil || len(v.of) >= maxVerdicts {
		v.of = make(map[string]*Exec)
	}
	v.of[key] = &e
}

func (v *verdicts) isLong(file string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.long[file]
}

func (v *verdicts) setLong(file string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.long == nil || len(v.long) >= maxVerdicts {
		v.long = make(map[string]bool)
	}
	v.long[file] = true
}
