package confirm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// ErrNoDaemon says that no daemon answers for a home.
var ErrNoDaemon = errors.New("no confirmation daemon is running; `hermes-confirmd serve` starts one")

// Client speaks to the daemon of a home, on its socket.
type Client struct {
	home string
	http *http.Client
}

// NewClient makes a client. It connects when it is used.
func NewClient(home string) *Client {
	return &Client{home, &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true, // an answer has a connection that nobody could have taken before
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, home) },
	}}}
}

// APIError is what the daemon says went wrong.
type APIError struct {
	Code   int          // of HTTP
	Text   string       `json:"error"`
	Status store.Status `json:"status"` // of the request, where it was resolved already
	By     string       `json:"resolved_by"`
}

func (e *APIError) Error() string {
	if e.Status != "" {
		return strings.TrimSpace(fmt.Sprintf("%s: %s %s", e.Text, e.Status, e.By))
	}
	return e.Text
}

// Do asks the daemon, and reads its answer into out. approver sends the token
// with it.
func (c *Client) Do(ctx context.Context, method, path string, approver bool, in, out any) error {
	resp, err := c.send(ctx, method, path, approver, in)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("the daemon's answer was cut short: %w", err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("the daemon's answer cannot be read: %w", err)
	}
	return nil
}

func (c *Client) send(ctx context.Context, method, path string, approver bool, in any) (*http.Response, error) {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://localhost"+path, body)
	if err != nil {
		return nil, err
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if approver {
		token, err := ReadToken(c.home)
		if errors.Is(err, fs.ErrNotExist) { // the first daemon makes it
			err = ErrNoDaemon
		}
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
			return nil, ErrNoDaemon
		}
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, fmt.Errorf("ask the confirmation daemon: %w", err)
	}
	if resp.StatusCode/100 != 2 {
		defer resp.Body.Close()
		e := &APIError{Code: resp.StatusCode}
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		if json.Unmarshal(text, e) != nil || e.Text == "" {
			e.Text = resp.Status
		}
		return nil, e
	}
	return resp, nil
}

// Resolve answers a request as an approver; verb is approve or deny.
func (c *Client) Resolve(ctx context.Context, id, verb, by, reason string) (*State, error) {
	who := "approver"
	if verb == "deny" {
		who = "denier"
	}
	s := &State{}
	return s, c.Do(ctx, http.MethodPost, "/confirm/"+url.PathEscape(id)+"/"+verb, true, map[string]string{who: by, "reason": reason}, s)
}

// Submit submits a request and gives it as it stands then.
func (c *Client) Submit(ctx context.Context, fields map[string]any) (*State, error) {
	s := &State{}
	return s, c.Do(ctx, http.MethodPost, "/confirm", false, fields, s)
}

// Get gives a request, waiting up to wait for its answer.
func (c *Client) Get(ctx context.Context, id string, wait time.Duration) (*State, error) {
	s := &State{}
	return s, c.Do(ctx, http.MethodGet, fmt.Sprintf("/confirm/%s?wait=%d", url.PathEscape(id), int(wait/time.Second)), false, nil, s)
}

// Health is what a daemon says of itself.
type Health struct {
	Status  string  `json:"status"`
	Pending int     `json:"pending_count"`
	PID     int     `json:"pid"`
	Version string  `json:"version"`
	Started float64 `json:"started"` // seconds since 1970
	Screen  bool    `json:"screen"`  // messages are screened
	Page    string  `json:"page,omitempty"`
}

// Health asks whether the daemon answers, and which one it is.
func (c *Client) Health(ctx context.Context) (*Health, error) {
	h := &Health{}
	return h, c.Do(ctx, http.MethodGet, "/health", false, nil, h)
}

// Pending are all requests that wait, oldest first.
func (c *Client) Pending(ctx context.Context) ([]*State, error) {
	var list struct{ Confirmations []*State }
	return list.Confirmations, c.Do(ctx, http.MethodGet, "/confirm?status=pending", false, nil, &list)
}

// Events hands each event to each, until it returns false, ctx is done, or the
// daemon ends, which is an error.
func (c *Client) Events(ctx context.Context, each func(name string, s *State) bool) error {
	resp, err := c.send(ctx, http.MethodGet, "/events", false, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewReaderSize(resp.Body, 64<<10)
	name := ""
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("the daemon has gone: %w", err)
		}
		line = strings.TrimSuffix(line, "\n")
		if after, ok := strings.CutPrefix(line, "event: "); ok {
			name = after
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			s := &State{}
			if err := json.Unmarshal([]byte(data), s); err != nil {
				return fmt.Errorf("the daemon's event cannot be read: %w", err)
			}
			if !each(name, s) {
				return nil
			}
		}
	}
}
