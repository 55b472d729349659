package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The same scripted model as other agents ask theirs.

// event writes one event of a stream.
func event(w http.ResponseWriter, kind string, data map[string]any) {
	if kind != "" {
		data["type"] = kind
		fmt.Fprintf(w, "event: %s\n", kind)
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(w, "data: %s\n\n", text)
	w.(http.Flusher).Flush()
}

// messages is Anthropic's Messages API.
func (m *scriptedModel) messages(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Tools    []json.RawMessage `json:"tools"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		m.note("a request that is not JSON: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var results []string
	for _, message := range asked.Messages {
		var blocks []struct {
			Type    string          `json:"type"`
			ID      string          `json:"tool_use_id"`
			Content json.RawMessage `json:"content"`
		}
		json.Unmarshal(message.Content, &blocks) // else it is a string, which is no result
		for _, b := range blocks {
			if b.Type == "tool_result" {
				results = append(results, contentText(b.Content))
			}
		}
	}
	answer := map[string]any{"type": "text", "text": ""}
	delta := map[string]any{"type": "text_delta", "text": farewell}
	reason := "end_turn"
	if len(asked.Tools) == 0 { // a title, say
		w.Header().Set("Content-Type", "text/event-stream")
	} else if n, more := m.got(w, results); more {
		arguments, err := json.Marshal(m.calls[n].arguments)
		if err != nil {
			panic(err)
		}
		answer = map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%d", n), "name": m.calls[n].tool, "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(arguments)}
		reason = "tool_use"
	}
	usage := map[string]any{"input_tokens": 1, "output_tokens": 1}
	event(w, "message_start", map[string]any{"message": map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []any{}, "stop_reason": nil, "usage": usage}})
	event(w, "content_block_start", map[string]any{"index": 0, "content_block": answer})
	event(w, "content_block_delta", map[string]any{"index": 0, "delta": delta})
	event(w, "content_block_stop", map[string]any{"index": 0})
	event(w, "message_delta", map[string]any{"delta": map[string]any{"stop_reason": reason}, "usage": usage})
	event(w, "message_stop", map[string]any{})
}

// responses is OpenAI's Responses API.
func (m *scriptedModel) responses(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Input []struct {
			Type   string          `json:"type"`
			Output json.RawMessage `json:"output"`
		} `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		m.note("a request that is not JSON: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var results []string
	for _, item := range asked.Input {
		if item.Type == "function_call_output" {
			results = append(results, contentText(item.Output))
		}
	}
	item := map[string]any{"type": "message", "id": "msg_1", "role": "assistant", "content": []any{map[string]any{"type": "output_text", "text": farewell}}}
	if n, more := m.got(w, results); more {
		arguments, err := json.Marshal(m.calls[n].arguments)
		if err != nil {
			panic(err)
		}
		item = map[string]any{"type": "function_call", "id": "fc_1", "call_id": fmt.Sprintf("call_%d", n), "name": m.calls[n].tool, "arguments": string(arguments)}
	}
	event(w, "response.created", map[string]any{"response": map[string]any{"id": "resp_1"}})
	event(w, "response.output_item.done", map[string]any{"output_index": 0, "item": item})
	event(w, "response.completed", map[string]any{"response": map[string]any{"id": "resp_1", "usage": map[string]any{
		"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2,
	}}})
}

// generate is Google's generateContent.
func (m *scriptedModel) generate(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Contents []struct {
			Parts []struct {
				Result *struct {
					Response json.RawMessage `json:"response"`
				} `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		m.note("a request that is not JSON: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !strings.HasSuffix(r.PathValue("call"), ":streamGenerateContent") {
		m.note("%s", r.URL)
		http.NotFound(w, r)
		return
	}
	var results []string
	for _, content := range asked.Contents {
		for _, part := range content.Parts {
			if part.Result != nil {
				results = append(results, string(part.Result.Response))
			}
		}
	}
	part := map[string]any{"text": farewell}
	if n, more := m.got(w, results); more {
		part = map[string]any{"functionCall": map[string]any{"name": m.calls[n].tool, "args": m.calls[n].arguments}}
	}
	event(w, "", map[string]any{
		"candidates":    []any{map[string]any{"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": []any{part}}}},
		"usageMetadata": map[string]any{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	})
}
