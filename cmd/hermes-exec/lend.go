package main

import (
	"context"
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// A shell that stays has the user's terminal while each of its lines is judged.
// What is asked or said on it meanwhile borrows it: keys go to the question,
// and lines end where they should.

// onTerminal is the approver with the terminal in its own hands.
func (w *world) onTerminal(a supervisor.Approver) supervisor.Approver {
	if w.lend == nil {
		return a
	}
	return borrower{a, w.lend}
}

type borrower struct {
	supervisor.Approver
	lend func(use func()) error
}

func (b borrower) Approve(ctx context.Context, r *supervisor.Request) (d supervisor.Decision, err error) {
	if lendErr := b.lend(func() { d, err = b.Approver.Approve(ctx, r) }); lendErr != nil {
		return supervisor.Decision{}, lendErr
	}
	return d, err
}

// stderr is where people are told things.
func (w *world) stderr() io.Writer {
	if w.lend == nil {
		return os.Stderr
	}
	return borrowing{w.lend}
}

type borrowing struct{ lend func(use func()) error }

func (b borrowing) Write(p []byte) (n int, err error) {
	if lendErr := b.lend(func() { n, err = os.Stderr.Write(p) }); lendErr != nil {
		return os.Stderr.Write(p)
	}
	return n, err
}
