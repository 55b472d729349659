package audit

import "strings"

// client is a program that takes a secret in a flag whose name does not say so,
// or as an operand.
type client struct {
	name     string // the words that it is called by: "gh secret set"
	flag     string
	attached bool // -pSECRET
	separate bool // -p SECRET
	user     byte // the value is a user, this, and the SECRET; 0: it is the secret
	cookie   bool // the value is cookies, where it is no file
	operand  int  // the secret is this operand, counted from 1; [last]
	with     byte // only where a cluster of flags has this letter
	pairs    bool // the operands are NAME=SECRET, whatever the name
}

// last is the operand after all others.
const last = -1

var clients = [...]client{
	{name: "mysql", flag: "-p", attached: true},
	{name: "mysqldump", flag: "-p", attached: true},
	{name: "mysqladmin", flag: "-p", attached: true},
	{name: "mysqlimport", flag: "-p", attached: true},
	{name: "mysqlsh", flag: "-p", attached: true},
	{name: "mariadb", flag: "-p", attached: true},
	{name: "mariadb-dump", flag: "-p", attached: true},
	{name: "mariadb-admin", flag: "-p", attached: true},
	{name: "sshpass", flag: "-p", attached: true, separate: true},
	{name: "redis-cli", flag: "-a", separate: true},
	{name: "login", flag: "-p", attached: true, separate: true}, // docker login, podman login, helm registry login
	{name: "mongo", flag: "-p", separate: true},
	{name: "mongosh", flag: "-p", separate: true},
	{name: "mongodump", flag: "-p", separate: true},
	{name: "mongorestore", flag: "-p", separate: true},
	{name: "cqlsh", flag: "-p", separate: true},
	{name: "rdesktop", flag: "-p", separate: true},
	{name: "useradd", flag: "-p", separate: true},
	{name: "usermod", flag: "-p", separate: true},
	{name: "ldapsearch", flag: "-w", separate: true},
	{name: "ldapmodify", flag: "-w", separate: true},
	{name: "ldapadd", flag: "-w", separate: true},
	{name: "sqlcmd", flag: "-P", attached: true, separate: true},
	{name: "mssql-cli", flag: "-P", attached: true, separate: true},
	{name: "bcp", flag: "-P", attached: true, separate: true},
	{name: "ipmitool", flag: "-P", attached: true, separate: true},
	{name: "zip", flag: "-P", attached: true, separate: true},
	{name: "unzip", flag: "-P", attached: true, separate: true},
	{name: "7z", flag: "-p", attached: true},
	{name: "7za", flag: "-p", attached: true},
	{name: "rar", flag: "-p", attached: true},
	{name: "unrar", flag: "-p", attached: true},
	{name: "smbclient", flag: "-U", attached: true, separate: true, user: '%'},
	{name: "rpcclient", flag: "-U", attached: true, separate: true, user: '%'},
	{name: "curl", flag: "-u", attached: true, separate: true, user: ':'},
	{name: "curl", flag: "-U", attached: true, separate: true, user: ':'},
	{name: "curl", flag: "--user", separate: true, user: ':'},
	{name: "curl", flag: "--proxy-user", separate: true, user: ':'},
	{name: "curl", flag: "-b", attached: true, separate: true, cookie: true},
	{name: "curl", flag: "--cookie", separate: true, cookie: true},
	{name: "nmcli", flag: "password", separate: true},
	{name: "curl", flag: "--oauth2-bearer", separate: true},
	{name: "openssl", flag: "-passin", separate: true},
	{name: "openssl", flag: "-passout", separate: true},
	{name: "openssl", flag: "-k", separate: true},
	{name: "openssl", flag: "-K", separate: true},
	{name: "http", flag: "-a", separate: true, user: ':'},
	{name: "http", flag: "--auth", separate: true, user: ':'},
	{name: "https", flag: "-a", separate: true, user: ':'},
	{name: "https", flag: "--auth", separate: true, user: ':'},
	{name: "xh", flag: "-a", separate: true, user: ':'},
	{name: "xh", flag: "--auth", separate: true, user: ':'},
	{name: "lftp", flag: "-u", separate: true, user: ','},
	{name: "ncftp", flag: "-p", separate: true},
	{name: "ncftpput", flag: "-p", separate: true},
	{name: "ncftpget", flag: "-p", separate: true},
	{name: "ssh-keygen", flag: "-N", separate: true},
	{name: "ssh-keygen", flag: "-P", separate: true},
	{name: "keytool", flag: "-storepass", separate: true},
	{name: "keytool", flag: "-keypass", separate: true},
	{name: "jarsigner", flag: "-storepass", separate: true},
	{name: "jarsigner", flag: "-keypass", separate: true},
	{name: "twine", flag: "-p", separate: true},
	{name: "poetry publish", flag: "-p", separate: true},
	{name: "security add-generic-password", flag: "-w", separate: true},
	{name: "security add-internet-password", flag: "-w", separate: true},
	{name: "security unlock-keychain", flag: "-p", separate: true},
	{name: "gh secret set", flag: "-b", attached: true, separate: true},
	{name: "gh secret set", flag: "--body", separate: true},
	{name: "glab variable set", flag: "-v", separate: true},
	{name: "glab variable set", flag: "--value", separate: true},
	{name: "glab variable set", operand: 2},
	{name: "glab variable update", operand: 2},
	{name: "az keyvault secret set", flag: "--value", separate: true},
	{name: "aws ssm put-parameter", flag: "--value", separate: true},
	{name: "aws secretsmanager create-secret", flag: "--secret-string", separate: true},
	{name: "aws secretsmanager update-secret", flag: "--secret-string", separate: true},
	{name: "aws secretsmanager put-secret-value", flag: "--secret-string", separate: true},

	{name: "htpasswd", operand: last, with: 'b'},
	{name: "wpa_passphrase", operand: 2},
	{name: "openssl passwd", operand: last},
	{name: "vault login", operand: 1},
	{name: "cargo login", operand: 1},
	{name: "rclone obscure", operand: 1},
	{name: "bw unlock", operand: 1},
	{name: "bw login", operand: 2},
	{name: "doppler secrets set", operand: 2},
	{name: "mc alias set", operand: last},
	{name: "fly secrets set", pairs: true},
	{name: "flyctl secrets set", pairs: true},
	{name: "vault kv put", pairs: true},
	{name: "vault write", pairs: true},
	{name: "kubectl create secret", pairs: true},
}

