package pure

import "strings"

// sedProgram is a script of sed whose every command is one of s y d D p P q Q
// = a i c n N g G h H x: no labels, no blocks, no files.
type sedProgram struct {
	cmds  []sedCmd
	quiet bool
}

type sedCmd struct {
	name    byte
	addr    [2]sedAddr
	count   int    // of addresses
	not     bool   // !
	inRange bool   // between its two addresses
	re      *posix // of s, with its flags:
	parts   []sedPart
	nth     int // the first match that is replaced
	global  bool
	print   bool
	table   *trMap // of y
	text    string // of a, i, c
}

// sedAddr is one address: a line, the last line, or an expression.
type sedAddr struct {
	line int // 0: one of the others
	step int // first~step
	last bool
	re   *posix
}

// maxSedTurns is how often a cycle may start that reads no line.
const maxSedTurns = 1000

// sedPart is a stretch of a replacement: text, or a group (0: all of the match).
type sedPart struct {
	lit   string
	group int // -1: text
}

func (j *job) sed() bool {
	opts, operands, ok := getopt(j.args, "n/quiet 1/silent e:expression E/regexp-extended r/ u/unbuffered")
	if !ok {
		return false
	}
	var scripts []string
	p := sedProgram{}
	d := dialectRE{sed: true}
	for _, o := range opts {
		switch o.letter {
		case 'n', '1':
			p.quiet = true
		case 'E', 'r':
			d.extended = true
		case 'e':
			scripts = append(scripts, o.value)
		}
	}
	if scripts == nil {
		if len(operands) == 0 {
			return false
		}
		scripts, operands = operands[:1], operands[1:]
	}
	script := strings.Join(scripts, "\n")
	r := sedReader{s: script, d: d, p: &p}
	if strings.HasPrefix(script, "#n") || !isASCII(script) || !r.program() || !j.read(operands) {
		return false
	}
	return p.run(j)
}

// run interprets the program over the lines that are known.
func (p *sedProgram) run(j *job) bool {
	ranges, numbered, skips, reads := false, false, false, false
	for i := range p.cmds {
		c := &p.cmds[i]
		ranges = ranges || c.count == 2
		numbered = numbered || c.count == 2 && c.addr[0].line > 0
		skips = skips || (c.name == 'd' || c.name == 'c') && len(p.cmds) > 1
		reads = reads || c.name == 'n' || c.name == 'N' || c.name == 'D'
		if j.cut && (c.addr[0].last || c.addr[1].last) || c.table != nil && !isASCII(j.in) {
			return false
		}
	}
	if ranges && reads || numbered && skips { // a range may never see the line that opens or ends it
		return false
	}
	m := sedRun{p: p, j: j, lines: linesOf(j.in), held: true}
	for m.next() {
		if m.steps++; m.steps > len(m.lines)+maxSedTurns || !m.cycle() {
			return false
		}
		if m.quit {
			j.ended = true
			j.drank, j.torn = false, j.drank
			break
		}
	}
	return true
}

// sedRun is the state of a run.
type sedRun struct {
	p       *sedProgram
	j       *job
	lines   []string
	n       int // lines read
	space   string
	ended   bool // the line in the pattern space ended in a newline
	owed    bool // a newline that is printed before anything else
	hold    string
	held    bool // the line in the hold space ended in a newline
	steps   int
	after   []string // text that a has put off
	quit    bool
	restart bool // D: the next cycle reads no line
	failed  bool // a match that is not computed
}

func (m *sedRun) last() bool { return m.n == len(m.lines) }

// next reads a line for a new cycle.
func (m *sedRun) next() bool {
	if m.restart {
		m.restart = false
		return true
	}
	if m.last() {
		return false
	}
	m.space, m.ended = strings.CutSuffix(m.lines[m.n], "\n")
	m.n++
	return true
}

// print writes text as a line, whose newline is missing where that of the
// input's last line is.
func (m *sedRun) print(s string, newline bool) {
	if m.owed {
		m.j.put("\n")
	}
	m.j.line(s, newline)
	m.owed = !newline
}

func (m *sedRun) flush() {
	for _, s := range m.after {
		m.print(s, true)
	}
	m.after = nil
}

