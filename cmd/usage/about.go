package usage

import (
	"fmt"
	"strings"
)

// With is the program with its verbs. Those that can be asked about are words
// of the verb help.
func (p Program) With(verbs []*Verb) *Program {
	var names []string
	for _, v := range verbs {
		p.Verbs = append(p.Verbs, *v)
		names = append(names, v.Name)
	}
	p.Verb("help").Words = names
	return &p
}

// About answers `help [WORD]`: the text of a verb, with no word that of the
// program. With man the word is a page of the manual, one of pages or, as with
// no word, the program's own.
func (p *Program) About(word string, man bool, pages ...*Page) (string, error) {
	if man {
		return p.page(word, pages)
	}
	if word == "" {
		return p.Help(), nil
	}
	if v := p.Verb(word); v != nil {
		return v.Help(p.Name), nil
	}
	return "", fmt.Errorf("%s: there is %s", word, strings.Join(p.Verb("help").Words, ", "))
}

func (p *Program) page(word string, pages []*Page) (string, error) {
	if word == "" || word == p.Name {
		return p.Man(Date()), nil
	}
	names := []string{p.Name}
	for _, page := range pages {
		if word == page.Name {
			return page.Man(Date()), nil
		}
		names = append(names, page.Name)
	}
	return "", fmt.Errorf("--man %s: there is %s", word, strings.Join(names, ", "))
}
