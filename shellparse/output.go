package shellparse

import (
	"path"
	"strings"
)

// What a command prints: computed for the pure commands (see [pure.Job]), unknown
// for any other.

// prints adds the output of command i to whoever looks at it.
func (ev *evaluator) prints(c *ctx, i int, argv []Word) {
	name, ok := argv[0].Exact()
	if ok && strings.IndexByte(name, '/') >= 0 && !isSystemPath(path.Clean(name)) {
		ok = false // a program of that name, but which?
	}
	if c.out == nil {
		if ok && c.in != nil && drains(programName(name), argv[1:]) {
			c.in.all()
		}
		return
	}
	ev.steps += c.out.weight()
	if ok {
		if texts := ev.purely(programName(name), argv[1:], c, i); texts != nil {
			if len(texts) > 1 {
				ev.steps += c.out.weight() * (len(texts) - 1)
			}
			c.out.write(texts...)
			return
		}
	}
	c.out.write(unknownText(ev.outputOrigin(c, programName(name), i, argv)))
}

// outputOrigin is what the output of an impure command stands for.
func (ev *evaluator) outputOrigin(c *ctx, name string, i int, argv []Word) byte {
	texts := make([]Text, 0, 16)
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
	case "mktemp": // not as [evaluator.mktemp] reads it, so that its template may say anything
		return byte(OriginUnknown)
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
	return ev.wordOrigin(c, name, i, argv)
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
