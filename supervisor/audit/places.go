package audit

import (
	"slices"
	"strings"
)

// Secrets that only their place in a command gives away.

// placed hides the secret that the word s[i:j] announces by what is around it,
// and reports where to go on.
func (m *masker) placed(i, j int) (int, bool) {
	s := m.s
	w, k := s[i:j], skipSpace(s, j)
	m.config = m.config || m.configures(w, i)
	switch {
	case m.quote == 0 && (w == "echo" || w == "printf") && (i == 0 || isSpace(s[i-1]) || endsWord(s[i-1])):
		if at, ok := m.piped(j); ok {
			return at, true
		}
		return m.written(w, j)
	case k == j || k >= len(s) || s[k] == '-' || endsWord(s[k]):
	case m.config && secretName(w):
		return m.value(k, ""), true
	case strings.EqualFold(w, "password") && netrc(s[m.begun:i]):
		return m.value(k, ""), true
	case strings.EqualFold(w, "password"), strings.EqualFold(w, "by"):
		return m.sql(i, k)
	}
	return 0, false
}

// configures reports whether the word w at i takes the name of a setting and its
// value: git config, npm config set, npm set, aws configure set.
func (m *masker) configures(w string, i int) bool {
	if w != "config" && w != "configure" && w != "set" {
		return false
	}
	before := strings.TrimRight(m.s[m.begun:i], " \t")
	for _, program := range [...]string{"git", "npm", "aws", "rclone", "yarn", "pnpm"} {
		if strings.HasSuffix(before, program) {
			return true
		}
	}
	return false
}

// netrc reports whether a password follows: machine HOST login NAME password.
func netrc(before string) bool {
	f := strings.Fields(before[max(0, len(before)-200):])
	n := len(f)
	return n >= 4 && f[n-2] == "login" && strings.TrimLeft(f[n-4], `'"`) == "machine"
}

// sql hides the text after PASSWORD or IDENTIFIED BY where a statement sets one.
func (m *masker) sql(i, k int) (int, bool) {
	s := m.s
	before := strings.ToLower(s[max(m.begun, i-120):i])
	switch by := lower(s[i]) == 'b'; {
	case by && !strings.HasSuffix(strings.TrimRight(before, " "), "identified"):
		return 0, false
	case !by && !strings.Contains(before, "role ") && !strings.Contains(before, "user "):
		return 0, false
	}
	n := quoteLen(s[k:])
	if n == 0 || n == 1 && s[k] == m.quote {
		return 0, false
	}
	return m.value(k, ""), true
}

// setting reports whether name: value at i stands on a line of its own and is no
// prose: a line of YAML. It is one word.
func (m *masker) setting(i, k int) bool {
	s := m.s
	const longest = 200 // of a line
	before := s[max(0, i-longest):i]
	begin := strings.LastIndexByte(before, '\n')
	if begin < 0 || strings.Trim(before[begin+1:], " \t-") != "" {
		return false
	}
	line, _, whole := strings.Cut(s[k:min(len(s), k+longest)], "\n")
	return (whole || k+longest > len(s)) && line != "" && !strings.ContainsAny(line, " \t|>")
}

// cookies hides the values of a=b; c=d, and keeps their names.
func (m *masker) cookies(k int) int {
	s := m.s
	for {
		n := nameLen(s[k:])
		if n == 0 || k+n >= len(s) || s[k+n] != '=' {
			return k
		}
		end := k + n + 1
		for end < len(s) && !endsWord(s[end]) && !isQuote(s[end]) && strings.IndexByte("$`\\", s[end]) < 0 {
			end++
		}
		m.hide(k+n+1, end)
		if end >= len(s) || s[end] != ';' || m.quote == 0 {
			return end
		}
		k = skipSpace(s, end+1)
	}
}

