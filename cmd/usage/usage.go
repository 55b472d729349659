// Package usage is what a program says about itself, once: a table of its verbs
// and flags, from which come the text of -h, the man page and the completions of
// bash, zsh and fish.
//
// The tables ([Program], [Verb], [Flag]) are plain composite literals that lie in
// the programs' files and cost nothing until somebody asks for help. They do not
// parse: a test of each program (see usagetest) holds them against the flags that
// it takes, so that nothing is documented that does not work, and the reverse.
package usage

// Program is what there is to say about a program.
type Program struct {
	Name  string
	Line  string // what it is, in a line
	Forms []Form // how it is started, the verbs excepted
	Text  string
	Flags []*Flag // those that stand before anything else
	Words []string
	Takes Kind // what the first word is, where it is no verb
	Verbs []Verb
	Notes []Section
	See   string // other pages, for SEE ALSO
}

// Form is a command line behind the name of its program or verb, and what it does.
type Form struct{ Args, Line string }

// Verb is a word that says what to do, or one of several below such a word.
type Verb struct {
	Name  string
	Brief string   // its words in the list of all verbs; "": those of Args
	Line  string   // what it does, in a line
	Args  []string // how it is called: each what stands behind the name
	Text  string   // paragraphs, broken by hand for a terminal; indented lines are shown as they are
	Flags []*Flag
	Verbs []Verb   // the words that may follow: their flags are described here
	Words []string // what an operand may be
	Takes Kind
}

// Flag is one that a verb takes.
type Flag struct {
	Name  string // without its dashes
	Value string // what it takes, "" for nothing
	Text  string
	Words []string // what the value may be
	Takes Kind
}

// Section is a part of a page that stands behind the flags.
type Section struct {
	Manual bool   // it is left out of -h
	Title  string // "Exit status"
	Text   string
	Terms  []Term
}

// Term is a name and what it means.
type Term struct{ Name, Text string }

// Page is one of the reference pages that are not about a program.
type Page struct {
	Name    string
	Section int
	Line    string
	Text    string
	See     string
}

// Kind is what a word on the command line is.
type Kind int

// The kinds that a shell can complete.
const (
	Other   Kind = iota // nothing that a shell knows of
	File                // a file
	Folder              // a folder
	Command             // behind --, a command with its own words
)

func (f *Flag) dashed() string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}

func (f *Flag) label() string {
	if f.Value == "" {
		return f.dashed()
	}
	return f.dashed() + " " + f.Value
}

// flags are all that the verb takes, in whatever form, each once.
func (v *Verb) flags() (all []*Flag) {
	seen := map[string]bool{}
	add := func(list []*Flag) {
		for _, f := range list {
			if !seen[f.Name] {
				seen[f.Name] = true
				all = append(all, f)
			}
		}
	}
	add(v.Flags)
	for i := range v.Verbs {
		add(v.Verbs[i].Flags)
	}
	return all
}

// forms are the command lines of the verb, behind the program's name.
func (v *Verb) forms() (forms []string) {
	for _, args := range v.Args {
		forms = append(forms, join(v.Name, args))
	}
	for i := range v.Verbs {
		for _, form := range v.Verbs[i].forms() {
			forms = append(forms, join(v.Name, form))
		}
	}
	if len(forms) == 0 {
		forms = []string{v.Name}
	}
	return forms
}

// brief is the verb in the list of all.
func (v *Verb) brief() string {
	switch {
	case v.Brief != "":
		return join(v.Name, v.Brief)
	case len(v.Verbs) > 0:
		names := ""
		for i := range v.Verbs {
			if i > 0 {
				names += "|"
			}
			names += v.Verbs[i].Name
		}
		return join(v.Name, names)
	}
	return v.forms()[0]
}

func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

// Verb is the verb of that name, nil where there is none.
func (p *Program) Verb(name string) *Verb {
	for i := range p.Verbs {
		if p.Verbs[i].Name == name {
			return &p.Verbs[i]
		}
	}
	return nil
}
