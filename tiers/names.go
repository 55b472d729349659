package tiers

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// killByName says whom pkill and killall reach, by looking their patterns up
// in the process table as they would.
func (c *call) killByName() (reach, string) {
	if c.has("-l", "--list", "--help", "-V", "--version") && c.name == "killall" || c.has("--help") {
		return nobody, ""
	}
	args, signal := c.nameArgs()
	if signal == "0" {
		return nobody, ""
	}
	if c.name == "pkill" && c.has("-v", "--inverse") {
		return host, "every process but those named"
	}
	if c.name == "pkill" && c.ownGroup() {
		return host, "a group or session computed from this session's own number"
	}
	if o, ok := c.option("-P", "--parent"); ok && c.name == "pkill" {
		if prefix, of, whole := c.origin(o.value.Text); whole && prefix == "" && (of.Kind == shellparse.OriginSelf || of.Kind == shellparse.OriginOwnShell) {
			return children, "" // of the shell that this stands in
		}
	}
	for _, a := range args {
		if !a.exact {
			return anyone, ""
		}
	}
	key := c.words()
	found, ok := c.j.table.found[key]
	if !ok {
		found = c.lookUp(args)
		c.j.table.keep(key, found)
	}
	r, who := found.by, found.who
	if r == foreign && c.name == "pkill" && c.has("-f", "--full") && len(args) == 1 && c.j.restarts(args[0].lit) {
		return children, ""
	}
	return r, who
}

// lookUp looks patterns or names up in the process table.
func (c *call) lookUp(args []arg) reached {
	hits, known := c.criteria(args)
	switch {
	case !known:
		return reached{by: anyone}
	case hits == nil:
		return reached{by: nobody}
	case len(args) > maxPatterns && !c.literal():
		if r, who := c.j.namedIn(hits, c.j.f.Host, c.j.f.Protect); r == host {
			return reached{r, who}
		}
		return reached{by: anyone}
	}
	r, who := c.j.named(hits)
	return reached{r, who}
}

// literal reports whether names are looked for rather than patterns.
func (c *call) literal() bool {
	return c.name != "pkill" && !(c.name == "killall" && c.has("-r", "--regexp", "-m"))
}

// nameArgs are the patterns or names, without a leading -SIGNAL.
func (c *call) nameArgs() (names []arg, signal string) {
	if o, ok := c.option("--signal", "-s"); ok && (c.name == "killall" || o.long != "") {
		signal = o.value.lit
	}
	short := c.prog.short
	ended := false
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		s := a.lit
		switch {
		case ended || len(s) < 2 || s[0] != '-' || !a.exact && !strings.HasPrefix(s, "--"):
			names = append(names, a)
		case s == "--":
			ended = true
		case strings.HasPrefix(s, "--"):
			if !strings.Contains(s, "=") && takesValue(c.prog.long, s[2:], true) {
				i++
			}
		case len(names) == 0 && signal == "" && isSignal(s[1:]):
			signal = strings.TrimPrefix(strings.ToUpper(s[1:]), "SIG")
		default:
			if k := strings.IndexAny(s[1:], short); k >= 0 && k == len(s)-2 && !(c.name == "killall" && strings.ContainsAny(s[1:], "gzcdmqrt") && !strings.ContainsAny(s[1:], "sunoyZ")) {
				i++ // the option's value
			}
		}
	}
	return names, signal
}

func isSignal(s string) bool {
	if _, err := strconv.Atoi(s); err == nil {
		return true
	}
	switch strings.TrimPrefix(strings.ToUpper(s), "SIG") {
	case "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT",
		"CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "POLL", "PWR", "SYS":
		return s == strings.ToUpper(s)
	}
	return false
}

