package shellparse

import (
	"slices"
	"strings"
)

// grammar is the command line of a program that runs another: its options as
// getopt takes them, what stands before the command, and what becomes of it.
type grammar struct {
	names    string // the programs, separated by blanks
	sub      string // the sub-command that must come first, alternatives separated by |: "exec|container exec"
	short    string // letters; ":" after one that takes a value, "::" two, "?" after one whose value must be attached
	long     string // names, separated by blanks; "=" after one that takes a value, "==" two, "?" one that must be attached
	none     string // options with which no command is run: sudo -e
	code     string // options whose value is given to a shell
	line     string // options whose value is cut at blanks and run
	dir      string // options whose value is the directory the command starts in
	stops    string // options behind which no more are read, their value with them: env -S
	operands int    // words between the options and the command: timeout's duration
	leading  bool   // those words stand first or not at all: setarch's machine
	assigns  bool   // NAME=VALUE words may stand before the command
	again    bool   // options are also read behind an operand, or between assignments
	numbers  bool   // -5 is an option: nice
	words    bool   // options have one dash or two and no clusters, a value is the next word or after =: bwrap, gdb
	remote   bool   // the command runs elsewhere: another machine, a container
	lax      bool   // too many options to know all: one that is not known is no Problem
	shell    bool   // the command is put together and given to a shell: watch, ssh
	each     bool   // every operand is code of its own: hyperfine
	dashed   bool   // the command is what stands behind --, if anything
	data     bool   // the operands are no command; only the options run code: tar
	instead  bool   // where an option gives code, the operands are no command: npx -c
	starts   bool   // without a command it starts a shell, which reads its standard input
	permutes bool   // options are also read among the words of the command, in some versions
	resets   bool   // the command sees another environment
	noisy    bool   // what it prints is not what the command prints alone
}

// maxReadings is how many readings of one command line are followed.
const maxReadings = 8

// peel takes the options of a wrapper off its command line. There is more
// than one reading where a word is not known, or an option is not in the
// grammar: it may take the next word for its value or not. The first is the
// likeliest. None: the sub-command is another.
func (g *grammar) peel(argv []Word) []peeled {
	p := peeled{known: true}
	i := 1
	if g.sub != "" {
		if p.sub, i = g.subCommand(argv); i == 0 {
			return nil
		}
	}
	taken := 0
	if g.leading && i < len(argv) {
		if lit, _ := beginning(argv[i].Texts[0]); strings.HasPrefix(lit, "-") {
			taken = g.operands
		}
	}
	var out []peeled
	g.read(p, argv, i, taken, &out)
	return out
}

// subCommand finds the words of the sub-command behind options, each of which
// may take a value. at is 0 where they are not there.
func (g *grammar) subCommand(argv []Word) (name string, at int) {
	for list := g.sub; list != ""; {
		var want string
		want, list, _ = strings.Cut(list, "|")
		i, words := 1, want
		for words != "" {
			var word string
			word, words, _ = strings.Cut(words, " ")
			valued := false // the word before is an option without =
			for ; i < len(argv); i++ {
				s, ok := argv[i].Exact()
				if ok && s == word {
					break
				}
				flag := ok && len(s) > 1 && s[0] == '-' || !ok && maybeFlag(argv[i])
				if !flag && !valued {
					i = len(argv)
					break
				}
				valued = flag && strings.IndexByte(s, '=') < 0
			}
			if i++; i > len(argv) {
				break
			}
		}
		if i <= len(argv) {
			return want, i
		}
	}
	return "", 0
}

