package shellparse

import "strings"

// Variables of the environment that hold code, or words of a command line, for
// the programs started with them. What such a value runs is evaluated where it
// is set, whichever program then reads it: less(1), git(1), make(1), go(1),
// tar(1), cargo's book, npm-config(7), and the manuals of the others.

// settingKind says how the value of such a variable is read.
type settingKind uint8

const (
	settingCode    settingKind = iota // given to a shell, or a program with its words
	settingOptions                    // words of a program's command line, put before its own
	settingMake                       // the same for make, without a dash before the first letters
	settingEditor                     // commands of vi
	settingLua
)

var settings = [...]struct {
	names   string // separated by blanks
	head    string // what other names begin with
	tail    string // and what they end with
	kind    settingKind
	program string // whose options they are
}{
	{names: "PAGER MANPAGER EDITOR VISUAL FCEDIT HGEDITOR BROWSER LESSOPEN LESSCLOSE GIT_SSH SVN_SSH CVS_RSH RSYNC_RSH KUBECTL_EXTERNAL_DIFF FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND DIFFPROG " +
		"CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CC CXX CPP LD AR AS FC HOSTCC HOSTCXX"},
	{tail: "_PAGER"}, {tail: "_EDITOR"}, {tail: "_ASKPASS"},
	{head: "CARGO_TARGET_", tail: "_RUNNER"}, {head: "CARGO_TARGET_", tail: "_LINKER"},
	{names: "TAR_OPTIONS", kind: settingOptions, program: "tar"},
	{names: "GOFLAGS", kind: settingOptions, program: "go build"},
	{names: "LESS", kind: settingOptions, program: "less"},
	{names: "ZIPOPT", kind: settingOptions, program: "zip"},
	{names: "FZF_DEFAULT_OPTS", kind: settingOptions, program: "fzf"},
	{names: "MAKEFLAGS MFLAGS GNUMAKEFLAGS", kind: settingMake},
	{names: "VIMINIT EXINIT", kind: settingEditor},
	{names: "LUA_INIT", kind: settingLua}, {head: "LUA_INIT_", kind: settingLua},
}

// settingNamed finds how a variable is read.
func settingNamed(name string) (kind settingKind, program string, ok bool) {
	for i := range settings {
		s := &settings[i]
		if s.names == name || hasName(s.names, name) || s.names == "" && len(name) > len(s.head)+len(s.tail) && strings.HasPrefix(name, s.head) && strings.HasSuffix(name, s.tail) {
			return s.kind, s.program, true
		}
	}
	return 0, "", false
}

// settingsRun evaluates what the variables given to a command run. The command
// has been recorded, as number i.
func (ev *evaluator) settingsRun(c *ctx, assigns []Assign, i int) {
	for k := range assigns {
		a := &assigns[k]
		if !a.Exported {
			continue
		}
		ev.steps++
		kind, program, ok := settingNamed(a.Name)
		if !ok {
			continue
		}
		inner := c.through(a.Name)
		inner.redirs, inner.in, inner.out, inner.pipe, inner.stage = nil, nil, nil, 0, 0
		inner.external, inner.last = true, i
		for _, t := range a.Value.Texts {
			if !ev.opaque(t) && !Text(t).HasUnknown() { // else the judge speaks of the variable
				ev.settingRuns(inner, kind, program, a.Value, string(t))
			}
		}
	}
}

func (ev *evaluator) settingRuns(c *ctx, kind settingKind, program string, w Word, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	code := func(s string) { ev.shellCode(c, "sh", []Text{Text(s)}, w.Pos) }
	switch kind {
	case settingCode:
		value = strings.TrimLeft(value, "|-") // LESSOPEN='|-lesspipe %s'
		if first, _, _ := strings.Cut(value, " "); programName(first) == "ssh" || isShell(programName(value)) {
			return // where to, the program says that reads it
		}
		code(value)
	case settingMake:
		ev.makeText(c, Word{Texts: []Text{Text(value)}, Src: w.Src, Pos: w.Pos})
	case settingOptions:
		words := splitWord(sub(w, program))
		ev.run(c.subshell(), append(words, splitWord(sub(w, value))...))
	case settingEditor:
		ev.editorCommands(c, w, value)
	case settingLua:
		if l := interpreterOf("lua"); l != nil && !strings.HasPrefix(value, "@") {
			ev.runsCode(c, l, codeArgs{code: []Text{Text(value)}, from: "-e"}, []Word{sub(w, "lua"), sub(w, "-e"), sub(w, value)})
		}
	}
}

