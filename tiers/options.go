package tiers

import "strings"

// option is one option as given, whichever way it was spelled.
type option struct {
	short  byte   // 'f' for -f, alone or in a cluster; 0 for a long one
	long   string // "force" for --force (or -force where a program has such), as abbreviated
	value  arg
	has    bool // a value was given
	before int  // how many operands stand before it
}

// style is how a program reads its options.
type style uint8

const (
	getopt   style = iota // GNU: clusters, --long, abbreviations, options after operands
	exact                 // the same without abbreviations (Go, Node, Rust programs)
	dashLong              // -long and --long are the same (terraform, find, java)
	none                  // no options: every word is an operand (echo, test)
)

// parse sorts the arguments into options and operands.
func (c *call) parse() {
	g := c.prog
	if g == nil {
		g = &unknownProgram
	}
	if g.style == none {
		c.ops = append(c.ops, c.args...)
		return
	}
	short, long := g.short, g.long
	sub := false
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		s := a.lit
		if !a.exact && (a.many || s == "" || s[0] == '*') {
			c.loose = c.loose || !a.HasGlob()
		}
		if len(s) < 2 || s[0] != '-' {
			c.ops = append(c.ops, a)
			if g.subs != nil && !sub {
				sub = true
				short, long = g.subOptions(s)
			}
			continue
		}
		if s == "--" && a.exact {
			c.ops = append(c.ops, c.args[i+1:]...)
			return
		}
		o := option{before: len(c.ops)}
		if s[1] == '-' || g.style == dashLong && len(s) > 2 {
			o.long = strings.TrimLeft(s, "-")
			if k := strings.IndexByte(o.long, '='); k >= 0 {
				o.value = a.after(k + len(s) - len(o.long) + 1)
				o.has, o.long = true, o.long[:k]
			} else if takesValue(long, o.long, g.style == getopt) && i+1 < len(c.args) {
				i++
				o.value, o.has = c.args[i], true
			}
			c.opts = append(c.opts, o)
			continue
		}
		for k := 1; k < len(s); k++ {
			o := option{short: s[k], before: len(c.ops)}
			if strings.IndexByte(g.glued, s[k]) >= 0 {
				o.value, o.has = a.after(k+1), k+1 < len(s)
				c.opts = append(c.opts, o)
				break
			}
			if strings.IndexByte(short, s[k]) >= 0 {
				if c.bare && len(c.ops) == 0 && k+1 == len(s) && strings.IndexByte(globalShort(c.name), s[k]) < 0 {
					c.opts = append(c.opts, o)
					break
				}
				if k+1 < len(s) {
					o.value, o.has = a.after(k+1), true
					k = len(s)
				} else if i+1 < len(c.args) {
					i++
					o.value, o.has = c.args[i], true
				}
			}
			c.opts = append(c.opts, o)
		}
	}
}

// reread parses the call anew where a short option before the sub-command was
// given the next word for its value though another program's options said so:
// grammars are shared, and -C is a folder to one program and a switch to
// another, after which "remove" is what it does. It reports whether that makes
// a difference.
func (c *call) reread() bool {
	if c.bare || c.prog == nil || !c.prog.commands() || len(c.opts) == 0 {
		return false
	}
	differs := false
	for i := range c.opts {
		o := &c.opts[i]
		differs = differs || o.short != 0 && o.before == 0 && o.has && strings.IndexByte(globalShort(c.name), o.short) < 0
	}
	if !differs {
		return false
	}
	c.bare, c.loose, c.hasFx, c.signalled = true, false, false, nil
	c.opts, c.ops, c.fx = c.opts[:0], c.ops[:0], c.fx[:0]
	c.parse()
	return true
}

// commands reports whether the program's first operand says what it does.
func (p *program) commands() bool {
	switch p {
	case &osPackager, &npm, &pip, &projectTool, &docker, &virtual, &kubectl, &cloudTool, &hubTool, &manager, &server, &multiplexer, &sysTool, &netConfig, &migrator, &redis, &stateSys, &stateSes, &keyProgram, &diskProgram, &agentTool:
		return true
	}
	return false
}