// read reads options from argv[i] on, and adds what it finds to out. taken is
// how many operands were passed.
func (g *grammar) read(p peeled, argv []Word, i, taken int, out *[]peeled) {
	if len(*out) >= maxReadings {
		if len(p.open.Texts) == 0 { // else any command is said to run
			(*out)[0].known = false
		}
		return
	}
	for i < len(argv) {
		w := argv[i]
		if len(w.Texts) > 1 && !w.Many && maybeFlag(w) { // one reading for each value
			for _, t := range w.Texts {
				words := append([]Word(nil), argv...)
				words[i].Texts = []Text{t}
				g.read(p, words, i, taken, out)
			}
			return
		}
		lit, whole := beginning(w.Texts[0])
		if g.data && (w.Many || !whole && lit == "" || lit == "") {
			i++
			continue
		}
		if !whole && lit == "" || w.Many && maybeFlag(w) {
			// It may be the command, an option, an option and the value behind it.
			g.end(p.opened(w), argv, i, taken, out)
			g.read(p.opened(w), argv, i+1, taken, out)
			g.read(p.opened(w), argv, i+2, taken, out)
			return
		}
		if whole && lit == "--" {
			i++
			if g.dashed {
				p.rest = argv[i:]
				*out = append(*out, p)
				return
			}
			break
		}
		if (g.dashed || g.data) && lit != "" && lit[0] != '-' {
			i++
			continue
		}
		if len(lit) < 2 || lit[0] != '-' {
			if strings.HasPrefix(g.names, "env ") && lit == "-" && whole {
				p = p.with(option{name: "i"})
				i++
				break // the last of its options
			}
			if g.assigns && g.again && assignment(w) && taken == 0 {
				from := i
				for i < len(argv) && assignment(argv[i]) {
					i++
				}
				p.assigns = slices.Concat(p.assigns, argv[from:i])
				continue
			}
			if g.again && taken < g.operands {
				p.operands = append(p.operands[:len(p.operands):len(p.operands)], w)
				taken++
				i++
				continue
			}
			break
		}
		if g.numbers && signed(lit[1:]) {
			i++
			continue
		}
		var o option
		next, known := i+1, true
		switch {
		case strings.HasPrefix(lit, "--") || g.words:
			o, next, known = g.longWord(w, lit, argv, i)
			if known {
				p = p.with(o)
			}
		default:
			p, next, known = g.cluster(p, w, lit, whole, argv, i)
			if n := len(p.opts); n > 0 {
				o = p.opts[n-1]
			}
		}
		if !known {
			g.read(p.doubtful(), argv, i+1, taken, out)
			if strings.IndexByte(lit, '=') < 0 {
				g.read(p.doubtful(), argv, i+2, taken, out)
			}
			return
		}
		i = next
		if g.stops != "" && hasName(g.stops, o.name) {
			p.rest = argv[min(i, len(argv)):]
			*out = append(*out, p)
			return
		}
	}
	g.end(p, argv, i, taken, out)
}

// end takes what stands between the options and the command.
func (g *grammar) end(p peeled, argv []Word, i, taken int, out *[]peeled) {
	if g.dashed {
		*out = append(*out, p)
		return
	}
	i = min(i, len(argv)) // an option may have taken a value that is not there
	from := i
	for g.assigns && i < len(argv) && assignment(argv[i]) {
		i++
	}
	p.assigns = slices.Concat(p.assigns, argv[from:i])
	for ; taken < g.operands && i < len(argv); i++ {
		p.operands = append(p.operands[:len(p.operands):len(p.operands)], argv[i])
		taken++
		if argv[i].Many { // more operands, and the command, may be in it
			q := p.opened(argv[i])
			q.rest = argv[i:]
			*out = append(*out, q)
		}
	}
	p.rest = argv[i:]
	*out = append(*out, p)
}

// assignment reports whether a word is NAME=VALUE for sure.
func assignment(w Word) bool {
	lit, _ := beginning(w.Texts[0])
	return len(w.Texts) == 1 && !w.Many && strings.IndexByte(lit, '=') > 0
}

// beginning is what is known at the start of a text; whole says it is all of it.
func beginning(t Text) (lit string, whole bool) {
	if s, ok := t.Exact(); ok {
		return s, true
	}
	var sb strings.Builder
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0 && isPID(OriginKind(p.Origin)):
			return sb.String() + "0", false // some digit
		case p.Origin >= 0:
			return sb.String(), false
		}
		sb.WriteString(p.Lit)
	}
	return sb.String(), true
}

// isPID reports whether what is not known is the number of a process.
func isPID(k OriginKind) bool {
	return k == OriginSelf || k == OriginParent || k == OriginOwnShell || k == OriginJob
}

