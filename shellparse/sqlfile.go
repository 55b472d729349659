package shellparse

import "strings"

// sqlFile gives the text of the file that a database's client is told to read
// its statements from, where this text has written it: psql -f FILE.
func (ev *evaluator) sqlFile(c *ctx, argv []Word) (text Text, ok bool) {
	if len(ev.written) == 0 {
		return "", false
	}
	if name, _ := wordName(argv); !isPsql(programName(name)) {
		return "", false
	}
	file := ""
	for i := 1; i < len(argv); i++ {
		s, exact := argv[i].Exact()
		if !exact || s == "--" {
			if s == "--" {
				break
			}
			continue
		}
		name, found := strings.CutPrefix(s, "--file=")
		switch {
		case found:
		case s == "--file", len(s) > 1 && s[0] == '-' && s[len(s)-1] == 'f' && strings.Trim(s[1:len(s)-1], "aAeEHnqsStwWxXz1") == "":
			if i++; i == len(argv) {
				return "", false
			}
			if name, exact = argv[i].Exact(); !exact {
				return "", false
			}
		case strings.HasPrefix(s, "-f"):
			name = s[2:]
		default:
			continue
		}
		if file != "" || name == "" || name == "-" {
			return "", false // of more than one, none is told apart
		}
		file = name
	}
	if file == "" {
		return "", false
	}
	p := absolute(c, file)
	if _, here := ev.written[ev.followLinks(p)]; !here {
		return "", false
	}
	texts, known := ev.content(c, p, -1)
	if !known || len(texts) == 0 {
		return "", false
	}
	return one(texts), true
}

func isPsql(base string) bool { return base == "psql" || base == "usql" || base == "cockroach" }
