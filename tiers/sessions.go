package tiers

import (
	"slices"
	"strings"
)

// Sessions of terminal multiplexers and of the login manager, and what ends them.

// endsSession reports whether a multiplexer or the login manager is told to
// end a session.
func (c *call) endsSession() bool {
	switch c.name {
	case "screen":
		return c.has("-X") && (anyOperand(c.ops, []string{"quit", "kill"}) || c.anyArg("quit") || c.anyArg("kill"))
	case "loginctl":
		return anyOperand(c.ops, []string{"terminate-*", "kill-*"})
	case "zellij":
		return anyOperand(c.ops, []string{"kill-*", "delete-*", "ka", "k", "da", "close-pane", "close-tab"})
	case "kitty":
		return anyOperand(c.ops, []string{"close-window", "close-tab", "quit"}) && c.anyArg("@")
	case "wezterm":
		return anyOperand(c.ops, []string{"kill-pane"})
	}
	return anyOperand(c.ops, []string{"kill-ser*", "kill-ses*"}) || c.closesPane()
}

// closesPane reports whether tmux is told to end what runs in a pane or window.
func (c *call) closesPane() bool {
	return anyOperand(c.ops, []string{"kill-p*", "kill-w*", "killp", "killw"}) || anyOperand(c.ops, []string{"respawn*"}) && c.has("-k")
}

// ownSession reports whether tmux is told to end one session that the text made.
func (c *call) ownSession() bool {
	if c.name == "screen" {
		return c.ownScreen()
	}
	return c.name == "tmux" && !c.has("-a") && (anyOperand(c.ops, []string{"kill-ses*"}) || c.closesPane()) && c.madeSession()
}

// madeSession reports whether the command is about a session that the text made, by
// the name that it gave it.
func (c *call) madeSession() bool {
	if c.name == "screen" {
		return c.ownScreen()
	}
	t, ok := c.option("-t")
	if !ok || !t.value.exact {
		return false
	}
	var e call
	name, _, _ := strings.Cut(strings.TrimPrefix(t.value.lit, "="), ":")
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		if _, ok := e.sub("new-session", "new"); ok && e.name == "tmux" {
			if s, ok := e.option("-s"); ok && s.value.exact && s.value.lit == name && !e.has("-A") {
				return true
			}
		}
	}
	return false
}

// ownScreen is ownSession for screen: -S NAME -X quit ends what -dmS NAME made.
func (c *call) ownScreen() bool {
	name, ok := c.option("-S")
	if !ok || !name.value.exact || name.value.lit == "" {
		return false
	}
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote != c.Remote {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		if s, ok := e.option("-S"); ok && e.name == "screen" && s.value.exact && s.value.lit == name.value.lit && e.has("-d") && e.has("-m") && !e.has("-X") {
			return true
		}
	}
	return false
}

// hostSession reports whether the session that is to end is the host's.
func (c *call) hostSession(h *hit) bool {
	inside := false
	want := c.name
	if want == "byobu" {
		want = "tmux"
	}
	for _, p := range c.j.f.Host {
		if strings.HasPrefix(strings.ToLower(p.Name), want) {
			inside, h.target = true, describe(p)
		}
	}
	if c.name == "loginctl" {
		inside = true
		if len(c.ops) > 1 && strings.HasSuffix(c.ops[0].lit, "-user") {
			user := c.ops[1].lit
			return user == baseName(c.j.f.Home) || !c.ops[1].exact && (c.says("USER") || c.says("LOGNAME"))
		}
	}
	if !inside {
		return false
	}
	name := ""
	if o, ok := c.option("-t", "-S"); ok {
		name, _, _ = strings.Cut(strings.TrimPrefix(o.value.lit, "="), ":")
	} else if c.name == "loginctl" && len(c.ops) > 1 {
		name = c.ops[1].lit
	}
	if c.has("-a") { // tmux kill-session -a: all but this one
		return false
	}
	if o, ok := c.option("-t"); ok && c.closesPane() && !o.value.exact && c.says("TMUX_PANE") {
		return true
	}
	if name == "" {
		return c.name != "loginctl"
	}
	if anyOperand(c.ops, []string{"kill-ser*"}) {
		return true
	}
	return slices.Contains(c.j.f.Sessions, name)
}

// says reports whether the command's words name a variable.
func (c *call) says(variable string) bool {
	for _, w := range c.Argv {
		if strings.Contains(w.Src, "$"+variable) || strings.Contains(w.Src, "${"+variable) {
			return true
		}
	}
	return false
}
