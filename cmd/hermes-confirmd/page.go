package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/page"
)

// pageVerb prints a link that signs in to the page of the daemon that runs.
func pageVerb(args []string) error {
	fs := newFlags()
	as := fs.String("as", me(), "")
	if err := parse(fs, "page", args, 0, 0); err != nil {
		return err
	}
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("page: nobody approves their own request: %w", err)
	}
	ctx, cancel := callContext()
	defer cancel()
	link, err := pageLink(ctx, *as)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	fmt.Println(link)
	return nil
}

// pageLink asks the daemon for a link to its page.
func pageLink(ctx context.Context, as string) (string, error) {
	var answer struct{ Link string }
	err := confirm.NewClient(desk()).Do(ctx, http.MethodPost, "/page", true, map[string]string{"approver": as}, &answer)
	return answer.Link, err
}

// openPage gives the daemon its page; nil where port is 0.
func openPage(s *confirm.Server, host string, port int) (*page.Page, error) {
	if port == 0 {
		return nil, nil
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port %d on %s, for the page, is taken by another program: `--ui-port N` takes another one, 0 does without the page", port, host)
	}
	if err != nil {
		return nil, fmt.Errorf("the page: %w", err)
	}
	return page.Serve(s, l, page.Shows{Asked: request, Mask: audit.Mask}), nil
}

// tellPage says how to get into the page.
func tellPage(link string) {
	fmt.Printf("  the page: %s\n", link)
	fmt.Println("  the link lets one person in, within 15 minutes; `hermes-confirmd page` prints another")
}
