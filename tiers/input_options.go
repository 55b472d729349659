package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// readByOptions adds the files that programs read since an option names them,
// or an address that begins with file:.
func (fx *effects) readByOptions(c *call) {
	read := func(a arg) { fx.add(c, reads, c.untilded(a)) }
	switch c.name {
	case "curl", "wget", "xmllint", "aria2c", "lynx", "w3m", "links", "http", "xh":
		for _, a := range c.args {
			if file, ok := strings.CutPrefix(a.lit, "file://"); ok && strings.HasPrefix(file, "/") {
				*fx = append(*fx, touch{target: c.j.target(shellparse.Text(file), false, c.dir), verb: reads})
			}
		}
	}
	switch c.name {
	case "curl":
		c.eachValue("--url-query -H --header --variable", func(a arg) {
			if i := strings.IndexByte(a.lit, '@'); i == 0 || i > 0 && !strings.ContainsAny(a.lit[:i], ": ") {
				read(a.after(i + 1))
			}
		})
	case "wget":
		c.eachValue("-i --input-file", read)
	case "date":
		c.eachValue("-f --file", read)
	case "xargs", "gxargs":
		for i, a := range c.args {
			switch {
			case a.lit == "" || a.lit[0] != '-':
				return // the program that it runs
			case slices.Contains([]string{"-a", "--arg-file"}, a.lit) && i+1 < len(c.args):
				read(c.args[i+1])
				return
			case strings.HasPrefix(a.lit, "--arg-file="):
				read(a.after(len("--arg-file=")))
			}
		}
	case "git":
		if rest, ok := c.sub("hash-object"); ok {
			fx.add(c, reads, rest...)
		}
		if rest, ok := c.sub("grep"); ok && c.has("--no-index") && len(rest) > 1 {
			fx.add(c, reads, rest[1:]...)
		}
		if _, ok := c.sub("config"); ok {
			c.eachValue("-f --file", read)
		}
	case "m4", "gm4", "envsubst", "gomplate", "pandoc":
		fx.add(c, reads, c.ops...)
	}
}

// readsSecret reports whether a program that shows what it reads, though it is
// none of those that are for it, reads a file of keys or tokens.
func (c *call) readsSecret() bool {
	if !slices.Contains([]string{"date", "xargs", "gxargs", "m4", "gm4", "envsubst", "gomplate", "curl", "wget", "xmllint", "duckdb"}, c.name) {
		return false
	}
	for _, t := range c.effects() {
		if t.verb&reads != 0 && secretFile(c.j, t.target) {
			return true
		}
	}
	return false
}
