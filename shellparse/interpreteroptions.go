package shellparse

import (
	"path"
	"strconv"
	"strings"
)

// What the options of interpreters that hold no code themselves make run, or
// set for the code.

// set takes note of an option with its value.
func (a *codeArgs) set(l *language, name string, value Word) {
	text := one(value.Texts)
	switch l.lang + " " + name {
	case "perl M", "perl m", "ruby r", "ruby require":
		a.loads = append(a.loads, l.load(text)...)
	case "perl F": // a pattern, which may hold code
		if s := strings.TrimSpace(string(text)); s != "" {
			if strings.IndexByte("/\"'", s[0]) < 0 {
				s = "/" + s + "/"
			}
			a.loads = append(a.loads, "split "+s+"; "...)
		}
	case "node r", "node require", "node import", "node loader", "node experimental-loader":
		a.also = append(a.also, value)
	case "php d", "php define":
		if k, v, ok := strings.Cut(string(text), "="); ok && (k == "auto_prepend_file" || k == "auto_append_file") {
			a.also = append(a.also, sub(value, strings.Trim(v, `"'`)))
		}
	case "awk v", "awk assign":
		a.assigned(value)
	case "awk i", "awk include":
		if text == "inplace" {
			a.inPlace = true
		} else {
			a.also = append(a.also, value)
		}
	case "awk F", "awk field-separator":
		a.sep = string(text)
	}
}

// load is the statement that an option for a module stands for.
func (l *language) load(module Text) Text {
	switch l.lang {
	case "perl": // -MX=a,b
		name, list, has := strings.Cut(string(module), "=")
		if has {
			return Text("use " + name + " qw(" + strings.ReplaceAll(list, ",", " ") + "); ")
		}
		return "use " + module + "; "
	case "ruby":
		return `require "` + module + `"; `
	}
	return ""
}

// assigned is a variable of awk that the command line sets: -v a=b, or a=b
// among the operands. Escapes in the value are those of a string.
func (a *codeArgs) assigned(w Word) {
	name, value, ok := strings.Cut(string(one(w.Texts)), "=")
	if !ok || name == "" || !nameStart(name[0]) {
		return
	}
	for i := range len(name) {
		if !nameByte(name[i]) {
			return
		}
	}
	value = strings.ReplaceAll(strings.ReplaceAll(value, `"`, `\"`), "\n", `\n`)
	if n := len(value) - len(strings.TrimRight(value, `\`)); n%2 == 1 {
		value += `\`
	}
	a.loads = append(a.loads, "BEGIN{"+name+`="`+value+"\"}\n"...)
}

func nameStart(b byte) bool { return b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' }

// readsFiles reports whether the code goes through files, and not through the
// standard input.
func (a *codeArgs) readsFiles(l *language) bool {
	if !l.first && !a.loops {
		return false
	}
	for _, w := range a.operands {
		if s, ok := w.Exact(); !ok || s != "-" && !(l.lang == "awk" && strings.Contains(s, "=")) {
			return true
		}
	}
	return false
}

// fields are what a field of a line of the input may be; nil where that is
// not known.
func (in *inlineCtx) fields(name string) []Text {
	const many = 64
	if in.from == nil || name == "" {
		return nil
	}
	s, ok := in.from.text.Exact()
	if !ok || len(s) > 1<<14 || len(in.from.alts) > 1 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	if len(lines) > many {
		return nil
	}
	var out []Text
	for _, l := range lines {
		if name == "0" {
			out = joinTexts(out, []Text{Text(l)})
			continue
		}
		var f []string
		switch {
		case in.sep == "" || in.sep == " ":
			f = strings.Fields(l)
		case in.sep == "\\t":
			f = strings.Split(l, "\t")
		case len(in.sep) == 1 && in.sep != "t" && in.sep[0] != '\\' && in.sep[0] != 0:
			f = strings.Split(l, in.sep)
		default:
			return nil
		}
		n, ok := len(f), true
		if name != "NF" {
			v, err := strconv.Atoi(name)
			n, ok = v, err == nil && v >= 0
		}
		switch {
		case !ok:
			return nil
		case n == 0:
			out = joinTexts(out, []Text{Text(l)})
		case n <= len(f):
			out = joinTexts(out, []Text{Text(f[n-1])})
		default:
			out = joinTexts(out, []Text{""})
		}
	}
	if len(out) > MaxAlternatives {
		return nil
	}
	return out
}

// alsoRuns evaluates a file of code that an option names: one that this text
// has written, or a data: URL.
func (ev *evaluator) alsoRuns(c *ctx, l *language, w Word, i int) {
	for _, t := range w.Texts {
		s, ok := t.Exact()
		if !ok {
			continue
		}
		if media, data, ok := strings.Cut(s, ","); ok && strings.HasPrefix(s, "data:") {
			if strings.HasSuffix(media, ";base64") {
				ev.unknownCode(i, l.lang, t, "options")
				continue
			}
			ev.also(c, l, []Text{Text(data)}, i)
			continue
		}
		for _, ext := range [...]string{"", ".js", ".cjs", ".mjs", ".rb", ".php", ".awk"} {
			ev.also(c, l, ev.written[absolute(c, s+ext)], i)
		}
	}
}

func (ev *evaluator) also(c *ctx, l *language, texts []Text, i int) {
	var known []Text
	for _, t := range texts {
		if !onlyMarks(t) {
			known = append(known, t)
		}
	}
	if len(known) == 0 {
		return
	}
	if ev.out.Commands[i].Code == nil {
		ev.out.Commands[i].Code = &Code{Lang: l.lang, Text: one(known), From: "file", Read: true}
	}
	ev.inlined(c, l, codeArgs{code: known, from: "file"}, i)
}

// mentions reports whether code loads a file of its own language by its name:
// require("./m"), load "./m.rb", use M.
func mentions(code, file string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	for from := 0; stem != ""; {
		k := strings.Index(code[from:], stem)
		if k < 0 {
			return false
		}
		at := from + k
		from = at + len(stem)
		if at == 0 || from < len(code) && nameByte(code[from]) || strings.IndexByte("/\"'` ", code[at-1]) < 0 {
			continue
		}
		before := code[max(0, at-24):at]
		if cut := strings.LastIndexAny(before, ";\n"); cut >= 0 {
			before = before[cut:]
		}
		for _, word := range [...]string{"require", "import", "from", "load", "include", "use "} {
			if strings.Contains(before, word) {
				return true
			}
		}
	}
	return false
}

// permuted puts the options of a sed before its operands, which is how GNU
// reads them: sed FILE -e CODE.
func permuted(argv []Word) []Word {
	options, operands := argv[:1:1], []Word(nil)
	for i := 1; i < len(argv); i++ {
		s, ok := argv[i].Exact()
		switch {
		case ok && s == "--":
			return append(append(append(options, argv[i]), operands...), argv[i+1:]...)
		case !ok && (argv[i].Many || maybeFlag(argv[i])):
			return argv
		case !ok || len(s) < 2 || s[0] != '-':
			operands = append(operands, argv[i])
		default:
			options = append(options, argv[i])
			last := s[len(s)-1]
			if s == "--expression" || s == "--file" || s == "--line-length" || s[1] != '-' && (last == 'e' || last == 'f' || last == 'l') && strings.IndexAny(s, "efli") == len(s)-1 {
				if i++; i < len(argv) {
					options = append(options, argv[i])
				}
			}
		}
	}
	return append(options, operands...)
}
