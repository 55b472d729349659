package shellparse

import "github.com/hermes-exec/hermes-exec/shellparse/text"

// Script is everything one shell text may run, in evaluation order. It is an
// upper bound: whatever bash would run is covered by one of its commands, and
// what could not be resolved is carried as unknown, never dropped.
type Script struct {
	Source   string    // the text, as given
	Commands []Command // every simple command the shell may run
	Problems []Problem // what could not be understood; any one makes the text ask
	Origins  []Origin  // what the unknown parts of words stand for, see [Part]
	ForkBomb *Span     // code that certainly starts itself again in the background or a pipe, without end
	Flood    *Span     // a loop or a recursion without end that starts processes and waits for none of them
	Files    []File    // script files whose text was read for this analysis
	Traps    []string  // signals that the shell itself sets a trap for, or an earlier piece of it did: "TERM", "SIGUSR1", "15"
	Broken   *Span     // from where on Source is no text of its shell's grammar: what stands before is in Commands
	Own      bool      // Source is a script file: $$ is that program's own, as in a nested shell
}

// File is a script file that was read through [Options.ReadFile].
type File struct {
	Path    string
	Text    string
	Program bool // neither the text nor the session wrote it: what is not understood in it is no problem, as in any program
}

// Command is one simple command: a program or builtin with its arguments.
type Command struct {
	Argv    []Word   // never empty, except for a bare redirection or assignment
	Via     []string // how it was reached, outermost first: "sudo", "bash -c", "$(…)", "function f"
	Redirs  []Redir  // its own redirections and those of the groups around it
	Assigns []Assign // assignments before the command, or bare ones where Argv is empty
	Dir     Word     // working directory it starts in

	Pipeline int    // which pipeline of the script, from 1; 0 outside any
	Stage    int    // its place in it, from 0
	In       Text   // what its standard input holds, as far as known
	HasIn    bool   // standard input is a pipe, here-document or file, not the script's own
	InFile   bool   // In is not that, but what this text wrote into the file that psql -f names
	Code     *Code  // set where the command runs data as code, see [Code]
	Unset    string // "$SUDO": a word before the name that goes away, as nothing here sets its variable
	Call     string // "os.remove": this is no command, but a call of inline code; Argv and Redirs are the shell's way to do the same

	Background bool // started with & or as a coprocess
	Builtin    bool // bash runs it itself: nothing on PATH is started
	Remote     bool // it runs on another machine, or in a container
	Level      int  // shells around it: 0 is the one the supervisor starts
	Pos        Span // where it stands; nested code: the word that holds it
}

// Code is data that a command runs as code in another language, or in a shell
// where the text is not known (known shell text is walked instead).
type Code struct {
	Lang string // "sh", "python", "perl", "ruby", "node", "php", "awk"…
	Text Text   // the code, as far as known
	From string // where it comes from: "-c", "stdin", "eval", "file"

	// For another language than the shell's:
	Read    bool   // it was read: what it does are commands of their own
	Unknown bool   // it runs code that is not known
	Call    string // the call that does so: "eval"
	Hidden  bool   // it runs text that does not stand in it as it is, but decoded or put together
	Holes   bool   // the shell puts something into it that is not known
}

// Word is one argument after expansion.
type Word struct {
	Texts []Text // the alternatives, 1 to [MaxAlternatives]
	Many  bool   // may turn into any number of words (none included)
	Src   string // as written
	Pos   Span
}

// Redir is one redirection.
type Redir struct {
	Op     string // as written: ">", ">>", "<", "<<", "<<<", ">&", "&>", "<>", ">|"…
	FD     int    // the descriptor it changes; -1 where it is not a number
	Target Word   // file, descriptor or, for here-documents, the text
	Pos    Span
}

// Assign is NAME=VALUE.
type Assign struct {
	Name     string
	Value    Word
	Exported bool // the commands after it see it in their environment
}

// Problem is something that could not be understood. It never stops the
// analysis of the rest, and it always makes the text ask.
type Problem struct {
	Kind string // "parse", "limit", "construct", "option", "recursion", "input"
	Text string
	Pos  Span
}

// Span is a range of a text: 1-based line and column in bytes, and byte offsets
// [Offset, End). The text is that of the script file which stands there, or
// Script.Source where File is empty.
type Span struct {
	Line, Col, Offset, End int

	File string // as in [File.Path]; a file that the text itself writes is in no list
}

// OriginKind says where an unknown part of a word comes from, see [text.OriginKind].
type OriginKind = text.OriginKind

const (
	OriginUnknown  = text.OriginUnknown
	OriginSelf     = text.OriginSelf
	OriginParent   = text.OriginParent
	OriginHostPID  = text.OriginHostPID
	OriginOwnShell = text.OriginOwnShell
	OriginJob      = text.OriginJob
	OriginAllPIDs  = text.OriginAllPIDs
	OriginGlob     = text.OriginGlob
	OriginLimit    = text.OriginLimit
	OriginUnset    = text.OriginUnset
	OriginOutput   = text.OriginOutput
	OriginInput    = text.OriginInput
	OriginArg      = text.OriginArg
)

// Origin is what one unknown part stands for.
type Origin struct {
	Kind    OriginKind
	Name    string
	Command int // for OriginOutput: index in Script.Commands of the command that prints it; else -1
}

// Limits. A text that passes one is a Problem; nothing is cut off silently.
const (
	MaxInput        = 1 << 20              // bytes of script
	MaxNesting      = 64                   // shells, functions, substitutions inside each other
	MaxSteps        = 100_000              // statements and words evaluated
	MaxAlternatives = text.MaxAlternatives // values a word is followed with
)
