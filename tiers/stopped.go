package tiers

import (
	"path"
	"slices"
	"strings"
)

// Processes that are stopped by other means than kill: through start-stop-daemon,
// a control group, a debugger, a number read from /proc.

// startStop says whom start-stop-daemon --stop signals: the processes that meet
// all that it is given. The user they run as is not known here, and met.
func (c *call) startStop() (reach, string) {
	if !c.has("-K", "--stop") || c.has("-t", "--test") {
		return nobody, ""
	}
	if o, ok := c.option("-s", "--signal"); ok && o.value.lit == "0" {
		return nobody, ""
	}
	var tests []func(*Process) bool
	number := func(of func(*Process) int) func(arg) {
		return func(a arg) {
			if r, _ := c.killTarget(a); r == host {
				tests = append(tests, func(p *Process) bool { return c.j.isHost(p.PID) })
			} else {
				tests = append(tests, func(p *Process) bool { return isNumber(a.lit, of(p)) })
			}
		}
	}
	c.values(number(func(p *Process) int { return p.PID }), "--pid")
	c.values(number(func(p *Process) int { return p.PPID }), "--ppid")
	c.values(func(a arg) {
		tests = append(tests, func(p *Process) bool { return !a.exact || p.Name == a.lit })
	}, "-n", "--name")
	c.values(func(a arg) {
		tests = append(tests, func(p *Process) bool {
			name := path.Base(a.lit)
			return !a.exact || p.Name == name || len(p.Argv) > 0 && path.Base(p.Argv[0]) == name
		})
	}, "-x", "--exec")
	file, fromFile := c.option("-p", "--pidfile")
	if fromFile && c.j.gatewayFile(c.target(file.value)) {
		return host, gatewayNumber
	}
	if len(tests) == 0 && (fromFile || !c.has("-u", "--user")) {
		return anyone, ""
	}
	return c.j.named(func(p *Process) bool {
		for _, meets := range tests {
			if !meets(p) {
				return false
			}
		}
		return true
	})
}

// ownGroup reports whether pkill is told a group or session that is computed
// from the host's own numbers.
func (c *call) ownGroup() bool {
	own := false
	c.values(func(a arg) {
		if !a.exact {
			r, _ := c.killTarget(a)
			own = own || r == host
		}
	}, "-g", "--pgroup", "-s", "--session")
	return own
}

// namesParent reports whether a file of /proc says which process is the parent
// of the one that reads it.
func namesParent(p string) bool {
	for _, of := range [...]string{"/proc/self/", "/proc/thread-self/"} {
		if rest, ok := strings.CutPrefix(p, of); ok && (rest == "stat" || rest == "status") {
			return true
		}
	}
	return false
}

const ownParent = "this session's own parent, by /proc"

// attachesTo says whom a debugger or tracer is put on, and whether its commands
// end that process.
func (c *call) attachesTo(h *hit) (reach, bool) {
	gravest, ends := nobody, false
	for i, a := range c.args {
		value := arg{}
		switch name, _, glued := strings.Cut(a.lit, "="); {
		case slices.Contains([]string{"-p", "--pid", "-pid", "--attach-pid", "--attach"}, name):
			if glued {
				value = a.after(len(name) + 1)
			} else if i+1 < len(c.args) {
				value = c.args[i+1]
			}
		case strings.HasPrefix(a.lit, "-p") && strings.Trim(a.lit[2:], "0123456789") == "":
			value = a.after(2)
		case slices.Contains([]string{"-ex", "--ex", "-eval-command", "--eval-command", "-o", "--one-line"}, a.lit) && i+1 < len(c.args):
			w, _, _ := strings.Cut(strings.TrimSpace(c.args[i+1].lit), " ")
			ends = ends || slices.Contains([]string{"kill", "k", "signal", "queue-signal", "call", "print", "p", "run",
				"r", "process"}, w)
		default:
			ends = ends || strings.HasPrefix(a.lit, "inject=") || strings.HasPrefix(a.lit, "--inject") || strings.Contains(a.lit, "inject=")
		}
		if value.lit == "" {
			continue
		}
		if r, who := c.killTarget(value); r > gravest {
			gravest, h.target = r, who
		}
	}
	return gravest, ends
}

func isNumber(s string, n int) bool {
	m, ok := 0, s != ""
	for i := 0; i < len(s) && ok; i++ {
		ok = s[i] >= '0' && s[i] <= '9' && m < 1<<24
		m = m*10 + int(s[i]-'0')
	}
	return ok && m == n
}
