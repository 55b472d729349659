package shellparse

import "strings"

// isShell reports whether a program is a shell that runs text.
func isShell(name string) bool {
	switch name {
	case "bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "oksh", "pdksh", "yash", "fish", "csh", "tcsh", "xonsh", "nu", "elvish", "rc", "es", "hermes-exec":
		return true
	}
	return strings.HasPrefix(name, "bash-") || strings.HasPrefix(name, "zsh-")
}

// grammarKnown reports whether the parser knows a shell's grammar.
func grammarKnown(name string) bool {
	switch name {
	case "fish", "csh", "tcsh", "xonsh", "nu", "elvish", "rc", "es":
		return false
	}
	return true
}

// invocation is how a shell was started.
type invocation struct {
	code     *Word // the text after -c
	operands []Word
	stdin    bool  // -s
	startup  bool  // -l, -i: files are read first
	rc       *Word // --rcfile, which an interactive one reads
	ignores  bool  // nothing is run
	ok       bool
}

// parseShellArgs reads bash's own command line: clustered flags, -c anywhere
// in a cluster with the text as the first operand, -o and -O with a value.
func parseShellArgs(argv []Word) invocation {
	inv := invocation{ok: true}
	hasC := false
	i := 1
	for ; i < len(argv); i++ {
		s, ok := argv[i].Exact()
		if !ok {
			if inv.ignores && !hasC {
				break // -n only reads, whatever the file
			}
			if argv[i].Many && (!hasC || maybeFlag(argv[i])) || !hasC && maybeFlag(argv[i]) {
				inv.ok = false
				return inv
			}
			break
		}
		if s == "--" || s == "-" {
			i++
			break
		}
		if len(s) < 2 || s[0] != '-' && s[0] != '+' {
			break
		}
		if strings.HasPrefix(s, "--") {
			switch s {
			case "--version", "--help", "--dump-strings", "--dump-po-strings":
				inv.ignores = true
			case "--rcfile", "--init-file":
				if i++; i < len(argv) {
					inv.rc = &argv[i]
				}
			case "--login", "--interactive":
				inv.startup = true
			case "--command": // fish
				hasC = true
			}
			continue
		}
		for j := 1; j < len(s); j++ {
			switch s[j] {
			case 'c':
				hasC = hasC || s[0] == '-'
			case 's':
				inv.stdin = true
			case 'l', 'i':
				inv.startup = true
			case 'n':
				inv.ignores = s[0] == '-'
			case 'o', 'O':
				if j == len(s)-1 || strings.Trim(s[j+1:], "ceuxvnilpO") == "" {
					i++ // the name of an option follows, after the cluster
				}
			}
		}
	}
	if i > len(argv) {
		i = len(argv)
	}
	inv.operands = argv[i:]
	if hasC && len(inv.operands) > 0 {
		inv.code = &inv.operands[0]
		inv.operands = inv.operands[1:]
	} else if hasC {
		inv.ignores = true // an error of the shell: -c without text
	}
	return inv
}

// maybeFlag reports whether a word that is not fully known could be an
// option. What holds a slash is a path.
func maybeFlag(w Word) bool {
	for _, t := range w.Texts {
		if t == "" || t[0] == '-' || t[0] == '+' || t[0] == 0 && strings.IndexByte(string(t), '/') < 0 {
			return true
		}
	}
	return false
}
