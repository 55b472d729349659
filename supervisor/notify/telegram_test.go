package notify

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/notify/notifytest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// A request's life by buttons: told, answered, and the message says so.
func TestTelegramButtons(t *testing.T) {
	for _, c := range []struct{ button, status, said string }{
		{"Approve", "approved", "Approved."},
		{"Deny", "denied", "Denied."},
	} {
		t.Run(c.button, func(t *testing.T) {
			b := notifytest.NewBot(t)
			w := run(t, nil, inOrder(telegram(b))...)
			w.desk.ask(request("abc", tiers.Medium, "git push origin main"))
			m := shows(b, "MEDIUM command", "| git push origin main", "why: it changes what others have", "abc, answer within")
			if m.Chat != chat || labels(m) != "Approve|Deny" {
				t.Errorf("%+v", m)
			}
			data := ""
			for _, x := range m.Buttons {
				if x.Text == c.button {
					data = x.Data
				}
			}
			if said := b.Press(ada, chat, m.ID, data); said != (notifytest.Said{Text: c.said}) {
				t.Errorf("who pressed is told %+v", said)
			}
			if s := w.desk.status("abc"); s != c.status {
				t.Errorf("it is %s", s)
			}
			m = shows(b, c.status+": MEDIUM command", c.status+" by telegram:7 (ada)")
			if len(m.Buttons) != 0 {
				t.Errorf("it still has buttons: %+v", m)
			}
			said := b.Press(bob, chat, m.ID, data) // on a phone that has not heard of it yet
			if said.Text != "Too late: "+c.status+" by telegram:7 (ada)." || w.desk.status("abc") != c.status {
				t.Errorf("a second press: %+v", said)
			}
			if len(b.Messages()) != 1 {
				t.Errorf("%+v", b.Messages())
			}
		})
	}
}

// Buttons answer for the people and the chat that are configured, and for the
// messages that were sent.
func TestTelegramStrangers(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	w.desk.ask(request("def", tiers.Medium, "git pull"))
	m := shows(b, "git push")
	const stranger = "You are not one of those who may answer here. This was noted."
	for _, c := range []struct {
		name    string
		who     notifytest.Finger
		chat    int64
		message int64
		data    string
		said    string
	}{
		{"another person", eve, chat, m.ID, "a:abc", stranger},
		{"another person denies", eve, chat, m.ID, "d:abc", stranger},
		{"another chat", ada, 7, m.ID, "a:abc", stranger},
		{"no person", notifytest.Finger{ID: ada.ID, IsBot: true}, chat, m.ID, "a:abc", stranger},
		{"one that calls itself ada", notifytest.Finger{ID: 67, Name: "ada"}, chat, m.ID, "a:abc", stranger},
		{"another message", ada, chat, 99, "a:abc", "This message does not count. There may be a newer one."},
		{"the message of another request", ada, chat, m.ID, "a:def", "This message does not count. There may be a newer one."},
		{"no request", ada, chat, m.ID, "a:xyz", "This message does not count. There may be a newer one."},
		{"no button of ours", ada, chat, m.ID, "z:abc", "This button is not known."},
		{"nothing", ada, chat, m.ID, "", "This message does not count. There may be a newer one."},
	} {
		said := b.Press(c.who, c.chat, c.message, c.data)
		if said.Text != c.said || said.Alert != (c.said == stranger) {
			t.Errorf("%s: %+v", c.name, said)
		}
		if w.desk.status("abc") != Pending || w.desk.status("def") != Pending {
			t.Fatalf("%s: it counted", c.name)
		}
	}
	if log := w.log.String(); strings.Count(log, "a stranger pressed a button") != 5 || !strings.Contains(log, "telegram:66 (eve)") {
		t.Errorf("noted: %s", log)
	}
}

