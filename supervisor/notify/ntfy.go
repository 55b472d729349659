package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Ntfy is a topic of ntfy.sh, or of a server of one's own. Whoever knows the
// topic reads along, unless the server asks for a token.
//
// With Links the notice has buttons. They go to this daemon, which must be within
// reach of the phone (a VPN, the home's network), and answer for whoever reads
// the topic. Deny answers at once. So does Approve, as long as one tap is enough;
// for what is CRITICAL it opens the page, which asks once more.
type Ntfy struct {
	BaseURL string // "": https://ntfy.sh
	Topic   string
	Token   string // "": the topic is open
	Links   string // where the daemon is reached; "": nowhere
}

// ntfyText is how long a message may be, in bytes; what is longer becomes an
// attachment.
const ntfyText = 4096

// Key implements [Service]. The topic is as good as a password.
func (t *Ntfy) Key() string {
	sum := sha256.Sum256([]byte(t.Topic))
	return "ntfy topic-" + hex.EncodeToString(sum[:4])
}

func (t *Ntfy) check() error {
	switch {
	case t.Topic == "":
		return errors.New("it has no topic")
	case len(t.Topic) > 64 || strings.Trim(t.Topic, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "":
		return errors.New("its topic cannot be one: letters, digits, _ and -")
	case strings.ContainsFunc(t.Token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("its token cannot be one")
	}
	return nil
}

type ntfyMessage struct {
	Topic    string           `json:"topic"`
	Sequence string           `json:"sequence_id,omitempty"` // from 2.16 on what comes later takes its place
	Title    string           `json:"title"`
	Message  string           `json:"message"`
	Priority int              `json:"priority"`
	Tags     []string         `json:"tags,omitempty"`
	Actions  []map[string]any `json:"actions,omitempty"`
}

func (t *Ntfy) send(ctx context.Context, n *Notice) (string, bool, error) {
	p := n.page(ntfyText, func(p *page) int { return len(p.text()) }, how(false, t.Links))
	title := p.title
	p.title = ""
	m := ntfyMessage{
		Topic: t.Topic, Sequence: n.ID, Title: title, Message: strings.TrimPrefix(p.text(), "\n"),
		Priority: priority(n.Tier), Tags: []string{"warning"}, Actions: t.actions(n, p),
	}
	return "-", p.whole, t.publish(ctx, m)
}

// priority is how loud a phone is: default, high, urgent.
func priority(t tiers.Tier) int {
	switch {
	case t >= tiers.Critical:
		return 5
	case t == tiers.High:
		return 4
	}
	return 3
}

func (t *Ntfy) actions(n *Notice, p *page) []map[string]any {
	var list []map[string]any
	once := func(label, path string) map[string]any {
		return map[string]any{
			"action": "http", "label": label, "url": strings.TrimSuffix(t.Links, "/") + path, "method": http.MethodPost, "clear": true,
			"headers": map[string]string{"Content-Type": "application/json"}, "body": `{"approver":"ntfy","denier":"ntfy"}`,
		}
	}
	for _, b := range n.buttons(false, t.Links, p, false) {
		switch {
		case !b.good:
			list = append(list, once(b.label, n.Deny))
		case n.Quick != "" && n.Tier < tiers.Critical:
			list = append(list, once("Approve", n.Quick))
		default:
			list = append(list, map[string]any{"action": "view", "label": b.label, "url": b.link, "clear": true})
		}
	}
	return list
}

// update says what became of it, softly. A server that knows no sequences shows
// it as one more notice.
func (t *Ntfy) update(ctx context.Context, _ string, n *Notice, _ bool) error {
	return t.publish(ctx, ntfyMessage{Topic: t.Topic, Sequence: n.ID, Title: n.title(), Message: n.ID + " " + n.foot(""), Priority: 2})
}

func (t *Ntfy) publish(ctx context.Context, m ntfyMessage) error {
	header := map[string]string{}
	if t.Token != "" {
		header["Authorization"] = "Bearer " + t.Token
	}
	a, err := post(ctx, http.MethodPost, strings.TrimSuffix(orElse(t.BaseURL, "https://ntfy.sh"), "/")+"/", header, m)
	if err != nil {
		return err
	}
	var r struct {
		ID    string `json:"id"`
		Error string `json:"error"`
	}
	read := json.Unmarshal(a.body, &r)
	if a.status/100 == 2 && (read != nil || r.ID == "") {
		return &laterError{err: errors.New("its answer cannot be read")}
	}
	return a.wrong(r.Error)
}
