package tiers

import (
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// verb is what is done to a file.
type verb uint8

const (
	reads       verb = 1 << iota
	writes           // creates, replaces or truncates it
	appends          // adds to it, or edits it in place
	deletes          // removes the file
	deletesTree      // removes it with everything below it
	modes            // changes its owner, permissions or attributes
	modesTree        // the same for everything below it
	moves            // takes it away from where it was

	changes = writes | appends
)

// touch is one file a command would touch.
type touch struct {
	target
	verb verb
	pos  shellparse.Span
}

type effects []touch

func (fx *effects) add(c *call, v verb, args ...arg) {
	for _, a := range args {
		if c.addListed(fx, v, a) || c.addFound(fx, v, a) {
			continue
		}
		if t, ok := c.beside(a.Text); ok {
			*fx = append(*fx, touch{target: t, verb: v})
			continue
		}
		*fx = append(*fx, touch{target: c.target(a), verb: v})
	}
}

// into adds the files that come to lie in a folder, where the last operand is
// one: which it is, is not known here.
func (fx *effects) into(c *call, from, to []arg) {
	for _, dir := range to {
		for _, a := range from {
			name := path.Base(a.lit)
			if !a.exact || !dir.exact || name == "." || name == "/" || name == ".." {
				continue
			}
			t := c.j.target(shellparse.Text(dir.lit+"/"+name), false, c.dir)
			*fx = append(*fx, touch{target: t, verb: writes})
		}
	}
}

// effects are the files the call touches, by its arguments and redirections.
func (c *call) effects() effects {
	if c.hasFx {
		return c.fx
	}
	c.hasFx = true
	for i := range c.Redirs {
		c.fx.redirect(c, &c.Redirs[i])
	}
	if c.prog != nil && c.prog.files {
		c.fx.arguments(c)
	}
	if len(c.args) > 0 {
		c.fx.byOptions(c)
	}
	if len(c.j.renamed) > 0 {
		c.fx.throughLinks(c)
	}
	return c.fx
}

// throughLinks follows the links that the text has made where what they lead to
// is written, rather than the link replaced.
func (fx effects) throughLinks(c *call) {
	if oneOf(c.name, []string{"ln", "gln", "mv", "gmv", "rm", "mknod", "link"}) && len(c.Redirs) == 0 {
		return
	}
	for i := range fx {
		if r, ok := c.j.renamed[fx[i].path]; ok && r.link && fx[i].verb&(changes|reads) != 0 {
			fx[i].path = r.to
		}
	}
}

func (fx *effects) redirect(c *call, r *shellparse.Redir) {
	v := verb(0)
	switch r.Op {
	case ">", ">|", "&>", ">&":
		v = writes
	case ">>", "&>>":
		v = appends
	case "<>":
		v = reads | appends
	case "<":
		v = reads
	default:
		return
	}
	listed := v
	if len(c.Via) > 0 && strings.HasSuffix(c.Via[len(c.Via)-1], " -i") { // perl -i: what it reads, line by line
		listed = appends
	}
	for _, t := range r.Target.Texts {
		if a := (arg{Text: t, many: r.Target.Many}); listed != writes && c.addListed(fx, listed, a) || c.addFound(fx, listed, a) {
			continue
		}
		if s, ok := t.Exact(); ok && r.Op == ">&" && (s == "-" || strings.Trim(s, "0123456789-") == "") {
			continue // another descriptor
		}
		to, ok := c.beside(t)
		if !ok {
			to = c.j.target(t, r.Target.Many, c.dir)
		}
		*fx = append(*fx, touch{target: to, verb: v, pos: r.Pos})
	}
}

// arguments adds what the program does to the files among its arguments,
// from the manual pages of GNU coreutils, BSD and the programs themselves.
func (fx *effects) arguments(c *call) {
	ops := c.ops
	last := func() (head []arg, tail []arg) {
		if len(ops) < 2 {
			return ops, nil
		}
		return ops[:len(ops)-1], ops[len(ops)-1:]
	}
	switch c.name {
	case "rm", "srm", "grm", "safe-rm", "rmtrash", "trash", "trash-put", "rimraf", "del-cli", "rip":
		v := deletes
		if c.has("-r", "-R", "--recursive") || c.name == "rmtrash" || c.name == "rimraf" || c.name == "del-cli" || c.name == "rip" {
			v = deletesTree
		}
		fx.add(c, v, ops...)
	case "unlink", "rmdir":
		fx.add(c, deletes, ops...)
	case "shred", "wipe":
		fx.add(c, deletes|writes, ops...)
	case "mv", "gmv":
		from, to := last()
		if t, ok := c.option("-t", "--target-directory"); ok {
			from, to = ops, []arg{t.value}
		}
		fx.add(c, moves, from...)
		fx.add(c, writes, to...)
		fx.into(c, from, to)
	case "cp", "gcp", "install", "ginstall", "ln", "gln", "scp", "rsync", "ditto", "link":
		from, to := last()
		if t, ok := c.option("-t", "--target-directory"); ok && c.name != "rsync" {
			from, to = ops, []arg{t.value}
		}
		if c.name == "install" && c.has("-d", "--directory") {
			from, to = nil, ops
		}
		fx.add(c, reads, from...)
		if c.name == "rsync" && c.has("-n", "--dry-run") {
			return
		}
		fx.add(c, writes, to...)
		fx.into(c, from, to)
		if c.name == "rsync" && c.has("--remove-source-files", "--remove-sent-files") {
			fx.add(c, deletesTree, from...)
		}
		if c.name == "rsync" && c.has("--delete", "--delete-before", "--delete-during", "--delete-after", "--delete-delay", "--delete-excluded", "--del") {
			fx.add(c, deletesTree, to...)
		}
	case "tee", "sponge", "gtee":
		v := writes
		if c.has("-a", "--append") {
			v = appends
		}
		fx.add(c, v, ops...)
	case "touch", "mkdir", "mkfifo", "mknod":
		fx.add(c, appends, ops...)
	case "truncate":
		fx.add(c, writes, ops...)
	case "dd", "gdd", "dcfldd", "dc3dd", "pv", "ddrescue":
		for _, a := range ops {
			if strings.HasPrefix(a.lit, "of=") {
				fx.add(c, writes, a.after(3))
			}
			if strings.HasPrefix(a.lit, "if=") {
				fx.add(c, reads, a.after(3))
			}
			for _, key := range [...]string{"wipe=", "hof=", "log="} { // dc3dd's
				if c.name == "dc3dd" && strings.HasPrefix(a.lit, key) {
					fx.add(c, writes, a.after(len(key)))
				}
			}
		}
		if c.name == "ddrescue" && len(ops) > 1 {
			fx.add(c, writes, ops[1])
		}
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output")
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "xattr", "chflags", "gchmod", "gchown":
		v := modes
		if c.has("-R", "--recursive") {
			v = modesTree
		}
		// The mode or owner is the first operand, unless it looks like an option.
		if len(ops) > 0 && !c.has("--reference") && !(c.modeWord() != ops[0].lit && c.modeWord() != "" && oneOf(c.name, []string{"chmod", "gchmod", "chattr"})) {
			ops = ops[1:]
		}
		fx.add(c, v, ops...)
	case "sed", "gsed":
		files := ops
		if !c.has("-e", "-f", "--expression", "--file") && len(ops) > 0 {
			files = ops[1:]
		}
		if c.has("-i", "--in-place") || c.name == "sed" && c.has("-I") {
			fx.add(c, appends, files...)
		} else {
			fx.add(c, reads, files...)
		}
	case "perl", "ruby":
		if c.has("-i") {
			fx.add(c, appends, ops...)
		} else if c.has("-n", "-p") { // each line of the files
			fx.add(c, reads, ops...)
		}
	case "curl", "wget", "aria2c", "http", "https", "xh":
		fx.download(c)
	case "tar", "bsdtar", "gtar":
		if c.unpacks() {
			c.values(func(a arg) { fx.add(c, writes, a) }, "-C", "--directory", "--one-top-level")
		}
		old := len(ops) > 0 && len(c.args) > 0 && ops[0].lit == c.args[0].lit // tar cf: without a dash
		if c.has("-c", "--create", "-r", "-u") || old && strings.Contains(ops[0].lit, "c") {
			fx.add(c, reads, ops...)
			c.values(func(a arg) { fx.add(c, writes, a) }, "-f", "--file")
			if old && strings.Contains(ops[0].lit, "f") && len(ops) > 1 {
				fx.add(c, writes, ops[1])
			}
		}
	case "unzip", "7z", "7za", "7zz", "unrar":
		if len(ops) > 2 && c.anyArg("-sdel") {
			fx.add(c, deletesTree, ops[2:]...)
		}
		for _, a := range c.args { // 7z x -oFOLDER
			if strings.HasPrefix(a.lit, "-o") && len(a.lit) > 2 && strings.HasPrefix(c.name, "7z") {
				fx.add(c, writes, a.after(2))
			}
		}
		c.values(func(a arg) { fx.add(c, writes, a) }, "-d", "-o")
	case "jq", "gojq", "jaq":
		fx.jq(c)
	case "gcc", "cc", "clang", "g++", "c++", "go", "rustc", "ld", "openssl", "gpg", "sort", "gsort", "pandoc", "yq", "uniq", "patch", "ffmpeg", "age", "xxd", "convert":
		fx.inPlace(c)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output", "-out", "-keyout")
		c.values(func(a arg) { fx.add(c, reads, a) }, "-in")
		if c.name != "go" {
			fx.add(c, reads, ops...)
		}
	case "find", "gfind":
		c.findEffects(fx)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "awk", "gawk", "mawk":
		if len(ops) > 0 && !c.has("-e", "-f", "--regexp", "--file") {
			ops = ops[1:]
		}
		if o, ok := c.option("-i", "--include"); ok && c.prog == &awkProgram && o.value.lit == "inplace" {
			fx.add(c, appends, ops...)
		}
		fx.add(c, reads, ops...)
	case "git", "hub":
		fx.git(c)
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "crictl", "ctr", "buildah", "skopeo":
		fx.container(c)
	case "strace", "ltrace":
		for i, a := range c.args {
			if !strings.HasPrefix(a.lit, "-") && (i == 0 || !tracerValue(c.args[i-1].lit)) {
				return // the program that is traced
			}
			switch {
			case a.lit == "-o" && i+1 < len(c.args):
				fx.add(c, writes, c.args[i+1])
			case strings.HasPrefix(a.lit, "-o"):
				fx.add(c, writes, a.after(2))
			case strings.HasPrefix(a.lit, "--output="):
				fx.add(c, writes, a.after(len("--output=")))
			}
		}
	case "time", "gtime":
		for i, a := range c.args {
			switch {
			case oneOf(a.lit, []string{"-o", "-ao", "--output"}) && i+1 < len(c.args):
				fx.add(c, writes, c.args[i+1])
			case strings.HasPrefix(a.lit, "--output="):
				fx.add(c, writes, a.after(len("--output=")))
			case !strings.HasPrefix(a.lit, "-") && (i == 0 || !oneOf(c.args[i-1].lit, []string{"-f", "--format", "-o", "-ao", "--output"})):
				return // the program that is timed
			}
		}
	case "iconv":
		fx.add(c, reads, ops...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output")
	case "split", "gsplit":
		fx.add(c, reads, ops[:min(1, len(ops))]...)
		if len(ops) > 1 { // the beginning of names
			fx.add(c, writes, ops[1])
		}
	case "csplit":
		fx.add(c, reads, ops[:min(1, len(ops))]...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-f", "--prefix")
	case "rename", "prename", "file-rename":
		if len(ops) > 1 && !c.has("-n", "--no-act", "--nono") {
			fx.add(c, moves|appends, ops[1:]...)
		}
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "lz4", "compress", "uncompress", "lzma", "pigz":
		fx.add(c, reads, ops...)
		if !c.has("-c", "--stdout", "--to-stdout", "-t", "--test", "-l", "--list") {
			fx.add(c, appends, ops...) // the packed file takes its place
		}
	case "cpio":
		c.values(func(a arg) { fx.add(c, writes, a) }, "-O")
		if c.has("-o", "--create") {
			c.values(func(a arg) { fx.add(c, writes, a) }, "-F", "--file")
		}
		if c.has("-i", "--extract") {
			c.values(func(a arg) { fx.add(c, writes, a) }, "-D", "--directory")
		}
	case "gio", "kioclient", "kioclient5", "gvfs-trash", "gvfs-rm":
		fx.trash(c)
	case "nano", "vi", "vim", "nvim", "emacs", "ed", "ex", "code":
		for _, a := range ops {
			if !strings.HasPrefix(a.lit, "+") {
				fx.add(c, appends, a)
			}
		}
	case "sqlite3", "sqlite", "duckdb", "litecli":
		fx.add(c, reads, ops[:min(1, len(ops))]...)
		fx.sqlFiles(c)
	case "crontab", "at", "batch":
		fx.add(c, reads, ops...)
	default:
		fx.add(c, reads, ops...)
	}
	if c.prog == &reader || c.prog == &filterProgram { // cat -n FILE, where cut -f takes a value
		for i := range c.opts {
			if o := &c.opts[i]; o.short != 0 && o.has && !(c.prog == &filterProgram && o.short == 'o') {
				fx.add(c, reads, o.value)
			}
		}
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

// download adds the files a transfer client writes, and those it sends.
func (fx *effects) download(c *call) {
	switch c.name {
	case "curl":
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
	case "wget":
		c.values(func(a arg) { fx.add(c, writes, a) }, "-O", "--output-document", "-P", "--directory-prefix", "-o", "--output-file")
		if !c.has("-O", "--output-document") {
			fx.named(c, "-P", "--directory-prefix")
		}
		c.values(func(a arg) { fx.add(c, reads, a) }, "--post-file", "--body-file")
	default:
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output", "--out")
		for _, a := range c.ops {
			if i := strings.IndexByte(a.lit, '@'); i > 0 {
				fx.add(c, reads, a.after(i+1))
			}
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
