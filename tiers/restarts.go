package tiers

import (
	"slices"
	"strconv"
	"strings"
)

// starters shows the commands after this one that the text leaves running.
func (j *judge) starters(show func(*call) bool) bool {
	var e call
	for i := j.index + 1; i < len(j.s.Commands) && i < j.index+64; i++ {
		cmd := &j.s.Commands[i]
		if !cmd.Background || len(cmd.Argv) == 0 || cmd.Remote || cmd.Builtin {
			continue
		}
		e.fill(j, cmd, cmd.Argv, nil)
		switch e.prog {
		case &reader, &looker, &searcher, &printer:
			continue
		}
		if show(&e) {
			return true
		}
	}
	return false
}

// restarts reports whether what the pattern names, a program with words of its
// own, is what the text starts again in the background: its own server.
func (j *judge) restarts(pattern string) bool {
	first, _, _ := strings.Cut(pattern, " ")
	if len(pattern) < 4 || strings.ContainsAny(pattern, `*?[]()|^$\+`) {
		return false
	}
	switch strings.TrimRight(first, "0123456789.") {
	case "node", "python", "ruby", "java", "php", "perl", "deno", "bash", "sh", "npm", "pnpm", "yarn", "bun", "npx", "go", "cargo", "code", "ssh", "docker", "postgres", "mysqld", "redis-server":
		return false // as good as anyone's
	}
	return j.starters(func(e *call) bool {
		words := e.path
		for i, a := range e.args {
			if i < 2 || strings.HasPrefix(pattern, first+" ") && i < 8 {
				words += " " + a.lit
			}
		}
		i := strings.Index(words, pattern)
		return i == 0 || i > 0 && (words[i-1] == ' ' || words[i-1] == '/')
	})
}

// servesAgain reports whether the text then starts something in the background
// that it gives that port.
func (j *judge) servesAgain(port int) bool {
	n := strconv.Itoa(port)
	return j.starters(func(e *call) bool {
		for i := range e.Assigns {
			if s, ok := e.Assigns[i].Value.Exact(); ok && e.Assigns[i].Name == "PORT" && s == n {
				return true
			}
		}
		for i, a := range e.args {
			if !a.exact {
				continue
			}
			if name, value, glued := strings.Cut(a.lit, "="); slices.Contains([]string{"-p", "--port", "-port", "PORT"}, name) {
				if !glued && i+1 < len(e.args) && e.args[i+1].exact {
					value = e.args[i+1].lit
				}
				if value == n {
					return true
				}
			}
		}
		return false
	})
}
