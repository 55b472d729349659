package usage

import (
	"fmt"
	"strings"
)

// shells are those that completions can be made for.
var shells = []struct {
	name   string
	script func(*Program) string
}{{"bash", (*Program).bash}, {"zsh", (*Program).zsh}, {"fish", (*Program).fish}}

// Completion is a script that teaches a shell the program's words.
func (p *Program) Completion(shell string) (string, error) {
	var names []string
	for _, s := range shells {
		if s.name == shell {
			return s.script(p), nil
		}
		names = append(names, s.name)
	}
	return "", fmt.Errorf("for which shell? %s", strings.Join(names, ", "))
}

// place is where on a command line one can be: behind the program's name, or
// behind one of its verbs.
type place struct {
	path    []string // the verbs so far
	line    string
	flags   []*Flag
	verbs   []Verb
	words   []string
	takes   Kind
	command bool // behind -- stands a command
}

// places are all there are, the program's own first.
func (p *Program) places() []place {
	own := place{flags: p.Flags, verbs: p.Verbs, words: p.Words, takes: p.Takes}
	for _, f := range p.Forms {
		own.command = own.command || strings.Contains(f.Args, "-- CMD")
	}
	list := []place{own}
	var add func(path []string, verbs []Verb)
	add = func(path []string, verbs []Verb) {
		for i := range verbs {
			v := &verbs[i]
			here := append(path[:len(path):len(path)], v.Name)
			list = append(list, place{path: here, line: v.Line, flags: v.Flags, verbs: v.Verbs, words: v.Words, takes: v.Takes, command: v.Takes == Command})
			add(here, v.Verbs)
		}
	}
	add(nil, p.Verbs)
	return list
}

func (p *place) name() string { return strings.Join(p.path, " ") }

// choices are the words that may stand here.
func (p *place) choices() (words []string) {
	for i := range p.verbs {
		words = append(words, p.verbs[i].Name)
	}
	return append(words, p.words...)
}

// function is a name for the program in a shell's function.
func function(program string) string { return "_" + strings.ReplaceAll(program, "-", "_") }

// single puts a text between a shell's single quotes.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// plain is a description: one line, without what is for help alone.
func plain(text string) string {
	if first, _, ok := strings.Cut(text, ";"); ok {
		text = first
	}
	return strings.TrimSuffix(strings.ReplaceAll(text, "`", ""), ".")
}
