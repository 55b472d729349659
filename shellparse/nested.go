package shellparse

import "strings"

// nested evaluates programs that run other programs or hand text to a shell.
// handled is false for any other, which is then recorded as it is.
func (ev *evaluator) nested(c *ctx, name string, argv []Word) (tri, bool) {
	if isShell(name) {
		return ev.shellCommand(c, name, argv), true
	}
	switch name {
	case "xargs", "gxargs":
		return ev.xargs(c, argv), true
	case "find", "gfind", "fd", "fdfind":
		return ev.find(c, name, argv), true
	case "parallel":
		return ev.parallel(c, argv), true
	case "git":
		return ev.git(c, argv), true
	case "tee", "curl", "wget":
		ev.emit(c, Command{Argv: argv})
		ev.saves(c, name, argv)
		return maybe, true
	case "at", "batch":
		ev.emit(c, Command{Argv: argv})
		if c.in != nil {
			inner := c.newShell("sh")
			inner.via = append(c.via[:len(c.via):len(c.via)], name)
			inner.in, inner.bg = nil, true
			ev.codeText(inner, c.in.all(), c.pos, name)
		}
		return maybe, true
	}
	if lang := interpreterOf(name); lang != nil {
		return ev.interpreter(c, lang, argv), true
	}
	grammars := findGrammar(name)
	for _, g := range grammars {
		p := g.peel(argv)
		if g.sub != "" && p.rest == nil {
			continue
		}
		return ev.wrapper(c, name, g, p, argv), true
	}
	return maybe, false
}

// wrapper records the wrapper itself, then evaluates what it runs.
func (ev *evaluator) wrapper(c *ctx, name string, g *grammar, p peeled, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	if !p.known {
		if g.lax {
			for len(p.rest) > 0 && maybeFlag(p.rest[0]) {
				p.rest = p.rest[1:]
			}
		} else {
			ev.problem("option", "an option of "+name+" that is not known, so the command it runs may be another", c.pos)
		}
	}
	inner := c.through(name)
	inner.external = true
	inner.remote = inner.remote || g.remote
	ev.wrapperEnv(inner, name, p)
	if g.remote && len(p.rest) > 0 {
		if s, ok := p.rest[0].Exact(); ok && s == "--" {
			p.rest = p.rest[1:]
		}
	}
	switch name {
	case "su", "runuser":
		return ev.su(inner, name, g, p)
	case "sudo":
		if p.has("e", "edit", "l", "list", "v", "validate", "V", "version", "K", "remove-timestamp") {
			return maybe
		}
	case "env":
		if w, ok := p.get("S", "split-string"); ok {
			p.rest = append(ev.splitString(c, w), p.rest...)
			again := (&wrappers[envGrammar()]).peel(append([]Word{argv[0]}, p.rest...))
			ev.wrapperEnv(inner, name, again)
			p.rest = again.rest
		}
		if len(p.rest) == 0 {
			ev.prints(c, i, argv)
		}
	case "flock", "script", "npx", "npm", "pnpm", "vagrant", "bunx":
		if w, ok := p.get("c", "command", "call"); ok {
			return ev.shellCode(inner, "sh", w.Texts, w.Pos)
		}
		if name == "script" {
			return maybe // its operand is the typescript file
		}
	case "watch", "hyperfine":
		if name == "watch" && p.has("x", "exec") {
			break
		}
		return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
	case "ssh", "autossh":
		if len(p.rest) == 0 {
			return maybe
		}
		return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
	case "nice", "nohup", "time", "chrt", "taskset", "ionice":
		if p.has("p", "pid") && name != "time" {
			return maybe
		}
	}
	if len(p.rest) == 0 {
		return maybe
	}
	return ev.run(inner, p.rest)
}

func envGrammar() int {
	for i := range wrappers {
		if wrappers[i].names == "env" {
			return i
		}
	}
	return 0
}

