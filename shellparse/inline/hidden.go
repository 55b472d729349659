package inline

import "strings"

// Code that is put together or decoded before it is run, so that a reader does
// not see it: exec(b64decode("…")), system(pack("H*", "…")).

// executes notes a text that the code runs as code.
func (r *run) executes(text string) { r.ran = append(r.ran, text) }

// hides adds a [Hidden] effect where a text that the code runs, known as it is,
// is not to be seen in the code itself: four in five letters of its words are of
// words that do not stand there.
func (r *run) hides(code string) {
	if r.steps > maxSteps {
		return
	}
	for _, e := range r.effects {
		if e.Kind == Shell {
			for _, t := range e.Argv[0] {
				if text, ok := t.Exact(); ok {
					r.executes(text)
				}
			}
		}
	}
	var seen map[string]bool
	for _, text := range r.ran {
		if seen == nil {
			seen = make(map[string]bool)
			lettered(code, func(w string) { seen[w] = true })
			r.steps += len(code) >> 5
		}
		r.steps += len(text) >> 5
		all, missing := 0, 0
		lettered(text, func(w string) {
			if all += len(w); !seen[w] {
				missing += len(w)
			}
		})
		if missing > 0 && missing*5 >= all*4 {
			r.add(Effect{Kind: Hidden, Argv: []Value{lit(text)}, End: len(code)})
			return
		}
	}
}

// lettered shows the runs of two letters and more in a text, in lower case. Where
// a backslash stands before one, it may begin after the next letter: "\nprint".
func lettered(text string, show func(string)) {
	letter := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
	for i := 0; i < len(text); i++ {
		if !letter(text[i]) {
			continue
		}
		from := i
		for i < len(text) && letter(text[i]) {
			i++
		}
		w := strings.ToLower(text[from:i])
		if len(w) > 1 {
			show(w)
		}
		if from > 0 && text[from-1] == '\\' && len(w) > 2 {
			show(w[1:])
		}
	}
}
