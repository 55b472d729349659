package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// laterError is a call that may work another time: no answer, one that was torn,
// a service that is busy or broken.
type laterError struct {
	err   error
	after time.Duration // not before; 0: the service does not say
}

func (e *laterError) Error() string {
	if e.after > 0 {
		return fmt.Sprintf("%v; again in %v", e.err, e.after.Round(time.Second/10))
	}
	return e.err.Error()
}
func (e *laterError) Unwrap() error { return e.err }

// refusedError is what a service will not do.
type refusedError struct {
	text    string
	lasting bool // nor anything else: a token or a chat is wrong
}

func (e *refusedError) Error() string { return e.text }

// goneError is a message that is not there any more, or shows already what it
// was to show.
type goneError struct{ text string }

func (e *goneError) Error() string { return e.text }

// maxReply is how much of an answer is read.
const maxReply = 1 << 20

// answered is what a service said.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// post sends JSON, or what stands in body as it is. No error means that there
// was an answer, whatever it says.
func post(ctx context.Context, method, address string, header map[string]string, body any) (*answered, error) {
	text, ok := body.([]byte)
	if !ok {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return nil, &refusedError{"its address cannot be used", true} // the error would show it, and what is secret in it
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("User-Agent", "hermes-exec (https://github.com/hermes-exec/hermes-exec)")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := client().Do(req)
	if err != nil {
		return nil, &laterError{err: plain(ctx, err)}
	}
	defer resp.Body.Close()
	a := &answered{status: resp.StatusCode, header: resp.Header}
	if a.body, err = io.ReadAll(io.LimitReader(resp.Body, maxReply+1)); err != nil {
		return nil, &laterError{err: fmt.Errorf("its answer was torn: %w", plain(ctx, err))}
	}
	if len(a.body) > maxReply {
		return nil, &laterError{err: fmt.Errorf("its answer has more than %d KiB", maxReply>>10)}
	}
	return a, nil
}

// shared is the client of all calls: connections are kept.
var shared struct {
	once   sync.Once
	client *http.Client
}

// client follows no redirect: what is said is for the service that policy
// names, and for nobody it refers to.
func client() *http.Client {
	shared.once.Do(func() {
		shared.client = &http.Client{
			Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	})
	return shared.client
}

// plain is an error without the address, which may hold a token.
func plain(ctx context.Context, err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if ctx.Err() != nil {
		return errors.New("no answer in time")
	}
	return err
}

// wrong turns a status that is not 2xx into an error; nil for one that is.
// text is what the service says about it.
func (a *answered) wrong(text string) error {
	if text = short(text); text == "" {
		text = "it says nothing more"
	}
	text = fmt.Sprintf("status %d: %s", a.status, text)
	switch {
	case a.status/100 == 2:
		return nil
	case a.status == http.StatusTooManyRequests, a.status == http.StatusRequestTimeout, a.status == http.StatusTooEarly, a.status >= 500:
		return &laterError{err: errors.New(text), after: a.retryAfter()}
	}
	return &refusedError{text, a.status != http.StatusBadRequest && a.status != http.StatusRequestEntityTooLarge}
}

// longest is how long a service is let rest because it says so.
const longest = time.Hour

// retryAfter reads Retry-After: seconds, or a date.
func (a *answered) retryAfter() time.Duration {
	text := a.header.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return held(s)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, time.Until(at)), longest)
	}
	return 0
}

// held is a number of seconds that a service gives, whatever it is.
func held(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, longest.Seconds()) * float64(time.Second))
}

// short is what fits into a line of a log.
func short(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
