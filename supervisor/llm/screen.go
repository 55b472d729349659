package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Guard is a content screen: Llama Guard in an Ollama. It is no reviewer: it is
// given the message itself, in the template that its model was trained with,
// and knows two answers.
type Guard struct {
	BaseURL string // of Ollama itself: http://127.0.0.1:11434
	Model   string // llama-guard3:8b

	http *http.Client // nil: one that follows nobody's directions
}

// Direction is who says it, as the model has been trained to tell.
type Direction string

const (
	In  Direction = "user"      // somebody says it to the agent
	Out Direction = "assistant" // the agent says it
)

// ScreenTime is how long a screening may take, all told. From the source documents.
const ScreenTime = 5 * time.Second

// What is longer is not screened: Ollama drops, without a word, what its model has
// no room for. A token is a byte or more; the template takes some 700.
const (
	maxScreened = 8 << 10 // bytes
	guardRoom   = 10 << 10
)

// chatRequest is the body of POST /api/chat.
type chatRequest struct {
	Model    string      `json:"model"`
	Messages []message   `json:"messages"`
	Stream   bool        `json:"stream"`
	Options  chatOptions `json:"options"`
}

type chatOptions struct {
	Temperature float64 `json:"temperature"`
	NumPredict  int     `json:"num_predict"`
	NumCtx      int     `json:"num_ctx"`
}

// chatReply is what is read of the answer.
type chatReply struct {
	Message    message `json:"message"`
	Done       bool    `json:"done"`
	DoneReason string  `json:"done_reason"`
	Error      string  `json:"error"`
}

// Screen says what the guard makes of a text, within [ScreenTime]. Whatever goes
// wrong is an error in the screening, and never safe.
func (g *Guard) Screen(ctx context.Context, text string, d Direction) tiers.Screening {
	ctx, cancel := context.WithTimeout(ctx, ScreenTime)
	defer cancel()
	said, err := g.chat(ctx, text, d)
	if err == nil {
		var s tiers.Screening
		if s, err = readScreening(said); err == nil {
			return s
		}
	}
	if ctx.Err() != nil {
		err = errors.New("no answer in time")
		if why := context.Cause(ctx); !errors.Is(why, context.DeadlineExceeded) {
			err = why
		}
	}
	return tiers.Screening{Verdict: tiers.ScreenedError, Reason: err.Error()}
}

func (g *Guard) chat(ctx context.Context, text string, d Direction) (string, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return "", errors.New("there is no text to be screened")
	case len(text) > maxScreened:
		return "", fmt.Errorf("the text is longer than the %d KiB that can be screened", maxScreened>>10)
	}
	body, err := json.Marshal(chatRequest{
		Model: g.Model, Messages: []message{{string(d), untagged(text)}},
		Options: chatOptions{NumPredict: 100, NumCtx: guardRoom},
	})
	if err != nil {
		return "", err
	}
	h, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(g.BaseURL, "/")+"/api/chat", bytes.NewReader(body))
	if err != nil {
		return "", errors.New("the service's address cannot be used")
	}
	h.Header.Set("Content-Type", "application/json")
	h.Header.Set("User-Agent", "hermes-exec")
	c := g.http
	if c == nil {
		c = client()
	}
	got, err := c.Do(h)
	if err != nil {
		return "", shorter(err)
	}
	defer got.Body.Close()
	data, err := io.ReadAll(io.LimitReader(got.Body, maxReply+1))
	var r chatReply
	switch {
	case got.StatusCode != http.StatusOK:
		if json.Unmarshal(data, &r) == nil && r.Error != "" { // model "llama-guard3:8b" not found
			return "", fmt.Errorf("the service answers with status %d: %s", got.StatusCode, cut(r.Error, maxReason))
		}
		return "", fmt.Errorf("the service answers with status %d", got.StatusCode)
	case err != nil:
		return "", shorter(err)
	case len(data) > maxReply:
		return "", fmt.Errorf("the service's answer has more than %d KiB", maxReply>>10)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return "", errors.New("the service does not answer in JSON")
	}
	switch {
	case r.Error != "":
		return "", fmt.Errorf("the service says: %s", cut(r.Error, maxReason))
	case !r.Done || r.DoneReason != "" && r.DoneReason != "stop":
		return "", fmt.Errorf("the model did not finish (%s)", cut(r.DoneReason, 40))
	}
	return r.Message.Content, nil
}

// untagged takes the edge off what the model's template is made of, so that a
// text cannot end the conversation and go on with a verdict of its own. A reader
// reads it as before.
func untagged(text string) string {
	return strings.NewReplacer("<|", "< |", "|>", "| >", "<BEGIN ", "< BEGIN ", "<END ", "< END ").Replace(text)
}

// readScreening reads the guard's answer: safe, or unsafe and on the next line
// the codes of what it violates. Anything else is no verdict. What says unsafe
// is so, whatever its second line is made of.
func readScreening(said string) (tiers.Screening, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(said), "\n")
	s := tiers.Screening{Verdict: strings.ToLower(strings.TrimSpace(first))}
	rest = strings.TrimSpace(rest)
	switch {
	case s.Verdict == tiers.ScreenedSafe && rest == "":
		return s, nil
	case s.Verdict != tiers.ScreenedUnsafe:
		return s, fmt.Errorf("the answer is no verdict: %q", cut(said, 40))
	}
	for code := range strings.FieldsFuncSeq(rest, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' }) {
		if c, ok := tiers.CategoryOf(code); ok {
			s.Categories = append(s.Categories, c)
		}
	}
	return s, nil
}
