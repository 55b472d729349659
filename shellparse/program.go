package shellparse

// Script files that neither the text nor the session wrote are programs: ./configure, a
// project's scripts, a tool of the system. What they plainly do is told, as far as a
// moment's reading shows it, and what is not understood there is no problem.

const (
	programSteps = MaxSteps / 10 // evaluation steps for one of them
	maxProgram   = 64 << 10      // bytes of text; of longer ones nothing is told
)

// isProgram reports whether a script file is somebody else's.
func (ev *evaluator) isProgram(p string) bool {
	if ev.opt.Wrote == nil {
		return false
	}
	p = ev.followLinks(p)
	if _, written := ev.written[p]; written {
		return false
	}
	return !ev.opt.Wrote(p)
}

// asProgram begins the reading of one, which has steps of its own. Where they do not
// last, what the shell of c knows afterwards is as much as it knows of any program's work.
func (ev *evaluator) asProgram(c *ctx) (end func()) {
	spent, limited := ev.steps, ev.limited
	ev.steps = max(spent, MaxSteps-programSteps)
	ev.programs++
	return func() {
		ev.programs--
		if ev.steps > MaxSteps {
			ev.blurAll(c)
		}
		ev.steps, ev.limited = min(spent+programSteps/100, MaxSteps), limited
	}
}
