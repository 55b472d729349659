package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// watch is an approver's console: one question at a time, the one that ends
// first before the others, as hermes-exec asks at a terminal.
func watch(args []string) error {
	fs := newFlags()
	as := fs.String("as", me(), "")
	if err := parse(fs, "watch", args, 0, 0); err != nil {
		return err
	}
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("watch: nobody approves their own request: %w", err)
	}
	prompt := &approve.Prompt{
		NoColor: os.Getenv("NO_COLOR") != "",
		Dumb:    os.Getenv("TERM") == "" || os.Getenv("TERM") == "dumb",
		Mask:    audit.Mask,
	}
	if err := prompt.Ready(); err != nil {
		return fmt.Errorf("watch: it needs the foreground of a terminal: %w", err)
	}
	if _, err := confirm.ReadToken(desk()); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = confirm.ErrNoDaemon
		}
		return fmt.Errorf("watch: %w", err)
	}
	done, err := procs.Register(desk())
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer done()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	w := &watcher{client: confirm.NewClient(desk()), prompt: prompt, as: *as, news: make(chan news, 64), open: map[string]*confirm.State{}}
	return w.run(ctx)
}

// news is an event, or the end of the events.
type news struct {
	name  string
	state *confirm.State
	err   error
}

type watcher struct {
	client *confirm.Client
	prompt *approve.Prompt
	as     string
	news   chan news
	open   map[string]*confirm.State // what waits, by id
}

// run is the console, until it is interrupted or the daemon has gone.
func (w *watcher) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		err := w.client.Events(ctx, func(name string, s *confirm.State) bool {
			select {
			case w.news <- news{name, s, nil}:
			case <-ctx.Done():
			}
			return ctx.Err() == nil
		})
		select {
		case w.news <- news{err: err}:
		case <-ctx.Done():
		}
	}()
	idle := false
	for {
		if s := w.first(); s != nil {
			idle = false
			if err := w.ask(ctx, s); err != nil {
				return err
			}
			continue
		}
		if !idle {
			fmt.Println("hermes-confirmd: watching, nothing waits; Ctrl-C ends it")
			idle = true
		}
		select {
		case n := <-w.news:
			if err := w.learn(n); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// learn takes an event into account.
func (w *watcher) learn(n news) error {
	switch {
	case n.err != nil:
		return fmt.Errorf("watch: %w", n.err)
	case n.name == "submitted", n.name == "escalated":
		w.open[n.state.ID] = n.state
	case n.name == "resolved":
		delete(w.open, n.state.ID)
	}
	return nil
}

// first is what ends first.
func (w *watcher) first() *confirm.State {
	var list []*confirm.State
	for _, s := range w.open {
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil
	}
	return slices.MinFunc(list, func(a, b *confirm.State) int {
		return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), strings.Compare(a.ID, b.ID))
	})
}

var errElsewhere = errors.New("it was answered elsewhere")

// ask shows one question, until it is answered here or elsewhere.
func (w *watcher) ask(ctx context.Context, s *confirm.State) error {
	asking, end := context.WithCancelCause(ctx)
	defer end(nil)
	type result struct {
		d   supervisor.Decision
		err error
	}
	done := make(chan result, 1)
	prompt := *w.prompt
	prompt.Until = time.UnixMicro(int64(s.ExpiresAt * 1e6))
	var kept []approve.Grant
	if desk() == home() { // for who asks the machine's daemon it is another user's file
		prompt.Keep = func(g approve.Grant) error {
			err := approve.AddGrant(home(), g)
			if err == nil {
				kept = append(kept, g)
			}
			return err
		}
	}
	if n := len(w.open) - 1; n > 0 {
		fmt.Printf("hermes-confirmd: %s, and %d more after it\n", s.ID, n)
	} else {
		fmt.Printf("hermes-confirmd: %s\n", s.ID)
	}
	go func() {
		d, err := prompt.Approve(asking, request(s))
		done <- result{d, err}
	}()
	for {
		select {
		case n := <-w.news:
			if err := w.learn(n); err != nil {
				end(err)
				<-done
				return err
			}
			if n.name == "resolved" && n.state.ID == s.ID {
				end(fmt.Errorf("%w: %s by %s", errElsewhere, n.state.Status, approve.Visible(n.state.ResolvedBy)))
			}
		case r := <-done:
			delete(w.open, s.ID)
			if r.err != nil {
				return fmt.Errorf("watch: %w", r.err)
			}
			return w.send(ctx, s, r.d, kept)
		}
	}
}

// send gives the daemon a person's answer. Silence, and what was answered
// elsewhere, is none. Where it comes too late, the permissions that were given
// with it are taken back.
func (w *watcher) send(ctx context.Context, s *confirm.State, d supervisor.Decision, kept []approve.Grant) error {
	if d.By != "human" {
		if ctx.Err() == nil && d.By == "nobody" && !strings.Contains(d.Reason, errElsewhere.Error()) {
			return fmt.Errorf("watch: %s", d.Reason)
		}
		return nil
	}
	verb := "deny"
	if d.Allow {
		verb = "approve"
	}
	call, cancel := callContext()
	defer cancel()
	reason := ""
	if len(kept) > 0 {
		reason = d.Reason
	}
	_, err := w.client.Resolve(call, s.ID, verb, w.as, reason)
	var late *confirm.APIError
	if errors.As(err, &late) && late.Status != "" {
		fmt.Printf("hermes-confirmd: too late: %s\n", approve.Visible(late.Error()))
		return revoke(kept)
	}
	if err != nil {
		return fmt.Errorf("watch: the answer did not reach the daemon: %w", err)
	}
	return nil
}

// revoke takes permissions back.
func revoke(kept []approve.Grant) error {
	if len(kept) == 0 {
		return nil
	}
	err := approve.ChangeGrants(home(), time.Now(), func(all []approve.Grant) ([]approve.Grant, error) {
		return slices.DeleteFunc(all, func(g approve.Grant) bool {
			return slices.ContainsFunc(kept, func(k approve.Grant) bool { return k.Pattern == g.Pattern && k.Dir == g.Dir && k.Session == g.Session })
		}), nil
	})
	if err != nil {
		return fmt.Errorf("watch: the permission could not be taken back: %w", err)
	}
	fmt.Println("hermes-confirmd: the permission was taken back")
	return nil
}

// request is what is asked, as the prompt of a terminal shows it.
func request(s *confirm.State) *supervisor.Request {
	var d details
	if s.Kind == "command" && json.Unmarshal(s.Details, &d) == nil && d.AskedConfirm != nil && d.Verdict != nil {
		d.Verdict.Cmd, d.Verdict.Tier = s.Description, s.Tier
		return approve.AwayCommand(s.Description, d.Cwd, s.SessionKey, d.AskedConfirm)
	}
	target := string(s.Details)
	if target == "{}" {
		target = ""
	}
	v := &tiers.Verdict{
		Cmd: s.Description, Decision: tiers.Ask, Tier: s.Tier,
		Findings: []tiers.Finding{{Rule: "action " + s.Action, Tier: s.Tier, Why: s.Requester + " asks for it", Target: target}},
	}
	if s.Screening != nil && !s.Screening.Safe() {
		v.Findings[0].Why += "; the content screen says " + s.Screening.String()
	}
	return approve.AwayRequest(s.Description, "", &approve.AskedConfirm{Verdict: v})
}
