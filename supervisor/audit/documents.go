package audit

import "strings"

// Secrets in what a command writes to a file: here-documents, echo and printf.

// document is a here-document of which each line may hold a secret.
type document struct {
	kind documentKind
	end  int // where it ends; 0: there is none
}

type documentKind byte

const (
	environment documentKind = iota + 1 // .env: NAME=SECRET
	accounts                            // for chpasswd, .htpasswd: USER:SECRET
	pgpass                              // HOST:PORT:DATABASE:USER:SECRET
	logins                              // .netrc: password SECRET
)

// document is the one that << at i begins.
func (m *masker) document(i int) document {
	s := m.s
	const longest = 400 // of the rest of the line
	line, _, ok := strings.Cut(s[i:min(len(s), i+longest)], "\n")
	if !ok {
		return document{}
	}
	body := s[i+len(line)+1:]
	kind := kindOf(s[max(m.begun, i-longest):i] + " " + line[2:])
	if kind == 0 {
		return document{}
	}
	word, _, _ := strings.Cut(strings.TrimLeft(line[2:], "- \t"), " ")
	if n := strings.IndexAny(word, "\t;|&()<>"); n >= 0 {
		word = word[:n]
	}
	word = strings.Trim(word, `'"\`)
	from := len(s) - len(body)
	if n := strings.Index(body, "\n"+word+"\n"); word != "" && n >= 0 && !strings.HasPrefix(body, word+"\n") {
		return document{kind, from + n + 1}
	}
	if strings.HasPrefix(body, word+"\n") { // it is empty
		return document{kind, from}
	}
	return document{kind, len(s)}
}

// kindOf tells by the names in a command what it writes.
func kindOf(command string) documentKind {
	if !strings.Contains(command, ".env") && !strings.Contains(command, "chpasswd") && !strings.Contains(command, ".pgpass") &&
		!strings.Contains(command, "netrc") && !strings.Contains(command, ".htpasswd") {
		return 0
	}
	writes := strings.Contains(command, ">") || strings.Contains(command, "tee ")
	for w := range strings.FieldsSeq(command) {
		w = strings.Trim(w, `'">`)
		switch base := w[strings.LastIndexByte(w, '/')+1:]; {
		case base == "chpasswd", base == ".htpasswd" && writes:
			return accounts
		case !writes:
		case base == ".pgpass":
			return pgpass
		case base == ".netrc", base == "_netrc":
			return logins
		case isEnvFile(base):
			return environment
		}
	}
	return 0
}

// isEnvFile knows .env, .env.local and production.env, and that .env.example
// is there to be read.
func isEnvFile(base string) bool {
	for _, end := range [...]string{"example", "sample", "template", "dist"} {
		if strings.HasSuffix(base, end) {
			return false
		}
	}
	return strings.HasPrefix(base, ".env.") || strings.HasSuffix(base, ".env") || base == ".envrc"
}

// line hides the secret of a line of which the word s[i:j] is part, and reports
// where to go on.
func (d document) line(m *masker, i, j int) (int, bool) {
	s := m.s
	const longest = 400
	before := s[max(0, i-longest):i]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	k := j + 1
	switch {
	case j >= len(s):
		return 0, false
	case d.kind == logins:
		if k = skipSpace(s, j); k == j || !strings.EqualFold(s[i:j], "password") {
			return 0, false
		}
	case d.kind == pgpass:
		if s[j] != ':' || strings.Count(before, ":") != 3 {
			return 0, false
		}
	case strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(before), "export")) != "",
		d.kind == environment && s[j] != '=', d.kind == accounts && s[j] != ':':
		return 0, false
	}
	return m.value(k, ""), true
}

// envWriter stands for a command that writes NAME=SECRET.
var envWriter = client{pairs: true}

// written looks at what echo or printf, whose name ends at j, write to a file
// of secrets, or into the %s of NAME=%s.
func (m *masker) written(w string, j int) (int, bool) {
	s := m.s
	const longest = 400
	command := s[j:min(len(s), j+longest)]
	if n := strings.IndexAny(command, ";|&\n"); n >= 0 {
		command = command[:n]
	}
	into := kindOf(command) == environment
	if into {
		m.client = &envWriter
	}
	format := skipSpace(s, j)
	for w == "printf" && strings.HasPrefix(s[format:], "--") {
		format = skipSpace(s, format+2)
	}
	end := m.wordEnd(format)
	if w != "printf" || end < 0 {
		return 0, false
	}
	name, _, found := strings.Cut(s[format:end], "=%")
	if !found || !into && !secretName(name) {
		return 0, false
	}
	for k := skipSpace(s, end); k > end && k < len(s) && !endsWord(s[k]); k = skipSpace(s, end) {
		if end = m.value(k, ""); end < len(s) && !isSpace(s[end]) { // a command, or another one
			break
		}
	}
	return end, true
}

// paired reports whether the word at i is the name of a pair: not the flag of
// one, nor in a value that names a file.
func (m *masker) paired(i int) bool {
	return m.s[i] != '-' && !strings.HasSuffix(m.s[:i], "-file=")
}

// literal reports whether name = value at i stands on a line of its own and the
// value at k is a text and no code: a line of TOML, of INI or of a program.
func (m *masker) literal(i, k int) bool {
	s := m.s
	const longest = 300 // of a line
	before := s[max(0, i-longest):i]
	begin := strings.LastIndexByte(before, '\n')
	if begin < 0 || strings.TrimSpace(before[begin+1:]) != "" {
		return false
	}
	line, _, whole := strings.Cut(s[k:min(len(s), k+longest)], "\n")
	line = strings.TrimRight(line, " \t\r")
	if !whole && k+longest <= len(s) || line == "" {
		return false
	}
	if n := len(line); n > 1 && isQuote(line[0]) {
		return line[n-1] == line[0] && strings.IndexByte(line[1:n-1], line[0]) < 0
	}
	return strings.IndexFunc(line, func(c rune) bool { return !(c < 0x80 && isName(byte(c)) || strings.ContainsRune("+/=", c)) }) < 0
}

// header reports whether the word at i begins the value of a flag that gives a
// header: -H 'Name: value'.
func (m *masker) header(i int) bool {
	const longest = 20
	before := strings.TrimRight(m.s[max(0, i-longest):i], "'\"\\ \t=$")
	return strings.HasSuffix(before, " -H") || strings.HasSuffix(before, " --header")
}

// secretKey reports whether a header of this name, given as one, carries a secret.
func secretKey(w string) bool {
	w = strings.ToLower(w)
	return secretName(w) || strings.HasSuffix(w, "-key") || strings.HasSuffix(w, "-auth") || strings.HasSuffix(w, "-signature")
}
