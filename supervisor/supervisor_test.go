package supervisor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// story is all that a [Supervisor] needs, and what became of a request.
type story struct {
	answer                          Decision
	unasked, undecided, run, unsaid error // by the approver, the recorder, the runner, the recorder
	tell                            string
}

func (s *story) Approve(_ context.Context, r *Request) (Decision, error) {
	s.tell += fmt.Sprintf("asked %s; ", r.Verdict.Tier)
	return s.answer, s.unasked
}

func (s *story) Decided(_ *Request, d Decision) error {
	s.tell += fmt.Sprintf("%v by %s at %s; ", d.Allow, d.By, d.Tier)
	return s.undecided
}

func (s *story) Ended(_ *Request, _ Decision, end Status, _ time.Duration) error {
	s.tell += fmt.Sprintf("ended %d %s; ", end.Code, end.Unstarted)
	return s.unsaid
}

func (s *story) Guarded(*Request, GuardEvent) error { return nil }

// A request is judged, asked about, recorded and run, in this order; what fails on
// the way never lets more happen than what was answered.
func TestDo(t *testing.T) {
	t.Parallel()
	failed := errors.New("no luck")
	yes, no := Decision{Allow: true, By: "human"}, Decision{By: "human"}
	for _, tt := range []struct {
		text   string
		story  story
		status func(error) int
		want   string // what it did, what it returned, what it warned of
	}{
		{"true", story{answer: yes}, nil, "asked SAFE; true by human at SAFE; run; ended 3 ; {3 signal 0 } <nil> "},
		{"git push --force", story{answer: yes}, nil,
			"asked HIGH; true by human at HIGH; run; ended 3 ; {3 signal 0 } <nil> "},
		{"true", story{answer: Decision{Allow: true, By: "llm", Tier: tiers.High}}, nil,
			"asked SAFE; true by llm at HIGH; run; ended 3 ; {3 signal 0 } <nil> "},
		{"true", story{answer: no}, nil,
			"asked SAFE; false by human at SAFE; {0 signal 0 } refused by human:  "},
		{"true", story{answer: yes, unasked: failed}, nil,
			"asked SAFE; false by nobody at SAFE; {0 signal 0 } refused by nobody: no luck "},
		{"true", story{answer: yes, undecided: failed}, nil,
			"asked SAFE; true by human at SAFE; run; ended 3 ; {3 signal 0 } <nil> hermes-exec: audit log: no luck\n"},
		{"true", story{answer: no, undecided: failed}, nil,
			"asked SAFE; false by human at SAFE; {0 signal 0 } refused by human:  "},
		{"git push --force", story{answer: yes, undecided: failed}, nil,
			"asked HIGH; true by human at HIGH; {0 signal 0 } refused by audit: the audit log cannot be written (no luck), " +
				"and HIGH commands run only where they are recorded "},
		{"true", story{answer: yes, run: failed}, nil,
			"asked SAFE; true by human at SAFE; run; ended 125 no luck; {0 signal 0 } no luck "},
		{"true", story{answer: yes, run: failed}, func(error) int { return 127 },
			"asked SAFE; true by human at SAFE; run; ended 127 no luck; {0 signal 0 } no luck "},
		{"true", story{answer: yes, unsaid: failed}, nil,
			"asked SAFE; true by human at SAFE; run; ended 3 ; {3 signal 0 } <nil> " +
				"hermes-exec: the end of this command is not in the audit log: no luck\n"},
	} {
		var warned bytes.Buffer
		s := &Supervisor{Approver: &tt.story, Recorder: &tt.story, Warn: &warned, ExitStatus: tt.status}
		s.Run = func(context.Context, Command) (Status, error) {
			tt.story.tell += "run; "
			return Status{Code: 3}, tt.story.run
		}
		r := &Request{Text: tt.text, Script: shellparse.Parse(tt.text, shellparse.Options{}), Facts: &tiers.Facts{}}
		status, err := s.Do(context.Background(), r)
		if got := fmt.Sprint(tt.story.tell, status, " ", err, " ", warned.String()); got != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.text, got, tt.want)
		}
		if refusal := new(*Refusal); errors.As(err, refusal) && (*refusal).Request != r {
			t.Errorf("%s: it is of another request", tt.text)
		}
	}
	(&Supervisor{}).warn("to nobody") // as nobody wants to know
}

func TestOpinion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		o    Opinion
		want string
	}{
		{Opinion{Says: SaysApprove}, "approve"},
		{Opinion{Says: SaysDeny, Reason: "it is far away"}, "deny: it is far away"},
		{Opinion{Says: SaysRaise, Tier: tiers.High}, "raise to HIGH"},
		{Opinion{Says: SaysNone, Reason: "timeout"}, "no opinion: timeout"},
	} {
		if got := tt.o.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