// Two who press at once: one has answered, the other hears so.
func TestTelegramTwoAtOnce(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	m := shows(b, "git push")
	one, two := b.Push(ada, chat, m.ID, "a:abc"), b.Push(bob, chat, m.ID, "d:abc")
	first, second := <-one, <-two
	if first.Text != "Approved." || second.Text != "Too late: approved by telegram:7 (ada)." {
		t.Errorf("%q, %q", first.Text, second.Text)
	}
}

// CRITICAL takes a second tap, by the same person, on a button that comes then.
func TestTelegramCritical(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	w.desk.ask(request("abc", tiers.Medium, "terraform destroy"))
	m := shows(b, "terraform destroy")
	w.desk.change("abc", func(n *Notice) { n.Tier = tiers.Critical }) // it has escalated meanwhile
	for _, c := range []struct {
		who  notifytest.Finger
		data string
	}{
		{ada, "y:abc"}, // without a first
		{ada, "a:abc"}, // the first
		{ada, "a:abc"}, // the same button again
		{bob, "y:abc"}, // his first
	} {
		said := b.Press(c.who, chat, m.ID, c.data)
		if !strings.HasPrefix(said.Text, "This is CRITICAL: it takes a second tap") || w.desk.status("abc") != Pending {
			t.Fatalf("%s by %s: %q, %s", c.data, c.who.Name, said.Text, w.desk.status("abc"))
		}
	}
	m = b.Await("asking for a second tap", func(m notifytest.Message) bool { return labels(m) == "Deny|Yes, approve CRITICAL" })
	if said := b.Press(bob, chat, m.ID, m.Buttons[1].Data); said.Text != "Approved." || w.desk.status("abc") != "approved" {
		t.Errorf("%+v, %s", said, w.desk.status("abc"))
	}

	w.desk.ask(request("def", tiers.Critical, "dd"))
	m = b.Await("of a CRITICAL one", func(m notifytest.Message) bool { return labels(m) == "Approve…|Deny" })
	if said := b.Press(ada, chat, m.ID, m.Buttons[1].Data); said.Text != "Denied." || w.desk.status("def") != "denied" {
		t.Errorf("denying takes one: %+v", said)
	}
}

// After its end a press comes too late, and the message says what became of it.
func TestTelegramExpired(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	m := shows(b, "git push")
	w.desk.change("abc", func(n *Notice) { n.Status, n.By = "expired", "system:timeout" })
	if said := b.Press(ada, chat, m.ID, "a:abc"); said.Text != "Too late: expired by system:timeout." {
		t.Errorf("%+v", said)
	}
	if m = shows(b, "expired: MEDIUM command"); len(m.Buttons) != 0 {
		t.Errorf("%+v", m)
	}
}

// What was sent before a restart can be answered after it, is not sent again,
// and is edited if it ended meanwhile.
func TestTelegramRestart(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	w.desk.ask(request("abc", tiers.Medium, "git push one"))
	w.desk.ask(request("def", tiers.Medium, "git push two"))
	w.desk.ask(request("ghi", tiers.Critical, "git push three"))
	one, two, three := shows(b, "git push one"), shows(b, "git push two"), shows(b, "git push three")
	b.Press(ada, chat, three.ID, "a:ghi")
	w.stop()
	w.desk.change("def", func(n *Notice) { n.Status, n.By = "expired", "system:timeout" })
	w = run(t, w, inOrder(telegram(b))...)
	shows(b, "expired: MEDIUM command", "git push two")
	if said := b.Press(ada, chat, one.ID, "a:abc"); said.Text != "Approved." || w.desk.status("abc") != "approved" {
		t.Errorf("%+v", said)
	}
	shows(b, "approved: MEDIUM command", "git push one")
	if said := b.Press(ada, chat, two.ID, "d:def"); said.Text != "Too late: expired by system:timeout." {
		t.Errorf("%+v", said)
	}
	// A first tap before the restart is none after it.
	if said := b.Press(ada, chat, three.ID, "y:ghi"); !strings.HasPrefix(said.Text, "This is CRITICAL") {
		t.Errorf("%+v", said)
	}
	if said := b.Press(ada, chat, three.ID, "y:ghi"); said.Text != "Approved." {
		t.Errorf("%+v", said)
	}
	shows(b, "approved: CRITICAL command")
	if got := b.Calls("sendMessage"); got != 3 {
		t.Errorf("%d messages were sent", got)
	}
	confirmtest.Eventually(t, "nothing is kept any more", func() bool { return w.book.size() == 0 })
}

