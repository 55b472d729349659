package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// whitelist is hermes-confirmd whitelist [list | trust | add ACTION | remove ACTION] [--session KEY].
func whitelist(args []string) error {
	fs := newFlags()
	session, as := new(string), new(string)
	if slices.Contains(args, "add") || slices.Contains(args, "remove") { // there is nothing to them else
		session = fs.String("session", "", "")
		as = fs.String("as", me(), "")
	}
	if err := parse(fs, "whitelist", args, 0, 2); err != nil {
		return err
	}
	ctx, cancel := callContext()
	defer cancel()
	client := confirm.NewClient(desk())
	verb := orElse(fs.Arg(0), "list")
	switch {
	case verb == "list" && fs.NArg() < 2:
		return whitelistList(ctx, client)
	case verb == "trust" && fs.NArg() < 2:
		return whitelistTrust(ctx, client)
	case fs.NArg() != 2:
		return usagef("whitelist: list, trust, add ACTION or remove ACTION")
	}
	method, said := http.MethodPost, "nobody is asked about %s any more\n"
	switch verb {
	case "add":
	case "remove":
		method, said = http.MethodDelete, "%s asks again\n"
	default:
		return usagef("whitelist: %s: list, trust, add ACTION or remove ACTION", verb)
	}
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("whitelist: nobody approves their own request: %w", err)
	}
	var a confirm.Allowed
	if err := client.Do(ctx, method, "/whitelist", true, map[string]string{"action": fs.Arg(1), "session_key": *session, "approver": *as}, &a); err != nil {
		return fmt.Errorf("whitelist: %w", err)
	}
	fmt.Printf(said, entry(a))
	return nil
}

func whitelistList(ctx context.Context, client *confirm.Client) error {
	var list struct{ Entries, Unconfirmed []confirm.Allowed }
	if err := client.Do(ctx, http.MethodGet, "/whitelist", false, nil, &list); err != nil {
		return fmt.Errorf("whitelist: %w", err)
	}
	if len(list.Entries)+len(list.Unconfirmed) == 0 {
		fmt.Println("the whitelist is empty: everything asks")
	}
	for _, a := range list.Entries {
		fmt.Printf("%s, by %s\n", entry(a), approve.Visible(a.AddedBy))
	}
	for _, a := range list.Unconfirmed {
		fmt.Printf("%s, said to be by %s: not confirmed, so it asks; `hermes-confirmd whitelist trust`\n", entry(a), approve.Visible(a.AddedBy))
	}
	return nil
}

// whitelistTrust confirms what whitelist shows as not confirmed.
func whitelistTrust(ctx context.Context, client *confirm.Client) error {
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("whitelist: nobody approves their own request: %w", err)
	}
	var list struct{ Entries []confirm.Allowed }
	if err := client.Do(ctx, http.MethodPost, "/whitelist/trust", true, nil, &list); err != nil {
		return fmt.Errorf("whitelist: %w", err)
	}
	if len(list.Entries) == 0 {
		fmt.Println("nothing there waits to be confirmed")
	}
	for _, a := range list.Entries {
		fmt.Printf("nobody is asked about %s any more\n", entry(a))
	}
	return nil
}

func entry(a confirm.Allowed) string {
	if a.SessionKey == "" {
		return approve.Visible(a.Action)
	}
	return approve.Visible(a.Action) + " in session " + approve.Visible(a.SessionKey)
}
