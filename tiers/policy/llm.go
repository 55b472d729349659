package policy

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// LLM is the service that gives a second opinion on what is asked about.
type LLM struct {
	BaseURL string // of an OpenAI-compatible API: https://api.openai.com/v1, http://127.0.0.1:11434/v1
	Model   string
	KeyEnv  string // the environment variable that holds the key; "": the service wants none
}

// llm reads the service. A project's file cannot name one: it would be told
// what is run here, be sent the key, and could approve.
func (r *reader) llm(n *yaml.Node) {
	var l LLM
	at := n
	r.mapping(n, "llm", []key{
		{"base_url", func(r *reader, n *yaml.Node) { l.BaseURL, at = r.text(n), n }},
		{"model", func(r *reader, n *yaml.Node) { l.Model = r.text(n) }},
		{"key_env", func(r *reader, n *yaml.Node) {
			if l.KeyEnv = r.text(n); r.err == nil && !isName(l.KeyEnv) {
				r.fail(n, "key_env %q: the name of an environment variable is wanted, not the key", l.KeyEnv)
			}
		}},
	})
	switch {
	case r.err != nil:
	case l.BaseURL == "" || l.Model == "":
		r.fail(n, "llm needs a base_url and a model")
	case !isBaseURL(l.BaseURL):
		r.fail(at, "base_url %q: http:// or https://, a host and a path, as in http://127.0.0.1:11434/v1", l.BaseURL)
	case !r.loosens(n, "llm"):
		r.file.LLM = &l
	}
}

// isBaseURL knows the plain form of an address: no user, no query, nothing to
// be read in two ways. What it leads to is seen where it is used.
func isBaseURL(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	host, _, _ := strings.Cut(rest, "/")
	return ok && strings.Trim(host, ":.") != "" && !strings.HasPrefix(host, ":") &&
		!strings.ContainsFunc(rest, func(c rune) bool { return c <= ' ' || c >= 0x7f || strings.ContainsRune(`@?#\"<>^{|}`+"`", c) })
}

// isName knows the name of a variable.
func isName(s string) bool {
	return s != "" && !(s[0] >= '0' && s[0] <= '9') &&
		!strings.ContainsFunc(s, func(c rune) bool {
			return !(c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
		})
}
