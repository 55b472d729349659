package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// list prints what waits for an answer.
func list(args []string) error {
	fs := newFlags()
	asJSON := fs.Bool("json", false, "")
	if err := parse(fs, "list", args, 0, 0); err != nil {
		return err
	}
	ctx, cancel := callContext()
	defer cancel()
	pending, err := confirm.NewClient(desk()).Pending(ctx)
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	if len(pending) == 0 && !*asJSON {
		fmt.Println("nothing waits for an answer")
	}
	now := time.Now()
	return printStates(pending, *asJSON, func(s *confirm.State) string {
		left := max(0, time.UnixMicro(int64(s.ExpiresAt*1e6)).Sub(now)).Round(time.Second)
		return fmt.Sprintf("%s  %-8s  %6s  %s", s.ID, s.Tier, left, what(s))
	})
}

// auditVerb prints the last requests, and what became of them.
func auditVerb(args []string) error {
	fs := newFlags()
	asJSON := fs.Bool("json", false, "")
	limit := fs.Int("limit", 50, "")
	if err := parse(fs, "audit", args, 0, 0); err != nil {
		return err
	}
	ctx, cancel := callContext()
	defer cancel()
	var entries struct{ Entries []*confirm.State }
	if err := confirm.NewClient(desk()).Do(ctx, http.MethodGet, "/audit?limit="+strconv.Itoa(*limit), false, nil, &entries); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return printStates(entries.Entries, *asJSON, func(s *confirm.State) string {
		by := s.ResolvedBy
		if s.Forged {
			by += " (changed outside the daemon)"
		}
		at := time.UnixMicro(int64(s.CreatedAt * 1e6)).Local().Format(time.DateTime)
		return fmt.Sprintf("%s  %s  %-13s  %-20s  %s", at, s.ID, s.Status, approve.Visible(by), what(s))
	})
}

// what is a request in a line.
func what(s *confirm.State) string {
	const most = 200
	text := []rune(s.Description)
	if len(text) > most {
		text = append(text[:most], '…')
	}
	line := approve.Visible(s.Action) + ": " + approve.Visible(string(text)) + " (" + approve.Visible(s.Requester) + ")"
	if s.Screening != nil && !s.Screening.Safe() {
		line += " [" + approve.Visible(s.Screening.String()) + "]"
	}
	return line
}

func printStates(list []*confirm.State, asJSON bool, row func(*confirm.State) string) error {
	if asJSON {
		e := json.NewEncoder(os.Stdout)
		e.SetEscapeHTML(false)
		for _, s := range list {
			if err := e.Encode(s); err != nil {
				return err
			}
		}
		return nil
	}
	for _, s := range list {
		if _, err := fmt.Println(row(s)); err != nil {
			return err
		}
	}
	return nil
}
