package main

import "strings"

// What a hook says, in each agent's own form. Without an opinion the agent goes
// on as it would have without the hook: "allow" would answer its own question
// to the person for them.

// hookSpecific: Claude Code (https://code.claude.com/docs/en/hooks#pretooluse),
// Codex (https://developers.openai.com/codex/hooks), Qwen Code
// (https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/). Nothing on
// standard output is no opinion; Codex takes "allow" for an error.
func hookSpecific(d decision, reason string) any {
	if d == noOpinion {
		return nil
	}
	type specific struct {
		Event    string   `json:"hookEventName"`
		Decision decision `json:"permissionDecision"`
		Reason   string   `json:"permissionDecisionReason"`
	}
	return struct {
		Specific specific `json:"hookSpecificOutput"`
	}{specific{"PreToolUse", d, reason}}
}

// decided: Gemini CLI, https://geminicli.com/docs/hooks/reference (BeforeTool).
func decided(d decision, reason string) any {
	if d == noOpinion {
		return struct{}{}
	}
	return struct {
		Decision decision `json:"decision"`
		Reason   string   `json:"reason"`
	}{d, reason}
}

// permission: Cursor, https://cursor.com/docs/hooks (beforeShellExecution,
// preToolUse). It takes no JSON at all for a failure.
func permission(d decision, reason string) any {
	if d == noOpinion {
		return struct{}{}
	}
	first, _, _ := strings.Cut(reason, "\n")
	return struct {
		Permission decision `json:"permission"`
		User       string   `json:"user_message"`
		Agent      string   `json:"agent_message"`
	}{d, first, reason}
}

// plainDecision: Copilot CLI,
// https://docs.github.com/en/copilot/reference/hooks-reference (preToolUse).
func plainDecision(d decision, reason string) any {
	if d == noOpinion {
		return nil
	}
	return struct {
		Decision decision `json:"permissionDecision"`
		Reason   string   `json:"permissionDecisionReason"`
	}{d, reason}
}

// actionBlock: Hermes,
// https://hermes-agent.nousresearch.com/docs/user-guide/features/hooks#shell-hooks
// (pre_tool_call).
func actionBlock(d decision, reason string) any {
	if d == noOpinion {
		return struct{}{}
	}
	return struct {
		Action  string `json:"action"`
		Message string `json:"message"`
	}{"block", reason}
}

// blocked is for the code that init writes for opencode
// (https://opencode.ai/docs/plugins, tool.execute.before) and pi
// (https://pi.dev/docs/latest/extensions, tool_call).
func blocked(d decision, reason string) any {
	return struct {
		Block  bool   `json:"block"`
		Reason string `json:"reason,omitempty"`
	}{d != noOpinion, reason}
}
