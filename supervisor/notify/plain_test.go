package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// ntfyServer is ntfy, as far as something is published.
func ntfyServer(t *testing.T) *service {
	return serve(t, func(w http.ResponseWriter, r received) {
		switch {
		case r.path != "/" || r.m["topic"] != "hush":
			says(404, `{"code":40401,"http":404,"error":"page not found"}`)(w, nil)
		case r.header.Get("Authorization") != "Bearer tk_1":
			says(403, `{"code":40301,"http":403,"error":"forbidden"}`)(w, nil)
		default:
			says(200, `{"id":"sPs71M8A2T","time":1643935928,"event":"message","topic":"hush"}`, "Content-Type", "application/json")(w, nil)
		}
	})
}

func TestNtfy(t *testing.T) {
	s := ntfyServer(t)
	w := run(t, nil, inOrder(&Ntfy{BaseURL: s.URL, Topic: "hush", Token: "tk_1", Links: "http://100.64.0.7:6080"})...)
	for i, c := range []struct {
		tier     tiers.Tier
		priority float64
		approve  string // how, and where
	}{
		{tiers.Medium, 3, "http http://100.64.0.7:6080/confirm/id0/approve?sig=3"},
		{tiers.High, 4, "http http://100.64.0.7:6080/confirm/id1/approve?sig=3"},
		{tiers.Critical, 5, "view http://100.64.0.7:6080/confirm/id2/approve?sig=1"}, // one tap is not enough
	} {
		id := "id" + strconv.Itoa(i)
		w.desk.ask(request(id, c.tier, "git push"))
		sent := s.call(2 * i)
		actions := sent.m["actions"].([]any)
		approve, deny := actions[0].(map[string]any), actions[1].(map[string]any)
		if got := approve["action"].(string) + " " + approve["url"].(string); got != c.approve {
			t.Errorf("%s: %s", c.tier, got)
		}
		if deny["action"] != "http" || deny["method"] != "POST" || deny["url"] != "http://100.64.0.7:6080/confirm/"+id+"/deny?sig=2" {
			t.Errorf("%s: %v", c.tier, deny)
		}
		if sent.m["priority"] != c.priority || sent.m["sequence_id"] != id || sent.m["title"] != c.tier.String()+" command, needs an answer" || !strings.Contains(sent.m["message"].(string), "  | git push\nwhy: ") || sent.m["markdown"] != nil {
			t.Errorf("%s: %s", c.tier, sent.body)
		}
		confirmtest.Eventually(t, "it is noted", func() bool { return w.book.has(id) })
		w.desk.change(id, func(n *Notice) { n.Status, n.By = "denied", "ada" })
		if end := s.call(2*i + 1); end.m["sequence_id"] != id || end.m["priority"] != 2.0 || end.m["message"] != id+" denied by ada" || end.m["actions"] != nil {
			t.Errorf("%s", end.body)
		}
	}
	// One tap that would be too early or too late is none.
	n := request("id9", tiers.Medium, "git push")
	n.Quick = ""
	w.desk.ask(n)
	if a := s.call(6).m["actions"].([]any)[0].(map[string]any); a["action"] != "view" {
		t.Errorf("%v", a)
	}
	if strings.Contains(w.log.String(), "hush") {
		t.Errorf("the log: %s", w.log)
	}
}

// A receiver checks a notice as Standard Webhooks says.
func TestWebhook(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ received) { says(200, "")(w, nil) })
	w := run(t, nil, inOrder(&Webhook{URL: s.URL + "/hook", Secret: hookSecret, Links: "https://box.example"})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	check := func(r received, kind string) map[string]any {
		t.Helper()
		id, at := r.header.Get("webhook-id"), r.header.Get("webhook-timestamp")
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(hookSecret, "whsec_"))
		if err != nil {
			t.Fatal(err)
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + at + "." + string(r.body)))
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); r.header.Get("webhook-signature") != want {
			t.Errorf("signed %s, want %s", r.header.Get("webhook-signature"), want)
		}
		if sec, err := strconv.ParseInt(at, 10, 64); err != nil || time.Since(time.Unix(sec, 0)).Abs() > time.Minute {
			t.Errorf("sent at %s", at)
		}
		if r.m["type"] != "confirmation."+kind || id != "msg_abc_"+kind {
			t.Errorf("%s: %s", id, r.body)
		}
		return r.m["data"].(map[string]any)
	}
	data := check(s.call(0), "pending")
	if data["id"] != "abc" || data["tier"] != "HIGH" || data["command"] != "  | git push\n" || data["fields"].(map[string]any)["rule"] != "git.push" ||
		data["approve_url"] != "https://box.example/confirm/abc/approve?sig=1" || data["deny_url"] != "https://box.example/confirm/abc/deny?sig=2" {
		t.Errorf("%v", data)
	}
	w.desk.change("abc", func(n *Notice) { n.Status, n.By = "denied", "ada" })
	data = check(s.call(1), "resolved")
	if data["status"] != "denied" || data["resolved_by"] != "ada" || data["approve_url"] != nil {
		t.Errorf("%v", data)
	}
}

// A notice that comes twice is known by its id.
func TestWebhookTwice(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ received) { says(200, "")(w, nil) })
	s.fail(hangsUp)
	w := run(t, nil, inOrder(&Webhook{URL: s.URL, Secret: hookSecret})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	if one, two := s.call(0).header.Get("webhook-id"), s.call(1).header.Get("webhook-id"); one != two || one == "" {
		t.Errorf("%q, %q", one, two)
	}
}

// Nobody is sent elsewhere: what is told is for the address in the policy.
func TestNoRedirect(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, _ received) { says(200, "")(w, nil) })
	s := serve(t, func(w http.ResponseWriter, _ received) { says(307, "", "Location", other.URL)(w, nil) })
	w := run(t, nil, inOrder(&Webhook{URL: s.URL, Secret: hookSecret})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	confirmtest.Eventually(t, "it is said", func() bool { return strings.Contains(w.log.String(), "status 307") })
	if other.count() != 0 {
		t.Error("it was sent on")
	}
}

func TestTestNotice(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ received) { says(200, "")(w, nil) })
	n := &Notice{Status: Pending, Title: "a test"}
	if err := Test(t.Context(), &Webhook{URL: s.URL, Secret: hookSecret, Links: "http://box"}, n); err != nil {
		t.Error(err)
	}
	var e hookEvent
	if err := json.Unmarshal(s.call(0).body, &e); err != nil || e.Type != "confirmation.test" || e.Data.ApproveURL != "" {
		t.Errorf("%v, %s", err, s.call(0).body)
	}
	if err := Test(t.Context(), &Webhook{}, n); err == nil || err.Error() != "it has no address" {
		t.Errorf("%v", err)
	}
}
