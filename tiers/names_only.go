package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// An .env file's names are no secret, and which port it sets is none either.
// What shows no more of it is told by how it is written.

// hidesValues reports whether the command shows nothing of the values in a
// file: it counts, or shows the names before the = of an .env file.
func (c *call) hidesValues(t touch) bool {
	switch c.name {
	case "grep", "egrep", "fgrep", "rg":
		if c.has("-c", "-q", "-l", "-L", "--count", "--quiet", "--files-with-matches", "--files-without-match") && !c.has("--passthru", "--json", "--debug") {
			return true
		}
	case "wc":
		return true
	}
	if !strings.HasPrefix(path.Base(t.path), ".env") {
		return false
	}
	words, exact := c.exactWords()
	switch {
	case c.Call == "dotenv.load_dotenv":
		return c.setsOnly()
	case c.name == "cat" && exact:
		return c.namesOnlyBehind()
	}
	return exact && (namesOnly(words) || harmlessOnly(words))
}

// exactWords are the command's words, where all of them are known.
func (c *call) exactWords() (words []string, exact bool) {
	for _, a := range c.all {
		if !a.exact {
			return nil, false
		}
		words = append(words, a.lit)
	}
	return words, len(words) > 0
}

// setsOnly reports whether the code that loads an .env file does not name the
// environment that it then stands in.
func (c *call) setsOnly() bool {
	for i := c.j.index - 1; i >= 0; i-- {
		if code := c.j.s.Commands[i].Code; code != nil {
			text, known := code.Text.Exact()
			return known && !slices.ContainsFunc([]string{"environ", "getenv", "get_key", "dotenv_values", "find_dotenv", "subprocess", "system", "popen", "verbose"}, func(w string) bool { return strings.Contains(text, w) })
		}
	}
	return false
}

// namesOnlyBehind reports whether what the command prints is read by one
// program, and that shows only the names before the = of each line.
func (c *call) namesOnlyBehind() bool {
	if c.Pipeline == 0 || len(c.j.s.Commands)-c.j.index > 256 { // the whole pipeline is looked for, and not through a long script each time
		return false
	}
	found := false
	for i := c.j.index + 1; i < len(c.j.s.Commands); i++ {
		next := &c.j.s.Commands[i]
		if next.Pipeline != c.Pipeline || next.Stage != c.Stage+1 {
			continue
		}
		words, exact := exactWordsOf(next)
		if !exact {
			return false
		}
		if found || !slices.Equal(next.Via, c.Via) || len(next.Redirs) > 0 || !namesOnly(words) {
			return false
		}
		found = true
	}
	return found && !slices.ContainsFunc(c.Redirs, func(r shellparse.Redir) bool { return r.FD != 2 })
}

// namesOnly reports whether a command shows of each line only what stands
// before its first =, as far as it has one.
func namesOnly(words []string) bool {
	if len(words) < 2 {
		return false
	}
	rest := words[1:]
	switch words[0] {
	case "cut":
		return cutsNames(rest)
	case "sed", "gsed":
		quiet := ""
		for len(rest) > 0 && (rest[0] == "-E" || rest[0] == "-r" || rest[0] == "-n" || rest[0] == "-nE" || rest[0] == "-En") {
			if strings.Contains(rest[0], "n") {
				quiet = "p"
			}
			rest = rest[1:]
		}
		return len(rest) > 0 && noOptions(rest) && masksValues(rest[0], quiet)
	case "awk", "gawk", "mawk":
		switch {
		case rest[0] == "-F=":
			rest = rest[1:]
		case rest[0] == "-F" && len(rest) > 1 && rest[1] == "=":
			rest = rest[2:]
		default:
			return false
		}
		return len(rest) > 0 && noOptions(rest) && printsFirst(rest[0]) && !slices.ContainsFunc(rest[1:], func(w string) bool { return strings.Contains(w, "=") })
	case "grep", "egrep":
		only := false
		for len(rest) > 0 && slices.Contains([]string{"-o", "-oE", "-Eo", "-oP", "-Po", "-E", "-P", "-h", "-oh",
			"-ho"}, rest[0]) {
			only = only || strings.Contains(rest[0], "o")
			rest = rest[1:]
		}
		return only && len(rest) > 0 && noOptions(rest) && matchesName(rest[0])
	}
	return false
}

func noOptions(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") && w != "-" })
}

