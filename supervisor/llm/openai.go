package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// maxReply is how much of a service's reply is read. A verdict has a hundred
// bytes; some services wrap it in a few kilobytes of their own.
const maxReply = 256 << 10

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// request is the body of POST /chat/completions.
type request struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Stream      bool      `json:"stream"`
	Temperature *float64  `json:"temperature,omitempty"`
	Format      *format   `json:"response_format,omitempty"`
}

type format struct {
	Type string `json:"type"`
}

// reply is what is read of the answer.
type reply struct {
	Choices []struct {
		Message struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
}

// complete asks once. Services that do not take the wish for JSON, or for a
// temperature, say 400 or 422; they are asked again without.
func (s *Service) complete(ctx context.Context, system, user string) (string, error) {
	r := request{Model: s.Model, Messages: []message{{"system", system}, {"user", user}}, Temperature: new(float64), Format: &format{"json_object"}}
	text, status, err := s.post(ctx, &r)
	if status == http.StatusBadRequest || status == http.StatusUnprocessableEntity {
		r.Temperature, r.Format = nil, nil
		text, _, err = s.post(ctx, &r)
	}
	return text, err
}

// post sends a request and gives the text of the answer. status is 0 where
// there was no answer.
func (s *Service) post(ctx context.Context, r *request) (text string, status int, err error) {
	body, err := json.Marshal(r)
	if err != nil {
		return "", 0, err
	}
	h, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(s.BaseURL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", 0, errors.New("the service's address cannot be used")
	}
	h.Header.Set("Content-Type", "application/json")
	h.Header.Set("Accept", "application/json")
	h.Header.Set("User-Agent", "hermes-exec")
	if s.Key != "" {
		h.Header.Set("Authorization", "Bearer "+s.Key)
	}
	got, err := client().Do(h)
	if err != nil {
		return "", 0, shorter(err)
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return "", got.StatusCode, fmt.Errorf("the service answers with status %d", got.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(got.Body, maxReply+1))
	switch {
	case err != nil:
		return "", got.StatusCode, shorter(err)
	case len(data) > maxReply:
		return "", got.StatusCode, fmt.Errorf("the service's answer has more than %d KiB", maxReply>>10)
	}
	text, err = content(data)
	return text, got.StatusCode, err
}

// content takes the model's words out of a reply.
func content(data []byte) (string, error) {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return "", errors.New("the service does not answer in JSON")
	}
	if len(r.Choices) != 1 {
		return "", fmt.Errorf("the service gives %d answers", len(r.Choices))
	}
	switch why := r.Choices[0].FinishReason; why {
	case "stop", "":
		return r.Choices[0].Message.Content, nil
	default:
		return "", fmt.Errorf("the model did not finish (%s)", cut(why, 40))
	}
}

// client follows no redirect: the key and the command are for the service that
// policy names, and for nobody it refers to.
func client() *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// shorter is an error without the address it was about.
func shorter(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("the service cannot be asked: %w", err)
}
