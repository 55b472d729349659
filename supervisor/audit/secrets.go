package audit

import "strings"

// prefixes are the tokens that show by themselves what they are: a prefix that
// their issuer documents, and at least so many characters after it.
var prefixes = [...]struct {
	prefix string
	tail   int
}{
	{"AKIA", 16}, {"ASIA", 16}, // AWS access keys
	{"ghp_", 20}, {"gho_", 20}, {"ghu_", 20}, {"ghs_", 20}, {"ghr_", 20}, {"github_pat_", 20},
	{"glpat-", 20}, {"npm_", 30}, {"pypi-", 50}, {"hf_", 30},
	{"sk-", 20}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16},
	{"xoxa-", 10}, {"xoxb-", 10}, {"xoxp-", 10}, {"xoxr-", 10}, {"xoxs-", 10}, {"xapp-", 10}, // Slack
	{"xoxc-", 10}, {"xoxd-", 10}, {"xoxe-", 10}, {"xoxe.xoxb-", 10}, {"xoxe.xoxp-", 10},
	{"AIza", 35}, {"ya29.", 20}, // Google
	{"SG.", 40}, {"dop_v1_", 32}, {"glsa_", 20},
	{"AGE-SECRET-KEY-", 20},
	{"dckr_pat_", 20}, {"gsk_", 30}, {"xai-", 30}, {"r8_", 30}, {"nvapi-", 30}, {"pplx-", 30},
	{"shpat_", 30}, {"shpss_", 30}, {"whsec_", 20}, {"figd_", 20}, {"lin_api_", 30}, {"GOCSPX-", 20},
	{"tskey-", 20}, {"hvs.", 20}, {"ATATT3x", 20}, {"PMAK-", 30}, {"key-", 32}, {"rubygems_", 30}, {"sbp_", 30}, {"dapi", 32},
	{"glrt-", 20}, {"gldt-", 20}, {"glptt-", 20}, {"gloas-", 20}, {"glcbt-", 20}, {"glft-", 20}, {"doo_v1_", 32}, {"dor_v1_", 32},
	{"hvb.", 20}, {"hvr.", 20}, {"dp.pt.", 30}, {"dp.st.", 30}, {"sntrys_", 30}, {"sntryu_", 30}, {"lsv2_pt_", 30}, {"lsv2_sk_", 30},
	{"ntn_", 40}, {"xkeysib-", 30}, {"NRAK-", 20}, {"shpca_", 30}, {"rk_test_", 16}, {"pul-", 40},
}

// secretPrefix returns how much of a token may be shown, 0 where w is none.
func secretPrefix(w string) int {
	const shortest = 15
	if len(w) < shortest {
		return 0
	}
	for _, p := range prefixes {
		if len(w) >= len(p.prefix)+p.tail && w[:len(p.prefix)] == p.prefix && plausible(p.prefix, w[len(p.prefix):]) {
			return len(p.prefix)
		}
	}
	if strings.HasPrefix(w, "eyJ") && len(w) >= 30 && strings.Count(w, ".") == 2 { // a JWT: {" in base64
		return 3
	}
	return 0
}

// plausible tells tokens from names that begin alike.
func plausible(prefix, tail string) bool {
	switch prefix {
	case "AKIA", "ASIA":
		return len(tail) == 16 && strings.ToUpper(tail) == tail && !strings.ContainsAny(tail, "_-.")
	case "sk-": // sk-estimator-doc-link is a CSS class
		return strings.ContainsAny(tail, "0123456789")
	case "dapi", "key-": // Databricks, Mailgun
		return strings.Trim(tail, "0123456789abcdef-") == ""
	}
	return true
}

// names of secrets end so, in lower case and without separators.
var nameEnds = [...]string{
	"token", "secret", "password", "passwd", "passphrase",
	"apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey",
	"encryptionkey", "signingkey", "masterkey", "secretkeybase", "sshpass", "cliauth",
}

