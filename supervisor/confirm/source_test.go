package confirm

import (
	"fmt"
	"net/http"
	"testing"
)

// The cases of the source documents' HTTP tests, each against a real server.

func TestHealth(t *testing.T) {
	r := start(t, Config{}).do(call{method: "GET", path: "/health"})
	if r.status != 200 || r.m["status"] != "ok" || r.m["pending_count"] != 0.0 || r.m["screen"] != false || r.m["timestamp"].(float64) < 1e9 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

func TestSubmit(t *testing.T) {
	d := start(t, Config{})
	r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{
		"action": " deploy_production ", "description": "Deploy v2.0 to production", "requester": "timmy", "session_key": "test-session", "details": map[string]any{"version": "2.0"},
	}})
	if r.status != 202 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	id := r.m["id"].(string)
	for k, want := range map[string]any{
		"action": "deploy_production", "status": "pending", "timeout_seconds": 300.0,
		"approve_url": "/confirm/" + id + "/approve", "deny_url": "/confirm/" + id + "/deny",
	} {
		if r.m[k] != want {
			t.Errorf("%s: %v, want %v", k, r.m[k], want)
		}
	}
	got := d.get(id)
	for k, want := range map[string]any{
		"id": id, "action": "deploy_production", "description": "Deploy v2.0 to production", "requester": "timmy", "session_key": "test-session",
		"status": "pending", "resolved_by": "", "resolved_at": nil, "resolved_at_iso": nil, "timeout_seconds": 300.0, "tier": "HIGH",
	} {
		if got[k] != want {
			t.Errorf("%s: %v, want %v", k, got[k], want)
		}
	}
	if got["details"].(map[string]any)["version"] != "2.0" || got["created_at_iso"] == "" {
		t.Errorf("%v", got)
	}
}

func TestMissingFields(t *testing.T) {
	d := start(t, Config{})
	for _, body := range []any{
		map[string]any{"description": "Something"},
		map[string]any{"action": "deploy_production"},
		map[string]any{"action": " \t", "description": "x"},
		map[string]any{"action": "x", "description": nil},
		"", "{", "[]", "null", `"x"`, `{"action":"a","description":"b"}{}`,
	} {
		if r := d.do(call{method: "POST", path: "/confirm", body: body}); r.status != 400 || r.m["error"] == "" {
			t.Errorf("%v: %d %s", body, r.status, r.text)
		}
	}
}

func TestApproveFlow(t *testing.T) {
	d := start(t, Config{})
	id := d.submit(nil)
	r := d.do(call{method: "POST", path: "/confirm/" + id + "/approve", body: map[string]any{"approver": "alexander", "reason": "go"}, token: d.token})
	if r.status != 200 || r.m["status"] != "approved" || r.m["resolved_by"] != "alexander" || r.m["id"] != id || r.m["action"] != "deploy_production" || r.m["resolved_at"].(float64) < 1e9 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	if got := d.get(id); got["status"] != "approved" || got["resolved_by"] != "alexander" || got["reason"] != "go" || got["resolved_at_iso"] == nil {
		t.Errorf("%v", got)
	}
}

func TestDenyFlow(t *testing.T) {
	d := start(t, Config{})
	id := d.submit(map[string]any{"action": "delete_data", "description": "Wipe everything"})
	r := d.do(call{method: "POST", path: "/confirm/" + id + "/deny", body: map[string]any{"denier": "alexander", "reason": "Too risky"}, token: d.token})
	if r.status != 200 || r.m["status"] != "denied" || r.m["reason"] != "Too risky" || r.m["resolved_by"] != "alexander" {
		t.Errorf("%d %s", r.status, r.text)
	}
}

func TestAnsweredTwice(t *testing.T) {
	d := start(t, Config{})
	id := d.submit(nil)
	if r := d.resolve(id, "approve"); r.status != 200 || r.m["resolved_by"] != "api" {
		t.Fatalf("%d %s", r.status, r.text)
	}
	for _, verb := range []string{"approve", "deny"} {
		if r := d.resolve(id, verb); r.status != 409 || r.m["status"] != "approved" || r.m["error"] != fmt.Sprintf("confirmation %q is already resolved", id) {
			t.Errorf("%s: %d %s", verb, r.status, r.text)
		}
	}
}

func TestUnknownID(t *testing.T) {
	d := start(t, Config{})
	for _, c := range []call{
		{method: "GET", path: "/confirm/nonexistent"},
		{method: "POST", path: "/confirm/nonexistent/approve", token: d.token},
		{method: "POST", path: "/confirm/nonexistent/deny", token: d.token},
	} {
		if r := d.do(c); r.status != 404 || r.m["error"] != `confirmation "nonexistent" not found` {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.status, r.text)
		}
	}
}

