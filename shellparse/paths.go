package shellparse

import (
	"slices"
	"strings"
)

// What a script prints to find its own folder, and the names of temporary
// files: as far as that can be said without looking at the disk.

// pathOutput gives what a program that prints a path prints. nil: it is
// none of them, or nothing can be said.
func (ev *evaluator) pathOutput(c *ctx, name string, args []Word, i int) []Text {
	switch name {
	case "dirname":
		if len(args) == 2 && isExactly(args[0], "--") {
			args = args[1:]
		}
		if len(args) == 1 && !args[0].Many {
			return folders(args[0].Texts, unknownText(ev.outputOrigin(c, name, i, append([]Word{{}}, args...))))
		}
	case "pwd":
		switch {
		case len(args) == 0 || len(args) == 1 && isExactly(args[0], "-L"):
			return lines(c.env.cwd())
		case len(args) == 1 && isExactly(args[0], "-P"):
			return ev.resolvedLinks(c, name, c.env.cwd(), i)
		}
	case "realpath", "readlink":
		follows := name == "realpath"
		var texts []Text
		for _, w := range args {
			s, ok := w.Exact()
			switch {
			case ok && len(s) > 1 && s[0] == '-':
				if s == "-f" || s == "-e" || s == "-m" || s == "--canonicalize" {
					follows = true
				} else if s != "--" && s != "-q" && s != "-n" && s != "-s" {
					return nil
				}
			case w.Many || texts != nil:
				return nil
			default:
				texts = matched(w.Texts)
			}
		}
		if !follows || texts == nil {
			return nil
		}
		var out []Text
		for _, t := range texts {
			if t == "" {
				return nil
			}
			out = joinTexts(out, ev.under(c.env.cwd(), t))
		}
		return ev.resolvedLinks(c, name, out, i)
	case "mktemp":
		return ev.mktemp(c, args, i)
	}
	return nil
}

func isExactly(w Word, s string) bool {
	t, ok := w.Exact()
	return ok && t == s
}

func lines(texts []Text) []Text {
	var out []Text
	for _, t := range texts {
		out = joinTexts(out, []Text{t + "\n"})
	}
	return out
}

// resolvedLinks is what a path is once symbolic links are followed: itself
// where it has none, anything where it has. A script that looks for its own
// file, or for a folder above it, is taken to lie where it was found, as what it
// names from there by $0 is.
func (ev *evaluator) resolvedLinks(c *ctx, name string, texts []Text, i int) []Text {
	if ev.runs(texts) {
		out := make([]Text, len(texts))
		for k, t := range texts {
			out[k] = Text(ev.followLinks(string(t))) + "\n"
		}
		return out
	}
	return joinTexts(lines(texts), []Text{unknownText(ev.origin(Origin{OriginOutput, name, i}))})
}

// runs reports whether all of some paths are script files that are being
// evaluated, or folders above one.
func (ev *evaluator) runs(texts []Text) bool {
	for _, t := range texts {
		s, ok := t.Exact()
		if !ok || !slices.ContainsFunc(ev.running, func(r runningFile) bool { return holds(s, r.path) }) {
			return false
		}
	}
	return len(texts) > 0
}

// folders is dirname: other, for a path whose last part is not known.
func folders(texts []Text, other Text) []Text {
	var out []Text
	for _, t := range texts {
		s := string(t)
		if _, ok := t.Exact(); ok {
			s = strings.TrimRight(s, "/")
			if s == "" && t != "" {
				s = "/"
			}
		}
		slash := strings.LastIndexByte(s, '/')
		switch {
		case slash < 0 && !t.HasUnknown() && !t.HasGlob():
			s = "."
		case slash < 0 || strings.IndexByte(s[slash:], 0) >= 0 || slash == len(s)-1 && slash > 0:
			out = joinTexts(out, []Text{other})
			continue
		case strings.Trim(s[:slash], "/") == "":
			s = "/"
		default:
			s = strings.TrimRight(s[:slash], "/")
		}
		out = joinTexts(out, []Text{Text(s) + "\n"})
	}
	return out
}

// mktemp names a file that is not there yet: what its template says, with
// letters and digits for the X at its end.
func (ev *evaluator) mktemp(c *ctx, args []Word, i int) []Text {
	mark := unknownText(ev.solidOrigin(Origin{OriginOutput, "mktemp", i}))
	folder, template, inFolder := []Text(nil), []Text{"tmp.XXXXXXXXXX"}, true
	given := false
	suffix := Text("")
	for j := 0; j < len(args); j++ {
		s, ok := args[j].Exact()
		switch {
		case !ok && (args[j].Many || maybeFlag(args[j])):
			return nil
		case ok && s == "-p" && j+1 < len(args):
			j++
			folder = args[j].Texts
			inFolder = true
		case ok && strings.HasPrefix(s, "--tmpdir="):
			folder, inFolder = []Text{Text(s[len("--tmpdir="):])}, true
		case ok && (s == "-t" || s == "--tmpdir"):
			given = true // a template that follows is below the folder too
		case ok && strings.HasPrefix(s, "--suffix="):
			suffix = Text(s[len("--suffix="):])
		case ok && strings.HasPrefix(s, "-") && s != "-" && strings.Trim(s[1:], "dqu") == "",
			ok && (s == "--directory" || s == "--quiet" || s == "--dry-run"):
		case ok && s != "" && strings.Trim(s, "-dqut") == "" && strings.HasSuffix(s, "t") && strings.LastIndexByte(s, '-') == 0: // -dt
			given = true
		case ok && len(s) > 1 && s[0] == '-':
			return nil
		default:
			template = args[j].Texts
			inFolder = given || folder != nil
		}
	}
	if inFolder && folder == nil {
		folder = []Text{"/tmp"}
		if v := c.env.get("TMPDIR"); v.isSet() && !v.array {
			folder = v.texts
		}
	}
	var out []Text
	for _, t := range template {
		s := string(t)
		end := strings.LastIndex(s, "XXX")
		if end < 0 {
			if _, ok := t.Exact(); !ok || !given {
				return nil
			}
			s += ".XXX" // -t PREFIX, as BSD has it
			end = len(s) - len("XXX")
		}
		end += len("XXX")
		start := len(strings.TrimRight(s[:end], "X"))
		suffix := Text(s[end:]) + suffix
		if strings.Contains(string(suffix), "/") { // refused
			return nil
		}
		name := Text(s[:start]) + mark + suffix
		if !inFolder {
			out = joinTexts(out, []Text{name + "\n"})
			continue
		}
		for _, d := range folder {
			out = joinTexts(out, []Text{d + "/" + name + "\n"})
		}
	}
	return out
}
