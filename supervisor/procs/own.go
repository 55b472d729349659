package procs

import "github.com/hermes-exec/hermes-exec/tiers"

// MarkOwn sets [tiers.Process].Own for the rows of all that an earlier command
// of this session has left running: a server started in the background, and
// what that started. host are this process and its ancestors, nearest first;
// agent is the pid of the one among them that gives the commands; dir is where
// it works.
//
// The kernel does not keep who started an orphan, so several things must agree:
// the process is this user's, began after the agent, in the agent's control
// group, and works in or below dir. The way up from it leads past the agent and
// everything between, to what has adopted it. And it is in no terminal session
// of somebody else: it is in ours, or in one without a terminal whose leader
// has ended or is itself such a process. An agent that is pid 1 adopts the
// orphans itself; they are not told from its own helpers, and nothing is marked.
func MarkOwn(all, host []tiers.Process, agent int, dir, home string) {
	if dir == "/" || dir == home || len(host) == 0 {
		return // everybody works there
	}
	t := newTable(all, host, agent)
	same, ok := beside(agent, dir)
	if !ok {
		return
	}
	for i := range all {
		if p := &all[i]; !t.host[p.PID] && t.orphaned(p) && same(p.PID) {
			p.Own = true
		}
	}
}

// table is the process table, by pid.
type table struct {
	rows     map[int]*tiers.Process
	host     map[int]bool
	adopters map[int]bool // those of the host above the agent
	sid      int          // our session
}

func newTable(all, host []tiers.Process, agent int) *table {
	t := &table{rows: make(map[int]*tiers.Process, len(all)), host: map[int]bool{}, adopters: map[int]bool{}, sid: host[0].SID}
	above := false
	for _, p := range host {
		t.host[p.PID] = true
		t.adopters[p.PID] = above
		above = above || p.PID == agent
	}
	for i := range all {
		t.rows[all[i].PID] = &all[i]
	}
	return t
}

// orphaned reports whether the way up from p leads past the agent, and p is in
// our session or in one whose leader has gone or is on that way.
func (t *table) orphaned(p *tiers.Process) bool {
	led := p.SID == t.sid || t.rows[p.SID] == nil
	for n := 0; n < maxAncestors; n++ {
		led = led || p.PID == p.SID
		if t.host[p.PPID] {
			return led && t.adopters[p.PPID]
		}
		parent := t.rows[p.PPID]
		if parent == nil {
			return false
		}
		p = parent
	}
	return false
}
