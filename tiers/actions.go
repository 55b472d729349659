package tiers

import "strings"

// TierOfAction is the tier of an action's name, as the source documents and
// SPEC "Actions" list them; where the documents differ, the higher one. Case
// and surrounding space do not matter; an unknown action is LOW.
func TierOfAction(action string) Tier {
	switch strings.ToLower(strings.TrimSpace(action)) {
	case "read", "search", "list", "view", "cat", "grep", "query", "check", "status", "log", "diff":
		return Safe
	case "write", "create", "edit", "patch", "copy", "move", "mkdir", "script", "execute", "run", "test", "lint":
		return Low
	case "send", "send_message", "message", "email", "api", "api_call", "post", "webhook", "notify", "telegram", "discord",
		"commit", "push", "git_push", "branch", "pr":
		return Medium
	case "crypto", "bitcoin", "wallet", "key", "secret", "credential", "auth", "permission", "config", "deploy", "install",
		"systemctl", "systemd", "firewall", "network", "database", "migration", "exec_remote", "deploy_production",
		"modify_permissions", "publish_package", "rotate_keys", "migrate_database":
		return High
	case "delete", "remove", "rm", "format", "kill", "shutdown", "destroy", "wipe", "nuke", "self_modify", "crisis", "suicide",
		"delete_data", "wipe_database", "shutdown_service", "transfer_funds":
		return Critical
	}
	return Low
}

// sendsMessage reports whether an action's text is a message rather than a
// command.
func sendsMessage(action string) bool {
	switch strings.ToLower(strings.TrimSpace(action)) {
	case "send", "send_message", "message", "email", "notify", "telegram", "discord":
		return true
	}
	return false
}

// action adds what is being done to what is being run: the higher tier counts.
func (j *judge) action() {
	name := strings.TrimSpace(j.o.Action)
	if name == "" {
		return
	}
	t := TierOfAction(name)
	if t <= Low {
		j.base = max(j.base, t)
		j.ungranted = j.ungranted || t > Safe
		return
	}
	j.add(&namedAction, Finding{Command: name}, &hit{tier: t, raised: true, why: "the action " + strings.ToLower(name) + " is " + t.String()}, false)
}

var namedAction = Rule{ID: "action", Tier: Low, Why: "what is being done", Safer: "an action that only reads"}
