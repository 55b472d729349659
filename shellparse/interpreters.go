package shellparse

import "strings"

// language is an interpreter of another language: how its command line names
// code. The code itself is not read here; a rule decides what it means.
type language struct {
	names string
	lang  string
	code  string // short options whose value is code
	long  string // long options whose value is code
	takes string // other short options with a value
	ends  string // short options after which nothing is code: python -m
}

var languages = [...]language{
	{names: "python pypy ipython", lang: "python", code: "c", takes: "WXQ", ends: "mVh"},
	{names: "perl", lang: "perl", code: "eE", takes: "", ends: "vV"},
	{names: "ruby jruby", lang: "ruby", code: "e", takes: "rICEK", ends: "vh"},
	{names: "node nodejs bun", lang: "node", code: "ep", long: "eval print", takes: "rC", ends: "vhc"},
	{names: "deno", lang: "node", long: ""},
	{names: "php", lang: "php", code: "rBRE", long: "run", takes: "dcfFtSz", ends: "vihlm"},
	{names: "lua luajit", lang: "lua", code: "e", takes: "l", ends: "v"},
	{names: "osascript", lang: "applescript", code: "e", takes: "l"},
	{names: "Rscript R", lang: "r", code: "e", long: "expression"},
	{names: "julia", lang: "julia", code: "eE", long: "eval print", takes: "Lpt", ends: "vh"},
	{names: "tclsh wish expect", lang: "tcl", code: "c"},
	{names: "pwsh powershell", lang: "powershell", code: "c", long: "Command EncodedCommand command"},
	{names: "awk gawk mawk nawk", lang: "awk", takes: "Fvf"},
}

// interpreterOf finds a language by a program's name, versions included:
// python3.12, perl5.36, lua5.4.
func interpreterOf(name string) *language {
	base := strings.TrimRight(name, "0123456789.")
	if base == "" {
		return nil
	}
	for i := range languages {
		if hasName(languages[i].names, base) {
			return &languages[i]
		}
	}
	return nil
}

// interpreter records the command with the code it is given: on the command
// line, or on its standard input where no script file is named.
func (ev *evaluator) interpreter(c *ctx, l *language, argv []Word) tri {
	cmd := Command{Argv: argv}
	if l.lang == "awk" {
		cmd.Code = ev.awkCode(l, argv)
	} else {
		cmd.Code = ev.codeOf(c, l, argv)
	}
	i := ev.emit(c, cmd)
	ev.prints(c, i, argv)
	return maybe
}

func (ev *evaluator) codeOf(c *ctx, l *language, argv []Word) *Code {
	for i := 1; i < len(argv); i++ {
		s, ok := argv[i].Exact()
		if !ok {
			if maybeFlag(argv[i]) {
				return &Code{Lang: l.lang, Text: unknownText(ev.taint(argv[i].Texts...)), From: "options"}
			}
			return nil // a script file
		}
		if s == "-" {
			break
		}
		if s == "--" {
			if i+1 < len(argv) {
				return nil
			}
			break
		}
		if len(s) < 2 || s[0] != '-' {
			return nil
		}
		if strings.HasPrefix(s, "--") {
			name, val, has := strings.Cut(s[2:], "=")
			if name == "version" || name == "help" {
				return nil
			}
			if l.long != "" && hasName(l.long, name) {
				if has {
					return &Code{Lang: l.lang, Text: Text(val), From: s[:len(name)+2]}
				}
				if i+1 < len(argv) {
					return &Code{Lang: l.lang, Text: one(argv[i+1].Texts), From: s}
				}
			}
			continue
		}
		if l.long != "" && hasName(l.long, s[1:]) && i+1 < len(argv) { // pwsh -Command
			return &Code{Lang: l.lang, Text: one(argv[i+1].Texts), From: s}
		}
		for j := 1; j < len(s); j++ {
			b := s[j]
			switch {
			case strings.IndexByte(l.code, b) >= 0:
				from := "-" + s[j:j+1]
				if j+1 < len(s) {
					return &Code{Lang: l.lang, Text: Text(s[j+1:]), From: from}
				}
				if i+1 < len(argv) {
					return &Code{Lang: l.lang, Text: one(argv[i+1].Texts), From: from}
				}
				return nil
			case strings.IndexByte(l.ends, b) >= 0:
				return nil
			case strings.IndexByte(l.takes, b) >= 0:
				if j == len(s)-1 {
					i++
				}
			default:
				if l.lang == "perl" && (b == 'i' || b == 'M' || b == 'm' || b == 'I' || b == 'l' || b == '0' || b == 'F' || b == 'x') {
					if b == 'l' || b == '0' {
						continue
					}
					j = len(s) // its value is attached
					continue
				}
				continue
			}
			break
		}
	}
	// No code and no file: the standard input is the program.
	if c.in == nil {
		return &Code{Lang: l.lang, Text: unknownText(byte(OriginInput)), From: "stdin"}
	}
	return &Code{Lang: l.lang, Text: c.in.text, From: "stdin"}
}

// awkCode gives the program text where it can start other programs.
func (ev *evaluator) awkCode(l *language, argv []Word) *Code {
	for i := 1; i < len(argv); i++ {
		t := argv[i].Texts[0]
		s := string(t)
		if len(s) > 1 && s[0] == '-' && s != "--" {
			if strings.HasPrefix(s, "--") {
				continue
			}
			if strings.IndexByte(l.takes, s[1]) >= 0 {
				if s[1] == 'f' {
					return nil
				}
				if len(s) == 2 {
					i++
				}
			}
			continue
		}
		if s == "--" {
			continue
		}
		if strings.Contains(s, "system") || strings.Contains(s, "|") && strings.Contains(s, "\"") || t.HasUnknown() {
			return &Code{Lang: l.lang, Text: t, From: "program"}
		}
		return nil
	}
	return nil
}
