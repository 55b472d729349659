package page

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// card is a request as the page shows it. Its texts can be put on a screen as
// they are.
type card struct {
	ID        string            `json:"id"`
	Kind      string            `json:"kind,omitempty"`
	Action    string            `json:"action"`
	Tier      tiers.Tier        `json:"tier"`
	Status    store.Status      `json:"status"`
	Command   []approve.Part    `json:"command"`
	Fields    []approve.Field   `json:"fields"`
	More      []approve.Finding `json:"more,omitempty"` // with all
	Crisis    string            `json:"crisis,omitempty"`
	Session   string            `json:"session,omitempty"`
	Created   float64           `json:"created"`
	Expires   float64           `json:"expires"`
	Escalates *step             `json:"escalates,omitempty"`
	Resolved  float64           `json:"resolved,omitempty"`
	By        string            `json:"by,omitempty"`
	Reason    string            `json:"reason,omitempty"`
	Forged    bool              `json:"forged,omitempty"`
	Keep      bool              `json:"keep,omitempty"` // the whitelist may cover the action
}

// step is the tier that a request goes up to, and when.
type step struct {
	Tier tiers.Tier `json:"tier"`
	At   float64    `json:"at"`
}

// shown is a name as it may be shown, of a length that has an end.
func shown(s string) string { return approve.Field{Value: s}.Shown(nil, approve.MaxField).Value }

// card makes the card of a request; with all nothing is left out of it.
func (p *Page) card(s *confirm.State, all bool) *card {
	limit := approve.MaxField
	if all {
		limit = 0
	}
	show := func(name, value string) approve.Field {
		return approve.Field{Name: name, Value: value}.Shown(p.shows.Mask, limit)
	}
	v := approve.NewView(p.shows.Asked(s), p.shows.Mask, all)
	c := &card{
		ID: s.ID, Kind: s.Kind, Action: show("", s.Action).Value, Tier: s.Tier, Status: s.Status,
		Command: v.Command, Fields: v.Fields, More: v.More, Session: show("", s.SessionKey).Value,
		Created: s.CreatedAt, Expires: s.ExpiresAt, By: show("", s.ResolvedBy).Value, Reason: show("", s.Reason).Value, Forged: s.Forged,
		Keep: s.Tier < tiers.Critical && !confirm.NeedsHuman(s.Action),
	}
	if s.ResolvedAt != nil {
		c.Resolved = *s.ResolvedAt
	}
	if s.Kind == "" {
		most := maxMembers
		if all {
			most = len(s.Details)
		}
		c.Fields, c.More = append(why(v), members(s.Details, most, show)...), nil
		if tiers.Crisis(s.Description) {
			c.Crisis = tiers.Resources
		}
	}
	if s.Status == store.Pending {
		if tier, at, ok := s.Escalates(time.Now()); ok {
			c.Escalates = &step{tier, store.Seconds(at)}
		}
	}
	return c
}

// why is who asks for what is no command, and what else speaks for it or against
// it; what it touches are its members, shown one by one.
func why(v *approve.View) (list []approve.Field) {
	all := v.Fields
	for _, f := range v.More {
		all = append(all, f.Fields...)
	}
	for _, f := range all {
		if f.Name == "why" {
			list = append(list, f)
		}
	}
	return list
}

// maxMembers is how many details of a request are shown where not all have to be.
const maxMembers = 20

// members are the details of a request by name, at most so many.
func members(details json.RawMessage, most int, show func(name, value string) approve.Field) []approve.Field {
	var m map[string]json.RawMessage
	if json.Unmarshal(details, &m) != nil {
		return nil
	}
	var list []approve.Field
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i == most {
			return append(list, show("details", strconv.Itoa(len(m)-i)+" more: explain shows them"))
		}
		value := string(m[name])
		var text string
		if json.Unmarshal(m[name], &text) == nil && value != "null" {
			value = text
		}
		list = append(list, approve.Field{Name: show("", name).Value, Value: show("", value).Value})
	}
	return list
}
