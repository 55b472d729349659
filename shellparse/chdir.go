package shellparse

import (
	"path"
	"strings"
)

// chdir follows cd, pushd and popd. Where the directory may not exist the
// old one stays a possibility; && after it tells them apart.
func (ev *evaluator) chdir(c *ctx, name string, args []Word) {
	old := c.env.cwd()
	var target *Word
	for i := range args {
		if s, ok := args[i].Exact(); ok && len(s) > 1 && s[0] == '-' && target == nil {
			if s == "--" || strings.Trim(s[1:], "LPe@n") == "" {
				continue
			}
		}
		target = &args[i]
		break
	}
	var dirs []Text
	switch {
	case name == "popd":
		dirs = []Text{unknownText(byte(OriginUnknown))}
	case target == nil && name == "pushd":
		dirs = []Text{unknownText(byte(OriginUnknown))}
	case target == nil:
		v, _ := ev.lookup(c, "HOME")
		dirs = v.joined()
	default:
		for _, t := range target.Texts {
			if s, ok := t.Exact(); ok && s == "-" {
				v, _ := ev.lookup(c, "OLDPWD")
				dirs = joinTexts(dirs, v.joined())
				continue
			}
			if t == "" {
				dirs = joinTexts(dirs, old)
				continue
			}
			dirs = joinTexts(dirs, ev.under(old, matched([]Text{t})[0]))
		}
		if target.Many && ev.vanishes(*target) {
			v, _ := ev.lookup(c, "HOME")
			dirs = joinTexts(dirs, v.joined())
		}
	}
	for _, t := range dirs {
		ev.charge(len(t)<<4, c.pos)
	}
	c.env.set("OLDPWD", &variable{texts: old})
	c.env.dir = dirs
	if s := c.env.shell; len(s.traps) > 0 {
		s.dirs = joinTexts(joinTexts(s.dirs, old), dirs)
	}
}

// under resolves a path against the directories it may be relative to.
func (ev *evaluator) under(dirs []Text, t Text) []Text {
	if strings.HasPrefix(string(t), "/") {
		return []Text{cleanText(t)}
	}
	if strings.HasPrefix(string(t), "\x00") {
		return []Text{t} // unknown from the start: it may be absolute
	}
	var out []Text
	for _, d := range dirs {
		out = joinTexts(out, []Text{cleanText(d + "/" + t)})
	}
	return out
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
		c.out.write(t)
		return
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
	c.out.write(alts...)
}
