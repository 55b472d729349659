package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// pollTime is how long one wait for the answer takes.
const pollTime = 30 * time.Second

// restartTime is how long a daemon that has gone may take to come back: what
// was asked is still there then.
const restartTime = 5 * time.Second

// details are what an approver gets to see of a command, beside its text.
type details struct {
	Cwd  string `json:"cwd,omitempty"`
	Mode string `json:"mode,omitempty"`
	*approve.AskedConfirm
}

// confirmed asks the daemon, waits until a person has answered there, and hands
// that on. The daemon withdraws the question when this process is gone, which
// it is when the wrapper is.
func confirmed(ctx context.Context, q *approve.Question, wrapper io.Reader, answer func(approve.Answer) error) error {
	if q.Confirm == nil || q.Confirm.Verdict == nil {
		return errors.New("ask: a question for a person needs the verdict")
	}
	ctx, gone := context.WithCancelCause(ctx)
	defer gone(nil)
	go func() {
		io.Copy(io.Discard, wrapper)
		gone(errors.New("hermes-exec is gone"))
	}()
	client := confirm.NewClient(asked())
	s, err := submit(ctx, client, q)
	for err == nil && s.Status == store.Pending {
		s, err = await(ctx, client, s.ID)
	}
	if err == nil && s.Kind != "command" {
		err = errors.New("the daemon's answer is about something else") // its file was changed
	}
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return fmt.Errorf("ask: %w", err)
	}
	return answer(approve.Answer{Status: string(s.Status), By: s.ResolvedBy, Reason: s.Reason, ID: s.ID, Tier: &s.Tier})
}

func submit(ctx context.Context, client *confirm.Client, q *approve.Question) (*confirm.State, error) {
	v := *q.Confirm.Verdict
	v.Cmd = "" // it is the description
	asked := *q.Confirm
	asked.Verdict = &v
	text, err := json.Marshal(details{q.Facts.Cwd, q.Facts.Mode, &asked})
	if err != nil {
		return nil, err
	}
	s, err := client.Submit(ctx, map[string]any{
		"kind": "command", "action": "command", "description": q.Cmd, "details": json.RawMessage(text), "requester": "hermes-exec",
		"session_key": q.Session, "timeout_seconds": q.Confirm.WaitS, "tier": v.Tier, "ends_with_requester": true,
	})
	var refused *confirm.APIError
	if errors.As(err, &refused) && refused.Code == http.StatusRequestEntityTooLarge {
		return nil, errors.New("the command is too long to be shown to a person")
	}
	return s, err
}

// await waits for the answer, over a restart of the daemon.
func await(ctx context.Context, client *confirm.Client, id string) (*confirm.State, error) {
	var lost time.Time
	for {
		s, err := client.Get(ctx, id, pollTime)
		var said *confirm.APIError
		switch {
		case err == nil, errors.As(err, &said) && said.Code != http.StatusServiceUnavailable, ctx.Err() != nil:
			return s, err
		case lost.IsZero():
			lost = time.Now()
		case time.Since(lost) > restartTime:
			return nil, fmt.Errorf("the confirmation daemon stopped while it was asked: %w", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}
