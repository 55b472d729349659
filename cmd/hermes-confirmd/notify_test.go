package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/notify/notifytest"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// policy lays down the user's policy, as a person does.
func (p *place) policy(text string) {
	p.t.Helper()
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.home, "exec.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if err := seal.Put(p.home, path, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

var (
	ada = notifytest.Finger{ID: 7, Name: "ada"}
	eve = notifytest.Finger{ID: 66, Name: "eve"}
)

// toldByTelegram is a place whose daemon tells ada, in the private chat 7.
func toldByTelegram(t *testing.T) (*place, *notifytest.Bot) {
	b, p := notifytest.NewBot(t), newPlace(t)
	p.policy("notify: [{service: telegram, chat: 7, base_url: '" + b.URL + "'}]\n")
	p.env = append(p.env, "TELEGRAM_BOT_TOKEN="+notifytest.Token)
	return p, b
}

func asking(b *notifytest.Bot, part string) notifytest.Message {
	return b.Await("that asks about "+part, func(m notifytest.Message) bool { return strings.Contains(m.Text, part) && len(m.Buttons) > 0 })
}

func ended(b *notifytest.Bot, part string) notifytest.Message {
	return b.Await("that says "+part, func(m notifytest.Message) bool { return strings.Contains(m.Text, part) && len(m.Buttons) == 0 })
}

// A request's whole life through Telegram's buttons: an agent without a terminal
// runs a command, a person presses, the command runs, or does not.
func TestTelegramLife(t *testing.T) {
	p, b := toldByTelegram(t)
	d := p.serve()
	const secret = "hunter2hunter2"
	w := p.waiter("-c", "git push https://ada:"+secret+"@example.org/x.git main")
	m := asking(b, "example.org")
	for _, want := range []string{"MEDIUM command, needs an answer", "| git push https://ada:***@example.org/x.git main", "in: " + p.dir, "rule: git.push", "answer within"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("%q is not in\n%s", want, m.Text)
		}
	}
	if m.Chat != 7 || strings.Contains(m.Text, secret) {
		t.Errorf("%+v", m)
	}
	id := p.pending(1)[0].ID
	if said := b.Press(eve, 7, m.ID, "a:"+id); !said.Alert || !strings.Contains(said.Text, "not one of those who may answer") {
		t.Errorf("eve is told %+v", said)
	}
	p.pending(1)
	if said := b.Press(ada, 7, m.ID, m.Buttons[0].Data); said.Text != "Approved." {
		t.Errorf("ada is told %+v", said)
	}
	if status, out := w.ended(t); status != 0 || out != "ran git push https://ada:"+secret+"@example.org/x.git main\n" {
		t.Errorf("%d %s", status, out)
	}
	ended(b, "approved by telegram:7 (ada)")

	w = p.waiter("-c", "git push two")
	m = asking(b, "git push two")
	if said := b.Press(ada, 7, m.ID, m.Buttons[1].Data); said.Text != "Denied." {
		t.Errorf("ada is told %+v", said)
	}
	if status, out := w.ended(t); status != 126 || !strings.HasPrefix(out, "hermes-exec: DENIED: git push two\n") || !strings.Contains(out, "telegram:7 (ada) was asked and denied it") {
		t.Errorf("%d %s", status, out)
	}
	ended(b, "denied by telegram:7 (ada)")

	// It is recorded as any other answer is, in both places.
	if out := p.confirmd("audit"); strings.Count(out, "telegram:7 (ada)") != 2 {
		t.Errorf("audit: %s", out)
	}
	log, err := os.ReadFile(filepath.Join(p.home, "exec", "audit.jsonl"))
	if err != nil || !strings.Contains(string(log), `"reason":"telegram:7 (ada) approved it (confirmation `+id+`)"`) {
		t.Errorf("%v\n%s", err, log)
	}

	// Answered elsewhere, and withdrawn: the message says so.
	w = p.waiter("-c", "git push three")
	asking(b, "git push three")
	p.confirmd("approve", p.pending(1)[0].ID, "--as", "bob")
	w.ended(t)
	ended(b, "approved by bob")
	w = p.waiter("-c", "git push four")
	asking(b, "git push four")
	w.cmd.Process.Kill()
	ended(b, "cancelled by system:requester gone")
	if err := d.stop(); err != nil {
		t.Errorf("the daemon ended with %v: %s", err, d.said)
	}
	if said := d.said.String(); !strings.Contains(said, "a stranger pressed a button") || strings.Contains(said, notifytest.Token) {
		t.Errorf("the daemon's log: %s", said)
	}
}

