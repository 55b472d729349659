package tiers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// reach is what a signal would reach.
type reach uint8

const (
	nobody    reach = iota
	children        // jobs of this script, the nested shell itself
	foreign         // another process
	anyone          // not known before it runs
	host            // one the session runs in
	everybody       // every process
)

func killsHost(c *call, h *hit) bool    { return c.signals(host, h) }
func killsAll(c *call, h *hit) bool     { return c.signals(everybody, h) }
func killsUnknown(c *call, h *hit) bool { return c.signals(anyone, h) }
func killsForeign(c *call, h *hit) bool { return c.signals(foreign, h) }

// signals reports whether the call sends a signal whose gravest target is want.
func (c *call) signals(want reach, h *hit) bool {
	if c.signalled == nil { // four rules ask
		r, who := c.signalsWhom()
		if r == host && c.elsewhere() {
			r, who = foreign, "a process of another machine, or of a container"
		}
		c.signalled = &reached{r, who}
	}
	r, who := c.signalled.by, c.signalled.who
	if r != want {
		return false
	}
	h.target = who
	if r == host && who != "" {
		h.why = "it signals " + who + ", which this session runs in"
	}
	return true
}

// elsewhere reports whether the call runs where the numbers and names of the
// host's processes mean other processes: on another machine, or in a container
// that is not the host's own.
func (c *call) elsewhere() bool {
	if !c.Remote || !c.via("ssh", "rsh", "mosh", "autossh", "kubectl", "oc", "docker", "podman", "nerdctl") {
		return false
	}
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if cmd.Remote {
			continue
		}
		words, exact := exactWordsOf(cmd)
		if !exact {
			return false
		}
		return !slices.ContainsFunc(words, func(w string) bool {
			return w == "run" || slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, w) || strings.HasSuffix(w, "@localhost") || strings.HasSuffix(w, "@127.0.0.1") ||
				slices.ContainsFunc(c.j.f.Containers, func(n string) bool { return w == n || len(w) >= 6 && strings.HasPrefix(n, w) })
		})
	}
	return false
}

// signalsWhom is the gravest that the call's signal reaches.
func (c *call) signalsWhom() (r reach, who string) {
	switch c.name {
	case "kill", "tkill":
		r, who = c.kill()
	case "pkill", "killall", "slay":
		r, who = c.killByName()
	case "killall5":
		if len(c.args) == 1 && c.args[0].exact && c.args[0].lit == "-0" {
			return nobody, ""
		}
		r, who = everybody, "every process of the machine"
	case "fuser":
		r, who = c.fuser()
	case "skill", "snice":
		r, who = foreign, ""
		if o, ok := c.option("-u", "--user"); ok && c.ownUser(o.value) {
			r, who = host, "everything this user runs"
		}
		if len(c.args) == 0 || c.anyArg("-l") || c.anyArg("-L") || c.anyArg("-n") {
			r = nobody
		}
	case "xkill", "taskkill", "taskkill.exe":
		r = foreign
	case "suspend":
		r, who = nobody, "" // without job control it only fails
		if len(c.args) > 0 {
			r, who = anyone, "the shell itself, which then waits for a signal to go on"
		}
	case "kill-port", "fkill", "fkill-cli":
		r, who = c.killPort()
	case "start-stop-daemon":
		r, who = c.startStop()
	case "tcpkill":
		r, who = foreign, "whoever has those connections"
	case "renice":
		r = foreign
	}
	return r, who
}

