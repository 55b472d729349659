package tiers

import (
	"slices"
	"strings"
)

// Commands that are given to vi on its command line.

// onlyEdits reports whether vi is given no commands but those that change the
// lines of the file it opens, write it back and leave.
func (c *call) onlyEdits() bool {
	if !slices.Contains([]string{"vim", "nvim", "vi", "ex"}, c.name) || c.has("-S", "--cmd", "-u", "-l") {
		return false
	}
	for i := 0; i < len(c.args); i++ {
		a, command := c.args[i], ""
		switch {
		case !a.exact:
			return false
		case a.lit == "-c" && i+1 < len(c.args):
			i++
			if !c.args[i].exact {
				return false
			}
			command = c.args[i].lit
		case strings.HasPrefix(a.lit, "+"):
			command = a.lit[1:]
		case slices.Contains([]string{"-e", "-s", "-es", "-E", "-Es", "-n", "-i", "NONE", "--headless", "--noplugin", "--clean", "-N", "-T", "dumb", "--not-a-term"}, a.lit) || a.lit != "" && a.lit[0] != '-':
			continue
		default:
			return false
		}
		if !editsLines(command) {
			return false
		}
	}
	return true
}

// editsLines knows ex commands that stay in the buffer, or write it back.
func editsLines(command string) bool {
	command = strings.TrimLeft(strings.TrimSpace(command), ":%0123456789,.$ ")
	switch command {
	case "", "wq", "x", "q", "w", "wq!", "x!", "q!", "w!", "wqa", "qa", "qa!", "wa", "d", "j", "update", "retab", "noh":
		return true
	}
	if strings.HasPrefix(command, "set ") || strings.HasPrefix(command, "setlocal ") {
		option, _, _ := strings.Cut(strings.TrimSpace(command[4:]), "=")
		return slices.Contains([]string{"ff", "fileformat", "fenc", "fileencoding", "et", "expandtab", "noet", "ts", "tabstop", "sw", "shiftwidth", "nobomb", "eol", "noeol", "nomore"}, option)
	}
	if len(command) > 3 && command[0] == 's' && strings.IndexByte("/#@,|", command[1]) >= 0 {
		parts := strings.Split(command[2:], command[1:2])
		return len(parts) == 3 && !strings.Contains(parts[1], `\=`) && strings.Trim(parts[2], "gicIe&n") == ""
	}
	return false
}

// tameEditor reports whether the value of a setting that names an editor or a
// pager is one command, of a program that does no more than that.
func tameEditor(v string) bool {
	for _, dir := range [...]string{"/bin/", "/usr/bin/"} {
		v = strings.TrimPrefix(v, dir)
	}
	w, _, _ := strings.Cut(v, " ")
	known := harmlessProgram(v) || harmlessProgram(w) || slices.Contains([]string{"sed", "bat", "col", "head", "tail", "tee", "echo", "touch"}, w)
	return known && !strings.ContainsAny(unquotedPart(v), ";|&`$\n")
}

// unquotedPart is what of a line of shell code stands outside quotes; within
// double ones, $ and ` count as outside, and so does all that a quote opens and
// none closes.
func unquotedPart(s string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		end := -1
		switch s[i] {
		case '\\':
			i++
			continue
		case '\'', '"':
			end = strings.IndexByte(s[i+1:], s[i])
		}
		switch {
		case end >= 0 && (s[i] == '\'' || !strings.ContainsAny(s[i+1:i+1+end], "$`\\")):
			i += end + 1
		default:
			sb.WriteByte(s[i])
		}
	}
	return sb.String()
}

// tameSSH reports whether a command line of ssh names no other command.
func tameSSH(v string) bool {
	return !strings.Contains(strings.ToLower(v), "proxycommand") && !strings.Contains(strings.ToLower(v), "localcommand") && !strings.ContainsAny(v, ";|&`$\n")
}
