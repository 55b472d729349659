package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Files that programs write because an option, or their last operand, names
// them: the program may only show things otherwise.

// outputOptions gives the options whose value is a file that the program writes,
// parted by blanks, from the manual pages. Options that the program's own effects
// know are not among them.
func outputOptions(name string) string {
	switch name {
	case "shuf", "sdiff", "xmllint", "xsltproc", "zstd", "unzstd", "lz4", "pigz", "dot", "neato", "nasm", "as", "bison", "yacc", "flex", "ctags", "xorriso", "genisoimage", "mkisofs", "upx", "strip", "perf", "hexdump", "ruff", "eslint", "mypy", "pylint",
		"go", "yt-dlp", "youtube-dl", "axel", "aria2c", "rollup", "base64", "speedscope", "protoc", "iperf", "iperf3", "wrk", "samply", "qpdf", "cloc", "tokei", "trivy", "grype", "syft", "semgrep", "bandit", "gitleaks", "jq", "pytest":
		return "-o --output --output-file --out --logfile --report-path --junitxml --junit-xml --resultlog"
	case "tree":
		return "-o"
	case "psql", "usql", "pgcli":
		return "-o --output -L --log-file"
	case "pg_dump", "pg_dumpall", "pg_restore":
		return "-f --file"
	case "mysql", "mariadb", "mysqldump", "mariadb-dump":
		return "--tee -r --result-file --log-error"
	case "git":
		return "--output"
	case "curl":
		return "--trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl"
	case "wget":
		return "--save-cookies --warc-file -a --append-output --rejected-log --hsts-file"
	case "rsync":
		return "--log-file --write-batch --only-write-batch"
	case "fio":
		return "--output --aux-path"
	case "tcpdump", "tshark":
		return "-w"
	case "nmap":
		return "-oN -oX -oG -oA -oS"
	case "valgrind":
		return "--log-file --xml-file --massif-out-file --callgrind-out-file"
	case "hyperfine":
		return "--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode"
	case "script":
		return "-O --log-out -B --log-io -I --log-in -T --log-timing"
	case "esbuild", "tsc":
		return "--outfile --outFile --generateTrace"
	case "gs", "ghostscript":
		return "-o -sOutputFile"
	}
	return ""
}