// criteria makes the test a process must pass. known is false where it rests
// on something the process table here does not say (a terminal, a user), and
// nothing else narrows it; hits is nil where there is nothing to look for.
func (c *call) criteria(names []arg) (hits func(*Process) bool, known bool) {
	full, exactly, fold := c.has("-f", "--full"), c.has("-x", "--exact"), c.has("-i", "--ignore-case", "-I")
	var patterns []*regexp.Regexp
	plain, seen := map[string]bool{}, map[string]bool{} // whole names; patterns
	for _, a := range names {
		s := a.lit
		if c.literal() {
			if s = path.Base(s); fold {
				s = foldCase(s)
			}
			plain[s] = true
			continue
		}
		if seen[s] {
			continue
		}
		seen[s] = true
		if exactly {
			s = "^(?:" + s + ")$"
		}
		if fold {
			s = "(?i)" + s
		}
		re, err := regexp.Compile(s)
		if err != nil {
			return nil, false // POSIX syntax that Go does not have
		}
		patterns = append(patterns, re)
	}
	parents, groups, sessions, narrowed := c.numbers("-P", "--parent"), c.numbers("-g", "--pgroup"), c.numbers("-s", "--session"), false
	if c.name != "pkill" {
		parents, groups, sessions = nil, nil, nil
	}
	if len(patterns)+len(plain) == 0 {
		if len(parents)+len(groups)+len(sessions) == 0 {
			if r, ok := c.option("-r", "--runstates"); c.name == "pkill" && (c.has("-O", "--older") || ok && r.value.exact && strings.ContainsAny(r.value.lit, "SI")) {
				// The host is older than whatever it runs, and sleeps while it waits.
				return func(*Process) bool { return true }, true
			}
			if c.name == "pkill" && c.has("-u", "--euid", "-U", "--uid", "-G", "--group", "-t", "--terminal", "-F", "--pidfile", "-r", "--runstates", "--cgroup", "--ns", "--env") ||
				c.name == "killall" && c.has("-u", "--user", "-t") {
				if o, ok := c.option("-u", "--euid", "-U", "--uid", "--user"); ok && c.ownUser(o.value) {
					return func(*Process) bool { return true }, true // everything this user runs
				}
				if o, ok := c.option("-F", "--pidfile"); ok && c.j.gatewayFile(c.target(o.value)) {
					return func(p *Process) bool { return c.j.isHost(p.PID) }, true
				}
				return nil, false
			}
			return nil, true
		}
		narrowed = true
	}
	isNamed := func(s string) bool {
		if len(plain) > 0 {
			if fold {
				s = foldCase(s)
			}
			return plain[s]
		}
		for _, re := range patterns {
			if re.MatchString(s) {
				return true
			}
		}
		return false
	}
	return func(p *Process) bool {
		if len(parents) > 0 && !slices.Contains(parents, p.PPID) || len(groups) > 0 && !slices.Contains(groups, p.PGID) && !slices.Contains(groups, 0) || len(sessions) > 0 && !slices.Contains(sessions, p.SID) && !slices.Contains(sessions, 0) {
			return false
		}
		if narrowed {
			return true
		}
		if full {
			return isNamed(c.j.table.line(p))
		}
		return isNamed(p.Name) || c.name == "killall" && len(p.Name) >= 15 && len(p.Argv) > 0 && isNamed(path.Base(p.Argv[0]))
	}, true
}

// maxPatterns is how many patterns of one command are held against the whole
// process table rather than the host's rows alone. pkill takes one, killall is
// given a handful.
const maxPatterns = 64

