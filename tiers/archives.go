package tiers

import "strings"

// What archivers pack, and where they unpack.

func (fx *effects) tar(c *call) {
	if c.unpacks() {
		c.values(func(a arg) { fx.add(c, writes, a) }, "-C", "--directory", "--one-top-level")
	}
	ops := c.ops
	old := len(ops) > 0 && len(c.args) > 0 && ops[0].lit == c.args[0].lit // tar cf: without a dash
	if c.has("-c", "--create", "-r", "-u") || old && strings.Contains(ops[0].lit, "c") {
		fx.add(c, reads, ops...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-f", "--file")
		if old && strings.Contains(ops[0].lit, "f") && len(ops) > 1 {
			fx.add(c, writes, ops[1])
		}
	}
}

func (fx *effects) unzip(c *call) {
	if len(c.ops) > 2 && c.anyArg("-sdel") {
		fx.add(c, deletesTree, c.ops[2:]...)
	}
	for _, a := range c.args { // 7z x -oFOLDER
		if strings.HasPrefix(a.lit, "-o") && len(a.lit) > 2 && strings.HasPrefix(c.name, "7z") {
			fx.add(c, writes, a.after(2))
		}
	}
	c.values(func(a arg) { fx.add(c, writes, a) }, "-d", "-o")
}

func (fx *effects) cpio(c *call) {
	c.values(func(a arg) { fx.add(c, writes, a) }, "-O")
	if c.has("-o", "--create") {
		c.values(func(a arg) { fx.add(c, writes, a) }, "-F", "--file")
	}
	if c.has("-i", "--extract") {
		c.values(func(a arg) { fx.add(c, writes, a) }, "-D", "--directory")
	}
}

// unpacks reports whether tar is not told to pack or to list: x, or what is not
// known. The old spelling has no dash: tar xf.
func (c *call) unpacks() bool {
	if c.has("-x", "--extract", "--get") {
		return true
	}
	if len(c.args) > 0 && c.args[0].exact && !strings.HasPrefix(c.args[0].lit, "-") {
		return !strings.ContainsAny(c.args[0].lit, "ctru")
	}
	return !c.has("-c", "--create", "-t", "--list", "-r", "--append", "-u", "--update")
}
