package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/llm"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// errUnsafe is how a text that is unsafe ends the program.
var errUnsafe = errors.New("unsafe")

// screened answers hermes-exec's question about a message that is sent.
func screened(ctx context.Context, q *approve.Question, answer func(approve.Answer) error) error {
	s := tiers.Screening{Verdict: tiers.ScreenedError, Reason: "no content screen is configured"}
	if q.Screen != nil && q.Screen.BaseURL != "" && q.Screen.Model != "" {
		g := llm.Guard{BaseURL: q.Screen.BaseURL, Model: q.Screen.Model}
		s = g.Screen(ctx, q.Cmd, llm.Out)
	}
	return answer(approve.Answer{Screening: &s})
}

// screen is hermes-confirmd screen [--in|--out] [--json] [TEXT].
func screen(args []string, in io.Reader, out io.Writer) error {
	fs := newFlags()
	inward := fs.Bool("in", false, "")
	outward := fs.Bool("out", false, "")
	asJSON := fs.Bool("json", false, "")
	if err := parse(fs, "screen", args, 0, 1); err != nil {
		return err
	}
	if *inward && *outward {
		return usagef("screen: --in and --out exclude each other")
	}
	guard, err := contentScreen(home())
	if err != nil {
		return fmt.Errorf("screen: %w", err)
	}
	if guard == nil {
		return fmt.Errorf("screen: no content screen is configured; `screen: {}` in %s switches it on", policyfile.User(home()))
	}
	text := fs.Arg(0)
	if fs.NArg() == 0 {
		most := int64(maxQuestion)
		read, err := io.ReadAll(io.LimitReader(in, most))
		if err != nil {
			return fmt.Errorf("screen: read the text: %w", err)
		}
		text = string(read)
	}
	direction := llm.In
	if *outward {
		direction = llm.Out
	}
	began := time.Now()
	s := guard.Screen(context.Background(), text, direction)
	if err := printScreening(out, &s, time.Since(began), *asJSON); err != nil {
		return fmt.Errorf("screen: %w", err)
	}
	switch s.Verdict {
	case tiers.ScreenedSafe:
		return nil
	case tiers.ScreenedUnsafe:
		return errUnsafe
	}
	return fmt.Errorf("screen: it could not be screened: %s", s.Reason)
}

// printScreening prints what there is to say; where help is comes first.
func printScreening(out io.Writer, s *tiers.Screening, took time.Duration, asJSON bool) error {
	resources := ""
	if s.SelfHarm() {
		resources = tiers.Resources
	}
	if asJSON {
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		return e.Encode(struct {
			*tiers.Screening
			LatencyMS float64 `json:"latency_ms"`
			Resources string  `json:"resources,omitempty"`
		}{s, float64(took.Microseconds()) / 1000, resources})
	}
	var b strings.Builder
	if resources != "" {
		b.WriteString(resources + "\n\n")
	}
	if s.Verdict != tiers.ScreenedError { // that is said on standard error
		b.WriteString(approve.Visible(s.String()) + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// screening gives the daemon the content screen, where there is one.
func screening(c *confirm.Config) error {
	guard, err := contentScreen(c.Home)
	if err != nil || guard == nil {
		return err
	}
	c.Screen = func(ctx context.Context, text string) tiers.Screening { return guard.Screen(ctx, text, llm.Out) }
	return nil
}

// contentScreen is the screen that the machine's policy or the user's names; nil
// where none does.
func contentScreen(home string) (*llm.Guard, error) {
	laid, err := policyfile.Settings(home)
	if err != nil || laid.Screen == nil {
		return nil, err
	}
	return &llm.Guard{BaseURL: laid.Screen.BaseURL, Model: laid.Screen.Model}, nil
}