// A restart between sending and noting leaves a message that does not count;
// the request is told again.
func TestTelegramUnknownMessage(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	b.Fail(func(rw http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }) // it was sent, and the answer is lost
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	m := shows(b, "git push")
	if said := b.Press(ada, chat, m.ID+1, "a:abc"); said.Text != "This message does not count. There may be a newer one." || w.desk.status("abc") != Pending {
		t.Errorf("%+v", said)
	}
	if said := b.Press(ada, chat, m.ID, "a:abc"); said.Text != "Approved." {
		t.Errorf("%+v", said)
	}
}

// What does not fit is not cut and approved: there is no such button, and
// pressing what is not there does nothing.
func TestTelegramTooLong(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	n := request("abc", tiers.Medium, "")
	n.Command = strings.Repeat("  | rm -r /srv/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 200)
	w.desk.ask(n)
	m := shows(b, "rows more]", "Too long to be shown whole: approve it at the machine")
	if labels(m) != "Deny" {
		t.Errorf("buttons %s", labels(m))
	}
	if said := b.Press(ada, chat, m.ID, "a:abc"); said.Text != "This cannot be approved from here: it was not shown whole." || w.desk.status("abc") != Pending {
		t.Errorf("%+v", said)
	}
	if said := b.Press(ada, chat, m.ID, "d:abc"); said.Text != "Denied." {
		t.Errorf("%+v", said)
	}
}

// Nothing in a command is markup: there is no parse_mode, and what comes from a
// command lies in entities that are code, whatever it looks like.
func TestTelegramMarkup(t *testing.T) {
	b := notifytest.NewBot(t)
	w := run(t, nil, inOrder(telegram(b))...)
	const nasty = "<b>x</b> *y* _z_ `q` [a](http://evil) @eve #tag /start 😀 https://evil.example ```"
	n := request("abc", tiers.Medium, "echo '"+nasty+"'")
	n.Fields = []Field{{Label: "target", Text: nasty}}
	w.desk.ask(n)
	m := shows(b, nasty)
	outside, at := "", 0
	for _, e := range m.Entities {
		if e.Type == "pre" || e.Type == "code" {
			outside += notifytest.Entity{Offset: at, Length: e.Offset - at}.Of(m.Text)
			at = e.Offset + e.Length
		}
	}
	outside += notifytest.Entity{Offset: at, Length: units(m.Text) - at}.Of(m.Text)
	for _, part := range []string{"evil", "@eve", "#tag", "<b>", "😀"} {
		if strings.Contains(outside, part) {
			t.Errorf("%s stands outside of code: %q", part, outside)
		}
	}
	if !strings.Contains(m.Text, "echo '"+nasty+"'") || !strings.Contains(m.Text, "target: "+nasty) {
		t.Errorf("it was changed: %s", m.Text)
	}
}

// What the Bot API answers when it does not do what it is told.
func TestTelegramFaults(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	torn := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.Write([]byte(`{"ok":true,"res`))
	}
	garbage := func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>busy</html>")) }
	for _, c := range []struct {
		name  string
		fault http.HandlerFunc
		log   string // what is said about it; "" where it is tried again in silence
	}{
		{"429", notifytest.Refuse(429, "Too Many Requests: retry after 1", map[string]any{"retry_after": 1}), ""},
		{"500", notifytest.Refuse(500, "Internal Server Error", nil), ""},
		{"502", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) }, ""},
		{"torn", torn, ""},
		{"garbage", garbage, ""},
		{"hangs", hang, "no answer in time"},
		{"no room", notifytest.Refuse(400, "Bad Request: not enough rights to send text messages to the chat", nil), "not enough rights"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := notifytest.NewBot(t)
			w := run(t, nil, inOrder(telegram(b))...)
			b.Fail(c.fault)
			w.desk.ask(request("abc", tiers.Medium, "git push"))
			m := shows(b, "git push")
			if c.log != "" && !strings.Contains(w.log.String(), c.log) || c.log == "" && strings.Contains(w.log.String(), "not told") {
				t.Errorf("the log: %s", w.log)
			}
			if strings.Contains(w.log.String(), notifytest.Token) {
				t.Errorf("the log has the token: %s", w.log)
			}
			b.Fail(c.fault)
			if said := b.Press(ada, chat, m.ID, "a:abc"); said.Text != "Approved." {
				t.Errorf("%+v", said)
			}
			shows(b, "approved: MEDIUM command")
		})
	}
}

