package shellparse

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// chdir follows cd. Where the directory may not exist the old one stays a
// possibility, which && and || after it tell apart: see [evaluator.outcome].
func (ev *evaluator) chdir(c *ctx, args []Word) tri {
	old := c.env.cwd()
	physical := false
	for len(args) > 0 {
		s, ok := args[0].Exact()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		args = args[1:]
		if s == "--" {
			break
		}
		physical = physical || strings.IndexByte(s, 'P') > 0
	}
	var dirs []Text
	if len(args) == 0 || args[0].Many && ev.vanishes(args[0]) {
		v, _ := ev.lookup(c, "HOME")
		dirs = v.joined()
	}
	if len(args) > 0 {
		for _, t := range args[0].Texts {
			if t == "-" {
				v, _ := ev.lookup(c, "OLDPWD")
				dirs = joinTexts(dirs, v.joined())
			} else {
				dirs = joinTexts(dirs, ev.reached(c, matched([]Text{t})[0]))
			}
		}
	}
	if physical && !ev.exist(dirs) { // .. behind a symbolic link leads elsewhere
		dirs = joinTexts(dirs, []Text{unknownText(byte(OriginUnknown))})
	}
	return ev.goes(c, old, dirs)
}

// goes makes dirs the working directory, if that succeeds.
func (ev *evaluator) goes(c *ctx, old, dirs []Text) tri {
	for _, t := range dirs {
		ev.charge(len(t)<<4, c.pos)
	}
	status := maybe
	var before []Text
	if v := c.env.get("OLDPWD"); v.isSet() {
		before = v.texts
	}
	switch {
	case ev.exist(dirs):
		status = yes
		c.env.set("OLDPWD", &variable{texts: old, exported: true})
		c.standsIn(dirs)
	default:
		c.env.set("OLDPWD", &variable{texts: joinTexts(old, before), exported: true})
		c.standsIn(joinTexts(dirs, old))
		ev.lastCd = entered{env: c.env, command: len(ev.out.Commands) - 1, dirs: dirs, old: old}
	}
	if s := c.env.shell; len(s.traps) > 0 {
		s.dirs = joinTexts(joinTexts(s.dirs, old), dirs)
	}
	return status
}

// entered is the last change of directory that may have failed.
type entered struct {
	env       *env
	command   int
	dirs, old []Text
}

// outcome gives the working directory where the last command of c succeeds,
// and where it fails; nil where there is no difference.
func (ev *evaluator) outcome(c *ctx) (success, failure []Text) {
	if e := ev.lastCd; e.env == c.env && e.command == len(ev.out.Commands)-1 {
		return e.dirs, e.old
	}
	return nil, nil
}

// standsIn makes dirs the working directory of a branch, where they are known.
func (c *ctx) standsIn(dirs []Text) {
	if dirs != nil {
		c.env.dir = joinTexts(dirs, c.env.shell.trapDirs)
	}
}

// exist reports whether all of some directories are certain to be there: those
// the shell is in, and those above.
func (ev *evaluator) exist(dirs []Text) bool {
	for _, t := range dirs {
		s, ok := t.Exact()
		if !ok || s != "/" && s != "/tmp" && !holds(s, ev.opt.Dir) && !holds(s, ev.opt.Home) && !ev.holdsScript(s) {
			return false
		}
	}
	return len(dirs) > 0
}

