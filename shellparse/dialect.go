package shellparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What the shells do differently. sh is bash on one machine and dash or ash on
// the next, so a text for it that they would read differently is read as both.

// bothShells evaluates a text for sh as bash reads it and as dash does. An
// error of the grammar counts only where neither can read it: then the one
// that can is taken to be the shell.
func (ev *evaluator) bothShells(c *ctx, src *source) tri {
	ev.repeated = true
	outer := c.env.shell
	branches := make([]*ctx, 0, 2)
	var found [2][]Problem
	before := ev.seen
	start, steps := len(ev.out.Problems), ev.steps
	for i, dialect := range [...]syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash} {
		if i > 0 && ev.steps <= MaxSteps { // one of the readings is not the text's doing
			ev.steps -= (ev.steps - steps) / 2
		}
		b := c.branch()
		s := *outer
		s.dialect, s.either = dialect, false
		s.traps = outer.traps[:len(outer.traps):len(outer.traps)]
		b.env.shell = &s
		ev.seen = nil
		ev.script(b, src)
		found[i] = append(found[i], ev.out.Problems[start:]...)
		ev.out.Problems = ev.out.Problems[:start]
		branches = append(branches, b)
	}
	ev.seen = before
	failed := [2]bool{parseFailed(found[0]), parseFailed(found[1])}
	for i, list := range found {
		for _, p := range list {
			if p.Kind != "parse" || failed[0] && failed[1] || i == 0 && !refusedAtOnce(p.Text) {
				ev.problem(p.Kind, p.Text, p.Pos)
			}
		}
		s := branches[i].env.shell
		outer.traps = append(outer.traps, s.traps[min(len(outer.traps), len(s.traps)):]...)
		if s.aliases != nil {
			outer.aliases = s.aliases
		}
		branches[i].env.shell = outer
	}
	c.join(branches...)
	return maybe
}

// refusedAtOnce reports whether dash, too, refuses to read a text that has
// this error; what is merely a bad substitution fails when it runs, so that the
// rest of the text does run.
func refusedAtOnce(problem string) bool {
	for _, s := range [...]string{"arrays", "herestrings", "process substitutions", "c-style", "`function`", "regex tests", "must be followed", "reached", "not a valid", "can only"} {
		if strings.Contains(problem, s) {
			return true
		}
	}
	return false
}

func parseFailed(list []Problem) bool {
	for _, p := range list {
		if p.Kind == "parse" {
			return true
		}
	}
	return false
}

// differs reports whether bash and dash may read a text differently: whether
// there is anything in it that only one of them has. It looks for the
// characters, not the grammar, so that it is never too low.
func differs(s string) bool {
	for i := 0; i < len(s); i++ {
		rest := s[i:]
		switch s[i] {
		case '{':
			// ${ is a parameter, { with a blank behind it a group.
			if (i == 0 || s[i-1] != '$') && i+1 < len(s) && strings.IndexByte(" \t\n}", s[i+1]) < 0 {
				return true
			}
			if i > 0 && s[i-1] == '$' && bashParameter(rest) {
				return true
			}
		case '[':
			if strings.HasPrefix(rest, "[[") || strings.HasPrefix(rest, "[^") {
				return true
			}
		case '$':
			if strings.HasPrefix(rest, "$'") || strings.HasPrefix(rest, `$"`) || strings.HasPrefix(rest, "$[") {
				return true
			}
		case '<', '>', '&', '|', ';':
			for _, op := range [...]string{"<<<", "<(", ">(", "&>", ">&", "|&", ";&", ";;&"} {
				if strings.HasPrefix(rest, op) && !(op == ">&" && i+2 < len(s) && strings.IndexByte("0123456789-$", s[i+2]) >= 0) {
					return true
				}
			}
		case '(':
			if strings.HasPrefix(rest, "((") && (i == 0 || s[i-1] != '$') {
				return true
			}
		case '+', '=':
			if strings.HasPrefix(rest, "+=") || strings.HasPrefix(rest, "=(") || strings.HasPrefix(rest, "==") {
				return true
			}
		case '~':
			if strings.HasPrefix(rest, "~+") || strings.HasPrefix(rest, "~-") {
				return true
			}
		}
	}
	for _, word := range [...]string{"function", "source", "select", "coproc", "declare", "typeset", "let ", "shopt", "mapfile", "readarray", "pushd", "popd", "dirs", "enable", "builtin", "compgen",
		"printf -", "read -", "export", "readonly", "local", "trap", "time", "caller", "disown", "BASH", "RANDOM", "PIPESTATUS", "SECONDS", "FUNCNAME", "REPLY", "alias", "set -", "exec -", "test -v", "[ -v", "@"} {
		if strings.Contains(s, word) {
			return word != "@" || strings.Contains(s, "@(") // $@ is everywhere
		}
	}
	return false
}

