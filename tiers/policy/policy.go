// Package policy reads what people have laid down in YAML: which preset holds,
// which commands are refused or run unasked, which tiers built-in rules have, and
// rules of their own. It reads strictly: what it does not know is an error that
// names file, line and column, since a policy that is half understood protects
// half. It opens no files; the caller does, and says whose each one is.
package policy

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Origin is whose file it is, and with that what it may say.
type Origin uint8

const (
	Admin   Origin = iota // /etc/hermes/exec.yaml
	User                  // $HERMES_HOME/exec.yaml
	Project               // .hermes/exec.yaml in the project: an agent can write it, so it can only tighten
	// Unconfirmed is one of the first two as nobody outside is known to have left it: it
	// can only tighten until a person has confirmed it.
	Unconfirmed
)

func (o Origin) String() string {
	return [...]string{"admin", "user", "project", "unconfirmed"}[o]
}

// onlyTightens reports whether what loosens has no effect in such a file.
func (o Origin) onlyTightens() bool { return o == Project || o == Unconfirmed }

// When the kernel guard is put on commands.
const (
	GuardAuto = "auto" // wherever it breaks nothing
	GuardOn   = "on"   // also where sudo and its like fail under it
	GuardOff  = "off"
)

// What of the rules holds for the programs that a command starts, where the exec
// guard shows them.
const (
	BelowAsk      = "ask"      // hardline, and who would be asked about the text is asked
	BelowHardline = "hardline" // hardline alone
	BelowOff      = "off"      // nothing: they are not looked at
)

// File is one policy file.
type File struct {
	Name      string
	Origin    Origin
	Preset    string   // "" where it says nothing
	SudoStdin bool     // sudo may read a password from standard input
	Guard     string   // kernel_guard: "auto", "on" or "off"; "" where it says nothing
	ExecGuard string   // exec_guard: the same
	Below     string   // below: "ask", "hardline" or "off"; "" where it says nothing
	LLM       *LLM     // nil where it says nothing
	Notify    []Notify // in order; nil where it says nothing
	Screen    *Screen  // nil where it says nothing
	Policy    tiers.Policy
	Rules     []Rule
	Ignored   []Note // what a file says that would loosen, and may not
}

// Rule is a rule of a file, with the place it stands at.
type Rule struct {
	tiers.Rule
	At Place
}

// Note is something a reader of the file should know.
type Note struct {
	At   Place
	Text string
}

// Place is a line and column of a file, 1-based.
type Place struct {
	File      string
	Line, Col int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is something in a file that cannot be meant.
type Error struct {
	At   Place
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.At, e.Text) }

// Parse reads a file. An empty one says nothing. The error is an [*Error].
func Parse(name string, origin Origin, data []byte) (*File, error) {
	f := &File{Name: name, Origin: origin}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(name, err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return f, nil
	}
	r := reader{file: f}
	r.top(doc.Content[0])
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

// Settings is what all files say together.
type Settings struct {
	Preset    string
	SudoStdin bool
	Guard     string   // of the kernel; "" is "auto"
	ExecGuard string   // "" is "auto"
	Below     string   // "" is "ask"
	LLM       *LLM     // nil: no opinions are asked for
	Notify    []Notify // in order
	Screen    *Screen  // nil: messages are not screened
	Policy    tiers.Policy
}

// Merge puts files together. Any of them can make the preset strict or refuse a
// command; for the tier of a built-in rule, the kernel guard, the language model,
// the content screen and the services that tell people the admin's word comes
// after the user's, and a project can raise what these two say.
func Merge(files []*File) Settings {
	var s Settings
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b *File) int { return rank(a.Origin) - rank(b.Origin) })
	for _, f := range files {
		if f.Preset == tiers.Strict || s.Preset == "" {
			s.Preset = f.Preset
		}
		if f.Guard != "" {
			s.Guard = f.Guard
		}
		if f.ExecGuard != "" {
			s.ExecGuard = f.ExecGuard
		}
		if f.Below != "" {
			s.Below = f.Below
		}
		if f.LLM != nil { // whole: the key of one is not for the address of another
			s.LLM = f.LLM
		}
		if f.Notify != nil { // whole, as it says who may answer
			s.Notify = f.Notify
		}
		if f.Screen != nil {
			s.Screen = f.Screen
		}
		s.SudoStdin = s.SudoStdin || f.SudoStdin
		s.Policy.Rules = append(s.Policy.Rules, f.Policy.Rules...)
		s.Policy.Tiers = append(s.Policy.Tiers, f.Policy.Tiers...)
		s.Policy.Deny = append(s.Policy.Deny, f.Policy.Deny...)
		s.Policy.Allow = append(s.Policy.Allow, f.Policy.Allow...)
	}
	return s
}

// rank is the order in which files speak; the last word counts.
func rank(o Origin) int {
	switch o {
	case User:
		return 0
	case Admin:
		return 1
	}
	return 2
}