// What is CRITICAL takes two taps.
func TestTelegramSecondTap(t *testing.T) {
	p, b := toldByTelegram(t)
	d := p.serve()
	status, m, err := post(d.base+"/confirm", map[string]any{"action": "wipe_database", "description": "drop it", "details": map[string]any{"name": "orders"}, "timeout_seconds": 600})
	if status != 202 {
		t.Fatalf("%d %v %v", status, m, err)
	}
	asked := asking(b, "drop it")
	for _, want := range []string{"CRITICAL action", "action: wipe_database", `{"name":"orders"}`} {
		if !strings.Contains(asked.Text, want) {
			t.Errorf("%q is not in\n%s", want, asked.Text)
		}
	}
	if said := b.Press(ada, 7, asked.ID, asked.Buttons[0].Data); !strings.Contains(said.Text, "second tap") {
		t.Errorf("%+v", said)
	}
	p.pending(1)
	again := b.Await("that asks again", func(m notifytest.Message) bool {
		return len(m.Buttons) == 2 && strings.HasPrefix(m.Buttons[1].Text, "Yes, ")
	})
	if said := b.Press(ada, 7, again.ID, again.Buttons[1].Data); said.Text != "Approved." {
		t.Errorf("%+v", said)
	}
	ended(b, "approved by telegram:7 (ada)")
}

// What another program asks for is shown whole, its details included, or not
// approved from there; one that calls itself a command is no exception.
func TestTelegramDetails(t *testing.T) {
	p, b := toldByTelegram(t)
	d := p.serve()
	for _, kind := range []string{"", "command"} {
		for name, size := range map[string]int{"short": 1000, "long": 5000} {
			what := kind + name
			status, m, err := post(d.base+"/confirm", map[string]any{
				"kind": kind, "action": "send_report", "description": "send it " + what, "details": map[string]any{"to": strings.Repeat("x", size) + "END"}, "timeout_seconds": 600,
			})
			if status != 202 {
				t.Fatalf("%d %v %v", status, m, err)
			}
			asked := asking(b, "send it "+what)
			if all := strings.Contains(asked.Text, strings.Repeat("x", size)+"END"); all != (name == "short") || all != (len(asked.Buttons) == 2) {
				t.Errorf("%s: %d buttons, whole: %v\n%s", what, len(asked.Buttons), all, asked.Text)
			}
		}
	}
}

// The daemon is killed between the notice and the press.
func TestTelegramOverRestart(t *testing.T) {
	p, b := toldByTelegram(t)
	d := p.serve()
	w := p.waiter("-c", "git push")
	m := asking(b, "git push")
	confirmtest.Eventually(t, "the message is noted", func() bool {
		text, err := os.ReadFile(filepath.Join(p.home, "exec", "notices.json"))
		return err == nil && strings.Contains(string(text), `"ref":"1"`)
	})
	d.kill()
	answer := b.Push(ada, 7, m.ID, m.Buttons[0].Data) // nobody is there
	p.serve()
	select {
	case said := <-answer:
		if said.Text != "Approved." {
			t.Errorf("%+v", said)
		}
	case <-time.After(60 * time.Second):
		t.Fatal("the press is lost")
	}
	if status, out := w.ended(t); status != 0 || out != "ran git push\n" {
		t.Errorf("%d %s", status, out)
	}
	ended(b, "approved by telegram:7 (ada)")
	if n := len(b.Messages()); n != 1 {
		t.Errorf("%d messages", n)
	}
}

