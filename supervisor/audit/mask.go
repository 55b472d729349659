package audit

import "strings"

const hidden = "***"

// Mask replaces the secrets in a command by ***, and keeps what names them:
// --password=***, GITHUB_TOKEN=***, https://me:***@host.
//
// It knows secrets by where they stand and what they look like, so it can miss
// one. What it hides ends with the shell word it began in, and expansions stay
// to be read: PASSWORD=x;reboot and TOKEN=$(reboot) show the reboot.
func Mask(s string) string {
	m := masker{s: s}
	m.scan()
	if m.done == 0 {
		return s
	}
	m.out.WriteString(s[m.done:])
	return m.out.String()
}

// masker walks over a command once. It is no shell parser: it follows quotes
// closely enough to know where a word ends, in code it cannot know either.
type masker struct {
	s      string
	out    strings.Builder
	done   int     // s[:done] is in out
	quote  byte    // the quotation we are in: 0, ' or "
	ansi   bool    // it was opened with $', and has escapes
	client *client // whose flags these are, if it takes a secret in one that does not say so
	begun  int     // where the command began
	config bool    // it sets what the words after it name
	secret int     // where an operand begins that is a secret; 0: nowhere
	doc    document
	recent recent
}

// hide replaces s[i:j].
func (m *masker) hide(i, j int) {
	if i < j {
		m.out.WriteString(m.s[m.done:i])
		m.out.WriteString(hidden)
		m.done = j
	}
}

func (m *masker) scan() {
	s := m.s
	comment := false
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case i == m.secret && i > 0:
			m.secret = 0
			if at := m.value(i, ""); at > i {
				i = at
			}
			continue
		case isName(c):
			i = m.word(i, i+nameLen(s[i:]))
			continue
		case c == '\\':
			if i+1 < len(s) && (m.quote != '\'' || m.ansi || s[i+1] != '\'') {
				i++ // \" and \n: the letter belongs to no word
			}
		case c == '\'' && !comment:
			m.single(i)
		case c == '"' && !comment:
			switch m.quote {
			case 0:
				m.quote = '"'
			case '"':
				m.quote = 0
			}
		case c == '#' && m.quote == 0 && (i == 0 || isSpace(s[i-1])):
			comment = true
		case c == '\n' || c == ';' || c == '|' || c == '&':
			if c == '\n' {
				comment = false
			}
			if m.quote == 0 { // in quotes it may be part of an address
				m.client, m.begun, m.config = nil, i+1, false
			}
		case c == '<' && m.quote == 0 && i >= m.doc.end && strings.HasPrefix(s[i:], "<<") && !strings.HasPrefix(s[i:], "<<<") && s[max(i, 1)-1] != '<':
			m.doc = m.document(i)
		case c == '<' && m.quote == 0 && strings.HasPrefix(s[i:], "<<<") && takesSecret(s[max(m.begun, i-100):i]):
			i = m.value(skipSpace(s, i+3), "")
			continue
		}
		i++
	}
}

// single takes note of a single quote. One between letters is an apostrophe of
// prose far more often than a quotation.
func (m *masker) single(i int) {
	s := m.s
	switch {
	case m.quote == '\'':
		m.quote = 0
	case m.quote == 0 && !(i > 0 && isAlnum(s[i-1]) && i+1 < len(s) && isAlnum(s[i+1])):
		m.quote, m.ansi = '\'', i > 0 && s[i-1] == '$'
	}
}

// word looks at s[i:j], a longest stretch of name characters, and what comes
// after it, and returns where to go on.
func (m *masker) word(i, j int) int {
	s := m.s
	w, after := s[i:j], s[j:]
	if w == "-----BEGIN" {
		return m.privateKey(j)
	}
	if n := secretPrefix(w); n > 0 {
		m.hide(i+n, j)
		return j
	}
	if c := m.clientNamed(i, j); c != nil {
		m.client = c
		m.operands(j)
	}
	m.recent.note(s, i, j)
	if at, ok := m.clientFlag(i, j); ok {
		return at
	}
	if i < m.doc.end {
		if at, ok := m.doc.line(m, i, j); ok {
			return at
		}
	}
	switch {
	case strings.HasPrefix(after, "://"):
		return m.authority(j + 3)
	case strings.HasPrefix(after, "="), strings.HasPrefix(after, "+="):
		k := j + strings.IndexByte(after, '=') + 1
		named := secretName(w) || i > 0 && (s[i-1] == '?' || s[i-1] == '&') && secretParameter(w) || m.client != nil && m.client.pairs && m.paired(i)
		if named && !strings.HasPrefix(s[k:], "=") { // == compares
			return m.value(k, "")
		}
	case strings.HasPrefix(after, ":"):
		switch k := skipSpace(s, j+1); {
		case strings.EqualFold(w, "authorization"), strings.EqualFold(w, "proxy-authorization"):
			if m.header(i) && !scheme(s[k:k+nameLen(s[k:])]) {
				return m.value(k, m.around())
			}
			return m.authorization(k, m.around())
		case secretHeader(w), secretKey(w) && m.header(i):
			return m.value(k, "")
		case strings.EqualFold(w, "cookie"), strings.EqualFold(w, "set-cookie"):
			return m.cookies(k)
		case secretName(w) && m.setting(i, k):
			return m.value(k, "")
		case telegramBot(w):
			if n := nameLen(s[j+1:]); n >= 30 {
				m.hide(j+1, j+1+n)
				return j + 1 + n
			}
		}
	case strings.HasPrefix(after, " =") && secretName(w):
		if k := skipSpace(s, j+2); m.literal(i, k) {
			return m.value(k, "")
		}
	case w[0] == '-':
		// The value is the next word, unless that is a flag itself.
		k := skipSpace(s, j)
		if k > j && k < len(s) && s[k] != '-' && secretName(w) && !strings.HasPrefix(w, "--no-") &&
			!(w == "--secret" && strings.HasPrefix(s[k:], "id=")) { // docker build: where it is
			return m.value(k, "")
		}
	case strings.EqualFold(w, "bearer"):
		k := skipSpace(s, j)
		if k > j && nameLen(s[k:]) >= 16 {
			return m.value(k, "")
		}
	}
	if at, ok := m.placed(i, j); ok {
		return at
	}
	if n := webhook(s[i:]); n > 0 {
		end := i + n
		for end < len(s) && (isName(s[end]) || s[end] == '/') {
			end++
		}
		m.hide(i+n, end)
		return end
	}
	return m.member(i, j)
}

