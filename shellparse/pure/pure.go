// Package pure answers what a filter prints, given its argv and its input: the
// commands whose output is a function of these alone (printf, base64 -d, cut, a
// simple sed…). So shellparse can go on with what `$(echo … | tr …)` prints.
// Arguments, input and output are texts of which parts may not be known; where
// the output cannot be told from them it is unknown, and nothing is guessed.
package pure

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// A pure command prints what its words and its input say and nothing else:
// it is computed, as the GNU program or bash's own builtin does it. What
// is computed is exact, byte for byte, against the programs themselves
// (TestPure); an option, a form or an input of which that is not so leaves
// the output unknown. Where the BSD programs of macOS differ, the file of the
// command says so.

// maxSeries is how much is followed of an output that is a mere series: seq
// and yes. The rest of it is unknown.
const maxSeries = 2 << 10

// MaxOutput is how much output is followed as text; more is unknown.
const MaxOutput = 64 << 10

// Env is what a run may ask of whoever analyses the text it stands in.
type Env interface {
	// Written gives what a file holds that the text itself has written; no
	// other file is read.
	Written(name string) (text.Text, bool)

	// Reads counts what a run reads, in bytes, Works what it goes through
	// once more, and Matches what it holds against an expression of a size.
	// False: that is more work than is done for a text.
	Reads(n int) bool
	Works(n int) bool
	Matches(n, size int) bool

	// Taint is the origin of whatever is computed from a text.
	Taint(t text.Text) (origin byte)
}

// Job is a pure command that is to be run.
type Job struct {
	Env      Env
	Name     string      // as [Name] gives it
	Words    []text.Text // its arguments
	Stdin    text.Text
	Bytewise bool    // the locale orders characters as bytes
	Shell    Dialect // whose echo and printf they are
}

// Output is what comes of a [Job].
type Output struct {
	Text    text.Text
	Partial bool // Text is the beginning, and what follows is not known
	Drank   bool // its standard input is read to the end
	Torn    bool // its standard input is read, it is not known how far
}

// Run computes what a command prints. ok is false where that is not known.
func (j Job) Run() (out Output, ok bool) {
	r := job{Job: j}
	out.Text, ok = r.run()
	out.Partial, out.Drank, out.Torn = r.cut && !r.ended, r.drank, r.torn
	return out, ok
}

// job is the state of a run.
type job struct {
	Job
	args []string // of commands whose words must all be known

	in    string // what it reads, see [job.read]
	cut   bool   // in is only the beginning of it, in lines that are complete
	ended bool   // what it reads after that changes nothing
	drank bool   // see [Output]
	torn  bool
	out   []byte
	full  bool // out would be larger than is followed
}

// Name gives the name under which a program is computed. ok is false where it
// is no pure command.
func Name(program string) (name string, ok bool) {
	name = pureName(program)
	return name, isPure(name)
}

// isPure reports whether a program is one that may be computed.
func isPure(name string) bool {
	switch name {
	case ":", "true", "echo", "printf", "basename", "dirname", "seq", "yes",
		"cat", "head", "tail", "tac", "rev", "sort", "uniq", "wc", "nl", "paste", "fold",
		"tr", "cut", "sed", "grep", "egrep", "fgrep", "awk", "gawk", "mawk", "nawk", "base64", "xxd", "od":
		return true
	}
	return false
}

// NeedsInput reports whether nothing can be said of what a command prints
// where nothing is known of what it reads.
func NeedsInput(name string) bool {
	switch name {
	case "head", "tail", "tac", "rev", "sort", "uniq", "wc", "nl", "paste", "fold", "tr", "cut", "sed", "grep", "egrep", "fgrep":
		return true
	}
	return false
}

// pureName is the name under which GNU's programs are known where they are
// not the system's own: gsed is sed.
func pureName(name string) string {
	switch name {
	case "gawk":
		return name
	case "gecho", "gprintf", "gbasename", "gdirname", "gseq", "gcat", "ghead", "gtail", "gtac", "gsort",
		"guniq", "gwc", "gnl", "gpaste", "gfold", "gtr", "gcut", "gsed", "ggrep", "gbase64", "god":
		return name[1:]
	}
	return name
}

