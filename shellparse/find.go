package shellparse

import "strings"

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
