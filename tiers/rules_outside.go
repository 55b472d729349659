package tiers

import (
	"slices"
	"strings"
)

// outsideRules guard what is outside of this session: terminals in which somebody
// else's keys count, and programs that start others where no guard is.
var outsideRules = []Rule{
	{
		ID: "outside.type-here", Hardline: true, Tier: Critical,
		Why:   "it types into a terminal at which a person answers",
		Safer: "run the command itself, or type into a session that this text makes",
		Match: Match{Programs: []string{"tmux"}, Func: func(c *call, h *hit) bool { return c.typesOutside() && c.ownTerminal(h) }},
		Yes:   []string{"tmux send-keys y", "tmux send -t $TMUX_PANE y Enter", "tmux send-keys -t work y", "tmux send-keys -t =work: y", "tmux paste-buffer"},
		No:    []string{"tmux send-keys -t other y", "tmux send-keys -t work:server.1 'npm run dev' Enter", "tmux list-panes", "screen -S other -X stuff y", "tmux display-message send-keys", "tmux new-session -d -s a; tmux send-keys -t a y"},
	},
	{
		ID: "outside.type", Tier: Medium,
		Why:   "it types into another terminal, where it may answer for a person",
		Safer: "run the command itself, or type into a session that this text makes",
		Match: Match{Func: func(c *call, h *hit) bool { return c.typesOutside() && !c.madeSession() }},
		Yes: []string{"tmux send-keys -t w y", "tmux send -t w y", "tmux send-key -t w y", "tmux paste-buffer -t w", "byobu send-keys -t w y", "screen -S a -X stuff y", "screen -S a -p 1 -X paste .", "kitty @ send-text y", "kitten @ send-key y", "wezterm cli send-text y",
			"zellij action write-chars y", "zellij action write 121", "xdotool key y", "xdotool type y", "ydotool type y", "wtype y", "dotool"},
		No: []string{"tmux new-session -d -s a; tmux send-keys -t a:0 ls Enter", "tmux capture-pane -p -t w", "tmux ls", "screen -ls", "screen -dmS a x; screen -S a -X stuff y", "kitty @ ls", "wezterm cli list", "zellij action dump-screen f", "xdotool getmouselocation"},
	},
	{
		ID: "outside.start", Tier: Medium,
		Why:   "it has a program outside of this session start another, which no guard watches",
		Safer: "start it here, in the background: COMMAND &",
		Match: Match{Func: func(c *call, h *hit) bool { return c.startsOutside() }},
		Yes: []string{"tmux new-window 'python3 a.py'", "tmux neww -t w: python3 a.py", "tmux split-window -h python3 a.py", "tmux new-session -d -s dev 'npm run dev'", "tmux respawn-pane -k -t w python3 a.py", "tmux run-shell 'python3 a.py'", "tmux display-popup -E 'python3 a.py'", "tmux pipe-pane -t w 'cat > x'", "tmux if-shell true 'run a'",
			"screen -S a -X screen python3 a.py", "screen -S a -X exec python3 a.py", "kitty @ launch python3 a.py", "wezterm cli spawn -- python3 a.py", "wezterm cli split-pane python3 a.py", "zellij run -- python3 a.py", "zellij action new-pane -- python3 a.py", "systemd-run --user python3 a.py", "systemd-run python3 a.py",
			"gnome-terminal -- python3 a.py", "konsole -e python3 a.py", "footclient python3 a.py", "emacsclient -e '(f)'", "emacsclient --eval '(f)'", "gdbus call --session --dest org.freedesktop.systemd1 -m x", "dbus-send --session --dest=org.freedesktop.systemd1 / x", "busctl --user call org.freedesktop.systemd1 / x StartTransientUnit"},
		No: []string{"tmux new-window", "tmux new-session -d -s dev", "tmux new -A -s dev", "tmux ls", "screen -dmS a python3 a.py", "kitty @ ls", "wezterm cli list", "zellij ls", "systemd-run --user --scope python3 a.py", "emacsclient a.txt", "gdbus introspect --session --dest org.freedesktop.systemd1 -o /", "dbus-run-session python3 a.py"},
	},
}

// seat is a program that speaks to terminals or managers that others have.
type seat struct {
	programs []string
	types    []string // sub-commands that type
	starts   []string // sub-commands that start a program
	needs    string   // the option or word with which it speaks to one that runs; "": always
	server   string   // how the name of that process begins; "": none that could be ours
}