// signed reports whether s is digits behind at most one sign, as nice has it.
func signed(s string) bool {
	if len(s) > 1 && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

// longWord reads --name, --name=value or --name value.
func (g *grammar) longWord(w Word, lit string, argv []Word, i int) (o option, next int, known bool) {
	dashes := len(lit) - len(strings.TrimLeft(lit, "-"))
	name, _, has := strings.Cut(lit[dashes:], "=")
	if _, whole := beginning(w.Texts[0]); !has && !whole {
		return o, i + 1, false // how the name ends is not known
	}
	full, takes, ok := g.longOption(name)
	if !ok && g.words && dashes == 1 && len(name) > 1 {
		if full, takes, ok = g.longOption(name[:1]); ok && takes > 0 { // -fvalue
			return option{full, behind(w, dashes+1), true}, i + 1, true
		}
		ok = false
	}
	if !ok {
		return o, i + 1, false
	}
	o = option{name: full, has: has}
	if has {
		o.value = behind(w, dashes+len(name)+1)
	} else if takes > 0 && i+1 < len(argv) {
		o.value, o.has = argv[i+1], true
		return o, i + 1 + takes, true
	}
	return o, i + 1, true
}

// behind is a word for what stands behind the first n bytes of another, which
// are fully known.
func behind(w Word, n int) Word {
	t := w.Texts[0]
	for s := string(t); n > 0 && s != ""; n-- { // a live pattern character is a mark of three bytes
		size := 1
		if s[0] == 0 {
			size = min(3, len(s))
		}
		s = s[size:]
		t = Text(s)
	}
	return Word{Texts: []Text{t}, Many: w.Many, Src: t.String(), Pos: w.Pos}
}

// cluster reads -abc. A letter that takes a value takes the rest of the
// word, or the next word.
func (g *grammar) cluster(p peeled, w Word, lit string, whole bool, argv []Word, i int) (_ peeled, next int, known bool) {
	for j := 1; j < len(lit); j++ {
		k := strings.IndexByte(g.short, lit[j])
		if k < 0 || lit[j] == ':' || lit[j] == '?' {
			if full, takes, ok := g.longOption(lit[1:]); ok && j == 1 && whole { // -long, as terraform and find have it
				o := option{name: full}
				if takes > 0 && i+1 < len(argv) {
					o.value, o.has = argv[i+1], true
					return p.with(o), i + 1 + takes, true
				}
				return p.with(o), i + 1, true
			}
			return p, i + 1, false
		}
		o := option{name: lit[j : j+1]}
		attached := j+1 < len(lit) || !whole
		switch {
		case k+1 < len(g.short) && g.short[k+1] == ':':
			if attached {
				o.value, o.has = behind(w, j+1), true
			} else if i+1 < len(argv) {
				o.value, o.has = argv[i+1], true
			}
			values := len(g.short[k+1:]) - len(strings.TrimLeft(g.short[k+1:], ":"))
			if attached {
				values--
			}
			return p.with(o), i + 1 + values, true
		case k+1 < len(g.short) && g.short[k+1] == '?':
			if attached {
				o.value, o.has = behind(w, j+1), true
			}
			return p.with(o), i + 1, true
		}
		p = p.with(o)
	}
	return p, i + 1, whole
}

// sub is a word for a part of another.
func sub(w Word, s string) Word { return Word{Texts: []Text{Text(s)}, Src: s, Pos: w.Pos} }

// longOption finds a long option by its name or an unambiguous beginning.
// takes is how many of the words behind it are its values.
func (g *grammar) longOption(name string) (full string, takes int, ok bool) {
	list := g.long
	matches := 0
	for list != "" {
		var f string
		f, list, _ = strings.Cut(list, " ")
		value := strings.Count(f, "=")
		f = strings.TrimRight(f, "=?")
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

// permuted is another reading of a command line: options are taken out of the
// words of the command too, up to --, as getopt does without a + in front.
func (g *grammar) permuted(p peeled) (peeled, bool) {
	rest := p.rest
	p.rest = nil
	changed := false
	for i := 0; i < len(rest); {
		lit, whole := beginning(rest[i].Texts[0])
		if whole && lit == "--" {
			p.rest = append(p.rest, rest[i+1:]...)
			return p, true
		}
		if len(lit) < 2 || lit[0] != '-' {
			p.rest = append(p.rest, rest[i])
			i++
			continue
		}
		next, known := i+1, true
		if strings.HasPrefix(lit, "--") {
			_, next, known = g.longWord(rest[i], lit, rest, i)
		} else {
			p, next, known = g.cluster(p, rest[i], lit, whole, rest, i)
		}
		if !known { // it gives up
			return p, false
		}
		i, changed = min(next, len(rest)), true
	}
	return p, changed
}
