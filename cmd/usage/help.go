package usage

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	width  = 80
	column = 26 // where the text of a flag begins, at most
)

// Help is the text of the program's -h.
func (p *Program) Help() string {
	var b strings.Builder
	var forms []Form
	for _, f := range p.Forms {
		forms = append(forms, Form{join(p.Name, f.Args), f.Line})
	}
	for i := range p.Verbs {
		v := &p.Verbs[i]
		forms = append(forms, Form{p.Name + " " + v.brief(), v.Line})
	}
	widest := 0
	for _, f := range forms {
		widest = max(widest, utf8.RuneCountInString(f.Args))
	}
	for i, f := range forms {
		lead := "       "
		if i == 0 {
			lead = "usage: "
		}
		line := fmt.Sprintf("%s%s%s  %s", lead, f.Args, spaces(widest-utf8.RuneCountInString(f.Args)), f.Line)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n" + paragraphs(p.Text))
	b.WriteString(flagTable(p.Flags))
	for _, s := range p.Notes {
		if s.Manual {
			continue
		}
		b.WriteString("\n")
		if s.Text != "" {
			b.WriteString(wrap(s.Title+": "+s.Text, ""))
		} else {
			b.WriteString(s.Title + ":\n")
		}
		b.WriteString(termTable(s.Terms))
	}
	return b.String()
}

// Help is the text of the verb's -h, of the program that has the verb.
func (v *Verb) Help(program string) string {
	var b strings.Builder
	for i, form := range v.forms() {
		lead := "       "
		if i == 0 {
			lead = "usage: "
		}
		b.WriteString(lead + program + " " + form + "\n")
	}
	text := v.Text
	if text == "" {
		text = strings.ToUpper(v.Line[:1]) + v.Line[1:] + "."
	}
	b.WriteString("\n" + paragraphs(text))
	b.WriteString(flagTable(v.flags()))
	return b.String()
}

func paragraphs(text string) string { return strings.Trim(text, "\n") + "\n" }

func flagTable(flags []*Flag) string {
	var terms []Term
	for i := range flags {
		terms = append(terms, Term{flags[i].label(), flags[i].Text})
	}
	if len(terms) == 0 {
		return ""
	}
	return "\n" + termTable(terms)
}

// termTable is names with their texts beside them.
func termTable(terms []Term) string {
	at := 0
	for _, t := range terms {
		at = max(at, 2+utf8.RuneCountInString(t.Name)+2)
	}
	at = min(at, column)
	var b strings.Builder
	for _, t := range terms {
		line := "  " + t.Name
		if n := utf8.RuneCountInString(line); n+2 > at {
			b.WriteString(line + "\n")
			line = spaces(at)
		} else {
			line += spaces(at - n)
		}
		b.WriteString(line + strings.TrimLeft(wrap(t.Text, spaces(at)), " "))
	}
	return b.String()
}

// wrap breaks a text into lines that each begin with indent.
func wrap(text, indent string) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		switch {
		case line == indent:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			b.WriteString(line + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
	return b.String()
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