// bashParameter reports whether ${…} uses an operator that POSIX has not. s
// starts with the brace.
func bashParameter(s string) bool {
	i := 1
	if i < len(s) && s[i] == '#' {
		i++
	}
	if i < len(s) && s[i] == '!' {
		return true
	}
	for i < len(s) && letter(s[i]) {
		i++
	}
	if i+1 >= len(s) {
		return false
	}
	switch s[i] {
	case '/', '^', ',', '@', '[':
		return i > 1
	case ':':
		return strings.IndexByte("-=?+", s[i+1]) < 0
	}
	return false
}

// hasBuiltin reports whether the dialect has a builtin of bash; where not, the
// name is that of a program.
func (s *shell) hasBuiltin(name string) bool {
	switch name {
	case "source", "declare", "typeset", "let", "shopt", "mapfile", "readarray", "pushd", "popd", "dirs", "enable", "builtin", "compgen", "complete", "compopt", "caller", "disown", "suspend", "logout", "help", "bind", "history":
		return s.dialect != syntax.LangPOSIX
	}
	return true
}

// isSpecialBuiltin reports whether a builtin is one of POSIX's special ones, before
// which an assignment stays.
func isSpecialBuiltin(name string) bool {
	switch name {
	case ":", ".", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}

// zshValue is what zsh makes of an unquoted parameter: a scalar is one word, or
// none where it is empty. What only zsh has is not known.
func (ev *evaluator) zshValue(c *ctx, p *syntax.ParamExp, alts []fields, quoted bool) []fields {
	v := ev.param(c, p, quoted)
	if !zshSimple(c, p) {
		var all []Text
		for _, texts := range v.elems {
			all = append(all, texts...)
		}
		t := unknownText(ev.taint(all...))
		for j := range alts {
			if quoted {
				alts[j].quoted(t)
			} else {
				alts[j].cur = append(alts[j].cur, t.Split()...)
			}
		}
		return alts
	}
	if quoted {
		return ev.addValue(c, v, alts, true)
	}
	for i, texts := range v.elems {
		if i > 0 {
			for j := range alts {
				alts[j].flush()
			}
		}
		alts = fork(alts, texts, func(f *fields, t Text) {
			if t.HasUnknown() || v.many {
				f.cur = appendMark(f.cur, markSplit, ev.taint(t))
			} else if t != "" {
				f.quoted(t)
			}
		})
	}
	return alts
}

// zshSimple reports whether zsh takes a parameter as bash does, splitting
// aside: a scalar or the arguments, without an operator.
func zshSimple(c *ctx, p *syntax.ParamExp) bool {
	if p.Param == nil {
		return false
	}
	name := p.Param.Value
	holds := c.env.get(name)
	return p.Exp == nil && p.Index == nil && p.Slice == nil && p.Repl == nil && !p.Length && !p.Excl && !p.IsSet && p.Split == 0 && p.GlobSubst == 0 && p.RcExpand == 0 &&
		p.Flags == nil && p.NestedParam == nil && len(p.Modifiers) == 0 && (holds == nil || !holds.array || name == "@" || name == "*")
}

// zshText is a parameter of zsh where it is neither split nor a pattern.
func (ev *evaluator) zshText(c *ctx, p *syntax.ParamExp) []Text {
	v := ev.param(c, p, true)
	if zshSimple(c, p) {
		return v.joined()
	}
	var all []Text
	for _, texts := range v.elems {
		all = append(all, texts...)
	}
	return []Text{unknownText(ev.taint(all...))}
}

// splitAmpersands puts a blank into &>, which is two operators to dash: the
// command runs in the background, and a redirection stands by itself. Where
// they are is the parser's word, as they are nothing special inside quotes.
func (ev *evaluator) splitAmpersands(src *source) *source {
	text := src.text
	for range 64 {
		at := -1
		for _, err := range ev.parser(syntax.LangPOSIX).StmtsSeq(strings.NewReader(text)) {
			if e, ok := err.(syntax.LangError); at < 0 && ok && strings.Contains(e.Feature, "&>") {
				at = int(e.Pos.Offset())
			}
		}
		if at < 0 || at+2 > len(text) || !ev.charge(len(text)<<4, src.at) {
			break
		}
		at += strings.Index(text[at:], "&>")
		text = text[:at] + "& " + text[at+1:]
	}
	if text == src.text {
		return src
	}
	split := *src
	split.text = text
	if split.top { // nothing stands where it stood
		split.top, split.at = false, src.byteSpan(0, len(src.text))
	}
	return &split
}

// maxSplits is how many of them a text may have.
const maxSplits = 8

// splitParens puts a blank into (( and $((, which are subshells within each other
// where no arithmetic follows, as the parser has found. nil: no text comes of that
// which can be read.
func (ev *evaluator) splitParens(src *source, failure error) *source {
	dialect, text := syntax.LangBash, src.text
	for range maxSplits {
		e, ok := failure.(syntax.ParseError)
		if !ok || int(e.Pos.Offset()) > len(text) || !ev.charge(len(text)<<4, src.at) {
			return nil
		}
		at := strings.LastIndex(text[:min(int(e.Pos.Offset())+len("$(("), len(text))], "((") // the error may stand there
		if at < 0 || closesTwice(text[at+1:]) {
			return nil
		}
		text = text[:at+1] + " " + text[at+1:]
		failure = nil
		for _, err := range ev.parser(dialect).StmtsSeq(strings.NewReader(text)) {
			if failure == nil { // not a break: the parser goes on yielding after an error
				failure = err
			}
		}
		if failure == nil {
			split := *src
			split.text = text
			if split.top { // nothing stands where it stood
				split.top, split.at = false, src.byteSpan(0, len(src.text))
			}
			return &split
		}
	}
	return nil
}

// closesTwice reports whether the parenthesis at the beginning of a text is closed with
// another one right behind it, which makes arithmetic of what stands between; or not
// at all.
func closesTwice(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.HasPrefix(text[i+1:], ")")
			}
		}
	}
	return true
}

