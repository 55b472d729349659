package tiers

import (
	"fmt"
	"strings"
)

// Tier is how much harm a command can do, and so who must agree to it.
type Tier uint8

const (
	Safe     Tier = iota // read, search, list, view
	Low                  // write in the project, edit, build, test, run a script
	Medium               // messages, API writes, push, code from the network or inline
	High                 // recursive delete, config, credentials, deploys, services, permissions
	Critical             // system destruction, crisis, self-modification
)

// tierTable is the table of the source documents: who approves, and how many
// seconds they have before the request escalates. 0 seconds: no limit.
var tierTable = [...]struct {
	name      string
	timeout   int
	approvers []string
}{
	Safe:     {"SAFE", 0, nil},
	Low:      {"LOW", 0, []string{"llm"}},
	Medium:   {"MEDIUM", 60, []string{"human", "llm"}},
	High:     {"HIGH", 30, []string{"human", "llm"}},
	Critical: {"CRITICAL", 10, []string{"human", "llm"}},
}

func (t Tier) String() string { return tierTable[t].name }

// Timeout is how many seconds an approver has to answer; 0 for none.
func (t Tier) Timeout() int { return tierTable[t].timeout }

// Approvers are the kinds of approver the tier wants: "llm", "human".
func (t Tier) Approvers() []string { return tierTable[t].approvers }

// NeedsHuman reports whether a person must agree.
func (t Tier) NeedsHuman() bool { return t >= Medium }

// Escalate returns the tier an unanswered request moves to. ok is false at
// the top, where no answer means denied.
func (t Tier) Escalate() (next Tier, ok bool) {
	if t >= Critical {
		return t, false
	}
	return t + 1, true
}

// MarshalText writes the tier's name.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a tier's name in any case.
func (t *Tier) UnmarshalText(b []byte) error {
	for i, row := range tierTable {
		if strings.EqualFold(string(b), row.name) {
			*t = Tier(i)
			return nil
		}
	}
	return fmt.Errorf("unknown tier %q: SAFE, LOW, MEDIUM, HIGH or CRITICAL", b)
}
