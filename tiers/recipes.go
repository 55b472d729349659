package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// recipesHoldBlocked reads a makefile as far as its recipes are shell: it puts
// the values of its own variables in, and judges each line, what $(shell …) and
// != run, and what follows a rule behind a semicolon.
func (j *judge) recipesHoldBlocked(text string, h *hit) bool {
	const most = 64
	vars := [][2]string{{"RM", "rm -f"}, {"MAKE", "make"}, {"CURDIR", j.f.Dir}}
	tried := 0
	blocked := func(line string) bool {
		line = strings.TrimLeft(strings.TrimSpace(line), "@-+ \t")
		if line == "" || line[0] == '#' || tried == most {
			return false
		}
		tried++
		line = expandMake(line, vars)
		v := Judge(shellparse.Parse(line, shellparse.Options{Dir: j.f.Dir, Home: j.f.Home}), j.f, Options{inner: true})
		for i := range v.Findings {
			if f := &v.Findings[i]; f.Hardline || slices.Contains([]string{"code.unknown-shell-code", "code.fetched"}, f.Rule) {
				h.target = line
				return true
			}
		}
		return false
	}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimRight(line, "\n")
		for rest := line; ; { // when the file is read
			_, after, ok := strings.Cut(rest, "$(shell ")
			if !ok {
				break
			}
			rest = after
			if k := strings.LastIndexByte(after, ')'); k >= 0 {
				after = after[:k]
			}
			if blocked(after) {
				return true
			}
		}
		if strings.HasPrefix(line, "\t") {
			if blocked(line) {
				return true
			}
			continue
		}
		if i := strings.IndexByte(line, '='); i > 0 {
			name := strings.TrimSpace(strings.TrimRight(line[:i], ":?+!"))
			value := strings.TrimSpace(line[i+1:])
			if line[i-1] == '!' && blocked(value) {
				return true
			}
			if !strings.ContainsAny(name, " \t:") {
				vars = append(vars, [2]string{strings.TrimPrefix(name, "export "), value})
				continue
			}
		}
		if head, recipe, ok := strings.Cut(line, ";"); ok && strings.Contains(head, ":") && blocked(recipe) {
			return true
		}
	}
	return false
}

// expandMake puts values in place of make's variables; what has none becomes a
// plain word, so that it is not taken for a variable of the shell.
func expandMake(line string, vars [][2]string) string {
	for range 4 {
		before := line
		for _, v := range vars {
			line = strings.ReplaceAll(strings.ReplaceAll(line, "$("+v[0]+")", v[1]), "${"+v[0]+"}", v[1])
			if len(v[0]) == 1 {
				line = strings.ReplaceAll(line, "$"+v[0], v[1])
			}
		}
		if line == before || len(line) > 1<<14 {
			break
		}
	}
	const dollar = "\x01"
	line = withoutVariables(strings.ReplaceAll(line, "$$", dollar))
	return strings.ReplaceAll(line, dollar, "$")
}
