package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// maxCalls is how many combinations of a command's alternative words are
// judged one by one; a command with more asks.
const maxCalls = 64

// arg is one word of a call.
type arg struct {
	shellparse.Text        // what is known of it
	lit             string // its value where exact; else a pattern, * for what is not known
	exact           bool
	many            bool // may be any number of words, none included
}

// unknown reports whether nothing of the word is known.
func (a arg) unknown() bool { return !a.exact && len(a.Text) == 3 && a.HasUnknown() }

// call is a command with one choice made for each of its words: what the
// rules look at.
type call struct {
	*shellparse.Command
	j     *judge
	name  string // base name, lower-cased or cut of its version where only that is known
	path  string // the program as written
	named bool   // name is known
	prog  *program
	all   []arg  // every word
	args  []arg  // those after the program
	dir   string // working directory; "" is not known

	opts  []option
	ops   []arg // operands: what is no option and no option's value
	loose bool  // a word that may be an option is not known
	bare  bool  // short options before the sub-command are taken to have no value, see reread
	fx    effects
	hasFx bool

	signalled *reached // whom its signal reaches, where a rule has asked
}

// calls yields the combinations of a command's alternatives, one after the
// other in the same call. It reports whether there were too many of them; then
// what is yielded has more words than any of them: each value of each word in
// its place, with all values of all the others, so that nothing grave is
// missed.
func (j *judge) calls(cmd *shellparse.Command, from int, yield func(*call)) (tooMany bool) {
	words := cmd.Argv[from:]
	dirs := max(len(cmd.Dir.Texts), 1)
	n, sum := dirs, 0
	for i := range words {
		n = min(n*max(len(words[i].Texts), 1), maxCalls+1)
		sum += len(words[i].Texts)
	}
	c := &j.scratch
	if n == 1 {
		c.fill(j, cmd, words, nil)
		yield(c)
		return false
	}
	if n > maxCalls {
		for i := range words {
			for k := range words[i].Texts {
				c.fill(j, cmd, widened(words, i, k), nil)
				yield(c)
			}
			if sum > 4*maxCalls {
				break // the first word at least
			}
		}
		return true
	}
	pick := make([]int, len(words)+1)
	for {
		c.fill(j, cmd, words, pick)
		yield(c)
		i := 0
		for ; i < len(pick); i++ {
			choices := dirs
			if i < len(words) {
				choices = len(words[i].Texts)
			}
			if pick[i]++; pick[i] < choices {
				break
			}
			pick[i] = 0
		}
		if i == len(pick) {
			return false
		}
	}
}

// widened is the command with value k of word i, and every value of the
// other words as a word of its own, the first word's first value excepted.
func widened(words []shellparse.Word, i, k int) []shellparse.Word {
	one := func(w shellparse.Word, k int) shellparse.Word {
		w.Texts = w.Texts[k : k+1]
		return w
	}
	var all []shellparse.Word
	for n, w := range words {
		switch {
		case n == i:
			all = append(all, one(w, k))
		case n == 0 && len(w.Texts) > 0:
			all = append(all, one(w, 0))
		default:
			for m := range w.Texts {
				all = append(all, one(w, m))
			}
		}
	}
	return all
}

// fill makes c the call of cmd with the chosen alternative of each word; nil
// chooses the first.
func (c *call) fill(j *judge, cmd *shellparse.Command, words []shellparse.Word, pick []int) {
	n := len(words)
	*c = call{Command: cmd, j: j, all: slices.Grow(c.all[:0], n), opts: slices.Grow(c.opts[:0], min(n, 4)), ops: slices.Grow(c.ops[:0], n), fx: c.fx[:0]}
	c.dir = j.f.Dir
	if n := len(cmd.Dir.Texts); n > 0 {
		i := 0
		if pick != nil {
			i = pick[len(words)]
		}
		if d, ok := cmd.Dir.Texts[i].Exact(); ok && !cmd.Dir.Many {
			c.dir = d
		} else {
			c.dir = j.someDir(cmd.Dir.Texts[i])
		}
	}
	for i := range words {
		w := &words[i]
		var t shellparse.Text
		if len(w.Texts) > 0 {
			k := 0
			if pick != nil {
				k = pick[i]
			}
			t = w.Texts[k]
		}
		a := arg{Text: t, many: w.Many}
		if a.lit, a.exact = t.Exact(); !a.exact {
			a.lit = t.String()
		}
		if w.Many {
			a.exact = false
		}
		c.all = append(c.all, a)
	}
	if len(c.all) == 0 {
		return
	}
	c.setName(c.all[0])
	c.args = c.all[1:]
	if c.prog == &python {
		c.asModule()
	}
	c.parse()
}

