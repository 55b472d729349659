package tiers

import (
	"path"
	"slices"
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
					number, exact := "", false
					if len(w.Texts) == 1 {
						number, exact = w.Texts[0].Exact()
					}
					switch {
					case !exact:
						n.Processes, n.Ports, n.PIDFiles = true, true, printedFiles(s)
					case number != "" && strings.Trim(number, "0123456789") == "", len(number) > 3 && strings.Trim(number[1:], "0123456789") == "":
						n.Processes = true // a process, a group: no signal
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

// printedFiles are the files that a script prints with cat and nothing else.
func printedFiles(s *shellparse.Script) []string {
	var files []string
	for i := range s.Commands {
		if file, ok := printedFile(&s.Commands[i]); ok && !slices.Contains(files, file) {
			files = append(files, file)
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
