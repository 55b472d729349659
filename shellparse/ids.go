package shellparse

import (
	"slices"
	"strings"
)

// Ids of containers and names of pods, as the tools themselves print them:
// letters, digits, dashes and dots, no option and no blank. Several of them, not
// quoted, are several words, and none is a program to fear.

// withIDs is the command line of a program that runs another in a container,
// where its first word that is not known is such ids: one word, as if quoted.
func (ev *evaluator) withIDs(argv []Word) []Word {
	for i, w := range argv {
		if _, ok := w.Exact(); ok {
			continue
		}
		if !w.Many || len(w.Texts) != 1 || !ev.areIDs(w.Texts[0], false, 0) {
			break
		}
		out := append([]Word(nil), argv...)
		o, _ := w.Texts[0].Mark()
		out[i].Texts, out[i].Many = []Text{unknownText(o)}, false
		return out
	}
	return argv
}

// areIDs reports whether a text is all of what a command prints that prints ids,
// or some lines of that. With column it may be a table that begins with them.
func (ev *evaluator) areIDs(t Text, column bool, passed int) bool {
	o, ok := t.Mark()
	if !ok || passed > 4 || int(o) >= len(ev.out.Origins) {
		return false
	}
	from := ev.out.Origins[o]
	if from.Kind != OriginOutput || from.Command < 0 || from.Command >= len(ev.out.Commands) {
		return false
	}
	cmd := &ev.out.Commands[from.Command]
	name, args, ok := ownWordsOf(cmd.Argv)
	if !ok {
		return false
	}
	switch name {
	case "docker", "podman", "nerdctl":
		return printsContainers(args, column)
	case "docker-compose", "podman-compose":
		return printsContainers(append([]string{"compose"}, args...), column)
	case "kubectl", "oc":
		return printsPods(args, column)
	case "head", "tail", "sort", "uniq", "grep":
		return cmd.HasIn && ev.areIDs(trimNewlines(cmd.In), column, passed+1)
	case "awk":
		return cmd.HasIn && len(args) == 1 && slices.Contains([]string{"{print $1}", "{ print $1 }"}, args[0]) && ev.areIDs(trimNewlines(cmd.In), true, passed+1)
	}
	return false
}

// ownWordsOf gives the name of an installed program and its arguments; a value
// that is not known, and cannot be an option, is "?". ok is false where one may
// be an option, or the program another of that name.
func ownWordsOf(argv []Word) (name string, args []string, ok bool) {
	for i, w := range argv {
		s, exact := w.Exact()
		switch {
		case i == 0 && (!exact || strings.IndexByte(s, '/') >= 0 && !isSystemPath(s)):
			return "", nil, false
		case !exact && (w.Many || maybeFlag(w)):
			return "", nil, false
		case !exact:
			s = "?"
		}
		args = append(args, s)
	}
	if len(args) < 2 {
		return "", nil, false
	}
	return programName(args[0]), args[1:], true
}

// printsContainers reports whether docker prints ids of containers alone: ps -q,
// run -d.
func printsContainers(args []string, column bool) bool {
	if args[0] == "compose" || args[0] == "container" {
		args = args[1:]
		for len(args) > 1 && slices.Contains([]string{"-f", "--file", "-p", "--project-name", "--profile"}, args[0]) {
			args = args[2:]
		}
	}
	if len(args) == 0 {
		return false
	}
	switch args[0] {
	case "ps", "ls", "list":
		quiet := false
		for _, a := range args[1:] {
			if strings.HasPrefix(a, "--format") {
				return false
			}
			quiet = quiet || a == "--quiet" || cluster(a, "aqlnfs", 'q')
		}
		return quiet || column
	case "run":
		for args = args[1:]; len(args) > 0 && strings.HasPrefix(args[0], "-"); args = args[1:] {
			switch {
			case args[0] == "--detach" || cluster(args[0], "dit", 'd'):
				return true
			case len(args) > 1 && slices.Contains([]string{"--name", "-p", "--publish", "-e", "--env", "-v", "--volume", "--network", "--platform"}, args[0]):
				args = args[1:]
			}
		}
	}
	return false
}

// cluster reports whether a word is short options among some letters, one of
// them being b.
func cluster(word, letters string, b byte) bool {
	return len(word) > 1 && word[0] == '-' && strings.Trim(word[1:], letters) == "" && strings.IndexByte(word, b) > 0
}

// printsPods reports whether kubectl prints names alone.
func printsPods(args []string, column bool) bool {
	if !slices.Contains(args, "get") {
		return false
	}
	format, given := "", false
	for i, a := range args {
		switch rest, ok := strings.CutPrefix(a, "--output="); {
		case ok:
			format, given = rest, true
		case slices.Contains([]string{"-o", "--output"}, a) && i+1 < len(args):
			format, given = args[i+1], true
		case a == "--template" || strings.HasPrefix(a, "--template="):
			return false
		case strings.HasPrefix(a, "-o") && len(a) > 2:
			format, given = strings.TrimPrefix(a[2:], "="), true
		}
	}
	field, ok := strings.CutPrefix(format, "jsonpath={")
	switch {
	case !given || format == "wide":
		return column
	case ok:
		item, ok := strings.CutSuffix(field, ".metadata.name}")
		return ok && (item == "" || strings.HasPrefix(item, ".items[") && strings.IndexByte(item, ']') == len(item)-1)
	}
	return slices.Contains([]string{"name", "custom-columns=:metadata.name", "custom-columns=:.metadata.name"}, format)
}