// member looks for the quoted key of JSON and its like: "password": "x", also
// with its quotes escaped.
func (m *masker) member(i, j int) int {
	s := m.s
	n := quoteLen(s[j:])
	if n == 0 || i < n || s[i-n:i] != s[j:j+n] {
		return j
	}
	k := skipSpace(s, j+n)
	if strings.HasPrefix(s[k:], "]") { // os.environ["TOKEN"] = "x"
		k = skipSpace(s, k+1)
		if k >= len(s) || s[k] != '=' || strings.HasPrefix(s[k:], "==") {
			return j
		}
	} else if k >= len(s) || s[k] != ':' {
		return j
	}
	w := s[i:j]
	auth := strings.EqualFold(w, "authorization")
	if !auth && !secretName(w) {
		return j
	}
	k = skipSpace(s, k+1)
	open := quoteLen(s[k:])
	if open == 0 { // a number, true, null, a variable
		return j
	}
	end := s[k : k+open]
	switch {
	case m.quote == 0, open == 2 && m.quote != '"':
		end = "" // no quotation to the shell: the value is a word at most
	case m.quote == s[j]:
		m.quote = end[0] // the key's was closed, the value's is open
	}
	if auth {
		return m.authorization(k+open, end)
	}
	return m.value(k+open, end)
}

// around returns the quote that ends the quotation we are in.
func (m *masker) around() string {
	if m.quote == 0 {
		return ""
	}
	return string(rune(m.quote))
}

// authorization hides the credentials of a header that ends with the quote
// end, if it is in quotes: all after the scheme, or one long word without one.
func (m *masker) authorization(k int, end string) int {
	s := m.s
	if m.quote == 0 && end == "" && quoteLen(s[k:]) == 1 { // Authorization:"Bearer x"
		m.quote, m.ansi, end = s[k], false, s[k:k+1]
		k++
	}
	n := nameLen(s[k:])
	after := skipSpace(s, k+n)
	switch {
	case scheme(s[k:k+n]) && after > k+n:
		const longest = 1024 // of credentials with blanks in them
		rest := s[after:min(len(s), after+longest)]
		if n := strings.IndexAny(rest, end+";|&"); n >= 0 && end != "" && !strings.HasPrefix(rest[n:], end) {
			end = "" // they have no such characters: a word is all there is
		}
		return m.value(after, end)
	case n >= 16:
		return m.value(k, "")
	}
	return k
}

// authority hides the password of user:password@host, and a long user without
// one, which is a token.
func (m *masker) authority(k int) int {
	s := m.s
	e, at := k, -1
	for ; e < len(s); e++ {
		c := s[e]
		if c == '/' || c == '?' || c == '#' || isSpace(c) || isQuote(c) || c == '(' || c == ')' || c == '<' || c == '>' ||
			m.quote == 0 && endsWord(c) {
			break
		}
		if c == '@' {
			at = e
		}
	}
	if at < 0 {
		return k
	}
	from := k
	if colon := strings.IndexByte(s[k:at], ':'); colon >= 0 {
		from = k + colon + 1
	} else if at-k < 20 {
		return k
	}
	if strings.IndexByte(s[from:at], '$') < 0 || m.quote == '\'' {
		m.hide(from, at)
	}
	return at
}

// privateKey hides the body of a PEM block, j being after its BEGIN. Only what
// is base64 for certain is hidden: the header alone must not blot out a script.
func (m *masker) privateKey(j int) int {
	s := m.s
	const longest = 64 // of a label
	n := strings.Index(s[j:min(len(s), j+longest)], "-----")
	if n < 0 || !strings.HasSuffix(strings.TrimSuffix(s[j:j+n], " BLOCK"), "PRIVATE KEY") {
		return j
	}
	from := pemSpace(s, j+n+5)
	end := from
	for i := from; ; {
		n := base64Len(s[i:])
		next := pemSpace(s, i+n)
		const line = 40 // shorter only as the last one
		if n == 0 || n < line && !strings.HasPrefix(s[next:], "-----END") {
			break
		}
		end, i = i+n, next
	}
	m.hide(from, end)
	return end
}
