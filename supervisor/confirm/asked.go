package confirm

import (
	"encoding/json"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// CommandDetails are the details of a request about a command: what an
// approver gets to see of it, beside its text.
type CommandDetails struct {
	Cwd  string `json:"cwd,omitempty"`
	Mode string `json:"mode,omitempty"`
	*approve.AskedConfirm
}

// Asked is what a request asks, as [approve.Prompt] and [approve.NewView] show
// it. Of one that is not about a command, or does not say about it what
// hermes-exec does, the details are what it touches.
func (s *State) Asked() *supervisor.Request {
	var d CommandDetails
	if s.Kind == kindCommand && json.Unmarshal(s.Details, &d) == nil && d.AskedConfirm != nil && d.Verdict != nil {
		d.Verdict.Cmd, d.Verdict.Tier = s.Description, s.Tier
		return approve.AwayRequest(s.Description, d.Cwd, d.AskedConfirm)
	}
	target := string(s.Details)
	if target == "{}" {
		target = ""
	}
	return approve.AwayRequest(s.Description, "", &approve.AskedConfirm{Verdict: &tiers.Verdict{
		Cmd: s.Description, Decision: tiers.Ask, Tier: s.Tier,
		Findings: []tiers.Finding{{Rule: "action " + s.Action, Tier: s.Tier, Why: s.Requester + " asks for it", Target: target}},
	}})
}
