package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// readJSONL: a JSON object a line. That is a log of commands, {"cmd": …} or
// {"command": …}, or an agent's transcript with the tools it has called.
func readJSONL(l *lines, each func(past)) error {
	for {
		line, err := l.next()
		if err != nil {
			return err
		}
		var v map[string]any
		if json.Unmarshal([]byte(line), &v) != nil {
			if strings.TrimSpace(line) != "" {
				l.left++
			}
			continue
		}
		at := past{line: l.n, when: timeOf(v), dir: dirOf(v)}
		if cmd := commandOfTool(v); cmd != "" {
			if event, _ := v["event"].(string); event == "" || event == "decision" { // our own log says a command twice
				at.text = cmd
				each(at)
			}
			continue
		}
		toolCalls(v, 0, func(text, dir string) {
			p := at
			if p.text = text; dir != "" {
				p.dir = dir
			}
			each(p)
		})
	}
}

// shellTools are what agents call the tool that runs a command.
var shellTools = [...]string{"bash", "shell", "sh", "terminal", "exec", "exec_command", "execute", "execute_command", "run_command",
	"run_shell_command", "run_terminal_cmd", "run_terminal_command", "run_in_terminal", "local_shell", "shell_command", "container.exec"}

// deepestCall is how far down in a line a tool's call is looked for.
const deepestCall = 12

// toolCalls finds the calls of shells in a line of a transcript, in whatever
// its agent wraps them: an object with the tool's name, and its arguments beside it.
func toolCalls(v any, depth int, each func(text, dir string)) {
	if depth > deepestCall {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			toolCalls(e, depth+1, each)
		}
	case map[string]any:
		if text, dir := callOf(v); text != "" {
			each(text, dir)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			toolCalls(v[key], depth+1, each)
		}
	}
}

// callOf is the command of one call, "" where it is none of a shell.
func callOf(v map[string]any) (text, dir string) {
	name, _ := v["name"].(string)
	if kind, _ := v["type"].(string); kind == "local_shell_call" {
		name = "local_shell"
	}
	if !slices.Contains(shellTools[:], strings.ToLower(name)) {
		return "", ""
	}
	for _, key := range [...]string{"input", "arguments", "args", "parameters", "action"} {
		args, _ := v[key].(map[string]any)
		if s, ok := v[key].(string); ok && json.Unmarshal([]byte(s), &args) != nil {
			continue
		}
		if text := commandOfTool(args); text != "" {
			return text, dirOf(args)
		}
	}
	return "", ""
}

// commandOfTool is the text of a command, or of the words of one.
func commandOfTool(args map[string]any) string {
	for _, key := range [...]string{"command", "cmd", "script"} {
		switch v := args[key].(type) {
		case string:
			return v
		case []any:
			var words []string
			for _, w := range v {
				s, ok := w.(string)
				if !ok {
					return ""
				}
				words = append(words, s)
			}
			return wordsText(words)
		}
	}
	return ""
}

// wordsText is argv as a shell would be told it; `bash -lc TEXT` is the text.
func wordsText(words []string) string {
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		if _, ok := calledAsShell(words[0]); ok {
			return words[2]
		}
	}
	for i, w := range words {
		words[i] = quoted(w)
	}
	return strings.Join(words, " ")
}

func dirOf(v map[string]any) string {
	for _, key := range [...]string{"cwd", "workdir", "working_directory", "dir"} {
		if s, _ := v[key].(string); strings.HasPrefix(s, "/") {
			return s
		}
	}
	return ""
}

// timeOf reads RFC 3339, or seconds or milliseconds since 1970.
func timeOf(v map[string]any) time.Time {
	for _, key := range [...]string{"timestamp", "time", "ts", "when", "created_at"} {
		switch at := v[key].(type) {
		case string:
			if t, err := time.Parse(time.RFC3339, at); err == nil {
				return t
			}
		case float64:
			const milliseconds = 1e11 // as seconds that is the year 5138
			if at > milliseconds {
				at /= 1000
			}
			if at > 0 && at < milliseconds {
				return time.Unix(int64(at), 0)
			}
		}
	}
	return time.Time{}
}