// A link in a notice works once it is opened, and says by whose notice.
func TestNtfyLink(t *testing.T) {
	p := newPlace(t)
	bodies := make(chan map[string]any, 10)
	ntfy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bodies <- readJSON(t, r)
		fmt.Fprint(w, `{"id":"x","event":"message"}`)
	}))
	t.Cleanup(ntfy.Close)
	p.env = append(p.env, "NTFY_TOPIC=hush")
	p.policy("notify: [{service: ntfy, topic_env: NTFY_TOPIC, base_url: '" + ntfy.URL + "', links: http://links}]\n")
	d := p.serve()
	w := p.waiter("-c", "git push")
	body := <-bodies
	action := body["actions"].([]any)[0].(map[string]any)
	if body["topic"] != "hush" || action["action"] != "http" || action["method"] != "POST" {
		t.Errorf("%v", body)
	}
	link := strings.Replace(action["url"].(string), "http://links", d.base, 1)
	resp, err := http.Post(link, "application/json", strings.NewReader(action["body"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if status, out := w.ended(t); resp.StatusCode != 200 || status != 0 || out != "ran git push\n" {
		t.Errorf("%d %d %s", resp.StatusCode, status, out)
	}
	if body = <-bodies; body["title"] != "approved: MEDIUM command" || body["actions"] != nil {
		t.Errorf("%v", body)
	}
	if out := p.confirmd("audit"); !strings.Contains(out, "ntfy") {
		t.Errorf("audit: %s", out)
	}
}

// The verb says what is configured, and sends a test.
func TestNotifyVerb(t *testing.T) {
	p := newPlace(t)
	if out := p.confirmd("notify"); !strings.Contains(out, "nobody is told") {
		t.Error(out)
	}
	b := notifytest.NewBot(t)
	p.policy(`notify:
  - {service: telegram, chat: 7, base_url: '` + b.URL + `'}
  - {service: telegram, chat: 8, base_url: '` + b.URL + `', token_env: OTHER}
  - {service: ntfy, topic: hush, base_url: 'http://127.0.0.1:1'}
`)
	p.env = append(p.env, "TELEGRAM_BOT_TOKEN="+notifytest.Token)
	out, status := p.run("hermes-confirmd", "notify")
	if status != 125 || !strings.Contains(out, "1  telegram 7: configured\n2  telegram 8: OTHER is not set in the environment of the daemon\n3  ntfy: configured\n") {
		t.Errorf("%d %s", status, out)
	}
	out, status = p.run("hermes-confirmd", "notify", "--test")
	if status != 125 || !strings.Contains(out, "1  telegram 7: sent\n") || !strings.Contains(out, "3  ntfy: dial tcp 127.0.0.1:1: connect: connection refused\n") || !strings.Contains(out, "2 of 3 services cannot be used") {
		t.Errorf("%d %s", status, out)
	}
	if list := b.Messages(); len(list) != 1 || !strings.Contains(list[0].Text, "a test") || len(list[0].Buttons) != 0 {
		t.Errorf("%+v", list)
	}
	b.Fail(notifytest.Refuse(400, "Bad Request: chat not found", nil))
	if out, _ = p.run("hermes-confirmd", "notify", "--test"); !strings.Contains(out, "1  telegram 7: status 400: Bad Request: chat not found; write to the bot first") || strings.Contains(out, notifytest.Token) {
		t.Error(out)
	}
	p.policy("notify:\n  - {service: fax}\n")
	for _, args := range [][]string{{"notify"}, {"serve", "--port", "0"}} {
		if out, status := p.run(append([]string{"hermes-confirmd"}, args...)...); status != 125 || !strings.Contains(out, `exec.yaml:2:15: service "fax"`) {
			t.Errorf("%q: %d %s", args, status, out)
		}
	}
}

// A service that cannot be used is said, and holds nothing up.
func TestNotifyWithoutSecret(t *testing.T) {
	p := newPlace(t)
	p.policy("notify: [{service: telegram, chat: 7}]\n")
	d := p.serve()
	w := p.waiter("-c", "git push")
	p.confirmd("approve", p.pending(1)[0].ID)
	if status, out := w.ended(t); status != 0 {
		t.Errorf("%d %s", status, out)
	}
	d.stop()
	if said := d.said.String(); !strings.Contains(said, "TELEGRAM_BOT_TOKEN is not set") {
		t.Errorf("the daemon's log: %s", said)
	}
}

// Discord reports what is pressed through a tunnel, by another name than the
// daemon's: its signature is what counts.
func TestDiscordLife(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan map[string]any, 10)
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent <- readJSON(t, r)
		fmt.Fprint(w, `{"id":"1042"}`)
	}))
	t.Cleanup(rest.Close)
	p := newPlace(t)
	p.policy("notify: [{service: discord, channel: 5, users: [7], public_key: " + hex.EncodeToString(public) + ", base_url: '" + rest.URL + "'}]\n")
	p.env = append(p.env, "DISCORD_BOT_TOKEN=x")
	d := p.serve()
	report := func(path, body string, key ed25519.PrivateKey) (int, string) {
		t.Helper()
		req, err := http.NewRequest(http.MethodPost, d.base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		at := strconv.FormatInt(time.Now().Unix(), 10)
		req.Host = "tunnel.example"
		req.Header.Set("X-Signature-Timestamp", at)
		req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, []byte(at+body))))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, strings.TrimSpace(string(text))
	}
	if status, said := report("/notify/discord", `{"type":1}`, private); status != 200 || said != `{"type":1}` {
		t.Errorf("PING: %d %s", status, said)
	}
	w := p.waiter("-c", "git push")
	custom := (<-sent)["components"].([]any)[0].(map[string]any)["components"].([]any)[0].(map[string]any)["custom_id"]
	press := fmt.Sprintf(`{"type":3,"channel_id":"5","message":{"id":"1042"},"member":{"user":{"id":"7","username":"ada"}},"data":{"custom_id":%q}}`, custom)
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/notify/discord": 401, "/notify/slack": 404, "/notify/": 404, "/confirm": 403} {
		if status, said := report(path, press, other); status != want {
			t.Errorf("%s: %d %s, want %d", path, status, said, want)
		}
	}
	p.pending(1)
	if status, said := report("/notify/discord", press, private); status != 200 || !strings.Contains(said, "Approved") {
		t.Errorf("%d %s", status, said)
	}
	if status, out := w.ended(t); status != 0 || out != "ran git push\n" {
		t.Errorf("%d %s", status, out)
	}
	if text := (<-sent)["content"].(string); !strings.Contains(text, "approved") {
		t.Errorf("%s", text)
	}
	if out := p.confirmd("audit"); !strings.Contains(out, "discord:7 (ada)") {
		t.Errorf("audit: %s", out)
	}
}

func readJSON(t *testing.T, r *http.Request) map[string]any {
	var m map[string]any
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		t.Errorf("%s: %v", r.URL.Path, err)
	}
	return m
}
