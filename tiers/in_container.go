package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Not in a table of rules, see [unknownRunner].
var harmsHostThere = Rule{
	ID: "containers.harms-host", Hardline: true, Tier: Critical,
	Why:   "what runs in the container deletes the host's own folders, ends its processes or turns it off",
	Safer: "mount only the project",
}

// mount is a folder of the host and where a container has it.
type mount struct{ from, to string }

// harmsHost reports whether a command that runs in a container would be blocked
// for what the container has of the host: its folders, its processes.
func harmsHost(c *call, h *hit) bool {
	if c.j.o.inner || c.prog != &docker {
		return false
	}
	if _, ok := c.sub("run", "create", "compose run", "container run", "container create"); !ok {
		return false
	}
	mounts, processes, rights := c.hands()
	if len(mounts) == 0 && !processes && !rights {
		return false
	}
	for i := range c.args {
		if p := programOf(base(c.args[i].lit)); i == 0 || !c.args[i].exact || p == nil || p.tier == Safe && p.guards&code == 0 {
			continue
		}
		var text strings.Builder
		replaced := false
		for _, a := range c.args[i:] {
			word := onHost(a.lit, mounts)
			replaced = replaced || word != a.lit
			text.WriteString(quote(word) + " ")
		}
		v := Judge(shellparse.Parse(text.String(), shellparse.Options{Dir: "/", Home: c.j.f.Home}), c.j.f, Options{inner: true})
		for _, f := range v.Findings {
			ofProcesses := strings.HasPrefix(f.Rule, "processes.") || strings.HasPrefix(f.Rule, "system.")
			if f.Hardline && (ofProcesses && (processes || rights) || !ofProcesses && replaced) {
				h.target = f.Target
				return true
			}
		}
	}
	return false
}

// hands says what of the host a container is given: folders that would be blocked
// if they were deleted, its processes, rights over it.
func (c *call) hands() (mounts []mount, processes, rights bool) {
	for i := range c.opts {
		o := &c.opts[i]
		v := o.value.lit
		switch {
		case o.long == "privileged":
			rights = v != "false"
		case o.long == "pid":
			processes = processes || v == "host"
		case o.short == 'v' || o.long == "volume" || o.long == "mount":
			m := mount{}
			if o.long == "mount" {
				for part := range strings.SplitSeq(v, ",") {
					switch k, s, _ := strings.Cut(part, "="); k {
					case "source", "src":
						m.from = s
					case "target", "dst", "destination":
						m.to = s
					case "readonly", "ro":
						m.from = ""
					}
				}
			} else if parts := strings.Split(v, ":"); len(parts) > 1 && !(len(parts) > 2 && strings.Contains(parts[2], "ro")) {
				m = mount{parts[0], parts[1]}
			}
			if m.from != "" && m.from[0] == '/' && m.to != "" && m.to[0] == '/' && len(m.to) > 1 {
				mounts = append(mounts, m)
			}
		}
	}
	return mounts, processes, rights
}

// onHost puts the folders of the host in place of what a container calls them.
func onHost(word string, mounts []mount) string {
	for _, m := range mounts {
		from, to := strings.TrimSuffix(m.from, "/"), strings.TrimSuffix(m.to, "/")
		for i := 0; i < len(word); {
			k := strings.Index(word[i:], to)
			if k < 0 {
				break
			}
			k += i
			end := k + len(to)
			if whole := end == len(word) || strings.IndexByte("/ ;'\"*&|\n)", word[end]) >= 0; !whole || k > 0 && strings.IndexByte(" '\"=;(\n", word[k-1]) < 0 {
				i = end
				continue
			}
			with := from
			if with == "" && (end == len(word) || word[end] != '/') {
				with = "/"
			}
			word = word[:k] + with + word[end:]
			i = k + len(with)
		}
	}
	return word
}