// secretName reports whether w, a variable, flag, key or parameter, names a
// secret: GITHUB_TOKEN, --password, clientSecret, DB_PASS, PGPASSWORD2.
func secretName(w string) bool {
	w = strings.TrimRight(w, "0123456789_")
	var buf [16]byte
	n := len(buf)
	for i := len(w) - 1; i >= 0 && n > 0; i-- {
		if c := w[i]; isAlnum(c) {
			n--
			buf[n] = lower(c)
		}
	}
	end := string(buf[n:])
	for _, e := range nameEnds {
		if strings.HasSuffix(end, e) {
			return true
		}
	}
	if strings.HasSuffix(end, "pass") { // not compass or bypass
		before := len(w) - len("pass") - 1
		return before < 0 || !isAlnum(w[before])
	}
	// MYSQL_PWD, not PWD or OLDPWD; npm's _auth
	return strings.HasSuffix(w, "_PWD") || w == "_auth" || strings.HasSuffix(w, "__auth")
}

// secretHeader reports whether an HTTP header other than Authorization carries
// a secret. Without their X- and the like they are words of prose.
func secretHeader(w string) bool {
	if len(w) > 2 && lower(w[0]) == 'x' && w[1] == '-' {
		return secretName(w)
	}
	for _, h := range [...]string{"private-token", "job-token", "deploy-token", "api-key", "apikey"} {
		if strings.EqualFold(w, h) {
			return true
		}
	}
	return false
}

func scheme(w string) bool {
	for _, s := range [...]string{"bearer", "basic", "token", "digest", "apikey", "negotiate", "aws4-hmac-sha256"} {
		if strings.EqualFold(w, s) {
			return true
		}
	}
	return false
}

// telegramBot reports whether w may be the number of a Telegram bot, whose
// token follows after a colon.
func telegramBot(w string) bool {
	w = strings.TrimPrefix(w, "bot")
	return len(w) >= 8 && len(w) <= 10 && strings.Trim(w, "0123456789") == ""
}

// webhook returns how much of an address that is a secret itself may be shown,
// 0 where s does not begin with one.
func webhook(s string) int {
	for _, p := range [...]string{"hooks.slack.com/services/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"} {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}

// variable returns the length of $NAME, ${NAME} or $1 at the start of s; 0
// where it is something else, a command to be read.
func variable(s string) int {
	switch {
	case len(s) < 2 || s[0] != '$':
		return 0
	case s[1] == '{':
		n := strings.IndexAny(s[2:min(len(s), 66)], "}$`\"' ")
		if n < 0 || s[2+n] != '}' {
			return 0
		}
		return n + 3
	}
	n := 1
	for n < len(s) && (isAlnum(s[n]) || s[n] == '_') {
		n++
	}
	if n == 1 && strings.IndexByte("$!?#*@", s[1]) >= 0 {
		return 2
	}
	if n == 1 {
		return 0
	}
	return n
}

// pemSpace skips white space of a PEM block, its header lines, and \n written out.
func pemSpace(s string, i int) int {
	for i < len(s) {
		switch {
		case isSpace(s[i]):
			i++
		case strings.HasPrefix(s[i:], `\n`), strings.HasPrefix(s[i:], `\r`):
			i += 2
		case strings.HasPrefix(s[i:], "Proc-Type: "), strings.HasPrefix(s[i:], "DEK-Info: "):
			n := strings.IndexAny(s[i:min(len(s), i+80)], "\n\\")
			if n < 0 {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

func base64Len(s string) int {
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == '+' || s[n] == '/' || s[n] == '=') {
		n++
	}
	return n
}

func nameLen(s string) int {
	n := 0
	for n < len(s) && isName(s[n]) {
		n++
	}
	return n
}

// skipSpace skips blanks, escaped ones and line continuations.
func skipSpace(s string, i int) int {
	for i < len(s) {
		switch {
		case s[i] == ' ' || s[i] == '\t':
			i++
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\n'):
			i += 2
		default:
			return i
		}
	}
	return i
}

// quoteLen returns the length of the quote, perhaps escaped, that s begins with.
func quoteLen(s string) int {
	switch {
	case s != "" && isQuote(s[0]):
		return 1
	case len(s) > 1 && s[0] == '\\' && isQuote(s[1]):
		return 2
	}
	return 0
}

// endsWord reports whether c ends an unquoted shell word.
func endsWord(c byte) bool { return isSpace(c) || strings.IndexByte(";|&()<>", c) >= 0 }
func isSpace(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
func isQuote(c byte) bool  { return c == '\'' || c == '"' }
func isName(c byte) bool   { return isAlnum(c) || c == '_' || c == '-' || c == '.' }
func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
