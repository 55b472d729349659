package tiers

import (
	"slices"
	"strings"
)

// Programs with a way out of their own language: a command behind a !, in the
// text of an option, in what they read on their standard input.

// escapers are known programs that start what such a text names. Programs that
// are not known are taken to be among them.
var escapers = []string{
	"i3-msg", "swaymsg", "hyprctl", "qdbus", "qdbus6", "consul", "meson", "yt-dlp", "youtube-dl", "nvim", "vim", "nano", "gem", "dmsetup", "bazel", "svn", "jj", "darcs", "aws", "pnpm", "npm", "make", "gmake", "rsync",
	"mysql", "mariadb", "psql", "sqlite3", "duckdb", "sqlplus", "beeline", "hive", "clickhouse", "clickhouse-client", "mongosh", "mongo", "ftp", "sftp", "lftp", "telnet", "debugfs", "tcpdump",
	"fish", "zsh", "nu", "elvish", "xonsh", "pwsh", "machinectl", "pylint", "ghci", "scala", "erl", "octave", "gdb", "lldb", "expect", "tclsh",
}

// taskRunners run what the project calls by a name: `make shutdown`.
var taskRunners = []string{"make", "gmake", "npm", "pnpm", "bazel"}

// givesWayOut reports whether a text that the program reads as its own language
// holds a command that would be blocked, where such a language starts one.
func (j *judge) givesWayOut(c *call) bool {
	if !(c.prog == nil && c.path != "" && c.name != "apply_patch" && !strings.Contains(c.path, "/") || slices.Contains(escapers, c.name) || slices.Contains(runners, c.name) || c.name == "sed" && c.sedRuns()) {
		return false
	}
	tried := 0
	text := func(s string) bool {
		for line := range strings.Lines(s) {
			if j.escapedOnLine(strings.TrimSpace(line), &tried) {
				return true
			}
		}
		return c.prog == nil && strings.Contains(s, "(") && j.textHoldsBlocked(s, false, &hit{}) || strings.Contains(s, "kill(-1)")
	}
	if c.Code != nil && c.Code.Read {
		return false // it has been judged as what it is
	}
	for i, a := range c.args {
		if c.taskWords(i + 1) {
			break
		}
		if a.exact && strings.ContainsAny(a.lit, " (") && !c.takesText(i+1) && text(a.lit) {
			return true
		}
	}
	if !c.HasIn {
		return false
	}
	in, known := c.In.Exact()
	return known && len(in) <= longestWritten && text(in)
}

// taskWords reports whether the words from i on are for a task of the project.
func (c *call) taskWords(i int) bool {
	if !slices.Contains(taskRunners, c.name) || i >= len(c.all) || len(c.ops) == 0 {
		return false
	}
	return c.all[i].lit == "--" && slices.Contains([]string{"test", "t", "run", "run-script", "start"}, c.ops[0].lit) || i == len(c.all)-1 && c.all[i].exact && !strings.ContainsAny(c.all[i].lit, " =")
}

// sedRuns reports whether sed is given the command e with a line of its own.
func (c *call) sedRuns() bool {
	for _, a := range c.args {
		if strings.HasSuffix(a.lit, `e\`) || strings.Contains(a.lit, "e\\\n") {
			return true
		}
	}
	return false
}

// escapedOnLine judges what stands on a line behind the characters and words by
// which programs are told to run something, from the names of programs on that
// can be blocked.
func (j *judge) escapedOnLine(line string, tried *int) bool {
	for i := 0; i < len(line); i++ {
		if i > 0 && nameByteOf(line[i-1]) || !nameByteOf(line[i]) {
			continue
		}
		end := i
		for end < len(line) && nameByteOf(line[end]) {
			end++
		}
		if mayBeBlocked(line[i:end]) && !(powerWord(line[i:end]) && aloneInQuotes(line, i, end)) && runsNext(line[:i]) {
			if j.lineHoldsBlocked(line[i:], false, tried, &hit{}) {
				return true
			}
		}
		i = end
	}
	return false
}

// runsNext reports whether what stands before a name makes it a command.
func runsNext(before string) bool {
	trimmed := strings.TrimRight(before, " ")
	if trimmed == "" || strings.IndexByte("!|`(\"'", trimmed[len(trimmed)-1]) >= 0 || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "=") {
		return true
	}
	word := trimmed[strings.LastIndexAny(trimmed, " ;/.\\:=!\"'(")+1:]
	return word != "" && len(trimmed) < len(before) && slices.Contains([]string{"exec", "shell", "sh", "pager", "system", "run-shell", "spawn", "dispatch"}, strings.ToLower(word))
}
