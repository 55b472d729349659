package shellparse

import (
	"path"
	"strings"
)

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

// copies follows a file that this text has written to another name.
func (ev *evaluator) copies(c *ctx, argv []Word) {
	var names []string
	for _, w := range argv[1:] {
		if s, ok := w.Exact(); ok && (s == "" || s[0] != '-') {
			names = append(names, s)
		}
	}
	if len(names) < 2 {
		return
	}
	to := absolute(c, names[len(names)-1])
	for _, from := range names[:len(names)-1] {
		texts, ok := ev.written[absolute(c, from)]
		if from == "/dev/stdin" && c.in != nil {
			texts, ok = []Text{c.in.text}, true
		}
		if ok {
			ev.write(to, &sink{alts: texts})
			ev.write(path.Join(to, path.Base(from)), &sink{alts: texts}) // where it is a folder
		}
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
