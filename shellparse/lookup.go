package shellparse

import "strings"

// Which file a command's name stands for, where that is not the program of
// that name: a pattern that matches a program, a folder the text has put on
// PATH, a name given to another file with hash -p.

// matchedPrograms are the programs a pattern is held against: those that do
// the most harm, and those that run others.
const matchedPrograms = "rm dd mv cp ln tee shred wipefs mkfs mkfs.ext4 truncate chmod chown find xargs sh bash dash zsh sudo su env nohup timeout setsid busybox " +
	"kill pkill killall shutdown reboot halt poweroff init telinit systemctl curl wget git docker python python3 perl ruby node awk sed"

// programPattern evaluates a command whose name is a pattern as each of the
// programs that it may match.
func (ev *evaluator) programPattern(c *ctx, first Word, argv []Word) {
	for _, t := range first.Texts {
		if !t.HasGlob() || t.HasUnknown() {
			continue
		}
		for _, full := range ev.under(c.env.cwd(), t) {
			for _, name := range strings.Fields(matchedPrograms) {
				for _, dir := range [...]string{"/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/"} {
					if !globMatches(full, dir+name) {
						continue
					}
					sub := c.subshell()
					words := append([]Word{first}, argv[1:]...)
					words[0].Texts, words[0].Many = []Text{Text(dir + name)}, false
					ev.run(sub, words)
					break
				}
			}
		}
	}
}

// globMatches reports whether a pattern matches a path; what stands in
// brackets is taken for any character.
func globMatches(t Text, s string) bool {
	if t == "" {
		return s == ""
	}
	if t[0] != 0 {
		return s != "" && t[0] == s[0] && globMatches(t[1:], s[1:])
	}
	if len(t) < 3 || t[1] != markGlob {
		return false
	}
	rest := t[3:]
	switch globLit(t[2]) {
	case "*":
		for i := 0; ; i++ {
			if globMatches(rest, s[i:]) {
				return true
			}
			if i == len(s) || s[i] == '/' {
				return false
			}
		}
	case "[":
		end := strings.IndexByte(string(rest), ']')
		if end < 0 {
			return false
		}
		rest = rest[end+1:]
	}
	return s != "" && s[0] != '/' && globMatches(rest, s[1:])
}

// shadowed evaluates a command found by its bare name as the scripts that it
// may be instead.
func (ev *evaluator) shadowed(c *ctx, name string, argv []Word) {
	if name == "" || strings.IndexByte(name, '/') >= 0 {
		return
	}
	as := func(p string) {
		word := argv[0]
		word.Texts = []Text{Text(p)}
		if _, known := ev.namedFiles(c, word, -1); !known {
			return
		}
		ev.emit(c, Command{Argv: append([]Word{word}, argv[1:]...)})
		ev.scriptFile(c, word, argv)
	}
	if p, ok := c.env.shell.hashed[name]; ok {
		as(p)
	}
	if c.env.untouched("PATH") {
		return
	}
	v := c.env.get("PATH")
	if v == nil || v.array {
		return
	}
	given := ""
	if ev.opt.Env != nil {
		given, _ = ev.opt.Env("PATH")
	}
	for _, t := range v.texts {
		if t == Text(given) {
			continue
		}
		for _, dir := range strings.Split(string(t), ":") {
			if strings.IndexByte(dir, 0) >= 0 || isSystemPath(dir+"/") || strings.Contains(":"+given+":", ":"+dir+":") {
				continue
			}
			if dir == "" {
				dir = "."
			}
			as(strings.TrimSuffix(dir, "/") + "/" + name)
		}
	}
}

// hash follows hash -p FILE NAME.
func (ev *evaluator) hash(c *ctx, args []Word) {
	if !hasFlag(args, 'p') {
		return
	}
	var words []string
	for _, w := range args {
		s, ok := w.Exact()
		if !ok {
			ev.problem("construct", "hash -p gives a name to a file that is not known", c.pos)
			return
		}
		if len(s) > 2 && strings.HasPrefix(s, "-p") {
			words = append(words, s[2:])
		} else if len(s) < 2 || s[0] != '-' {
			words = append(words, s)
		}
	}
	if len(words) < 2 {
		return
	}
	if c.env.shell.hashed == nil {
		c.env.shell.hashed = make(map[string]string)
	}
	for _, name := range words[1:] {
		c.env.shell.hashed[name] = words[0]
	}
}

// isLoader reports whether a program is the dynamic loader, which runs the
// program it is given.
func isLoader(name string) bool {
	return strings.HasPrefix(name, "ld-linux") || strings.HasPrefix(name, "ld-musl-") || strings.HasPrefix(name, "ld64.so")
}