// editorCommands evaluates what a line of vi's own language gives to a shell:
// !CODE, behind a range or r or w, and the string given to system().
func (ev *evaluator) editorCommands(c *ctx, w Word, line string) {
	for part := range strings.SplitSeq(line, "\n") {
		if k := strings.IndexByte(part, '!'); k >= 0 {
			if before := strings.TrimSpace(part[:k]); strings.Trim(before, ":%0123456789,.$' silentrwardexcu") == "" {
				ev.shellCode(c, "sh", []Text{Text(part[k+1:])}, w.Pos)
			}
		}
		for _, name := range [...]string{"system(", "systemlist(", "job_start(", "term_start(", "termopen(", "jobstart("} {
			rest := part
			for {
				_, after, ok := strings.Cut(rest, name)
				if !ok {
					break
				}
				rest = strings.TrimLeft(after, " [")
				if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
					if code, _, ok := strings.Cut(rest[1:], rest[:1]); ok {
						ev.shellCode(c, "sh", []Text{Text(code)}, w.Pos)
					}
				}
			}
		}
	}
}

// makeRuns evaluates what the words of a make run by themselves: the code in
// $(shell …), and a variable that is given for a command, or for a part of one
// which the shell of a recipe reads.
func (ev *evaluator) makeRuns(c *ctx, argv []Word) {
	inner := c.through("make")
	inner.external, inner.redirs, inner.in, inner.out = true, nil, nil, nil
	for i, w := range argv[1:] {
		for _, t := range w.Texts {
			name, value, ok := strings.Cut(string(t), "=")
			name = strings.TrimRight(name, ":+?!")
			switch {
			case ok && strings.HasPrefix(name, "--eval") || i > 0 && isWord(argv[i], "--eval") || isWord(argv[i], "-E"):
				if !ok || !strings.HasPrefix(name, "--") {
					value = string(t)
				}
				ev.makeText(inner, sub(w, value))
			case !ok || name == "" || name[0] == '-' || !nameStart(name[0]):
			case Text(value).HasUnknown():
			default:
				ev.makeText(inner, sub(w, value))
				if kind, _, known := settingNamed(name); known && kind == settingCode || strings.ContainsAny(value, "`;|&") && evenQuotes(value) {
					ev.settingRuns(inner, settingCode, "", w, strings.ReplaceAll(value, "$$", "$"))
				}
			}
		}
	}
}

// makeText evaluates the code that a text of make's language hands to a shell:
// $(shell CODE), and the lines of a rule behind a ; or a tab.
func (ev *evaluator) makeText(c *ctx, w Word) {
	for _, t := range w.Texts {
		rest := string(t)
		for {
			_, after, ok := strings.Cut(rest, "shell ")
			if !ok {
				break
			}
			end, open := 0, 1
			for ; end < len(after) && open > 0; end++ {
				switch after[end] {
				case '(', '{':
					open++
				case ')', '}':
					open--
				}
			}
			if open == 0 {
				end--
			}
			if !Text(after[:end]).HasUnknown() {
				ev.shellCode(c, "sh", []Text{Text(strings.ReplaceAll(after[:end], "$(shell ", "$("))}, w.Pos)
			}
			rest = after[end:]
		}
		for line := range strings.SplitSeq(string(t), "\n") {
			recipe, isRecipe := strings.CutPrefix(line, "\t")
			if !isRecipe {
				_, rule, ok := strings.Cut(line, ":")
				_, recipe, isRecipe = strings.Cut(rule, ";")
				isRecipe = isRecipe && ok && strings.IndexByte(line, ':') < strings.IndexByte(line, ';')
			}
			if isRecipe && !Text(recipe).HasUnknown() && !strings.Contains(recipe, "$(") {
				ev.shellCode(c, "sh", []Text{Text(strings.TrimLeft(strings.ReplaceAll(recipe, "$$", "$"), "@-+"))}, w.Pos)
			}
		}
	}
}

// evenQuotes reports whether every quote of a text is closed.
func evenQuotes(s string) bool {
	return strings.Count(s, "'")%2 == 0 && strings.Count(s, `"`)%2 == 0 && strings.Count(s, "`")%2 == 0
}
