package shellparse

import "strings"

// language is an interpreter of another language: how its command line names
// code. What the code does is read by package inline; see inlined.go.
type language struct {
	names  string // programs, without a version at the end
	lang   string // as package inline knows it
	code   string // short options whose value is code; several are lines of one text
	long   string // long options whose value is code
	short  string // other short options: ":" after one that takes a value, "?" after one whose value must be attached
	takes  string // long options with a value as the next word
	ends   string // short options after which no code is run: python -m
	loops  string // short options that run the code for every line of the operands: perl -n
	files  string // short options whose value is a file of code: awk -f
	first  bool   // the first operand is code where no option gives any: awk, sed
	sub    string // the sub-command whose operand is code: deno eval
	stdin  bool   // with no code and no file, standard input is code
	lax    bool   // its options are not all known; others take no value
	silent bool   // the code is so plain that it is only spoken of where it does something
}

var languages = [...]language{
	{names: "python pypy ipython jython micropython graalpy", lang: "python", code: "c", short: "bBdEhiIOPqsSuvxRW:X:Q:t", takes: "check-hash-based-pycs", ends: "mVh?", stdin: true},
	{names: "perl", lang: "perl", code: "eE", short: "acdnpsStTuUwWXfl?0?i?F?M?m?I:D?C?x?", ends: "vVh", loops: "np", stdin: true},
	{names: "ruby jruby", lang: "ruby", code: "e", short: "acdlnpsSwyi?r:I:C:E:K?F?W?T?x?0?X:U", takes: "encoding external-encoding internal-encoding", ends: "vh", loops: "np", stdin: true},
	{names: "node nodejs bun", lang: "node", code: "ep", long: "eval print", short: "ir:C:", takes: "require import loader experimental-loader input-type conditions env-file title inspect-port", ends: "vhc", stdin: true},
	{names: "deno", lang: "node", sub: "eval", short: "qhpTAc:L:r"},
	{names: "php", lang: "php", code: "rBRE", long: "run process-begin process-code process-end", short: "aCeHnqswd:c:t:S:z:", takes: "define php-ini docroot server zend-extension", files: "fF", ends: "vihlmS", stdin: true},
	{names: "lua luajit", lang: "lua", code: "e", short: "iEWl:", ends: "v", stdin: true},
	{names: "osascript", lang: "applescript", code: "e", short: "il:s:", stdin: true},
	{names: "Rscript R", lang: "r", code: "e", long: "expression", short: "qs", stdin: true},
	{names: "julia", lang: "julia", code: "eE", long: "eval print", short: "iqL:p:t:C:J:O?", takes: "load procs threads", ends: "vh", stdin: true},
	{names: "tclsh wish expect", lang: "tcl", code: "c", short: "dinNbf:", stdin: true, lax: true},
	{names: "pwsh powershell", lang: "powershell", code: "c", long: "Command EncodedCommand command", stdin: true, lax: true},
	{names: "groovy ghc scala bb ocaml raku perl6 janet hy racket kotlin", lang: "its own", code: "e", long: "eval", lax: true},
	{names: "guile", lang: "its own", code: "c", lax: true},
	{names: "elixir iex octave clojure clj swipl sbcl ecl clisp gst", lang: "its own", code: "ex", long: "eval eval-string rpc-eval execute", short: "S:r:", lax: true},
	{names: "erl", lang: "its own", long: "eval s run", short: "n", lax: true},
	{names: "crystal lein sbt", lang: "its own", sub: "eval", lax: true},
	{names: "awk gawk mawk nawk original-awk bwk-awk goawk", lang: "awk", code: "e", long: "source", short: "bcghkMnNOPrsStF:v:i:l:W:L?d?D?o?p?", takes: "field-separator assign include load", files: "fE", ends: "CVh", first: true, silent: true},
	{names: "sed gsed", lang: "sed", code: "e", long: "expression", short: "nErsuzbi?l:", takes: "line-length", files: "f", ends: "h", first: true, silent: true},
}

// interpreterOf finds a language by a program's name, versions included:
// python3.12, perl5.36, lua5.4.
func interpreterOf(name string) *language {
	base := strings.TrimRight(name, "0123456789.")
	if base == "" {
		return nil
	}
	for i := range languages {
		if hasName(languages[i].names, base) {
			return &languages[i]
		}
	}
	return nil
}

