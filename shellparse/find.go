package shellparse

import (
	"path"
	"strings"
)

// findPredicates are the tests and actions of GNU find 4.9 and BSD find that
// take one argument; -fprintf takes two. What stands there is no -exec.
const findPredicates = "-amin -anewer -atime -cmin -cnewer -context -ctime -fls -fprint -fprint0 -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype -D -f -flags -Bmin -Btime -Bnewer -xattrname -files0-from -depth-limit -acl-name"

// find evaluates -exec, -execdir, -ok and -okdir of find, and -x and -X of
// fd. {} is one of the starting points or something below it.
func (ev *evaluator) find(c *ctx, name string, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	if strings.HasPrefix(name, "fd") {
		return ev.fd(c, name, argv)
	}
	below := ev.foundNames(argv, false)
	for j := 1; j < len(argv); j++ {
		s, ok := argv[j].Exact()
		switch {
		case !ok:
			continue
		case s == "-exec" || s == "-execdir" || s == "-ok" || s == "-okdir":
		case s == "-fprintf" || s == "-fprint" || s == "-fprint0" || s == "-fls":
			if j+1 < len(argv) {
				for _, t := range argv[j+1].Texts { // what comes to stand there is not known
					if file, ok := t.Exact(); ok {
						ev.write(absolute(c, file), &sink{alts: []Text{unknownText(byte(OriginUnknown))}})
					}
				}
			}
			j++
			if s == "-fprintf" {
				j++
			}
			continue
		case hasName(findPredicates, s) || strings.HasPrefix(s, "-newer") && len(s) == len("-newerXY"):
			j++
			continue
		default:
			continue
		}
		end := j + 1
		plus := false
		for ; end < len(argv); end++ {
			if t, ok := argv[end].Exact(); ok && t == ";" {
				break
			} else if ok && t == "+" && end > j+1 && isWord(argv[end-1], "{}") {
				plus = true
				break
			}
		}
		cmd := argv[j+1 : end]
		j = end
		if len(cmd) == 0 {
			continue
		}
		inner := c.through(name + " " + s)
		inner.external = true
		if s == "-ok" || s == "-okdir" {
			inner.in = nil
		}
		found := below
		if s == "-execdir" || s == "-okdir" {
			found = ev.inFolder(inner, below)
		}
		if plus {
			run := append([]Word(nil), cmd[:len(cmd)-1]...)
			ev.run(inner, append(run, Word{Texts: found, Many: true, Src: "{}", Pos: cmd[len(cmd)-1].Pos}))
			continue
		}
		ev.run(inner, putNames(cmd, "{}", found))
	}
	return maybe
}

// putNames gives a command in which names stand for a mark.
func putNames(cmd []Word, mark string, names []Text) []Word {
	run := make([]Word, len(cmd))
	for k, w := range cmd {
		run[k] = w
		switch t, ok := w.Exact(); {
		case ok && t == mark:
			run[k] = Word{Texts: names, Src: w.Src, Pos: w.Pos}
		case strings.Contains(string(w.Texts[0]), mark) || len(w.Texts) > 1:
			var texts []Text
			for _, name := range names {
				texts = joinTexts(texts, w.replace(mark, name).Texts)
			}
			run[k].Texts = texts
		}
	}
	return run
}

// inFolder is what -execdir makes of names: ./ and the last part, run in the
// folder that holds it.
func (ev *evaluator) inFolder(c *ctx, names []Text) []Text {
	var out, dirs []Text
	for _, t := range names {
		s, ok := t.Exact()
		switch {
		case ok && s == "/":
			out, dirs = joinTexts(out, []Text{"/"}), joinTexts(dirs, []Text{"/"})
		case ok && path.Base(s) == "." || ok && path.Base(s) == "..":
			out, dirs = joinTexts(out, []Text{Text(path.Base(s)), Text("./" + path.Base(s))}), joinTexts(dirs, ev.under(c.env.cwd(), Text(path.Dir(s))))
		case ok:
			out, dirs = joinTexts(out, []Text{Text("./" + path.Base(s))}), joinTexts(dirs, ev.under(c.env.cwd(), Text(path.Dir(s))))
		default:
			out = joinTexts(out, []Text{"./" + unknownText(ev.taint(t))})
			lit, _ := beginning(t)
			dirs = joinTexts(dirs, ev.under(c.env.cwd(), Text(path.Dir(lit+"x"))))
			dirs = joinTexts(dirs, ev.under(c.env.cwd(), t))
		}
	}
	c.env = c.env.branch()
	c.env.dir = dirs
	return out
}

// fdShort are the short options of fd 10 before -x and -X.
const fdShort = "HIusigFaLp0lqd:t:e:S:o:E:c:j:C:1n?hVv"

