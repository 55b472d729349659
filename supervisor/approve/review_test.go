package approve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// reviewer is a model that has already made up its mind.
type reviewer struct {
	o     supervisor.Opinion
	err   error
	asked int
}

func (v *reviewer) Review(context.Context, *supervisor.Request) (supervisor.Opinion, error) {
	v.asked++
	return v.o, v.err
}

// absent is a person who says beforehand that they are not there.
type absent struct{ person }

func (*absent) Ready() error { return errors.New("nobody is there") }

// Whatever the reviewer says, it approves MEDIUM in smart and LOW in strict,
// and nothing else; what it raises a person answers at the higher tier.
func TestReviewer(t *testing.T) {
	says := func(s string) *reviewer { return &reviewer{o: supervisor.Opinion{Says: s, Reason: "because"}} }
	raise := func(t tiers.Tier) *reviewer {
		return &reviewer{o: supervisor.Opinion{Says: supervisor.SaysRaise, Tier: t}}
	}
	yes := func() *person { return &person{d: supervisor.Decision{Allow: true, By: ByHuman}} }
	no := func() *person { return &person{d: supervisor.Decision{By: ByHuman}} }
	var (
		low      = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Low}
		medium   = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.Medium}
		high     = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.High}
		critical = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.Critical}
		safe     = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Safe}
		hard     = tiers.Verdict{Decision: tiers.Block, Hardline: true, Tier: tiers.Critical}
		denied   = tiers.Verdict{Decision: tiers.Block, Denied: true, Tier: tiers.Critical}
		crisis   = tiers.Verdict{Decision: tiers.Ask, Tier: tiers.Critical, Crisis: true, Status: "crisis"}
		bypass   = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Low, Crisis: true, Reason: "crisis_bypass"}
		granted  = tiers.Verdict{Decision: tiers.Allow, Tier: tiers.Low, Granted: "git push (policy allow)"}
		hidden   = tiers.Verdict{Decision: tiers.Block, Tier: tiers.Medium} // nothing gives this
	)
	const strict = tiers.Strict
	tests := []struct {
		name    string
		v       tiers.Verdict
		mode    supervisor.Mode
		preset  string
		llm     *reviewer
		human   *person // nil: absent
		by      string
		allow   bool
		llmed   int // times each was asked
		humaned int
	}{
		{"smart, MEDIUM, approve", medium, supervisor.Smart, "", says("approve"), no(), byLLM, true, 1, 0},
		{"smart, MEDIUM, approve, nobody there", medium, supervisor.Smart, "", says("approve"), nil, byLLM, true, 1, 0},
		{"smart, MEDIUM, deny", medium, supervisor.Smart, "", says("deny"), yes(), ByHuman, true, 1, 1},
		{"smart, MEDIUM, none", medium, supervisor.Smart, "", says("none"), no(), ByHuman, false, 1, 1},
		{"smart, MEDIUM, none, nobody there", medium, supervisor.Smart, "", says("none"), nil, byNobody, false, 1, 1},
		{"smart, MEDIUM, raise", medium, supervisor.Smart, "", raise(tiers.High), no(), ByHuman, false, 1, 1},
		{"smart, MEDIUM, another word", medium, supervisor.Smart, "", says("Approve"), no(), ByHuman, false, 1, 1},
		{"smart, HIGH, approve", high, supervisor.Smart, "", says("approve"), no(), ByHuman, false, 1, 1},
		{"smart, CRITICAL, approve", critical, supervisor.Smart, "", says("approve"), no(), ByHuman, false, 1, 1},
		{"smart, HIGH, nobody there", high, supervisor.Smart, "", says("approve"), nil, byNobody, false, 0, 1},
		{"smart, a verdict that is no question", hidden, supervisor.Smart, "", says("approve"), no(), byHardline, false, 0, 0},
		{"manual, MEDIUM, approve", medium, supervisor.Manual, "", says("approve"), no(), ByHuman, false, 1, 1},
		{"no mode, MEDIUM, approve", medium, "", "", says("approve"), no(), ByHuman, false, 1, 1},
		{"manual, MEDIUM, nobody to read it", medium, supervisor.Manual, "", says("approve"), nil, byNobody, false, 0, 1},
		{"cron, MEDIUM, approve", medium, supervisor.Cron, "", says("approve"), yes(), byMode, false, 0, 0},
		{"off, MEDIUM", medium, supervisor.Off, "", says("deny"), no(), byMode, true, 0, 0},
		{"LOW", low, supervisor.Manual, "", says("deny"), no(), byTier, true, 0, 0},
		{"LOW, smart", low, supervisor.Smart, "", says("deny"), no(), byTier, true, 0, 0},
		{"SAFE, strict", safe, supervisor.Manual, strict, says("deny"), no(), byTier, true, 0, 0},
		{"LOW, strict, approve", low, supervisor.Manual, strict, says("approve"), no(), byLLM, true, 1, 0},
		{"LOW, strict, deny", low, supervisor.Manual, strict, says("deny"), no(), ByHuman, false, 1, 1},
		{"LOW, strict, none", low, supervisor.Manual, strict, says("none"), yes(), ByHuman, true, 1, 1},
		{"LOW, strict, none, nobody there", low, supervisor.Manual, strict, says("none"), nil, byNobody, false, 1, 1},
		{"LOW, strict, no reviewer", low, supervisor.Manual, strict, nil, no(), byTier, true, 0, 0},
		{"LOW, strict, cron, approve", low, supervisor.Cron, strict, says("approve"), no(), byLLM, true, 1, 0},
		{"LOW, strict, cron, none", low, supervisor.Cron, strict, says("none"), yes(), byMode, false, 1, 0},
		{"LOW, strict, off", low, supervisor.Off, strict, says("deny"), no(), byMode, true, 0, 0},
		{"LOW by permission, strict", granted, supervisor.Manual, strict, says("deny"), no(), byGrant, true, 0, 0},
		{"hardline", hard, supervisor.Smart, "", says("approve"), yes(), byHardline, false, 0, 0},
		{"policy", denied, supervisor.Smart, "", says("approve"), yes(), byPolicy, false, 0, 0},
		{"crisis", crisis, supervisor.Smart, "", says("approve"), yes(), byCrisis, false, 0, 0},
		{"crisis bypass, strict", bypass, supervisor.Manual, strict, says("deny"), no(), byBypass, true, 0, 0},
		{"withdrawn", medium, supervisor.Smart, "", &reviewer{o: supervisor.Opinion{Says: "approve"}, err: errors.New("a signal ended it")}, yes(), byNobody, false, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &Chain{Human: tt.human}
			if tt.human == nil {
				gone := &absent{person{err: errors.New("there is no terminal")}}
				tt.human, c.Human = &gone.person, gone
			}
			if tt.llm != nil {
				c.Reviewer = tt.llm
			} else {
				tt.llm = &reviewer{}
			}
			r := &supervisor.Request{Verdict: &tt.v, Mode: tt.mode, Options: tiers.Options{Preset: tt.preset}}
			d, err := c.Approve(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if because := d.By == byLLM; because != (d.Reason == "the language model approved it: because") {
				t.Errorf("reason: %s", d.Reason)
			}
			if d.Allow != tt.allow || d.By != tt.by || tt.llm.asked != tt.llmed || tt.human.asked != tt.humaned {
				t.Errorf("got %+v; the reviewer was asked %d times, the person %d", d, tt.llm.asked, tt.human.asked)
			}
			if asked := r.Opinion != nil; asked != (tt.llmed > 0) {
				t.Errorf("the opinion that is shown and recorded: %v", r.Opinion)
			}
		})
	}
}

