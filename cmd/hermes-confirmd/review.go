package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/llm"
)

// margin is left of the time for the answer to reach the wrapper, which waits
// no longer than that.
const margin = 250 * time.Millisecond

// review gives the language model's opinion. Where it has none, that is the
// answer, with the reason.
func review(ctx context.Context, q *approve.Question, answer func(approve.Answer) error) error {
	o, err := opinion(ctx, q)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	a := approve.Answer{Opinion: o.Says, Reason: o.Reason, Cached: o.Cached}
	if o.Says == supervisor.SaysRaise {
		a.Tier = &o.Tier
	}
	return answer(a)
}

func opinion(ctx context.Context, q *approve.Question) (supervisor.Opinion, error) {
	if q.LLM == nil || q.LLM.BaseURL == "" || q.LLM.Model == "" {
		return supervisor.Opinion{Says: supervisor.SaysNone, Reason: "no language model is configured"}, nil
	}
	s := llm.Service{BaseURL: q.LLM.BaseURL, Model: q.LLM.Model}
	if name := q.LLM.KeyEnv; name != "" {
		if s.Key = os.Getenv(name); s.Key == "" {
			return supervisor.Opinion{Says: supervisor.SaysNone, Reason: name + ", which should hold the key, is not set"}, nil
		}
	}
	data, err := json.Marshal(struct {
		Cmd   string             `json:"cmd"`
		Facts approve.AskedFacts `json:"facts"`
	}{q.Cmd, q.Facts})
	if err != nil {
		return supervisor.Opinion{}, err
	}
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-margin))
		defer cancel()
	}
	return s.Review(ctx, data), nil
}
