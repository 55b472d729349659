package approve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// person is a human who has already made up their mind.
type person struct {
	d     supervisor.Decision
	err   error
	asked int
}

func (p *person) Approve(context.Context, *supervisor.Request) (supervisor.Decision, error) {
	p.asked++
	return p.d, p.err
}

func TestChain(t *testing.T) {
	yes := supervisor.Decision{Allow: true, By: ByHuman, Tier: tiers.High}
	var (
		hard   = tiers.Verdict{Decision: tiers.Block, Hardline: true, Tier: tiers.Critical}
		crisis = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.Critical, Crisis: true, Status: "crisis"}
		bypass = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Medium, Crisis: true, Reason: "crisis_bypass"}
		low    = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Low}
		ask    = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.Medium}
	)
	tests := []struct {
		name    string
		v       tiers.Verdict
		mode    supervisor.Mode
		human   *person
		allow   bool
		by      string
		tier    tiers.Tier
		asked   int
		because string // in the reason
	}{
		{"hardline", hard, supervisor.Manual, &person{d: yes}, false, "hardline", tiers.Critical, 0, "no mode"},
		{"hardline, mode off", hard, supervisor.Off, &person{d: yes}, false, "hardline", tiers.Critical, 0, ""},
		{"hardline without the word block", tiers.Verdict{Decision: tiers.Allow, Hardline: true}, supervisor.Off, nil, false, "hardline", tiers.Safe, 0, ""},
		{"block without hardline", tiers.Verdict{Decision: tiers.Block}, supervisor.Off, nil, false, "hardline", tiers.Safe, 0, ""},
		{"hardline and crisis", tiers.Verdict{Hardline: true, Status: "crisis"}, supervisor.Off, nil, false, "hardline", tiers.Safe, 0, ""},
		{"crisis", crisis, supervisor.Manual, &person{d: yes}, false, "crisis", tiers.Critical, 0, ""},
		{"crisis, mode off", crisis, supervisor.Off, &person{d: yes}, false, "crisis", tiers.Critical, 0, ""},
		{"crisis bypass", bypass, supervisor.Cron, nil, true, "crisis_bypass", tiers.Medium, 0, ""},
		{"low", low, supervisor.Manual, nil, true, "tier", tiers.Low, 0, "LOW"},
		{"low, cron", low, supervisor.Cron, nil, true, "tier", tiers.Low, 0, ""},
		{"low, off", low, supervisor.Off, nil, true, "tier", tiers.Low, 0, ""},
		{"off", ask, supervisor.Off, &person{}, true, "mode", tiers.Medium, 0, ""},
		{"cron", ask, supervisor.Cron, &person{d: yes}, false, "mode", tiers.Medium, 0, "own terminal"},
		{"manual", ask, supervisor.Manual, &person{d: yes}, true, "human", tiers.High, 1, ""},
		{"smart", ask, supervisor.Smart, &person{d: yes}, true, "human", tiers.High, 1, ""},
		{"no mode", ask, "", &person{d: yes}, true, "human", tiers.High, 1, ""},
		{"mode nobody knows", ask, "OFF", &person{d: supervisor.Decision{By: ByHuman}}, false, "human", tiers.Safe, 1, ""},
		{"nobody", ask, supervisor.Manual, nil, false, "nobody", tiers.Medium, 0, "own terminal"},
		{"cannot ask", ask, supervisor.Manual, &person{d: yes, err: errors.New("open /dev/tty: no such device")}, false, "nobody", tiers.Medium, 1, "no such device"},
		{"a verdict that says nothing asks", tiers.Verdict{}, supervisor.Manual, nil, false, "nobody", tiers.Safe, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &Chain{}
			if tt.human != nil {
				c.Human = tt.human
			}
			d, err := c.Approve(t.Context(), &supervisor.Request{Verdict: &tt.v, Mode: tt.mode})
			if err != nil {
				t.Fatal(err)
			}
			if d.Allow != tt.allow || d.By != tt.by || d.Tier != tt.tier || !strings.Contains(d.Reason, tt.because) {
				t.Errorf("got %+v", d)
			}
			if tt.human != nil && tt.human.asked != tt.asked {
				t.Errorf("asked %d times, want %d", tt.human.asked, tt.asked)
			}
		})
	}
}

func TestChainNotJudged(t *testing.T) {
	if d, err := (&Chain{}).Approve(t.Context(), &supervisor.Request{Mode: supervisor.Off}); err == nil || d.Allow {
		t.Errorf("got %+v, %v", d, err)
	}
}
