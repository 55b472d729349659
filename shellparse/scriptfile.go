package shellparse

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
)

// Script files: bash FILE, ./FILE, . FILE. Their text is evaluated under their
// own name and lines.

// runningFile is a script file that is being evaluated.
type runningFile struct{ path, call string }

// namedFile is a script file that a word may name.
type namedFile struct {
	path  string
	name  Text // as it was named
	texts []Text
}

// namedFiles gives the script files that a word of command at may name, as far as
// the text or the reader know them.
func (ev *evaluator) namedFiles(c *ctx, file Word, at int) (out []namedFile, known bool) {
	for _, t := range file.Texts {
		if name, ok := t.Exact(); ok {
			for _, p := range places(c, name) {
				if texts, ok := ev.content(c, p, at); ok {
					out = append(out, namedFile{p, t, texts})
				}
			}
			continue
		}
		if key, ok := unknownPath(file); ok && ev.written[key] != nil {
			if texts, ok := ev.content(c, key, at); ok {
				out = append(out, namedFile{t.String(), t, texts})
			}
		}
		// A pattern, or a path of which a part is not known: a file that the
		// text itself wrote and that it fits.
		if _, ok := t.Mark(); ok {
			continue
		}
		for _, p := range ev.writtenLike(c, t) {
			if texts, ok := ev.content(c, p, at); ok {
				out = append(out, namedFile{p, Text(p), texts})
			}
		}
	}
	return out, len(out) > 0
}

// unknownPath is the name under which a file is kept whose path is not fully
// known: "$tmp", or "$tmp/x.sh", with the same value in both places.
func unknownPath(w Word) (string, bool) {
	if len(w.Texts) != 1 || w.Many || w.Texts[0].HasGlob() || !w.Texts[0].HasUnknown() {
		return "", false
	}
	return string(w.Texts[0]), true
}

// places gives the paths that a file name may be in the directories the shell
// may be in.
func places(c *ctx, name string) []string {
	first := absolute(c, name)
	if path.IsAbs(first) {
		return []string{first}
	}
	var out []string
	for _, d := range c.env.cwd() {
		if s, ok := d.Exact(); ok && path.IsAbs(s) {
			out = append(out, path.Join(s, name))
		}
	}
	if len(out) == 0 || len(out) < len(c.env.cwd()) {
		out = append(out, first)
	}
	return out
}

// runFile evaluates a script file in c: what this text wrote to it, or what
// the reader gives. known is false where neither knows it; what is not known
// of its text is unknown code of command at.
func (ev *evaluator) runFile(c *ctx, file Word, at int) (known bool) {
	for _, t := range file.Texts {
		name, ok := t.Exact()
		if !ok {
			continue
		}
		if name == "/dev/stdin" || name == "/dev/fd/0" || name == "-" {
			text := c.in.all()
			if ev.opaque(text) {
				ev.unknownCode(at, "sh", text, "stdin")
			}
			inner := *c
			inner.in = nil
			ev.inShell(&inner, text, c.pos)
			return true
		}
		if _, isFD := outputFile(name); isFD { // a descriptor opened elsewhere
			ev.unknownCode(at, "sh", unknownText(byte(OriginInput)), "file")
			return true
		}
	}
	files, known := ev.namedFiles(c, file, at)
	if len(files) == 1 && len(files[0].texts) == 1 {
		ev.runText(c, files[0], files[0].texts[0], at)
		return true
	}
	var ways []*ctx
	for _, f := range files {
		for _, t := range f.texts {
			way := c.branch()
			ev.runText(way, f, t, at)
			ways = append(ways, way)
		}
	}
	if len(ways) > 0 {
		c.join(ways...)
	}
	return known
}

// unknownCode says that command at runs data as code.
func (ev *evaluator) unknownCode(at int, lang string, t Text, from string) {
	if at >= 0 && at < len(ev.out.Commands) {
		ev.out.Commands[at].Code = &Code{Lang: lang, Text: t, From: from}
	}
}

