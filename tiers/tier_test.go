package tiers

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestTiers is the table of the source documents (000, TestTierTimeouts,
// TestTierApprovers, Timeout Escalation).
func TestTiers(t *testing.T) {
	for _, tt := range []struct {
		tier      Tier
		name      string
		timeout   int
		approvers []string
		human     bool
		next      Tier
		escalates bool
	}{
		{Safe, "SAFE", 0, nil, false, Low, true},
		{Low, "LOW", 0, []string{"llm"}, false, Medium, true},
		{Medium, "MEDIUM", 60, []string{"human", "llm"}, true, High, true},
		{High, "HIGH", 30, []string{"human", "llm"}, true, Critical, true},
		{Critical, "CRITICAL", 10, []string{"human", "llm"}, true, Critical, false},
	} {
		if tt.tier.String() != tt.name || tt.tier.Timeout() != tt.timeout || !slices.Equal(tt.tier.Approvers(), tt.approvers) || tt.tier.NeedsHuman() != tt.human {
			t.Errorf("%s: %d s, %v, human %v", tt.tier, tt.tier.Timeout(), tt.tier.Approvers(), tt.tier.NeedsHuman())
		}
		if next, ok := tt.tier.Escalate(); next != tt.next || ok != tt.escalates {
			t.Errorf("%s escalates to %s, %v", tt.tier, next, ok)
		}
		b, err := json.Marshal(tt.tier)
		if err != nil || string(b) != `"`+tt.name+`"` {
			t.Errorf("%s as JSON: %s, %v", tt.tier, b, err)
		}
		var back Tier
		if err := json.Unmarshal(b, &back); err != nil || back != tt.tier {
			t.Errorf("%s back from JSON: %s, %v", tt.tier, back, err)
		}
	}
	var tier Tier
	if err := tier.UnmarshalText([]byte("high")); err != nil || tier != High {
		t.Errorf("high: %s, %v", tier, err)
	}
	if err := tier.UnmarshalText([]byte("severe")); err == nil {
		t.Error("severe is a tier")
	}
}