// Each decider is asked after those before it and before those behind it: of a
// request that several would answer, the first answers.
func TestOrder(t *testing.T) {
	v := tiers.Verdict{
		Hardline: true, Denied: true, Status: statusCrisis, Decision: tiers.Allow, Granted: "git push (policy allow)", Tier: tiers.Low,
	}
	model := &reviewer{o: supervisor.Opinion{Says: supervisor.SaysApprove}}
	human := &person{d: supervisor.Decision{Allow: true, By: ByHuman}}
	c := &Chain{Reviewer: model, Human: human}
	mode := supervisor.Off
	var got []string
	for _, answered := range []func(){
		nil,
		func() { v.Hardline = false },
		func() { v.Denied = false },
		func() { v.Status = "" },
		func() { v.Granted = "" },
		func() { v.Decision, v.Tier = tiers.Ask, tiers.Medium },
		func() { mode = supervisor.Smart },
		func() { model.o.Says = supervisor.SaysNone },
		func() { human.err = errors.New("there is no terminal") },
	} {
		if answered != nil {
			answered()
		}
		d, err := c.Approve(t.Context(), &supervisor.Request{Verdict: &v, Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.By)
	}
	const want = "hardline policy crisis permission tier mode llm human nobody"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("the order is %s, want %s", s, want)
	}
}

