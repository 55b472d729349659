package shellparse

import (
	"encoding/base64"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
)

// What a command prints: computed here for a few commands whose output
// depends on nothing but their words and input, unknown for any other.

// prints adds the output of command i to whoever looks at it.
func (ev *evaluator) prints(c *ctx, i int, argv []Word) {
	if c.out == nil {
		return
	}
	name, ok := argv[0].Exact()
	if ok {
		if texts := ev.purely(programName(name), argv[1:], c, i); texts != nil {
			for _, t := range slices.Concat(texts, c.out.alts) {
				ev.charge(len(t)*len(texts), c.pos)
			}
			c.out.write(texts...)
			return
		}
	}
	c.out.write(unknownText(ev.outputOrigin(c, programName(name), i, argv)))
}

// purely computes the output of a pure command for every alternative of its
// words. nil: it is not one, or too much of it is unknown.
func (ev *evaluator) purely(name string, args []Word, c *ctx, i int) []Text {
	switch name {
	case "echo", "printf", "cat", "base64", "basename", "dirname", ":", "true":
	case "pwd":
		if len(args) > 0 || c == nil {
			return nil
		}
		var out []Text
		for _, d := range c.env.cwd() {
			out = joinTexts(out, []Text{d + "\n"})
		}
		return out
	default:
		return nil
	}
	combos := [][]Text{nil}
	for _, w := range args {
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
	var in Text
	if c != nil {
		switch name {
		case "cat", "base64":
			in = unknownText(byte(OriginInput))
			if c.in != nil {
				in = c.in.text
			}
		}
	}
	var out []Text
	for _, combo := range combos {
		for _, t := range combo {
			if ev.steps += len(t) >> 7; ev.steps > MaxSteps {
				return nil
			}
		}
		t, ok := ev.pure(c, name, combo, in)
		if !ok {
			return nil
		}
		if ev.steps += len(t) >> 6; ev.steps > MaxSteps {
			return nil
		}
		out = joinTexts(out, []Text{t})
	}
	return out
}

func (ev *evaluator) pure(c *ctx, name string, args []Text, in Text) (Text, bool) {
	switch name {
	case ":", "true":
		return "", true
	case "echo":
		return echo(args)
	case "printf":
		return ev.printf(args)
	case "cat":
		return ev.cat(c, args, in)
	}
	exact := make([]string, len(args))
	for i, t := range args {
		s, ok := t.Exact()
		if !ok && (name == "basename" || name == "dirname") && i == 0 && len(args) == 1 {
			// The last part of a path may be known, or be all that is not.
			if name == "basename" {
				if j := strings.LastIndexByte(string(t), '/'); j >= 0 && j+1 < len(t) {
					return t[j+1:] + "\n", true
				}
			}
		}
		if !ok {
			return "", false
		}
		exact[i] = s
	}
	switch name {
	case "base64":
		if len(exact) != 1 || exact[0] != "-d" && exact[0] != "-D" && exact[0] != "--decode" {
			return "", false
		}
		s, ok := in.Exact()
		if !ok {
			return "", false
		}
		decoded, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, s))
		if err != nil || strings.IndexByte(string(decoded), 0) >= 0 {
			return "", false
		}
		return Text(decoded), true
	case "basename":
		switch len(exact) {
		case 1:
			return Text(path.Base(exact[0]) + "\n"), true
		case 2:
			b := path.Base(exact[0])
			if b != exact[1] {
				b = strings.TrimSuffix(b, exact[1])
			}
			return Text(b + "\n"), !strings.HasPrefix(exact[0], "-")
		}
	case "dirname":
		if len(exact) == 1 && exact[0] != "" {
			s := strings.TrimRight(exact[0], "/")
			j := strings.LastIndexByte(s, '/')
			switch {
			case s == "" || j == 0:
				return "/\n", true
			case j < 0:
				return ".\n", true
			}
			return Text(strings.TrimRight(s[:j], "/") + "\n"), true
		}
	}
	return "", false
}

// echo joins its words; -e reads escapes, which is followed where they are known.
func echo(args []Text) (Text, bool) {
	newline, escapes := Text("\n"), false
	for len(args) > 0 {
		s, ok := args[0].Exact()
		if !ok || len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		if strings.Contains(s, "n") {
			newline = ""
		}
		escapes = strings.LastIndexByte(s, 'e') > strings.LastIndexByte(s, 'E')
		args = args[1:]
	}
	var sb strings.Builder
	for i, t := range args {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(string(t))
	}
	t := Text(sb.String())
	if escapes {
		s, ok := t.Exact()
		if !ok || strings.Contains(s, "\\c") {
			return "", false
		}
		t = unescapeANSI(Text(strings.ReplaceAll(s, "\\0", "\\")))
	}
	return t + newline, true
}

// printf formats as the builtin does: the format is used again until no
// argument is left.
func (ev *evaluator) printf(args []Text) (Text, bool) {
	if len(args) == 0 {
		return "", true
	}
	if s, ok := args[0].Exact(); ok && s == "--" && len(args) > 1 {
		args = args[1:]
	}
	format, ok := args[0].Exact()
	if !ok || strings.Contains(format, "\\c") {
		return "", false
	}
	src := source{}
	hiddenArgs := make([]string, 0, len(args)-1)
	for _, t := range args[1:] {
		s, ok := t.Exact()
		if !ok {
			var marks []Text
			var sb strings.Builder
			for p := range t.Parts() {
				if p.Origin >= 0 {
					sb.WriteRune(rune(hidden + len(src.marks) + len(marks)))
					marks = append(marks, unknownText(byte(p.Origin)))
				} else {
					sb.WriteString(p.Lit)
				}
			}
			src.marks = append(src.marks, marks...)
			s = sb.String()
		}
		hiddenArgs = append(hiddenArgs, s)
	}
	if !formats(format, hiddenArgs, len(src.marks) > 0) {
		return "", false
	}
	var sb strings.Builder
	for {
		s, n, err := expand.Format(nil, format, hiddenArgs)
		if err != nil || strings.IndexByte(s, 0) >= 0 || sb.Len() > maxCapture {
			return "", false
		}
		sb.WriteString(s)
		hiddenArgs = hiddenArgs[n:]
		if n == 0 || len(hiddenArgs) == 0 {
			return src.show(sb.String()), true
		}
	}
}

