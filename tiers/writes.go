package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// maxWrites bounds how many paths of a script [Writes] names.
const maxWrites = 256

// Writes lists the files that the script writes on this machine, absolute and clean,
// each once, as far as it is written there.
func Writes(s *shellparse.Script, f *Facts) (list []string) {
	j := &judge{s: s, f: f, v: &Verdict{}}
	for i := range s.Commands {
		cmd := &s.Commands[i]
		if cmd.Remote {
			continue
		}
		j.index = i
		j.calls(cmd, 0, func(c *call) {
			for _, t := range c.effects() {
				if t.verb&changes != 0 && strings.HasPrefix(t.path, "/") && !t.wild && !t.loose && !t.free && !t.made && !strings.HasPrefix(t.path, "/dev/") && len(list) < maxWrites && !slices.Contains(list, t.path) {
					list = append(list, t.path)
				}
			}
			j.remember(c)
			j.rename(c)
		})
	}
	return list
}
