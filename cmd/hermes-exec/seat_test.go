package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// A question is asked on the terminals that supervisors made for their
// commands, and on none that a command made.
func TestVouchOwn(t *testing.T) {
	t.Parallel()
	const agent, outer = 10, 20
	monitor := []string{"hermes-exec-monitor"}
	above := []tiers.Process{{PID: outer, SID: agent}, {PID: 11, SID: agent}, {PID: agent, SID: agent}}
	in := func(rows ...tiers.Process) []tiers.Process { return append(rows, above...) }
	for _, tt := range []struct {
		name   string
		host   []tiers.Process // nearest first; this process first of all
		others []int           // run another program
		abroad []int           // have another terminal than their own
		want   string          // of the error
	}{
		{"the furthest one's session", in(tiers.Process{PID: 30, SID: agent}), nil, nil, ""},
		{"the furthest one's pty", in(tiers.Process{PID: 30, SID: 21}, tiers.Process{PID: 21, SID: 21, Argv: monitor}), nil, []int{outer}, ""},
		{"another one in between", in(tiers.Process{PID: 50, SID: 41}, tiers.Process{PID: 41, SID: 41, Argv: monitor}, tiers.Process{PID: 40, SID: 21}, tiers.Process{PID: 30, SID: 21}, tiers.Process{PID: 21, SID: 21, Argv: monitor}), []int{30}, nil, ""},
		{"one in between that reads another terminal", in(tiers.Process{PID: 50, SID: 41}, tiers.Process{PID: 41, SID: 41, Argv: monitor}, tiers.Process{PID: 40, SID: agent}), nil, []int{40}, "somebody else's terminal"},
		{"a session that a command made", in(tiers.Process{PID: 50, SID: 30}, tiers.Process{PID: 30, SID: 30, Argv: []string{"python3"}}), []int{30}, nil, "made this terminal"},
		{"one that is called a monitor", in(tiers.Process{PID: 50, SID: 30}, tiers.Process{PID: 30, SID: 30, Argv: monitor}), []int{30}, nil, "made this terminal"},
		{"a monitor of somebody else", in(tiers.Process{PID: 50, SID: 41}, tiers.Process{PID: 41, SID: 41, Argv: monitor}, tiers.Process{PID: 40, SID: agent}), []int{40}, nil, "made this terminal"},
		{"the leader itself", in(tiers.Process{PID: 50, SID: 50, Argv: monitor}), nil, nil, "made this terminal"},
		{"a leader that has ended", in(tiers.Process{PID: 50, SID: 30}), nil, nil, "made this terminal"},
		{"a leader above the agent", in(tiers.Process{PID: 50, SID: 11}), nil, nil, "made this terminal"},
	} {
		s := seats{
			ours:   func(pid int) bool { return !slices.Contains(tt.others, pid) },
			athome: func(pid int) bool { return !slices.Contains(tt.abroad, pid) },
		}
		err := vouchOwn(tt.host, above[0], s)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Under another supervisor the terminal to ask on is the one that was named to
// the furthest.
func TestTerminalNamed(t *testing.T) {
	t.Setenv("HERMES_EXEC_TTY", "/dev/pts/7")
	alone := &world{outer: func() *outer { return nil }, nested: func() bool { return false }}
	left := &world{outer: func() *outer { return nil }, nested: func() bool { return true }}
	inside := &world{nested: func() bool { return true }, outer: func() *outer {
		return &outer{env: func(string) string { return "/dev/pts/3" }}
	}}
	for w, want := range map[*world]string{alone: "/dev/pts/7", left: "", inside: "/dev/pts/3"} {
		if got := w.terminal(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
