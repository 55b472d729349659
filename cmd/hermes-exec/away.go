package main

import (
	"context"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// away asks a person through the confirmation daemon of this home.
func (w *world) away() elsewhere {
	return elsewhere{&approve.Away{
		Client: w.client(""),
		Socket: w.daemon(),
		Mask:   audit.Mask,
	}}
}

// daemon is the socket of the confirmation daemon: the machine's where there is one,
// else the user's.
func (w *world) daemon() string {
	if system.Asked() {
		return system.Socket()
	}
	return filepath.Join(w.hermes, "confirmd.sock")
}

// elsewhere gives up the question at a signal that would end this process, as
// [interruptible] does.
type elsewhere struct{ *approve.Away }

func (e elsewhere) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	ctx, stop := untilSignal(ctx)
	defer stop()
	return e.Away.Approve(ctx, r)
}