// foldCase is one spelling for all that differ in case alone.
func foldCase(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// words are the words of the call that its options and operands come from, as
// one key.
func (c *call) words() string {
	var sb strings.Builder
	sb.WriteString(c.name)
	for _, a := range c.args {
		sb.WriteByte(0)
		if !a.exact {
			sb.WriteByte(1)
		}
		sb.WriteString(a.lit)
	}
	return sb.String()
}

func (c *call) numbers(want ...string) []int {
	var ns []int
	c.values(func(a arg) {
		for s := range strings.SplitSeq(a.lit, ",") {
			if n, err := strconv.Atoi(s); err == nil {
				ns = append(ns, n)
			}
		}
	}, want...)
	return ns
}

// listed says whom a list that a command printed reaches: "kill $(pgrep x)",
// "pidof x | head -1 | xargs kill", "kill $(lsof -ti:3000)".
func (c *call) listed(printer int) (reach, string) {
	if printer < 0 || printer >= len(c.j.s.Commands) {
		return anyone, ""
	}
	var e call
	var patterns []string
	cmd := &c.j.s.Commands[printer]
	for i := printer; i >= 0 && printer-i < 64; i-- {
		p := &c.j.s.Commands[i]
		if i != printer && (p.Pipeline != cmd.Pipeline || cmd.Pipeline == 0) || len(p.Argv) == 0 {
			continue
		}
		e.fill(c.j, p, p.Argv, nil)
		for _, t := range e.effects() {
			switch {
			case t.verb&reads == 0:
			case c.j.gatewayFile(t.target):
				return host, gatewayNumber
			case namesParent(t.path):
				return host, ownParent
			}
		}
		if r, w, ok := e.lists(); ok {
			return r, w
		}
		if e.name == "cat" && len(e.args) == 1 {
			if e.writtenByServer(i) {
				return children, ""
			}
			if r, w, ok := e.pidFile(i); ok {
				return r, w
			}
		}
		switch e.name {
		case "ps":
			if r, w := c.j.matching(patterns); r == host {
				return r, w
			}
			return anyone, ""
		case "grep", "egrep", "fgrep":
			if len(e.ops) > 0 && !e.has("-v", "--invert-match") {
				patterns = append(patterns, e.ops[0].lit)
			}
		case "awk", "gawk", "mawk":
			if len(e.ops) > 0 && strings.HasPrefix(e.ops[0].lit, "/") {
				pattern, _, _ := strings.Cut(e.ops[0].lit[1:], "/")
				patterns = append(patterns, pattern)
			}
			continue
		case "cut", "sed":
			continue
		}
		if !slices.Contains([]string{"head", "tail", "sort", "uniq", "tr", "cat", "grep", "xargs"}, e.name) {
			return anyone, ""
		}
	}
	return anyone, ""
}

// matching says whom the lines of ps that hold all the patterns are about.
func (j *judge) matching(patterns []string) (reach, string) {
	if len(patterns) == 0 {
		return anyone, ""
	}
	var all []*regexp.Regexp
	for _, p := range patterns {
		re, err := regexp.Compile(p)
		if err != nil {
			return anyone, ""
		}
		all = append(all, re)
	}
	return j.once("lines\x00"+strings.Join(patterns, "\x00"), func(p *Process) bool {
		line := j.table.line(p)
		for _, re := range all {
			if !re.MatchString(line) {
				return false
			}
		}
		return true
	})
}

// lists says whom the process numbers that a call prints belong to.
func (c *call) lists() (reach, string, bool) {
	switch c.name {
	case "pgrep":
		pk := *c
		pk.name, pk.prog = "pkill", &patternKill
		pk.opts, pk.ops = nil, nil
		pk.parse()
		r, w := pk.killByName()
		return r, w, true
	case "pidof":
		gravest, who := foreign, ""
		for _, a := range c.ops {
			if !a.exact {
				return anyone, "", true
			}
			n := path.Base(a.lit)
			r, w := c.j.once("program "+n, func(p *Process) bool {
				return p.Name == n || len(p.Argv) > 0 && path.Base(p.Argv[0]) == n
			})
			if r > gravest {
				gravest, who = r, w
			}
		}
		return gravest, who, true
	case "seq":
		r, w := c.counted()
		return r, w, true
	case "lsof", "fuser":
		for _, a := range c.args {
			s := a.lit
			if i := strings.IndexByte(s, ':'); i >= 0 && a.exact {
				s = s[i:]
			}
			if n, ok := portOf(s); ok && a.exact {
				r, w := c.j.port(n)
				if r == foreign && c.j.servesAgain(n) {
					return children, "", true
				}
				if r == foreign {
					w = "whoever listens on port " + strconv.Itoa(n)
				}
				return r, w, true
			}
		}
	}
	return anyone, "", false
}
