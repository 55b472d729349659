package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Telegram is a chat with a bot. Its buttons answer: the daemon asks the Bot API
// what was pressed (long polling), so nothing has to reach this machine. The
// bot must be its own: another program that asks for the same bot's updates
// takes the presses away.
//
// A message is text with entities, never with a parse_mode, so that nothing in a
// command is markup.
type Telegram struct {
	BaseURL string // "": https://api.telegram.org
	Token   string
	Chat    int64
	Users   []int64 // who may answer
}

// telegramText is how long a message may be, in UTF-16 units.
const telegramText = 4096

// Key implements [Service].
func (t *Telegram) Key() string { return "telegram " + strconv.FormatInt(t.Chat, 10) }

func (t *Telegram) check() error {
	number, secret, _ := strings.Cut(t.Token, ":")
	switch {
	case t.Token == "":
		return errors.New("it has no token")
	case number == "" || strings.Trim(number, "0123456789") != "" || handle(secret) == "" || strings.Contains(secret, "."):
		return errors.New("its token is none of Telegram's, which look like 123456:AbC-dEf")
	}
	return nil
}

func (t *Telegram) base() string {
	return strings.TrimSuffix(orElse(t.BaseURL, "https://api.telegram.org"), "/")
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// botReply is what every method of the Bot API answers.
type botReply struct {
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	Code        int             `json:"error_code"`
	Description string          `json:"description"`
	Parameters  struct {
		RetryAfter float64 `json:"retry_after"`
		MigrateTo  int64   `json:"migrate_to_chat_id"`
	} `json:"parameters"`
}

// call calls a method, and reads its result into out.
func (t *Telegram) call(ctx context.Context, method string, in, out any) error {
	a, err := post(ctx, http.MethodPost, t.base()+"/bot"+t.Token+"/"+method, nil, in)
	if err != nil {
		return err
	}
	var r botReply
	if err := json.Unmarshal(a.body, &r); err != nil {
		if err := a.wrong("it does not answer in JSON"); err != nil {
			return err
		}
		return &laterError{err: errors.New("its answer cannot be read")}
	}
	if !r.OK {
		return r.wrong(a)
	}
	if out != nil && json.Unmarshal(r.Result, out) != nil {
		return &laterError{err: errors.New("its answer cannot be read")}
	}
	return nil
}

// wrong is what an answer that is not ok says.
func (r *botReply) wrong(a *answered) error {
	if r.Code != 0 {
		a.status = r.Code
	}
	text := r.Description
	switch {
	case r.Parameters.MigrateTo != 0:
		return &refusedError{fmt.Sprintf("status %d: the group has become a supergroup: chat %d is to be named in the policy", a.status, r.Parameters.MigrateTo), true}
	case a.status/100 == 2:
		return &laterError{err: fmt.Errorf("it says no, without a reason: %s", short(text))}
	case a.status == http.StatusBadRequest && (strings.Contains(text, "message is not modified") || strings.Contains(text, "message to edit not found")):
		return &goneError{short(text)}
	case a.status == http.StatusBadRequest && strings.Contains(text, "chat not found"):
		return &refusedError{"status 400: " + short(text) + "; write to the bot first, or add it to the group", true}
	}
	err := a.wrong(text)
	var later *laterError
	if errors.As(err, &later) && r.Parameters.RetryAfter > 0 {
		later.after = held(r.Parameters.RetryAfter)
	}
	return err
}

// entity marks a part of a text, in UTF-16 units.
type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

type inlineButton struct {
	Text string `json:"text"`
	Data string `json:"callback_data"`
}

type keyboard struct {
	Rows [][]inlineButton `json:"inline_keyboard"`
}

// botMessage is sendMessage and editMessageText.
type botMessage struct {
	Chat     int64          `json:"chat_id"`
	Message  int64          `json:"message_id,omitempty"`
	Text     string         `json:"text"`
	Entities []entity       `json:"entities"`
	Preview  map[string]any `json:"link_preview_options"`
	Keyboard *keyboard      `json:"reply_markup,omitempty"`
}

func (t *Telegram) message(n *Notice, second bool) (botMessage, bool) {
	p := n.page(telegramText, func(p *page) int { return units(p.text()) }, "")
	m := botMessage{Chat: t.Chat, Text: p.text(), Entities: p.entities(), Preview: map[string]any{"is_disabled": true}}
	var row []inlineButton
	for _, b := range n.buttons(true, "", p, second) {
		row = append(row, inlineButton{b.label, b.code})
	}
	if row != nil {
		m.Keyboard = &keyboard{[][]inlineButton{row}}
	}
	return m, p.whole
}

// entities mark the title, the command and what stands in fields, in the order
// of [page.text]: whatever comes from a command is code, in which nothing is a
// link, a mention or a tag.
func (p *page) entities() []entity {
	at := 0
	var list []entity
	mark := func(kind, text string) {
		if n := units(text); n > 0 {
			list = append(list, entity{kind, at, n})
			at += n
		}
	}
	mark("bold", p.title)
	if p.command != "" {
		at++
		mark("pre", p.command)
	}
	for _, f := range p.fields {
		at += 1 + units(f.Label+": ")
		mark("code", f.Text)
	}
	return list
}

func (t *Telegram) send(ctx context.Context, n *Notice) (string, bool, error) {
	m, offers := t.message(n, false)
	var sent struct {
		ID int64 `json:"message_id"`
	}
	if err := t.call(ctx, "sendMessage", m, &sent); err != nil {
		return "", false, err
	}
	if sent.ID == 0 {
		return "", false, &laterError{err: errors.New("its answer names no message")}
	}
	return strconv.FormatInt(sent.ID, 10), offers, nil
}

func (t *Telegram) update(ctx context.Context, ref string, n *Notice, second bool) error {
	m, _ := t.message(n, second)
	var err error
	if m.Message, err = strconv.ParseInt(ref, 10, 64); err != nil {
		return &goneError{"no number of a message"}
	}
	return t.call(ctx, "editMessageText", m, nil)
}

// callback is a pressed button.
type callback struct {
	ID   string `json:"id"`
	Data string `json:"data"`
	From struct {
		ID       int64  `json:"id"`
		IsBot    bool   `json:"is_bot"`
		Username string `json:"username"`
	} `json:"from"`
	Message struct {
		ID   int64 `json:"message_id"`
		Chat struct {
			ID int64 `json:"id"`
		} `json:"chat"`
	} `json:"message"`
}

type update struct {
	ID       int64     `json:"update_id"`
	Callback *callback `json:"callback_query"`
}

// pollTime is how long the Bot API holds a question for updates, and pollSlack
// how much longer it may take to say that there are none.
const (
	pollTime  = 50 * time.Second
	pollSlack = 15 * time.Second
)

// poller asks for what was pressed, of one bot, whatever chats it is in.
type poller struct {
	bot   *Telegram
	chats []*Telegram
}

// pollers are one for each bot.
func (n *Notices) pollers() []*poller {
	var list []*poller
	for _, c := range n.all {
		t, ok := c.Service.(*Telegram)
		if !ok {
			continue
		}
		i := slices.IndexFunc(list, func(p *poller) bool { return p.bot.base() == t.base() && p.bot.Token == t.Token })
		if i < 0 {
			list = append(list, &poller{bot: t, chats: []*Telegram{t}})
			continue
		}
		list[i].chats = append(list[i].chats, t)
	}
	return list
}

// run asks until ctx is done.
func (p *poller) run(ctx context.Context, n *Notices) {
	next := int64(0)
	for failed := 0; ctx.Err() == nil; {
		list, err := p.poll(ctx, next, pollTime)
		if err != nil {
			if ctx.Err() == nil {
				p.wait(ctx, n, err, failed)
				failed++
			}
			continue
		}
		failed = 0
		for _, u := range list {
			next = max(next, u.ID+1)
			if u.Callback != nil {
				p.pressed(ctx, n, u.Callback)
			}
		}
	}
	if next > 0 { // what has been answered is not to come again
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), moment)
		defer cancel()
		p.poll(ctx, next, 0)
	}
}

