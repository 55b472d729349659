package shellparse

import "strings"

var parallelGrammar = grammar{names: "parallel", lax: true, assigns: false, short: "0j:kn:N:I:d:a:P:L:l?qX0mui?s:S:C:vtrxgGVhE:e?pD:",
	long: "jobs= keep-order max-args= max-replace-args= delimiter= null arg-file= colsep= dry-run bar eta progress halt= halt-on-error= joblog= results= tag tagstring= timeout= retries= will-cite no-notice citation pipe pipepart pipe-part block= blocksize= quote line-buffer lb ungroup group delay= nice= workdir= wd= plus xargs verbose shuf resume resume-failed retry-failed load= noswap memfree= memsuspend= sshlogin= slf= sshloginfile= return= transfer cleanup basefile= onall nonall trc= env= shellquote trim= header= link xapply max-lines? max-chars= replace? recstart= recend= regexp round-robin cat fifo fg bg wait semaphore semaphorename= id= st= semaphoretimeout= tmpdir= compress files arg-file-sep= arg-sep= tty interactive no-run-if-empty rpl= profile= record-env session max-procs= process-slot-var= tmux silent help version minversion= number-of-cpus number-of-cores sqlmaster= hostgroups filter= limit= template= color color-failed latest-line ll"}

// parallel runs its command, put together and given to a shell, for each
// argument behind ::: or line of its input (GNU parallel 2022; that of
// moreutils has its arguments behind --). Values are quoted for the shell.
func (ev *evaluator) parallel(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	for _, p := range parallelGrammar.peel(argv) {
		if p.hasAny("dry-run help h version V number-of-cpus number-of-cores shellquote") {
			ev.prints(c, i, argv)
			continue
		}
		inner := c.through("parallel")
		inner.remote = inner.remote || p.hasAny("S sshlogin slf sshloginfile onall nonall")
		inner.out = nil
		ev.parallelReading(inner, p)
	}
	c.writes(unknownText(ev.outputOrigin(c, "parallel", i, argv)))
	return maybe
}

// parallelJob is the values of one run, one from each source.
type parallelJob []Word

func (ev *evaluator) parallelReading(c *ctx, p peeled) {
	cmd, sources, marked := parallelSources(ev, p)
	if p.has("D") || p.has("pipe") || p.has("pipepart") || p.has("pipe-part") {
		in := unknownText(byte(OriginInput))
		if c.in != nil {
			in = c.in.all()
		}
		if p.hasAny("N n L l max-lines block blocksize recstart recend regexp round-robin pipepart pipe-part max-replace-args max-args j jobs") {
			in = unknownText(ev.taint(in)) // it is cut in a way that is not followed
		}
		c.in = &input{text: in}
		if !marked {
			ev.shellCode(c, ev.loginShell(c), ev.joinWords(cmd), at(cmd, c.pos))
			return
		}
	}
	if file, ok := p.get("a", "arg-file"); ok && !marked {
		sources, marked = [][]Word{ev.parallelLines(c, one(ev.fileTexts(c, file)), p)}, true
	}
	if !marked {
		in := unknownText(byte(OriginInput))
		if c.in != nil {
			in = c.in.all()
		}
		c.in = &input{}
		sources = [][]Word{ev.parallelLines(c, in, p)}
	}
	if p.hasAny("n N max-args max-replace-args X m xargs L l max-lines C colsep link xapply header rpl plus trim I i replace s max-chars shuf filter E e") {
		// Which values go where is not followed.
		t := ev.unknownWord(OriginArg, "arguments of parallel", true)
		var all []Text
		for _, list := range sources {
			for _, w := range list {
				all = append(all, w.Texts...)
			}
		}
		if len(all) > 0 {
			t.Texts = []Text{unknownText(ev.taint(all...)).Split()}
		}
		mark := ""
		if w, ok := p.get("I", "i", "replace"); ok {
			mark, _ = w.Exact()
		}
		ev.parallelLoose(c, cmd, t, mark, p.has("q", "quote"))
		return
	}
	jobs := []parallelJob{nil}
	for _, list := range sources {
		var next []parallelJob
		for _, job := range jobs {
			for _, w := range list {
				next = append(next, append(job[:len(job):len(job)], w))
			}
		}
		if jobs = next; len(jobs) > 256 {
			ev.limit("more than 256 jobs of parallel", c.pos)
			jobs = jobs[:256]
		}
	}
	quoted := *c
	quoted.wordsOnly = len(cmd) > 0
	for _, w := range cmd {
		for _, t := range w.Texts {
			quoted.wordsOnly = quoted.wordsOnly && !t.HasUnknown() && !strings.Contains(string(t), "{=")
		}
	}
	for _, job := range jobs {
		if !ev.step(c.pos) {
			return
		}
		ev.shellCode(&quoted, ev.loginShell(c), []Text{ev.parallelLine(cmd, job, p.has("q", "quote"))}, at(cmd, c.pos))
	}
}