// byOptions adds what a program writes by such an option or operand.
func (fx *effects) byOptions(c *call) {
	list := outputOptions(c.name)
	if c.prog == nil && c.path != "" {
		list = "-o --output --output-file --outfile --out --log-file --logfile"
	}
	if list != "" {
		c.eachValue(list, func(a arg) { fx.add(c, writes, c.untilded(a)) })
	}
	fx.readByOptions(c)
	last := func(ops []arg) {
		if n := len(ops); n > 1 && !ops[n-1].HasUnknown() {
			fx.add(c, writes, ops[n-1])
		}
	}
	switch c.name {
	case "gawk":
		for _, a := range c.args { // the value is optional, and glued
			for _, option := range [...]string{"-o", "-d", "-p", "--pretty-print=", "--dump-variables=", "--profile="} {
				if strings.HasPrefix(a.lit, option) && len(a.lit) > len(option) && a.lit[len(option)] != '-' {
					fx.add(c, writes, a.after(len(option)))
				}
			}
		}
	case "ffmpeg", "convert", "magick", "sox", "wkhtmltopdf", "pdftotext", "pdftoppm", "objcopy", "mksquashfs", "qpdf":
		last(c.operands())
	case "growisofs": // -Z DEVICE=IMAGE
		c.eachValue("-Z -M", func(a arg) {
			device, _, _ := strings.Cut(a.lit, "=")
			*fx = append(*fx, touch{target: c.j.target(shellparse.Text(device), false, c.dir), verb: writes})
		})
	case "fio":
		if c.anyArg("--rw=read") || c.anyArg("--rw=randread") || c.anyArg("--readonly") {
			return
		}
		c.eachValue("--filename --directory", func(a arg) { fx.add(c, writes, a) })
	case "docker", "podman", "nerdctl", "buildah":
		if _, ok := c.sub("export", "save", "container export", "image save", "compose config", "sbom", "generate kube"); ok {
			c.eachValue("-o --output -f", func(a arg) { fx.add(c, writes, a) })
		}
	case "aws", "gsutil", "gcloud", "s5cmd", "mc", "s3cmd", "rclone", "az":
		if rest, ok := c.sub("s3 cp", "s3 mv", "s3 sync", "cp", "mv", "rsync", "storage cp", "storage rsync", "get", "copy", "copyto", "move", "sync", "-m cp"); ok && len(rest) > 1 && !strings.Contains(rest[len(rest)-1].lit, ":") {
			last(rest)
		}
	case "tar", "gtar", "bsdtar", "zip", "rar", "7z", "7za", "7zz":
		if c.has("--remove-files") && c.name != "zip" || c.name == "zip" && c.has("-m", "--move") || c.name == "rar" && len(c.ops) > 1 && c.ops[0].lit == "m" || c.anyArg("-sdel") {
			fx.wholeTrees(c, c.ops)
		}
	case "script":
		if n := len(c.args); n > 0 && c.args[n-1].lit != "" && c.args[n-1].lit[0] != '-' && (n == 1 || !slices.Contains([]string{"-c", "-qc", "-qec", "-ec", "--command", "-E", "-o"}, c.args[n-2].lit)) {
			fx.add(c, writes, c.args[n-1])
		}
	case "socat": // FILE:NAME,options
		for _, a := range c.args {
			kind, file, ok := strings.Cut(a.lit, ":")
			if ok && slices.Contains([]string{"FILE", "OPEN", "CREATE", "CREAT", "GOPEN"}, strings.ToUpper(kind)) && !strings.Contains(file, "rdonly") {
				file, _, _ = strings.Cut(file, ",")
				*fx = append(*fx, touch{target: c.j.target(shellparse.Text(file), false, c.dir), verb: appends})
			}
		}
	case "ed", "ex":
		fx.editorWrites(c)
	case "git":
		if rest, ok := c.sub("clean"); ok && len(rest) == 0 && c.has("-f", "--force") && c.has("-d") && c.has("-x") && !c.has("-n", "--dry-run", "-e", "--exclude") {
			dir := arg{Text: ".", lit: ".", exact: true}
			if o, ok := c.option("-C", "--work-tree"); ok {
				dir = o.value
			}
			fx.wholeTrees(c, []arg{dir})
		}
		if rest, ok := c.sub("config"); ok && len(rest) > 1 && !c.has("--get", "--get-all", "--list", "-l", "--get-regexp") {
			c.values(func(a arg) { fx.add(c, appends, a) }, "-f", "--file")
		}
	}
}

// eachValue yields the values of the options in a list, however the program's
// own grammar reads them: -o FILE, -oFILE, --output FILE, --output=FILE.
func (c *call) eachValue(list string, yield func(arg)) {
	for i, a := range c.args {
		s := a.lit
		if len(s) < 2 || s[0] != '-' || s == "--" {
			continue
		}
		name, _, glued := strings.Cut(s, "=")
		switch {
		case hasWord(list, name) && glued:
			yield(a.after(len(name) + 1))
		case hasWord(list, name):
			if i+1 < len(c.args) {
				yield(c.args[i+1])
			}
		case s[1] != '-' && hasWord(list, s[:2]):
			yield(a.after(2))
		}
	}
}

// operands are the words that are no options and, since the grammar is not
// known, stand last.
func (c *call) operands() []arg {
	if n := len(c.args); n > 1 && c.args[n-1].lit != "" && c.args[n-1].lit[0] != '-' {
		return c.args[n-2:]
	}
	return nil
}

// editorWrites adds the files that ed is told to write by its commands: w FILE.
func (fx *effects) editorWrites(c *call) {
	in, known := c.In.Exact()
	if !c.HasIn || !known {
		return
	}
	for line := range strings.Lines(in) {
		line = strings.TrimLeft(strings.TrimSpace(line), "0123456789,$.%;")
		verb, file, ok := strings.Cut(line, " ")
		if ok && slices.Contains([]string{"w", "W", "wq", "write", "sav", "saveas", "r", "e"}, verb) && file != "" &&
			file[0] != '!' {
			v := writes
			if verb == "r" || verb == "e" {
				v = reads
			}
			*fx = append(*fx, touch{target: c.j.target(shellparse.Text(file), false, c.dir), verb: v})
		}
	}
}

// wholeTrees adds, of what a program takes away beside its work, the folders of
// the system and the home directories.
func (fx *effects) wholeTrees(c *call, ops []arg) {
	for _, a := range ops {
		if t := c.target(a); !t.free && !t.loose && c.j.wipes(t) != "" {
			*fx = append(*fx, touch{target: t, verb: deletesTree})
		}
	}
}
