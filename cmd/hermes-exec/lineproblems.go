package main

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// problems are what makes a line ask because it may not be what it seems, or
// would change how the next ones are seen.
func (line *asking) problems(script *shellparse.Script) (list []shellparse.Problem) {
	add := func(at shellparse.Span, text string) {
		list = append(list, shellparse.Problem{Kind: "construct", Text: text, Pos: at})
	}
	all := shellparse.Span{Line: 1, Col: 1, End: len(script.Source)}
	if line.doubt != "" {
		add(all, line.doubt)
	}
	if wordWithHash(script.Source) && !line.hasOption("interactive_comments") {
		add(all, "# begins no comment in this shell (interactive_comments is off), and may hide what follows from a reader")
	}
	if strings.Contains(script.Source, "__hermes_") {
		add(all, "it touches the hook that lines are judged by")
	}
	for i := range script.Commands {
		cmd := &script.Commands[i]
		for _, a := range cmd.Assigns {
			if why := hookVariable(a); why != "" {
				add(cmd.Pos, why)
			}
		}
		if why := hookBuiltin(cmd); why != "" {
			add(cmd.Pos, why)
		}
	}
	return list
}

// wordWithHash reports whether a word may begin with #.
func wordWithHash(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		if text[i] == '#' && strings.IndexByte(" \t\n;&|()<>`", before) >= 0 {
			return true
		}
		before = text[i]
	}
	return false
}

func (line *asking) hasOption(name string) bool {
	return slices.Contains(strings.Split(line.options, ":"), name)
}

// hookVariable says why an assignment is more than that to an interactive shell.
func hookVariable(a shellparse.Assign) string {
	switch a.Name {
	case "PROMPT_COMMAND", "PS0", "precmd_functions", "preexec_functions", "zshaddhistory_functions":
		return "it sets " + a.Name + ", which the shell runs beside every command line"
	case "PS1", "PS2", "PS4", "PROMPT", "RPROMPT":
		if value, ok := a.Value.Exact(); ok && (strings.Contains(value, "`") || strings.Contains(value, "$(")) {
			return "it puts a command into " + a.Name + ", which the shell runs at every prompt"
		}
	}
	return ""
}

// unhooks reports whether a line of a zsh may take away the functions of its
// hook. Nothing is left then that could put them back, and the next lines would
// run unseen.
func unhooks(script *shellparse.Script) bool {
	if strings.Contains(script.Source, "__hermes_") {
		return true
	}
	return slices.ContainsFunc(script.Commands, func(cmd shellparse.Command) bool {
		if len(cmd.Argv) == 0 || cmd.Level > 0 {
			return false
		}
		switch name, _ := cmd.Argv[0].Exact(); name {
		case "unfunction", "unset", "unhash", "disable":
			return slices.ContainsFunc(cmd.Argv[1:], func(w shellparse.Word) bool {
				v, ok := w.Exact()
				return !ok && name != "unset" || strings.HasPrefix(v, "-") && strings.Contains(v, "m")
			})
		}
		return false
	})
}

// hookBuiltin says why a builtin gets past the hook, or takes it away.
func hookBuiltin(cmd *shellparse.Command) string {
	if len(cmd.Argv) == 0 || cmd.Level > 0 {
		return ""
	}
	name, _ := cmd.Argv[0].Exact()
	args := cmd.Argv[1:]
	has := func(word string) bool {
		return slices.ContainsFunc(args, func(w shellparse.Word) bool { v, ok := w.Exact(); return ok && v == word })
	}
	switch name {
	case "fc", "r":
		if !has("-l") && !has("-ln") && !has("-lr") && !has("-lnr") {
			return name + " runs lines from the history, which are not judged there; recall the line and press Enter"
		}
	case "bind":
		if len(args) > 0 && !has("-p") && !has("-P") && !has("-l") && !has("-v") && !has("-V") && !has("-s") && !has("-S") && !has("-X") && !has("-q") {
			return "bind changes what keys do, and by keys lines are seen before they run"
		}
	case "set":
		if has("+o") && (has("emacs") || has("vi")) { // of bash
			return "lines are seen where they are edited: without editing none would run any more"
		}
	case "unset":
		if has("PROMPT_COMMAND") || has("PS0") || has("precmd_functions") || has("preexec_functions") {
			return "it takes away the hook that lines are judged by"
		}
	}
	return ""
}
