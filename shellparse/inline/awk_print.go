package inline

import "strings"

// print reads print and printf with where they print to. What is piped into a
// command is its standard input.
func (a *awk) print(w string) {
	at := a.pos
	a.pos += len(w)
	var args []datum
	a.blank()
	a.noGT++
	if b := a.peek(); b != '>' && b != '|' && b != ';' && b != '\n' && b != '}' && a.more() {
		start := a.pos
		if a.take("(") { // either print(a, b) or print (a) b
			a.grouped(func() { args = a.list(")") })
			a.blank()
			if b := a.peek(); a.more() && b != '>' && b != '|' && b != ';' && b != '\n' && b != '}' || a.starts("||") {
				a.pos, args = start, nil
			}
		}
		if args == nil {
			args = a.list("")
		}
	} else {
		args = []datum{dat(from(Input, ""))}
	}
	a.noGT--
	text := spaced(words(args))
	if w == "printf" {
		text = format(words(args))
	}
	a.blank()
	op := ""
	for _, o := range [...]string{">>", ">", "|&", "|"} {
		if a.take(o) {
			op = o
			break
		}
	}
	if op == "" {
		return
	}
	a.blank()
	a.noGT++
	to := a.concat().value()
	a.noGT--
	switch op {
	case ">", ">>":
		a.target(w+" "+op, op, to, at)
	default:
		a.pipe(w+" "+op, text, to, at)
	}
}

// target is a file or one of gawk's network names.
func (a *awk) target(call, op string, to Value, at int) {
	if !a.inet(call, to, at) {
		a.file(call, op, to, at)
	}
}

func (a *awk) pipe(call string, text, to Value, at int) {
	if a.inet(call, to, at) {
		return
	}
	if _, ok := text.Exact(); !ok && !readsWords(to) {
		a.shell(call, join(lit("cat /dev/fd/9 | "), to), at) // data of which nothing is known
		return
	}
	a.shell(call, piped(text, to), at)
}

// readsWords reports whether a command may take its input for code or for
// words of a command, so that what is known of a part of it counts.
func readsWords(command Value) bool {
	const plain = "sort cat head tail uniq wc tee column less more grep egrep fgrep cut tr nl tac rev paste fold fmt expand comm join md5sum sha1sum sha256sum cksum base64 gzip bzip2 xz zstd date bc jq"
	s, ok := command.Exact()
	if !ok || strings.ContainsAny(s, "`$(;&\n\\") {
		return true
	}
	for stage := range strings.SplitSeq(s, "|") {
		words := strings.Fields(stage)
		if len(words) == 0 || !hasWord(plain, words[0]) {
			return true
		}
	}
	return false
}

// inet reads /inet/tcp/LOCAL/HOST/REMOTE.
func (a *awk) inet(call string, to Value, at int) bool {
	found := false
	for _, t := range to {
		if len(t) == 0 || t[0].Source != Literal || !strings.HasPrefix(t[0].Lit, "/inet") {
			continue
		}
		found = true
		host, port := unknown(), unknown()
		if s, ok := t.Exact(); ok {
			f := strings.Split(s, "/")
			if len(f) == 6 {
				host, port = lit(f[4]), lit(f[5])
				if f[3] != "0" && f[5] == "0" {
					a.like(call, at, lit("nc"), lit("-l"), lit(f[3]))
					continue
				}
			}
		}
		a.like(call, at, lit("nc"), host, port)
	}
	return found
}
