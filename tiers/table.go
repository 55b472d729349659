package tiers

import (
	"slices"
	"strings"
)

// reached is whom a signal reaches, and who that is.
type reached struct {
	by  reach
	who string
}

// table is what was looked up in the process table so far: a text may ask for
// the same thousands of times, and the table has thousands of rows.
type table struct {
	found map[string]reached       // by what was asked for
	lines map[*string]string       // command lines, by their first word
	rows  map[int]owner            // by pid, and by negated group
	ports map[int][]*Process       // in the order of lists
	files map[string]lookedThrough // see [judge.mayRewrite]
}

// owner says whose the processes of a pid or a group are.
type owner struct{ own, others bool }

// lists are the rows there are: the host's first.
func (f *Facts) lists() [3][]Process { return [3][]Process{f.Host, f.Protect, f.Processes} }

// line is the command line of a process, or its name where it has none.
func (t *table) line(p *Process) string {
	switch len(p.Argv) {
	case 0:
		return p.Name
	case 1:
		return p.Argv[0]
	}
	line, ok := t.lines[&p.Argv[0]]
	if !ok {
		if t.lines == nil {
			t.lines = map[*string]string{}
		}
		line = strings.Join(p.Argv, " ")
		t.lines[&p.Argv[0]] = line
	}
	return line
}

// once is named for what a key stands for, looked up the first time only.
func (j *judge) once(key string, hits func(*Process) bool) (reach, string) {
	r, ok := j.table.found[key]
	if !ok {
		r.by, r.who = j.named(hits)
		j.table.keep(key, r)
	}
	return r.by, r.who
}

func (t *table) keep(key string, r reached) {
	if t.found == nil {
		t.found = map[string]reached{}
	}
	t.found[key] = r
}

// named looks the process table through for what a name, pattern or other
// criterion would hit, and says which of them are the host. What this session
// left running is its own to stop.
func (j *judge) named(hits func(*Process) bool) (reach, string) {
	lists := j.f.lists()
	return j.namedIn(hits, lists[:]...)
}

func (j *judge) namedIn(hits func(*Process) bool, lists ...[]Process) (reach, string) {
	var hit []*Process
	for _, list := range lists {
		for i := range list {
			if p := &list[i]; hits(p) {
				if j.isHost(p.PID) {
					return host, describe(*p)
				}
				hit = append(hit, p)
			}
		}
	}
	return othersOf(hit)
}

// othersOf says whom a signal to rows reaches that are not the host's.
func othersOf(rows []*Process) (reach, string) {
	var others []string
	own := false
	for _, p := range rows {
		switch {
		case p.Own:
			own = true
		case len(others) < 3:
			others = append(others, describe(*p))
		}
	}
	if own && len(others) == 0 {
		return children, ""
	}
	return foreign, strings.Join(others, ", ")
}

// owns reports whether a pid, or a negated group, is of processes that this
// session left running, and of no others.
func (j *judge) owns(n int) bool {
	t := &j.table
	if t.rows == nil {
		t.rows = map[int]owner{}
		for i := range j.f.Processes {
			p := &j.f.Processes[i]
			for _, key := range [2]int{p.PID, -p.PGID} {
				o := t.rows[key]
				t.rows[key] = owner{o.own || p.Own, o.others || !p.Own || j.isHost(p.PID)}
			}
		}
	}
	return t.rows[n] == owner{own: true}
}

// port says who is bound to a port.
func (j *judge) port(n int) (reach, string) {
	t := &j.table
	if t.ports == nil {
		t.ports = map[int][]*Process{}
		for _, list := range j.f.lists() {
			for i := range list {
				for _, q := range list[i].Ports {
					t.ports[q] = append(t.ports[q], &list[i])
				}
			}
		}
	}
	rows := t.ports[n]
	if i := slices.IndexFunc(rows, func(p *Process) bool { return j.isHost(p.PID) }); i >= 0 {
		return host, describe(*rows[i])
	}
	return othersOf(rows)
}
