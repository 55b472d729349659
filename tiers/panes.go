package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Pane is a pane of tmux as a command names it: which terminal that is, only the
// server can say.
type Pane struct {
	Server string // "-L NAME" or "-S PATH"; "": the one that the environment names, or the default
	Target string // as -t has it; "": the one the caller is in
}

// paneTyped is the pane that a command of tmux types into; not ok where it does
// not, or its words are not known.
func paneTyped(argv []shellparse.Word) (p Pane, ok bool) {
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i], _ = w.Exact()
	}
	i := 1
	for ; i < len(words) && strings.HasPrefix(words[i], "-"); i++ {
		switch flag := words[i][:min(2, len(words[i]))]; {
		case len(words[i]) > 2 && (flag == "-L" || flag == "-S"):
			p.Server = flag + " " + words[i][2:]
		case flag == "-L" || flag == "-S" || flag == "-f" || flag == "-T" || flag == "-c":
			if i++; i < len(words) && flag != "-f" && flag != "-T" && flag != "-c" {
				p.Server = flag + " " + words[i]
			}
		}
	}
	// The first row of the table is tmux's.
	if i >= len(words) || !slices.ContainsFunc(seats[0].types, func(pattern string) bool { return wordIs(words[i], pattern) }) {
		return p, false
	}
	for i++; i < len(words) && strings.HasPrefix(words[i], "-") && words[i] != "--"; i++ {
		if value, is := strings.CutPrefix(words[i], "-t"); is {
			if value == "" && i+1 < len(words) {
				i++
				value = words[i]
			}
			p.Target = value
			return p, value != ""
		}
		if words[i] == "-N" || words[i] == "-c" || words[i] == "-b" || words[i] == "-s" { // with a value
			i++
		}
	}
	return p, true
}
