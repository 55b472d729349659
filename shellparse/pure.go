package shellparse

import (
	"slices"
	"strings"
)

// A pure command prints what its words and its input say and nothing else:
// it is computed here, as the GNU program or bash's own builtin does it. What
// is computed is exact, byte for byte, against the programs themselves
// (TestPure); an option, a form or an input of which that is not so leaves
// the output unknown. Where the BSD programs of macOS differ, the file of the
// command says so.

// maxSeries is how much is followed of an output that is a mere series: seq
// and yes. The rest of it is unknown.
const maxSeries = 2 << 10

// job is one run of a pure command.
type job struct {
	ev       *evaluator
	c        *ctx // nil: printf -v
	name     string
	args     []string // of commands whose words must all be known
	words    []Text   // of the others
	stdin    Text
	bytewise bool        // the locale orders characters as bytes
	shell    echoDialect // whose echo and printf they are

	in    string // what it reads, see [job.read]
	cut   bool   // in is only the beginning of it, in lines that are complete
	ended bool   // what it reads after that changes nothing
	drank bool   // its standard input is read to the end
	torn  bool   // its standard input is read, it is not known how far
	out   []byte
	full  bool // out would be larger than is followed
}

// isPure reports whether a program is one that may be computed.
func isPure(name string) bool {
	switch name {
	case ":", "true", "echo", "printf", "basename", "dirname", "seq", "yes",
		"cat", "head", "tail", "tac", "rev", "sort", "uniq", "wc", "nl", "paste", "fold",
		"tr", "cut", "sed", "grep", "egrep", "fgrep", "awk", "gawk", "mawk", "nawk", "base64", "xxd", "od":
		return true
	}
	return false
}

// needsInput reports whether nothing can be said of what a command prints
// where nothing is known of what it reads.
func needsInput(name string) bool {
	switch name {
	case "head", "tail", "tac", "rev", "sort", "uniq", "wc", "nl", "paste", "fold", "tr", "cut", "sed", "grep", "egrep", "fgrep":
		return true
	}
	return false
}

// pureName is the name under which GNU's programs are known where they are
// not the system's own: gsed is sed.
func pureName(name string) string {
	switch name {
	case "gawk":
		return name
	case "gecho", "gprintf", "gbasename", "gdirname", "gseq", "gcat", "ghead", "gtail", "gtac", "gsort",
		"guniq", "gwc", "gnl", "gpaste", "gfold", "gtr", "gcut", "gsed", "ggrep", "gbase64", "god":
		return name[1:]
	}
	return name
}

// purely computes the output of a pure command for every alternative of its
// words. nil: it is not one, or too much of it is unknown.
func (ev *evaluator) purely(name string, args []Word, c *ctx, i int) []Text {
	if texts := ev.pathOutput(c, name, args, i); texts != nil {
		return texts
	}
	name = pureName(name)
	if !isPure(name) {
		return nil
	}
	readings := []Text{unknownText(byte(OriginInput))}
	if c != nil {
		readings = c.in.readings()
	}
	if _, unknown := readings[0].Mark(); unknown && len(ev.written) == 0 && needsInput(name) {
		return nil
	}
	combos := [][]Text{nil}
	for _, w := range args {
		if w.Many && !ev.spoiled && ev.vanishes(w) {
			if len(args) > 1 {
				continue // it is no word at all
			}
			o, _ := w.Texts[0].Mark()
			w = Word{Texts: []Text{unknownText(o)}} // or one that is empty, which shows the same
		}
		if w.Many || slices.ContainsFunc(w.Texts, Text.HasGlob) || len(combos)*len(w.Texts) > MaxAlternatives {
			return nil
		}
		if len(w.Texts) == 1 { // no new combinations, and no copies
			for i := range combos {
				combos[i] = append(combos[i], w.Texts[0])
			}
			continue
		}
		var next [][]Text
		for _, combo := range combos {
			for _, t := range w.Texts {
				next = append(next, append(combo[:len(combo):len(combo)], t))
			}
		}
		combos = next
	}
	var out []Text
	var last job
	for _, combo := range combos {
		for _, t := range combo {
			if ev.steps += len(t) >> 7; ev.steps > MaxSteps {
				return nil
			}
		}
		for k, d := range ways(c, name, len(readings)) {
			j := job{ev: ev, c: c, name: name, words: combo, stdin: readings[k%len(readings)], shell: d}
			if c != nil {
				j.bytewise = ev.bytewise(c)
			}
			t, ok := j.run()
			if !ok {
				return nil
			}
			if ev.steps += len(t) >> 6; ev.steps > MaxSteps {
				return nil
			}
			if j.cut && !j.ended { // what it makes of the rest
				argv := append([]Word{{Texts: []Text{Text(name)}}}, args...)
				t += unknownText(ev.outputOrigin(c, name, i, argv))
			}
			out = joinTexts(out, []Text{t})
			last = j
		}
	}
	if c != nil && c.in != nil {
		switch {
		case last.drank:
			c.in.all()
		case last.torn && c.in.text != "":
			c.in.text = unknownText(ev.taint(c.in.text, unknownText(byte(OriginInput))))
		}
	}
	return out
}

