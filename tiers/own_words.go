package tiers

import (
	"slices"
	"strings"
)

// A program that is not known may run what it is given, but not everything it
// is given is a command: a text behind a sub-command is what it is to look at,
// and a server of the project has a shutdown of its own.

// takesText reports whether the text that is word i of the command is given to
// a sub-command that works on it: to one of the project's own programs, or to
// one that by its name looks at it.
func (c *call) takesText(i int) bool {
	if c.prog != nil || i >= len(c.all) || len(c.ops) == 0 || !c.ops[0].exact {
		return false
	}
	verb := c.ops[0].lit
	at := slices.IndexFunc(c.all[1:], func(a arg) bool { return a.exact && a.lit == verb }) + 1
	if at < 1 || at >= i || strings.Trim(verb, "abcdefghijklmnopqrstuvwxyz-_:") != "" || programOf(verb) != nil {
		return false
	}
	for _, before := range c.all[1:i] {
		if before.lit != "" && before.lit[0] == '-' && runsByName(before.lit) {
			return false
		}
	}
	switch verb {
	case "check", "search", "explain", "parse", "lint", "validate", "classify", "judge", "analyze", "analyse", "scan", "query", "match":
		return !c.wroteIt()
	}
	return c.ofProject() && !runsByName(verb)
}

// runsByName reports whether an option or a sub-command seems to run what
// follows it.
func runsByName(word string) bool {
	word = strings.TrimLeft(word, "-")
	if len(word) <= 1 {
		return word != "" && strings.Contains("cexr", word)
	}
	for _, s := range [...]string{"run", "exec", "sh", "cmd", "command", "eval", "do", "spawn", "start", "launch", "system", "call", "invoke", "script", "remote", "job", "task", "submit", "dispatch", "watch", "apply", "hook", "with", "wrap", "send", "su", "as"} {
		if strings.HasPrefix(word, s) || strings.HasSuffix(word, s) {
			return true
		}
	}
	return false
}

// ownPower reports whether word i is a sub-command of the program for its own
// end, or for another device's: ./server shutdown, adb reboot.
func (c *call) ownPower(i int) bool {
	if i >= len(c.all) || !c.all[i].exact || !slices.Contains([]string{"shutdown", "reboot", "halt", "poweroff"},
		c.all[i].lit) {
		return false
	}
	rest := c.all[i+1:]
	switch c.name {
	case "adb", "fastboot":
		return i == 1 && (len(rest) == 0 || len(rest) == 1 && slices.Contains([]string{"bootloader", "recovery", "fastboot", "sideload"}, rest[0].lit))
	case "xcrun":
		return i == 2 && c.all[1].lit == "simctl"
	case "simctl":
		return i == 1
	case "aws":
		return len(rest) == 0
	}
	return c.prog == nil && len(rest) == 0 && c.ofProject() && (i == 1 || c.all[i-1].lit != "" && !runsByName(c.all[i-1].lit))
}

// ofProject reports whether the program is a file of the project, and not one
// that this text has just written.
func (c *call) ofProject() bool {
	p := at(target{}, c.path, c.dir).path
	return c.named && strings.Contains(c.path, "/") && c.j.dir != "" && p != c.j.dir && below(p, c.j.dir) && !c.wroteIt()
}

// wroteIt reports whether the text wrote the program, or gave its file this
// name.
func (c *call) wroteIt() bool {
	p := at(target{}, c.path, c.dir).path
	if _, moved := c.j.renamed[p]; moved || c.j.fetched[p] {
		return true
	}
	return slices.ContainsFunc(c.j.wrote, func(w wroteText) bool { return w.path == p })
}
