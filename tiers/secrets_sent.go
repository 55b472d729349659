package tiers

import (
	"slices"
	"strings"
)

// Secrets in addresses: a request's path, query or host is kept in logs along
// the way, and a name that is looked up reaches whoever serves the domain.

// serviceHosts are hosts that a variable's first word stands for by another name.
var serviceHosts = [...]struct{ word, host string }{
	{"gh", "github"}, {"gemini", "google"}, {"tg", "telegram"}, {"hf", "huggingface"}, {"cf", "cloudflare"}, {"gl", "gitlab"}, {"bot", "telegram"}, {"claude", "anthropic"},
}

// secretInAddress reports whether a variable with the name of a secret stands
// in a URL or a name that is looked up, where the host is known and is not the
// service that the variable is named after.
func secretInAddress(c *call, h *hit) bool {
	if len(c.Argv) != len(c.all) {
		return false
	}
	host := ""
	for _, a := range c.ops {
		if u := a.lit; strings.Contains(u, "://") || strings.Contains(u, ".") {
			_, u, _ = strings.Cut("://"+strings.TrimPrefix(strings.TrimPrefix(u, "https://"), "http://"), "://")
			host, _, _ = strings.Cut(u, "/")
			host, _, _ = strings.Cut(host, "?")
		}
	}
	lookup := slices.Contains([]string{"dig", "nslookup", "host", "drill", "ping", "ping6"}, c.name)
	for i, w := range c.Argv[1:] {
		before := c.all[i].lit
		header := before == "-H" || before == "--header" || strings.HasPrefix(w.Src, "-H")
		query := strings.HasPrefix(before, "--data") && c.has("-G", "--get") || strings.Contains(w.Src, "://") || lookup || !strings.HasPrefix(before, "-") && !strings.HasPrefix(w.Src, "-")
		if !header && !query || strings.HasPrefix(strings.Trim(w.Src, `"'`), "$") && !lookup {
			continue // the host is in a variable
		}
		for name := range variablesIn(w.Src) {
			if !secretVariable(name) || c.j.assigned(name) || header && !strings.Contains(name, "SECRET_ACCESS_KEY") && !strings.Contains(name, "PRIVATE_KEY") {
				continue
			}
			if belongsTo(name, host, lookup) {
				continue
			}
			h.target = "$" + name
			return true
		}
	}
	return false
}

// variablesIn yields the names behind a $ outside of single quotes.
func variablesIn(src string) func(func(string) bool) {
	return func(yield func(string) bool) {
		single, double := false, false
		for i := 0; i < len(src); i++ {
			switch src[i] {
			case '\\':
				i++
			case '"':
				double = !double && !single || double && single
			case '\'':
				single = !single && !double
			case '$':
				name := strings.TrimPrefix(src[i+1:], "{")
				n := 0
				for n < len(name) && isWordByte(name[n]) && name[n] != '.' && name[n] != '*' && name[n] != '-' {
					n++
				}
				if !single && n > 0 && !yield(name[:n]) {
					return
				}
			}
		}
	}
}

// belongsTo reports whether a secret is the host's own, or that cannot be
// said: a name that says nothing of a service, a host that is not known.
func belongsTo(name, host string, lookup bool) bool {
	if host == "" && !lookup || local(host) {
		return true
	}
	word, _, _ := strings.Cut(strings.ToLower(name), "_")
	switch word {
	case "api", "token", "access", "auth", "secret", "password", "passphrase", "apikey", "private", "my", "app", "service", "test", "prod", "dev", "ci", "bearer", "client", "user", "admin", "db":
		return !lookup
	}
	if strings.HasPrefix(host, "*") && !lookup {
		return true
	}
	host = strings.ToLower(host)
	if lookup {
		return false
	}
	for i := range serviceHosts {
		if serviceHosts[i].word == word && strings.Contains(host, serviceHosts[i].host) {
			return true
		}
	}
	return len(word) > 1 && strings.Contains(host, word)
}