// runText evaluates the text of a script file in c's shell.
func (ev *evaluator) runText(c *ctx, f namedFile, t Text, at int) {
	if ev.opaque(t) {
		ev.unknownCode(at, "sh", t, "file")
		if onlyMarks(t) {
			ev.spoil(c)
			c.writes(unknownText(ev.taint(t)))
			return
		}
	}
	if ev.isProgram(f.path) {
		if len(t) > maxProgram {
			return
		}
		defer ev.asProgram(c)()
	}
	call := callOf(c, f.path)
	within := ev.enters(c, nil, call, f.path)
	if !ev.enter(c, f.path, call) {
		return
	}
	text, marks := hide(t)
	start := Span{Line: 1, Col: 1, End: len(text), File: f.path}
	inner := *c
	inner.pos = start
	inner.within, inner.fork, inner.chance = within, forkNone, chanceSure
	ev.script(&inner, &source{text: text, marks: marks, top: true, at: start, file: f.path, name: f.name, part: ev.opaque(t)})
	ev.running = ev.running[:len(ev.running)-1]
}

// enter notes that a script file is evaluated. A script that runs itself, or
// one that is run very often, is walked once more with nothing known of what
// it finds; that walk stands for all others, and then it is not entered.
func (ev *evaluator) enter(c *ctx, p, call string) bool {
	depth, same := 0, false
	for _, r := range ev.running {
		if r.path == p {
			depth++
		}
		same = same || r.call == call
	}
	if ev.fileRuns == nil {
		ev.fileRuns = make(map[string]int)
	}
	ev.fileRuns[p]++
	if depth > 1 || same || ev.steps > freeSteps && ev.fileRuns[p] > freeCalls {
		if ev.fileRuns[p] >= walkedWide {
			ev.blurAll(c)
			c.writes(unknownText(byte(OriginLimit)))
			ev.splits++
			return false
		}
		ev.fileRuns[p] = walkedWide
		ev.blurAll(c)
		setWords(c.env, []Word{ev.unknownWord(OriginLimit, "", true)})
	}
	ev.running = append(ev.running, runningFile{p, call})
	return true
}

// callOf is a script file with its arguments.
func callOf(c *ctx, p string) string {
	v := c.env.get("@")
	if v == nil || len(v.elems) == 0 {
		return p
	}
	var sb strings.Builder
	sb.WriteString(p)
	for _, el := range v.elems {
		for _, t := range el.texts {
			sb.WriteByte(0)
			sb.WriteString(string(t))
		}
	}
	return sb.String()
}

// walkedWide is the count of a file that was walked with nothing known.
const walkedWide = 1 << 20

// readScript reads a script file through the injected reader, once.
func (ev *evaluator) readScript(p string) (string, bool) {
	if ev.opt.ReadFile == nil || !path.IsAbs(p) || strings.IndexByte(p, 0) >= 0 {
		return "", false
	}
	for _, f := range ev.out.Files {
		if f.Path == p {
			return f.Text, true
		}
	}
	if len(ev.out.Files) >= MaxNesting || ev.unread[p] {
		return "", false
	}
	text, err := ev.opt.ReadFile(p)
	if errors.Is(err, ErrTooLong) || errors.Is(err, ErrNotRead) {
		if ev.refused == nil {
			ev.refused = make(map[string]error)
		}
		ev.refused[p] = err
	}
	if err != nil || strings.IndexByte(text, 0) >= 0 {
		if ev.unread == nil {
			ev.unread = make(map[string]bool)
		}
		ev.unread[p] = true
		return "", false // no text: a binary, or nothing there
	}
	ev.out.Files = append(ev.out.Files, File{p, text, ev.isProgram(p)})
	return text, true
}

// scriptFile evaluates a program given by its path where that is a script:
// one this text has written, or one the reader gives.
func (ev *evaluator) scriptFile(c *ctx, word Word, argv []Word) {
	at := len(ev.out.Commands) - 1
	for _, t := range word.Texts {
		name, ok := t.Exact()
		if p := absolute(c, name); ok && isSystemPath(p) && ev.written[ev.followLinks(p)] == nil {
			continue // an installed program; reading it would tell nothing of this text
		}
		one := word
		one.Texts = []Text{t}
		files, _ := ev.namedFiles(c, one, at)
		for _, f := range files {
			readable := false
			for _, text := range f.texts {
				readable = readable || !onlyMarks(text)
			}
			if _, written := ev.written[ev.followLinks(f.path)]; !readable && !written && !scriptName(f.path) {
				continue // what a compiler made: a program like any other
			}
			if st := ev.states[ev.followLinks(f.path)]; !readable && st.from != "" && ev.written[st.from] == nil && !scriptName(f.path) {
				continue // a copy of one
			}
			for _, text := range f.texts {
				ev.startScript(c, f, text, argv, at)
			}
		}
	}
}

