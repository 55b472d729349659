package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// maxReason is how much of a model's reason is kept, in bytes.
const maxReason = 300

// ReadVerdict reads what a model has written. It is read exactly: one JSON
// object with the members opinion, reason and, where it says raise, tier, all of
// them texts, each once, and nothing before or behind it. Anything else is an
// error, since a model that does not keep to the form has not understood what
// it was asked.
func ReadVerdict(text string) (supervisor.Opinion, error) {
	members, err := readMembers(text)
	if err != nil {
		return supervisor.Opinion{}, fmt.Errorf("the answer is no verdict: %w", err)
	}
	o := supervisor.Opinion{Says: members["opinion"], Reason: cut(members["reason"], maxReason)}
	switch o.Says {
	case supervisor.SaysApprove, supervisor.SaysDeny, supervisor.SaysNone:
		if _, has := members["tier"]; has {
			return supervisor.Opinion{}, fmt.Errorf("the answer is no verdict: %s with a tier", o.Says)
		}
	case supervisor.SaysRaise:
		name := members["tier"]
		if err := o.Tier.UnmarshalText([]byte(name)); err != nil || name != o.Tier.String() {
			return supervisor.Opinion{}, fmt.Errorf("the answer is no verdict: raise to %q", cut(name, 40))
		}
	default:
		return supervisor.Opinion{}, fmt.Errorf("the answer is no verdict: the opinion is %q", cut(o.Says, 40))
	}
	return o, nil
}

// readMembers reads an object whose members are texts. encoding/json would take
// the last of two members with one name, and a name in any case.
func readMembers(text string) (map[string]string, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	members := map[string]string{}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			return nil, errors.New("it is not a JSON object")
		}
		if name != "opinion" && name != "tier" && name != "reason" {
			return nil, fmt.Errorf("it has a member %q", cut(name, 40))
		}
		if _, twice := members[name]; twice {
			return nil, fmt.Errorf("%s stands twice", name)
		}
		value, err := d.Token()
		if s, ok := value.(string); err == nil && ok {
			members[name] = s
		} else {
			return nil, fmt.Errorf("%s is not a text", name)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("it is not a JSON object")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is something behind it")
	}
	return members, nil
}

// cut shortens s to at most n bytes, between characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