// globalShort are the short options that take a value before a sub-command, for
// programs where that is known, from their manual pages.
func globalShort(name string) string {
	switch name {
	case "kubectl", "oc", "k":
		return "ns"
	case "helm":
		return "n"
	case "docker", "podman", "nerdctl":
		return "Hcl"
	case "docker-compose", "podman-compose":
		return "fpH"
	case "apt", "apt-get", "aptitude", "apt-cache", "apt-mark":
		return "otc"
	case "npm":
		return "Cw"
	case "pnpm":
		return "CF"
	case "cargo":
		return "CZ"
	case "poetry":
		return "CP"
	case "mvn", "mvnw":
		return "fpn"
	case "gradle", "gradlew":
		return "p"
	case "gh", "glab":
		return "R"
	case "systemctl", "loginctl", "hostnamectl", "timedatectl", "localectl", "journalctl":
		return "HMtpnou"
	case "supervisorctl":
		return "cup"
	case "pg_ctl":
		return "Dlompt"
	case "tmux":
		return "LSfcT"
	case "screen":
		return "STpcxX"
	case "redis-cli", "valkey-cli", "keydb-cli":
		return "hpsanuri"
	case "alembic":
		return "cn"
	case "virsh":
		return "cd"
	case "rclone", "flyctl", "fly", "wrangler", "cdk":
		return "c"
	case "restic":
		return "r"
	case "pulumi":
		return "Cs"
	case "rabbitmqctl":
		return "np"
	case "ip", "tc":
		return "bn"
	case "ssh-keygen", "ssh-add", "certbot", "iptables", "ip6tables", "hostname", "age", "rage", "journal":
		return "orutfNCpdsalDibyPIj"
	}
	return ""
}

// after is what follows the first n bytes of an argument's spelling.
func (a arg) after(n int) arg {
	b := arg{lit: a.lit[min(n, len(a.lit)):], exact: a.exact, many: a.many}
	if a.exact {
		b.Text = a.Text[len(a.Text)-len(b.lit):]
		return b
	}
	// The literal head of a partly known word is spelled as it stands.
	if n <= len(a.Text) && strings.IndexByte(string(a.Text[:n]), 0) < 0 {
		b.Text = a.Text[n:]
		b.lit, b.exact = b.Text.Exact()
		if !b.exact {
			b.lit = b.Text.String()
		}
		b.exact = b.exact && !a.many
		return b
	}
	b.Text = a.Text
	return b
}

func takesValue(list, name string, abbreviated bool) bool {
	if hasWord(list, name) {
		return true
	}
	if !abbreviated || len(name) < 2 {
		return false
	}
	return strings.HasPrefix(list, name) || strings.Contains(list, " "+name)
}

// hasWord reports whether a list of words parted by single blanks holds w.
func hasWord(list, w string) bool {
	if w == "" {
		return false
	}
	for off := 0; off <= len(list)-len(w); {
		i := strings.Index(list[off:], w)
		if i < 0 {
			return false
		}
		i += off
		if e := i + len(w); (i == 0 || list[i-1] == ' ') && (e == len(list) || list[e] == ' ') {
			return true
		}
		off = i + 1
	}
	return false
}

// is reports whether o is the wanted option, written "-f" or "--force".
func (o *option) is(want string, st style) bool {
	if len(want) == 2 {
		return o.short == want[1]
	}
	if o.short != 0 {
		return false
	}
	want = strings.TrimLeft(want, "-")
	if o.long == want {
		return true
	}
	return st == getopt && o.long != "" && strings.HasPrefix(want, o.long)
}

// option returns the last of the options that is one of those wanted.
func (c *call) option(want ...string) (option, bool) {
	st := getopt
	if c.prog != nil {
		st = c.prog.style
	}
	for i := len(c.opts) - 1; i >= 0; i-- {
		for _, w := range want {
			if c.opts[i].is(w, st) {
				return c.opts[i], true
			}
		}
	}
	return option{}, false
}

// has reports whether one of the options was given.
func (c *call) has(want ...string) bool {
	_, ok := c.option(want...)
	return ok
}

// values yields the value of every occurrence of an option.
func (c *call) values(yield func(arg), want ...string) {
	st := getopt
	if c.prog != nil {
		st = c.prog.style
	}
	for i := range c.opts {
		for _, w := range want {
			if c.opts[i].is(w, st) && c.opts[i].has {
				yield(c.opts[i].value)
			}
		}
	}
}

// sub reports whether the operands begin with the words of one of the
// sub-commands ("stash drop"; "delete-*" matches any such word), and what
// follows them. A word that is not known does not match.
func (c *call) sub(wanted ...string) (rest []arg, ok bool) {
	for _, want := range wanted {
		i := 0
		for w := range strings.SplitSeq(want, " ") {
			if i >= len(c.ops) || !c.ops[i].exact || !wordIs(c.ops[i].lit, w) {
				i = -1
				break
			}
			i++
		}
		if i > 0 {
			return c.ops[i:], true
		}
	}
	return nil, false
}

// wordIs matches a word with a pattern that may begin or end with *.
func wordIs(s, pattern string) bool {
	switch {
	case pattern == "*":
		return true
	case strings.HasPrefix(pattern, "*") && strings.HasSuffix(pattern, "*"):
		return strings.Contains(s, pattern[1:len(pattern)-1])
	case strings.HasSuffix(pattern, "*"):
		return strings.HasPrefix(s, pattern[:len(pattern)-1])
	case strings.HasPrefix(pattern, "*"):
		return strings.HasSuffix(s, pattern[1:])
	}
	return s == pattern
}
