package policy

import (
	"fmt"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Examples takes the rules of a file past their own examples, and returns what
// does not come out as the file says. reading and facts are the world the
// examples are judged in.
func (f *File) Examples(reading shellparse.Options, facts *tiers.Facts) []Note {
	var notes []Note
	for _, r := range f.Rules {
		for _, list := range [...]struct {
			texts []string
			want  bool
		}{{r.Yes, true}, {r.No, false}} {
			for _, text := range list.texts {
				v := tiers.Judge(shellparse.Parse(text, reading), facts, tiers.Options{Policy: tiers.Policy{Rules: []tiers.Rule{r.Rule}}})
				found := false
				for _, finding := range v.Findings {
					found = found || finding.Rule == r.ID
				}
				switch {
				case list.want && !found:
					notes = append(notes, Note{r.At, fmt.Sprintf("%s should match %q, and does not", r.ID, text)})
				case !list.want && found:
					notes = append(notes, Note{r.At, fmt.Sprintf("%s should not match %q, and does", r.ID, text)})
				}
			}
		}
	}
	return notes
}