// declArgs are the words of export and its like in POSIX's grammar, where it
// is not settled whether NAME=$x splits: it does in dash up to 0.5.11.
func (ev *evaluator) declArgs(c *ctx, words []*syntax.Word) []Word {
	out := make([]Word, 0, len(words))
	for _, w := range words {
		if expandsValue(w) {
			out = append(out, ev.value(c, w))
			continue
		}
		out = append(out, ev.flat(c, []*syntax.Word{w})...)
	}
	return out
}

func isDeclaration(words []*syntax.Word) bool {
	if len(words) < 2 {
		return false
	}
	switch words[0].Lit() {
	case "export", "readonly", "local":
		return slices.ContainsFunc(words[1:], expandsValue)
	}
	return false
}

// expandsValue reports whether a word is NAME=$x or the like.
func expandsValue(w *syntax.Word) bool {
	lit, ok := w.Parts[0].(*syntax.Lit)
	return ok && len(w.Parts) > 1 && strings.IndexByte(lit.Value, '=') > 0
}

// zshLiteral reports whether an unquoted literal at the start of a word is
// something that only zsh expands: =cmd, a range of numbers.
func zshLiteral(s string, first bool) bool {
	return first && len(s) > 1 && s[0] == '=' || strings.IndexByte(s, '<') >= 0 || strings.IndexByte(s, '(') >= 0
}