// kill reads kill's arguments as bash, util-linux and procps do: the first
// word that begins with a dash and is not an option of theirs is the signal,
// any later one a process group.
func (c *call) kill() (reach, string) {
	args := c.args
	signal := "TERM"
	haveSignal, dashed := false, false // dashed: it was given as -SIGNAL
	i := 0
options:
	for i < len(args) {
		s := args[i].lit
		switch {
		case !args[i].exact && !strings.HasPrefix(s, "-"), len(s) < 2 || s[0] != '-':
			break options
		case s == "--":
			i++
			break options
		case s == "-l", s == "-L", s == "--list", s == "--table", s == "--help", s == "--version", s == "-p", s == "--pid", s == "-V":
			return nobody, ""
		case strings.HasPrefix(s, "--list="), strings.HasPrefix(s, "-l"):
			return nobody, ""
		case s == "-s", s == "-n", s == "--signal":
			signal = ""
			if i+1 < len(args) && args[i+1].exact {
				signal, haveSignal = args[i+1].lit, true
			}
			i += 2
		case s == "-q", s == "--queue", s == "--timeout":
			i += 2
			if s == "--timeout" {
				i++ // milliseconds and a signal
			}
		case strings.HasPrefix(s, "--signal="):
			signal, haveSignal = s[len("--signal="):], true
			i++
		case s == "-a", s == "--all", s == "--verbose", s == "-r", s == "--require-handler":
			i++
		case strings.HasPrefix(s, "-s") && args[i].exact && !strings.HasPrefix(strings.ToUpper(s), "-STOP") && !strings.HasPrefix(strings.ToUpper(s), "-SIG") && !strings.HasPrefix(strings.ToUpper(s), "-SEGV") && !strings.HasPrefix(strings.ToUpper(s), "-SYS"):
			signal, haveSignal = s[2:], true
			i++
		case haveSignal || !args[i].exact:
			break options // a group
		default:
			signal, haveSignal, dashed = s[1:], true, true
			i++
		}
	}
	if haveSignal && (signal == "0" || strings.EqualFold(signal, "EXIT")) {
		return nobody, ""
	}
	args = args[min(i, len(args)):]
	if len(args) > 0 && args[0].lit == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		// "kill -1" alone is an error to bash and the broadcast form to others;
		// so is a group given where a signal is expected.
		if signal == "1" && dashed {
			return everybody, "every process"
		}
		if n, err := strconv.Atoi(signal); err == nil && n > 64 && dashed {
			return c.j.pid(-n)
		}
		return nobody, ""
	}
	if !args[0].exact && strings.HasPrefix(args[0].lit, "-") { // -$SIGNAL
		signal = ""
	}
	gravest, who := nobody, ""
	for _, a := range args {
		r, w := c.killTarget(a)
		switch {
		case r == host && c.itself(a, signal):
			r, w = children, ""
		case r == foreign && c.nobodyThere(a):
			r, w = nobody, ""
		}
		if r > gravest {
			gravest, who = r, w
		}
	}
	return gravest, who
}

// nobodyThere reports whether a is a number that no process of this machine has.
func (c *call) nobodyThere(a arg) bool {
	n, err := strconv.Atoi(a.lit)
	return err == nil && a.exact && n > 0 && len(c.Via) == 0 && len(c.j.f.Processes) > 0 &&
		!slices.ContainsFunc(c.j.f.Processes, func(p Process) bool { return p.PID == n })
}

// itself reports whether a is $$ where that is the script's own to signal: it
// is a program of its own, or has a trap for the signal.
func (c *call) itself(a arg, signal string) bool {
	prefix, o, whole := c.origin(a.Text)
	if !whole || prefix != "" || o.Kind != shellparse.OriginSelf {
		return false
	}
	if c.j.s.Own {
		return true
	}
	signal = signalName(signal)
	if signal == "" || signal == "KILL" || signal == "STOP" { // not known; no trap is heard
		return false
	}
	for _, trapped := range c.j.s.Traps {
		if signalName(trapped) == signal {
			return true
		}
	}
	return false
}

// signalName is the one name of a signal: "TERM" for sigterm and 15. The
// numbers are those that POSIX fixes, and Linux's.
func signalName(s string) string {
	switch s {
	case "1":
		return "HUP"
	case "2":
		return "INT"
	case "3":
		return "QUIT"
	case "9":
		return "KILL"
	case "10":
		return "USR1"
	case "12":
		return "USR2"
	case "14":
		return "ALRM"
	case "15":
		return "TERM"
	case "19":
		return "STOP"
	}
	return strings.TrimPrefix(strings.ToUpper(s), "SIG")
}