func (m *sedRun) cycle() bool {
	for i := range m.p.cmds {
		c := &m.p.cmds[i]
		if m.j.full || len(m.space)+len(m.hold) > MaxOutput || !m.j.Env.Works(len(m.space)) {
			return false
		}
		if c.selects(m) == c.not || m.failed {
			if m.failed {
				return false
			}
			continue
		}
		switch c.name {
		case 's':
			if m.substitute(c) && c.print {
				m.print(m.space, m.ended)
			}
			if m.failed {
				return false
			}
		case 'y':
			last := -1
			m.space = c.table.apply(m.space, &last)
		case 'd':
			m.flush()
			return true
		case 'D':
			_, rest, more := strings.Cut(m.space, "\n")
			if more {
				m.space, m.restart = rest, true
			}
			m.flush()
			return true
		case 'p':
			m.print(m.space, m.ended)
		case 'P':
			first, _, more := strings.Cut(m.space, "\n")
			m.print(first, more || m.ended)
		case 'q', 'Q':
			m.quit = true
			if m.ended = true; c.name == 'q' { // it ends its line in any case
				m.end()
			}
			return true
		case '=':
			m.print(itoa(m.n), true)
		case 'a':
			m.after = append(m.after, c.text)
		case 'i':
			m.print(c.text, true)
		case 'c':
			if c.count < 2 || c.not || !c.inRange {
				m.print(c.text, true)
			}
			m.flush()
			return true
		case 'n', 'N':
			if m.last() {
				if m.j.cut {
					return false // whether there is another line is not known
				}
				m.quit = true
				m.end()
				return true
			}
			before := m.space
			if c.name == 'n' && !m.p.quiet {
				m.print(m.space, m.ended)
			}
			m.flush()
			m.next()
			if c.name == 'N' {
				m.space = before + "\n" + m.space
			}
		case 'g':
			m.space, m.ended = m.hold, m.held
		case 'G':
			m.space, m.ended = m.space+"\n"+m.hold, m.held
		case 'h':
			m.hold, m.held = m.space, m.ended
		case 'H':
			m.hold, m.held = m.hold+"\n"+m.space, m.ended
		case 'x':
			m.space, m.hold = m.hold, m.space
			m.ended, m.held = m.held, m.ended
		}
	}
	m.end()
	return true
}

// end ends a cycle: the pattern space is printed.
func (m *sedRun) end() {
	if !m.p.quiet {
		m.print(m.space, m.ended)
	}
	m.flush()
}

func (m *sedRun) substitute(c *sedCmd) bool {
	if !c.re.fits(m.j.Env, m.space) {
		m.failed = true
		return false
	}
	matches := c.re.FindAllStringSubmatchIndex(m.space, -1)
	var out []byte
	at, done := 0, false
	for k, loc := range matches {
		if k+1 < c.nth || k+1 > c.nth && !c.global {
			continue
		}
		done = true
		out = append(out, m.space[at:loc[0]]...)
		for _, p := range c.parts {
			switch {
			case p.group < 0:
				out = append(out, p.lit...)
			case loc[2*p.group] >= 0:
				out = append(out, m.space[loc[2*p.group]:loc[2*p.group+1]]...)
			}
		}
		if at = loc[1]; len(out) > MaxOutput {
			m.failed = true
			return false
		}
	}
	if done {
		m.space = string(out) + m.space[at:]
	}
	return done
}

func (a *sedAddr) matches(m *sedRun) bool {
	switch {
	case a.re != nil:
		m.failed = m.failed || !a.re.fits(m.j.Env, m.space)
		return !m.failed && a.re.MatchString(m.space)
	case a.last:
		return m.last()
	case a.step > 0:
		return m.n >= a.line && (m.n-a.line)%a.step == 0
	}
	return m.n == a.line
}

// selects reports whether the addresses of a command hold for the line.
func (c *sedCmd) selects(m *sedRun) bool {
	switch c.count {
	case 0:
		return true
	case 1:
		return c.addr[0].matches(m)
	}
	if !c.inRange {
		if !c.addr[0].matches(m) {
			return false
		}
		to := &c.addr[1]
		c.inRange = !(to.re == nil && !to.last && to.line <= m.n || to.last && m.last())
		return true
	}
	to := &c.addr[1]
	switch {
	case to.re != nil || to.last:
		c.inRange = !to.matches(m)
	default:
		c.inRange = m.n < to.line
	}
	return true
}

func itoa(n int) string {
	if n < 10 {
		return string([]byte{'0' + byte(n)})
	}
	return itoa(n/10) + string([]byte{'0' + byte(n%10)})
}
