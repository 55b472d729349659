package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Where a person works they are asked; where an agent has made the terminal
// nobody is. Each row is a process table: this program's process is 100, on
// terminal 5 unless it says otherwise.
func TestHandmade(t *testing.T) {
	t.Parallel()
	type row struct {
		pid, ppid int
		name      string
		tty       uint64 // 0: none; below 10: a pty; above: a console
		holds     uint64
	}
	const console = 11
	for _, tt := range []struct {
		name    string
		rows    []row
		gateway int
		maker   string // who has made the terminal; "": a person is asked
	}{
		{"a person in tmux", []row{{2, 1, "tmux: server", 0, 5}, {3, 2, "bash", 5, 0}, {100, 3, "hermes-exec", 5, 0}}, 0, ""},
		{"an agent in tmux", []row{{2, 1, "tmux: server", 0, 5}, {3, 2, "bash", 5, 0}, {4, 3, "node", 5, 0}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
		{"an agent in ssh, whose holder is not seen", []row{{2, 1, "sshd", 0, 0}, {3, 2, "bash", 5, 0}, {4, 3, "claude", 5, 0}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
		{"a console", []row{{2, 1, "login", 0, 0}, {3, 2, "bash", console, 0}, {4, 3, "node", console, 0}, {100, 4, "hermes-exec", console, 0}}, 0, ""},
		{"an editor's terminal", []row{{2, 1, "code", 0, 0}, {3, 2, "code", 0, 5}, {4, 3, "zsh", 5, 0}, {5, 4, "node", 5, 0}, {100, 5, "hermes-exec", 5, 0}}, 0, ""},
		{"an editor's terminal, remote", []row{{2, 1, "node", 0, 0}, {3, 2, "node", 0, 5}, {4, 3, "bash", 5, 0}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
		{"an emulator on X, started from a console", []row{{2, 1, "i3", console, 0}, {3, 2, "unknown-term", console, 5}, {4, 3, "bash", 5, 0}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
		{"an emulator started from another", []row{{2, 1, "xterm", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "kitty", 4, 5}, {5, 4, "bash", 5, 0}, {100, 5, "hermes-exec", 5, 0}}, 0, ""},
		{"script, by a person", []row{{2, 1, "sshd", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "script", 4, 5}, {5, 4, "bash", 5, 0}, {100, 5, "hermes-exec", 5, 0}}, 0, ""},
		{"sudo with a pty, by a person", []row{{2, 1, "sshd", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "sudo", 4, 5}, {5, 4, "sudo", 5, 0}, {100, 5, "hermes-exec", 5, 0}}, 0, ""},
		{"an agent in a person's script", []row{{2, 1, "sshd", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "script", 4, 5}, {5, 4, "node", 5, 0}, {100, 5, "hermes-exec", 5, 0}}, 0, ""},
		{"a child that has the other side by inheritance", []row{{2, 1, "tmux: server", 0, 5}, {3, 2, "bash", 5, 0}, {4, 3, "python3", 5, 5}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},

		{"an agent's own pty", []row{{2, 1, "tmux: server", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "node", 4, 5}, {100, 4, "hermes-exec", 5, 0}}, 0, "node (4)"},
		{"an agent's script", []row{{2, 1, "sshd", 0, 0}, {3, 2, "bash", 4, 0}, {4, 3, "node", 4, 0}, {5, 4, "bash", 4, 0}, {6, 5, "script", 4, 5}, {100, 6, "hermes-exec", 5, 0}}, 0, "node (4)"},
		{"an agent's python", []row{{2, 1, "tmux: server", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "node", 4, 0}, {5, 4, "bash", 4, 0}, {6, 5, "python3", 4, 5}, {100, 6, "hermes-exec", 5, 0}}, 0, "python3 (6)"},
		{"an agent's emulator", []row{{2, 1, "xterm", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "claude", 4, 0}, {5, 4, "xterm", 4, 5}, {100, 5, "hermes-exec", 5, 0}}, 0, "claude (4)"},
		{"from a session without a terminal", []row{{2, 1, "tmux: server", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "claude", 4, 0}, {5, 4, "bash", 0, 0}, {6, 5, "script", 0, 5}, {100, 6, "hermes-exec", 5, 0}}, 0, "script (6)"},
		{"a library, from a session without a terminal", []row{{2, 1, "tmux: server", 0, 4}, {3, 2, "bash", 4, 0}, {4, 3, "claude", 4, 0}, {5, 4, "bash", 0, 0}, {6, 5, "python3", 0, 5}, {100, 6, "hermes-exec", 5, 0}}, 0, "claude (4)"},
		{"a holder that has left the tree", []row{{2, 1, "tmux: server", 0, 4}, {3, 2, "bash", 4, 0}, {6, 1, "python3", 4, 5}, {100, 1, "hermes-exec", 5, 0}}, 0, "python3 (6)"},
		{"two terminals deep", []row{{2, 1, "sshd", 0, 3}, {3, 2, "bash", 3, 0}, {4, 3, "node", 3, 4}, {5, 4, "bash", 4, 0}, {6, 5, "script", 4, 5}, {7, 6, "bash", 5, 0}, {100, 7, "hermes-exec", 5, 0}}, 0, "node (4)"},
		{"one of two holders", []row{{2, 1, "tmux: server", 0, 5}, {3, 2, "bash", 4, 0}, {4, 3, "node", 4, 5}, {100, 4, "hermes-exec", 5, 0}}, 0, "node (4)"},
		{"a gateway that runs as a service", []row{{2, 1, "python3", 0, 5}, {100, 2, "hermes-exec", 5, 0}}, 2, "python3 (2)"},
		{"a known agent without a terminal", []row{{2, 1, "qwen", 0, 5}, {100, 2, "hermes-exec", 5, 0}}, 0, "qwen (2)"},
		{"what a known agent without a terminal has started", []row{{2, 1, "opencode", 0, 0}, {3, 2, "node", 0, 5}, {100, 3, "hermes-exec", 5, 0}}, 0, "opencode (2)"},
		{"an editor that a known agent was started from", []row{{2, 1, "code", 0, 5}, {3, 2, "zsh", 5, 0}, {4, 3, "claude", 5, 0}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
		{"the terminal of an editor that has an agent's name", []row{{2, 1, "cursor", 0, 5}, {3, 2, "zsh", 5, 0}, {100, 3, "hermes-exec", 5, 0}}, 0, ""},
		{"a child of the gateway", []row{{2, 1, "python3", 0, 0}, {3, 2, "node", 0, 5}, {100, 3, "hermes-exec", 5, 0}}, 2, "python3 (2)"},

		// What is not told from an editor's, see the file's head.
		{"an agent without a terminal", []row{{2, 1, "node", 0, 5}, {100, 2, "hermes-exec", 5, 0}}, 0, ""},
		{"a multiplexer that an agent has started", []row{{2, 1, "xterm", 0, 4}, {3, 2, "node", 4, 0}, {4, 1, "tmux: server", 0, 5}, {100, 4, "hermes-exec", 5, 0}}, 0, ""},
	} {
		find := func(pid int) *row {
			if i := slices.IndexFunc(tt.rows, func(r row) bool { return r.pid == pid }); i >= 0 {
				return &tt.rows[i]
			}
			return nil
		}
		table := terminals{
			of: func(pid int) (uint64, bool) {
				r := find(pid)
				return r.tty, r.tty > 0 && r.tty < 10
			},
			holders: func(dev uint64) (pids []int) {
				for _, r := range tt.rows {
					if r.holds == dev {
						pids = append(pids, r.pid)
					}
				}
				return pids
			},
			above: func(pid int) (chain []tiers.Process) {
				for r := find(pid); r != nil; r = find(r.ppid) {
					chain = append(chain, tiers.Process{PID: r.pid, PPID: r.ppid, Name: r.name})
				}
				return chain
			},
		}
		if tt.gateway != 0 {
			table.gateway = []int{tt.gateway}
		}
		err := table.handmade(100)
		if tt.maker == "" && err != nil || tt.maker != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.maker+" has made")) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.maker)
		}
	}
}
