package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What programs write besides what they print, where their manual pages say so
// in ways of their own.

// inPlace adds the operands that a filter writes: its second one, or those
// that an option makes it change.
func (fx *effects) inPlace(c *call) {
	switch c.name {
	case "uniq", "xxd":
		if len(c.ops) > 1 {
			fx.add(c, writes, c.ops[1])
		}
	case "yq":
		if !c.has("-i", "--inplace", "--in-place") {
			return
		}
		ops := c.ops
		if _, ok := c.sub("eval", "e", "eval-all", "ea"); ok {
			ops = ops[1:]
		}
		if len(ops) > 1 {
			fx.add(c, appends, ops[1:]...)
		}
	case "patch":
		if c.has("--dry-run", "-C", "--check") {
			return
		}
		fx.add(c, appends, c.ops[:min(1, len(c.ops))]...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-d", "--directory", "-r", "--reject-file")
	}
}

// git adds the files that git's commands write where they are told to, and
// those they read as text.
func (fx *effects) git(c *call) {
	out := func(want ...string) {
		c.values(func(a arg) { fx.add(c, writes, a) }, want...)
	}
	fx.gitHome(c)
	if len(c.ops) == 0 || len(c.opts) == 0 && !slices.Contains([]string{"bundle", "show", "cat-file", "diff", "blame"}, c.ops[0].lit) {
		return
	}
	if rest, ok := c.sub("show", "cat-file", "archive"); ok {
		for _, a := range rest { // REVISION:PATH
			if i := strings.IndexByte(a.lit, ':'); i >= 0 && i+1 < len(a.lit) && a.exact {
				fx.add(c, reads, a.after(i+1))
			}
		}
	}
	if rest, ok := c.sub("log", "show", "diff", "blame", "annotate"); ok && (c.ops[0].lit != "log" || c.has("-p", "-u", "--patch")) {
		fx.add(c, reads, rest...) // revisions among them are no files of secrets
	}
	if _, ok := c.sub("log", "show", "diff"); ok && (c.ops[0].lit != "log" || c.has("-p", "-u", "--patch")) {
		for i, a := range c.args {
			if a.lit == "--" {
				fx.add(c, reads, c.args[i+1:]...)
				break
			}
		}
	}
	if _, ok := c.sub("diff", "log", "show", "format-patch", "diff-tree", "diff-index", "whatchanged", "stash show", "range-diff", "archive", "bugreport", "diagnose"); ok {
		out("--output", "--output-directory")
	}
	if _, ok := c.sub("format-patch", "archive", "bugreport", "diagnose", "mailsplit"); ok {
		out("-o")
	}
	if rest, ok := c.sub("bundle create"); ok && len(rest) > 0 {
		fx.add(c, writes, rest[0])
	}
	if _, ok := c.sub("apply", "am"); ok && !c.has("--check", "--stat", "--numstat", "--summary") {
		out("--directory")
	}
	if _, ok := c.sub("checkout-index"); ok {
		out("--prefix")
	}
	if _, ok := c.sub("fast-export", "fast-import"); ok {
		out("--export-marks")
	}
	if _, ok := c.sub("commit", "tag", "notes add", "notes append", "merge"); ok {
		c.values(func(a arg) { fx.add(c, reads, a) }, "-F", "--file")
	}
}

// sqlFiles adds the files that statements and commands of sqlite3 and duckdb
// write: COPY … TO 'F', VACUUM INTO 'F', .output F, .backup F.
func (fx *effects) sqlFiles(c *call) {
	write := func(p string) {
		if p = strings.Trim(p, "'\""); p != "" && p[0] != '|' && p != "stdout" && p != "off" {
			if strings.HasPrefix(p, "~/") && c.j.f.Home != "" {
				p = c.j.f.Home + p[1:]
			}
			*fx = append(*fx, touch{target: c.j.target(shellparse.Text(p), false, c.dir), verb: writes})
		}
	}
	texts, _ := c.statements()
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			w := strings.Fields(line)
			if len(w) > 1 && slices.Contains([]string{".output", ".once", ".backup", ".save", ".clone", ".log",
				".trace"}, w[0]) {
				write(w[len(w)-1])
			}
		}
		low := strings.ToLower(text)
		for _, name := range [...]string{"readfile(", "writefile("} { // sqlite3's own functions
			for i := 0; ; {
				k := strings.Index(low[i:], name)
				if k < 0 {
					break
				}
				i += k + len(name)
				if p := strings.TrimLeft(text[i:], " "); strings.HasPrefix(p, "'") {
					p, _, _ = strings.Cut(p[1:], "'")
					v := reads
					if name == "writefile(" {
						v = writes
					}
					*fx = append(*fx, touch{target: c.j.target(shellparse.Text(p), false, c.dir), verb: v})
				}
			}
		}
		for _, before := range [...]string{" to '", " into '", "export database '"} {
			if i := strings.Index(low, before); i >= 0 {
				p, _, _ := strings.Cut(text[i+len(before):], "'")
				write(p)
			}
		}
	}
}

