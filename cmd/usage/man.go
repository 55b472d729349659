package usage

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Man is the program's page in roff, section 1. date is [Date],
// or another 2006-01-02.
func (p *Program) Man(date string) string {
	m := newManual(p.Name, 1, date, p.Line)
	m.section("Synopsis")
	m.line(".nf")
	for _, f := range p.Forms {
		m.synopsis(p.Name, f.Args)
	}
	for i := range p.Verbs {
		m.synopsis(p.Name+" "+p.Verbs[i].Name, strings.TrimPrefix(p.Verbs[i].brief(), p.Verbs[i].Name))
	}
	m.line(".fi")
	m.section("Description")
	m.text(p.Text)
	if len(p.Flags) > 0 {
		m.section("Options")
		m.flags(p.Flags)
	}
	m.section("Verbs")
	for i := range p.Verbs {
		m.verb(p.Name, &p.Verbs[i])
	}
	for _, s := range p.Notes {
		m.section(s.Title)
		m.text(s.Text)
		m.terms(s.Terms)
	}
	m.see(p.See)
	return m.String()
}

// Date is when this version was committed, "" where the build did not record it.
func Date() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.time" && len(s.Value) >= len("2006-01-02") {
				return s.Value[:len("2006-01-02")]
			}
		}
	}
	return ""
}

// Man is the page in roff.
func (p *Page) Man(date string) string {
	m := newManual(p.Name, p.Section, date, p.Line)
	m.section("Description")
	m.text(p.Text)
	m.see(p.See)
	return m.String()
}

// manual is a page that is being written, in the macros of man(7).
type manual struct{ strings.Builder }

func newManual(name string, section int, date, line string) *manual {
	m := new(manual)
	m.line(fmt.Sprintf(`.TH %s %d "%s" "hermes\-exec"`, escaped(strings.ToUpper(name)), section, date))
	m.section("Name")
	m.line(escaped(name) + ` \- ` + escaped(line))
	return m
}

func (m *manual) line(s string) { m.WriteString(s + "\n") }

func (m *manual) section(title string) { m.line(".SH " + escaped(strings.ToUpper(title))) }

func (m *manual) synopsis(name, args string) {
	m.line(strings.TrimRight(`\fB`+escaped(name)+`\fR `+escaped(strings.TrimSpace(args)), " "))
}

func (m *manual) verb(program string, v *Verb) {
	m.line(".SS " + escaped(v.Name))
	m.line(".nf")
	for _, form := range v.forms() {
		verb, args, _ := strings.Cut(form, " ")
		m.synopsis(program+" "+verb, args)
	}
	m.line(".fi")
	m.line(".PP")
	if v.Text != "" {
		m.text(v.Text)
	} else {
		m.text(strings.ToUpper(v.Line[:1]) + v.Line[1:] + ".")
	}
	m.flags(v.flags())
}

func (m *manual) flags(flags []*Flag) {
	for i := range flags {
		f := flags[i]
		m.line(".TP")
		label := `\fB` + escaped(f.dashed()) + `\fR`
		if f.Value != "" {
			label += ` \fI` + escaped(f.Value) + `\fR`
		}
		m.line(label)
		m.line(marked(f.Text))
	}
}

func (m *manual) terms(terms []Term) {
	for _, t := range terms {
		m.line(".TP")
		m.line(`\fB` + escaped(t.Name) + `\fR`)
		m.line(marked(t.Text))
	}
}

// text writes paragraphs. Those that are indented stay as they are.
func (m *manual) text(text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if paragraph == "" {
			continue
		}
		if i > 0 {
			m.line(".PP")
		}
		if !strings.HasPrefix(paragraph, " ") {
			for line := range strings.SplitSeq(paragraph, "\n") {
				m.line(marked(line))
			}
			continue
		}
		m.line(".nf")
		for line := range strings.SplitSeq(paragraph, "\n") {
			m.line(escaped(line))
		}
		m.line(".fi")
	}
}

func (m *manual) see(pages string) {
	if pages != "" {
		m.section("See also")
		m.line(escaped(pages))
	}
}

// marked is a text in which what stands between backquotes is bold.
func marked(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 {
		return escaped(text)
	}
	var b strings.Builder
	for i, part := range parts {
		switch {
		case i%2 == 1:
			b.WriteString(`\fB` + inLine(part) + `\fR`)
		case i == 0:
			b.WriteString(escaped(part))
		default:
			b.WriteString(inLine(part))
		}
	}
	return b.String()
}

// escaped is a text that roff takes for nothing but itself.
func escaped(text string) string {
	s := inLine(text)
	if strings.HasPrefix(s, ".") {
		return `\&` + s
	}
	return s
}

// inLine is the same for what does not begin a line.
func inLine(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch r {
		case '\\':
			b.WriteString(`\e`)
		case '-':
			b.WriteString(`\-`)
		case '\'':
			b.WriteString(`\(aq`)
		case '"':
			b.WriteString(`\(dq`)
		case '`':
			b.WriteString(`\(ga`)
		case '^':
			b.WriteString(`\(ha`)
		case '~':
			b.WriteString(`\(ti`)
		default:
			if r < 0x80 {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, `\[u%04X]`, r)
			}
		}
	}
	return b.String()
}
