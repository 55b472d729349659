package tiers

import (
	"slices"
	"strings"
)

// attaches reports whether a debugger or tracer takes hold of a process that runs.
func (c *call) attaches() bool {
	debugger := c.name == "gdb" || c.name == "lldb"
	operands := 0
	for i, a := range c.args {
		before := ""
		if i > 0 {
			before = c.args[i-1].lit
		}
		switch {
		case debugger && debuggerValue(before):
		case debugger && (a.lit == "--args" || a.lit == "--"): // the rest is the program's
			return false
		case strings.HasPrefix(a.lit, "-p") || strings.HasPrefix(a.lit, "--pid") || strings.HasPrefix(a.lit, "--attach"):
			return true
		case c.prog == &tracer && strings.HasPrefix(a.lit, "-") && !strings.HasPrefix(a.lit, "--") && strings.HasSuffix(a.lit, "p") && !strings.ContainsAny(a.lit, "aeEIoOPSsuUXbln"):
			return true // strace -fp PID
		case strings.HasPrefix(a.lit, "-"), c.prog == &tracer && tracerValue(before):
		case !debugger: // the program that is started
			return false
		default:
			if operands++; operands == 2 && a.lit != "" && strings.Trim(a.lit, "0123456789") == "" {
				return true // gdb PROGRAM PID
			}
		}
	}
	return false
}

// debuggerValue reports whether an option of gdb or lldb has its value in the next word.
func debuggerValue(option string) bool {
	return slices.Contains([]string{"ex", "iex", "eval-command", "init-eval-command", "x", "command", "ix", "init-command", "c", "core", "s", "symbols", "e", "exec", "se", "d", "directory", "cd", "tty", "o", "O", "one-line", "source", "k", "K", "n", "arch", "a"}, strings.TrimLeft(option, "-")) && strings.HasPrefix(option, "-")
}
