package confirm

import (
	"encoding/json"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// kindCommand is a request by hermes-exec, about a command.
const kindCommand = "command"

// State is a request as clients see it: the JSON of the source documents, and
// what has come to it since. Times are seconds since 1970.
type State struct {
	ID             string          `json:"id"`
	Action         string          `json:"action"`
	Description    string          `json:"description"`
	Details        json.RawMessage `json:"details"`
	Requester      string          `json:"requester"`
	SessionKey     string          `json:"session_key"`
	Status         store.Status    `json:"status"`
	ResolvedBy     string          `json:"resolved_by"`
	ResolvedAt     *float64        `json:"resolved_at"`
	CreatedAt      float64         `json:"created_at"`
	TimeoutSeconds int             `json:"timeout_seconds"`
	CreatedAtISO   string          `json:"created_at_iso"`
	ResolvedAtISO  *string         `json:"resolved_at_iso"`

	Reason    string           `json:"reason,omitempty"`
	Kind      string           `json:"kind,omitempty"`
	Tier      tiers.Tier       `json:"tier"` // after escalation, while it is pending
	ExpiresAt float64          `json:"expires_at"`
	Waiting   int              `json:"waiting,omitempty"`         // in the list of those that are pending: how many wait for the answer
	Screening *tiers.Screening `json:"screening,omitempty"`       // of a message, where there is a content screen
	Forged    bool             `json:"changed_outside,omitempty"` // the row is not as the daemon wrote it: nothing it says counts
}

func stateOf(r *store.Request, t tiers.Tier) *State {
	s := &State{
		ID: r.ID, Action: r.Action, Description: r.Description, Details: r.Details, Requester: r.Requester,
		SessionKey: r.Session, Status: r.Status, ResolvedBy: r.ResolvedBy, CreatedAt: store.Seconds(r.Created),
		TimeoutSeconds: int(r.Timeout / time.Second), CreatedAtISO: store.ISO(r.Created),
		Reason: r.Reason, Kind: r.Kind, Tier: t, ExpiresAt: store.Seconds(r.Deadline()), Screening: r.Screening,
	}
	if !r.Resolved.IsZero() {
		at, iso := store.Seconds(r.Resolved), store.ISO(r.Resolved)
		s.ResolvedAt, s.ResolvedAtISO = &at, &iso
	}
	return s
}

// stored is the state of a request that was read from the disk.
func stored(r *store.Request) *State {
	s := stateOf(r, r.Tier)
	s.Forged = !r.Sealed
	return s
}
