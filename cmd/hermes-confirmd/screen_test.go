package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// ollama is a content screen: it says what the text asks it to say.
func ollama(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Model    string
			Messages []struct{ Role, Content string }
		}
		if r.URL.Path != "/api/chat" || json.NewDecoder(r.Body).Decode(&q) != nil || len(q.Messages) != 1 || q.Model != "llama-guard3:8b" {
			t.Errorf("a request that is none: %s %+v", r.URL.Path, q)
			return
		}
		_, answer, _ := strings.Cut(q.Messages[0].Content, "say ")
		switch {
		case strings.HasPrefix(answer, "500"):
			w.WriteHeader(500)
			return
		case strings.HasPrefix(answer, "role"):
			answer = "unsafe\n" + map[string]string{"user": "S1", "assistant": "S2"}[q.Messages[0].Role]
		}
		json.NewEncoder(w).Encode(map[string]any{"message": map[string]string{"content": strings.ReplaceAll(answer, "/", "\n")}, "done": true, "done_reason": "stop"})
	}))
	t.Cleanup(s.Close)
	return s
}

func TestScreenVerb(t *testing.T) {
	p := newPlace(t)
	p.policy("screen: {base_url: '" + ollama(t).URL + "'}\n")
	for _, tt := range []struct {
		args   []string
		status int
		want   string // all of it, or the beginning where it ends in …
	}{
		{[]string{"say safe"}, 0, "safe\n"},
		{[]string{"say unsafe/S10,S14"}, 1, "unsafe: Hate (S10), a category of its own (S14)\n"},
		{[]string{"say unsafe/S11"}, 1, tiers.Resources + "\n\nunsafe: Self-Harm (S11)\n"},
		{[]string{"--json", "say safe"}, 0, `{"verdict":"safe","latency_ms":…`},
		{[]string{"say unsafe/S10", "--json"}, 1, `{"verdict":"unsafe","categories":[{"code":"S10","name":"Hate"}],"latency_ms":…`},
		{[]string{"--json", "say nothing"}, 125, `{"verdict":"error","reason":"the answer is no verdict: \"nothing\"","latency_ms":…`},
		{[]string{"say 500"}, 125, "hermes-confirmd: screen: it could not be screened: the service answers with status 500\n"},
		{[]string{"say role"}, 1, "unsafe: Violent Crimes (S1)\n"},
		{[]string{"--in", "say role"}, 1, "unsafe: Violent Crimes (S1)\n"},
		{[]string{"--out", "say role"}, 1, "unsafe: Non-Violent Crimes (S2)\n"},
		{[]string{"--in", "--out", "x"}, 125, "hermes-confirmd: screen: --in and --out exclude each other\n…"},
		{[]string{"one", "two"}, 125, "hermes-confirmd: screen: 2 words, and it takes 0 to 1\n…"},
		{[]string{}, 125, "hermes-confirmd: screen: it could not be screened: there is no text to be screened\n"},
		{[]string{strings.Repeat("long ", 2000)}, 125, "hermes-confirmd: screen: it could not be screened: the text is longer than…"},
	} {
		out, status := p.run(append([]string{"hermes-confirmd", "screen"}, tt.args...)...)
		begin, cut := strings.CutSuffix(tt.want, "…")
		if status != tt.status || cut && !strings.HasPrefix(out, begin) || !cut && out != tt.want {
			t.Errorf("%.60q: status %d, %s", tt.args, status, out)
		}
	}
	c := p.command("hermes-confirmd", "screen", "--out")
	c.Stdin = strings.NewReader("say role\n")
	if out, err := c.CombinedOutput(); exitCode(err) != 1 || string(out) != "unsafe: Non-Violent Crimes (S2)\n" {
		t.Errorf("from standard input: %v %s", err, out)
	}
}

// Without a screen nothing is safe.
func TestScreenMissing(t *testing.T) {
	p := newPlace(t)
	gone := ollama(t)
	gone.Close()
	for policy, want := range map[string]string{
		"preset: strict\n":                            "no content screen is configured",
		"screen: {base_url: '" + gone.URL + "'}\n":    "the service cannot be asked",
		"screen:\n  model: a\n  url: b\n":             "exec.yaml:3:3: unknown key \"url\"; screen takes base_url, model",
		"screen: {base_url: 'http://127.0.0.1:1/v1'}": "without the /v1",
	} {
		p.policy(policy)
		if out, status := p.run("hermes-confirmd", "screen", "x"); status != 125 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s", policy, status, out)
		}
	}
	p.policy("screen: {}\n")
	if err := os.Chmod(filepath.Join(p.home, "exec.yaml"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, verb := range [][]string{{"screen", "x"}, {"serve", "--port", "0"}} {
		if out, status := p.run(append([]string{"hermes-confirmd"}, verb...)...); status != 125 || !strings.Contains(out, "others than its owner can write it") {
			t.Errorf("%s: status %d, %s", verb[0], status, out)
		}
	}
}

// Where a message could not be screened, a person is asked, permitted or not.
func TestScreenAsks(t *testing.T) {
	p := newPlace(t)
	stubs, _, _ := strings.Cut(strings.TrimPrefix(p.env[2], "PATH="), ":")
	if err := os.WriteFile(filepath.Join(stubs, "telegram-send"), []byte("#!/bin/sh\necho sent\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.policy("allow: [telegram-send *]\nscreen: {base_url: '" + ollama(t).URL + "'}\n")
	d := p.serve()
	if out, status := p.run("hermes-exec", "-c", "telegram-send 'say safe'"); status != 0 || out != "sent\n" {
		t.Errorf("%d %s", status, out)
	}
	for text, rule := range map[string]string{"say 500": "messaging.not-screened", "say unsafe/S10": "messaging.unsafe"} {
		w := p.waiter("-c", "telegram-send '"+text+"'")
		s := p.pending(1)[0]
		if !strings.Contains(string(s.Details), rule) {
			t.Errorf("%s: %s", text, s.Details)
		}
		p.confirmd("approve", s.ID)
		if status, out := w.ended(t); status != 0 || out != "sent\n" {
			t.Errorf("%s: %d %s", text, status, out)
		}
	}

	// Another program's message, on the whitelist.
	p.confirmd("whitelist", "add", "send_message")
	for text, want := range map[string]int{"say safe": 200, "say unsafe/S10": 202, "say 500": 202} {
		if status, m, err := post(d.base+"/confirm", map[string]any{"action": "send_message", "description": text}); status != want {
			t.Errorf("%s: %d %v %v", text, status, m, err)
		}
	}
	if out := p.confirmd("list"); !strings.Contains(out, "[unsafe: Hate (S10)]") || !strings.Contains(out, "[error: the service answers with status 500]") {
		t.Error(out)
	}
}
