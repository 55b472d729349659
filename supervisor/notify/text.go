package notify

import (
	"fmt"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// page is a notice as a service shows it, as far as it fits there.
type page struct {
	title   string
	command string // rows, without the last newline
	fields  []Field
	foot    string
	whole   bool // all that would be done is in it
}

// Of fields that are not needed whole, so much is shown: less and less until
// the rest fits.
var fieldLimits = [...]int{400, 150, 60, 0}

// maxRows is how many rows of a command any service is offered: none of them
// takes as many.
const maxRows = 4000

// page lays a notice out so that size of it is at most most. foot is what there
// is to say about answering.
func (n *Notice) page(most int, size func(*page) int, foot string) *page {
	p := &page{title: n.title(), command: strings.TrimSuffix(n.Command, "\n"), foot: n.foot(foot), whole: true}
	for _, limit := range fieldLimits {
		p.fields = nil
		for _, f := range n.Fields {
			switch {
			case f.Whole:
			case limit == 0:
				continue
			default:
				f.Text = fold(f.Text, limit)
			}
			p.fields = append(p.fields, f)
		}
		if size(p) <= most {
			return p
		}
	}
	p.whole, p.foot = false, n.foot(tooLong)
	for i, f := range p.fields { // each of them is a Whole one
		p.fields[i].Text = fold(f.Text, fieldLimits[1])
	}
	p.fields = p.fields[:min(len(p.fields), 2)]
	p.cut(most, size)
	return p
}

// cut leaves as many rows of the command as fit.
func (p *page) cut(most int, size func(*page) int) {
	rows := strings.Split(p.command, "\n")
	keep := func(n int) {
		p.command = strings.Join(append(rows[:n:n], fmt.Sprintf("  ~ [cut here: %d rows more]", len(rows)-n)), "\n")
	}
	low, high := 0, min(len(rows), maxRows) // low fits, or nothing does
	for low < high {
		mid := (low + high + 1) / 2
		if keep(mid); size(p) <= most {
			low = mid
		} else {
			high = mid - 1
		}
	}
	keep(low)
}

// What a notice says about how it is answered.
const (
	byHand  = "Answer at the machine: hermes-confirmd watch"
	tooLong = "Too long to be shown whole: approve it at the machine, with hermes-confirmd watch"
)

func (n *Notice) title() string {
	switch {
	case n.Status != Pending:
		return n.Status + ": " + n.Title
	case n.ID == "": // a test
		return n.Title
	}
	return n.Title + ", needs an answer"
}

// foot is the last line: until when there is an answer, or which it was.
func (n *Notice) foot(how string) string {
	switch {
	case n.ID == "": // a test
		return ""
	case n.Status != Pending:
		said := n.Status
		if n.By != "" {
			said += " by " + n.By
		}
		if n.Reason != "" {
			said += ": " + fold(n.Reason, fieldLimits[1])
		}
		return said
	case how != "":
		how = ". " + how
	}
	left := max(0, time.Until(n.Ends)).Round(time.Second)
	return fmt.Sprintf("%s, answer within %v, by %s%s", n.ID, left, n.Ends.Local().Format("15:04:05 MST"), how)
}

// text is a page as plain text. The rows of a command begin with a gutter, so
// that nothing in it looks like a line of ours.
func (p *page) text() string {
	var b strings.Builder
	b.WriteString(p.title)
	if p.command != "" {
		b.WriteString("\n" + p.command)
	}
	for _, f := range p.fields {
		b.WriteString("\n" + f.Label + ": " + f.Text)
	}
	if p.foot != "" {
		b.WriteString("\n" + p.foot)
	}
	return b.String()
}

// fold cuts the middle out of s where it is longer than limit characters.
func fold(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	head, tail := r[:limit/2], r[len(r)-limit/2:]
	return fmt.Sprintf("%s [%d characters not shown] %s", string(head), len(r)-len(head)-len(tail), string(tail))
}

// units is the length of s as JavaScript, and most services, count it.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// What a button says it is, to whom gets to know of it.
const (
	pressApprove = "a"
	pressSecond  = "y" // approves what takes a second tap
	pressDeny    = "d"
)

// button is one below a message: it is pressed, or is a link.
type button struct {
	label string
	code  string // what comes back when it is pressed
	link  string
	good  bool // it approves
}

// buttons are those of a message. pressed: somebody hears of it where they are
// pressed; links: where the daemon is reached, "" where it is not.
func (n *Notice) buttons(pressed bool, links string, p *page, second bool) []button {
	switch {
	case n.Status != Pending || n.ID == "":
		return nil
	case pressed && second:
		// In the other order: who taps twice in one place denies.
		return []button{{"Deny", pressDeny + ":" + n.ID, "", false}, {"Yes, approve " + n.Tier.String(), pressSecond + ":" + n.ID, "", true}}
	}
	var list []button
	add := func(label, code, path string, good bool) {
		if pressed {
			list = append(list, button{label, code + ":" + n.ID, "", good})
		} else if links != "" && path != "" {
			list = append(list, button{label, "", strings.TrimSuffix(links, "/") + path, good})
		}
	}
	if p.whole {
		label := "Approve"
		if n.Tier == tiers.Critical || !pressed {
			label = "Approve…" // asks once more
		}
		add(label, pressApprove, n.Approve, true)
	}
	add("Deny", pressDeny, n.Deny, false)
	return list
}

// how is what the foot of a page says about answering.
func how(pressed bool, links string) string {
	if pressed || links != "" {
		return ""
	}
	return byHand
}
