package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// toolCall is what the model asks an agent to do.
type toolCall struct {
	tool      string
	arguments map[string]any
}

// scriptedModel is an OpenAI-compatible endpoint behind which nobody thinks: it
// asks for one call after the other, then says farewell, and keeps what the agent
// sends back. Which call is next it sees from the conversation, which is all
// there each time.
type scriptedModel struct {
	*httptest.Server
	calls []toolCall

	mu      sync.Mutex
	results []string // of the calls, in order
	odd     []string // what no agent should ask
}

const farewell = "that was all, good-bye"

func newModel(t *testing.T, calls []toolCall) *scriptedModel {
	t.Helper()
	m := &scriptedModel{calls: calls}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", m.complete)
	mux.HandleFunc("POST /v1/messages", m.messages)
	mux.HandleFunc("POST /v1/responses", m.responses)
	mux.HandleFunc("POST /v1beta/models/{call}", m.generate)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		m.note("%s %s", r.Method, r.URL)
		http.NotFound(w, r)
	})
	m.Server = httptest.NewServer(mux)
	t.Cleanup(m.Close)
	return m
}

func (m *scriptedModel) note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.odd = append(m.odd, fmt.Sprintf(format, args...))
}

// seen gives the results so far, and what was odd.
func (m *scriptedModel) seen() (results, odd []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.results, m.odd
}

// chatSoFar is the part of a request that matters here.
type chatSoFar struct {
	Stream   bool              `json:"stream"`
	Tools    []json.RawMessage `json:"tools"`
	Messages []struct {
		Role    string          `json:"role"`
		CallID  string          `json:"tool_call_id"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

func (m *scriptedModel) complete(w http.ResponseWriter, r *http.Request) {
	var c chatSoFar
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		m.note("a request that is not JSON: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var results []string
	for _, message := range c.Messages {
		if message.Role == "tool" {
			if want := fmt.Sprintf("call_%d", len(results)); message.CallID != want {
				m.note("the result of %q, not of %s", message.CallID, want)
			}
			results = append(results, contentText(message.Content))
		}
	}
	if !c.Stream || len(c.Tools) == 0 {
		m.note("stream: %v, %d tools", c.Stream, len(c.Tools))
	}
	if n, more := m.got(w, results); more {
		m.ask(w, n)
		return
	}
	chunk(w, map[string]any{"role": "assistant", "content": farewell}, "")
	chunk(w, map[string]any{}, "stop")
}

// got keeps the results so far, and says which call is next, if there is one.
func (m *scriptedModel) got(w http.ResponseWriter, results []string) (n int, more bool) {
	m.mu.Lock()
	m.results = results
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	return len(results), len(results) < len(m.calls)
}

// ask streams the nth call, its arguments in two pieces.
func (m *scriptedModel) ask(w http.ResponseWriter, n int) {
	arguments, err := json.Marshal(m.calls[n].arguments)
	if err != nil {
		panic(err)
	}
	half := len(arguments) / 2
	function := func(id, name, piece string) map[string]any {
		call := map[string]any{"index": 0, "function": map[string]any{"arguments": piece}}
		if id != "" {
			call = map[string]any{"index": 0, "id": id, "type": "function", "function": map[string]any{"name": name, "arguments": piece}}
		}
		return map[string]any{"tool_calls": []any{call}}
	}
	chunk(w, map[string]any{"role": "assistant", "content": nil}, "")
	chunk(w, function(fmt.Sprintf("call_%d", n), m.calls[n].tool, string(arguments[:half])), "")
	chunk(w, function("", "", string(arguments[half:])), "")
	chunk(w, map[string]any{}, "tool_calls")
}

// chunk writes one event of the stream. With a reason it is the last.
func chunk(w http.ResponseWriter, delta map[string]any, reason string) {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": nil}
	event := map[string]any{"id": "scripted", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": []any{choice}}
	if reason != "" {
		choice["finish_reason"] = reason
		event["usage"] = map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	}
	text, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(w, "data: %s\n\n", text)
	if reason != "" {
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
	w.(http.Flusher).Flush()
}

// contentText is a message's text, which comes as a string or in parts.
func contentText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	if json.Unmarshal(content, &parts) != nil {
		return string(content)
	}
	var sb strings.Builder
	for _, part := range parts {
		sb.WriteString(part.Text)
	}
	return sb.String()
}