// wrapperEnv gives the command the environment and directory that the
// wrapper's options make.
func (ev *evaluator) wrapperEnv(inner *ctx, name string, p peeled) {
	clean := name == "env" && p.has("i", "ignore-environment")
	if len(p.assigns) > 0 || clean {
		inner.env = inner.env.branch()
		inner.cleanEnv = clean
		for _, w := range p.assigns {
			n, v, _ := strings.Cut(string(w.Texts[0]), "=")
			inner.env.set(n, &variable{texts: []Text{Text(v)}, exported: true})
			inner.assigns = append(inner.assigns, Assign{Name: n, Value: Word{Texts: []Text{Text(v)}, Src: w.Src, Pos: w.Pos}, Exported: true})
		}
	}
	if w, ok := p.get("u", "unset"); ok && name == "env" {
		if n, ok := w.Exact(); ok {
			inner.env = inner.env.branch()
			inner.env.set(n, &variable{})
		}
	}
	var dir Word
	var ok bool
	switch name {
	case "env":
		dir, ok = p.get("C", "chdir")
	case "sudo", "run0":
		dir, ok = p.get("D", "chdir")
	case "systemd-run":
		dir, ok = p.get("working-directory")
	}
	if ok {
		old := inner.env
		inner.env = old.branch()
		var dirs []Text
		for _, t := range dir.Texts {
			dirs = joinTexts(dirs, ev.under(old.cwd(), t))
		}
		inner.env.dir = dirs
	}
}

// su takes its options anywhere: su - user -c 'cmd'.
func (ev *evaluator) su(c *ctx, name string, g *grammar, p peeled) tri {
	code, ok := p.get("c", "command", "session-command", "C")
	if w, asUser := p.get("u", "user"); asUser && name == "runuser" && !ok {
		_ = w
		if len(p.rest) > 0 {
			return ev.run(c, p.rest)
		}
		return maybe
	}
	for rest := p.rest; !ok && len(rest) > 0; {
		again := g.peel(append([]Word{{}}, rest...))
		if code, ok = again.get("c", "command", "session-command", "C"); ok {
			break
		}
		if len(again.rest) == len(rest) {
			rest = rest[1:] // - and the user
		} else {
			rest = again.rest
		}
	}
	if !ok {
		return maybe
	}
	return ev.shellCode(c, "sh", code.Texts, code.Pos)
}

// shellCode evaluates text that a program gives to sh -c.
func (ev *evaluator) shellCode(c *ctx, sh string, texts []Text, at Span) tri {
	inner := c.newShell(sh)
	inner.remote = c.remote
	setShellArgs(inner.env, sh, nil)
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = inner.branch()
		ev.codeText(branches[i], t, at, sh+" -c")
	}
	inner.join(branches...)
	return maybe
}

// splitString takes apart the argument of env -S, whose quoting is that of a
// simple shell word list.
func (ev *evaluator) splitString(c *ctx, w Word) []Word {
	var out []Word
	s, ok := w.Exact()
	if !ok {
		return []Word{{Texts: []Text{unknownText(ev.taint(w.Texts...))}, Many: true, Src: w.Src, Pos: w.Pos}}
	}
	src := &source{text: s, at: c.place(w.Pos)}
	inner := *c
	inner.src = src
	for word, err := range ev.parser(c.env.shell.dialect).WordsSeq(strings.NewReader(s + "\n")) {
		if err != nil {
			ev.problem("option", "the argument of env -S cannot be split", c.pos)
			break
		}
		for _, alt := range ev.wordAlternatives(&inner, word) {
			out = append(out, alt...)
			break
		}
	}
	for i := range out {
		out[i].Pos = c.place(w.Pos)
	}
	return out
}

