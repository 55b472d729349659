package notify

import (
	"context"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// press is a button that was pressed, as a service reports it.
type press struct {
	service string // its key
	ref     string // of the message with the button
	code    string // of the button
	user    string // who, as the service knows them for certain
	name    string // what they call themselves
	may     bool   // they are among those who may answer, and in the right place
}

// by is the name under which an answer is recorded.
func (p *press) by() string {
	kind, _, _ := strings.Cut(p.service, " ")
	by := kind + ":" + p.user
	if name := handle(p.name); name != "" {
		by += " (" + name + ")"
	}
	return by
}

// handle is a name that cannot be mistaken for anything else; "" for others.
func handle(name string) string {
	const most = 40
	if len(name) > most || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") != "" {
		return ""
	}
	return name
}

// secondTime is how long a first tap counts, and settleTime how long a press is
// held back that comes before its message was noted.
const (
	secondTime = 2 * time.Minute
	settleTime = 2 * time.Second
	answerTime = 10 * time.Second // for the desk
)

// press answers a request, or says why not. What it returns is for who has
// pressed. The message itself is changed by its lane, when the desk says so.
func (n *Notices) press(ctx context.Context, p press) string {
	if !p.may {
		n.log.Warn("a stranger pressed a button", "service", p.service, "user", p.by(), "button", short(p.code))
		return "You are not one of those who may answer here. This was noted."
	}
	code, id, _ := strings.Cut(p.code, ":")
	lane, m, ok := n.book.find(ctx, p.service, p.ref, id)
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if !ok {
		return n.late(ctx, id)
	}
	switch code {
	case pressDeny:
		return n.answer(ctx, p, id, false)
	case pressApprove, pressSecond:
		return n.approve(ctx, p, lane, m, code == pressSecond)
	}
	return "This button is not known."
}

// late is for a message that is not in the book any more, or never was.
func (n *Notices) late(ctx context.Context, id string) string {
	if notice, err := n.desk.Notice(ctx, id); err == nil && notice.Status != Pending {
		return tooLate(notice.Status, notice.By)
	}
	return "This message does not count. There may be a newer one."
}

func tooLate(status, by string) string {
	if by != "" {
		by = " by " + by
	}
	return "Too late: " + status + by + "."
}

// approve approves, at once or at the second tap.
func (n *Notices) approve(ctx context.Context, p press, lane int, m message, second bool) string {
	if !m.Offers { // there was no such button
		n.log.Warn("a press of a button that was not there", "service", p.service, "user", p.by(), "id", m.ID)
		return "This cannot be approved from here: it was not shown whole."
	}
	notice, err := n.desk.Notice(ctx, m.ID)
	if err != nil {
		return "It cannot be looked up now. Try again."
	}
	if notice.Status == Pending && notice.Tier == tiers.Critical && !(second && n.book.armedBy(m.ID, p.by(), time.Now())) {
		n.book.arm(lane, m.ID, p.by(), time.Now())
		n.poke()
		return "This is CRITICAL: it takes a second tap, on the button that comes now."
	}
	return n.answer(ctx, p, m.ID, true)
}

// answer hands an answer to the desk.
func (n *Notices) answer(ctx context.Context, p press, id string, approve bool) string {
	want := "denied"
	if approve {
		want = "approved"
	}
	status, whose, err := n.desk.Answer(ctx, id, approve, p.by())
	switch {
	case err != nil:
		n.log.Error("an answer did not get through", "id", id, "by", p.by(), "error", err)
		return "This could not be done now. Try again."
	case status == want && whose == p.by():
		n.log.Info("answered", "id", id, "status", status, "by", whose)
		return strings.ToUpper(want[:1]) + want[1:] + "."
	}
	return tooLate(status, whose)
}

// find finds a message by what its service knows it by. A press can come before
// its sender has noted what it has sent.
func (b *book) find(ctx context.Context, service, ref, id string) (lane int, m message, ok bool) {
	for end := time.Now().Add(settleTime); ; sleep(ctx, 20*time.Millisecond) {
		b.mu.Lock()
		sending := false
		if o := b.open[id]; o != nil {
			for i := range o.told {
				t := &o.told[i]
				if t.sent.Service == service && t.sent.Ref == ref && ref != "" {
					b.mu.Unlock()
					return i, t.sent, true
				}
				sending = sending || t.busy && t.sent.Ref == ""
			}
		}
		b.mu.Unlock()
		if !sending || time.Now().After(end) || ctx.Err() != nil {
			return 0, m, false
		}
	}
}

// arm notes a first tap, and has the message ask for the second.
func (b *book) arm(lane int, id, by string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.open[id]; m != nil {
		m.armed = armed{by, now}
		m.told[lane].second = true
	}
}

// armedBy reports whether somebody has tapped before.
func (b *book) armedBy(id, by string, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.open[id]
	return m != nil && m.armed.by == by && now.Sub(m.armed.at) < secondTime
}