func TestAudit(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	first := d.submit(nil)
	d.resolve(first, "approve")
	last := ""
	for range 60 {
		last = d.submit(nil)
	}
	for query, want := range map[string]int{"": 50, "?limit=1": 1, "?limit=0": 1, "?limit=-5": 1, "?limit=500": 61, "?limit=99999999999999999999": 50, "?limit=x": 50} {
		r := d.do(call{method: "GET", path: "/audit" + query})
		entries, _ := r.m["entries"].([]any)
		if r.status != 200 || r.m["count"] != float64(want) || len(entries) != want || entries[0].(map[string]any)["id"] != last {
			t.Errorf("%q: %d, %v entries", query, r.status, r.m["count"])
		}
	}
	all := d.do(call{method: "GET", path: "/audit?limit=500"}).m["entries"].([]any)
	if e := all[len(all)-1].(map[string]any); e["id"] != first || e["status"] != "approved" || e["resolved_by"] != "api" {
		t.Errorf("the first entry: %v", e)
	}
	if n := d.do(call{method: "GET", path: "/confirm?status=approved"}).m["count"]; n != 1.0 {
		t.Errorf("approved: %v", n)
	}
}

func TestRateLimit(t *testing.T) {
	home := t.TempDir() + "/home"
	d := start(t, Config{Home: home})
	for i := range 10 {
		d.submit(map[string]any{"action": "test_rate_action", "description": fmt.Sprint("request ", i)})
	}
	over := func(d *daemon, action string) {
		t.Helper()
		r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": action, "description": "over the limit"}})
		if r.status != http.StatusTooManyRequests || r.m["remaining"] != 0.0 || r.m["window_seconds"] != 3600.0 {
			t.Errorf("%s: %d %s", action, r.status, r.text)
		}
	}
	over(d, "test_rate_action")
	over(d, " Test_Rate_ACTION") // case and space do not matter
	d.submit(map[string]any{"action": "another"})
	d.stop()
	d = start(t, Config{Home: home})
	over(d, "test_rate_action") // a restart forgets nothing
	d.submit(map[string]any{"action": "another"})

	// Commands count by session, which is not the requester's to say: where it
	// cannot be found out, as here, all are one.
	for i := range commandLimit {
		d.submit(map[string]any{"kind": "command", "description": fmt.Sprint("git push ", i), "session_key": fmt.Sprint("s", i)})
	}
	r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "x", "kind": "command", "description": "git push", "session_key": "another"}})
	if r.status != http.StatusTooManyRequests {
		t.Errorf("command: %d %s", r.status, r.text)
	}
}

func TestWhitelist(t *testing.T) {
	home := t.TempDir() + "/home"
	d := start(t, Config{Home: home, RateLimit: 1})
	put := func(method string, body map[string]any) reply {
		t.Helper()
		return d.do(call{method: method, path: "/whitelist", body: body, token: d.token})
	}
	asked := func(action, session string, want int) {
		t.Helper()
		r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": action, "description": "x", "session_key": session}})
		if r.status != want || want == 200 && (r.m["status"] != "auto_approved" || r.m["id"] == "") {
			t.Errorf("%s in %q: %d %s", action, session, r.status, r.text)
		}
	}
	asked("safe_action", "", 202)
	if r := put("POST", map[string]any{"action": "Safe_Action", "approver": "me"}); r.status != 200 || r.m["action"] != "safe_action" || r.m["added_by"] != "me" {
		t.Fatalf("%d %s", r.status, r.text)
	}
	for range 3 { // without a limit
		asked("safe_action ", "any", 200)
	}
	if r := put("POST", map[string]any{"action": "deploy", "session_key": "session1"}); r.status != 200 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	asked("deploy", "session1", 200)
	asked("deploy", "session2", 202)
	d.stop()
	d = start(t, Config{Home: home, RateLimit: 1000})
	asked("deploy", "session1", 200)
	if r := d.do(call{method: "GET", path: "/whitelist"}); r.m["count"] != 2.0 {
		t.Errorf("%s", r.text)
	}
	if r := put("DELETE", map[string]any{"action": "safe_action"}); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := d.do(call{method: "DELETE", path: "/whitelist?action=deploy&session_key=session1", token: d.token}); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := put("DELETE", map[string]any{"action": "safe_action"}); r.status != 404 {
		t.Errorf("%d %s", r.status, r.text)
	}
	asked("safe_action", "", 202)
	asked("deploy", "session1", 202)
	for _, action := range alwaysHuman {
		for _, spelled := range []string{action, " " + action + "\n", "D" + action[1:]} {
			want := 400
			if plainAction(spelled) != action {
				continue
			}
			if r := put("POST", map[string]any{"action": spelled}); r.status != want {
				t.Errorf("%q was whitelisted: %d %s", spelled, r.status, r.text)
			}
		}
	}
	if r := put("POST", map[string]any{"action": " "}); r.status != 400 {
		t.Errorf("no action: %d %s", r.status, r.text)
	}
}

// Help must not wait.
func TestCrisis(t *testing.T) {
	d := start(t, Config{})
	post := func(action, text string) reply {
		return d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": action, "description": text}})
	}
	if r := post("send_message", "You are not alone: call or text 988"); r.status != 200 || r.m["status"] != "auto_approved" {
		t.Errorf("help: %d %s", r.status, r.text)
	}
	if r := post("delete_data", "You are not alone: call or text 988"); r.status != 202 {
		t.Errorf("not a message: %d %s", r.status, r.text)
	}
	if r := post("note", "I want to die"); r.status != 202 || r.m["crisis"] != true || r.m["resources"] == nil || r.m["tier"] != "CRITICAL" {
		t.Errorf("crisis: %d %s", r.status, r.text)
	}
}
