package tiers

import (
	"slices"
	"strings"
)

// gitSetting reports whether -c sets the key.
func (c *call) gitSetting(key string) bool {
	found := false
	c.values(func(a arg) {
		k, _, _ := strings.Cut(a.lit, "=")
		found = found || strings.EqualFold(k, key)
	}, "-c", "--config-env")
	return found
}

// gitSettingRuns looks for settings whose value git runs as a command, in -c,
// in "git config", and in the options that name a program.
func gitSettingRuns(c *call, h *hit) bool {
	found := false
	check := func(key, value string) {
		if allowsTransport(key) && value != "never" || runsProgram(key) && !harmlessProgram(value) && !(strings.HasPrefix(strings.ToLower(key), "alias.") && gitAlias(value)) {
			found, h.target = true, key+"="+value
		}
	}
	_, clone := c.sub("clone") // it writes them into the clone
	c.values(func(a arg) {
		k, v, ok := strings.Cut(a.lit, "=")
		switch {
		case ok && a.exact && !clone && tameForOnce(k, v):
		case ok:
			check(k, v)
		case !a.exact: // which setting is not known
			found, h.target = true, a.lit
		}
	}, "-c", "--config")
	c.values(func(a arg) { // the value is in a variable
		k, _, _ := strings.Cut(a.lit, "=")
		if !a.exact || runsProgram(k) || allowsTransport(k) {
			found, h.target = true, a.lit
		}
	}, "--config-env")
	if _, ok := c.sub("grep"); ok && c.has("-O", "--open-files-in-pager") {
		h.target = "--open-files-in-pager"
		return true
	}
	if _, ok := c.sub("difftool"); ok && c.has("-x", "--extcmd") || len(c.ops) > 0 && c.has("--template") && (c.ops[0].lit == "init" || c.ops[0].lit == "clone") {
		h.target = "--extcmd, --template"
		return true
	}
	if c.has("--exec-path") && slices.ContainsFunc(c.args, func(a arg) bool { return !a.exact || strings.HasPrefix(a.lit, "--exec-") }) {
		if o, _ := c.option("--exec-path"); o.has {
			h.target = "--exec-path"
			return true
		}
	}
	if c.has("--upload-pack", "--receive-pack", "--exec") {
		if _, ok := c.sub("clone", "fetch", "pull", "push", "ls-remote", "archive", "fetch-pack", "send-pack"); ok {
			h.target = "--upload-pack"
			return true
		}
	}
	if rest, ok := c.sub("config"); ok && !c.has("--get", "--unset", "--unset-all", "--get-all", "-l", "--list") {
		if len(rest) > 0 && (rest[0].lit == "set" || rest[0].lit == "get" || rest[0].lit == "unset") {
			if rest[0].lit != "set" {
				return found
			}
			rest = rest[1:]
		}
		if len(rest) > 1 {
			check(rest[0].lit, rest[1].lit)
		} else if len(rest) == 1 && !rest[0].exact {
			found = found || len(rest[0].Text) > 3 && runsProgram(rest[0].lit)
		}
	}
	return found
}

// tameForOnce reports whether a setting that holds for this one command has
// nothing to add to what is judged by itself: an alias, whose code is judged
// where it is called, an editor that a person would not mind, ssh with options.
func tameForOnce(key, value string) bool {
	k := strings.ToLower(key)
	switch k {
	case "core.editor", "sequence.editor", "core.pager":
		return tameEditor(value)
	case "core.sshcommand":
		return strings.HasPrefix(value, "ssh ") && tameSSH(value)
	}
	return strings.HasPrefix(k, "alias.")
}

// runsProgram knows the git settings that name a program, from git-config(1).
func runsProgram(key string) bool {
	k := strings.ToLower(key)
	switch k {
	case "core.hookspath", "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.gitproxy", "core.askpass", "core.alternaterefscommand",
		"sequence.editor", "diff.external", "gpg.program", "gpg.ssh.program", "gpg.x509.program", "gpg.ssh.defaultkeycommand", "credential.helper", "include.path", "init.templatedir",
		"sendemail.smtpserver", "uploadpack.packobjectshook", "interactive.difffilter":
		return true
	}
	section, rest, _ := strings.Cut(k, ".")
	name := rest[strings.LastIndexByte(rest, '.')+1:]
	switch section {
	case "alias":
		return true
	case "pager":
		return true
	case "filter":
		return name == "clean" || name == "smudge" || name == "process"
	case "diff":
		return name == "command" || name == "textconv"
	case "merge":
		return name == "driver"
	case "difftool", "mergetool", "browser", "man":
		return name == "cmd" || name == "path"
	case "credential":
		return name == "helper"
	case "includeif", "trailer", "remote":
		return name == "path" || name == "cmd" || name == "command" || name == "uploadpack" || name == "receivepack" || name == "vcs"
	case "url":
		return name == "insteadof" || name == "pushinsteadof"
	}
	return false
}

// allowsTransport knows the settings that let an address run a command: ext::sh.
func allowsTransport(key string) bool {
	k := strings.ToLower(key)
	return k == "protocol.allow" || strings.HasPrefix(k, "protocol.") && strings.HasSuffix(k, ".allow") && k != "protocol.file.allow"
}

// harmlessProgram knows the values these settings usually have.
func harmlessProgram(v string) bool {
	switch v {
	case "", "cat", "less", "less -FRX", "less -R", "less -F", "delta", "more", "true", "false", ":", "vim", "vi", "nano", "nvim", "emacs", "code --wait", "code", "ssh", "store", "cache",
		"osxkeychain", "manager", "libsecret", "gpg", "gpg2", "gh", "none", "never", "always", "user", ".githooks", ".husky", "/dev/null":
		return true
	}
	return false
}

// gitAlias reports whether an alias stands for one of git's everyday commands.
func gitAlias(v string) bool {
	w, _, _ := strings.Cut(v, " ")
	switch w {
	case "status", "log", "diff", "show", "branch", "checkout", "commit", "add", "switch", "stash", "rebase", "fetch", "pull", "blame", "shortlog", "restore":
		return !strings.ContainsAny(v, ";|&$`<>*")
	}
	return false
}
