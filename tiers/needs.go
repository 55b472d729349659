package tiers

import (
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// maxPanes is how many panes of a script are looked for.
const maxPanes = 16

// NeedsOf looks through a script for commands that could signal a process.
func NeedsOf(s *shellparse.Script) Needs {
	var n Needs
	printed, ports := false, false // a kill's target is printed by a command; one that lists by port is there
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
					for _, t := range w.Texts {
						number, exact := t.Exact()
						switch {
						case !exact && looksUp(s, t):
							n.Processes, printed = true, true
						case number != "" && strings.Trim(number, "0123456789") == "", len(number) > 3 && strings.Trim(number[1:], "0123456789") == "":
							n.Processes = true // a process, a group: no signal
						}
					}
					printed = printed || w.Many
					n.Processes = n.Processes || w.Many
				}
			case "pkill", "killall", "skill", "slay", "snice", "start-stop-daemon":
				n.Host, n.Processes = true, true
			case "fuser", "kill-port", "fkill", "fkill-cli":
				n.Host, n.Processes, n.Ports = true, true, true
			case "lsof":
				ports = true
			case "prlimit", "gdb", "lldb", "strace", "ltrace", "gdbserver":
				n.Host = true
			case "tmux", "byobu", "screen", "zellij", "kitty", "kitten", "wezterm":
				n.Host, n.Place, n.Processes, n.Seats = true, true, true, true
				if pane, ok := paneTyped(cmd.Argv); ok && (name == "tmux" || name == "byobu") && len(n.Panes) < maxPanes {
					n.Panes = append(n.Panes, pane)
				}
			case "systemctl", "loginctl", "service", "launchctl", "rc-service", "sv", "supervisorctl", "pm2", "initctl", "brew",
				"docker", "podman", "nerdctl", "crictl", "ctr":
				n.Host, n.Place = true, true
			default:
				if strings.Contains(name, "*") { // it may be any of these
					n.Host, n.Place = true, true
				}
			}
		}
	}
	if printed {
		n.PIDFiles = printedFiles(s)
		n.Ports = n.Ports || ports // what has which port open is found in every process's descriptors
	}
	return n
}

// looksUp reports whether the process table may say whom a target of kill
// reaches that is not known. It does not for $$, $PPID and $!.
func looksUp(s *shellparse.Script, t shellparse.Text) bool {
	for p := range t.Parts() {
		if p.Origin < 0 || p.Origin >= len(s.Origins) {
			if p.Origin >= 0 {
				return true
			}
			continue
		}
		switch s.Origins[p.Origin].Kind {
		case shellparse.OriginSelf, shellparse.OriginParent, shellparse.OriginOwnShell, shellparse.OriginJob, shellparse.OriginHostPID, shellparse.OriginAllPIDs:
		default:
			return true
		}
	}
	return false
}

// printedFiles are the files that a script prints with cat and nothing else.
func printedFiles(s *shellparse.Script) []string {
	var files []string
	seen := map[string]bool{}
	for i := range s.Commands {
		if file, ok := printedFile(&s.Commands[i]); ok && !seen[file] {
			files = append(files, file)
			seen[file] = true
		}
	}
	return files
}

// printedFile is the absolute name of the one file that a command prints.
func printedFile(cmd *shellparse.Command) (string, bool) {
	if len(cmd.Argv) != 2 || cmd.Remote || len(cmd.Argv[0].Texts) != 1 || len(cmd.Argv[1].Texts) != 1 || len(cmd.Dir.Texts) != 1 {
		return "", false
	}
	name, _ := cmd.Argv[0].Texts[0].Exact()
	file, exact := cmd.Argv[1].Texts[0].Exact()
	if path.Base(name) != "cat" || !exact || file == "" || file[0] == '-' {
		return "", false
	}
	if path.IsAbs(file) {
		return path.Clean(file), true
	}
	dir, exact := cmd.Dir.Texts[0].Exact()
	return path.Join(dir, file), exact && path.IsAbs(dir)
}
