package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// An agent that no supervisor stands above can make a terminal as well (script,
// a library for ptys), start this program in it, and type the answer. Such a
// terminal is told by who holds its other side: a program that runs in another
// terminal and is no shell, or what such a program has started. A terminal
// emulator, an editor's terminal, tmux, screen and ssh hold theirs from outside of
// any terminal, or are known by name.
//
// It is a matter of who started whom, and so it misses what has cut that tie: a
// terminal multiplexer that an agent starts or types into, and an agent of no name
// that is known that itself runs in no terminal, whose terminals look as an
// editor's do. One that is the process in gateway.pid is known.

// terminals is what is to be known of processes and their terminals.
type terminals struct {
	of      func(pid int) (dev uint64, pty bool)
	holders func(dev uint64) []int
	above   func(pid int) []tiers.Process // the process itself first
	gateway []int                         // the agent's gateway, where it runs
}

// maxTerminals is how many terminals within each other are looked at.
const maxTerminals = 16

// handmade gives an error where an agent has made the terminal that a process runs in.
func (t *terminals) handmade(pid int) error {
	dev, pty := t.of(pid)
	for range maxTerminals {
		if !pty {
			return nil
		}
		outer, found := uint64(0), false
		for _, h := range t.holders(dev) {
			at, onPty := t.of(h)
			if onPty && at == dev {
				continue // it was started in there, and has it by inheritance
			}
			if p, ok := t.maker(h); ok {
				return fmt.Errorf("%s (%d) has made this terminal or started what has, and nobody knows who types on it; "+
					"a person can answer in the terminal that the agent was started in, in one that HERMES_EXEC_TTY names, or through hermes-confirmd", p.Name, p.PID)
			}
			if onPty {
				outer, found = at, true
			}
		}
		dev, pty = outer, found
	}
	return nil
}

// maker finds the agent that holds a terminal or has started who does: the
// nearest that runs in a terminal itself and is no shell, nor one of the programs
// that people start terminals with; or the gateway.
func (t *terminals) maker(holder int) (tiers.Process, bool) {
	at, inside := t.of(holder)
	chain := t.above(holder)
	if len(chain) > 0 && !inside && isRecorder(chain[0].Name) {
		return chain[0], true
	}
	for _, p := range chain {
		own, pty := t.of(p.PID)
		if slices.Contains(t.gateway, p.PID) || !inside && !pty && isAgent(p) && !isEmulator(p) {
			return p, true
		}
		switch {
		case inside && (!pty || own != at):
			return p, false // who made the terminal that the holder is in is the next question
		case pty && !procs.IsShell(p.Name) && !isGoBetween(p.Name) && !isEmulator(p):
			return p, true
		}
	}
	return tiers.Process{}, false
}

// isAgent knows the agents of the table, by the name that they were started under:
// that of the program, or of the file that its interpreter was given.
func isAgent(p tiers.Process) bool {
	names := append([]string{p.Name}, p.Argv[:min(2, len(p.Argv))]...)
	return slices.ContainsFunc(agentWords, func(agent string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return filepath.Base(name) == agent })
	})
}

// isRecorder knows the programs that make a terminal within a terminal. Without
// one around it no person has started them.
func isRecorder(name string) bool { return name == "script" || name == "expect" || name == "unbuffer" }

// isEmulator knows the programs with which people open terminals.
func isEmulator(p tiers.Process) bool {
	name := strings.TrimPrefix(filepath.Base(p.Name), "-")
	name, _, _ = strings.Cut(name, ":") // tmux: server
	switch strings.ToLower(name) {
	case "xterm", "uxterm", "rxvt", "urxvt", "urxvtd", "st", "kitty", "alacritty", "foot", "footclient", "wezterm-gui", "wezterm-mux-ser", "konsole", "yakuake",
		"gnome-terminal-", "kgx", "ptyxis", "ptyxis-agent", "xfce4-terminal", "lxterminal", "qterminal", "terminator", "tilix", "guake", "mate-terminal", "ghostty", "rio",
		"code", "code-server", "codium", "cursor", "zed", "idea", "emacs", "vim", "vi", "nvim", "mc", "jupyter-lab", "jupyter-noteboo",
		"tmux", "screen", "zellij", "dtach", "abduco", "mosh-server", "mosh-client", "sshd", "sshd-session", "login", "ttyd", "gotty", "asciinema", "ttyrec", "docker", "podman", "kubectl", "machinectl":
		return true
	}
	return false
}

// handmade gives an error where the agent has made the terminal that the question
// would be asked on: this process's, or the furthest supervisor's, whose pty this
// process may be on.
func (w *world) handmade(pid int) error {
	t := terminals{of: procs.Terminal, holders: procs.PtyHolders, above: procs.Ancestors}
	for _, p := range procs.Host(w.hermes, "") {
		t.gateway = append(t.gateway, p.PID)
	}
	return t.handmade(pid)
}
