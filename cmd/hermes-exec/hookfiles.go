package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// guardFiles holds a tool that reads or writes files against one rule only: the
// policy, the audit log, the locks and the credentials of this program are not
// the agent's to touch, nor are the files by which it was put under this program.
// All else about files is the agent's own to ask about.
func (w *world) guardFiles(a anAgent, c *call) (decision, string) {
	own := w.initFiles()
	for _, file := range c.files {
		if !filepath.IsAbs(file) {
			file = filepath.Join(w.dir, file)
		}
		argv := []string{"cat", file}
		if c.writes {
			argv = []string{"tee", file}
		}
		script := shellparse.ParseArgv(argv, w.reading())
		if c.writes && isOneOf(file, own) {
			return w.keepInit(script, file)
		}
		if v := tiers.Judge(script, w.facts(tiers.NeedsOf(script)), tiers.Options{}); !v.Hardline {
			continue
		}
		_, reason, err := w.decideFor(a, script, false) // which is refused, and recorded
		if err != nil {
			reason = "hermes-exec: DENIED: " + visible(err.Error())
		}
		return deny, reason
	}
	return noOpinion, ""
}

// keepInit refuses a change of a file by which an agent was put under this program.
func (w *world) keepInit(script *shellparse.Script, file string) (decision, string) {
	d := supervisor.Decision{By: "hardline", Tier: tiers.Critical, Reason: "by this file an agent is put under hermes-exec: `hermes-exec init` changes it, and a person runs that"}
	unsaid := w.recordDenied(script, d)
	return deny, fmt.Sprintf("hermes-exec: BLOCKED (hardline): a change of %s\n  decided: %s\n  instead: leave it to the person\n  Rephrasing will not help.\n%s", visible(file), d.Reason, unsaid)
}

// isOneOf reports whether file is one of those, by whatever name.
func isOneOf(file string, those []string) bool {
	real := realPath(file)
	for _, own := range those {
		if file == own || real == own || strings.EqualFold(real, own) {
			return true
		}
	}
	return false
}

// realPath follows the links in what there is of a path.
func realPath(path string) string {
	path = filepath.Clean(path)
	rest := ""
	for dir := path; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
	return path
}