// What a raise makes of the tier a person is asked at.
func TestRaised(t *testing.T) {
	for _, tt := range []struct {
		tier    tiers.Tier
		opinion *supervisor.Opinion
		want    tiers.Tier
	}{
		{tiers.Medium, nil, tiers.Medium},
		{tiers.Low, nil, tiers.Medium},
		{tiers.Low, &supervisor.Opinion{Says: supervisor.SaysDeny}, tiers.Medium},
		{tiers.Medium, &supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.High}, tiers.High},
		{tiers.Medium, &supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.Critical}, tiers.Critical},
		{tiers.High, &supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.Low}, tiers.High},
		{tiers.High, &supervisor.Opinion{Says: supervisor.SaysApprove, Tier: tiers.Critical}, tiers.High},
	} {
		r := &supervisor.Request{Verdict: &tiers.Verdict{Tier: tt.tier}, Opinion: tt.opinion}
		if got := asksAt(r); got != tt.want {
			t.Errorf("%s with %v asks at %s, want %s", tt.tier, tt.opinion, got, tt.want)
		}
	}
}

func TestAnswerOpinion(t *testing.T) {
	tier := func(t tiers.Tier) *tiers.Tier { return &t }
	for _, tt := range []struct {
		a    Answer
		on   tiers.Tier
		want string
	}{
		{Answer{Opinion: "approve", Reason: "fine"}, tiers.Medium, "approve: fine"},
		{Answer{Opinion: "deny"}, tiers.Medium, "deny"},
		{Answer{Opinion: "none", Reason: "no answer in time"}, tiers.Medium, "no opinion: no answer in time"},
		{Answer{Opinion: "raise", Tier: tier(tiers.High)}, tiers.Medium, "raise to HIGH"},
		{Answer{Opinion: "raise", Tier: tier(tiers.Medium)}, tiers.Medium, "no opinion: it says raise, and not to a higher tier"},
		{Answer{Opinion: "raise", Tier: tier(tiers.Safe)}, tiers.Critical, "no opinion: it says raise, and not to a higher tier"},
		{Answer{Opinion: "raise"}, tiers.Medium, "no opinion: it says raise, and not to a higher tier"},
		{Answer{Opinion: "approve", Tier: tier(tiers.Low)}, tiers.Medium, "no opinion: it says approve, with a tier"},
		{Answer{Opinion: "APPROVE"}, tiers.Medium, `no opinion: it says "APPROVE"`},
		{Answer{}, tiers.Medium, `no opinion: it says ""`},
	} {
		o := tt.a.opinion(tt.on)
		if got := o.String(); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.a, got, tt.want)
		}
	}
}

// runs is a program that is run in virtual time.
type runs func(ctx context.Context, input []byte, out func([]byte) error) error

func (run runs) reviewer() *Reviewer {
	return &Reviewer{Client: &Client{Run: run}, Mask: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }}
}

// The reviewer has five seconds, whatever the program does.
func TestReviewTime(t *testing.T) {
	for name, run := range map[string]runs{
		"heeds the time": func(ctx context.Context, _ []byte, _ func([]byte) error) error {
			<-ctx.Done()
			return ctx.Err()
		},
		"does not": func(context.Context, []byte, func([]byte) error) error {
			time.Sleep(time.Hour)
			return nil
		},
		"says it late": func(_ context.Context, _ []byte, out func([]byte) error) error {
			time.Sleep(6 * time.Second)
			return out([]byte(`{"v":1,"opinion":"approve"}` + "\n"))
		},
		"talks on and on": func(_ context.Context, _ []byte, out func([]byte) error) error {
			for range 3600 {
				time.Sleep(time.Second)
				if err := out([]byte(" ")); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o, err := run.reviewer().Review(t.Context(), judgedRequest("git push"))
				if o.Says != supervisor.SaysNone || err != nil || o.Took != 5*time.Second {
					t.Errorf("%+v, %v", o, err)
				}
				time.Sleep(2 * time.Hour) // until the program has ended, too
			})
		})
	}
	t.Run("withdrawn", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(time.Second, func() { cancel(errors.New("a signal ended it")) })
			o, err := runs(func(ctx context.Context, _ []byte, _ func([]byte) error) error {
				<-ctx.Done()
				return ctx.Err()
			}).reviewer().Review(ctx, judgedRequest("git push"))
			if o.Says != supervisor.SaysNone || err == nil || o.Took != time.Second {
				t.Errorf("%+v, %v", o, err)
			}
		})
	})
}

