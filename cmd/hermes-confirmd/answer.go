package main

import (
	"context"
	"fmt"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// callTime is how long the daemon has to answer what it can answer at once.
const callTime = 15 * time.Second

func callContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), callTime)
}

// answerVerb is approve and deny: hermes-confirmd approve ID [--reason TEXT] [--as NAME].
func answerVerb(verb string, args []string) error {
	fs := newFlags()
	reason := fs.String("reason", "", "")
	as := fs.String("as", me(), "")
	if err := parse(fs, verb, args, 1, 1); err != nil {
		return err
	}
	// The daemon looks as well; here it can be said before the token is read.
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("%s: nobody approves their own request: %w", verb, err)
	}
	ctx, cancel := callContext()
	defer cancel()
	s, err := confirm.NewClient(desk()).Resolve(ctx, fs.Arg(0), verb, *as, *reason)
	if err != nil {
		return fmt.Errorf("%s: %w", verb, err)
	}
	fmt.Printf("%s: %s by %s\n", s.ID, s.Status, approve.Visible(s.ResolvedBy))
	return nil
}
