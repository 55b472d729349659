package tiers

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

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
			if t.verb&reads != 0 && c.j.gatewayFile(t.target) {
				return host, gatewayNumber
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
		if !oneOf(e.name, []string{"head", "tail", "sort", "uniq", "tr", "cat", "grep", "xargs"}) {
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