// What no second try mends is said, and the next service is told.
func TestTelegramRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault http.HandlerFunc
		log   string
	}{
		{"wrong token", notifytest.Refuse(401, "Unauthorized", nil), "status 401: Unauthorized"},
		{"no such chat", notifytest.Refuse(400, "Bad Request: chat not found", nil), "write to the bot first"},
		{"thrown out", notifytest.Refuse(403, "Forbidden: bot was kicked from the group chat", nil), "bot was kicked"},
		{"a group that grew", notifytest.Refuse(400, "Bad Request: group chat was upgraded to a supergroup chat", map[string]any{"migrate_to_chat_id": -100999}), "chat -100999"},
		{"429 for long", notifytest.Refuse(429, "Too Many Requests: retry after 600", map[string]any{"retry_after": 600}), "again in 10m0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b, other := notifytest.NewBot(t), notifytest.NewBot(t)
			w := run(t, nil, inOrder(telegram(b), &Telegram{BaseURL: other.URL, Token: notifytest.Token, Chat: 8, Users: []int64{8}})...)
			b.Fail(c.fault)
			w.desk.ask(request("abc", tiers.Medium, "git push"))
			shows(other, "git push")
			if !strings.Contains(w.log.String(), c.log) {
				t.Errorf("the log: %s", w.log)
			}
			w.desk.ask(request("def", tiers.Medium, "git pull")) // the first rests
			shows(other, "git pull")
			if len(b.Messages()) != 0 || b.Calls("sendMessage") != 1 {
				t.Errorf("%d calls, %+v", b.Calls("sendMessage"), b.Messages())
			}
		})
	}
}

// Two chats of one bot: its updates are asked for once.
func TestTelegramTwoChats(t *testing.T) {
	b := notifytest.NewBot(t)
	list := []Told{{telegram(b), false}, {&Telegram{BaseURL: b.URL + "/", Token: notifytest.Token, Chat: 66, Users: []int64{66}}, true}}
	w := run(t, nil, list...)
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	b.Await("in the group", func(m notifytest.Message) bool { return m.Chat == chat })
	m := b.Await("with eve", func(m notifytest.Message) bool { return m.Chat == 66 })
	if said := b.Press(eve, chat, m.ID, "a:abc"); said.Text == "Approved." {
		t.Error("eve answers in the group")
	}
	if said := b.Press(eve, 66, m.ID, "a:abc"); said.Text != "Approved." {
		t.Errorf("%+v", said)
	}
	for _, c := range []int64{chat, 66} {
		b.Await("edited", func(m notifytest.Message) bool {
			return m.Chat == c && strings.Contains(m.Text, "approved by telegram:66")
		})
	}
	if strings.Contains(w.log.String(), "Conflict") {
		t.Errorf("%s", w.log)
	}
}