// setName finds which program the first word names: "/usr/bin/../bin/rm" and
// "$BIN/rm" are rm, since whatever stands before the last slash only says
// where it lies.
func (c *call) setName(a arg) {
	c.path = a.lit
	base := a.lit
	if i := strings.LastIndexByte(base, '/'); i >= 0 {
		base = base[i+1:]
	}
	c.named = a.exact
	if !a.exact {
		t := a.Text
		if i := strings.LastIndexByte(string(t), '/'); i >= 0 && !a.many {
			_, c.named = t[i+1:].Exact()
			// The slash may be the payload of a mark rather than a character.
			c.named = c.named && (i < 2 || t[i-2] != 0)
		}
	}
	if len(c.j.renamed) > 0 && strings.Contains(a.lit, "/") {
		if r, ok := c.j.renamed[at(target{}, a.lit, c.dir).path]; ok && !r.link {
			base = r.to
		}
	}
	if len(c.j.renamed) > 0 && base == a.lit {
		if r, ok := c.j.renamed[hashed+base]; ok {
			base = r.to
		}
	}
	c.name = base
	if strings.Contains(a.lit, "/") && scriptName(base) && c.local(a.lit) {
		return
	}
	c.name, c.prog = calledAs(base)
}

// calledAs finds the program that a base name stands for, and the name it has in
// the table: python3.12 is python. nil for one not known.
func calledAs(base string) (name string, p *program) {
	if p = programOf(base); p != nil {
		return base, p
	}
	if cut := strings.TrimSuffix(base, ".sh"); cut != base && strings.HasPrefix(base, "kafka-") && programOf(cut) != nil {
		return cut, programOf(cut)
	}
	if cut := strings.TrimRight(base, "0123456789.-"); len(cut) > 1 && cut != base {
		if p = programOf(cut); p != nil {
			return cut, p
		}
	}
	// macOS finds RM where rm lies; elsewhere it is not found and harms nothing.
	if low := strings.ToLower(base); low != base {
		if p = programOf(low); p != nil {
			return low, p
		}
	}
	return base, nil
}

// asModule makes "python3 -m pip install x" the call of pip that it is.
func (c *call) asModule() {
	for i := 0; i < len(c.args); i++ {
		s := c.args[i].lit
		switch {
		case s == "-W" || s == "-X":
			i++
			continue
		case len(s) < 2 || s[0] != '-' || s[1] == '-' || !c.args[i].exact:
			return
		case !strings.HasSuffix(s, "m"):
			if strings.ContainsAny(s, "cmWX") {
				return // -c CODE; -mMODULE in one word
			}
			continue // -u, -I, -B
		}
		if i+1 >= len(c.args) || !c.args[i+1].exact {
			return
		}
		module := c.args[i+1].lit
		switch module {
		case "pip", "pipx", "uv", "twine", "poetry", "pdm", "pipenv", "flit", "hatch", "maturin", "easy_install", "conda", "alembic", "ansible", "fab", "httpie", "pgcli", "mycli", "litecli", "yt_dlp":
		case "pip3":
			module = "pip"
		case "django":
			module = "django-admin"
		case "awscli":
			module = "aws"
		default:
			return
		}
		c.name, c.path, c.prog = module, module, programOf(module)
		c.args = c.args[i+2:]
		return
	}
}

// scriptName knows names of programs that are as often those of a project's
// own scripts: ./install and ./test are not install(1) and test(1).
func scriptName(base string) bool {
	switch base {
	case "install", "test", "format", "write", "service", "script", "watch", "batch", "at", "host", "link", "open", "say", "view", "mail", "fetch",
		"join", "convert", "patch", "split", "mount", "init", "code", "file", "time", "port", "pass", "wallet", "security", "profiles", "render",
		"trust", "route", "last", "users", "help", "task", "just", "stack", "transfer", "links", "migrate", "serve":
		return true
	}
	return false
}

// local reports whether a program's path is in the project.
func (c *call) local(p string) bool {
	return p[0] != '/' && p[0] != '*' || c.j.dir != "" && below(p, c.j.dir)
}

// String writes the resolved command: * for what is not known, quotes where a
// shell would need them.
func (c *call) String() string {
	var sb strings.Builder
	sb.WriteString(quote(c.path))
	for _, a := range c.args {
		sb.WriteByte(' ')
		if a.exact {
			sb.WriteString(quote(a.lit))
		} else {
			sb.WriteString(a.lit)
		}
	}
	const longest = 2000
	if s := sb.String(); len(s) > longest {
		return strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return sb.String()
}

func quote(s string) string {
	plain := s != ""
	for i := 0; i < len(s) && plain; i++ {
		b := s[i]
		plain = b >= 0x80 || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("_-./=:,@%+", b) >= 0
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// via reports whether the command was reached through one of the programs.
func (c *call) via(names ...string) bool {
	for _, v := range c.Via {
		if i := strings.IndexByte(v, ' '); i > 0 {
			v = v[:i]
		}
		for _, n := range names {
			if v == n {
				return true
			}
		}
	}
	return false
}

// origin says what an entirely unknown text stands for, behind an optional
// literal prefix ("-" before a process group).
func (c *call) origin(t shellparse.Text) (prefix string, o shellparse.Origin, ok bool) {
	i := -1
	for p := range t.Parts() {
		switch {
		case p.Origin < 0 && i < 0 && !p.Glob:
			prefix += p.Lit
		case p.Origin >= 0 && i < 0:
			i = p.Origin
		default:
			return "", shellparse.Origin{}, false
		}
	}
	if i < 0 || i >= len(c.j.s.Origins) {
		return prefix, shellparse.Origin{}, i >= 0
	}
	return prefix, c.j.s.Origins[i], true
}
