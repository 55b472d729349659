package shellparse

import (
	"slices"
	"strings"
)

// The environment that a wrapper gives the command it runs.

// loginShell is the shell that $SHELL names, which is what most programs give
// code to; sh where it is not known, or no shell.
func (ev *evaluator) loginShell(c *ctx) string {
	if v := c.env.get("SHELL"); v.isSet() && len(v.texts) == 1 {
		if s, ok := v.texts[0].Exact(); ok && isShell(programName(s)) {
			return programName(s)
		}
	}
	return "sh"
}

// wrapperEnv gives the command the environment and directory that the
// wrapper's options make.
func (ev *evaluator) wrapperEnv(inner *ctx, name string, g *grammar, p peeled) {
	layer := inner.env.branch()
	layer.other = g.remote || g.resets || name == "su" || name == "runuser"
	switch {
	case (name == "env" || name == "genv") && p.has("i", "ignore-environment"), g.remote,
		name == "bwrap" && p.has("clearenv"), name == "setpriv" && p.has("reset-env"):
		layer.cut = cutAll
	case g.resets || name == "su" || name == "runuser":
		layer.cut = cutSome
		if name == "su" || name == "runuser" {
			layer.cut = cutNone
		}
		layer.homeOf(ev, p)
	}
	if name == "env" || name == "genv" {
		for _, w := range p.given("u unset") {
			if n, ok := w.Exact(); ok {
				layer.set(n, &variable{})
			} else {
				layer.cut = max(layer.cut, cutSome)
			}
		}
	}
	ev.steps += len(p.assigns)
	inner.assigns = slices.Grow(slices.Clip(inner.assigns), len(p.assigns))
	for _, w := range p.assigns {
		n, v, _ := strings.Cut(string(w.Texts[0]), "=")
		ev.given(inner, layer, n, Word{Texts: []Text{Text(v)}, Src: w.Src, Pos: w.Pos})
	}
	for _, w := range p.given("setenv") { // bwrap, run0, systemd-run
		if n, v, ok := strings.Cut(string(one(w.Texts)), "="); ok {
			ev.given(inner, layer, n, Word{Texts: []Text{Text(v)}, Src: w.Src, Pos: w.Pos})
		}
	}
	var dirs []Text
	for _, dir := range p.given(g.dir) {
		for _, t := range dir.Texts {
			dirs = joinTexts(dirs, ev.under(inner.env.cwd(), t))
		}
		layer.dir = dirs
		dirs = nil
	}
	switch {
	case g.remote && layer.dir == nil:
		layer.dir = inner.env.cwd()
	case name == "start-stop-daemon" && layer.dir == nil:
		layer.dir = []Text{"/"}
	case name == "sudo" && p.has("i", "login"), name == "su" && p.has("l", "login"):
		layer.dir = []Text{unknownText(byte(OriginUnknown))}
	}
	if layer.cut != cutNone || layer.other || layer.vars != nil || layer.dir != nil {
		inner.env = layer
	}
}

// given puts NAME=VALUE into the environment of the command.
func (ev *evaluator) given(c *ctx, layer *env, name string, value Word) {
	if Text(name).HasUnknown() {
		ev.problem("option", "a variable whose name is not known is given to a command", c.pos)
		return
	}
	if strings.HasPrefix(name, "BASH_FUNC_") {
		ev.problem("construct", name+" makes a function of the next shell, which is not followed", c.pos)
	}
	layer.set(name, &variable{texts: value.Texts, exported: true})
	c.assigns = append(c.assigns, Assign{Name: name, Value: value, Exported: true})
	ev.settingsRun(c, c.assigns[len(c.assigns)-1:], c.last)
}

// homeOf sets what a program that changes the user says of the new one.
func (e *env) homeOf(ev *evaluator, p peeled) {
	home := Text("/root")
	if w, ok := p.get("u", "user"); ok {
		if s, _ := w.Exact(); s != "root" && s != "#0" {
			home = unknownText(ev.origin(Origin{OriginUnknown, "~" + one(w.Texts).String(), -1}))
		}
	}
	old := e.get("HOME")
	v := &variable{texts: []Text{home}, exported: true}
	switch {
	case old.isSet() && !old.array:
		v.texts = joinTexts(old.texts, v.texts)
	case ev.opt.Home != "":
		v.texts = joinTexts([]Text{Text(ev.opt.Home)}, v.texts)
	}
	e.set("HOME", v)
	for _, name := range [...]string{"USER", "LOGNAME"} {
		e.set(name, &variable{texts: []Text{unknownText(ev.origin(Origin{OriginUnknown, "$" + name, -1}))}, exported: true})
	}
}
