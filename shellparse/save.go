package shellparse

import (
	"path"
	"strings"
)

// saves follows what tee, curl and wget write to files.
func (ev *evaluator) saves(c *ctx, name string, argv []Word) {
	last := len(ev.out.Commands) - 1
	if name == "tee" {
		ev.tee(c, argv)
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
				ev.saved(c, absolute(c, s[i+1:]), &sink{alts: []Text{t}})
			}
		}
	}
	quiet := file != "" && file != "-"
	if p := absolute(c, file); quiet && (strings.HasPrefix(p, "/dev/") || strings.HasPrefix(p, "/proc/")) && p != "/dev/null" { // a descriptor
		quiet = false
		c.eachOutput(func(n int, s *sink) {
			if n > 1 {
				s.write(t)
			}
		})
	} else if quiet {
		ev.saved(c, p, &sink{alts: []Text{t}})
	}
	if c.out != nil && (!quiet || !savesOnly(argv)) {
		c.writes(append(writtenOut(argv), unknownText(ev.outputOrigin(c, name, last, argv)))...)
	}
}

// savesOnly reports whether curl or wget, which save what they get to a file,
// certainly print nothing: curl may show headers, or another address.
func savesOnly(argv []Word) bool {
	addresses := 0
	for j := 1; j < len(argv); j++ {
		s, ok := argv[j].Exact()
		switch {
		case !ok && maybeFlag(argv[j]), argv[j].Many:
			return false
		case !ok:
			addresses++
		case strings.HasPrefix(s, "--"):
			switch name, _, _ := strings.Cut(s[2:], "="); name {
			case "output", "output-document":
				if !strings.Contains(s, "=") {
					j++
				}
			case "silent", "show-error", "fail", "location", "quiet", "no-verbose", "continue", "compressed", "insecure", "progress-bar", "create-dirs", "fail-with-body", "show-progress", "no-check-certificate", "no-progress-meter":
			default:
				return false
			}
		case len(s) > 1 && s[0] == '-':
			if strings.Trim(s[1:], "sSfLkgq#nvcNoO") != "" || strings.ContainsAny(s, "v") && !strings.HasPrefix(s, "-nv") {
				return false
			}
			if strings.HasSuffix(s, "o") || strings.HasSuffix(s, "O") && programName(argv[0].Texts[0].String()) == "wget" {
				j++
			}
		default:
			addresses++
		}
	}
	return addresses == 1
}

// writtenOut is the text that curl -w prints, where it stands there as it is.
func writtenOut(argv []Word) []Text {
	for j, w := range argv {
		s, ok := w.Exact()
		switch {
		case !ok:
		case (s == "--write-out" || len(s) > 1 && s[0] == '-' && s[1] != '-' && s[len(s)-1] == 'w') && j+1 < len(argv):
			return argv[j+1].Texts
		case strings.HasPrefix(s, "--write-out="):
			return []Text{Text(s[len("--write-out="):])}
		case strings.HasPrefix(s, "-w"):
			return []Text{Text(s[2:])}
		}
	}
	return nil
}

// tee writes its input to every file it names, and prints it.
func (ev *evaluator) tee(c *ctx, argv []Word) {
	t := unknownText(byte(OriginInput))
	if c.in != nil {
		t = c.in.all()
	}
	add := hasLetter(argv, 'a') || hasWord(argv, "--append")
	options := true
	for _, w := range argv[1:] {
		for _, a := range w.Texts {
			s, ok := a.Exact()
			switch {
			case !ok:
				for _, p := range ev.writtenLike(c, a) {
					ev.clouds(p)
				}
				continue
			case options && s == "--":
				options = false
				continue
			case options && len(s) > 1 && s[0] == '-':
				continue
			}
			if n, isFD := outputFile(s); isFD {
				if fd := int(n[0] - '0'); fd != 1 || c.out == nil {
					c.descriptor(fd).write(t)
				}
				continue
			}
			out := &sink{alts: []Text{t}}
			p := absolute(c, s)
			at := c
			if len(w.Texts) > 1 {
				at = c.with()
				at.unsure = true
			}
			if add {
				ev.appended(at, p, out)
			} else {
				ev.saved(at, p, out)
			}
		}
	}
	c.writes(t)
}

// appended adds to what a file holds. What the reader gives of it is only
// looked at where the file is run.
func (ev *evaluator) appended(c *ctx, p string, out *sink) {
	name := ev.followLinks(p)
	texts, ok := ev.written[name]
	st := fileState{after: ev.states[name].after, from: ev.states[name].from}
	if !ok {
		st.after = true
	}
	if !ok || ev.states[name].disk {
		texts = joinTexts(texts, []Text{unknownText(ev.origin(Origin{OriginInput, p, -1}))})
	}
	all := &sink{alts: texts}
	ev.steps += all.weight() + out.weight()
	all.append(out)
	ev.store(c, p, all.texts(ev), st)
}