// holds reports whether dir is p or a folder above it.
func holds(dir, p string) bool {
	return dir != "" && p != "" && (p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/"))
}

// holdsScript reports whether a script file that was read, or is being run, lies
// below dir.
func (ev *evaluator) holdsScript(dir string) bool {
	for _, r := range ev.running {
		if holds(dir, r.path) && dir != r.path {
			return true
		}
	}
	for _, f := range ev.out.Files {
		if holds(dir, f.Path) && dir != f.Path {
			return true
		}
	}
	return false
}

// reached gives the directories that a word leads to: below those of CDPATH,
// and below the working directory.
func (ev *evaluator) reached(c *ctx, t Text) []Text {
	if t == "" {
		return c.env.cwd()
	}
	s := string(t)
	var dirs []Text
	first, _, _ := strings.Cut(s, "/")
	if v := c.env.get("CDPATH"); v.isSet() && s[0] != '/' && first != "." && first != ".." {
		for _, list := range v.joinedTexts() {
			if list.HasUnknown() {
				dirs = joinTexts(dirs, []Text{unknownText(ev.taint(list))})
				continue
			}
			for _, d := range strings.Split(string(list), ":") {
				dirs = joinTexts(dirs, ev.under(ev.under(c.env.cwd(), Text(d+"/.")), t))
			}
		}
	}
	return joinTexts(dirs, ev.under(c.env.cwd(), t))
}

func (v *variable) joinedTexts() []Text {
	if v.array {
		var all []Text
		for _, el := range v.elems {
			all = joinTexts(all, el.texts)
		}
		return all
	}
	return v.texts
}

// dirStack is the name under which the stack of pushd is kept: no shell
// variable can have it. The working directory itself is not on it.
const dirStack = "dirs "

// pushd follows pushd and popd.
func (ev *evaluator) pushd(c *ctx, name string, args []Word) tri {
	old := c.env.cwd()
	v := c.env.get(dirStack)
	known := v == nil || !v.many && !v.unset
	var stack [][]Text
	if v != nil {
		for _, el := range v.elems {
			stack = append(stack, el.texts)
		}
	}
	if !ev.charge(len(stack)<<8, c.pos) { // all of it is written anew
		return maybe
	}
	stay := false
	if len(args) > 0 {
		if s, ok := args[0].Exact(); ok && (s == "-n" || s == "--") {
			stay = s == "-n"
			args = args[1:]
		}
	}
	full := append([][]Text{old}, stack...) // as dirs shows it
	n, rotates := 0, false
	if len(args) > 0 {
		s, ok := args[0].Exact()
		known = known && ok || name == "pushd" && !maybeFlag(args[0])
		if ok && len(s) > 1 && (s[0] == '+' || s[0] == '-') && strings.Trim(s[1:], "0123456789") == "" {
			rotates = true
			if n = atoiOr(s[1:], 0); s[0] == '-' {
				n = len(full) - 1 - n
			}
		}
	}
	var dirs []Text
	switch {
	case !known:
		dirs = append(joinAll(full), unknownText(byte(OriginUnknown)))
		c.env.set(dirStack, &variable{array: true, many: true, elems: []elem{{"0", dirs}}})
		return ev.goes(c, old, dirs)
	case rotates && (n < 0 || n >= len(full)):
		return no
	case name == "popd" && len(stack) == 0, name == "pushd" && len(args) == 0 && len(stack) == 0:
		return no
	case name == "popd":
		full = append(full[:n:n], full[n+1:]...)
		if n > 0 || stay { // the working directory is still the first
			stay = true
		}
	case rotates:
		full = append(full[n:len(full):len(full)], full[:n]...)
	case len(args) == 0:
		full[0], full[1] = full[1], full[0]
	default:
		for _, t := range args[0].Texts {
			if t == "-" {
				v, _ := ev.lookup(c, "OLDPWD")
				dirs = joinTexts(dirs, v.joined())
				continue
			}
			dirs = joinTexts(dirs, ev.reached(c, matched([]Text{t})[0]))
		}
		full = append([][]Text{dirs}, full...)
	}
	stackVar := &variable{array: true}
	for i, texts := range full[1:] {
		stackVar.elems = append(stackVar.elems, elem{strconv.Itoa(i), texts})
	}
	dirs = full[0]
	if stay {
		c.env.set(dirStack, stackVar)
		return yes
	}
	status := ev.goes(c, old, dirs)
	if status != yes {
		stackVar = joinVariables(c.env.get(dirStack), stackVar)
	}
	c.env.set(dirStack, stackVar)
	return status
}

// under resolves a path against the directories it may be relative to.
func (ev *evaluator) under(dirs []Text, t Text) []Text {
	if strings.HasPrefix(string(t), "/") {
		return []Text{cleanText(t)}
	}
	if strings.HasPrefix(string(t), "\x00") && !ev.beginsWithName(t) {
		return []Text{t} // unknown from the start: it may be absolute
	}
	ev.steps += len(dirs) >> 1
	all := text.Cross(dirs, []Text{"/" + t})
	out := all[:0]
	for _, d := range all {
		if d = cleanText(d); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// beginsWithName reports whether a text begins with what a pattern matches: the
// name of an entry, or the pattern itself.
func (ev *evaluator) beginsWithName(t Text) bool {
	for p := range t.Parts() {
		return p.Glob || p.Origin >= 0 && p.Origin < len(ev.out.Origins) && ev.out.Origins[p.Origin].Kind == OriginGlob
	}
	return false
}

// cleanText cleans a path that is fully known, and leaves any other.
func cleanText(t Text) Text {
	if s, ok := t.Exact(); ok {
		return Text(path.Clean(s))
	}
	return t
}

// printsDir is what cd and its like show: the stack of directories, or for cd
// the new one, if it was reached through - or CDPATH.
func (ev *evaluator) printsDir(c *ctx, i int, name string, args, argv []Word) {
	if c.out == nil {
		return
	}
	t := unknownText(ev.outputOrigin(c, name, i, argv))
	if name != "cd" {
		c.writes(t)
		return
	}
	for len(args) > 1 && (isExactly(args[0], "-P") || isExactly(args[0], "-L") || isExactly(args[0], "--")) {
		args = args[1:]
	}
	alts := []Text{t}
	for _, w := range args {
		for _, a := range w.Texts {
			if s, ok := a.Exact(); ok && s != "-" && !c.env.get("CDPATH").isSet() {
				alts = joinTexts(alts, []Text{""})
				if len(args) == 1 && len(w.Texts) == 1 {
					return
				}
			}
		}
	}
	c.writes(alts...)
}
