package shellparse

import "slices"

// Session reads a script that comes piece by piece to a shell that stays: each
// piece is read with what the ones before it have set.
type Session struct {
	opt    Options
	ev     *evaluator
	c      *ctx
	ran    []string  // the pieces that were run
	read   []*source // those of ev
	whole  Span      // of the piece being read
	sealed []Command // what traps were found to run, see [evaluator.sealTraps]
	broken bool      // an evaluation failed, and left nobody knows what
}

// NewSession begins a session. The options are those of [Parse].
func NewSession(o Options) *Session {
	s := &Session{opt: o}
	s.restart()
	return s
}

func (s *Session) restart() {
	s.ev = newEvaluator("", s.opt)
	s.c = s.ev.top()
	s.ev.shellOf(s.c)
	s.read, s.sealed, s.broken = nil, nil, false
}

// Parse gives what text may run after all the pieces before it. Where what
// stands in an earlier one is run (a function, a trap), its place is all of
// text. What the pieces before have recorded is not named: the output of
// their commands is merely unknown.
func (s *Session) Parse(text string) *Script {
	s.ran = append(s.ran, text)
	return s.parse(text)
}

// Withdraw says that the last piece was not run after all.
func (s *Session) Withdraw() {
	s.ran = s.ran[:max(len(s.ran)-1, 0)]
	s.restart()
	for _, text := range s.ran {
		s.parse(text)
	}
}

func (s *Session) parse(text string) *Script {
	ev, out := s.ev, s.ev.out
	start := len(out.Commands)
	out.Source, out.Problems, out.Files, out.ForkBomb, out.Flood = text, nil, nil, nil, nil
	ev.steps, ev.limited, ev.seen, ev.unread, ev.fileRuns = 0, false, nil, nil, nil
	ev.sealedFrom = -1
	s.whole = ev.whole()
	for _, old := range s.read {
		old.at = s.whole
	}
	for i := range s.c.env.shell.traps {
		s.c.env.shell.traps[i].pos = s.whole
	}
	src := &source{text: text, top: true}
	s.c.src, s.c.env.dead = src, alive
	if !ev.grammarRead() {
		ev.problem("construct", s.opt.Shell+" is a shell whose grammar this program does not read", s.whole)
	}
	if s.broken {
		ev.problem("internal", "this program failed on an earlier part of the script", s.whole)
	} else {
		s.broken = true
		ev.guarded(func() {
			ev.script(s.c, src)
			s.broken = false
		})
	}
	s.disturbed(start)
	src.top = false
	s.read = append(s.read, src)
	return s.view(start)
}

// disturbed finds what is written to a script file that a job of an earlier
// piece may still be reading: that was judged by what the file held then.
func (s *Session) disturbed(start int) {
	ev := s.ev
	for _, r := range ev.ran {
		if r.command < start && r.racing && (ev.writes[r.path] > start || ev.changedSince(r.path, start, len(ev.out.Commands))) {
			ev.problem("construct", "it changes "+r.path+", which a job started before may be running", s.whole)
		}
	}
}

// view is the Script of the commands from start on, without what traps set
// before are found to run once more.
func (s *Session) view(start int) *Script {
	all := s.ev.out.Commands
	seal := s.ev.sealedFrom
	if seal < 0 {
		seal = len(all)
	}
	moved := make([]int, len(all)-start)
	v := *s.ev.out
	v.Commands = make([]Command, 0, len(moved))
	var sealed []Command
	for i := range moved {
		cmd := all[start+i]
		moved[i] = -1
		if start+i >= seal {
			bare := cmd
			bare.Pos = Span{}
			sealed = append(sealed, bare)
			if slices.ContainsFunc(s.sealed, func(old Command) bool { return bare.same(&old) }) {
				continue
			}
		}
		moved[i] = len(v.Commands)
		v.Commands = append(v.Commands, cmd)
	}
	s.sealed = sealed
	v.Origins = slices.Clone(v.Origins)
	for i, o := range v.Origins {
		if o.Command >= start {
			v.Origins[i].Command = moved[o.Command-start]
		} else {
			v.Origins[i].Command = -1
		}
	}
	if s.ev.repeated {
		v.fold()
	}
	return &v
}
