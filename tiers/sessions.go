package tiers

import "strings"

// Sessions of terminal multiplexers and of the login manager, and what ends them.

// endsSession reports whether a multiplexer or the login manager is told to
// end a session.
func (c *call) endsSession() bool {
	switch c.name {
	case "screen":
		return c.has("-X") && anyOperand(c.ops, []string{"quit", "kill"}) || c.anyArg("quit") && c.has("-X")
	case "loginctl":
		return anyOperand(c.ops, []string{"terminate-*", "kill-*"})
	case "zellij":
		return anyOperand(c.ops, []string{"kill-*", "delete-*", "ka", "k", "da"})
	}
	return anyOperand(c.ops, []string{"kill-ser*", "kill-ses*"})
}

// ownSession reports whether tmux is told to end one session, by the name that
// the text gave it when it made it.
func (c *call) ownSession() bool {
	t, ok := c.option("-t")
	if c.name != "tmux" || !ok || !t.value.exact || c.has("-a") || !anyOperand(c.ops, []string{"kill-ses*"}) {
		return false
	}
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		if _, ok := e.sub("new-session", "new"); ok && e.name == "tmux" {
			if s, ok := e.option("-s"); ok && s.value.exact && s.value.lit == strings.TrimPrefix(t.value.lit, "=") && !e.has("-A") {
				return true
			}
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
			return user == baseName(c.j.f.Home)
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
	if name == "" {
		return c.name != "loginctl"
	}
	if anyOperand(c.ops, []string{"kill-ser*"}) {
		return true
	}
	for _, s := range c.j.f.Sessions {
		if s == name {
			return true
		}
	}
	return false
}