// run computes the output.
func (j *job) run() (text.Text, bool) {
	switch j.Name { // those that pass on what is not known
	case ":", "true":
		return "", true
	case "echo":
		return j.echo()
	case "printf":
		return j.printf()
	case "cat":
		return j.cat()
	case "basename":
		if t, ok := lastPart(j.Words); ok {
			return t, true
		}
	}
	j.args = make([]string, len(j.Words))
	for i, t := range j.Words {
		s, ok := t.Exact()
		if !ok {
			return "", false
		}
		j.args[i] = s
	}
	switch j.Name {
	case "tr":
		return j.tr()
	case "head":
		return j.head()
	case "tail":
		return j.tail()
	case "seq":
		return j.seq()
	case "yes":
		return j.yes()
	}
	if !j.filter() || j.full {
		return "", false
	}
	if j.cut && len(j.out) == 0 && !j.ended { // nothing of it is known
		return "", false
	}
	return text.Stream(string(j.out)), true
}

// filter runs a command that needs to know every byte it works on.
func (j *job) filter() bool {
	switch j.Name {
	case "basename":
		return j.basename()
	case "dirname":
		return j.dirname()
	case "tac":
		return j.tac()
	case "rev":
		return j.rev()
	case "sort":
		return j.sort()
	case "uniq":
		return j.uniq()
	case "wc":
		return j.wc()
	case "nl":
		return j.nl()
	case "paste":
		return j.paste()
	case "fold":
		return j.fold()
	case "cut":
		return j.cutFields()
	case "sed":
		return j.sed()
	case "grep", "egrep", "fgrep":
		return j.grep()
	case "awk", "gawk", "mawk", "nawk":
		return j.awk()
	case "base64":
		return j.base64()
	case "xxd":
		return j.xxd()
	case "od":
		return j.od()
	}
	return false
}

// source is what a command with these operands reads: its standard input, or
// one file that this text has written.
func (j *job) source(operands []string) (text.Text, bool) {
	var t text.Text
	switch {
	case len(operands) > 1:
		return "", false
	case len(operands) == 0 || operands[0] == "-" || operands[0] == "/dev/stdin":
		j.drank = true
		t = j.Stdin
	default:
		var ok bool
		if t, ok = j.Env.Written(operands[0]); !ok {
			return "", false
		}
	}
	return t, j.Env.Reads(len(t))
}

// read sets in to what the command reads: all of it, or the complete lines
// before anything that is not known, for a command that works line by line
// and never looks ahead.
func (j *job) read(operands []string) bool {
	t, ok := j.source(operands)
	if !ok {
		return false
	}
	s, ok := t.Bytes()
	if !ok {
		j.cut = true
		s, _ = knownStart(t)
		s = s[:strings.LastIndexByte(s, '\n')+1]
	}
	j.in = s
	return true
}

// readAll is read for a command that may look at all of its input first.
func (j *job) readAll(operands []string) bool { return j.read(operands) && !j.cut }

// knownStart gives the bytes of a stream up to what is not known.
func knownStart(t text.Text) (s string, rest text.Text) {
	for i := 0; i+2 < len(t); i++ {
		if t[i] == 0 {
			if t[i+1] != text.MarkNUL {
				s, _ = t[:i].Bytes()
				return s, t[i:]
			}
			i += 2
		}
	}
	s, _ = t.Bytes()
	return s, ""
}

func (j *job) put(s string) {
	if j.full = j.full || len(j.out)+len(s) > MaxOutput; !j.full {
		j.out = append(j.out, s...)
	}
}

// line prints a line. ended says whether the one it was made from ended in a newline.
func (j *job) line(s string, ended bool) {
	j.put(s)
	if ended {
		j.put("\n")
	}
}

// linesOf gives the lines of a text, each with its newline; the last may lack it.
func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isASCII reports whether no byte of a text means something else in another
// encoding of characters.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Drains reports whether a command whose output nobody looks at reads its
// standard input to the end. args is how many arguments it has, dashes how
// many of them are a single "-".
func Drains(name string, args, dashes int) bool {
	switch name {
	case "cat", "tac", "rev", "sort", "wc", "nl", "base64", "paste", "fold", "od":
		return args == dashes
	case "tr":
		return args > 0
	}
	return false
}
