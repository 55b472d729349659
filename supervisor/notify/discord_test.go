package notify

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// discordServer is Discord's REST API, as far as a bot writes to a channel.
func discordServer(t *testing.T) *service {
	return serve(t, func(w http.ResponseWriter, r received) {
		if r.header.Get("Authorization") != "Bot T" {
			says(401, `{"message":"401: Unauthorized","code":0}`)(w, nil)
			return
		}
		if n := len([]rune(r.m["content"].(string))); n > 2000 {
			says(400, `{"message":"Invalid Form Body","code":50035}`)(w, nil)
			return
		}
		says(200, `{"id":"1042","channel_id":"5"}`, "Content-Type", "application/json")(w, nil)
	})
}

// buttonsOf are the buttons of a message to Discord.
func buttonsOf(m map[string]any) []map[string]any {
	var list []map[string]any
	for _, row := range m["components"].([]any) {
		for _, b := range row.(map[string]any)["components"].([]any) {
			list = append(list, b.(map[string]any))
		}
	}
	return list
}

// application is the keys of an application at Discord, which sign reports.
type application struct {
	public  string
	private ed25519.PrivateKey
}

func newApplication(t *testing.T) application {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return application{hex.EncodeToString(public), private}
}

// report sends what Discord would, signed.
func (a application) report(w *world, body string, how ...func(*http.Request)) (int, map[string]any) {
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, Path+"discord", strings.NewReader(body))
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(a.private, []byte(at+body))))
	for _, h := range how {
		h(r)
	}
	rec := httptest.NewRecorder()
	w.ServeHTTP(rec, r)
	var m map[string]any
	json.Unmarshal(rec.Body.Bytes(), &m)
	return rec.Code, m
}

// pressOf is the report of a pressed button.
func pressOf(user, channel, message, id string) string {
	return fmt.Sprintf(`{"type":3,"id":"9","application_id":"1","channel_id":%q,"token":"x","version":1,"message":{"id":%q,"content":"c"},`+
		`"member":{"user":{"id":%q,"username":"ada"}},"data":{"custom_id":%q,"component_type":2}}`, channel, message, user, id)
}

