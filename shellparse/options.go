package shellparse

import "strings"

// grammar is the command line of a program that runs another: its options as
// getopt takes them, and what stands before the command.
type grammar struct {
	names    string // the programs, separated by blanks
	short    string // letters; ":" after one that takes a value, "?" after one whose value must be attached
	long     string // names, separated by blanks; "=" after one that takes a value
	sub      string // a sub-command that must come first: poetry run
	operands int    // words between the options and the command: timeout's duration
	assigns  bool   // NAME=VALUE words may stand before the command
	numbers  bool   // -5 is an option: nice
	remote   bool   // the command runs elsewhere: another machine, a container
	lax      bool   // too many options to know all: where one is not known, the command is not looked for
	shell    bool   // the command is put together and given to a shell: watch, ssh
}

// option is one option as it was given.
type option struct {
	name  string
	value Word
	has   bool
}

// peeled is the command line of a wrapper, taken apart.
type peeled struct {
	opts     []option
	operands []Word // what stood between
	assigns  []Word
	rest     []Word // the command
	known    bool   // false: an option is not known, so rest may not be the command
}

func (p *peeled) has(names ...string) bool {
	_, ok := p.get(names...)
	return ok
}

func (p *peeled) get(names ...string) (Word, bool) {
	for _, o := range p.opts {
		for _, n := range names {
			if o.name == n {
				return o.value, true
			}
		}
	}
	return Word{}, false
}

// peel takes the options of a wrapper off its command line.
func (g *grammar) peel(argv []Word) peeled {
	p := peeled{known: true}
	i := 1
	if g.sub != "" {
		// Options before the sub-command are skipped; one that takes a value
		// as a word of its own would be taken for it, and then nothing is found.
		subs := strings.Fields(g.sub)
		for _, sub := range subs {
			found := false
			for ; i < len(argv); i++ {
				s, ok := argv[i].Exact()
				if !ok {
					break
				}
				if s == sub || strings.Contains(sub, "|") && contains(strings.Split(sub, "|"), s) {
					i++
					found = true
					break
				}
				if !strings.HasPrefix(s, "-") {
					return p
				}
			}
			if !found {
				return p
			}
		}
	}
	for i < len(argv) {
		w := argv[i]
		s, ok := w.Exact()
		if !ok {
			if maybeFlag(w) || w.Many {
				p.known = false
			}
			break
		}
		if s == "--" {
			i++
			break
		}
		if len(s) < 2 || s[0] != '-' {
			if g.names == "env" && s == "-" {
				p.opts = append(p.opts, option{name: "i"})
				i++
				continue
			}
			break
		}
		i++
		if g.numbers && s[1] >= '0' && s[1] <= '9' {
			continue
		}
		if strings.HasPrefix(s, "--") {
			name, val, has := strings.Cut(s[2:], "=")
			full, takes, ok := g.longOption(name)
			if !ok {
				p.known = false
				if g.lax {
					break
				}
				continue
			}
			o := option{name: full, has: has}
			o.value = sub(w, val)
			if takes && !has && i < len(argv) {
				o.value, o.has = argv[i], true
				i++
			}
			p.opts = append(p.opts, o)
			continue
		}
		i = g.cluster(&p, argv, i, w, s)
	}
	for g.assigns && i < len(argv) {
		t := argv[i].Texts[0]
		name, _, ok := strings.Cut(string(t), "=")
		if !ok || name == "" || len(argv[i].Texts) != 1 || argv[i].Many {
			break
		}
		p.assigns = append(p.assigns, argv[i])
		i++
	}
	for n := 0; n < g.operands && i < len(argv); n++ {
		p.operands = append(p.operands, argv[i])
		i++
	}
	p.rest = argv[i:]
	return p
}

// cluster reads -abc. A letter that takes a value takes the rest of the
// word, or the next word.
func (g *grammar) cluster(p *peeled, argv []Word, i int, w Word, s string) int {
	for j := 1; j < len(s); j++ {
		k := strings.IndexByte(g.short, s[j])
		if k < 0 || s[j] == ':' || s[j] == '?' {
			if full, takes, ok := g.longOption(s[1:]); ok && j == 1 { // -long, as terraform and find have it
				o := option{name: full}
				if takes && i < len(argv) {
					o.value, o.has = argv[i], true
					i++
				}
				p.opts = append(p.opts, o)
				return i
			}
			p.known = false
			return i
		}
		o := option{name: s[j : j+1]}
		switch {
		case k+1 < len(g.short) && g.short[k+1] == ':':
			if j+1 < len(s) {
				o.value, o.has = sub(w, s[j+1:]), true
			} else if i < len(argv) {
				o.value, o.has = argv[i], true
				i++
			}
			p.opts = append(p.opts, o)
			return i
		case k+1 < len(g.short) && g.short[k+1] == '?':
			o.value, o.has = sub(w, s[j+1:]), j+1 < len(s)
			p.opts = append(p.opts, o)
			return i
		}
		p.opts = append(p.opts, o)
	}
	return i
}

// sub is a word for a part of another.
func sub(w Word, s string) Word { return Word{Texts: []Text{Text(s)}, Src: s, Pos: w.Pos} }

// longOption finds a long option by its name or an unambiguous beginning.
func (g *grammar) longOption(name string) (full string, takes, ok bool) {
	list := g.long
	matches := 0
	for list != "" {
		var f string
		f, list, _ = strings.Cut(list, " ")
		value := strings.HasSuffix(f, "=")
		f = strings.TrimSuffix(f, "=")
		if f == name {
			return f, value, true
		}
		if name != "" && strings.HasPrefix(f, name) {
			matches++
			full, takes = f, value
		}
	}
	return full, takes, matches == 1
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