// piped hides what echo writes into a program that takes a secret from its
// standard input. What could run a command is left, and with it all the rest.
func (m *masker) piped(j int) (int, bool) {
	s := m.s
	const longest = 400
	text, to, ok := strings.Cut(s[j:min(len(s), j+longest)], "|")
	if !ok || strings.ContainsAny(strings.ReplaceAll(text, `\n`, ""), ";&\n`()<>\\") || strings.Count(text, "'")%2+strings.Count(text, `"`)%2 > 0 {
		return 0, false
	}
	if end := strings.IndexAny(to, ";&|\n"); end >= 0 {
		to = to[:end]
	}
	if !takesSecret(to) {
		return 0, false
	}
	from, end := skipSpace(s, j), j+len(strings.TrimRight(text, " \t"))
	for from < end && s[from] == '-' { // -n
		from = skipSpace(s, from+nameLen(s[from:]))
	}
	for i := from; i < end; i++ { // variables and quotes stay
		n := 0
		if s[i] == '$' {
			n = variable(s[i:])
		} else if isQuote(s[i]) {
			n = 1
		}
		if n > 0 {
			m.hide(from, i)
			i += n - 1
			from = i + 1
		}
	}
	m.hide(min(from, end), end)
	return end, true
}

// readers are programs that read a password or a token, and nothing else, from
// their standard input, and by which words; "" by none.
var readers = [...]struct{ program, words string }{
	{"docker", "--password-stdin"}, {"podman", "--password-stdin"}, {"nerdctl", "--password-stdin"}, {"buildah", "--password-stdin"},
	{"skopeo", "--password-stdin"}, {"helm", "--password-stdin"}, {"crane", "--password-stdin"}, {"oras", "--password-stdin"},
	{"gh", "--with-token"}, {"glab", "--stdin"}, {"passwd", "--stdin"}, {"chpasswd", ""},
	{"gh", "secret set"}, {"gcloud", "secrets create"}, {"gcloud", "secrets versions add"}, {"docker", "secret create"},
	{"wrangler", "secret put"}, {"vercel", "env add"}, {"fly", "secrets import"}, {"flyctl", "secrets import"},
	{"kinit", ""}, {"gpg", "--passphrase-fd 0"}, {"gpg2", "--passphrase-fd 0"}, {"secret-tool", "store"}, {"pass", "insert"},
	{"vault", "login -"}, {"cargo", "login"}, {"htpasswd", "-i"}, {"kubectl", "create secret"},
}

// deaf are programs that leave it alone, so that sudo -S before them has it.
var deaf = [...]string{"-v", "-k", "-l", "true", "id", "whoami", "ls", "apt", "apt-get", "dnf", "yum", "systemctl", "service",
	"mkdir", "rm", "cp", "mv", "chown", "chmod", "mount", "umount", "reboot", "shutdown"}

// takesSecret reports whether a command reads a secret from its standard input.
// What might run what it reads, or write it to a file, does not.
func takesSecret(command string) bool {
	words := strings.Fields(command)
	if len(words) == 0 {
		return false
	}
	if words[0] == "sudo" {
		words = words[1:]
		asks := false
		for len(words) > 0 && (words[0] == "-S" || words[0] == "--stdin" || words[0] == "-n") {
			asks = asks || words[0] != "-n"
			words = words[1:]
		}
		if len(words) == 0 {
			return false
		}
		if asks {
			return slices.Contains(deaf[:], words[0])
		}
	}
	for _, r := range readers {
		if words[0] == r.program && (r.words == "" || strings.Contains(strings.Join(words, " ")+" ", " "+r.words+" ")) {
			return true
		}
	}
	return false
}

// secretParameter reports whether a parameter of an address carries a secret
// that a variable of this name would not.
func secretParameter(w string) bool {
	for _, p := range [...]string{"sig", "auth", "signature", "x-amz-signature", "x-goog-signature"} {
		if strings.EqualFold(w, p) {
			return true
		}
	}
	return false
}

// delimiter returns what ends the value at k where that is part of a s/…/…/ of
// sed's or perl's: what comes after it may be a command (s/…/…/e). 0: it is not.
func (m *masker) delimiter(k int) byte {
	s := m.s
	const longest = 200
	for i := k - 1; i > 0 && k-i < longest; i-- {
		switch c := s[i]; {
		case m.quote == 0 && isSpace(c), c == '\n', c == m.quote && c != 0:
			return 0
		case strings.IndexByte("/|#,!@:%~", c) >= 0 && s[i-1] == 's' && (i < 2 || !isName(s[i-2]) || isDigit(s[i-2])):
			return c
		}
	}
	return 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