// xargs runs its command with words from the standard input.
func (ev *evaluator) xargs(c *ctx, argv []Word) tri {
	g := grammar{names: "xargs", short: "0a:d:E:e?I:i?L:l?n:oP:prs:txR:S:J:",
		long: "null arg-file= delimiter= eof= replace= max-lines= max-args= open-tty max-procs= interactive no-run-if-empty max-chars= show-limits verbose exit process-slot-var= help version"}
	p := g.peel(argv)
	i := ev.emit(c, Command{Argv: argv})
	if !p.known {
		ev.problem("option", "an option of xargs that is not known, so the command it runs may be another", c.pos)
	}
	in := unknownText(byte(OriginInput))
	if file, ok := p.get("a", "arg-file"); ok {
		in = one(ev.fileTexts(c, file))
	} else if c.in != nil {
		in = c.in.all()
	}
	if len(p.rest) == 0 {
		ev.prints(c, i, argv)
		return maybe
	}
	inner := c.through("xargs")
	inner.external = true
	inner.in = nil
	inner.assigns = nil
	var items []Word
	s, exact := in.Exact()
	replace, isReplace := p.get("I", "replace", "i", "J")
	delim, hasDelim := p.get("d", "delimiter")
	switch {
	case !exact && !unsplit(in):
		t := []byte(unknownText(ev.taint(in)))
		if !isReplace {
			t[1] = markSplit
		}
		items = []Word{{Texts: []Text{Text(t)}, Many: !isReplace, Src: "…", Pos: c.pos}}
	case !exact:
		for _, f := range splitMarked(in) {
			items = append(items, Word{Texts: []Text{f}, Src: f.String(), Pos: c.pos})
		}
	default:
		sep := ""
		if p.has("0", "null") {
			sep = "\x00"
		} else if hasDelim {
			sep, _ = delim.Exact()
			sep = string(unescapeANSI(Text(sep)))
		} else if isReplace {
			sep = "\n"
		}
		for _, item := range xargsItems(s, sep) {
			items = append(items, Word{Texts: []Text{Text(item)}, Src: item, Pos: c.pos})
		}
	}
	if isReplace {
		mark := "{}"
		if m, ok := replace.Exact(); ok && m != "" {
			mark = m
		}
		for _, item := range items {
			run := make([]Word, len(p.rest))
			for j, w := range p.rest {
				run[j] = w.replace(mark, item.Texts[0])
			}
			ev.run(inner, run)
		}
		return maybe
	}
	per := len(items)
	for _, o := range p.opts {
		switch o.name {
		case "n", "max-args", "L", "l", "max-lines":
			if n, ok := o.value.Exact(); ok {
				per = atoiOr(n, 1)
			} else {
				per = 1
			}
		}
	}
	if len(items) == 0 {
		if !p.has("r", "no-run-if-empty") {
			ev.run(inner, p.rest)
		}
		return maybe
	}
	for start := 0; start < len(items); start += max(per, 1) {
		end := min(start+max(per, 1), len(items))
		ev.run(inner, append(p.rest[:len(p.rest):len(p.rest)], items[start:end]...))
	}
	return maybe
}

// unsplit reports whether what is not known of a text is pids, which hold no
// blanks, so that it can be split around them.
func unsplit(t Text) bool {
	for p := range t.Parts() {
		switch OriginKind(max(p.Origin, 0)) {
		case OriginSelf, OriginParent, OriginOwnShell, OriginJob:
		default:
			if p.Origin >= 0 {
				return false
			}
		}
	}
	return true
}

// splitMarked splits at blanks a text whose marks hold none.
func splitMarked(t Text) []Text {
	f := fields{}
	for p := range t.Parts() {
		if p.Origin >= 0 {
			f.quoted(unknownText(byte(p.Origin)))
			continue
		}
		for i := 0; i < len(p.Lit); i++ {
			if b := p.Lit[i]; b == ' ' || b == '\t' || b == '\n' {
				f.flush()
			} else {
				f.cur = append(f.cur, b)
			}
		}
	}
	f.flush()
	var out []Text
	for _, w := range f.done {
		out = append(out, w.Texts[0])
	}
	return out
}

