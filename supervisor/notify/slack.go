package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Slack is a channel. There are two ways into it:
//
//   - Webhook, an incoming webhook: it has its own channel, a message cannot be
//     changed, and what became of a request is a message of its own.
//
//   - Token and Channel: a bot with the scope chat:write, whose messages change.
//
// Buttons answer where there are a Token, SigningSecret and Users: Slack reports
// what is pressed to the "request URL" under Interactivity on the app's page,
// which must lead, by a tunnel or a proxy, to [Path]slack of this daemon, over
// https. The reports are signed by Slack, and only Users count. Without, and with
// Links, the buttons are links as those of [Discord] are.
type Slack struct {
	BaseURL       string // "": https://slack.com/api
	Webhook       string
	Token         string
	Channel       string
	Users         []string
	SigningSecret string // "": nothing is pressed
	Links         string // where the daemon is reached; "": nowhere
}

// slackText is how long the text of a section may be.
const slackText = 3000

// Key implements [Service].
func (s *Slack) Key() string {
	if s.Channel != "" {
		return "slack " + s.Channel
	}
	sum := sha256.Sum256([]byte(s.Webhook))
	return "slack webhook-" + hex.EncodeToString(sum[:4])
}

func (s *Slack) path() string { return "slack" }

func (s *Slack) check() error {
	switch {
	case s.Channel == "" && s.Webhook == "":
		return errors.New("it has no webhook")
	case s.Channel != "" && s.Token == "":
		return errors.New("it has no token")
	case strings.ContainsFunc(s.Token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("its token cannot be one")
	case len(s.Users) > 0 && s.SigningSecret == "":
		return errors.New("it has no signing secret")
	}
	return nil
}

// canPress reports whether buttons are answered.
func (s *Slack) canPress() bool { return s.Channel != "" && s.SigningSecret != "" && len(s.Users) > 0 }

type slackMessage struct {
	Channel string           `json:"channel,omitempty"`
	TS      string           `json:"ts,omitempty"`
	Text    string           `json:"text"` // what a phone announces
	Blocks  []map[string]any `json:"blocks"`
	Unfurl  *bool            `json:"unfurl_links,omitempty"`
	Media   *bool            `json:"unfurl_media,omitempty"`
}

func (s *Slack) message(n *Notice, second bool) (slackMessage, bool) {
	p := n.page(slackText, func(p *page) int { return units(p.mrkdwn()) }, how(s.canPress(), s.Links))
	section := map[string]any{"type": "section", "text": map[string]any{"type": "mrkdwn", "text": p.mrkdwn(), "verbatim": true}}
	m := slackMessage{Channel: s.Channel, Text: escapeSlack(p.title), Blocks: []map[string]any{section}}
	if s.Channel != "" {
		m.Unfurl, m.Media = new(bool), new(bool)
	}
	var row []map[string]any
	for _, b := range n.buttons(s.canPress(), s.Links, p, second) {
		one := map[string]any{"type": "button", "text": map[string]any{"type": "plain_text", "text": b.label}, "action_id": b.label, "style": "danger"}
		if b.good {
			one["style"] = "primary"
		}
		if b.link != "" {
			one["url"] = b.link
		} else {
			one["value"], one["action_id"] = b.code, b.code
		}
		row = append(row, one)
	}
	if row != nil {
		m.Blocks = append(m.Blocks, map[string]any{"type": "actions", "elements": row})
	}
	return m, p.whole
}

// escapeSlack takes their meaning from the three characters that have one.
func escapeSlack(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// mrkdwn writes a page for Slack. In a block of code nothing is markup but
// <…>, and the back quotes that end it, which are kept apart.
func (p *page) mrkdwn() string {
	code := func(s string) string { return strings.ReplaceAll(escapeSlack(s), "`", "`\u200b") }
	plain := func(s string) string { // outside of code: no bold, italics, strikethrough, emoji
		return strings.NewReplacer("*", "*\u200b", "_", "_\u200b", "~", "~\u200b", "`", "`\u200b", ":", ":\u200b").Replace(escapeSlack(s))
	}
	var b strings.Builder
	b.WriteString(plain(p.title))
	if p.command != "" {
		b.WriteString("\n```\n" + code(p.command) + "\n```")
	}
	for _, f := range p.fields {
		b.WriteString("\n" + f.Label + ": `" + code(f.Text) + "`")
	}
	if p.foot != "" {
		b.WriteString("\n" + plain(p.foot))
	}
	return b.String()
}

// call calls a method of the Web API.
func (s *Slack) call(ctx context.Context, method string, in, out any) error {
	base := strings.TrimSuffix(orElse(s.BaseURL, "https://slack.com/api"), "/")
	a, err := post(ctx, http.MethodPost, base+"/"+method, map[string]string{"Authorization": "Bearer " + s.Token}, in)
	if err != nil {
		return err
	}
	var r struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	read := json.Unmarshal(a.body, &r)
	switch {
	case a.status/100 != 2:
		return a.wrong(r.Error)
	case read != nil || r.OK && out != nil && json.Unmarshal(a.body, out) != nil:
		return &laterError{err: errors.New("its answer cannot be read")}
	case r.OK:
		return nil
	}
	return slackError(r.Error, a)
}

// slackError is what an answer that is not ok says.
func slackError(code string, a *answered) error {
	switch code {
	case "ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable", "request_timeout":
		return &laterError{err: errors.New(code), after: a.retryAfter()}
	case "message_not_found":
		return &goneError{code}
	case "msg_too_long", "invalid_blocks", "invalid_blocks_format", "no_text":
		return &refusedError{text: code}
	}
	return &refusedError{short(orElse(code, "it says no, without a reason")), true}
}

func (s *Slack) send(ctx context.Context, n *Notice) (string, bool, error) {
	m, offers := s.message(n, false)
	if s.Channel == "" {
		return "-", offers, s.hook(ctx, m)
	}
	var sent struct {
		TS string `json:"ts"`
	}
	if err := s.call(ctx, "chat.postMessage", m, &sent); err != nil {
		return "", false, err
	}
	if sent.TS == "" {
		return "", false, &laterError{err: errors.New("its answer names no message")}
	}
	return sent.TS, offers, nil
}

// hook posts to the incoming webhook, which answers "ok", or a word in plain text.
func (s *Slack) hook(ctx context.Context, m slackMessage) error {
	a, err := post(ctx, http.MethodPost, s.Webhook, nil, m)
	if err != nil {
		return err
	}
	return a.wrong(string(a.body))
}

func (s *Slack) update(ctx context.Context, ref string, n *Notice, second bool) error {
	m, _ := s.message(n, second)
	if s.Channel == "" {
		said := n.ID + " " + n.foot("")
		section := map[string]any{"type": "section", "text": map[string]any{"type": "mrkdwn", "text": (&page{title: said}).mrkdwn(), "verbatim": true}}
		return s.hook(ctx, slackMessage{Text: escapeSlack(said), Blocks: []map[string]any{section}})
	}
	m.TS, m.Unfurl, m.Media = ref, nil, nil
	return s.call(ctx, "chat.update", m, nil)
}

func (s *Slack) signed(h http.Header, body []byte, now time.Time) bool {
	at := h.Get("X-Slack-Request-Timestamp")
	sig, err := hex.DecodeString(strings.TrimPrefix(h.Get("X-Slack-Signature"), "v0="))
	mac := hmac.New(sha256.New, []byte(s.SigningSecret))
	fmt.Fprintf(mac, "v0:%s:%s", at, body)
	return err == nil && s.canPress() && timely(at, now) && hmac.Equal(sig, mac.Sum(nil))
}

// blockActions is a report of Slack.
type blockActions struct {
	Type string `json:"type"`
	User struct {
		ID       string `json:"id"`
		Username string `json:"username"`
	} `json:"user"`
	Container struct {
		TS      string `json:"message_ts"`
		Channel string `json:"channel_id"`
	} `json:"container"`
	Actions []struct {
		Value string `json:"value"`
	} `json:"actions"`
}

// pressed implements [endpoint]. Slack wants an empty answer; who has pressed is
// told by a message that only they see.
func (s *Slack) pressed(ctx context.Context, n *Notices, body []byte) any {
	form, err := url.ParseQuery(string(body))
	var r blockActions
	if err != nil || json.Unmarshal([]byte(form.Get("payload")), &r) != nil || r.Type != "block_actions" || len(r.Actions) != 1 || r.Actions[0].Value == "" {
		return nil // of no button of ours
	}
	said := n.press(ctx, press{
		service: "slack " + r.Container.Channel, ref: r.Container.TS, code: r.Actions[0].Value, user: r.User.ID, name: r.User.Username,
		may: n.anyOf(func(o Service) bool {
			other, ok := o.(*Slack)
			return ok && other.SigningSecret == s.SigningSecret && other.Channel == r.Container.Channel && slices.Contains(other.Users, r.User.ID)
		}),
	})
	go func() { // the answer has three seconds
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		in := map[string]any{"channel": r.Container.Channel, "user": r.User.ID, "text": escapeSlack(said)}
		if err := s.call(ctx, "chat.postEphemeral", in, nil); err != nil {
			n.log.Debug("who pressed could not be told", "error", err)
		}
	}()
	return nil
}