// copies follows a file to another name: cp, mv, ln, install. Whether it is
// there to be copied is not known, nor whether the last word is a folder.
func (ev *evaluator) copies(c *ctx, name string, argv []Word) {
	var names []string
	symbolic := false
	for _, w := range argv[1:] {
		s, ok := w.Exact()
		switch {
		case !ok:
			return // see [changedSince]
		case len(s) > 1 && s[0] == '-':
			symbolic = symbolic || s == "--symbolic" || s[1] != '-' && strings.IndexByte(s, 's') > 0
		default:
			names = append(names, s)
		}
	}
	if name == "ln" && len(names) == 1 { // ln -s d/x makes ./x
		names = append(names, path.Base(names[0]))
	}
	if len(names) < 2 {
		return
	}
	to := absolute(c, names[len(names)-1])
	unsure := c.with()
	unsure.unsure = true
	for _, from := range names[:len(names)-1] {
		source := absolute(c, from)
		if name == "ln" {
			if symbolic && !path.IsAbs(from) {
				source = path.Join(path.Dir(to), from)
				ev.linkFile(c, path.Join(to, path.Base(from)), path.Join(to, from))
			} else {
				ev.linkFile(c, path.Join(to, path.Base(from)), source)
			}
			ev.linkFile(c, to, source)
			continue
		}
		for _, p := range [...]string{to, path.Join(to, path.Base(from))} {
			if from == "/dev/stdin" && c.in != nil {
				ev.store(unsure, p, []Text{c.in.text}, fileState{})
				continue
			}
			texts, ok := ev.written[ev.followLinks(source)]
			if !ok {
				texts = []Text{}
			}
			ev.store(unsure, p, texts, fileState{from: ev.followLinks(source)})
		}
	}
}

// putsInto follows programs that write what they read to a file that they name.
func (ev *evaluator) putsInto(c *ctx, name string, argv []Word) {
	var operands []string
	to, from, add := "", "", false
	for j := 1; j < len(argv); j++ {
		s, ok := argv[j].Exact()
		switch {
		case !ok:
			return // see [evaluator.changedSince]
		case name == "dd" || name == "gdd":
			if file, is := strings.CutPrefix(s, "of="); is {
				to = file
			} else if file, is := strings.CutPrefix(s, "if="); is {
				from = file
			} else if !strings.HasPrefix(s, "status=") && !strings.HasPrefix(s, "bs=") {
				add = true // a part of it
			}
		case strings.HasSuffix(name, "sort") && (s == "-o" || s == "--output") && j+1 < len(argv):
			j++
			to, _ = argv[j].Exact()
		case strings.HasSuffix(name, "sort") && strings.HasPrefix(s, "-o"):
			to = s[2:]
		case strings.HasSuffix(name, "sort") && strings.HasPrefix(s, "--output="):
			to = s[len("--output="):]
		case len(s) > 1 && s[0] == '-':
			add = add || name == "sponge" && strings.IndexByte(s, 'a') > 0
		default:
			operands = append(operands, s)
		}
	}
	switch {
	case name == "sponge" && len(operands) == 1:
		to, operands = operands[0], nil
	case name == "uniq" && len(operands) == 2:
		to, operands = operands[1], operands[:1]
	case name == "rsync" && len(operands) >= 2:
		ev.copies(c, name, argv)
		return
	}
	if to == "" || len(operands) > 1 {
		return
	}
	if from == "" && len(operands) == 1 && operands[0] != "-" {
		from = operands[0]
	}
	texts := []Text{unknownText(byte(OriginInput))}
	switch {
	case from != "":
		texts = ev.fileTexts(c, Word{Texts: []Text{Text(from)}})
	case c.in != nil:
		texts = []Text{c.in.text}
	}
	if add || strings.HasSuffix(name, "sort") || name == "uniq" { // other lines, or in another order
		for _, t := range texts {
			if add || strings.Count(string(t), "\n") > 1 {
				texts = joinTexts(texts, []Text{unknownText(ev.taint(t))})
			}
		}
	}
	ev.saved(c, absolute(c, to), &sink{alts: texts})
}

func hasLetter(argv []Word, letter byte) bool {
	for _, w := range argv[1:] {
		if s, ok := w.Exact(); ok && len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.IndexByte(s, letter) > 0 {
			return true
		}
	}
	return false
}
