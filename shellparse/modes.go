package shellparse

import "strings"

// modes are options of the shell that change what a text means. They hold from
// where one is set on, for the rest of the text and every shell in it: what
// switches one off again is not followed.
type modes struct {
	errexit  bool // -e: what fails ends the shell
	nounset  bool // -u: so does what is not set
	pipefail bool // the status of a pipeline is that of any stage
	nullglob bool // a pattern that matches nothing vanishes, or stops the command
	caseless bool // patterns of case and [[ do not look at case
	wideglob bool // patterns match more than they say
}

// setModes looks at the options of set, or of a shell's command line.
func (ev *evaluator) setModes(args []Word) {
	for i, w := range args {
		s, ok := w.Exact()
		switch {
		case !ok:
			ev.errexit, ev.nounset, ev.pipefail = true, true, true
		case s == "--" || s == "-" || s == "" || s[0] != '-':
			return
		default:
			if s[1] == '-' {
				continue
			}
			ev.errexit = ev.errexit || strings.Contains(s, "e")
			ev.nounset = ev.nounset || strings.Contains(s, "u")
			if strings.HasSuffix(s, "o") && i+1 < len(args) {
				name, ok := args[i+1].Exact()
				ev.errexit = ev.errexit || !ok || name == "errexit"
				ev.nounset = ev.nounset || !ok || name == "nounset"
				ev.pipefail = ev.pipefail || !ok || name == "pipefail"
				if rest := args[i+2:]; len(rest) > 0 {
					ev.setModes(rest)
				}
				return
			}
		}
	}
}

// shopt looks at the arguments of shopt.
func (ev *evaluator) shopt(args []Word) {
	for _, w := range args {
		switch s, ok := w.Exact(); {
		case !ok:
			ev.nullglob, ev.caseless, ev.wideglob = true, true, true
			ev.errexit, ev.nounset, ev.pipefail = true, true, true
		case s == "nullglob" || s == "failglob":
			ev.nullglob = true
		case s == "nocasematch":
			ev.caseless = true
		case s == "nocaseglob" || s == "dotglob" || s == "globstar" || s == "extglob":
			ev.wideglob = true
		case s == "-o" || strings.HasPrefix(s, "-") && strings.Contains(s, "o"):
			ev.setModes(append([]Word{{Texts: []Text{"-o"}}}, args[len(args)-1:]...))
		}
	}
}

// loosen makes of patterns what they are under the modes: one that matches
// nothing may vanish, or match what it does not say.
func (ev *evaluator) loosen(c *ctx, words []Word) {
	if !ev.nullglob && !ev.wideglob {
		return
	}
	for i, w := range words {
		if !w.Texts[0].HasGlob() {
			continue
		}
		if ev.nullglob {
			words[i].Many = true
			ev.fails(c)
		}
		if ev.wideglob {
			words[i].Many = true
			words[i].Texts = joinTexts([]Text{splitText(byte(OriginGlob))}, w.Texts) // those it matches by itself, and others
		}
	}
}
