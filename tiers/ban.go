package tiers

import (
	"github.com/hermes-exec/hermes-exec/shellparse"
	"slices"
)

// sameOptions are options that are one, written short and long: a ban of one is
// a ban of the other. From the manuals of the programs.
var sameOptions = [...]struct {
	programs []string
	names    []string
}{
	{[]string{"git", "rm", "mv", "cp", "ln", "docker", "podman", "npm", "pnpm", "brew", "gem", "cargo"}, []string{"-f", "--force"}},
	{[]string{"rm", "cp", "chmod", "chown", "chgrp", "setfacl"}, []string{"-r", "-R", "--recursive"}},
	{[]string{"git"}, []string{"-d", "--delete"}},
	{[]string{"git", "docker", "podman"}, []string{"-a", "-A", "--all"}},
	{[]string{"npm", "pnpm", "bun"}, []string{"-g", "--global"}},
	{[]string{"apt", "apt-get", "aptitude", "dnf", "yum"}, []string{"-y", "--yes", "--assumeyes", "--assume-yes"}},
	{[]string{"curl"}, []string{"-k", "--insecure"}},
	{[]string{"curl"}, []string{"-X", "--request"}},
	{[]string{"curl"}, []string{"-d", "--data"}},
	{[]string{"kubectl"}, []string{"-A", "--all-namespaces"}},
	{[]string{"kubectl", "helm"}, []string{"-n", "--namespace"}},
}

// bans reports whether the call is one the pattern speaks about: it has at
// least what the pattern says. It is maybe where words are not known that may be that.
func (p *Pattern) bans(c *call) (certain, maybe bool) {
	if !c.named || !p.isNamed(c) { // a name that is not known asks by itself
		return false, false
	}
	wanted := p.read(c)
	certain = true
	for i := range wanted.opts {
		yes, perhaps := c.bannedOption(&wanted.opts[i])
		if !yes && !perhaps && !c.loose {
			return false, false
		}
		certain = certain && yes
	}
	for i, o := range wanted.ops {
		switch {
		case i >= len(c.ops):
			return false, c.loose
		case !c.ops[i].exact:
			certain = false
		case !p.operand(c, o.lit, c.ops[i]):
			return false, false
		}
	}
	return certain, !certain
}

// read sorts the pattern's words as the program would.
func (p *Pattern) read(c *call) call {
	wanted := call{Command: c.Command, j: c.j, name: c.name, prog: c.prog}
	for _, w := range p.words {
		wanted.args = append(wanted.args, arg{Text: shellparse.Text(w), lit: w, exact: true})
	}
	wanted.parse()
	return wanted
}

// bannedOption reports whether the call has an option of a pattern, however it
// is spelled, with the value that the pattern names, if any. It is maybe where
// that value is not known.
func (c *call) bannedOption(wanted *option) (certain, maybe bool) {
	for i := range c.opts {
		o := &c.opts[i]
		if !c.sameOption(wanted, o) {
			continue
		}
		switch {
		case !wanted.has || o.value.exact && starMatch(wanted.value.lit, o.value.lit):
			return true, false
		case !o.value.exact:
			maybe = true
		}
	}
	return false, maybe
}

// sameOption reports whether an option of the call is that of a pattern.
func (c *call) sameOption(wanted, o *option) bool {
	style := getopt
	if c.prog != nil {
		style = c.prog.style
	}
	name := wanted.name()
	if o.is(name, style) || wanted.short == 0 && o.short == 0 && starMatch(wanted.long, o.long) {
		return true
	}
	for i := range sameOptions {
		row := &sameOptions[i]
		if !slices.Contains(row.programs, c.name) || !slices.Contains(row.names, name) {
			continue
		}
		for _, other := range row.names {
			if o.is(other, style) {
				return true
			}
		}
	}
	return false
}

// name is the option as it is written: "-f" or "--force".
func (o *option) name() string {
	if o.short != 0 {
		return "-" + string(rune(o.short))
	}
	return "--" + o.long
}
