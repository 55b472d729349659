// Package notifytest is Telegram's Bot API on a local server, for tests: it
// answers as that does, refuses what that refuses, and has fingers to press
// buttons with.
package notifytest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"
)

// Token is that of the bot.
const Token = "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"

// Bot is a bot, and the chats it writes to.
type Bot struct {
	*httptest.Server
	t testing.TB

	mu       sync.Mutex
	messages []*Message
	updates  []map[string]any
	next     int64 // update_id
	fresh    chan struct{}
	answers  map[string]chan Said
	faults   []http.HandlerFunc
	polling  int
	calls    map[string]int
}

// Message is one in a chat, as it stands after all edits.
type Message struct {
	Chat     int64
	ID       int64
	Text     string
	Entities []Entity
	Buttons  []Button
	Edits    int
}

// Entity is a marked part of a message.
type Entity struct {
	Type           string
	Offset, Length int
}

// Of is the part that is marked.
func (e Entity) Of(text string) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[e.Offset : e.Offset+e.Length]))
}

// Button is one below a message.
type Button struct {
	Text string `json:"text"`
	Data string `json:"callback_data"`
}

// Said is what somebody who pressed is told.
type Said struct {
	Text  string
	Alert bool
}

// NewBot starts a server, which ends with the test.
func NewBot(t testing.TB) *Bot {
	b := &Bot{t: t, next: 1000, fresh: make(chan struct{}), answers: map[string]chan Said{}, calls: map[string]int{}}
	b.Server = httptest.NewServer(http.HandlerFunc(b.serve))
	t.Cleanup(func() {
		b.CloseClientConnections()
		b.Close()
	})
	return b
}

// Fail has the next calls that send or edit answered by these, one each.
func (b *Bot) Fail(with ...http.HandlerFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, with...)
}

// Refuse answers as the Bot API refuses.
func Refuse(code int, description string, parameters map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		m := map[string]any{"ok": false, "error_code": code, "description": description}
		if parameters != nil {
			m["parameters"] = parameters
		}
		json.NewEncoder(w).Encode(m)
	}
}

// Messages are all that were sent, as they stand.
func (b *Bot) Messages() []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []Message
	for _, m := range b.messages {
		list = append(list, *m)
	}
	return list
}

// Calls is how often a method was called.
func (b *Bot) Calls(method string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls[method]
}

// Await waits until a message is as it should be, and gives it.
func (b *Bot) Await(what string, is func(Message) bool) Message {
	b.t.Helper()
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, m := range b.Messages() {
			if is(m) {
				return m
			}
		}
	}
	b.t.Fatalf("there is no message: %s; there are %+v", what, b.Messages())
	return Message{}
}

// Finger is who presses.
type Finger struct {
	ID    int64
	Name  string
	IsBot bool
}

// Press presses a button by what it sends, and gives what the finger's owner is
// told.
func (b *Bot) Press(who Finger, chat, message int64, data string) Said {
	b.t.Helper()
	answer := b.Push(who, chat, message, data)
	select {
	case said := <-answer:
		return said
	case <-time.After(60 * time.Second):
		b.t.Fatal("nobody answers to the press of " + data)
		return Said{}
	}
}

// Push presses, and does not wait.
func (b *Bot) Push(who Finger, chat, message int64, data string) <-chan Said {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	id := fmt.Sprint("query-", b.next)
	answer := make(chan Said, 1)
	b.answers[id] = answer
	b.updates = append(b.updates, map[string]any{"update_id": b.next, "callback_query": map[string]any{
		"id": id, "data": data, "chat_instance": "1",
		"from":    map[string]any{"id": who.ID, "is_bot": who.IsBot, "first_name": "F", "username": who.Name},
		"message": map[string]any{"message_id": message, "date": 1, "chat": map[string]any{"id": chat, "type": "private"}},
	}})
	close(b.fresh)
	b.fresh = make(chan struct{})
	return answer
}