// told is what who has pressed gets to see, and nobody else.
func privateAnswer(t *testing.T, m map[string]any) string {
	t.Helper()
	data, _ := m["data"].(map[string]any)
	if m["type"] != 4.0 || data["flags"] != 64.0 {
		t.Errorf("no private answer: %v", m)
		return ""
	}
	return strings.ReplaceAll(data["content"].(string), `\`, "")
}

func TestDiscordButtons(t *testing.T) {
	s, app := discordServer(t), newApplication(t)
	w := run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5", PublicKey: app.public, Users: []string{"7"}})...)

	if status, m := app.report(w, `{"type":1}`); status != 200 || m["type"] != 1.0 {
		t.Errorf("PING: %d %v", status, m)
	}
	w.desk.ask(request("abc", tiers.Medium, "echo `whoami` @everyone ```; git push **x**"))
	sent := s.call(0)
	if sent.method != "POST" || sent.path != "/channels/5/messages" || sent.m["nonce"] != "abc" || sent.m["enforce_nonce"] != true || sent.m["flags"] != 4.0 {
		t.Errorf("%s %s %s", sent.method, sent.path, sent.body)
	}
	if got := fmt.Sprint(sent.m["allowed_mentions"]); got != "map[parse:[]]" {
		t.Errorf("mentions: %s", got)
	}
	if text := sent.m["content"].(string); strings.Count(text, "```") != 2 || !strings.Contains(text, "  | echo `\u200bwhoami`\u200b @everyone `\u200b`\u200b`\u200b; git push **x**") {
		t.Errorf("the command: %s", text)
	}
	b := buttonsOf(sent.m)
	if len(b) != 2 || b[0]["custom_id"] != "a:abc" || b[0]["style"] != 3.0 || b[1]["custom_id"] != "d:abc" || b[1]["url"] != nil {
		t.Errorf("buttons: %v", b)
	}
	for _, c := range []struct{ name, user, channel, message, id, want string }{
		{"a stranger", "66", "5", "1042", "a:abc", "You are not one of those who may answer here. This was noted."},
		{"nobody", "", "5", "1042", "a:abc", "You are not one of those who may answer here. This was noted."},
		{"another channel", "7", "6", "1042", "a:abc", "You are not one of those who may answer here. This was noted."},
		{"another message", "7", "5", "1043", "a:abc", "This message does not count. There may be a newer one."},
		{"no button of ours", "7", "5", "1042", "z:abc", "This button is not known."},
		{"the button", "7", "5", "1042", "a:abc", "Approved."},
		{"again", "7", "5", "1042", "d:abc", "Too late: approved by discord:7 (ada)."},
	} {
		status, m := app.report(w, pressOf(c.user, c.channel, c.message, c.id))
		if got := privateAnswer(t, m); status != 200 || got != c.want {
			t.Errorf("%s: %d %q", c.name, status, got)
		}
	}
	edited := s.call(1)
	if edited.method != "PATCH" || edited.path != "/channels/5/messages/1042" || len(buttonsOf(edited.m)) != 0 || !strings.Contains(edited.m["content"].(string), "approved") {
		t.Errorf("%s %s %s", edited.method, edited.path, edited.body)
	}
	if !strings.Contains(w.log.String(), "a stranger pressed a button") {
		t.Errorf("the log: %s", w.log)
	}
}

// CRITICAL takes a second press, here too.
func TestDiscordCritical(t *testing.T) {
	s, app := discordServer(t), newApplication(t)
	w := run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5", PublicKey: app.public, Users: []string{"7"}})...)
	w.desk.ask(request("abc", tiers.Critical, "dd"))
	if b := buttonsOf(s.call(0).m); b[0]["label"] != "Approve…" {
		t.Errorf("%v", b)
	}
	_, m := app.report(w, pressOf("7", "5", "1042", "a:abc"))
	if got := privateAnswer(t, m); !strings.HasPrefix(got, "This is CRITICAL") || w.desk.status("abc") != Pending {
		t.Errorf("%s", got)
	}
	b := buttonsOf(s.call(1).m)
	if len(b) != 2 || b[0]["custom_id"] != "d:abc" || b[1]["custom_id"] != "y:abc" {
		t.Fatalf("%v", b)
	}
	_, m = app.report(w, pressOf("7", "5", "1042", "y:abc"))
	if got := privateAnswer(t, m); got != "Approved." || w.desk.status("abc") != "approved" {
		t.Errorf("%s", got)
	}
}

// What Discord has not signed, or not now, is refused, whatever it says.
func TestDiscordSignature(t *testing.T) {
	s, app, other := discordServer(t), newApplication(t), newApplication(t)
	w := run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5", PublicKey: app.public, Users: []string{"7"}})...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	s.call(0)
	body := pressOf("7", "5", "1042", "a:abc")
	signedAt := func(off time.Duration) func(*http.Request) {
		return func(r *http.Request) {
			at := strconv.FormatInt(time.Now().Add(off).Unix(), 10)
			r.Header.Set("X-Signature-Timestamp", at)
			r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(app.private, []byte(at+body))))
		}
	}
	for _, c := range []struct {
		name string
		how  func(*http.Request)
		want int
	}{
		{"another key", func(r *http.Request) {
			at := r.Header.Get("X-Signature-Timestamp")
			r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(other.private, []byte(at+body))))
		}, 401},
		{"another body", func(r *http.Request) { r.Body = http.NoBody }, 401},
		{"another time", func(r *http.Request) {
			r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(time.Now().Unix()+1, 10))
		}, 401},
		{"no signature", func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") }, 401},
		{"a torn signature", func(r *http.Request) { r.Header.Set("X-Signature-Ed25519", r.Header.Get("X-Signature-Ed25519")[:10]) }, 401},
		{"no time", func(r *http.Request) { r.Header.Del("X-Signature-Timestamp") }, 401},
		{"of long ago", signedAt(-time.Hour), 401},
		{"of the future", signedAt(time.Hour), 401},
		{"no POST", func(r *http.Request) { r.Method = http.MethodGet }, 405},
		{"another place", func(r *http.Request) { r.URL.Path = Path + "slack" }, 404},
		{"too long", func(r *http.Request) { r.Body = http.MaxBytesReader(nil, readerOf(maxPressed+1), 1<<30) }, 400},
	} {
		if status, m := app.report(w, body, c.how); status != c.want || m != nil {
			t.Errorf("%s: %d %v", c.name, status, m)
		}
		if w.desk.status("abc") != Pending {
			t.Fatalf("%s: it counted", c.name)
		}
	}
	for _, garbage := range []string{`{"type":3}`, `{"type":99}`, `[]`, `null`, `x`, ``} {
		if status, m := app.report(w, garbage); status != 200 || m["type"] != 4.0 || w.desk.status("abc") != Pending {
			t.Errorf("%q: %d %v", garbage, status, m)
		}
	}
	if status, _ := app.report(w, body, signedAt(-time.Minute)); status != 200 || w.desk.status("abc") != "approved" {
		t.Errorf("a good one: %d", status)
	}
}

func readerOf(n int) *closer { return &closer{bytes.NewReader(make([]byte, n))} }

type closer struct{ *bytes.Reader }

func (*closer) Close() error { return nil }

// Where nothing can be pressed there are links, or the way to answer.
func TestDiscordWithoutKey(t *testing.T) {
	s := discordServer(t)
	w := run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5", Links: "https://box.example:6080/"})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	sent := s.call(0)
	b := buttonsOf(sent.m)
	if len(b) != 2 || b[0]["style"] != 5.0 || b[0]["url"] != "https://box.example:6080/confirm/abc/approve?sig=1" || b[1]["url"] != "https://box.example:6080/confirm/abc/deny?sig=2" || b[0]["custom_id"] != nil {
		t.Errorf("%v", b)
	}
	s = discordServer(t)
	w = run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5"})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	if sent := s.call(0); len(buttonsOf(sent.m)) != 0 || !strings.Contains(sent.m["content"].(string), `hermes\-confirmd watch`) {
		t.Errorf("%s", sent.body)
	}
	// Its reports cannot be signed by anybody.
	if status, _ := newApplication(t).report(w, `{"type":1}`); status != 401 {
		t.Errorf("%d", status)
	}
}

// A message that somebody has deleted is let be.
func TestDiscordGone(t *testing.T) {
	s := discordServer(t)
	w := run(t, nil, inOrder(&Discord{BaseURL: s.URL, Token: "T", Channel: "5"})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	s.call(0)
	confirmtest.Eventually(t, "it is noted", func() bool { return w.book.has("abc") })
	s.fail(says(404, `{"message":"Unknown Message","code":10008}`))
	w.desk.change("abc", func(n *Notice) { n.Status = "denied" })
	confirmtest.Eventually(t, "nothing is left", func() bool { return !w.book.has("abc") })
	if s.count() != 2 || strings.Contains(w.log.String(), "level=WARN") {
		t.Errorf("%d calls, %s", s.count(), w.log)
	}
}