// fd evaluates -x and -X, behind which everything up to ; is a command. Its
// placeholders are {} {.} {/} {//} {/.}; without one {} is added.
func (ev *evaluator) fd(c *ctx, name string, argv []Word) tri {
	below := ev.foundNames(argv, true)
	for j := 1; j < len(argv); j++ {
		lit, whole := beginning(argv[j].Texts[0])
		if whole && lit == "--" {
			break
		}
		flag, first, ok := fdExec(lit)
		if !ok || len(argv[j].Texts) > 1 {
			if n := len(lit); n == 2 && lit[0] == '-' && strings.Contains(fdShort, lit[1:]+":") {
				j++
			}
			continue
		}
		end := j + 1
		for end < len(argv) && !isWord(argv[end], ";") {
			end++
		}
		cmd := append([]Word(nil), argv[j+1:end]...)
		if first < len(lit) {
			cmd = append([]Word{behind(argv[j], first)}, cmd...)
		}
		j = end
		if len(cmd) == 0 {
			continue
		}
		inner := c.through(name + " " + flag)
		inner.external = true
		batch := flag == "-X" || flag == "--exec-batch"
		marked := false
		run := make([]Word, len(cmd))
		for k, w := range cmd {
			run[k] = w
			s, _ := beginning(w.Texts[0])
			for _, mark := range [...]string{"{}", "{.}", "{/}", "{//}", "{/.}"} {
				if !strings.Contains(s, mark) {
					continue
				}
				marked = true
				names := below
				if mark != "{}" {
					names = []Text{unknownText(ev.taint(below...))}
				}
				run[k] = putNames(run[k:k+1], mark, names)[0]
				run[k].Many = run[k].Many || batch
			}
		}
		if !marked {
			run = append(run, Word{Texts: below, Many: batch, Src: "{}", Pos: argv[min(j, len(argv)-1)].Pos})
		}
		ev.run(inner, run)
	}
	return maybe
}

// fdExec reads -x, -X, --exec, --exec-batch, also at the end of a cluster, and
// tells where in the word the command begins, if it does there.
func fdExec(s string) (flag string, first int, ok bool) {
	if strings.HasPrefix(s, "--") {
		name, _, has := strings.Cut(s, "=")
		if len(name) > len("--ex") && name != "--exclude" && (strings.HasPrefix("--exec", name) || strings.HasPrefix("--exec-batch", name)) {
			if has {
				return name, len(name) + 1, true
			}
			return name, len(s), true
		}
		return "", 0, false
	}
	if len(s) < 2 || s[0] != '-' {
		return "", 0, false
	}
	for i := 1; i < len(s); i++ {
		switch k := strings.IndexByte(fdShort, s[i]); {
		case s[i] == 'x' || s[i] == 'X':
			first = i + 1
			if first < len(s) && s[first] == '=' {
				first++
			}
			return "-" + s[i:i+1], first, true
		case k < 0 || k+1 < len(fdShort) && fdShort[k+1] == ':':
			return "", 0, false
		}
	}
	return "", 0, false
}

// foundNames is what {} may be: with tests on the name a starting point is
// found only by chance, without them it is the first thing found.
func (ev *evaluator) foundNames(argv []Word, isFd bool) []Text {
	var out []Text
	start := true
	var points []Word
	tested := isFd
	deep := false    // no starting point is found
	var names []Word // patterns, one of which may have to match
	for i := 1; i < len(argv); i++ {
		w := argv[i]
		s, ok := w.Exact()
		if ok && s != "" && (s[0] == '-' && s != "-" || s == "(" || s == "!") {
			if !isFd && !strings.HasPrefix(s, "-O") && s != "-H" && s != "-L" && s != "-P" && s != "-D" {
				start = false
			}
			switch s {
			case "-name", "-iname":
				tested = true
				if i+1 < len(argv) {
					names = append(names, argv[i+1])
				}
			case "-mindepth":
				tested = true
				deep = i+1 >= len(argv) || !isWord(argv[i+1], "0")
			case "-path", "-ipath", "-wholename", "-regex", "-iregex", "-type", "-newer", "-mtime", "-size", "-empty":
				tested = true
			case "-files0-from":
				points = append(points, ev.unknownWord(OriginInput, "starting points", false))
				i++
			case "-f":
				if i+1 < len(argv) && !isFd {
					points = append(points, argv[i+1])
					i++
				}
			case "-D":
				i++
			}
			continue
		}
		if start && !isFd {
			points = append(points, w)
		}
	}
	if isFd {
		// Its operands are a pattern and folders, mixed with options: a name
		// may start with any of them, or with none.
		return []Text{unknownText(ev.origin(Origin{OriginOutput, "find", len(ev.out.Commands) - 1}))}
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
			} else if itself(t, names, deep) {
				out = joinTexts(out, []Text{t + mark})
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

// itself reports whether a starting point may pass tests on its own name.
func itself(t Text, names []Word, deep bool) bool {
	s, ok := t.Exact()
	if deep || !ok || len(names) == 0 {
		return !deep
	}
	for _, w := range names {
		for _, p := range w.Texts {
			pattern, ok := p.Exact()
			if !ok {
				return true
			}
			if m, err := path.Match(strings.ToLower(pattern), strings.ToLower(path.Base(s))); m || err != nil {
				return true
			}
		}
	}
	return false
}