// xargsItems splits as xargs does: at blanks and newlines with quotes and
// backslashes, or at one separator.
func xargsItems(s, sep string) []string {
	if sep != "" {
		var out []string
		for _, f := range strings.Split(strings.TrimSuffix(s, sep), sep) {
			if sep == "\n" {
				f = strings.TrimLeft(f, " \t")
				if f == "" {
					continue
				}
			}
			out = append(out, f)
		}
		return out
	}
	var out []string
	var cur strings.Builder
	open := false
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			} else {
				cur.WriteByte(b)
			}
		case b == '\'' || b == '"':
			quote, open = b, true
		case b == '\\' && i+1 < len(s):
			i++
			cur.WriteByte(s[i])
			open = true
		case b == ' ' || b == '\t' || b == '\n':
			if open {
				out = append(out, cur.String())
			}
			cur.Reset()
			open = false
		default:
			cur.WriteByte(b)
			open = true
		}
	}
	if open {
		out = append(out, cur.String())
	}
	return out
}

// replace puts a text in place of a mark wherever it stands in a word.
func (w Word) replace(mark string, t Text) Word {
	out := w
	out.Texts = make([]Text, len(w.Texts))
	for i, old := range w.Texts {
		out.Texts[i] = Text(strings.ReplaceAll(string(old), mark, string(t)))
	}
	return out
}

func atoiOr(s string, def int) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || n > 1<<20 {
			return def
		}
		n = n*10 + int(s[i]-'0')
	}
	if s == "" {
		return def
	}
	return n
}

// find evaluates -exec, -execdir, -ok and -okdir of find, and -x and -X of
// fd. {} is one of the starting points or something below it.
func (ev *evaluator) find(c *ctx, name string, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	isFd := strings.HasPrefix(name, "fd")
	below := ev.foundNames(c, argv, isFd)
	for j := 1; j < len(argv); j++ {
		s, ok := argv[j].Exact()
		if !ok {
			continue
		}
		stop := true
		switch s {
		case "-exec", "-execdir", "-ok", "-okdir":
		case "-x", "--exec", "-X", "--exec-batch":
			if !isFd {
				continue
			}
			stop = false
		default:
			continue
		}
		end := j + 1
		for ; end < len(argv); end++ {
			t, ok := argv[end].Exact()
			if ok && (t == ";" || stop && t == "+" && end > j+1 && argv[end-1].Src != "" && isBraces(argv[end-1])) {
				break
			}
		}
		cmd := argv[j+1 : end]
		if len(cmd) == 0 {
			continue
		}
		inner := c.through(name + " " + s)
		inner.external = true
		inner.in = nil
		run := make([]Word, len(cmd))
		found := false
		for k, w := range cmd {
			run[k] = w
			if t, ok := w.Exact(); ok && strings.Contains(t, "{}") {
				found = true
				if t == "{}" {
					run[k] = Word{Texts: below, Src: w.Src, Pos: w.Pos}
					continue
				}
				run[k] = w.replace("{}", one(below))
			}
		}
		if isFd && !found {
			run = append(run, Word{Texts: below, Src: "{}", Pos: argv[j].Pos})
		}
		ev.run(inner, run)
		j = end
	}
	return maybe
}

func isBraces(w Word) bool {
	s, ok := w.Exact()
	return ok && s == "{}"
}

// foundNames is what {} may be: with tests on the name a starting point is
// found only by chance, without them it is the first thing found.
func (ev *evaluator) foundNames(c *ctx, argv []Word, isFd bool) []Text {
	var out []Text
	start := true
	var points []Word
	tested := isFd
	for _, w := range argv[1:] {
		s, ok := w.Exact()
		if ok && s != "" && (s[0] == '-' || s == "(" || s == "!") {
			if !isFd && !strings.HasPrefix(s, "-O") && s != "-H" && s != "-L" && s != "-P" {
				start = false
			}
			switch s {
			case "-name", "-iname", "-mindepth", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-type", "-newer", "-mtime", "-size", "-empty":
				tested = true
			}
			continue
		}
		if start && !isFd {
			points = append(points, w)
		}
	}
	if len(points) == 0 {
		points = []Word{{Texts: []Text{"."}}}
	}
	mark := unknownText(byte(OriginGlob))
	if tested {
		mark = unknownText(ev.origin(Origin{OriginOutput, "find", len(ev.out.Commands) - 1}))
	}
	for _, w := range points {
		for _, t := range w.Texts {
			if !tested {
				out = joinTexts(out, []Text{t})
			}
			sep := Text("/")
			if strings.HasSuffix(string(t), "/") {
				sep = ""
			}
			out = joinTexts(out, []Text{t + sep + mark})
		}
	}
	return out
}