// container adds the files that docker cp takes from this machine, or puts there.
func (fx *effects) container(c *call) {
	if _, ok := c.sub("build", "buildx build", "image build"); ok {
		c.values(func(a arg) {
			_, p, kv := strings.Cut(a.lit, "dest=")
			if !kv {
				p = a.lit
			}
			p, _, _ = strings.Cut(p, ",")
			if kv || !strings.Contains(p, "=") && p != "-" {
				*fx = append(*fx, touch{target: c.j.target(shellparse.Text(p), false, c.dir), verb: writes})
			}
		}, "-o", "--output")
		c.values(func(a arg) {
			for field := range strings.SplitSeq(a.lit, ",") {
				for _, key := range [...]string{"src=", "source="} {
					if p, ok := strings.CutPrefix(field, key); ok {
						*fx = append(*fx, touch{target: c.j.target(shellparse.Text(p), false, c.dir), verb: reads})
					}
				}
			}
		}, "--secret")
		return
	}
	rest, ok := c.sub("cp", "container cp")
	if !ok || len(rest) < 2 {
		return
	}
	outside := func(a arg) bool {
		return strings.Contains(a.lit, ":") && !strings.HasPrefix(a.lit, "/") && !strings.HasPrefix(a.lit, ".")
	}
	if from, to := rest[0], rest[1]; outside(to) {
		fx.add(c, reads, from)
	} else {
		fx.add(c, writes, to)
	}
}

// trash adds what the desktop's file tools delete, move and write.
func (fx *effects) trash(c *call) {
	if strings.HasPrefix(c.name, "gvfs-") {
		fx.add(c, deletes, c.ops...)
		return
	}
	rest, ok := c.sub("trash", "remove", "rm")
	if ok {
		fx.add(c, deletes, rest...)
		return
	}
	if rest, ok = c.sub("move", "mv", "rename", "copy", "cp", "save", "mkdir"); !ok || len(rest) == 0 {
		return
	}
	last := len(rest) - 1
	switch c.ops[0].lit {
	case "move", "mv", "rename":
		if strings.HasPrefix(rest[last].lit, "trash:") {
			fx.add(c, deletes, rest[:last]...)
			return
		}
		fx.add(c, moves, rest[:last]...)
	}
	fx.add(c, writes, rest[last])
}

// tracerValue reports whether strace's and ltrace's option takes the next word.
func tracerValue(option string) bool {
	if len(option) < 2 || option[0] != '-' || strings.HasPrefix(option, "--") {
		return slices.Contains([]string{"--output", "--expr", "--trace", "--user", "--string-limit", "--attach", "--trace-path"}, option)
	}
	return strings.IndexByte("aeEIoOPpSsuUXblnAFDw", option[len(option)-1]) >= 0 && strings.IndexByte("aeEIoOPpSsuUXbln", option[1]) < 0 || len(option) == 2 && strings.IndexByte("aeEIoOPpSsuUXbln", option[1]) >= 0
}

// jq adds the files that jq reads: its first operand is a program unless that
// is in a file, and --arg and its like take a name before their value.
func (fx *effects) jq(c *call) {
	program := false
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch s := a.lit; {
		case s == "--arg" || s == "--argjson":
			i += 2
		case s == "--slurpfile" || s == "--rawfile":
			if i += 2; i < len(c.args) {
				fx.add(c, reads, c.args[i])
			}
		case s == "--args" || s == "--jsonargs":
			return // the rest are values
		case s == "--from-file" || len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.Contains(s, "f"):
			program = true
		case s == "--indent" || s == "-L" || s == "--library-path":
			i++
		case a.exact && len(s) > 1 && s[0] == '-' && s != "--":
		case !program && a.exact && s != "--":
			program = true
		case s != "--":
			program = true
			fx.add(c, reads, a)
		}
	}
}

// gitHome adds the folder of this program where git fills or changes it: as
// the working tree, or as what a clone makes.
func (fx *effects) gitHome(c *call) {
	home := c.j.f.hermesHome()
	if home == "" || len(c.ops) == 0 {
		return
	}
	dir := c.dir
	if o, ok := c.option("-C", "--work-tree"); ok && o.value.exact {
		dir = c.target(o.value).path
	}
	if rest, ok := c.sub("clone"); ok && len(rest) > 1 {
		dir = c.target(rest[len(rest)-1]).path
	} else if _, ok := c.sub("pull", "checkout", "switch", "reset", "restore", "merge", "apply", "am", "stash", "clean", "rebase", "revert", "cherry-pick", "checkout-index", "read-tree", "rm", "mv"); !ok {
		return
	}
	if dir == home || strings.HasPrefix(dir, home+"/exec") || strings.HasPrefix(dir, home+"/mcp") {
		*fx = append(*fx, touch{target: target{path: dir}, verb: writes})
	}
}
