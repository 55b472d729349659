package tiers

import (
	"slices"
	"strings"
)

// Programs that are no interpreters by trade and yet start what their own
// little languages name, and interpreters of languages that are not read.

// escapes reports whether a program is told to start another in its own way,
// from the programs' manual pages.
func escapes(c *call, h *hit) bool {
	switch c.name {
	case "dc":
		// !COMMAND, but !< !> and != compare
		return c.anyText(h, func(s string) bool {
			for i := strings.IndexByte(s, '!'); i >= 0 && i < len(s); {
				if i+1 < len(s) && strings.IndexByte("<>=", s[i+1]) < 0 {
					return true
				}
				k := strings.IndexByte(s[i+1:], '!')
				if k < 0 {
					return false
				}
				i += k + 1
			}
			return false
		})
	case "gnuplot":
		return c.anyText(h, func(s string) bool {
			return strings.Contains(s, "system") || strings.Contains(s, "shell") || strings.Contains(s, "popen") || strings.HasPrefix(strings.TrimSpace(s), "!") || strings.Contains(s, `"<`) || strings.Contains(s, `'<`)
		})
	case "m4", "gm4":
		return c.anyText(h, func(s string) bool { return strings.Contains(s, "syscmd") })
	case "less", "more", "zless", "zmore":
		for _, a := range c.ops {
			if cmd := strings.TrimLeft(a.lit, "+"); cmd != a.lit && cmd != "" && strings.ContainsAny(cmd[:1], "!|vs#") {
				h.target = a.lit
				return true
			}
		}
	case "gs", "ghostscript":
		return c.anyText(h, func(s string) bool {
			return strings.Contains(s, "deletefile") || strings.Contains(s, "renamefile") || strings.Contains(s, "%pipe%")
		})
	case "arangosh":
		return c.anyText(h, func(s string) bool { return strings.Contains(s, "_drop") || strings.Contains(s, "truncate(") })
	case "gawk", "awk":
		return c.has("-l", "--load") || c.anyText(h, func(s string) bool { return strings.Contains(s, "extension(") || strings.Contains(s, "@load") })
	}
	return false
}

// anyText shows the words of the call, and what it reads on its standard input.
func (c *call) anyText(h *hit, holds func(string) bool) bool {
	for _, a := range c.args {
		if holds(a.lit) {
			h.target = a.lit
			return true
		}
	}
	return c.HasIn && holds(c.In.String())
}

// unreadLanguages are interpreters whose code is not read, with the options
// that hand them code.
var unreadLanguages = [...]struct {
	name    string
	options []string
}{
	{"jshell", nil}, {"ocaml", []string{"-e"}}, {"utop", nil}, {"sbcl", []string{"--eval"}}, {"clisp", []string{"-x"}}, {"clojure", []string{"-e", "--eval"}}, {"clj", []string{"-e", "--eval"}},
	{"pwsh", []string{"-e", "-ec", "-enc", "-EncodedCommand", "-encodedcommand"}}, {"powershell", []string{"-e", "-ec", "-enc", "-EncodedCommand", "-encodedcommand"}}, {"bb", []string{"-e"}}, {"swift", []string{"-e"}}, {"dart", nil}, {"crystal", []string{"eval"}}, {"kotlin", []string{"-e"}}, {"scala", []string{"-e"}}, {"groovy", []string{"-e"}}, {"julia", []string{"-e", "-E", "--eval"}},
	{"raku", []string{"-e"}}, {"nim", nil}, {"gst", nil}, {"forth", []string{"-e"}}, {"gforth", []string{"-e"}}, {"swipl", []string{"-g", "-t"}}, {"octave", []string{"--eval"}}, {"matlab", []string{"-r", "-batch"}}, {"sage", []string{"-c"}}, {"janet", []string{"-e"}}, {"fennel", []string{"-e"}}, {"pari", nil}, {"gp", nil},
}

// unreadCode reports whether code of a language that is not read comes with
// the command: by an option, or on its standard input.
func unreadCode(c *call, h *hit) bool {
	if c.Code != nil {
		return false // see code.inline
	}
	for i := range unreadLanguages {
		l := &unreadLanguages[i]
		if c.name != l.name {
			continue
		}
		for _, a := range c.args {
			w, _, _ := strings.Cut(a.lit, "=")
			if slices.Contains(l.options, w) {
				h.target = c.name + " " + w
				return true
			}
		}
		h.target = c.name
		return (c.HasIn || c.Stage > 0) && (len(c.ops) == 0 || c.ops[0].lit == "-" || c.ops[0].lit == "/dev/stdin")
	}
	return c.name == "dotnet" && len(c.ops) > 1 && c.ops[0].lit == "script" && c.ops[1].lit == "eval"
}

// deletesByName reports whether a program that is not known is told, by the
// words it is given, to destroy something or to publish it. A project's own
// scripts are not meant: they are called by their path.
func deletesByName(c *call, h *hit) bool {
	if c.prog != nil || !c.named || c.path == "" || strings.Contains(c.path, "/") {
		return false
	}
	forced := c.has("-f", "--force", "-y", "--yes", "--all", "--assume-yes", "--no-input", "--non-interactive", "--auto-approve")
	for i := range c.ops[:min(2, len(c.ops))] {
		w := c.ops[i].lit
		if !c.ops[i].exact || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz:_-") != "" || looks(w) {
			return false
		}
		h.target = w
		for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '-' || r == ':' || r == '_' }) {
			switch part {
			case "drop", "destroy", "purge", "wipe", "nuke", "terminate", "obliterate", "uninstall":
				return true
			case "delete":
				if forced || part != w {
					return true
				}
			case "reset", "remove", "rm", "del", "prune", "flush", "truncate", "kill":
				if forced {
					return true
				}
			case "deploy", "publish":
				if i == 0 && part == w {
					return !c.has("--dry-run", "-n") && h.as(Medium, "by its words it publishes something, or changes what runs for others")
				}
			}
		}
	}
	return false
}

// deployTask reports whether a task runner is given a task that by its name
// deploys or publishes.
func deployTask(c *call, h *hit) bool {
	tasks := c.ops
	switch c.name {
	case "npm", "pnpm", "yarn", "bun", "nx", "turbo", "composer", "mise":
		rest, ok := c.sub("run", "run-script", "rum", "urn", "exec")
		if !ok && (c.name == "npm" || c.name == "composer" || c.name == "mise") {
			return false
		}
		if ok {
			tasks = rest
		}
		tasks = tasks[:min(1, len(tasks))] // what follows belongs to the task
	}
	for _, a := range tasks {
		if a.exact && !strings.ContainsAny(a.lit, "=/.") && deploysByName(strings.ToLower(a.lit), c.name == "rake") {
			h.target = a.lit
			return true
		}
	}
	return false
}

// deploysByName reads the parts of a task's name: deploy:prod, publish-packages.
func deploysByName(task string, ruby bool) bool {
	deploys := false
	for part := range strings.FieldsFuncSeq(task, func(r rune) bool { return r == '-' || r == ':' || r == '_' }) {
		switch part {
		case "deploy":
			deploys = true
		case "publish":
			deploys = deploys || strings.HasPrefix(task, part)
		case "release": // of gems; elsewhere as often a kind of build
			deploys = deploys || ruby && strings.HasPrefix(task, part)
		case "dry", "dryrun", "check", "local", "dev", "test", "docs", "preview", "build", "lint", "plan", "diff", "status", "help":
			return false
		}
	}
	return deploys
}