// seats are those that are known, from their manuals: tmux(1) 3.5, screen(1) 5.0,
// kitty and wezterm's command lines of 2025, zellij 0.43, xdotool(1).
var seats = []seat{
	{programs: []string{"tmux", "byobu"}, server: "tmux",
		types:  []string{"send-k*", "send", "send-p*", "paste-b*", "pasteb"},
		starts: []string{"new-w*", "neww", "split-w*", "splitw", "new-s*", "new", "respawn-*", "respawnp", "respawnw", "display-p*", "popup", "run-s*", "run", "if-s*", "if", "pipe-p*", "pipep"}},
	{programs: []string{"screen"}, server: "screen", needs: "-X", types: []string{"stuff", "paste", "process"}, starts: []string{"screen", "exec"}},
	{programs: []string{"kitty", "kitten"}, server: "kitty", needs: "@", types: []string{"send-text", "send-key"}, starts: []string{"launch", "run", "new-window"}},
	{programs: []string{"wezterm"}, server: "wezterm", needs: "cli", types: []string{"send-text"}, starts: []string{"spawn", "split-pane"}},
	{programs: []string{"zellij"}, server: "zellij", types: []string{"write", "write-chars", "paste"}, starts: []string{"run", "r", "new-pane"}},
	{programs: []string{"xdotool", "ydotool"}, types: []string{"type", "key", "keydown", "keyup"}},
	{programs: []string{"wtype", "dotool", "dotoolc"}, types: []string{"*"}},
	{programs: []string{"gnome-terminal", "konsole", "xfce4-terminal", "mate-terminal", "tilix", "terminator", "ptyxis", "kgx", "footclient"}, starts: []string{"*"}},
	{programs: []string{"emacsclient"}, needs: "-e", starts: []string{"*"}},
	{programs: []string{"dbus-send", "qdbus", "qdbus6"}, needs: "org.freedesktop.systemd1", starts: []string{"*"}},
	{programs: []string{"gdbus", "busctl"}, needs: "org.freedesktop.systemd1", starts: []string{"call"}},
	{programs: []string{"systemd-run"}, starts: []string{"*"}},
}

// SeatServers are how the names of processes begin that hold terminals, in lower
// case: those that [Process].Inside is asked of.
func SeatServers() (names []string) {
	for _, s := range seats {
		if s.server != "" {
			names = append(names, s.server)
		}
	}
	return names
}

// seat is what the table says of the command's program, where it speaks to one that
// is not known to be inside, and so guarded as all that this session started.
func (c *call) seat() (s seat, ok bool) {
	i := slices.IndexFunc(seats, func(s seat) bool { return slices.Contains(s.programs, c.name) })
	if i < 0 {
		return s, false
	}
	s = seats[i]
	switch {
	case s.needs == "-e":
		ok = c.has("-e", "--eval")
	case s.needs == "-X":
		ok = c.has("-X")
	default:
		ok = s.needs == "" || c.anyArgHas(s.needs)
	}
	return s, ok && !c.guardedServer(s)
}

// guardedServer reports whether the process that would be spoken to is known to be
// inside: each that could be is; or there is none, and tmux starts one here.
func (c *call) guardedServer(s seat) bool {
	if s.server == "" {
		return false
	}
	rows, found := c.j.f.Processes, false
	if rows == nil { // it could not be read
		rows = c.j.f.Host
	}
	for _, p := range rows {
		if name := strings.ToLower(p.Name); strings.HasPrefix(name, s.server) && name != "tmux: client" {
			if found = true; !p.Inside {
				return false
			}
		}
	}
	return found || s.server == "tmux"
}

func (c *call) typesOutside() bool {
	s, ok := c.seat()
	return ok && (slices.Contains(s.types, "*") || c.orders(s.types) >= 0 || c.name == "screen" && c.anyArgIs(s.types))
}

// startsOutside reports whether the command starts a program: one without a
// program of its own opens a shell in which nothing has been typed.
func (c *call) startsOutside() bool {
	s, ok := c.seat()
	switch {
	case !ok || c.name == "systemd-run" && c.anyArg("--scope"):
		return false
	case slices.Contains(s.starts, "*"):
		return len(c.args) > 0
	case c.name == "screen":
		return c.anyArgIs(s.starts)
	}
	i := c.orders(s.starts)
	return i >= 0 && i+1 < len(c.ops) && c.ops[i+1].lit != ";"
}

// orders finds the operand that is one of these sub-commands: the first, one behind
// a word that others follow, or the first of the next of several commands. -1: none.
func (c *call) orders(words []string) int {
	for i, a := range c.ops {
		begins := i == 0 || c.name == "xdotool" || strings.HasSuffix(c.ops[i-1].lit, ";") || slices.Contains([]string{"@", "cli", "action", "ac"}, c.ops[i-1].lit)
		if begins && anyOperand([]arg{a}, words) {
			return i
		}
	}
	return -1
}

func (c *call) anyArgIs(words []string) bool { return slices.ContainsFunc(words, c.anyArg) }

// ownTerminal reports whether what is typed goes where people answer: to a pane
// that the facts say it of, or, where they say nothing, to the one that this session
// runs in or the one on top of its session.
func (c *call) ownTerminal(h *hit) bool {
	if c.madeSession() {
		return false
	}
	if pane, ok := paneTyped(c.Argv); ok && slices.Contains(c.j.f.Answering, pane) {
		h.target = strings.TrimSpace(pane.Server + " " + pane.Target)
		return true
	}
	t, ok := c.option("-t")
	if name := strings.TrimSuffix(strings.TrimPrefix(t.value.lit, "="), ":"); ok && t.value.exact && !slices.Contains(c.j.f.Sessions, name) {
		return false
	}
	if ok && !t.value.exact && !c.says("TMUX_PANE") {
		return false
	}
	for _, p := range c.j.f.Host {
		if strings.HasPrefix(strings.ToLower(p.Name), c.name) {
			h.target = describe(p)
			return true
		}
	}
	return false
}
