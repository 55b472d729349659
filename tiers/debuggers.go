package tiers

import (
	"slices"
	"strings"
)

// debuggerRuns reads a debugger's options up to the program, as gdb and lldb
// spell them, for commands other than those by which one looks at a program
// that is run under it.
func debuggerRuns(c *call, h *hit) bool {
	for i := 0; i < len(c.args); i++ {
		w, value, glued := strings.Cut(c.args[i].lit, "=")
		switch "-" + strings.TrimLeft(w, "-") {
		case "-args":
			return false
		case "-ex", "-iex", "-eval-command", "-init-eval-command", "-o", "-one-line", "-O", "-k", "-one-line-before-file", "-one-line-on-crash":
			if !glued {
				if i++; i == len(c.args) {
					return false
				}
				value = c.args[i].lit
			}
			if !c.args[i].exact || !debuggerLooks(value) {
				h.target = value
				return true
			}
		case "-x", "-ix", "-command", "-init-command", "-source", "-S", "-source-before-file", "-source-quietly":
			return true
		case "-s":
			if c.name == "lldb" {
				return true
			}
		}
	}
	return false
}

// debuggerLooks knows the commands of gdb and lldb that run, stop, step and look.
func debuggerLooks(command string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(command), " ")
	word, _, _ = strings.Cut(word, "/") // a format: x/10i, p/x
	switch word {
	case "run", "r", "start", "starti": // a shell reads the arguments
		return !strings.ContainsAny(rest, ";&|<>$`(!\n")
	case "thread", "t", "frame", "f": // thread apply all COMMAND
		if i := strings.Index(rest, "apply "); i >= 0 {
			_, then, _ := strings.Cut(rest[i+len("apply "):], " ")
			return slices.Contains([]string{"bt", "bt full", "backtrace", "where", "info locals"}, strings.TrimSpace(then))
		}
		return !strings.ContainsAny(rest, "(!|`")
	case "continue", "c", "next", "n", "step", "s", "finish", "until", "nexti", "stepi", "bt", "backtrace", "where", "up", "down", "info", "i",
		"break", "b", "tbreak", "rbreak", "watch", "delete", "disable", "enable", "list", "l", "disassemble", "quit", "q", "kill", "k", "file", "core", "core-file", "directory", "help", "ptype", "whatis", "x", "disas":
		return !strings.ContainsAny(rest, "(!|`")
	case "print", "p", "display", "inspect":
		return !strings.Contains(rest, "(")
	case "set":
		w, _, _ := strings.Cut(rest, " ")
		if w == "args" && strings.ContainsAny(rest, ";&|<>$`(!\n") {
			return false
		}
		return slices.Contains([]string{"args", "pagination", "confirm", "width", "height", "print", "breakpoint", "disassembly-flavor", "debuginfod", "follow-fork-mode", "detach-on-fork", "style"}, w)
	}
	return false
}