// clientNamed finds the program that s[i:j] is the name of, or the last word
// of its name.
func (m *masker) clientNamed(i, j int) *client {
	w := m.s[i:j]
	if j < len(m.s) && !isSpace(m.s[j]) && !isQuote(m.s[j]) {
		return nil
	}
	var found *client // with the longest name: vault login, not login
	for k := range clients {
		c := &clients[k]
		if c.name[len(c.name)-1] != w[len(w)-1] {
			continue
		}
		before, ok := strings.CutSuffix(c.name, w)
		if ok && (before == "" && !m.address(i) || before != "" && before[len(before)-1] == ' ' && m.recent.called(before)) && (found == nil || len(c.name) > len(found.name)) {
			found = c
		}
	}
	return found
}

// address reports whether what ends before i is an address, and the word there
// no program: https://h/http.
func (m *masker) address(i int) bool {
	const longest = 200
	before := m.s[max(0, i-longest):i]
	return i > 0 && m.s[i-1] == '/' && strings.Contains(before[strings.LastIndexByte(before, ' ')+1:], "://")
}

// recent are the last words before the one that is looked at, each by its last
// part where it is a path.
type recent struct {
	words [12]string
	n     int // of all that there were
}

// note takes in s[i:j], a stretch of name characters: a word, or part of one.
func (r *recent) note(s string, i, j int) {
	switch {
	case i == 0 || isSpace(s[i-1]) || isQuote(s[i-1]) || strings.IndexByte("(;|&`$", s[i-1]) >= 0:
		r.words[r.n%len(r.words)] = s[i:j]
		r.n++
	case r.n > 0 && s[i-1] == '/':
		r.words[(r.n-1)%len(r.words)] = s[i:j]
	case r.n > 0:
		r.words[(r.n-1)%len(r.words)] = ""
	}
}

// called reports whether the last words are these, the program first, with
// nothing between them but flags and what may be their values.
func (r *recent) called(words string) bool {
	if r.n == 0 || !strings.HasSuffix(words, r.words[(r.n-1)%len(r.words)]+" ") {
		return false // which saves the most of the work where a text is full of such words
	}
	var wanted [4]string
	n := 0
	for w := range strings.FieldsSeq(words) {
		wanted[n] = w
		n++
	}
	next, flag := 0, false // of wanted; 0: the program has not been seen
	for k := max(0, r.n-len(r.words)); k < r.n; k++ {
		switch w := r.words[k%len(r.words)]; {
		case w == wanted[0]:
			next, flag = 1, false
		case next == 0:
		case next < n && w == wanted[next]:
			next, flag = next+1, false
		case strings.HasPrefix(w, "-"):
			flag = true
		case flag:
			flag = false
		default:
			next = 0
		}
	}
	return next == n
}

