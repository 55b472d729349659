package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/notify"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// notices are those that the daemon of a home sends, as policy says. They reach
// the daemon as any approver does: by its socket, with the token.
func notices(c *confirm.Config) (*notify.Notices, *noticeDesk, error) {
	settings, err := policyfile.Settings(c.Home)
	if err != nil {
		return nil, nil, err
	}
	c.Names = namesIn(settings.Notify)
	desk := &noticeDesk{client: confirm.NewClient(c.Home)}
	told := services(settings.Notify, func(p policy.Notify, why string) {
		c.Log.Warn("a service cannot be used", "service", p.Service, "at", p.At.String(), "error", why)
	})
	n, err := notify.New(notify.Config{
		Services: told, Desk: desk, Log: c.Log,
		Path: filepath.Join(confirm.LockDir(c.Home), "notices.json"),
	})
	return n, desk, err
}

// namesIn are the names under which links in notices lead to the daemon.
func namesIn(list []policy.Notify) []string {
	var names []string
	for _, p := range list {
		if u, err := url.Parse(p.Links); err == nil && p.Links != "" {
			names = append(names, u.Hostname())
		}
	}
	return names
}

// noticeDesk is the daemon, as notices see it.
type noticeDesk struct {
	client *confirm.Client
	links  func(*confirm.State) (approve, deny string)
}

// Watch implements [notify.Desk].
func (d *noticeDesk) Watch(ctx context.Context, each func(notify.Event)) error {
	return d.client.Events(ctx, func(name string, s *confirm.State) bool {
		e := notify.Event{ID: s.ID, Ends: ends(s)}
		switch name {
		case "submitted":
			e.Kind = notify.Asked
		case "resolved":
			e.Kind = notify.Ended
		case "ready":
			e.Kind = notify.Ready
		default:
			return ctx.Err() == nil
		}
		each(e)
		return ctx.Err() == nil
	})
}

func ends(s *confirm.State) time.Time { return time.UnixMicro(int64(s.ExpiresAt * 1e6)) }

// tapTime is how long somebody takes to see a notice and tap on it.
const tapTime = 5 * time.Second

// Notice implements [notify.Desk].
func (d *noticeDesk) Notice(ctx context.Context, id string) (*notify.Notice, error) {
	s, err := d.client.Get(ctx, id, 0)
	var refused *confirm.APIError
	if errors.As(err, &refused) && (refused.Code == http.StatusNotFound || refused.Code == http.StatusConflict) {
		return nil, notify.ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	n := worded(s)
	if s.Status == store.Pending {
		n.Approve, n.Deny = d.links(s)
		// Then it is CRITICAL, and one tap is not enough.
		quick := *s
		quick.ExpiresAt -= float64(tiers.Critical.Timeout()) + 1
		if time.Until(ends(&quick)) > tapTime {
			n.Quick, _ = d.links(&quick)
		}
	}
	return n, nil
}

// Answer implements [notify.Desk].
func (d *noticeDesk) Answer(ctx context.Context, id string, approve bool, by string) (status, whose string, err error) {
	verb := "deny"
	if approve {
		verb = "approve"
	}
	s, err := d.client.Resolve(ctx, id, verb, by, "")
	var late *confirm.APIError
	switch {
	case errors.As(err, &late) && late.Status != "":
		return string(late.Status), visibly(late.By), nil
	case err != nil:
		return "", "", err
	}
	return string(s.Status), s.ResolvedBy, nil
}

// noticeWidth is how wide the rows of a command are: a phone shows little more.
const noticeWidth = 56

// worded is a request as people are told of it.
func worded(s *confirm.State) *notify.Notice {
	r := request(s)
	b := approve.NewBrief(r, audit.Mask, noticeWidth)
	n := &notify.Notice{
		ID: s.ID, Status: string(s.Status), By: visibly(s.ResolvedBy), Reason: visibly(s.Reason), Tier: s.Tier, Ends: ends(s),
		Title: b.Title, Command: b.Command,
	}
	action := ofAction(r, s)
	if action {
		n.Title = s.Tier.String() + " action"
		n.Fields = append(n.Fields, notify.Field{Label: "action", Text: visibly(s.Action), Whole: true})
	}
	for _, f := range b.Fields {
		n.Fields = append(n.Fields, notify.Field{Label: f.Label, Text: f.Text, Whole: action && f.Label == "target"})
	}
	return n
}

// ofAction reports whether a request is another program's, or does not say what
// hermes-exec says of a command: what is asked is in its details as much as in
// its text.
func ofAction(r *supervisor.Request, s *confirm.State) bool {
	f := r.Verdict.Findings
	return s.Kind != "command" || len(f) == 1 && f[0].Rule == "action "+s.Action
}

// visibly makes what somebody wrote printable, and masks what is secret in it.
func visibly(text string) string { return approve.Visible(audit.Mask(text)) }