// codeArgs is an interpreter's command line, taken apart.
type codeArgs struct {
	code     []Text // alternatives of the code; nil: none is given
	from     string // "-c", "stdin", "file", "program", "options"
	file     *Word  // a file of code
	operands []Word // what the code finds as its arguments
	loops    bool   // the operands are files that the code goes through
	inPlace  bool   // and writes: perl -i, sed -i
	loads    []byte // code before the code: perl -MSocket, ruby -rsocket, awk -v a=b
	also     []Word // files of code before the code: node -r ./x.js
	sep      string // what awk splits lines at: -F
	plain    bool   // the code is no page: php -a
	pos      Span   // of the code's word; End 0: it is not on the command line
}

// parse takes the command line apart.
func (l *language) parse(ev *evaluator, argv []Word) codeArgs {
	var a codeArgs
	give := func(w Word, from string) {
		texts := w.Texts
		if w.Many {
			texts = []Text{unknownText(ev.taint(w.Texts...))}
		}
		if a.code == nil {
			a.code, a.from, a.pos = texts, from, w.Pos
			return
		}
		var lines []Text // another line of the same text
		for _, before := range a.code {
			for _, t := range texts {
				lines = joinTexts(lines, []Text{before + "\n" + t})
			}
		}
		a.code = lines
	}
	unsure := func(w Word) codeArgs {
		return codeArgs{code: []Text{unknownText(ev.taint(w.Texts...))}, from: "options"}
	}
	if l.lang == "sed" {
		argv = permuted(argv)
	}
	i, none := 1, false
	for i < len(argv) && !none {
		w := argv[i]
		s, ok := w.Exact()
		if !ok && (w.Many || maybeFlag(w)) {
			if a.code != nil || l.first && w.Src != "" && w.Src[0] != '$' && !w.Many {
				break
			}
			return unsure(w)
		}
		if !ok || len(s) < 2 || s[0] != '-' {
			if l.sub != "" && s == l.sub && i+1 < len(argv) {
				rest := (&language{short: l.short, first: true}).parse(ev, argv[i:])
				return rest
			}
			break
		}
		i++
		if s == "--" {
			break
		}
		name, val, has := strings.Cut(strings.TrimPrefix(s[1:], "-"), "=")
		if s[1] == '-' || len(s) > 2 && (hasName(l.long, name) || hasName(l.takes, name)) && l.lang != "python" {
			value := sub(w, val)
			switch {
			case name == "version" || name == "help" || name == "copyright":
				none = true
			case hasName(l.long, name):
				if !has && i < len(argv) {
					value = argv[i]
					i++
				}
				give(value, s[:len(s)-len(val)])
			case hasName(l.takes, name):
				if !has && i < len(argv) {
					value = argv[i]
					i++
				}
				a.set(l, name, value)
			case l.files != "" && name == "file":
				if !has && i < len(argv) {
					value = argv[i]
					i++
				}
				a.file = &value
			case name == "in-place":
				a.inPlace = true
			}
			continue
		}
		for j := 1; j < len(s); j++ {
			b := s[j]
			rest := sub(w, s[j+1:])
			attached := j+1 < len(s)
			k := strings.IndexByte(l.short, b)
			takes := byte(0)
			if k >= 0 && k+1 < len(l.short) {
				takes = l.short[k+1]
			}
			value := func() Word {
				if attached || i >= len(argv) {
					return rest
				}
				i++
				return argv[i-1]
			}
			a.loops = a.loops || strings.IndexByte(l.loops, b) >= 0
			a.inPlace = a.inPlace || b == 'i' && takes == '?'
			a.plain = a.plain || l.lang == "php" && b == 'a'
			switch {
			case strings.IndexByte(l.code, b) >= 0:
				if b == 'p' && !attached && i < len(argv) && strings.HasPrefix(argv[i].Texts[0].String(), "-") || b == 'p' && s == "-pe" {
					continue // node -p -e CODE, node -pe CODE
				}
				if attached || i < len(argv) {
					give(value(), "-"+s[j:j+1])
				}
				j = len(s)
			case l.files != "" && strings.IndexByte(l.files, b) >= 0:
				v := value()
				a.file = &v
				j = len(s)
			case l.ends != "" && strings.IndexByte(l.ends, b) >= 0:
				none = true
				j = len(s)
			case takes == ':':
				a.set(l, s[j:j+1], value())
				j = len(s)
			case takes == '?':
				a.set(l, s[j:j+1], rest)
				if (b == 'l' || b == '0') && l.lang == "perl" { // an octal number, then more flags
					for attached && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '7' {
						j++
					}
					continue
				}
				j = len(s)
			case k < 0 && a.code == nil && !l.lax:
				return unsure(w)
			}
		}
	}
	rest := argv[min(i, len(argv)):]
	named := rest // with the file of the code, or - for its input
	switch {
	case none && a.code == nil:
		return codeArgs{}
	case a.code != nil || a.file != nil && l.first:
	case a.file != nil:
		a.from = "file"
	case l.first && len(rest) > 0:
		give(rest[0], "program")
		rest = rest[1:]
	case len(rest) > 0 && rest[0].Texts[0] != "-":
		a.file, rest = &rest[0], rest[1:]
		a.from = "file"
	case l.stdin:
		a.from = "stdin"
		if len(rest) > 0 {
			rest = rest[1:]
		}
	}
	a.operands = rest
	if l.lang == "awk" {
		for _, w := range rest {
			a.assigned(w)
		}
	}
	if l.lang == "node" && (a.from == "file" || a.from == "stdin") {
		a.operands = named // process.argv[1] is the file
	}
	return a
}

