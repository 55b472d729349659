package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// A shell that stays has the user's terminal while each of its lines is judged.
// What is asked or said on it meanwhile borrows it: keys go to the question,
// and lines end where they should.

// loan is the terminal of a shell that stays.
type loan struct {
	aside chan func()   // [supervisor.Command.Aside]
	over  chan struct{} // closed when the shell has ended
}

func newLoan() loan { return loan{make(chan func()), make(chan struct{})} }

// lend has the user's terminal as it was before the shell got one, while use runs.
func (l loan) lend(use func()) error {
	done := make(chan struct{})
	select {
	case l.aside <- func() { defer close(done); use() }:
		<-done
		return nil
	case <-l.over:
		return errors.New("the shell has ended")
	}
}

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
