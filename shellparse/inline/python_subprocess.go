package inline

import (
	"strings"
)

// subprocess reads the family of subprocess.run.
func (e *pyEval) subprocess(name string, a *pyArgs, n *pyNode) pyVal {
	args := a.arg(0, "args").orUnknown()
	sh, known := false, true
	if v := a.arg(8, "shell"); v != nil {
		sh, known = v.truth()
	} else if a.open {
		known = false
	}
	if env := a.arg(10, "env"); env != nil {
		e.environ(env, n)
	}
	cwd := a.arg(9, "cwd")
	for _, c := range cwd {
		if s, ok := (pyVal{c}).exact(); ok && s == "None" {
			cwd = nil
		}
	}
	if f := a.named("preexec_fn"); f != nil {
		e.lose(f)
	}
	program := a.arg(2, "executable")
	for _, o := range args {
		for _, words := range e.argvs(o) {
			isString := len(words) == 1 && o.form != pyListing
			switch {
			case sh && known, !known && isString && (o.form == pyText && o.kind != 0 || program == nil):
				text := words[0].str()
				if program != nil {
					e.runs(name, []pyVal{program, pyStr("-c"), words[0]}, n)
				}
				if cwd != nil {
					text = join(lit("cd -- "), pyQuoted(cwd.str()), lit(" && "), text)
				}
				e.add(Effect{Kind: Shell, Call: name, Argv: []Value{text}, Pos: n.pos, End: n.end})
			default:
				if program != nil {
					words = append([]pyVal{program}, words[min(1, len(words)):]...)
				}
				if cwd != nil {
					argv := []Value{lit("env"), lit("-C"), cwd.str()}
					for _, w := range words {
						argv = append(argv, w.str())
					}
					e.like(name, n, argv...)
				} else {
					e.runs(name, words, n)
				}
				if input := a.named("input"); input != nil {
					e.fed(name, words, input, n)
				}
			}
			if sh && known && (a.named("input") != nil) {
				e.fed(name, words, a.named("input"), n)
			}
		}
	}
	if strings.HasSuffix(name, "Popen") {
		p := pyInstance("subprocess.Popen", args)
		if pyLeads(a) {
			p[0].kind = 'g'
		}
		return p
	}
	return pyComputed(a.all()...)
}

// pyLeads reports whether the process is given a group of its own, which it then
// leads: without that its group is that of the code.
func pyLeads(a *pyArgs) bool {
	if f := a.named("preexec_fn"); len(f) == 1 && f[0].form == pyLib && (f[0].name == "os.setsid" || f[0].name == "os.setpgrp") {
		return true
	}
	own, known := a.named("start_new_session").truth()
	return known && own && a.named("start_new_session") != nil
}

// argvs are the alternatives of a list of words.
func (e *pyEval) argvs(o *pyObj) [][]pyVal {
	if o.form == pyListing {
		return o.lists
	}
	if o.form == pyText && o.kind == 0 {
		if _, ok := o.text.Exact(); !ok {
			return [][]pyVal{{pyVal{o}}}
		}
	}
	return [][]pyVal{e.argvOf(o)}
}

// quoted is a text as one word of a shell, where it is known.
func pyQuoted(v Value) Value {
	return v.apply(func(s string) (string, bool) { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true })
}

// fed is a program that reads what it is sent: a shell runs it.
func (e *pyEval) fed(name string, words []pyVal, input pyVal, n *pyNode) {
	if len(words) == 0 {
		return
	}
	s, ok := words[0].exact()
	if !ok {
		e.code(name, input.str(), n.pos, n.end)
		return
	}
	var rest []string
	for i, w := range strings.Fields(s) {
		if i == 0 {
			s = w
		} else {
			rest = append(rest, w)
		}
	}
	for _, w := range words[1:] {
		if t, ok := w.exact(); ok {
			rest = append(rest, t)
		} else if len(w) > 0 && w[0].form == pyText {
			rest = append(rest, "*")
		}
	}
	s = s[strings.LastIndexByte(s, '/')+1:]
	s = strings.TrimRight(s, "0123456789.")
	switch s {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "python", "perl", "ruby", "node", "php":
		if !pyInputIsCode(s, rest) {
			return
		}
	}
	switch s {
	case "sh", "bash", "dash", "zsh", "ksh", "ash":
		e.add(Effect{Kind: Shell, Call: name, Argv: []Value{input.str()}, Pos: n.pos, End: n.end})
	case "python", "perl", "ruby", "node", "php", "sudo", "su", "xargs", "env", "ssh", "crontab", "at", "batch", "parallel":
		e.code(name, input.str(), n.pos, n.end)
	}
}

// pyInputIsCode reports whether an interpreter with these arguments takes its
// input for code, rather than as data of the code it is given.
func pyInputIsCode(program string, args []string) bool {
	code := "ce"
	if program == "python" {
		code = "cm"
	}
	for _, s := range args {
		switch {
		case s == "-", s == "-s", s == "/dev/stdin":
			return true
		case s == "*": // not known: a file, or a flag of a shell
			return strings.HasSuffix(program, "sh")
		case !strings.HasPrefix(s, "-"):
			return false
		case !strings.HasPrefix(s, "--") && strings.ContainsAny(s, code) && program != "php", program == "php" && s == "-r":
			return false
		}
	}
	return true
}