// parallelSources are the command and what stands behind :::, ::::, or the --
// of moreutils. A linked source (:::+) is one whose values are not followed.
func parallelSources(ev *evaluator, p peeled) (cmd []Word, sources [][]Word, marked bool) {
	cmd = p.rest
	kind := ""
	for i, w := range p.rest {
		s, ok := w.Exact()
		if ok && (s == ":::" || s == "::::" || s == ":::+" || s == "::::+") || ok && s == "--" && kind == "" {
			if !marked {
				cmd = p.rest[:i]
			}
			if s == "--" {
				s = ":::"
			}
			marked, kind = true, s
			sources = append(sources, nil)
			continue
		}
		if !marked {
			continue
		}
		n := len(sources) - 1
		if kind != ":::" && len(sources[n]) == 0 {
			w = ev.unknownWord(OriginInput, "arguments", false)
		} else if kind != ":::" {
			continue
		}
		sources[n] = append(sources[n], w)
	}
	return cmd, sources, marked
}

func (ev *evaluator) parallelLines(c *ctx, in Text, p peeled) []Word {
	s, ok := in.Exact()
	if !ok {
		return []Word{{Texts: []Text{unknownText(ev.taint(in))}, Src: "…", Pos: c.pos}}
	}
	sep := "\n"
	if p.has("0", "null") {
		sep = "\x00"
	} else if w, ok := p.get("d", "delimiter"); ok {
		d, _ := w.Exact()
		sep = string(unescapeANSI(Text(d)))
	}
	var items []Word
	if sep == "" {
		sep = "\x00"
	}
	for _, item := range xargsItems(s, sep) {
		items = append(items, Word{Texts: []Text{Text(item)}, Src: item, Pos: c.pos})
	}
	return items
}

// parallelLine is the code of one job.
func (ev *evaluator) parallelLine(cmd []Word, job parallelJob, quote bool) Text {
	if len(cmd) == 0 { // the values are the commands
		return one(ev.joinWords(job))
	}
	var sb strings.Builder
	found := false
	for i, w := range cmd {
		if i > 0 {
			sb.WriteByte(' ')
		}
		t := one(w.Texts)
		if s, ok := t.Exact(); ok && quote {
			if !strings.Contains(s, "{") {
				t = Text(singleQuoted(s))
			}
		}
		done, used := ev.parallelMarks(string(t), job)
		found = found || used
		sb.WriteString(done)
	}
	if !found {
		for _, w := range job {
			sb.WriteByte(' ')
			sb.WriteString(quoteValue(one(w.Texts)))
		}
	}
	return Text(sb.String())
}