// poll asks for what was pressed from an update on, and confirms those before.
func (p *poller) poll(ctx context.Context, next int64, wait time.Duration) ([]update, error) {
	ctx, cancel := context.WithTimeout(ctx, wait+pollSlack)
	defer cancel()
	var list []update
	err := p.bot.call(ctx, "getUpdates", map[string]any{
		"offset": next, "timeout": int(wait / time.Second), "allowed_updates": []string{"callback_query"},
	}, &list)
	return list, err
}

// wait waits after a failure, as long as the service says, or longer each time.
func (p *poller) wait(ctx context.Context, n *Notices, err error, failed int) {
	d := backoff(failed, time.Second, time.Minute)
	var later *laterError
	if errors.As(err, &later) {
		d = max(d, later.after)
	}
	if failed == 0 || failed%20 == 0 {
		n.log.Warn("it is not known what is pressed", "service", p.bot.Key(), "error", err)
	}
	sleep(ctx, d)
}

// pressed answers one press: the person's app waits to be told.
func (p *poller) pressed(ctx context.Context, n *Notices, c *callback) {
	user := strconv.FormatInt(c.From.ID, 10)
	in := press{service: fmt.Sprintf("telegram %d", c.Message.Chat.ID), ref: strconv.FormatInt(c.Message.ID, 10), code: c.Data, user: user, name: c.From.Username}
	for _, t := range p.chats {
		in.may = in.may || t.Chat == c.Message.Chat.ID && !c.From.IsBot && slices.Contains(t.Users, c.From.ID)
	}
	said := n.press(ctx, in)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := p.bot.call(ctx, "answerCallbackQuery", map[string]any{"callback_query_id": c.ID, "text": said, "show_alert": !in.may}, nil)
	if err != nil {
		n.log.Debug("who pressed could not be told", "error", err)
	}
}