// zshBuiltin evaluates what zsh has and bash has not.
func (ev *evaluator) zshBuiltin(c *ctx, name string, argv []Word) (tri, bool) {
	if len(name) > 1 && name[0] == '=' { // =rm is where rm lies
		words := append([]Word{argv[0]}, argv[1:]...)
		words[0].Texts = []Text{Text(name[1:])}
		return ev.run(c, words), true
	}
	switch name {
	case "setopt", "unsetopt", "emulate", "zmodload", "zparseopts", "zle", "zstyle", "compdef", "vared", "sched", "zcompile", "disable":
		i := ev.emit(c, Command{Argv: argv, Builtin: true})
		ev.prints(c, i, argv)
		for _, w := range argv[1:] {
			s, ok := w.Exact()
			if !ok || name != "setopt" && name != "unsetopt" || !zshHarmless(s) {
				ev.problem("construct", name+" may change how zsh reads what follows, which is not followed", c.pos)
				break
			}
		}
		return maybe, true
	case "repeat":
		ev.emit(c, Command{Argv: argv, Builtin: true})
		if len(argv) > 2 && !isWord(argv[2], "do") {
			ev.run(c.through(name), argv[2:])
			return maybe, true
		}
		ev.problem("construct", "a loop of zsh that this program does not read", c.pos)
		return maybe, true
	case "foreach", "end", "always":
		ev.problem("construct", "a construct of zsh that this program does not read", c.pos)
	case "noglob", "nocorrect", "-":
		ev.emit(c, Command{Argv: argv, Builtin: true})
		if len(argv) > 1 {
			return ev.run(c.through(name), argv[1:]), true
		}
		return maybe, true
	case "alias":
		if len(argv) > 1 && maybeFlag(argv[1]) {
			ev.problem("construct", "a global alias of zsh, which changes how what follows is read", c.pos)
		}
	case "print", "whence", "where", "which", "autoload", "integer", "float", "rehash", "functions":
		i := ev.emit(c, Command{Argv: argv, Builtin: true})
		ev.prints(c, i, argv)
		if name == "integer" || name == "float" {
			ev.spoil(c)
		}
		return maybe, true
	}
	return maybe, false
}

// zshHarmless reports whether an option of zsh changes nothing that is followed.
func zshHarmless(name string) bool {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "errexit", "nounset", "pipefail", "noclobber", "xtrace", "verbose", "err_return", "errreturn", "nullglob", "nonomatch", "nomatch", "extendedglob", "globdots", "autocd", "monitor", "notify", "nobeep", "histignoredups", "sharehistory", "appendhistory", "correct", "interactivecomments", "promptsubst", "-e", "-u", "-x":
		return true
	}
	return false
}

// zshHook reports whether zsh calls a function of this name by itself.
func zshHook(name string) bool {
	switch name {
	case "chpwd", "precmd", "preexec", "periodic", "zshexit", "zshaddhistory", "command_not_found_handler":
		return true
	}
	return strings.HasPrefix(name, "TRAP")
}

func emptyParts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if lit, ok := p.(*syntax.Lit); !ok || lit.Value != "" {
			return false
		}
	}
	return true
}

// zshFirst reports whether a word holds what may become several words, which
// zsh expands before the braces around it.
func zshFirst(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				if _, ok := q.(*syntax.ParamExp); ok {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// byBytes reports whether dash, which knows no characters of several bytes,
// takes a value for something else than bash in ${#x} and ${x#?}.
func byBytes(c *ctx, p *syntax.ParamExp, v value) bool {
	if c.env.shell.dialect != syntax.LangPOSIX || !p.Length && p.Exp == nil {
		return false
	}
	for _, texts := range v.elems {
		for _, t := range texts {
			for q := range t.Parts() {
				for i := 0; i < len(q.Lit); i++ {
					if q.Lit[i] >= 0x80 {
						return true
					}
				}
			}
		}
	}
	return false
}
