package main

import (
	"context"
	"fmt"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/notify"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// testTime is how long a service has for the test.
const testTime = 20 * time.Second

// notifyVerb says who is told, and with --test tells them.
func notifyVerb(args []string) error {
	fs := newFlags()
	test := fs.Bool("test", false, "")
	if err := parse(fs, "notify", args, 0, 0); err != nil {
		return err
	}
	settings, err := policyfile.Settings(home())
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	if len(settings.Notify) == 0 {
		fmt.Printf("nobody is told: there is no notify: in %s\n", approve.Visible(policyfile.User(home())))
		return nil
	}
	failed := 0
	for i, p := range settings.Notify {
		said, ok := "", false
		switch why := unset(p); {
		case why != "":
			said = why
		case *test:
			said, ok = tested(service(p))
		default:
			said, ok = "configured", true
		}
		if !ok {
			failed++
		}
		fmt.Printf("%d  %s: %s\n", i+1, named(p), approve.Visible(said))
	}
	if failed > 0 {
		return fmt.Errorf("notify: %d of %d services cannot be used", failed, len(settings.Notify))
	}
	return nil
}

// named is a service as its owner knows it.
func named(p policy.Notify) string {
	if p.Service == "ntfy" || p.Chat == "" { // a topic is as good as a password
		return p.Service
	}
	return approve.Visible(p.Service + " " + p.Chat)
}

// tested sends a notice that asks for nothing.
func tested(s notify.Service) (said string, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	err := notify.Test(ctx, s, &notify.Notice{
		Status: notify.Pending, Tier: tiers.Medium, Title: "hermes-confirmd: a test", Command: "  | nothing waits for an answer\n",
	})
	if err != nil {
		return err.Error(), false
	}
	return "sent", true
}