// parallel runs its command once for each argument after :::, or each line
// of its input, through a shell.
func (ev *evaluator) parallel(c *ctx, argv []Word) tri {
	ev.emit(c, Command{Argv: argv})
	g := grammar{names: "parallel", lax: true, short: "j:kn:N:I:d:a:P:L:qX0mu",
		long: "jobs= keep-order max-args= delimiter= arg-file= colsep= dry-run bar eta progress halt= joblog= results= tag timeout= retries= will-cite no-notice null pipe block= quote line-buffer ungroup delay= nice= workdir= plus xargs verbose shuf resume"}
	p := g.peel(argv)
	if p.has("dry-run") {
		return maybe
	}
	cmd := p.rest
	var items []Word
	marked := false
	for i, w := range p.rest {
		if s, ok := w.Exact(); ok && (s == ":::" || s == "::::" || s == ":::+" || s == "::::+") {
			if !marked {
				cmd = p.rest[:i]
			}
			marked = true
			if s == "::::" {
				items = append(items, ev.unknownWord(OriginInput, "arguments", true))
			}
			continue
		}
		if marked {
			items = append(items, w)
		}
	}
	if !marked {
		in := unknownText(byte(OriginInput))
		if c.in != nil {
			in = c.in.all()
		}
		if s, ok := in.Exact(); ok {
			for _, item := range xargsItems(s, "\n") {
				items = append(items, Word{Texts: []Text{Text(item)}, Src: item, Pos: c.pos})
			}
		} else {
			items = []Word{{Texts: []Text{unknownText(ev.taint(in))}, Src: "…", Pos: c.pos}}
		}
	}
	inner := c.through("parallel")
	inner.in = nil
	for i, item := range items {
		if i >= MaxAlternatives {
			ev.limit("more than 16 arguments of parallel", c.pos)
			break
		}
		run := make([]Word, 0, len(cmd)+1)
		found := false
		for _, w := range cmd {
			if t, ok := w.Exact(); ok && strings.Contains(t, "{") && strings.Contains(t, "}") {
				found = true
				w = w.replace("{}", one(item.Texts))
			}
			run = append(run, w)
		}
		if !found || len(cmd) == 0 {
			run = append(run, item)
		}
		ev.shellCode(inner, "sh", ev.joinWords(run), at(cmd, c.pos))
	}
	return maybe
}

