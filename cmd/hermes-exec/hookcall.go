package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// call is what an agent is about to do with a tool, as far as it matters here.
type call struct {
	tool   string
	text   string   // a shell's
	argv   []string // a program's
	given  bool     // text or argv is there
	files  []string // that it reads or writes
	writes bool
	whole  bool   // what it writes is gone, a folder with all that is in it
	dir    string // where it runs; "": where the hook was started
}

// fields is an object of JSON. Keys are what they are: an agent knows no
// "Command" beside "command", and neither may we.
type fields map[string]json.RawMessage

// readCall reads the JSON that a hook is given. Agents call the same things by
// few names, so one reader knows all of them; what is missing is an error.
func readCall(in io.Reader) (*call, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxLine+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxLine:
		return nil, errLineTooLong
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("standard input is empty")
	case !utf8.Valid(text):
		return nil, errors.New("it is no UTF-8")
	}
	var event fields
	if err := json.Unmarshal(text, &event); err != nil {
		return nil, err
	}
	if event == nil {
		return nil, errors.New("it is null")
	}
	c := &call{}
	if c.tool, err = event.tool(); err != nil {
		return nil, err
	}
	input, err := event.input()
	if err != nil {
		return nil, err
	}
	if err := c.fill(input); err != nil {
		return nil, fmt.Errorf("%s: %w", c.tool, err)
	}
	if c.dir, err = directory(event, input); err != nil {
		return nil, err
	}
	return c, nil
}

// tool is its name. Cursor has an event for the shell instead.
func (f fields) tool() (string, error) {
	if event, _, _ := f.str("hook_event_name"); event == "beforeShellExecution" {
		return "Shell", nil
	}
	name, ok, err := f.str("tool_name", "toolName", "tool")
	if err == nil && !ok {
		err = errors.New("it names no tool")
	}
	if err == nil && name == "" {
		err = errors.New("the tool's name is empty")
	}
	return name, err
}

// input is what the tool is given: an object, or one in a string (Copilot).
func (f fields) input() (fields, error) {
	if event, _, _ := f.str("hook_event_name"); event == "beforeShellExecution" {
		return f, nil
	}
	for _, key := range [...]string{"tool_input", "toolInput", "toolArgs", "args", "input"} {
		raw, ok := f[key]
		if !ok {
			continue
		}
		var text string
		if string(raw) != "null" && json.Unmarshal(raw, &text) == nil {
			raw = json.RawMessage(text)
			if !strings.HasPrefix(strings.TrimSpace(text), "{") { // a tool that takes one text (apply_patch)
				return fields{"input": json.RawMessage(jsonString(text))}, nil
			}
		}
		var input fields
		if err := json.Unmarshal(raw, &input); err != nil || input == nil {
			return nil, fmt.Errorf("%s is no object", key)
		}
		return input, nil
	}
	return nil, errors.New("it does not say what the tool is given")
}

// str is the first of those members that is there, which must be a string.
func (f fields) str(keys ...string) (value string, ok bool, err error) {
	for _, key := range keys {
		raw, there := f[key]
		if !there || string(raw) == "null" {
			continue
		}
		if json.Unmarshal(raw, &value) != nil {
			return "", true, fmt.Errorf("%s is no string", key)
		}
		return value, true, nil
	}
	return "", false, nil
}

// fill sorts what the tool is given. One of a name that is not known is judged
// by what it is given, which is what an MCP server's tools need.
func (c *call) fill(input fields) error {
	switch name := strings.ToLower(c.tool); {
	case name == "execute_code": // Hermes: a python program
		code, ok, err := input.str("code")
		if err == nil && !ok {
			err = errors.New("it has no code")
		}
		c.argv, c.given = []string{"python3", "-c", code}, true
		return err
	case isShellTool(name):
		return c.fillCommand(input, true)
	case strings.HasPrefix(name, "process"): // Hermes: what is typed to one that runs
		text, ok, err := input.str("data")
		c.text, c.given = text, ok
		return err
	case strings.Contains(name, "patch"): // its command is the patch
		c.writes = true
		return c.fillFiles(input)
	default:
		c.whole = contains(name, "delete", "remove", "move", "rename")
		c.writes = c.whole || contains(name, "write", "edit", "create", "replace", "save")
		return errors.Join(c.fillCommand(input, false), c.fillFiles(input))
	}
}

// isShellTool knows the tools by which agents run commands.
func isShellTool(name string) bool {
	switch name {
	case "bash", "shell", "sh", "powershell", "monitor", "run_shell_command", "terminal", "exec_command", "local_shell", "unified_exec", "run_terminal_cmd", "write_bash", "write_stdin":
		return true
	}
	return false
}

// contains reports whether the name of a tool has one of those words in it.
func contains(name string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// fillCommand takes what a shell is to run: a text, or the words of a command.
func (c *call) fillCommand(input fields, must bool) error {
	for _, key := range [...]string{"command", "cmd", "script", "chars", "input"} {
		raw, ok := input[key]
		if !ok || !must && key != "command" && key != "cmd" {
			continue
		}
		if json.Unmarshal(raw, &c.text) == nil && string(raw) != "null" {
			c.given = true
			return nil
		}
		if json.Unmarshal(raw, &c.argv) == nil && len(c.argv) > 0 {
			c.given = true
			return nil
		}
		if must {
			return fmt.Errorf("%s is no string", key)
		}
	}
	if must {
		return errors.New("it has no command")
	}
	return nil
}

// fillFiles takes the files that a tool names, and those in a patch.
func (c *call) fillFiles(input fields) error {
	for _, key := range [...]string{"file_path", "filePath", "notebook_path", "path", "target_file", "absolute_path", "new_path", "destination"} {
		path, ok, err := input.str(key)
		if err != nil {
			return err
		}
		if ok && path != "" {
			c.files = append(c.files, path)
		}
	}
	for _, key := range [...]string{"patch", "patchText", "patch_text", "command", "input"} {
		if text, ok, err := input.str(key); ok && err == nil {
			c.files = append(c.files, patchedFiles(text)...)
		}
	}
	return nil
}

// patchedFiles are the files that a patch names.
func patchedFiles(patch string) (files []string) {
	for line := range strings.Lines(patch) {
		for _, head := range [...]string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ", "+++ b/", "+++ ", "--- a/"} {
			if name, ok := strings.CutPrefix(strings.TrimLeft(line, " "), head); ok {
				files = append(files, strings.TrimSpace(name))
				break
			}
		}
	}
	return files
}

// directory is where the tool runs: what it says itself, in what the agent says.
func directory(event, input fields) (string, error) {
	dir, _, err := event.str("cwd")
	if err != nil {
		return "", err
	}
	if dir == "" {
		var roots []string
		if json.Unmarshal(event["workspace_roots"], &roots) == nil && len(roots) > 0 {
			dir = roots[0]
		}
	}
	own, _, err := input.str("directory", "dir_path", "workdir", "cwd")
	switch {
	case err != nil:
		return "", err
	case filepath.IsAbs(own):
		return own, nil
	case own != "" && dir != "":
		return filepath.Join(dir, own), nil
	case own != "":
		return filepath.Abs(own)
	case dir != "" && !filepath.IsAbs(dir):
		return filepath.Abs(dir)
	}
	return dir, nil
}

// script is what would run.
func (c *call) script(o shellparse.Options) *shellparse.Script {
	if c.argv != nil {
		return shellparse.ParseArgv(c.argv, o)
	}
	return shellparse.Parse(c.text, o)
}