// parallelMarks puts values in place of {}, {1}, {.}, {/} and the like.
func (ev *evaluator) parallelMarks(s string, job parallelJob) (string, bool) {
	var sb strings.Builder
	found := false
	for {
		before, rest, ok := strings.Cut(s, "{")
		sb.WriteString(before)
		if !ok {
			return sb.String(), found
		}
		mark, after, ok := strings.Cut(rest, "}")
		value, known := ev.parallelValue(mark, job)
		if !ok || !known {
			sb.WriteByte('{')
			s = rest
			continue
		}
		found = true
		sb.WriteString(value)
		s = after
	}
}

// parallelValue is what stands for a mark. known is false for one that is none.
func (ev *evaluator) parallelValue(mark string, job parallelJob) (value string, known bool) {
	if strings.HasPrefix(mark, "=") && strings.HasSuffix(mark, "=") && len(mark) > 1 { // {= perl =}
		return string(unknownText(byte(OriginArg)).Split()), true
	}
	digits := 0
	for digits < len(mark) && (mark[digits] >= '0' && mark[digits] <= '9' || digits == 0 && mark[0] == '-') {
		digits++
	}
	n, rest := mark[:digits], mark[digits:]
	switch rest {
	case "":
	case "#", "%", "##", "0#":
		return string(unknownText(byte(OriginArg))), n == ""
	case ".", "/", "//", "/.", ":", "..", "...", "+/", "+.", "^", ",":
		if n != "" {
			return `"` + string(unknownText(byte(OriginArg))) + `"`, true
		}
		words := make([]string, len(job))
		for i, w := range job {
			words[i] = `"` + string(unknownText(ev.taint(w.Texts...))) + `"`
		}
		return strings.Join(words, " "), true
	default:
		return "", false
	}
	if n == "" {
		words := make([]string, len(job))
		for i, w := range job {
			words[i] = quoteValue(one(w.Texts))
		}
		return strings.Join(words, " "), true
	}
	k := atoiOr(strings.TrimPrefix(n, "-"), 0)
	if n[0] == '-' {
		k = len(job) + 1 - k
	}
	if k < 1 || k > len(job) {
		return "", true
	}
	return quoteValue(one(job[k-1].Texts)), true
}

// quoteValue quotes a value for a shell; what is not known of it stays inside
// double quotes.
func quoteValue(t Text) string {
	var sb strings.Builder
	for p := range t.Parts() {
		if p.Origin >= 0 {
			sb.WriteString(`"` + string(unknownText(byte(p.Origin))) + `"`)
		} else {
			sb.WriteString(singleQuoted(p.Lit))
		}
	}
	if sb.Len() == 0 {
		return "''"
	}
	return sb.String()
}

// singleQuoted quotes a text for any shell.
func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// parallelLoose evaluates the command with every mark any number of values.
func (ev *evaluator) parallelLoose(c *ctx, cmd []Word, values Word, mark string, quote bool) {
	if len(cmd) == 0 {
		ev.shellCode(c, ev.loginShell(c), values.Texts, c.pos)
		return
	}
	words := make([]Word, 0, len(cmd)+1)
	for _, w := range cmd {
		t := one(w.Texts)
		if s, ok := t.Exact(); ok {
			if quote {
				if !strings.Contains(s, "{") {
					s = singleQuoted(s)
				}
			}
			if mark != "" {
				s = strings.ReplaceAll(s, mark, string(values.Texts[0]))
			}
			for {
				before, rest, ok := strings.Cut(s, "{")
				m, after, closed := strings.Cut(rest, "}")
				if !ok || !closed || strings.ContainsAny(m, " ;|") && !strings.HasPrefix(m, "=") {
					break
				}
				s = before + string(values.Texts[0]) + after
			}
			t = Text(s)
		}
		words = append(words, Word{Texts: []Text{t}, Src: w.Src, Pos: w.Pos})
	}
	plain := ev.joinWords(words)
	ev.shellCode(c, ev.loginShell(c), plain, at(cmd, c.pos))
	ev.shellCode(c, ev.loginShell(c), ev.joinWords(append(words, values)), at(cmd, c.pos))
}