// formats reports whether expand formats as bash does: strings, and integers
// that are written plainly. A width stands for one argument, not for a memory
// of that size.
func formats(format string, args []string, marked bool) bool {
	var verbs []byte
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		digits := 0
		for i++; i < len(format) && strings.IndexByte("0123456789.-+ #", format[i]) >= 0; i++ {
			digits++
		}
		if i == len(format) || digits > 4 || marked && digits > 0 {
			return false
		}
		switch format[i] {
		case '%':
		case 's', 'd', 'i', 'u', 'o', 'x', 'X':
			verbs = append(verbs, format[i])
		default:
			return false
		}
	}
	for i, a := range args {
		if len(verbs) == 0 || verbs[i%len(verbs)] == 's' {
			continue
		}
		digits := strings.TrimPrefix(a, "-")
		if digits == "" || len(digits) > 18 || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' && len(digits) > 1 {
			return false
		}
	}
	return true
}

// cat gives its input, or the files this text has written.
func (ev *evaluator) cat(c *ctx, args []Text, in Text) (Text, bool) {
	if len(args) == 0 {
		return in, true
	}
	var out Text
	for _, t := range args {
		s, ok := t.Exact()
		switch {
		case !ok:
			return "", false
		case s == "-":
			out += in
		case strings.HasPrefix(s, "-"):
			return "", false
		default:
			texts, ok := ev.written[absolute(c, s)]
			if !ok {
				return "", false
			}
			out += one(texts)
		}
	}
	return out, true
}

// outputOrigin is what the output of an impure command stands for.
func (ev *evaluator) outputOrigin(c *ctx, name string, i int, argv []Word) byte {
	var texts []Text
	for _, w := range argv[1:] {
		texts = append(texts, w.Texts...)
	}
	if c.in != nil {
		texts = append(texts, c.in.text)
	}
	taint := OriginKind(ev.taint(texts...))
	switch name {
	case "jobs":
		return byte(OriginJob)
	case "pgrep", "ps":
		if taint == OriginHostPID && childrenOnly(argv) {
			return byte(OriginJob)
		}
	}
	if taint == OriginHostPID {
		return byte(OriginHostPID)
	}
	switch name {
	case "ps":
		if everyProcess(argv) {
			return byte(OriginAllPIDs)
		}
	case "ls", "find", "echo":
		for _, w := range argv[1:] {
			if s := strings.TrimRight(w.Texts[0].String(), "/*"); s == "/proc" {
				return byte(OriginAllPIDs)
			}
		}
	case "awk", "gawk", "mawk":
		if taint == OriginAllPIDs && !filters(argv) {
			return byte(OriginAllPIDs)
		}
	case "tr", "sed", "cut", "sort", "tail", "uniq", "tac", "cat", "column", "xargs":
		if taint == OriginAllPIDs {
			return byte(OriginAllPIDs)
		}
	case "grep", "egrep":
		if taint == OriginAllPIDs && digitsOnly(argv) {
			return byte(OriginAllPIDs)
		}
	}
	return ev.origin(Origin{OriginOutput, name, i})
}

// childrenOnly reports whether ps or pgrep is asked for the children of a pid.
func childrenOnly(argv []Word) bool {
	for _, w := range argv[1:] {
		s := w.Texts[0].String()
		if s == "-P" || s == "--parent" || s == "--ppid" || strings.HasPrefix(s, "--parent=") || strings.HasPrefix(s, "--ppid=") {
			return true
		}
	}
	return false
}

// everyProcess reports whether ps lists all processes.
func everyProcess(argv []Word) bool {
	for _, w := range argv[1:] {
		s := w.Texts[0].String()
		switch {
		case s == "-p" || s == "-C" || s == "-u" || s == "-t" || strings.HasPrefix(s, "--pid") || s == "--ppid":
			return false
		}
	}
	for _, w := range argv[1:] {
		s := w.Texts[0].String()
		bare := strings.TrimPrefix(s, "-")
		if s == "-e" || s == "-A" || strings.HasPrefix(s, "-e") && strings.Trim(bare, "efFlywoLjH") == "" ||
			strings.Trim(bare, "auxwfeoj") == "" && strings.Contains(bare, "x") && strings.Contains(bare, "a") {
			return true
		}
	}
	return false
}

// filters reports whether an awk program has a pattern before its action.
func filters(argv []Word) bool {
	for _, w := range argv[1:] {
		s := strings.TrimSpace(w.Texts[0].String())
		if strings.HasPrefix(s, "-") {
			continue
		}
		return !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "NR>1")
	}
	return true
}

// digitsOnly reports whether the pattern of grep is about digits, which every pid has.
func digitsOnly(argv []Word) bool {
	for _, w := range argv[1:] {
		s := w.Texts[0].String()
		if strings.HasPrefix(s, "-") {
			continue
		}
		return strings.Trim(s, "^$[]0-9+*\\d.") == ""
	}
	return false
}
