package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// The files that transfer clients write, and those they send.

func (fx *effects) curl(c *call) {
	dir, inDir := c.option("--output-dir")
	c.values(func(a arg) {
		if inDir && dir.value.exact && a.exact && !strings.HasPrefix(a.lit, "/") {
			*fx = append(*fx, touch{target: c.j.target(shellparse.Text(dir.value.lit+"/"+a.lit), false, c.dir), verb: writes})
			return
		}
		fx.add(c, writes, a)
	}, "-o", "--output")
	c.values(func(a arg) { fx.add(c, writes, a) }, "-D", "--dump-header", "-c", "--cookie-jar")
	c.values(func(a arg) { fx.add(c, reads, a) }, "-T", "--upload-file", "-K", "--config")
	c.values(func(a arg) {
		if i := strings.IndexByte(a.lit, '@'); i >= 0 {
			fx.add(c, reads, c.untilded(a.after(i+1)))
		}
	}, "-d", "--data", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "-F", "--form")
	c.values(func(a arg) {
		if i := strings.IndexByte(a.lit, '<'); i >= 0 {
			fx.add(c, reads, a.after(i+1))
		}
	}, "-F", "--form")
	if c.has("-O", "--remote-name", "--remote-name-all") {
		fx.named(c, "--output-dir")
	}
}

func (fx *effects) wget(c *call) {
	c.values(func(a arg) { fx.add(c, writes, a) }, "-O", "--output-document", "-P", "--directory-prefix", "-o", "--output-file")
	if !c.has("-O", "--output-document") {
		fx.named(c, "-P", "--directory-prefix")
	}
	c.values(func(a arg) { fx.add(c, reads, a) }, "--post-file", "--body-file")
}

// download is for aria2c and HTTPie: field@FILE sends a file.
func (fx *effects) download(c *call) {
	c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output", "--out")
	for _, a := range c.ops {
		if i := strings.IndexByte(a.lit, '@'); i > 0 {
			fx.add(c, reads, a.after(i+1))
		}
	}
}

// named adds the files that get their names from the addresses they come from,
// in the folder that the option names.
func (fx *effects) named(c *call, folder ...string) {
	dir := arg{Text: ".", lit: ".", exact: true}
	if o, ok := c.option(folder...); ok {
		dir = o.value
	}
	for _, a := range c.ops {
		u, _, _ := strings.Cut(a.lit, "?")
		i := strings.LastIndexByte(u, '/')
		if !a.exact || !dir.exact || i < 0 || strings.HasSuffix(u[:i], "/") || i+1 == len(u) {
			continue
		}
		*fx = append(*fx, touch{target: c.j.target(shellparse.Text(dir.lit+u[i:]), false, c.dir), verb: writes})
	}
}

// untilded reads a ~ that the shell left alone, since it did not begin the
// word, as it is meant.
func (c *call) untilded(a arg) arg {
	if strings.HasPrefix(a.lit, "~/") && a.exact && c.j.f.Home != "" {
		s := c.j.f.Home + a.lit[1:]
		return arg{Text: shellparse.Text(s), lit: s, exact: true}
	}
	return a
}
