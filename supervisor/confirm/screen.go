package confirm

import (
	"context"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// screensAtOnce is how many messages are screened at a time: a model that has
// more to do than it can answers none in time.
const screensAtOnce = 2

// screen has what a message says screened, where there is a content screen. What
// is unsafe is HIGH at least, and CRITICAL where somebody may be in danger. Help
// does not wait for it, nor does what the rate limit keeps out.
func (s *Server) screen(ctx context.Context, r *store.Request) {
	switch {
	case s.config.Screen == nil, r.Kind == kindCommand, !tiers.SendsMessage(r.Action), tiers.CarriesHelp(r.Action, r.Description):
		return
	case !s.desk.allowed.covers(r.Action, r.Session) && s.desk.limiter.remaining(bucketOf(r.Kind, r.Action, r.Session), time.Now()) == 0:
		return
	}
	text := r.Description
	if details := string(r.Details); details != "{}" {
		text += "\n" + details // what is sent may stand in either
	}
	said := s.screened(ctx, text)
	r.Screening = &said
	if said.Verdict == tiers.ScreenedUnsafe {
		r.Tier = max(r.Tier, tiers.High)
	}
	if said.SelfHarm() {
		r.Tier = tiers.Critical
	}
	s.log.Info("screened", "verdict", said.Verdict, "action", r.Action, "requester", r.Requester)
}

func (s *Server) screened(ctx context.Context, text string) tiers.Screening {
	select {
	case s.screens <- struct{}{}:
		defer func() { <-s.screens }()
		return s.config.Screen(ctx, text)
	case <-time.After(screenTurn):
	case <-ctx.Done():
	}
	return tiers.Screening{Verdict: tiers.ScreenedError, Reason: "too many messages are being screened"}
}

// screenTurn is how long a message waits for its turn to be screened.
const screenTurn = 5 * time.Second

// screenedSafe reports whether no content screen has spoken against it.
func screenedSafe(r *store.Request) bool { return r.Screening == nil || r.Screening.Safe() }
