package tiers

import (
	"path"
	"slices"
	"strings"
)

// Other agents: started without their own guards, or given programs that they
// start by themselves.

// unguards gives the words that make an agent run everything unasked, parted by
// blanks; option=value where the value decides. From their own help.
func unguards(name string) (words string, ok bool) {
	switch name {
	case "claude":
		return "--dangerously-skip-permissions --allow-dangerously-skip-permissions --permission-mode=bypassPermissions", true
	case "codex":
		return "--dangerously-bypass-approvals-and-sandbox --yolo --dangerously-auto-approve-everything --sandbox=danger-full-access -s=danger-full-access", true
	case "gemini", "qwen":
		return "--yolo -y --approval-mode=yolo", true
	case "copilot":
		return "--allow-all-tools --allow-all --yolo", true
	case "cursor-agent", "agent":
		return "--force -f --yolo", true
	case "amp":
		return "--dangerously-allow-all", true
	case "aider":
		return "--yes-always --yes", true
	case "opencode", "crush", "droid", "kimi", "auggie", "kilo", "cline":
		return "--yolo -y --dangerously-skip-permissions --skip-permissions-unsafe --auto=high", true
	}
	return "", false
}

// unguarded reports whether an agent is started so that it asks nobody.
func unguarded(c *call, h *hit) bool {
	words, ok := unguards(c.name)
	if !ok {
		return false
	}
	for i, a := range c.args {
		s := a.lit
		if i+1 < len(c.args) && hasWord(words, s+"="+c.args[i+1].lit) || hasWord(words, s) {
			h.target = s
			return true
		}
		if key, value, ok := strings.Cut(strings.TrimPrefix(s, "--config="), "="); ok && slices.Contains([]string{"approval_policy", "sandbox_mode"}, key) && slices.Contains([]string{"never", "danger-full-access"}, strings.Trim(value, `"'`)) {
			h.target = s
			return true
		}
	}
	return false
}

// addsServer reports whether an agent is given a server, a hook or a plugin.
func addsServer(c *call, _ *hit) bool {
	if _, ok := unguards(c.name); !ok {
		return false
	}
	_, ok := c.sub("mcp add", "mcp add-json", "mcp add-from-claude-desktop", "plugin install", "plugin marketplace", "extensions install", "extensions link", "config set", "config add", "hooks add")
	return ok
}

// agentSettings reports whether a file of the project says what an agent starts
// by itself, or may do unasked.
func agentSettings(c *call, t touch) bool {
	if t.free || t.temporary() && !c.j.project(t.target) || c.name == "mkdir" {
		return false
	}
	dir, base := path.Base(path.Dir(t.path)), path.Base(t.path)
	switch dir {
	case ".claude":
		return strings.HasPrefix(base, "settings") && path.Ext(base) == ".json"
	case ".cursor":
		return slices.Contains([]string{"mcp.json", "hooks.json", "cli.json"}, base)
	case ".gemini", ".qwen", ".pi", ".kilocode", ".roo":
		return slices.Contains([]string{"settings.json", "mcp.json"}, base)
	case ".codex":
		return slices.Contains([]string{"config.toml", "hooks.json"}, base)
	case ".vscode":
		return base == "mcp.json"
	}
	return slices.Contains([]string{".mcp.json", "opencode.json", "opencode.jsonc"}, base) || strings.HasSuffix(path.Dir(t.path), "/.opencode/plugin")
}