// operands finds the operand that is the client's secret. j is the end of its name.
func (m *masker) operands(j int) {
	m.secret = 0
	for i := range clients {
		if c := &clients[i]; c.operand != 0 && c.name == m.client.name {
			m.secret = max(m.operandOf(c, j), 0)
		}
	}
}

// operandOf is where the operand begins that is the client's secret, -1 where
// there is none, or where that cannot be told.
func (m *masker) operandOf(c *client, j int) int {
	s := m.s
	const most = 32 // words
	with, n, at := c.with == 0, 0, -1
	for k, words := skipSpace(s, j), 0; k < len(s) && words < most; k, words = skipSpace(s, k), words+1 {
		end := m.wordEnd(k)
		switch w := s[k:max(end, k)]; {
		case end < 0:
			return -1
		case end == k: // the command's
			if !with {
				return -1
			}
			return at
		case w[0] == '-' && len(w) > 1:
			with = with || w[1] != '-' && strings.IndexByte(w, c.with) > 0
		default:
			if n++; n == c.operand || c.operand == last {
				at = k
			}
		}
		k = end
	}
	if !with {
		return -1
	}
	return at
}

// wordEnd is where the shell word at k ends, -1 where it holds a command, or has
// no end for long.
func (m *masker) wordEnd(k int) int {
	const longest = 1024
	s, q := m.s[:min(len(m.s), k+longest)], byte(0)
	for i := k; i < len(s); i++ {
		switch c := s[i]; {
		case c == '`', c == '$' && q != '\'' && strings.HasPrefix(s[i:], "$("):
			return -1
		case q != 0 && c == q:
			q = 0
		case c == '\\' && q != '\'':
			i++
		case q != 0:
		case isQuote(c) && c == m.quote, endsWord(c):
			return i
		case isQuote(c):
			q = c
		}
	}
	if len(s) < len(m.s) {
		return -1
	}
	return len(s)
}

// clientFlag hides the value of s[i:j] if that is such a flag of the program
// before it, and reports where to go on.
func (m *masker) clientFlag(i, j int) (int, bool) {
	s := m.s
	if m.client == nil || i > 0 && !isSpace(s[i-1]) && !isQuote(s[i-1]) {
		return 0, false
	}
	for _, c := range clients {
		if c.name != m.client.name || c.flag == "" {
			continue
		}
		k := i + len(c.flag)
		if !strings.HasPrefix(s[i:j], c.flag) {
			if k = inCluster(s[i:j], c); k == 0 {
				continue
			}
			k += i
		}
		switch space := skipSpace(s, k); {
		case c.separate && space > k && space < len(s) && s[space] != '-':
			k = space
		case c.separate && k == j && strings.HasPrefix(s[k:], "="):
			k++
		case !c.attached || space > k:
			continue
		}
		end := ""
		open := k + quoteLen(s[k:])
		if c.user != 0 || c.cookie {
			from := open
			if c.user != 0 {
				from = afterUser(s, open, c.user)
			} else if n := nameLen(s[open:]); open+n >= len(s) || s[open+n] != '=' {
				continue // a file
			}
			if from < 0 || k < open && s[k] == m.quote {
				continue
			}
			switch end = s[k:open]; {
			case len(end) == 2 && m.quote != '"':
				end = ""
			case len(end) == 1 && m.quote == 0:
				m.quote, m.ansi = end[0], false
			}
			k = from
		}
		if c.cookie {
			return m.cookies(k), true
		}
		return m.value(k, end), true
	}
	return 0, false
}

// inCluster returns where the value of c's short flag begins in a word that has
// others of curl's before it, which take none: -sSLu. 0: it is none.
func inCluster(w string, c client) int {
	if c.name != "curl" || len(c.flag) != 2 || len(w) < 3 || w[0] != '-' {
		return 0
	}
	for i := 1; i < len(w); i++ {
		switch {
		case w[i] == c.flag[1]:
			return i + 1
		case strings.IndexByte("0146BGILNOSafgijklnpqsv", w[i]) < 0:
			return 0
		}
	}
	return 0
}

// afterUser returns where the password of user:password at k begins, -1 where
// there is none.
func afterUser(s string, k int, sep byte) int {
	for i := k; i < len(s) && !endsWord(s[i]) && !isQuote(s[i]); i++ {
		if s[i] == sep {
			return i + 1
		}
	}
	return -1
}