// interpreter records the command with the code it is given, and what that
// code does.
func (ev *evaluator) interpreter(c *ctx, l *language, argv []Word) tri {
	a := l.parse(ev, argv)
	if a.file != nil {
		ev.codeFile(c, l, &a)
		if name, ok := a.file.Exact(); ok && a.code == nil { // python manage.py shell
			if _, b, ok := ev.hosted(c, programName(name), append([]Word{*a.file}, a.operands...)); ok {
				a = b
			}
		}
	} else if l.lang == "python" && a.code == nil {
		if b, ok := ev.moduleCode(c, l, argv); ok {
			a = b
		}
	}
	return ev.runsCode(c, l, a, argv)
}

// runsCode records a command that runs code, and what that does.
func (ev *evaluator) runsCode(c *ctx, l *language, a codeArgs, argv []Word) tri {
	if a.from == "stdin" {
		a.code = []Text{unknownText(byte(OriginInput))}
		if c.in != nil {
			a.code = []Text{c.in.text}
		}
	}
	cmd := Command{Argv: argv}
	if len(a.code) > 0 {
		cmd.Code = &Code{Lang: l.lang, Text: one(a.code), From: a.from, Read: true}
	}
	i := ev.emit(c, cmd)
	if cmd.Code != nil {
		ev.inlined(c, l, a, i)
	}
	ev.operandFiles(c, l, a)
	for _, w := range a.also {
		ev.alsoRuns(c, l, w, i)
	}
	ev.prints(c, i, argv)
	return maybe
}

// codeFile finds the code in a file that this text has written. A file that
// was there before is a program like any other.
func (ev *evaluator) codeFile(c *ctx, l *language, a *codeArgs) {
	for _, t := range a.file.Texts {
		name, ok := t.Exact()
		if !ok {
			continue
		}
		if name == "-" || name == "/dev/stdin" || name == "/dev/fd/0" {
			a.from = "stdin"
			continue
		}
		for _, t := range ev.written[absolute(c, name)] {
			if !onlyMarks(t) || t == "" {
				a.code, a.from = joinTexts(a.code, []Text{t}), "file"
			}
		}
	}
}

// operandFiles follows files that code writes in place: what they hold
// afterwards is not known.
//
// Perl opens its operands as open does with two arguments: one that begins or
// ends in | is a command (perlop, "I/O Operators").
func (ev *evaluator) operandFiles(c *ctx, l *language, a codeArgs) {
	if l.lang == "perl" && a.code != nil {
		for _, w := range a.operands {
			for _, t := range w.Texts {
				s := strings.TrimSpace(string(t))
				if cmd := strings.Trim(s, "|"); cmd != s {
					ev.shellCode(c.through("perl <>"), "sh", []Text{Text(cmd)}, w.Pos)
				}
			}
		}
	}
	if !a.inPlace {
		return
	}
	for _, w := range a.operands {
		if l.loops != "" || l.lang == "awk" {
			at := c.through(l.lang + " -i")
			at.redirs = nil
			ev.inlineFile(at, ">", w, nil)
		} else if s, ok := w.Exact(); ok {
			ev.write(absolute(c, s), &sink{alts: []Text{unknownText(byte(OriginUnknown))}})
		}
	}
}
