package main

import (
	"fmt"
	"path/filepath"
	"slices"
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
	if len(c.files) == 0 {
		return noOpinion, ""
	}
	own := w.initFiles()
	for _, file := range w.named(c.files) {
		argv := []string{"cat", file}
		switch {
		case c.whole:
			argv = []string{"rm", "-rf", file}
		case c.writes:
			argv = []string{"tee", file}
		}
		script := shellparse.ParseArgv(argv, w.reading())
		if c.writes && slices.Contains(own, file) {
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

// named are files by the names that tools gave them, and by their own: some
// agents take .. out of a name before they follow its links, some do not.
func (w *world) named(files []string) (list []string) {
	for _, file := range files {
		switch rest, ok := strings.CutPrefix(file, "~/"); {
		case ok:
			file = w.home + "/" + rest
		case !filepath.IsAbs(file):
			file = w.dir + "/" + file
		}
		for _, name := range [...]string{filepath.Clean(file), realPath(filepath.Clean(file)), realPath(file)} {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// keepInit refuses a change of a file by which an agent was put under this program.
func (w *world) keepInit(script *shellparse.Script, file string) (decision, string) {
	d := supervisor.Decision{By: "hardline", Tier: tiers.Critical, Reason: "by this file an agent is put under hermes-exec: `hermes-exec init` changes it, and a person runs that"}
	unsaid := w.recordDenied(script, d)
	return deny, fmt.Sprintf("hermes-exec: BLOCKED (hardline): a change of %s\n  decided: %s\n  instead: leave it to the person\n  Rephrasing will not help.\n%s", visible(file), d.Reason, unsaid)
}

// realPath follows the links in what there is of an absolute path.
func realPath(path string) string {
	there, rest := path, ""
	for there != "" {
		if real, err := filepath.EvalSymlinks(there); err == nil {
			return filepath.Join(real, rest)
		}
		slash := strings.LastIndexByte(there, '/')
		if slash < 0 {
			break
		}
		there, rest = there[:slash], there[slash:]+rest
	}
	return filepath.Clean(path)
}
