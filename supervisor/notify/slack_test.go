package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// slackServer is Slack's Web API, as far as a bot writes to a channel.
func slackServer(t *testing.T) *service {
	return serve(t, func(w http.ResponseWriter, r received) {
		answer := `{"ok":true,"channel":"C1","ts":"1503435956.000247"}`
		if r.header.Get("Authorization") != "Bearer T" {
			answer = `{"ok":false,"error":"invalid_auth"}`
		}
		for _, b := range blocks(r.m) {
			if text, ok := b["text"].(map[string]any); ok && len([]rune(text["text"].(string))) > 3000 {
				answer = `{"ok":false,"error":"invalid_blocks"}`
			}
		}
		says(200, answer, "Content-Type", "application/json")(w, nil)
	})
}

func blocks(m map[string]any) []map[string]any {
	var list []map[string]any
	all, _ := m["blocks"].([]any)
	for _, b := range all {
		list = append(list, b.(map[string]any))
	}
	return list
}

// section is the text of a message, elements its buttons.
func section(m map[string]any) string {
	return blocks(m)[0]["text"].(map[string]any)["text"].(string)
}

func elements(m map[string]any) []map[string]any {
	var list []map[string]any
	for _, b := range blocks(m)[1:] {
		for _, e := range b["elements"].([]any) {
			list = append(list, e.(map[string]any))
		}
	}
	return list
}

// slackReport sends what Slack would when a button is pressed, signed.
func slackReport(w *world, user, channel, ts, value string, how ...func(r *http.Request, at, body string)) int {
	payload := fmt.Sprintf(`{"type":"block_actions","user":{"id":%q,"username":"ada","team_id":"T0"},"container":{"type":"message","message_ts":%q,"channel_id":%q},`+
		`"channel":{"id":%[3]q},"response_url":"http://127.0.0.1:1/","actions":[{"action_id":%[4]q,"value":%[4]q,"type":"button"}]}`, user, ts, channel, value)
	body := url.Values{"payload": {payload}}.Encode()
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, Path+"slack", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	slackSign(r, slackSecret, at, body)
	for _, h := range how {
		h(r, at, body)
	}
	rec := httptest.NewRecorder()
	w.ServeHTTP(rec, r)
	return rec.Code
}

func slackSign(r *http.Request, secret, at, body string) {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("v0:" + at + ":" + body))
	r.Header.Set("X-Slack-Request-Timestamp", at)
	r.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
}

func slackBot(base string) *Slack {
	return &Slack{BaseURL: base, Token: "T", Channel: "C1", Users: []string{"U7"}, SigningSecret: slackSecret}
}

func TestSlackButtons(t *testing.T) {
	s := slackServer(t)
	w := run(t, nil, inOrder(slackBot(s.URL))...)
	w.desk.ask(request("abc", tiers.Medium, "echo <!channel> ```<http://evil|x>``` && git push *x* :bomb:"))
	sent := s.call(0)
	if sent.path != "/chat.postMessage" || sent.m["channel"] != "C1" || sent.m["unfurl_links"] != false {
		t.Errorf("%s %s", sent.path, sent.body)
	}
	text := section(sent.m)
	if strings.Contains(text, "<") || strings.Count(text, "```") != 2 || !strings.Contains(text, "&lt;!channel&gt; `\u200b`\u200b`\u200b&lt;http://evil|x&gt;") || !strings.Contains(text, "&amp;&amp; git push *x* :bomb:") {
		t.Errorf("the command: %s", text)
	}
	b := elements(sent.m)
	if len(b) != 2 || b[0]["value"] != "a:abc" || b[1]["value"] != "d:abc" || b[0]["url"] != nil {
		t.Errorf("%v", b)
	}
	const ts = "1503435956.000247"
	n := 1
	for _, c := range []struct{ name, user, channel, ts, value, want string }{
		{"a stranger", "U66", "C1", ts, "a:abc", "You are not one of those who may answer here. This was noted."},
		{"another channel", "U7", "C2", ts, "a:abc", "You are not one of those who may answer here. This was noted."},
		{"another message", "U7", "C1", "1.1", "a:abc", "This message does not count. There may be a newer one."},
		{"the button", "U7", "C1", ts, "d:abc", "Denied."},
		{"again", "U7", "C1", ts, "a:abc", "Too late: denied by slack:U7 (ada)."},
	} {
		if status := slackReport(w, c.user, c.channel, c.ts, c.value); status != 200 {
			t.Errorf("%s: %d", c.name, status)
		}
		found := false
		confirmtest.Eventually(t, c.name+" is told "+c.want, func() bool {
			for i := n; i < s.count(); i++ {
				r := s.call(i)
				found = found || r.path == "/chat.postEphemeral" && r.m["user"] == c.user && r.m["channel"] == c.channel && r.m["text"] == c.want
			}
			return found
		})
	}
	confirmtest.Eventually(t, "the message says so", func() bool {
		for i := range s.count() {
			if r := s.call(i); r.path == "/chat.update" && r.m["ts"] == ts && len(elements(r.m)) == 0 && strings.Contains(section(r.m), "denied by slack") {
				return true
			}
		}
		return false
	})
	if !strings.Contains(w.log.String(), "a stranger pressed a button") {
		t.Errorf("the log: %s", w.log)
	}
}

