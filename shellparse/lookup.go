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
			full = singleStars(full)
			ev.steps += len(full) >> 2
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

// singleStars is a pattern without the stars that stand right behind another.
func singleStars(t Text) Text {
	star := string(appendMark(nil, markGlob, '*'))
	s := string(t)
	for strings.Contains(s, star+star) {
		s = strings.ReplaceAll(s, star+star, star)
	}
	return Text(s)
}

// globMatches reports whether a pattern matches a path; what stands in
// brackets is taken for any character.
func globMatches(t Text, s string) bool {
	at := make([]bool, len(s)+1) // how much of s what was read of t may stand for
	at[0] = true
	next := func(fits func(byte) bool) (some bool) {
		for i := len(s); i > 0; i-- {
			at[i] = at[i-1] && fits(s[i-1])
			some = some || at[i]
		}
		at[0] = false
		return some
	}
	name := func(b byte) bool { return b != '/' }
	for t != "" {
		b := t[0]
		if b != 0 {
			if t = t[1:]; !next(func(o byte) bool { return o == b }) {
				return false
			}
			continue
		}
		if len(t) < 3 || t[1] != markGlob {
			return false
		}
		kind := globLit(t[2])
		t = t[3:]
		switch kind {
		case "*":
			for i := 0; i < len(s); i++ {
				at[i+1] = at[i+1] || at[i] && s[i] != '/'
			}
			continue
		case "[":
			end := strings.IndexByte(string(t), ']')
			if end < 0 {
				return false
			}
			t = t[end+1:]
		}
		if !next(name) {
			return false
		}
	}
	return at[len(s)]
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

// BecomesAnother reports whether a program of this base name does what the program
// that it is told does, and starts none: nothing but its own words shows that.
func BecomesAnother(name string) bool { return isLoader(name) || name == "coreutils" }

// isLoader reports whether a program is the dynamic loader, which runs the
// program it is given.
func isLoader(name string) bool {
	return strings.HasPrefix(name, "ld-linux") || strings.HasPrefix(name, "ld-musl-") || strings.HasPrefix(name, "ld64.so")
}