func (b *Bot) serve(w http.ResponseWriter, r *http.Request) {
	method, ok := strings.CutPrefix(r.URL.Path, "/bot"+Token+"/")
	if !ok {
		Refuse(http.StatusUnauthorized, "Unauthorized", nil)(w, r)
		return
	}
	var in struct {
		Chat        int64     `json:"chat_id"`
		Message     int64     `json:"message_id"`
		Text        string    `json:"text"`
		ParseMode   *string   `json:"parse_mode"`
		Entities    []Entity  `json:"entities"`
		Keyboard    *keyboard `json:"reply_markup"`
		Query       string    `json:"callback_query_id"`
		Alert       bool      `json:"show_alert"`
		Offset      int64     `json:"offset"`
		Timeout     float64   `json:"timeout"`
		LinkPreview any       `json:"link_preview_options"`
		Allowed     []string  `json:"allowed_updates"`
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		b.t.Errorf("%s: a body that cannot be read: %v", method, err)
	}
	if in.ParseMode != nil {
		b.t.Errorf("%s with a parse_mode", method)
	}
	b.mu.Lock()
	b.calls[method]++
	var fault http.HandlerFunc
	if len(b.faults) > 0 && (method == "sendMessage" || method == "editMessageText") {
		fault, b.faults = b.faults[0], b.faults[1:]
	}
	b.mu.Unlock()
	if fault != nil {
		fault(w, r)
		return
	}
	switch method {
	case "getUpdates":
		b.poll(w, r, in.Offset, time.Duration(in.Timeout*float64(time.Second)))
	case "answerCallbackQuery":
		b.answer(w, r, in.Query, Said{in.Text, in.Alert})
	case "sendMessage", "editMessageText":
		m := &Message{Chat: in.Chat, ID: in.Message, Text: in.Text, Entities: in.Entities}
		if in.Keyboard != nil {
			for _, row := range in.Keyboard.Rows {
				m.Buttons = append(m.Buttons, row...)
			}
		}
		b.write(w, r, m)
	default:
		Refuse(http.StatusNotFound, "Not Found: method not found", nil)(w, r)
	}
}

type keyboard struct {
	Rows [][]Button `json:"inline_keyboard"`
}

func result(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"ok": true, "result": v})
}

// write sends a message, or edits one, if the Bot API would.
func (b *Bot) write(w http.ResponseWriter, r *http.Request, m *Message) {
	if why := m.refused(); why != "" {
		Refuse(http.StatusBadRequest, "Bad Request: "+why, nil)(w, r)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.ID == 0 {
		m.ID = int64(len(b.messages) + 1)
		b.messages = append(b.messages, m)
		result(w, map[string]any{"message_id": m.ID, "date": 1, "chat": map[string]any{"id": m.Chat}, "text": m.Text})
		return
	}
	if m.ID > int64(len(b.messages)) {
		Refuse(http.StatusBadRequest, "Bad Request: message to edit not found", nil)(w, r)
		return
	}
	old := b.messages[m.ID-1]
	if old.Text == m.Text && fmt.Sprint(old.Buttons) == fmt.Sprint(m.Buttons) {
		Refuse(http.StatusBadRequest, "Bad Request: message is not modified: specified new message content and reply markup are exactly the same", nil)(w, r)
		return
	}
	m.Edits = old.Edits + 1
	*old = *m
	result(w, map[string]any{"message_id": m.ID, "date": 1, "chat": map[string]any{"id": m.Chat}, "text": m.Text})
}

// refused says what the Bot API has against a message.
func (m *Message) refused() string {
	n := len(utf16.Encode([]rune(m.Text)))
	at := 0
	for _, e := range m.Entities {
		if e.Offset < at || e.Length <= 0 || e.Offset+e.Length > n {
			return fmt.Sprintf("entity %+v is wrong", e)
		}
		at = e.Offset + e.Length
	}
	for _, b := range m.Buttons {
		if len(b.Data) == 0 || len(b.Data) > 64 {
			return "BUTTON_DATA_INVALID"
		}
	}
	switch {
	case n == 0:
		return "message text is empty"
	case n > 4096:
		return "message is too long"
	}
	return ""
}

// poll is getUpdates: it holds the question until there is an answer.
func (b *Bot) poll(w http.ResponseWriter, r *http.Request, offset int64, wait time.Duration) {
	b.mu.Lock()
	b.polling++
	first := b.polling == 1
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.polling--
		b.mu.Unlock()
	}()
	if !first {
		Refuse(http.StatusConflict, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running", nil)(w, r)
		return
	}
	end := time.After(wait)
	for {
		b.mu.Lock()
		list := []map[string]any{}
		for _, u := range b.updates {
			if u["update_id"].(int64) >= offset {
				list = append(list, u)
			}
		}
		b.updates = list // those before offset are confirmed
		fresh := b.fresh
		b.mu.Unlock()
		if len(list) > 0 {
			result(w, list)
			return
		}
		select {
		case <-fresh:
		case <-end:
			result(w, list)
			return
		case <-r.Context().Done():
			return
		}
	}
}

// answer is answerCallbackQuery.
func (b *Bot) answer(w http.ResponseWriter, r *http.Request, query string, said Said) {
	b.mu.Lock()
	c := b.answers[query]
	delete(b.answers, query)
	b.mu.Unlock()
	if c == nil || len(said.Text) > 200 {
		Refuse(http.StatusBadRequest, "Bad Request: query is too old and response timeout expired or query ID is invalid", nil)(w, r)
		return
	}
	c <- said
	result(w, true)
}
