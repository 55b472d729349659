// Package inline answers one question: what does code of another language,
// given on a command line or on standard input, do to the machine? It knows
// python, javascript (node), perl, ruby, php, awk and sed.
//
// A tokenizer that knows the language's strings, comments, interpolation and
// here-documents finds the calls that start programs, delete, write, kill or
// connect; what a name stands for is followed through imports and plain
// assignments. Each call is given as the shell command that does the same, so
// that one set of rules judges both. What the code computes in ways that are
// not followed is carried as unknown, and a call through something unknown is
// unknown code: never guessed, never dropped.
//
// Three evaluators share the work, each for the languages that are alike in
// what is hard about them:
//
//   - python_*.go: python, with a tree and values of its own: modules, classes
//     and comprehensions are what hides a call there.
//   - tree.go, grammar.go, thing.go, follow*.go: javascript and php, whose
//     statements and expressions are C's, in one form for both; node_*.go and
//     php_*.go are the tokens, the grammar and the library of each.
//   - machine.go, names.go, datum.go: perl, ruby and awk, which cannot be cut
//     into tokens without knowing what was declared, and so are evaluated while
//     they are read; perl*.go, ruby*.go and awk*.go are the languages.
//
// sed.go needs none of them. calls.go is how the tables of calls are written,
// value.go what is known of a string.
package inline

// Kind says what an effect is.
type Kind uint8

const (
	Run    Kind = iota // Argv is a program that is started, with no shell in between
	Shell              // Argv is one value: text that sh -c is given
	Like               // Argv is the shell command that does what the call does: os.remove(p) is rm -f -- p
	Code               // code is executed that is not known; Argv is one value, what is known of it, or empty
	Bomb               // the process copies itself without end
	Hidden             // Argv is one value: code or shell text that is run and does not stand in the code as it is, but decoded or put together
)

// Effect is one thing that code may do, in the order it is written.
type Effect struct {
	Kind     Kind
	Call     string  // the call as a reader of the code knows it: "os.system", "fs.rmSync", "`…`". Code: see [Holed]
	Argv     []Value //
	Redir    string  // Like: ">", ">>" or "<": Argv is one value, the file that is opened so, and no program
	Text     Value   // with Redir ">": all that the file then holds; nil where that is not told
	Pos, End int     // byte offsets in the code
}

// What Call says of a [Code] effect that is about a text as a whole, in every
// language alike. Any other Call is that of code which is executed and not known.
const (
	Holed   = ""       // a hole stands in it, outside of comments: see [Hole]
	Unread  = "syntax" // it does not parse: the interpreter refuses it as a whole, or knows more than the reader
	Limited = "limit"  // it is larger or deeper than what is followed, or the reader failed on it
)

// Value is what is known of a string: its alternatives, 1 to [MaxAlternatives].
type Value []Text

// Text is one alternative, in stretches.
type Text []Part

// Part is a stretch of a text: literal where Source is [Literal].
type Part struct {
	Source Source
	Lit    string // Literal: the text. Env: the variable. Arg: the operand's number from 1, in decimal. Unknown: see [ManyWords]
}

// Source is where a part of a value comes from.
type Source uint8

const (
	Literal  Source = iota
	Unknown         // computed in a way that is not followed
	Own             // the process id of the process that runs the code
	Parent          // that of its parent: os.getppid(), process.ppid
	Group           // its own process group: os.getpgrp()
	HostPID         // computed from a process id in a way that is not followed: os.getpgid(os.getppid())
	Env             // an environment variable
	Home            // the home directory: os.path.expanduser("~")
	Dir             // the working directory
	Arg             // an operand after the code: sys.argv[1]
	Args            // all operands, as one unknown string
	Input           // what is read from standard input
	Everyone        // all process ids, one after the other: for p in psutil.pids()
	Child           // that of a process which the code started itself: Popen(…).pid
	Temp            // a path which the code made for itself: tempfile.mkdtemp()
	Script          // the file that holds the code, as it is told to it; with Lit "dir" the folder of that
	Field           // a field of a line of the input, by its number: awk's $1. "0" is the line, "NF" the last one
)