// cutsNames reads the words of cut: -d= -f1 in any spelling, and files.
func cutsNames(words []string) bool {
	delimited, first := false, false
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "-d=" || w == "--delimiter==":
			delimited = true
		case w == "-f1" || w == "--fields=1":
			first = true
		case (w == "-d" || w == "--delimiter") && i+1 < len(words) && words[i+1] == "=":
			delimited = true
			i++
		case (w == "-f" || w == "--fields") && i+1 < len(words) && words[i+1] == "1":
			first = true
			i++
		case strings.HasPrefix(w, "-") && w != "-" && w != "-s":
			return false
		}
	}
	return delimited && first
}

// masksValues reads a sed script: one s that takes the place of all that
// follows the first =, or leaves only what stands before it.
func masksValues(script, flag string) bool {
	if len(script) < 4 || script[0] != 's' || strings.IndexByte("/|#,:", script[1]) < 0 {
		return false
	}
	parts := strings.Split(script[2:], script[1:2])
	if len(parts) != 3 || parts[2] != flag && (flag != "" || parts[2] != "g") || strings.ContainsAny(parts[1], "&\n") {
		return false
	}
	pattern, ends := strings.CutSuffix(strings.TrimSuffix(parts[0], "$"), "=.*")
	if pattern == "" {
		return ends && !strings.Contains(parts[1], `\`)
	}
	pattern = strings.NewReplacer(`\(`, "(", `\)`, ")", `\+`, "*", "+", "*").Replace(pattern)
	return ends && strings.HasPrefix(pattern, "^(") && strings.HasSuffix(pattern, ")") && matchesName("^"+pattern[2:len(pattern)-1]) &&
		!strings.Contains(strings.TrimPrefix(parts[1], `\1`), `\`)
}

// printsFirst reads an awk program: print $1, and a text behind it, of all
// lines or of those that match a pattern.
func printsFirst(program string) bool {
	program = strings.TrimSpace(program)
	if cond := strings.TrimPrefix(program, "!"); strings.HasPrefix(cond, "/") {
		_, rest, closed := strings.Cut(cond[1:], "/")
		if !closed {
			return false
		}
		program = strings.TrimSpace(rest)
	} else {
		program = strings.TrimPrefix(program, "NF")
	}
	body, ok := strings.CutPrefix(program, "{")
	body, closed := strings.CutSuffix(body, "}")
	body, prints := strings.CutPrefix(strings.TrimRight(strings.TrimSpace(body), "; "), "print ")
	body, first := strings.CutPrefix(strings.TrimSpace(body), "$1")
	text := strings.TrimSpace(body)
	return ok && closed && prints && first && (text == "" || len(text) > 1 && text[0] == '"' && strings.IndexByte(text[1:], '"') == len(text)-2 && !strings.Contains(text, `\`))
}

// matchesName reports whether a pattern can match only the name at the
// beginning of a line: ^[A-Z_]*= or ^[^=]*
func matchesName(pattern string) bool {
	class, ok := strings.CutPrefix(pattern, "^[")
	class, times, closed := strings.Cut(class, "]")
	if !ok || !closed || !slices.Contains([]string{"*", "+", `\+`, "*=", "+=", `\+=`}, times) {
		return false
	}
	return class == "^=" || class != "" && strings.Trim(class, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == "" && !strings.Contains(strings.NewReplacer("A-Z", "", "a-z", "", "0-9", "", "A-z", "").Replace(class), "-")
}

// harmlessOnly reports whether grep looks for a variable that holds no secret:
// grep ^PORT= .env
func harmlessOnly(words []string) bool {
	if len(words) < 3 || words[0] != "grep" {
		return false
	}
	rest := words[1:]
	for len(rest) > 0 && slices.Contains([]string{"-n", "-E", "-w", "-h"}, rest[0]) {
		rest = rest[1:]
	}
	if len(rest) == 0 || !noOptions(rest) {
		return false
	}
	name := strings.TrimSuffix(strings.TrimPrefix(rest[0], "^"), "=")
	return slices.Contains([]string{"PORT", "HOST", "DEBUG", "NODE_ENV", "APP_ENV", "RAILS_ENV", "FLASK_ENV", "LOG_LEVEL", "APP_PORT", "APP_HOST", "APP_DEBUG", "VITE_PORT"}, name)
}
