package notify

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Discord is a channel with a bot, which needs no more than its token to write
// there. How its buttons answer is to be chosen:
//
//   - With PublicKey and Users, by pressing. Discord reports what is pressed to
//     the "interactions endpoint URL" that is set on the application's page: it
//     must lead, by a tunnel or a proxy, to [Path]discord of this daemon, over
//     https. The reports are signed by Discord (Ed25519), and only Users count.
//
//   - Without, and with Links, the buttons are links to this daemon, which must be
//     within reach of the phone (a VPN, the home's network). A link answers for
//     whoever opens it: the channel is to have nobody else in it.
//
//   - Without either there are no buttons, and the notice says where to answer.
type Discord struct {
	BaseURL   string // "": https://discord.com/api/v10
	Token     string
	Channel   string
	PublicKey string // hexadecimal; "": nothing is pressed
	Users     []string
	Links     string // where the daemon is reached; "": nowhere
}

// discordText is how long a message may be, in characters.
const discordText = 2000

// Key implements [Service].
func (d *Discord) Key() string { return "discord " + d.Channel }

func (d *Discord) path() string { return "discord" }

func (d *Discord) check() error {
	if d.Token == "" {
		return errors.New("it has no token")
	}
	if strings.ContainsFunc(d.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("its token cannot be one")
	}
	if d.PublicKey != "" && d.key() == nil {
		return errors.New("its public_key is none")
	}
	return nil
}

// key is the public key, nil where there is none.
func (d *Discord) key() ed25519.PublicKey {
	key, err := hex.DecodeString(d.PublicKey)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil
	}
	return key
}

// discordError is what a refused call answers.
type discordError struct {
	Message    string  `json:"message"`
	Code       int     `json:"code"`
	RetryAfter float64 `json:"retry_after"` // seconds
}

// unknownMessage is Discord's code for a message that was deleted.
const unknownMessage = 10008

func (d *Discord) call(ctx context.Context, method, path string, in, out any) error {
	base := strings.TrimSuffix(orElse(d.BaseURL, "https://discord.com/api/v10"), "/")
	a, err := post(ctx, method, base+path, map[string]string{"Authorization": "Bot " + d.Token}, in)
	if err != nil {
		return err
	}
	if a.status/100 == 2 {
		if json.Unmarshal(a.body, out) != nil {
			return &laterError{err: errors.New("its answer cannot be read")}
		}
		return nil
	}
	var e discordError
	if json.Unmarshal(a.body, &e) == nil && e.Code == unknownMessage {
		return &goneError{short(e.Message)}
	}
	text := e.Message
	if e.Code != 0 {
		text = fmt.Sprintf("%s (code %d)", text, e.Code)
	}
	err = a.wrong(text)
	var later *laterError
	if errors.As(err, &later) && e.RetryAfter > 0 {
		later.after = held(e.RetryAfter)
	}
	return err
}

// Numbers of Discord's API.
const (
	rowOfButtons, aButton            = 1, 2
	styleGood, styleBad, styleLink   = 3, 4, 5
	ping, component                  = 1, 3           // kinds of interactions
	pong, answerMessage              = 1, 4           // kinds of answers
	onlyForWhoPressed, withoutEmbeds = 1 << 6, 1 << 2 // flags
)

type discordMessage struct {
	Content    string           `json:"content"`
	Components []map[string]any `json:"components"`
	Mentions   map[string]any   `json:"allowed_mentions"`
	Flags      int              `json:"flags"`
	Nonce      string           `json:"nonce,omitempty"`
	Enforce    bool             `json:"enforce_nonce,omitempty"` // sent twice, it is there once
}

func (d *Discord) message(n *Notice, second bool) (discordMessage, bool) {
	pressed := d.key() != nil
	p := n.page(discordText, func(p *page) int { return units(p.markdown()) }, how(pressed, d.Links))
	m := discordMessage{
		Content: p.markdown(), Components: []map[string]any{},
		Mentions: map[string]any{"parse": []string{}}, Flags: withoutEmbeds,
	}
	var row []map[string]any
	for _, b := range n.buttons(pressed, d.Links, p, second) {
		one := map[string]any{"type": aButton, "label": b.label, "style": styleBad, "custom_id": b.code}
		switch {
		case b.link != "":
			one["style"], one["url"] = styleLink, b.link
			delete(one, "custom_id")
		case b.good:
			one["style"] = styleGood
		}
		row = append(row, one)
	}
	if row != nil {
		m.Components = append(m.Components, map[string]any{"type": rowOfButtons, "components": row})
	}
	return m, p.whole
}