// knownInBytes is a command about which so many bytes are known.
func knownInBytes(t *testing.T, n int) string {
	t.Helper()
	size := func(cmd string) int {
		facts, err := json.Marshal(NewQuestion(WantReview, judgedRequest(cmd), nil).Facts)
		if err != nil {
			t.Fatal(err)
		}
		return len(facts)
	}
	cmd := "x=" + strings.Repeat("x", n/10) + "; echo $x$x$x$x$x$x y"
	cmd += strings.Repeat("y", n-size(cmd))
	if len(cmd) > maxReviewed || size(cmd) != n {
		t.Fatalf("%d bytes about %d, want %d", size(cmd), len(cmd), n)
	}
	return cmd
}

func TestReview(t *testing.T) {
	line := func(s string) runs {
		return func(_ context.Context, _ []byte, out func([]byte) error) error { return out([]byte(s + "\n")) }
	}
	fails := func(context.Context, []byte, func([]byte) error) error { return errors.New("not installed") }
	for _, tt := range []struct {
		name, cmd string
		run       runs
		want      string
	}{
		{"approves", "git push", line(`{"v":1,"opinion":"approve","reason":"fine"}`), "approve: fine"},
		{"the first answer counts", "git push", line(`{"v":1,"opinion":"deny"}` + "\n" + `{"v":1,"opinion":"approve"}`), "deny"},
		{"fails", "git push", fails, "no opinion: not installed"},
		{"says nothing", "git push", line(""), "no opinion: an answer that cannot be read"},
		{"prose", "git push", line("approve"), "no opinion: an answer that cannot be read"},
		{"another version", "git push", line(`{"v":2,"opinion":"approve"}`), "no opinion: an answer of version 2"},
		{"something new", "git push", line(`{"v":1,"opinion":"approve","but":1}`), "no opinion: an answer that cannot be read"},
		{"half a line", "git push", func(_ context.Context, _ []byte, out func([]byte) error) error {
			return out([]byte(`{"v":1,"opinion":"approve"}`))
		}, "no opinion: hermes-confirmd gave no answer"},
		{"an endless line", "git push", func(_ context.Context, _ []byte, out func([]byte) error) error {
			for {
				if err := out([]byte(strings.Repeat(" ", 1000))); err != nil {
					return err
				}
			}
		}, "no opinion: an answer of more than 65536 bytes"},
		{"the longest answer", "git push", line(fmt.Sprintf("%-*s", maxAnswer, `{"v":1,"opinion":"approve"}`)), "approve"},
		{"the longest command", fmt.Sprintf("%-*s", maxReviewed, "git push #"), line(`{"v":1,"opinion":"approve"}`), "approve"},
		{"a command that is longer", fmt.Sprintf("%-*s", maxReviewed+1, "git push #"), line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"the most commands", strings.Repeat("a;", maxReviewedCommands), line(`{"v":1,"opinion":"approve"}`), "approve"},
		{"one command more", strings.Repeat("a;", maxReviewedCommands+1), line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"the most facts", knownInBytes(t, maxReviewedFacts), line(`{"v":1,"opinion":"approve"}`), "approve"},
		{"one byte of facts more", knownInBytes(t, maxReviewedFacts+1), line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"a long command", "git push #" + strings.Repeat("x", 9_000), line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"a few bytes that are many", `x=aaaaaaaaaaaaaaaa; x=$x$x$x$x$x$x$x$x; x=$x$x$x$x$x$x$x$x; x=$x$x$x$x$x$x$x$x; git push $x $x $x $x $x $x $x $x $x $x $x $x $x $x $x $x`, line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"many commands", strings.Repeat("git push;", 101), line(`{"v":1,"opinion":"approve"}`), "no opinion: too long"},
		{"a secret in the reason", "git push", line(`{"v":1,"opinion":"deny","reason":"hunter2"}`), "deny: ***"},
		{"a long reason", "git push", line(`{"v":1,"opinion":"deny","reason":"` + strings.Repeat("x", 5000) + `"}`), "deny: xxx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, err := tt.run.reviewer().Review(t.Context(), judgedRequest(tt.cmd))
			if got := o.String(); !strings.HasPrefix(got, tt.want) || len(got) > 400 || err != nil {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}
