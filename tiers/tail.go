package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Programs that run another program, or write to what they are given, are
// many, and no table knows all of them. Where a program is not known, or is
// known to run what it is given in ways that are not read, its words are
// looked at as if it did; what would be blocked then makes it ask.

// Not in a table of rules: they are looked at where no rule has spoken.
var (
	unknownRunner = Rule{
		ID: "code.unknown-runner", Tier: High,
		Why:   "what follows this program would be blocked as a command, and it is not known whether the program runs it",
		Safer: "run the program without that command, and the command by itself",
	}
	unknownReader = Rule{
		ID: "credentials.unknown-reader", Tier: High,
		Why:   "it hands keys or tokens to a program of which it is not known what it does with them",
		Safer: "let the person do it",
	}
	unknownWriter = Rule{
		ID: "disks.unknown-writer", Tier: High,
		Why:   "it names a disk, or a file of the program that guards this session, and it is not known what it does to it",
		Safer: "work on a copy inside the project",
	}
)

// runners are known programs that run what they are given in ways that the
// parser does not read: in another terminal, under a supervisor, in a sandbox.
var runners = []string{
	"tmux", "screen", "zellij", "kitty", "wezterm", "byobu", "xterm", "bwrap", "uname26", "cpulimit", "ssh-agent", "bun", "uv", "poetry", "tox", "mise",
	"nix-shell", "podman", "buildah", "systemd-run", "sg", "capsh", "start-stop-daemon", "abduco", "dtach", "prlimit", "numactl", "proxychains", "watchexec", "nix", "guix", "conda", "mamba", "micromamba", "pipenv", "hatch", "pdm", "rye", "rustup",
}

// suspects gives the rule that a command's words speak for, or nil.
func (j *judge) suspects(cmd *shellparse.Command, c *call) *Rule {
	if (c.prog == nil || slices.Contains(runners, c.name) || slices.Contains(escapers, c.name)) &&
		j.carries(cmd, c) || j.givesWayOut(c) {
		return &unknownRunner
	}
	if c.prog != nil && c.prog.tier == Safe {
		return nil
	}
	for i, a := range c.args {
		if !a.exact || a.lit == "" || a.lit[0] == '-' {
			continue
		}
		t := c.target(a)
		if c.prog == nil && secretFile(j, t) && !strings.Contains(base(t.path), ".env") && (i == 0 || !strings.HasPrefix(c.args[i-1].lit, "-")) {
			return &unknownReader
		}
		if blockDevice(t.path) && (c.prog == nil || c.prog.guards&disks == 0) && c.name != "smartctl" || c.ownFile(touch{target: t}) {
			return &unknownWriter
		}
	}
	return nil
}

// carries reports whether the words after a program are, from one of them on,
// a command that is blocked, or one of them the text of such a command.
func (j *judge) carries(cmd *shellparse.Command, c *call) bool {
	inner := judge{s: j.s, f: j.f, o: j.o, dir: j.dir, index: j.index}
	for i := 1; i < len(cmd.Argv) && i < maxCalls && !c.taskWords(i); i++ {
		word, ok := cmd.Argv[i].Exact()
		if !ok || word == "" || word[0] == '-' {
			continue
		}
		if first, _, isText := strings.Cut(word, " "); isText {
			if c.takesText(i) {
				continue
			}
			if p := programOf(base(first)); p != nil && p.tier > Safe {
				s := shellparse.Parse(word, shellparse.Options{Dir: j.f.Dir, Home: j.f.Home})
				if Judge(s, j.f, Options{}).Hardline {
					return true
				}
			}
			continue
		}
		if p := programOf(base(word)); p == nil || p.tier == Safe || c.ownPower(i) {
			continue
		}
		inner.v = &Verdict{}
		inner.first = 0
		inner.calls(cmd, i, func(c *call) { inner.call(c) })
		for _, f := range inner.v.Findings {
			if f.Hardline {
				return true
			}
		}
	}
	return false
}

// base is the last part of a path.
func base(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
