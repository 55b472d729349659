package approve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// message is a request for a message that a permission covers.
func message(t *testing.T) *supervisor.Request {
	t.Helper()
	r := realRequest("telegram-send hello")
	p, err := tiers.ParsePattern("telegram-send *")
	if err != nil {
		t.Fatal(err)
	}
	r.Options.Policy.Allow = []tiers.Permission{{Pattern: p}}
	r.Verdict = tiers.Judge(r.Script, r.Facts, r.Options)
	if r.Verdict.Granted == "" {
		t.Fatalf("%+v", r.Verdict)
	}
	return r
}

// saying is a hermes-confirmd that writes something and ends.
func saying(text string, err error) *Client {
	return &Client{Run: func(_ context.Context, _ []byte, out func([]byte) error) error {
		if failed := out([]byte(text)); failed != nil {
			return failed
		}
		return err
	}}
}

// Whatever hermes-confirmd answers but its word that a message is safe, a person
// is asked; nothing that could be allowed from now on is offered then.
func TestScreenedAnswers(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    *Client
		why  string // in what was found; "": it is safe
	}{
		{"safe", saying(`{"v":1,"screening":{"verdict":"safe"}}`+"\n", nil), ""},
		{"unsafe", saying(`{"v":1,"screening":{"verdict":"unsafe","categories":[{"code":"S10","name":"Hate"}]}}`+"\n", nil), "unsafe: Hate (S10)"},
		{"an error", saying(`{"v":1,"screening":{"verdict":"error","reason":"no answer in time"}}`+"\n", nil), "no answer in time"},
		{"another word", saying(`{"v":1,"screening":{"verdict":"Safe"}}`+"\n", nil), "could not say that it is safe"},
		{"another answer", saying(`{"v":1,"opinion":"approve"}`+"\n", nil), "another answer"},
		{"no answer", saying("", nil), "gave no answer"},
		{"garbage", saying("safe\n", nil), "cannot be read"},
		{"another version", saying(`{"v":2,"screening":{"verdict":"safe"}}`+"\n", nil), "version 2"},
		{"not there", saying("", errors.New("hermes-confirmd is not installed")), "is not installed"},
	} {
		r := message(t)
		human := &person{d: supervisor.Decision{Allow: true, By: ByHuman}}
		s := &Screened{Approver: &Chain{Human: human}, Client: tt.c}
		d, err := s.Approve(t.Context(), r)
		switch {
		case err != nil || !d.Allow:
			t.Errorf("%s: %+v, %v", tt.name, d, err)
		case tt.why == "" && (d.By != byGrant || human.asked != 0):
			t.Errorf("%s: decided by %s", tt.name, d.By)
		case tt.why != "" && (d.By != ByHuman || human.asked != 1 || !strings.Contains(r.Verdict.Findings[0].Why, tt.why) || offered(r) != nil):
			t.Errorf("%s: decided by %s on %q, offering %v", tt.name, d.By, r.Verdict.Findings[0].Why, offered(r))
		}
	}
}

// A hermes-confirmd that hangs costs some seconds and no more, and a signal ends
// the question.
func TestScreenedTime(t *testing.T) {
	hanging := &Client{Run: func(ctx context.Context, in []byte, _ func([]byte) error) error {
		if q, err := ReadQuestion(in); err != nil || q.TimeoutS != 6 {
			t.Errorf("%+v, %v", q, err)
		}
		<-ctx.Done()
		return context.Cause(ctx)
	}}
	synctest.Test(t, func(t *testing.T) {
		r, began := message(t), time.Now()
		human := &person{d: supervisor.Decision{By: ByHuman}}
		s := &Screened{Approver: &Chain{Human: human}, Client: hanging}
		d, err := s.Approve(t.Context(), r)
		if took := time.Since(began); err != nil || d.By != ByHuman || took != screenTime || r.Screening.Reason != "no answer in time" {
			t.Errorf("%+v, %v after %v: %s", d, err, took, r.Screening)
		}

		r, human.asked = message(t), 0
		s.Until = func(ctx context.Context) (context.Context, func()) {
			ctx, end := context.WithCancelCause(ctx)
			time.AfterFunc(time.Second, func() { end(errors.New("a signal ended it")) })
			return ctx, func() { end(nil) }
		}
		if d, err := s.Approve(t.Context(), r); err != nil || d.Allow || d.By != byNobody || !strings.Contains(d.Reason, "a signal ended it") || human.asked != 0 {
			t.Errorf("%+v, %v", d, err)
		}
	})
}
