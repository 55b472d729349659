package procs

import (
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// TestOrphaned: the tree is pid 1, a multiplexer (10), its windows, and in one
// of them the agent (30) with a shell (31) and this process (32).
func TestOrphaned(t *testing.T) {
	t.Parallel()
	row := func(pid, ppid, sid int) tiers.Process { return tiers.Process{PID: pid, PPID: ppid, SID: sid} }
	host := []tiers.Process{row(32, 31, 20), row(31, 30, 20), row(30, 20, 20), row(20, 10, 20), row(10, 1, 10), row(1, 0, 1)}
	for _, tt := range []struct {
		name string
		p    tiers.Process
		want bool
	}{
		{"a job left in our session", row(50, 1, 20), true},
		{"what a job has started", row(51, 50, 20), true},
		{"adopted by the multiplexer", row(52, 10, 20), true},
		{"a session of its own", row(53, 1, 53), true},
		{"below a session of its own", row(54, 53, 53), true},
		{"a session whose leader has gone", row(55, 1, 999), true},
		{"the agent's own helper", row(60, 30, 20), false},
		{"its helper's child", row(61, 60, 20), false},
		{"a job that the shell between still has", row(62, 31, 20), false},
		{"another session, led by somebody else", row(63, 1, 70), false},
		{"whose parent is not in the table", row(64, 998, 20), false},
		{"its own parent, in a table that changes as it is read", row(65, 65, 20), false},
	} {
		rows := append([]tiers.Process{row(50, 1, 20), row(53, 1, 53), row(60, 30, 20), row(70, 1, 70), tt.p}, host...)
		tab := newTable(rows, host, 30)
		if got := tab.orphaned(&tt.p); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	// An agent that is pid 1 adopts the orphans itself.
	host = []tiers.Process{row(32, 1, 1), row(1, 0, 1)}
	if job := row(50, 1, 1); newTable(append(host, job), host, 1).orphaned(&job) {
		t.Error("an agent that is pid 1: its helpers look the same")
	}
}