// killTarget says whom one argument of kill reaches.
func (c *call) killTarget(a arg) (reach, string) {
	if a.exact {
		s := strings.TrimSpace(a.lit)
		switch {
		case s == "":
			return nobody, ""
		case s[0] == '%':
			return children, s
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			if s[0] == '-' {
				return nobody, "" // an option after all
			}
			return c.j.once("name "+s, func(p *Process) bool { return p.Name == s })
		}
		return c.j.pid(n)
	}
	prefix, o, whole := c.origin(a.Text)
	for p := range a.Parts() {
		if p.Origin >= 0 && p.Origin < len(c.j.s.Origins) {
			switch k := c.j.s.Origins[p.Origin].Kind; k {
			case shellparse.OriginHostPID:
				return host, "a process computed from this session's own number"
			case shellparse.OriginAllPIDs:
				return everybody, "every process"
			}
		}
	}
	if !whole || prefix != "" && prefix != "-" && prefix != "+" {
		return anyone, ""
	}
	switch o.Kind {
	case shellparse.OriginSelf:
		return host, "$$, the shell of this session" + c.hostName()
	case shellparse.OriginParent:
		return host, "$PPID" + c.hostName()
	case shellparse.OriginOwnShell, shellparse.OriginJob:
		return children, ""
	case shellparse.OriginUnset:
		if c.j.assigned(o.Name) { // not yet: trap 'kill $p' EXIT; server & p=$!
			return nobody, ""
		}
	case shellparse.OriginOutput:
		return c.listed(o.Command)
	case shellparse.OriginInput: // what read has read, or xargs
		if c.j.gatewayFile(c.j.target(shellparse.Text(o.Name), false, c.dir)) {
			return host, gatewayNumber
		}
		if namesParent(o.Name) {
			return host, ownParent
		}
	}
	return anyone, ""
}

func (c *call) hostName() string {
	if len(c.j.f.Host) > 0 {
		return " (" + describe(c.j.f.Host[0]) + ")"
	}
	return ""
}

// pid says whom a number given to kill reaches: a process, 0 the own group,
// -1 every process, below that a group.
func (j *judge) pid(n int) (reach, string) {
	switch {
	case n == -1:
		return everybody, "every process"
	case n == 0:
		return host, "its own process group"
	}
	for _, list := range [2][]Process{j.f.Host, j.f.Protect} {
		for _, p := range list {
			if n > 0 && p.PID == n || n < 0 && p.PGID == -n {
				return host, describe(p)
			}
		}
	}
	if j.owns(n) {
		return children, ""
	}
	return foreign, strconv.Itoa(n)
}

func describe(p Process) string {
	if p.Name == "" {
		return "process " + strconv.Itoa(p.PID)
	}
	return fmt.Sprintf("process %d (%s)", p.PID, p.Name)
}

func (j *judge) isHost(pid int) bool {
	for _, list := range [2][]Process{j.f.Host, j.f.Protect} {
		for _, p := range list {
			if p.PID == pid {
				return true
			}
		}
	}
	return false
}

// fuser -k signals who uses a port or a file.
func (c *call) fuser() (reach, string) {
	if !c.has("-k", "--kill") {
		return nobody, ""
	}
	if c.has("-l", "--list-signals") {
		return nobody, ""
	}
	gravest, who := nobody, ""
	if len(c.ops) == 0 {
		gravest = foreign
	}
	for _, a := range c.ops {
		port, ok := portOf(a.lit)
		if o, has := c.option("-n", "--namespace"); has && o.value.lit != "file" {
			port, ok = portOf(a.lit + "/" + o.value.lit)
		}
		r, w := anyone, ""
		if ok && a.exact {
			if r, w = c.j.port(port); r == foreign && c.j.servesAgain(port) {
				r = children
			}
		} else if t := c.target(a); a.exact && (c.has("-m", "--mount", "-M", "-c") && c.j.wipes(t) != "" || below(c.j.f.Dir, t.path)) {
			r, w = host, "whoever uses "+t.path
		}
		if r > gravest {
			gravest, who = r, w
		}
	}
	return gravest, who
}

// killPort reads kill-port's ports and fkill's ports, names and numbers.
func (c *call) killPort() (reach, string) {
	gravest, who := nobody, ""
	for _, a := range c.args {
		r, w := foreign, a.lit
		if n, ok := portOf(a.lit); ok && a.exact && (c.name == "kill-port" || strings.HasPrefix(a.lit, ":")) {
			r, w = c.j.port(n)
		} else if a.exact && strings.HasPrefix(a.lit, "-") {
			continue
		} else if a.exact {
			r, w = c.killTarget(a)
		}
		if r > gravest {
			gravest, who = r, w
		}
	}
	return gravest, who
}

// portOf reads fuser's and lsof's spellings of a port: 8080/tcp, :8080, tcp:8080.
func portOf(s string) (int, bool) {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "/tcp"), "/udp")
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		s = s[i+1:]
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && n < 1<<16
}

func (c *call) anyArg(s string) bool {
	for _, a := range c.args {
		if a.lit == s {
			return true
		}
	}
	return false
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
