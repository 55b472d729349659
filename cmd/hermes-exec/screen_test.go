package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// A message is screened before anything lets it through: what is not known to
// be safe needs a person, whatever is permitted and whatever the language model
// says. Nobody is there in these.
func TestScreenDecides(t *testing.T) {
	t.Parallel()
	const permits = "allow: [telegram-send *]\n"
	send := []string{"-c", "telegram-send 'hello there'"}
	for _, tt := range []struct {
		name, policy, answer string
		args                 []string
		ran, by, rule        string // what the stub says; who decided; what the record names
		screened             int32
	}{
		{"permitted, safe", permits, "safe", send, "ran", "permission", "messaging.send", 1},
		{"permitted, unsafe", permits, "unsafe\nS10", send, "", "nobody", "messaging.unsafe", 1},
		{"permitted, an error", permits, "I cannot tell.", send, "", "nobody", "messaging.not-screened", 1},
		{"permitted, 500", permits, "500", send, "", "nobody", "messaging.not-screened", 1},
		{"permitted, part is not known", permits, "safe", []string{"-c", "telegram-send \"$(ls)\""}, "", "nobody", "messaging.not-screened", 1},
		{"smart, safe", "", "safe", append([]string{"--mode", "smart"}, send...), "ran", "llm", "messaging.send", 1},
		{"smart, unsafe", "", "unsafe", append([]string{"--mode", "smart"}, send...), "", "nobody", "messaging.unsafe", 1},
		{"smart, an error", "", "500", append([]string{"--mode", "smart"}, send...), "", "nobody", "messaging.not-screened", 1},
		{"manual, safe", "", "safe", send, "", "nobody", "messaging.send", 1},
		{"cron, unsafe", permits, "unsafe", append([]string{"--mode", "cron"}, send...), "", "mode", "messaging.unsafe", 1},
		{"off", "", "unsafe", append([]string{"--yolo"}, send...), "ran", "mode", "messaging.send", 0},
		{"an action", "", "unsafe\nS3", []string{"--action", "send_message", "-c", "git status"}, "", "nobody", "messaging.unsafe", 1},
		{"no message", "allow: [git push *]\n", "unsafe", []string{"-c", "git push"}, "ran", "permission", "git.push", 0},
		{"help does not wait", "", "unsafe\nS11", []string{"-c", "telegram-send 'call or text 988'"}, "ran", "crisis_bypass", "messaging.send", 0},
		{"blocked anyway", "", "safe", []string{"-c", "telegram-send x; mkfs.ext4 /dev/no-such-disk"}, "", "hardline", "disks.make-file-system", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, screened := screenedBy(t, tt.policy, tt.answer)
			out, errs, end := v.run(tt.args...)
			if ran := strings.HasPrefix(out, "ran"); ran != (tt.ran != "") || ran != (end == "0") {
				t.Errorf("ended with %s and wrote %q\n%s", end, out, errs)
			}
			r := v.last()
			if r.By != tt.by || len(r.Rules) == 0 || r.Rules[0] != tt.rule {
				t.Errorf("decided by %s on %v, want %s on %s", r.By, r.Rules, tt.by, tt.rule)
			}
			if (r.Screening != "") != (tt.screened > 0) {
				t.Errorf("the record says %q", r.Screening)
			}
			if n := screened.Load(); n != tt.screened {
				t.Errorf("%d screenings, want %d", n, tt.screened)
			}
		})
	}
}

// Whoever speaks of hurting themselves is shown where help is.
func TestScreenSelfHarm(t *testing.T) {
	t.Parallel()
	v, _ := screenedBy(t, "", "unsafe\nS11")
	_, errs, end := v.run("-c", "telegram-send 'I cannot go on'")
	if end != "126" || !strings.Contains(errs, tiers.Resources) || !strings.Contains(errs, "Self-Harm (S11)") {
		t.Errorf("ended with %s: %s", end, errs)
	}
}

// Secrets do not reach the screen either.
func TestScreenMasks(t *testing.T) {
	t.Parallel()
	v, _ := screenedBy(t, "", "echo")
	_, errs, _ := v.run("-c", "telegram-send 'the password=hunter2hunter2 of prod'")
	if strings.Contains(errs, "hunter2") || !strings.Contains(errs, "of prod") {
		t.Error(errs)
	}
}

// A project cannot name who reads what is sent, nor switch it off.
func TestScreenFromProject(t *testing.T) {
	t.Parallel()
	v, screened := screenedBy(t, "", "safe")
	writeFile(t, filepath.Join(v.dir, ".hermes", "exec.yaml"), "screen: {base_url: 'http://project.invalid'}\n", 0o600)
	v.run("-c", "telegram-send hello")
	if screened.Load() != 1 {
		t.Errorf("%d screenings", screened.Load())
	}
}

// screenedBy is a reviewer that approves, and a content screen with this answer:
// 500 is a status, echo repeats the message.
func screenedBy(t *testing.T, policy, answer string) (*reviewer, *atomic.Int32) {
	t.Helper()
	var screened atomic.Int32
	guard := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		screened.Add(1)
		var q struct {
			Messages []struct{ Role, Content string }
		}
		if r.URL.Path != "/api/chat" || json.NewDecoder(r.Body).Decode(&q) != nil || len(q.Messages) != 1 || q.Messages[0].Role != "assistant" {
			t.Errorf("a request that is none: %s %+v", r.URL.Path, q)
			return
		}
		content := answer
		switch answer {
		case "500":
			w.WriteHeader(500)
			return
		case "echo":
			content = q.Messages[0].Content
		}
		json.NewEncoder(w).Encode(map[string]any{"message": map[string]string{"role": "assistant", "content": content}, "done": true, "done_reason": "stop"})
	}))
	t.Cleanup(guard.Close)
	v := newReviewer(t, "", approves)
	stubs, _, _ := strings.Cut(v.path, ":")
	writeFile(t, filepath.Join(stubs, "telegram-send"), "#!/bin/sh\necho ran telegram-send\n", 0o755)
	v.policy(policy + "llm: {base_url: '" + v.server.URL + "/v1', model: m}\nscreen: {base_url: '" + guard.URL + "'}\n")
	return v, &screened
}
