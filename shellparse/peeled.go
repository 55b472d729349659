package shellparse

import "slices"

// What a grammar reads of a command line: its options, and what is left.

// option is one option as it was given.
type option struct {
	name  string
	value Word
	has   bool
}

// peeled is one reading of the command line of a wrapper.
type peeled struct {
	opts     []option
	operands []Word // what stood between
	assigns  []Word
	rest     []Word // the command
	sub      string // the sub-command that was found
	known    bool   // false: an option is none of the manual, so rest may not be the command
	open     Word   // a word of which nothing is known: it may be an option, and then any command runs
	used     *int   // how much of the array behind opts is taken, by this reading or one that went on from it
}

func (p *peeled) has(names ...string) bool {
	_, ok := p.get(names...)
	return ok
}

// get gives the last value of an option, which is the one that counts.
func (p *peeled) get(names ...string) (Word, bool) {
	for i := len(p.opts) - 1; i >= 0; i-- {
		for _, n := range names {
			if p.opts[i].name == n {
				w := p.opts[i].value
				if len(w.Texts) == 0 { // the command line ends before it
					w.Texts = []Text{""}
				}
				return w, true
			}
		}
	}
	return Word{}, false
}

// given yields the values of the options in a list of names.
func (p *peeled) given(names string) []Word {
	if names == "" {
		return nil
	}
	var out []Word
	for _, o := range p.opts {
		if hasName(names, o.name) && o.has {
			out = append(out, o.value)
		}
	}
	return out
}

// hasAny reports whether one of the options in a list was given.
func (p *peeled) hasAny(names string) bool {
	if names == "" {
		return false
	}
	for _, o := range p.opts {
		if hasName(names, o.name) {
			return true
		}
	}
	return false
}

// with is p and one more option; readings that part do not share it.
func (p peeled) with(o option) peeled {
	if p.used == nil || *p.used != len(p.opts) { // another reading has gone on from here
		p.opts, p.used = slices.Clip(p.opts), new(int)
	}
	p.opts = append(p.opts, o)
	*p.used = len(p.opts)
	return p
}

func (p peeled) doubtful() peeled {
	p.known = false
	return p
}

// opened is p where w may be an option.
func (p peeled) opened(w Word) peeled {
	p.open = w
	return p
}

// openWord gives the word that makes one of some readings open.
func openWord(readings []peeled) (w Word, ok bool) {
	for _, p := range readings {
		if len(p.open.Texts) > 0 {
			return p.open, true
		}
	}
	return Word{}, false
}