func TestSlackCritical(t *testing.T) {
	s := slackServer(t)
	w := run(t, nil, inOrder(slackBot(s.URL))...)
	w.desk.ask(request("abc", tiers.Critical, "dd"))
	s.call(0)
	const ts = "1503435956.000247"
	slackReport(w, "U7", "C1", ts, "a:abc")
	if w.desk.status("abc") != Pending {
		t.Fatal("one tap was enough")
	}
	confirmtest.Eventually(t, "it asks again", func() bool {
		for i := range s.count() {
			if r := s.call(i); r.path == "/chat.update" && elements(r.m)[1]["value"] == "y:abc" {
				return true
			}
		}
		return false
	})
	slackReport(w, "U7", "C1", ts, "y:abc")
	if got := w.desk.status("abc"); got != "approved" {
		t.Errorf("it is %s", got)
	}
}

func TestSlackSignature(t *testing.T) {
	s := slackServer(t)
	w := run(t, nil, inOrder(slackBot(s.URL))...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	s.call(0)
	press := func(how func(r *http.Request, at, body string)) int {
		return slackReport(w, "U7", "C1", "1503435956.000247", "a:abc", how)
	}
	for name, how := range map[string]func(r *http.Request, at, body string){
		"another secret": func(r *http.Request, at, body string) { slackSign(r, "x", at, body) },
		"no secret":      func(r *http.Request, at, body string) { slackSign(r, "", at, body) },
		"another body":   func(r *http.Request, at, body string) { slackSign(r, slackSecret, at, body+"&x=1") },
		"long ago":       func(r *http.Request, _, body string) { slackSign(r, slackSecret, "1531420618", body) },
		"no time":        func(r *http.Request, _, body string) { slackSign(r, slackSecret, "", body) },
		"no signature":   func(r *http.Request, _, _ string) { r.Header.Del("X-Slack-Signature") },
		"another time":   func(r *http.Request, at, _ string) { r.Header.Set("X-Slack-Request-Timestamp", at+"0") },
	} {
		if status := press(how); status != 401 || w.desk.status("abc") != Pending {
			t.Errorf("%s: %d, %s", name, status, w.desk.status("abc"))
		}
	}
	// What Slack has signed and is no press of ours is taken, and does nothing.
	for _, body := range []string{"", "payload=", "payload=[]", "payload=%7B%22type%22%3A%22view_submission%22%7D", "ssl_check=1", "%zz", `payload={"type":"block_actions","actions":[]}`} {
		r := httptest.NewRequest(http.MethodPost, Path+"slack", strings.NewReader(body))
		slackSign(r, slackSecret, strconv.FormatInt(time.Now().Unix(), 10), body)
		rec := httptest.NewRecorder()
		w.ServeHTTP(rec, r)
		if rec.Code != 200 || rec.Body.Len() > 0 || w.desk.status("abc") != Pending {
			t.Errorf("%q: %d %s", body, rec.Code, rec.Body)
		}
	}
	if press(func(*http.Request, string, string) {}) != 200 || w.desk.status("abc") != "approved" {
		t.Error("a good one did not count")
	}
}

// An incoming webhook has link buttons, and a message of its own at the end.
func TestSlackWebhook(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ received) { says(200, "ok")(w, nil) })
	w := run(t, nil, inOrder(&Slack{Webhook: s.URL + "/services/T0/B0/SECRET", Links: "http://100.64.0.7:6080"})...)
	w.desk.ask(request("abc", tiers.Critical, "dd"))
	sent := s.call(0)
	b := elements(sent.m)
	if sent.path != "/services/T0/B0/SECRET" || sent.m["channel"] != nil || len(b) != 2 || b[0]["url"] != "http://100.64.0.7:6080/confirm/abc/approve?sig=1" || b[0]["value"] != nil {
		t.Errorf("%s %s", sent.path, sent.body)
	}
	w.desk.change("abc", func(n *Notice) { n.Status, n.By = "approved", "ada" })
	if end := s.call(1); !strings.Contains(section(end.m), "abc approved by ada") || len(elements(end.m)) != 0 {
		t.Errorf("%s", end.body)
	}
	if strings.Contains(w.log.String(), "SECRET") {
		t.Errorf("the log: %s", w.log)
	}
}

// A channel that has been archived, a token that has been taken back…: what is
// said is Slack's word for it.
func TestSlackRefused(t *testing.T) {
	for _, code := range []string{"is_archived", "token_revoked", "channel_not_found"} {
		s := slackServer(t)
		w := run(t, nil, inOrder(slackBot(s.URL))...)
		s.fail(says(200, `{"ok":false,"error":"`+code+`"}`))
		w.desk.ask(request("abc", tiers.Medium, "git push"))
		confirmtest.Eventually(t, "it is said", func() bool { return strings.Contains(w.log.String(), code) })
	}
}
