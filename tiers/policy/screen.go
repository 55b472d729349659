package policy

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Screen is the content screen for messages: Llama Guard behind Ollama.
type Screen struct {
	BaseURL string // of Ollama itself: http://127.0.0.1:11434
	Model   string
}

// Where it is found if nothing else is said, from the source documents.
const (
	defaultOllama = "http://127.0.0.1:11434"
	defaultGuard  = "llama-guard3:8b"
)

// screen reads the content screen; an empty list of keys switches it on. A
// project's file cannot name one: it would be told what is said here, and could
// call it safe.
func (r *reader) screen(n *yaml.Node) {
	s := Screen{BaseURL: defaultOllama, Model: defaultGuard}
	r.mapping(n, "screen", []key{
		{"base_url", func(r *reader, n *yaml.Node) {
			switch s.BaseURL = strings.TrimSuffix(r.text(n), "/"); {
			case r.err != nil:
			case !isBaseURL(s.BaseURL):
				r.fail(n, "base_url %q: http:// or https:// and a host, as in %s", s.BaseURL, defaultOllama)
			case strings.HasSuffix(s.BaseURL, "/v1"):
				r.fail(n, "base_url %q: Ollama's own address is wanted, without the /v1", s.BaseURL)
			}
		}},
		{"model", func(r *reader, n *yaml.Node) {
			if s.Model = r.text(n); r.err == nil && s.Model == "" {
				r.fail(n, "the name of a model is wanted here, as in %s", defaultGuard)
			}
		}},
	})
	if r.err == nil && !r.loosens(n, "screen") {
		r.file.Screen = &s
	}
}