// markdown writes a page for Discord. In a block of code nothing is markup but
// the back quotes that end it, which are kept apart.
func (p *page) markdown() string {
	code := strings.NewReplacer("`", "`\u200b")
	var b strings.Builder
	b.WriteString("**" + escapeMarkdown(p.title) + "**")
	if p.command != "" {
		b.WriteString("\n```\n" + code.Replace(p.command) + "\n```")
	}
	for _, f := range p.fields {
		b.WriteString("\n" + f.Label + ": `` " + code.Replace(f.Text) + " ``")
	}
	if p.foot != "" {
		b.WriteString("\n" + escapeMarkdown(p.foot))
	}
	return b.String()
}

// escapeMarkdown puts a backslash before what Discord could take for markup.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_~|<>#@[]()-:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (d *Discord) send(ctx context.Context, n *Notice) (string, bool, error) {
	m, offers := d.message(n, false)
	m.Nonce, m.Enforce = n.ID, n.ID != ""
	var sent struct {
		ID string `json:"id"`
	}
	if err := d.call(ctx, http.MethodPost, "/channels/"+d.Channel+"/messages", m, &sent); err != nil {
		return "", false, err
	}
	if strings.Trim(sent.ID, "0123456789") != "" || sent.ID == "" {
		return "", false, &laterError{err: errors.New("its answer names no message")}
	}
	return sent.ID, offers, nil
}

func (d *Discord) update(ctx context.Context, ref string, n *Notice, second bool) error {
	m, _ := d.message(n, second)
	return d.call(ctx, http.MethodPatch, "/channels/"+d.Channel+"/messages/"+ref, m, &struct{}{})
}

func (d *Discord) signed(h http.Header, body []byte, now time.Time) bool {
	at := h.Get("X-Signature-Timestamp")
	sig, err := hex.DecodeString(h.Get("X-Signature-Ed25519"))
	key := d.key()
	return err == nil && key != nil && timely(at, now) && ed25519.Verify(key, append([]byte(at), body...), sig)
}

// person is one in Discord.
type person struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Bot      bool   `json:"bot"`
}

// interaction is a report of Discord.
type interaction struct {
	Type    int    `json:"type"`
	Channel string `json:"channel_id"`
	Data    struct {
		CustomID string `json:"custom_id"`
	} `json:"data"`
	Message struct {
		ID string `json:"id"`
	} `json:"message"`
	Member struct { // in a server
		User person `json:"user"`
	} `json:"member"`
	User person `json:"user"` // elsewhere
}

func (d *Discord) pressed(ctx context.Context, n *Notices, body []byte) any {
	var i interaction
	if json.Unmarshal(body, &i) != nil {
		return privately("This could not be read.")
	}
	switch i.Type {
	case ping:
		return map[string]any{"type": pong}
	case component:
	default:
		return privately("This is not known here.")
	}
	who := i.Member.User
	if who.ID == "" {
		who = i.User
	}
	said := n.press(ctx, press{
		service: "discord " + i.Channel, ref: i.Message.ID, code: i.Data.CustomID, user: who.ID, name: who.Username,
		may: !who.Bot && n.anyOf(func(s Service) bool { // one application may be in several channels
			o, ok := s.(*Discord)
			return ok && o.PublicKey == d.PublicKey && o.Channel == i.Channel && slices.Contains(o.Users, who.ID)
		}),
	})
	return privately(said)
}

// privately is an answer that only who has pressed gets to see.
func privately(text string) map[string]any {
	return map[string]any{"type": answerMessage, "data": map[string]any{"content": escapeMarkdown(text), "flags": onlyForWhoPressed, "allowed_mentions": map[string]any{"parse": []string{}}}}
}
