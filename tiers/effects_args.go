package tiers

import (
	"slices"
	"strings"
)

// arguments adds what the program does to the files among its arguments,
// from the manual pages of GNU coreutils, BSD and the programs themselves.
func (fx *effects) arguments(c *call) {
	switch c.name {
	case "rm", "srm", "grm", "safe-rm", "rmtrash", "trash", "trash-put", "rimraf", "del-cli", "rip":
		fx.remove(c)
	case "unlink", "rmdir":
		fx.add(c, deletes, c.ops...)
	case "shred", "wipe":
		fx.add(c, deletes|writes, c.ops...)
	case "mv", "gmv":
		from, to := c.fromTo()
		fx.add(c, moves, from...)
		fx.add(c, writes, to...)
		fx.into(c, from, to)
	case "cp", "gcp", "install", "ginstall", "ln", "gln", "scp", "ditto", "link":
		fx.copy(c)
	case "rsync":
		fx.rsync(c)
	case "tee", "sponge", "gtee":
		v := writes
		if c.has("-a", "--append") {
			v = appends
		}
		fx.add(c, v, c.ops...)
	case "touch", "mkdir", "mkfifo", "mknod":
		fx.add(c, appends, c.ops...)
	case "truncate":
		fx.add(c, writes, c.ops...)
	case "dd", "gdd", "dcfldd", "dc3dd", "pv", "ddrescue":
		fx.dd(c)
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "xattr", "chflags", "gchmod", "gchown":
		fx.modes(c)
	case "sed", "gsed":
		fx.sed(c)
	case "perl", "ruby":
		if c.has("-i") {
			fx.add(c, appends, c.ops...)
		} else if c.has("-n", "-p") { // each line of the files
			fx.add(c, reads, c.ops...)
		}
	case "curl":
		fx.curl(c)
	case "wget":
		fx.wget(c)
	case "aria2c", "http", "https", "xh":
		fx.download(c)
	case "tar", "bsdtar", "gtar":
		fx.tar(c)
	case "unzip", "7z", "7za", "7zz", "unrar":
		fx.unzip(c)
	case "cpio":
		fx.cpio(c)
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "lz4", "compress", "uncompress", "lzma", "pigz":
		fx.add(c, reads, c.ops...)
		if !c.has("-c", "--stdout", "--to-stdout", "-t", "--test", "-l", "--list") {
			fx.add(c, appends, c.ops...) // the packed file takes its place
		}
	case "jq", "gojq", "jaq":
		fx.jq(c)
	case "gcc", "cc", "clang", "g++", "c++", "go", "rustc", "ld", "openssl", "gpg", "sort", "gsort", "pandoc", "yq", "uniq", "patch", "ffmpeg", "age", "xxd", "convert":
		fx.inPlace(c)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output", "-out", "-keyout")
		c.values(func(a arg) { fx.add(c, reads, a) }, "-in")
		if c.name != "go" {
			fx.add(c, reads, c.ops...)
		}
	case "find", "gfind":
		c.findEffects(fx)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "awk", "gawk", "mawk":
		fx.search(c)
	case "git", "hub":
		fx.git(c)
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "crictl", "ctr", "buildah", "skopeo":
		fx.container(c)
	case "strace", "ltrace":
		fx.trace(c)
	case "time", "gtime":
		fx.time(c)
	case "iconv":
		fx.add(c, reads, c.ops...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output")
	case "split", "gsplit":
		fx.add(c, reads, c.ops[:min(1, len(c.ops))]...)
		if len(c.ops) > 1 { // the beginning of names
			fx.add(c, writes, c.ops[1])
		}
	case "csplit":
		fx.add(c, reads, c.ops[:min(1, len(c.ops))]...)
		c.values(func(a arg) { fx.add(c, writes, a) }, "-f", "--prefix")
	case "rename", "prename", "file-rename":
		if len(c.ops) > 1 && !c.has("-n", "--no-act", "--nono") {
			fx.add(c, moves|appends, c.ops[1:]...)
		}
	case "gio", "kioclient", "kioclient5", "gvfs-trash", "gvfs-rm":
		fx.trash(c)
	case "nano", "vi", "vim", "nvim", "emacs", "ed", "ex", "code":
		for _, a := range c.ops {
			if !strings.HasPrefix(a.lit, "+") {
				fx.add(c, appends, a)
			}
		}
	case "sqlite3", "sqlite", "duckdb", "litecli":
		fx.add(c, reads, c.ops[:min(1, len(c.ops))]...)
		fx.sqlFiles(c)
	default:
		fx.add(c, reads, c.ops...)
	}
	fx.optionFiles(c)
}

// optionFiles adds what a reader's options may take: cat -n FILE, where cut -f
// takes a value.
func (fx *effects) optionFiles(c *call) {
	if c.prog != &reader && c.prog != &filterProgram {
		return
	}
	for i := range c.opts {
		if o := &c.opts[i]; o.short != 0 && o.has && !(c.prog == &filterProgram && o.short == 'o') {
			fx.add(c, reads, o.value)
		}
	}
}

func (fx *effects) remove(c *call) {
	v := deletes
	if c.has("-r", "-R", "--recursive") || c.name == "rmtrash" || c.name == "rimraf" || c.name == "del-cli" || c.name == "rip" {
		v = deletesTree
	}
	fx.add(c, v, c.ops...)
}

// fromTo are the operands that something is taken from, and the last, where it
// is put. One alone is where it is taken from.
func (c *call) fromTo() (from, to []arg) {
	if o, ok := c.option("-t", "--target-directory"); ok && c.name != "rsync" {
		return c.ops, []arg{o.value}
	}
	if n := len(c.ops); n > 1 {
		return c.ops[:n-1], c.ops[n-1:]
	}
	return c.ops, nil
}

func (fx *effects) copy(c *call) {
	from, to := c.fromTo()
	if c.name == "install" && c.has("-d", "--directory") {
		from, to = nil, c.ops
	}
	fx.add(c, reads, from...)
	fx.add(c, writes, to...)
	fx.into(c, from, to)
}

func (fx *effects) rsync(c *call) {
	from, to := c.fromTo()
	fx.add(c, reads, from...)
	if c.has("-n", "--dry-run") {
		return
	}
	fx.add(c, writes, to...)
	fx.into(c, from, to)
	if c.has("--remove-source-files", "--remove-sent-files") {
		fx.add(c, deletesTree, from...)
	}
	if c.has("--delete", "--delete-before", "--delete-during", "--delete-after", "--delete-delay", "--delete-excluded", "--del") {
		fx.add(c, deletesTree, to...)
	}
}

func (fx *effects) dd(c *call) {
	for _, a := range c.ops {
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
	if c.name == "ddrescue" && len(c.ops) > 1 {
		fx.add(c, writes, c.ops[1])
	}
	c.values(func(a arg) { fx.add(c, writes, a) }, "-o", "--output")
}

func (fx *effects) modes(c *call) {
	v, ops := modes, c.ops
	if c.has("-R", "--recursive") {
		v = modesTree
	}
	// The mode or owner is the first operand, unless it looks like an option.
	if len(ops) > 0 && !c.has("--reference") && !(c.modeWord() != ops[0].lit && c.modeWord() != "" && slices.Contains([]string{"chmod", "gchmod", "chattr"}, c.name)) {
		ops = ops[1:]
	}
	fx.add(c, v, ops...)
}

func (fx *effects) sed(c *call) {
	files := c.ops
	if !c.has("-e", "-f", "--expression", "--file") && len(files) > 0 {
		files = files[1:]
	}
	v := reads
	if c.has("-i", "--in-place") || c.name == "sed" && c.has("-I") {
		v = appends
	}
	fx.add(c, v, files...)
}

func (fx *effects) search(c *call) {
	files := c.ops
	if len(files) > 0 && !c.has("-e", "-f", "--regexp", "--file") {
		files = files[1:]
	}
	if o, ok := c.option("-i", "--include"); ok && c.prog == &awkProgram && o.value.lit == "inplace" {
		fx.add(c, appends, files...)
	}
	fx.add(c, reads, files...)
}

// trace adds where a tracer writes, by its options before the traced program.
func (fx *effects) trace(c *call) {
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
}

// time adds where time(1) writes, by its options before the timed program.
func (fx *effects) time(c *call) {
	for i, a := range c.args {
		switch {
		case slices.Contains([]string{"-o", "-ao", "--output"}, a.lit) && i+1 < len(c.args):
			fx.add(c, writes, c.args[i+1])
		case strings.HasPrefix(a.lit, "--output="):
			fx.add(c, writes, a.after(len("--output=")))
		case !strings.HasPrefix(a.lit, "-") && (i == 0 || !slices.Contains([]string{"-f", "--format", "-o", "-ao", "--output"}, c.args[i-1].lit)):
			return // the program that is timed
		}
	}
}
