package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// NeedsOf looks through a script for commands that could signal a process.
func NeedsOf(s *shellparse.Script) Needs {
	var n Needs
	for i := range s.Commands {
		cmd := &s.Commands[i]
		if len(cmd.Argv) == 0 {
			continue
		}
		for _, t := range cmd.Argv[0].Texts {
			name, exact := t.Exact()
			if !exact {
				name = t.String()
			}
			if k := strings.LastIndexByte(name, '/'); k >= 0 {
				name = name[k+1:]
			}
			switch name {
			case "kill", "xkill", "tkill":
				n.Host = true
				for _, w := range cmd.Argv[1:] {
					if w.Known() != "exact" {
						n.Processes, n.Ports = true, true
					}
				}
			case "pkill", "killall", "skill", "slay", "snice":
				n.Host, n.Processes = true, true
			case "fuser":
				n.Host, n.Processes, n.Ports = true, true, true
			case "prlimit", "gdb", "lldb", "strace":
				n.Host = true
			case "tmux", "byobu", "screen", "zellij", "systemctl", "loginctl", "service", "launchctl", "rc-service", "sv", "supervisorctl", "pm2", "initctl", "brew",
				"docker", "podman", "nerdctl", "crictl", "ctr":
				n.Host, n.Place = true, true
			default:
				if strings.Contains(name, "*") { // it may be any of these
					n.Host, n.Place = true, true
				}
			}
		}
	}
	return n
}
