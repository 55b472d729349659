package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
	data, err := json.Marshal(shown{q.Cmd, q.Facts})
	if err != nil {
		return supervisor.Opinion{}, err
	}
	key, err := cacheKey(&s, q)
	if err != nil {
		return supervisor.Opinion{}, err
	}
	cache := llm.Cache{Path: filepath.Join(hermesHome(), "exec", "opinions.json")}
	if o, ok := cache.Get(key, time.Now()); ok {
		return o, nil
	}
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-margin))
		defer cancel()
	}
	o := s.Review(ctx, data)
	if err := cache.Put(ctx, key, o, time.Now()); err != nil {
		fmt.Fprintf(os.Stderr, "hermes-confirmd: %s\n", approve.Visible(err.Error()))
	}
	return o, nil
}

// shown is what the model gets to see.
type shown struct {
	Cmd   string             `json:"cmd"`
	Facts approve.AskedFacts `json:"facts"`
}

// cacheKey stands for what was asked about. It is the parsed command, not its
// text: how a command is spelled and what its comments say changes nothing,
// and what the same text means elsewhere is another question. "": this one
// does not say what was parsed, and is not kept.
func cacheKey(s *llm.Service, q *approve.Question) (string, error) {
	if q.Digest == "" {
		return "", nil
	}
	facts, err := json.Marshal(q.Facts)
	if err != nil {
		return "", err
	}
	return s.CacheKey(string(facts), q.Digest), nil
}

// hermesHome is $HERMES_HOME.
func hermesHome() string {
	if home := os.Getenv("HERMES_HOME"); home != "" {
		return home
	}
	return filepath.Join(os.Getenv("HOME"), ".hermes")
}