// scriptName reports whether a file is a shell script by its name.
func scriptName(p string) bool {
	switch path.Ext(p) {
	case ".sh", ".bash", ".zsh", ".command":
		return true
	}
	return false
}

// startScript evaluates the text of a file that is started as a program.
func (ev *evaluator) startScript(c *ctx, f namedFile, t Text, argv []Word, at int) {
	sh, lang := interpreterNamed(t)
	_, written := ev.written[ev.followLinks(f.path)]
	if lang != nil {
		if written {
			ev.unknownCode(at, lang.lang, t, "file")
			ev.runShebang(c, f, t, argv)
		}
		return
	}
	if !grammarKnown(sh) {
		if ev.isProgram(f.path) {
			return
		}
		ev.unknownCode(at, "sh", t, "file")
		ev.problem("construct", sh+" is a shell whose grammar this program does not read", c.pos)
		return
	}
	if sh == "" { // some other program reads it
		if written {
			ev.runShebang(c, f, t, argv)
		}
		return
	}
	if !written && !hasShebang(t) && !scriptName(f.path) {
		return
	}
	inner := c.newShell(sh)
	inner.via = append(c.via[:len(c.via):len(c.via)], f.name.String())
	setShellArgs(inner.env, string(f.name), argv)
	inner.env.set("0", &variable{texts: []Text{f.name}})
	ev.runText(inner, f, t, at)
}

// runShebang evaluates the command that the kernel makes of the first line of a
// file which it starts: the program, at most one argument, then the file.
func (ev *evaluator) runShebang(c *ctx, f namedFile, t Text, argv []Word) {
	line, _, _ := strings.Cut(string(t), "\n")
	program, arg, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(line, "#!"), " \t"), " ")
	words := []Word{sub(argv[0], program)}
	if arg = strings.Trim(arg, " \t"); arg != "" {
		words = append(words, sub(argv[0], arg))
	}
	if program == "" || strings.IndexByte(line, 0) >= 0 {
		return
	}
	file := argv[0]
	file.Texts, file.Many = []Text{f.name}, false
	inner := c.through(f.name.String())
	inner.external = true
	ev.run(inner, append(append(words, file), argv[1:]...))
}

func isSystemPath(p string) bool {
	for _, dir := range [...]string{"/bin/", "/sbin/", "/usr/", "/lib/", "/opt/", "/nix/", "/snap/"} {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	return false
}

// interpreterNamed gives the shell or the language that reads a script: the
// one its first line names, and bash for a text without such a line.
func interpreterNamed(t Text) (sh string, lang *language) {
	s := string(t)
	line, _, _ := strings.Cut(s, "\n")
	if !strings.HasPrefix(line, "#!") {
		return "bash", nil
	}
	for _, f := range strings.Fields(line[2:]) {
		base := path.Base(f)
		if base == "env" || strings.HasPrefix(f, "-") || strings.IndexByte(f, '=') > 0 {
			continue
		}
		if isShell(base) {
			return base, nil
		}
		return "", interpreterOf(base)
	}
	return "bash", nil
}

func hasShebang(t Text) bool { return strings.HasPrefix(string(t), "#!") }

// writtenLike gives the files that this text has written and whose path a word
// may be.
func (ev *evaluator) writtenLike(c *ctx, t Text) []string {
	var out []string
	if !ev.charge(len(ev.written)*(128+2*len(t)), c.pos) {
		return nil
	}
	for _, p := range slices.Sorted(maps.Keys(ev.written)) {
		if strings.IndexByte(p, 0) < 0 && mayName(c.env.cwd(), t, p, false) {
			out = append(out, p)
		}
	}
	return out
}