// What Lit says of an Unknown part, beyond that it is one.
const (
	ManyWords = "…"  // the value is any number of words, none among them
	Entry     = "*"  // a name in the folder that stands before it, without a slash: os.listdir
	Below     = "**" // a path below what stands before it, at any depth: os.walk
)

// Leader is what Lit says of a Child that leads a process group of its own.
const Leader = "leader"

// MaxAlternatives is how many values a string is followed with.
const MaxAlternatives = 16

// Limits of one text: more is one [Code] effect, as a text that is not followed is.
const (
	maxCode   = 1 << 20 // bytes
	maxSteps  = 150_000 // tokens and expressions looked at, and the copies of texts and lists that these make
	maxNested = 16      // code inside code: eval("…")
)

// Hole is the first of the characters that stand in code for what the shell
// text around it does not tell; see shellparse, which puts them there. Inside
// a string of the code they are characters like any other. Outside of one they
// are unknown code.
const Hole = 0xF0000

// Read gives what code may do, in the order it is written. known is false for
// a language that is not read; its code is then unknown as a whole.
func Read(lang, code string) (effects []Effect, known bool) {
	effects, _, known = Within(lang, code, maxSteps)
	return effects, known
}

// Within is [Read] with a bound: of a text that takes more than about most
// microseconds to read only a part is. work is how many it took.
func Within(lang, code string, most int) (effects []Effect, work int, known bool) {
	read := reader(lang)
	if read == nil {
		return nil, 0, false
	}
	start := max(maxSteps-most/3*4, 0)
	r := &run{steps: start}
	r.whole(read, code)
	return r.effects, (3*(r.steps-start) + r.extra) / 4, true
}

// whole reads a text with a language's reader. A panic is a bug of this package;
// a text that makes one is not read, like one that passes a limit.
func (r *run) whole(read func(*run, string, int), code string) {
	defer func() {
		if p := recover(); p != nil {
			r.broken = p
			r.unknownCode(Limited, unknown(), 0, len(code))
		}
	}()
	if len(code) > maxCode {
		r.unknownCode(Limited, unknown(), 0, len(code))
		return
	}
	read(r, code, 0)
	r.hides(code)
	if r.steps > maxSteps {
		r.unknownCode(Limited, unknown(), 0, len(code))
	}
}

// reader finds a language by the name shellparse gives it.
func reader(lang string) func(r *run, code string, offset int) {
	switch lang {
	case "ruby":
		return readRuby
	case "perl":
		return readPerl
	case "awk":
		return readAwk
	case "sed":
		return readSed
	case "php":
		return readPHP
	case "node":
		return readNode
	case "python":
		return readPython
	}
	return nil
}

// run is the reading of one code text and of the code texts inside it.
type run struct {
	effects []Effect
	ran     []string // texts that were run as code, see [run.hides]
	steps   int
	extra   int  // work that steps does not count, in thirds of a step
	depth   int  // of code inside code
	deep    bool // a text is nested deeper than its reader goes
	broken  any  // the panic of a reader: a bug
}

// step counts work. false: the limit is passed, nothing more is read.
func (r *run) step() bool {
	r.steps++
	return r.steps <= maxSteps
}

func (r *run) add(e Effect) { r.effects = append(r.effects, e) }

// unknownCode says that code is executed which is not known.
func (r *run) unknownCode(call string, what Value, pos, end int) {
	r.add(Effect{Kind: Code, Call: call, Argv: []Value{what}, Pos: pos, End: end})
}

// nested reads code inside code: eval of a known string, in the same language
// or another. What is not known of it is unknown code. Positions are those of
// the call.
func (r *run) nested(read func(r *run, code string, offset int), call string, code Value, pos, end int) {
	if r.depth >= maxNested {
		r.unknownCode(call, code, pos, end)
		return
	}
	for _, t := range code {
		text, ok := t.Exact()
		if !ok {
			r.unknownCode(call, Value{t}, pos, end)
			continue
		}
		inner := &run{steps: r.steps, depth: r.depth + 1}
		read(inner, text, 0)
		r.executes(text)
		r.steps, r.extra = inner.steps, r.extra+inner.extra
		for _, e := range inner.effects {
			e.Pos, e.End = pos, end
			r.add(e)
		}
	}
}