// ways are the runs of a command for one alternative of its words: one for
// each alternative of its input, or for each program that it may be.
func ways(c *ctx, name string, readings int) []echoDialect {
	if name == "echo" || name == "printf" {
		return echoDialects(c)
	}
	return make([]echoDialect, readings)
}

// run computes the output of one alternative.
func (j *job) run() (Text, bool) {
	switch j.name { // those that pass on what is not known
	case ":", "true":
		return "", true
	case "echo":
		return j.echo()
	case "printf":
		return j.printf()
	case "cat":
		return j.cat()
	case "basename":
		if t, ok := lastPart(j.words); ok {
			return t, true
		}
	}
	j.args = make([]string, len(j.words))
	for i, t := range j.words {
		s, ok := t.Exact()
		if !ok {
			return "", false
		}
		j.args[i] = s
	}
	switch j.name {
	case "tr":
		return j.tr()
	case "head":
		return j.head()
	case "tail":
		return j.tail()
	case "seq":
		return j.seq()
	case "yes":
		return j.yes()
	}
	if !j.filter() || j.full {
		return "", false
	}
	if j.cut && len(j.out) == 0 && !j.ended { // nothing of it is known
		return "", false
	}
	return streamText(string(j.out)), true
}

// filter runs a command that needs to know every byte it works on.
func (j *job) filter() bool {
	switch j.name {
	case "basename":
		return j.basename()
	case "dirname":
		return j.dirname()
	case "tac":
		return j.tac()
	case "rev":
		return j.rev()
	case "sort":
		return j.sort()
	case "uniq":
		return j.uniq()
	case "wc":
		return j.wc()
	case "nl":
		return j.nl()
	case "paste":
		return j.paste()
	case "fold":
		return j.fold()
	case "cut":
		return j.cutFields()
	case "sed":
		return j.sed()
	case "grep", "egrep", "fgrep":
		return j.grep()
	case "awk", "gawk", "mawk", "nawk":
		return j.awk()
	case "base64":
		return j.base64()
	case "xxd":
		return j.xxd()
	case "od":
		return j.od()
	}
	return false
}

// source is what a command with these operands reads: its standard input, or
// one file that this text has written.
func (j *job) source(operands []string) (Text, bool) {
	var t Text
	switch {
	case len(operands) > 1:
		return "", false
	case len(operands) == 0 || operands[0] == "-" || operands[0] == "/dev/stdin":
		j.drank = true
		t = j.stdin
	default:
		if j.c == nil {
			return "", false
		}
		texts, ok := j.ev.written[absolute(j.c, operands[0])]
		if !ok {
			return "", false
		}
		t = one(texts)
	}
	at := Span{}
	if j.c != nil {
		at = j.c.pos
	}
	return t, j.ev.charge(len(t), at)
}

// read sets in to what the command reads: all of it, or the complete lines
// before anything that is not known, for a command that works line by line
// and never looks ahead.
func (j *job) read(operands []string) bool {
	t, ok := j.source(operands)
	if !ok {
		return false
	}
	s, ok := t.Bytes()
	if !ok {
		j.cut = true
		s, _ = knownStart(t)
		s = s[:strings.LastIndexByte(s, '\n')+1]
	}
	j.in = s
	return true
}

// readAll is read for a command that may look at all of its input first.
func (j *job) readAll(operands []string) bool { return j.read(operands) && !j.cut }

// knownStart gives the bytes of a stream up to what is not known.
func knownStart(t Text) (s string, rest Text) {
	for i := 0; i+2 < len(t); i++ {
		if t[i] == 0 {
			if t[i+1] != markNUL {
				s, _ = t[:i].Bytes()
				return s, t[i:]
			}
			i += 2
		}
	}
	s, _ = t.Bytes()
	return s, ""
}

func (j *job) put(s string) {
	if j.full = j.full || len(j.out)+len(s) > maxCapture; !j.full {
		j.out = append(j.out, s...)
	}
}

// line prints a line. ended says whether the one it was made from ended in a newline.
func (j *job) line(s string, ended bool) {
	j.put(s)
	if ended {
		j.put("\n")
	}
}

// linesOf gives the lines of a text, each with its newline; the last may lack it.
func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isASCII reports whether no byte of a text means something else in another
// encoding of characters.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// bytewise reports whether the locale is one that orders characters as bytes.
func (ev *evaluator) bytewise(c *ctx) bool {
	for _, name := range [...]string{"LC_ALL", "LC_COLLATE", "LANG"} {
		v := c.env.get(name)
		if v == nil {
			if ev.opt.Env == nil || c.env.shell.login {
				return false
			}
			continue
		}
		for _, t := range v.texts {
			switch t {
			case "C", "POSIX", "C.UTF-8", "C.utf8":
			default:
				return false
			}
		}
		if len(v.texts) > 0 {
			return !v.unset
		}
	}
	return true
}

// drains reports whether a command whose output nobody looks at reads its
// standard input to the end.
func drains(name string, args []Word) bool {
	switch name {
	case "cat", "tac", "rev", "sort", "wc", "nl", "base64", "paste", "fold", "od":
		return !slices.ContainsFunc(args, func(w Word) bool { return w.Many || len(w.Texts) > 1 || w.Texts[0] != "-" })
	case "tr":
		return len(args) > 0
	}
	return false
}