// git runs text as shell code in a few places of its command line.
func (ev *evaluator) git(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	code := func(how string, w Word, s string) {
		inner := c.through(how)
		ev.shellCode(inner, "sh", []Text{Text(s)}, w.Pos)
	}
	sub := ""
	for j := 1; j < len(argv); j++ {
		w := argv[j]
		s, ok := w.Exact()
		if !ok {
			continue
		}
		if sub == "" {
			switch {
			case s == "-c" && j+1 < len(argv):
				j++
				v := string(argv[j].Texts[0])
				key, val, _ := strings.Cut(v, "=")
				if strings.HasPrefix(val, "!") && strings.HasPrefix(strings.ToLower(key), "alias.") {
					code("git alias", argv[j], val[1:])
				} else if gitRunsValue(strings.ToLower(key)) {
					code("git -c "+key, argv[j], val)
				}
			case s == "-C" || s == "--git-dir" || s == "--work-tree" || s == "--namespace":
				j++
			case strings.HasPrefix(s, "-"):
			default:
				sub = s
			}
			continue
		}
		switch {
		case sub == "bisect" && s == "run" && j+1 < len(argv):
			inner := c.through("git bisect run")
			inner.external = true
			return ev.run(inner, argv[j+1:])
		case sub == "submodule" && s == "foreach" && j+1 < len(argv):
			rest := argv[j+1:]
			for len(rest) > 0 && maybeFlag(rest[0]) {
				rest = rest[1:]
			}
			ev.shellCode(c.through("git submodule foreach"), "sh", ev.joinWords(rest), at(rest, c.pos))
			return maybe
		case sub == "rebase" && (s == "-x" || s == "--exec") && j+1 < len(argv):
			j++
			ev.shellCode(c.through("git rebase -x"), "sh", argv[j].Texts, argv[j].Pos)
		case sub == "rebase" && strings.HasPrefix(s, "--exec="):
			code("git rebase --exec", w, s[len("--exec="):])
		case sub == "filter-branch" && strings.HasSuffix(s, "-filter") && j+1 < len(argv):
			j++
			ev.shellCode(c.through("git filter-branch"), "sh", argv[j].Texts, argv[j].Pos)
		case sub == "config" && strings.HasPrefix(strings.ToLower(s), "alias.") && j+1 < len(argv):
			// The alias is only written down; it is judged when it runs.
		}
	}
	return maybe
}

// gitRunsValue reports whether git gives the value of a setting to a shell.
func gitRunsValue(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.askpass", "sequence.editor", "diff.external", "gpg.program", "credential.helper", "core.hookspath":
		return key != "credential.helper" && key != "core.hookspath" && key != "core.fsmonitor"
	}
	return strings.HasPrefix(key, "pager.")
}

// saves follows what tee, curl and wget write to files.
func (ev *evaluator) saves(c *ctx, name string, argv []Word) {
	last := len(ev.out.Commands) - 1
	if name == "tee" {
		t := unknownText(byte(OriginInput))
		if c.in != nil {
			t = c.in.all()
		}
		for _, w := range argv[1:] {
			if s, ok := w.Exact(); ok && !strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "/dev/fd/") {
				ev.write(absolute(c, s), &sink{alts: []Text{t}})
			}
		}
		c.out.write(t)
		return
	}
	t := unknownText(ev.origin(Origin{OriginOutput, name, last}))
	file := ""
	for j := 1; j < len(argv); j++ {
		s, ok := argv[j].Exact()
		switch {
		case !ok:
		case (s == "-o" && name == "curl" || s == "-O" && name == "wget" || s == "--output" || s == "--output-document") && j+1 < len(argv):
			file, _ = argv[j+1].Exact()
		case strings.HasPrefix(s, "--output=") || strings.HasPrefix(s, "--output-document="):
			_, file, _ = strings.Cut(s, "=")
		case name == "curl" && strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "--") && strings.HasSuffix(s, "o") && j+1 < len(argv):
			file, _ = argv[j+1].Exact()
		case name == "wget" && strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "--") && strings.HasSuffix(s, "O") && j+1 < len(argv):
			file, _ = argv[j+1].Exact()
		case strings.Contains(s, "://") || strings.Contains(s, "."):
			// -O of curl, and wget by itself, name the file as the address ends.
			if i := strings.LastIndexByte(s, '/'); i >= 0 && i+1 < len(s) && file == "" && (name == "wget" || hasLetter(argv, 'O')) {
				ev.write(absolute(c, s[i+1:]), &sink{alts: []Text{t}})
			}
		}
	}
	if file != "" && file != "-" {
		ev.write(absolute(c, file), &sink{alts: []Text{t}})
		return
	}
	if c.out != nil {
		c.out.write(unknownText(ev.outputOrigin(c, name, last, argv)))
	}
}

func hasLetter(argv []Word, letter byte) bool {
	for _, w := range argv[1:] {
		if s, ok := w.Exact(); ok && len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.IndexByte(s, letter) > 0 {
			return true
		}
	}
	return false
}
