package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// On another machine, or in a pod, a command that only looks is told by its
// words alone: no project is there that it could be allowed to change.

// looksThere reports whether a command that no table calls SAFE still changes
// nothing where it runs: it tells its version, the state of a GPU, or what a
// server on that machine answers.
func looksThere(words []string) bool {
	if len(words) == 0 {
		return false
	}
	name, rest := base(words[0]), words[1:]
	switch {
	case len(rest) == 1 && (rest[0] == "--version" || rest[0] == "-V"):
		return programOf(name) != &shellProgram
	case len(rest) == 1 && rest[0] == "-v":
		return slices.Contains([]string{"node", "npm", "npx", "yarn", "pnpm", "bun", "php", "nginx"}, name)
	case name == "nvidia-smi":
		for _, w := range rest {
			if !strings.HasPrefix(w, "--query-") && !strings.HasPrefix(w, "--format=") && !slices.Contains([]string{"-L", "-q", "-i", "-l", "--list-gpus"}, w) && strings.Trim(w, "0123456789") != "" {
				return false
			}
		}
		return true
	case name == "curl":
		return asksItself(rest)
	}
	return false
}

// asksItself reads the words of curl: a GET of one address on the same machine.
func asksItself(words []string) bool {
	asked := 0
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "-m" || w == "--max-time" || w == "--connect-timeout" || w == "--retry":
			i++
		case w == "-o" || w == "--output":
			if i++; i == len(words) || words[i] != "/dev/null" {
				return false
			}
		case w == "-w" || w == "--write-out":
			if i++; i == len(words) || strings.Contains(words[i], "output{") || strings.HasPrefix(words[i], "@") {
				return false
			}
		case slices.Contains([]string{"--silent", "--fail", "--show-error", "--head", "--include", "--location",
			"--insecure"}, w):
		case len(w) > 1 && w[0] == '-' && strings.Trim(w[1:], "sSfIikLv") == "":
		case strings.HasPrefix(w, "-"):
			return false
		default:
			_, address, scheme := strings.Cut(w, "://")
			if !scheme {
				address = w
			} else if !strings.HasPrefix(w, "http://") && !strings.HasPrefix(w, "https://") {
				return false
			}
			host, _, _ := strings.Cut(address, "/")
			host, _, _ = strings.Cut(host, "?")
			if strings.Contains(host, "@") || strings.ContainsAny(w, "{}[]\\#") || !local(host) {
				return false
			}
			asked++
		}
	}
	return asked == 1
}

// exactWordsOf are the words of a command, where each of them is known and
// there is no other way to take it.
func exactWordsOf(cmd *shellparse.Command) (words []string, exact bool) {
	for _, w := range cmd.Argv {
		s, ok := w.Exact()
		if !ok {
			return nil, false
		}
		words = append(words, s)
	}
	return words, len(words) > 0
}

// looksInPod reports whether what is run in a pod only prints what is there,
// by itself or through a shell that is given nothing else.
func (c *call) looksInPod(words []arg) bool {
	if onlyPrints(words) {
		return true
	}
	own, exact := exactWordsOf(c.Command)
	if !exact || len(words) < 2 || len(own) < len(words) {
		return false
	}
	if inner := own[len(own)-len(words)+1:]; programOf(base(inner[0])) != &shellProgram {
		return looksThere(inner)
	} else if len(inner) != 3 || inner[1] != "-c" && inner[1] != "-lc" || strings.ContainsAny(inner[2], "$`<>&") {
		return false
	}
	found := false
	for i := c.j.index + 1; i < len(c.j.s.Commands); i++ {
		cmd := &c.j.s.Commands[i]
		if i-c.j.index > 256 {
			return false
		}
		if len(cmd.Via) <= len(c.Via) || !cmd.Remote || cmd.Pos != c.Pos && len(cmd.Via) < len(c.Via)+2 {
			break
		}
		if len(cmd.Via) == len(c.Via)+1 {
			continue // the shell
		}
		said, exact := exactWordsOf(cmd)
		if !exact || !looksThere(said) && !onlyPrints(append([]arg{{}}, plainArgs(said)...)) {
			return false
		}
		found = true
	}
	return found
}

func plainArgs(words []string) []arg {
	args := make([]arg, len(words))
	for i, w := range words {
		args[i] = arg{lit: w, exact: true}
	}
	return args
}
