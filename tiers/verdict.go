package tiers

import (
	"fmt"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What is to happen with a command, before anyone is asked.
const (
	Allow = "allow"
	Ask   = "ask"
	Block = "block" // hardline: no mode, permission or answer lets it through
)

// Verdict is what was found in a script. Decision is what happens in manual
// mode with no standing permission.
type Verdict struct {
	ID        any       `json:"id,omitempty"`
	Cmd       string    `json:"cmd"`
	Decision  string    `json:"decision"`
	Hardline  bool      `json:"hardline"`
	Denied    bool      `json:"denied,omitempty"` // a policy file forbids it
	Tier      Tier      `json:"tier"`
	TimeoutS  *int      `json:"timeout_s"`
	Approvers []string  `json:"approvers"`
	Crisis    bool      `json:"crisis"`           // words of suicidal intent: show [Resources]
	Status    string    `json:"status,omitempty"` // "crisis": prose, not a command; not run
	Reason    string    `json:"reason,omitempty"` // "crisis_bypass": help must not wait
	Granted   string    `json:"-"`                // a permission, where permissions cover every command that is not SAFE
	Findings  []Finding `json:"findings"`

	// Unconfirmed says of a verdict to ask what would loosen, and does not hold until
	// a person confirms it ([Options].Unconfirmed).
	Unconfirmed string    `json:"unconfirmed,omitempty"`
	Problems    []Problem `json:"problems"`
}

// Finding is one rule that spoke about one command.
type Finding struct {
	Rule     string   `json:"rule"` // "files.recursive-delete"
	Tier     Tier     `json:"tier"`
	Hardline bool     `json:"hardline,omitempty"`
	Below    bool     `json:"-"`                 // a rule that holds below a command, see [Rule]
	Why      string   `json:"why"`               // a sentence a stranger understands
	Safer    string   `json:"safer,omitempty"`   // what would be accepted instead
	Granted  string   `json:"granted,omitempty"` // the permission that covers the command, so that it is LOW
	Command  string   `json:"command"`           // the resolved command, * for what is unknown
	Target   string   `json:"target,omitempty"`  // what it would touch: a path, a pid and name
	Via      []string `json:"via,omitempty"`     // how the command was reached
	Pos      Pos      `json:"pos"`
}

// Problem is something in the text that could not be understood.
type Problem struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	Pos  Pos    `json:"pos"`
}

// Pos is a place in a text: 1-based line and column (bytes), byte range [Offset,
// End). The text is the one that was judged, or that of a script file it runs.
type Pos struct {
	Line   int    `json:"line"`
	Col    int    `json:"col"`
	Offset int    `json:"offset"`
	End    int    `json:"end"`
	File   string `json:"file,omitempty"`
}

// String is the place for a reader: line 2, column 5; or run.sh:2, column 5.
func (p Pos) String() string {
	if p.File != "" {
		return fmt.Sprintf("%s:%d, column %d", p.File, p.Line, p.Col)
	}
	return fmt.Sprintf("line %d, column %d", p.Line, p.Col)
}

func pos(s shellparse.Span) Pos { return Pos{s.Line, s.Col, s.Offset, s.End, s.File} }

// PosOf is the place of a command, as findings name it.
func PosOf(c *shellparse.Command) Pos { return pos(c.Pos) }

// written is the stretch of text at a place; "" in a file whose text was not kept.
func written(s *shellparse.Script, at shellparse.Span) string {
	text := s.Source
	if at.File != "" {
		text = ""
		for _, f := range s.Files {
			if f.Path == at.File {
				text = f.Text
			}
		}
	}
	from := min(at.Offset, len(text))
	return text[from:min(max(at.End, from), len(text))]
}
