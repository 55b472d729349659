package tiers

import (
	"path"
	"slices"
	"strings"
)

// startupRules guard the files that shells, editors and tools run or obey
// when they start.
var startupRules = []Rule{
	{
		ID: "startup.shell-files", Tier: High,
		Why:   "what stands in this file runs every time a shell starts",
		Safer: "show the line, and let the person add it",
		Match: Match{Touches: changes | deletes | moves, Path: func(c *call, t touch) bool { return shellStartup(c, t) }},
		Yes: []string{"echo 'export X=1' >> ~/.bashrc", "tee -a ~/.profile <<< 'export X=1'", "sed -i s/a/b/ ~/.zshrc", "cp x ~/.bash_profile", "> ~/.zshenv", "rm ~/.bashrc", "vim ~/.bashrc", "cat x > /etc/profile.d/x.sh", "ln -sf x ~/.config/fish/config.fish", "echo x >> /home/bob/.bashrc",
			"mv a ~/.bash_logout", "shuf x -o ~/.bashrc", "zstd -d x.zst -o ~/.bashrc -f", "git config -f ~/.bashrc a.b c", "gsutil cp gs://b/x ~/.bashrc", "script -c ls ~/.bashrc", "pg_dump -f ~/.bashrc d", "git show --output ~/.bashrc HEAD:a", "tree -o ~/.bashrc", "sqlite3 x.db '.output ~/.bashrc' 'select 1'", "wget -q -O /dev/null --save-cookies ~/.bashrc http://e"},
		No: []string{"cat ~/.bashrc", "grep x ~/.zshrc", "cp ~/.bashrc /tmp/x", "echo x > bashrc.txt", "echo '>> ~/.bashrc'"},
	},
	{
		ID: "startup.tool-settings", Tier: High,
		Why:   "programs obey what stands in this file, and some run it",
		Safer: "keep settings in the project",
		Match: Match{Touches: changes | deletes | moves, Path: func(c *call, t touch) bool {
			if !hidden(c, t) || shellStartup(c, t) || c.name == "mkdir" {
				return false
			}
			rel := t.path[len(strings.TrimSuffix(c.j.f.Home, "/"))+1:]
			first, rest, _ := strings.Cut(rel, "/")
			switch first {
			case ".hermes": // what Hermes obeys and starts by itself; the rest is data, or judged elsewhere
				name, _, _ := strings.Cut(rest, "/")
				return slices.Contains([]string{"config.yaml", ".env", "hooks", "plugins", "cron"}, name)
			case ".local", ".cache", ".npm", ".cargo", ".rustup", ".m2", ".gradle", ".nvm", ".pyenv", ".rbenv", ".go", ".Trash", ".terraform.d", ".vscode-server", ".bun", ".deno", ".yarn", ".conda", ".keras", ".ollama", ".huggingface", ".ssh":
				return false // data and caches, or judged elsewhere
			}
			return true
		}},
		Yes: []string{"echo x > ~/.gitconfig", "cp a ~/.vimrc", "sed -i s/a/b/ ~/.config/app/settings.json", "echo x >> ~/.tmux.conf", "echo x > ~/.hermes/config.yaml", "cp a ~/.hermes/hooks/a.py", "rm ~/.hermes/plugins/guard/plugin.py", "echo x >> ~/.hermes/.env", "tee ~/.hermes/cron/jobs.json < x"},
		No:  []string{"cat ~/.gitconfig", "echo x > .gitignore", "touch ~/.cache/x", "echo x > ~/notes.txt", "mkdir -p ~/.config/app", "echo x > ~/.hermes/notes.md", "cat ~/.hermes/config.yaml"},
	},
	{
		ID: "startup.set-up", Tier: Medium,
		Why:   "it writes into the user's start-up files or settings, or lets a folder's own code run whenever one goes there",
		Safer: "show what it would add, and let the person run it",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "conda", "mamba", "micromamba":
				_, ok := c.sub("init", "shell init")
				return ok && !c.has("-d", "--dry-run")
			case "rustup-init":
				return !c.has("--help", "--version", "--no-modify-path")
			case "direnv":
				_, ok := sub(c.args, "allow", "permit", "grant", "edit")
				return ok
			case "pipx", "userpath":
				_, ok := c.sub("ensurepath", "append", "prepend")
				return ok
			case "stow":
				return len(c.ops) > 0 && !c.has("-n", "--no", "--simulate")
			case "xdg-mime", "xdg-settings":
				_, ok := c.sub("default", "install", "uninstall", "set")
				return ok
			case "chezmoi":
				_, ok := c.sub("apply", "init", "update", "edit", "purge", "destroy")
				return ok && !c.has("-n", "--dry-run")
			case "code", "code-insiders", "cursor", "codium":
				return c.has("--install-extension", "--uninstall-extension")
			}
			return false
		}},
		Yes: []string{"conda init bash", "pipx ensurepath", "stow bash", "xdg-mime default x y", "direnv allow", "direnv allow .", "rustup-init -y", "chezmoi apply", "code --install-extension x"},
		No:  []string{"pipx list", "stow -n bash", "xdg-mime query default x", "conda list", "direnv status", "chezmoi diff", "code --list-extensions", "conda activate x", "direnv exec . ls"},
	},
	{
		ID: "startup.run-by-others", Tier: High,
		Why:   "other programs run, or load, this file by themselves",
		Safer: "keep it in the project, and let the person install it",
		Match: Match{Touches: changes, Path: runByOthers},
		Yes:   []string{"echo x > ~/.local/bin/git", "cp evil ~/bin/ls", "install -m755 evil ~/.cargo/bin/cargo", "echo x > ~/.cargo/env", "echo x > ~/.cargo/config.toml", "echo x > ~/.nvm/nvm.sh", "echo x > ~/.gradle/init.gradle", "echo x > ~/.local/lib/python3.11/site-packages/x.pth", "echo x > ~/.local/share/bash-completion/completions/git"},
		No:    []string{"cp build/mytool ~/.local/bin/", "go build -o ~/.local/bin/mytool .", "cat ~/.cargo/env", "mkdir -p ~/.local/bin", "echo x > .cargo/config.toml"},
	},
	{
		ID: "startup.spills-into-home", Tier: High,
		Why:   "it copies a folder's contents over the home directory, start-up files among them for all that is known",
		Safer: "name the files",
		Match: Match{Func: spillsIntoHome},
		Yes:   []string{"cp -r dotfiles/. ~", "rsync -a dotfiles/ ~/"},
		No:    []string{"cp a.txt ~", "rsync -an dotfiles/ ~/", "rsync -a dir ~/", "cp -r src/. ~/backup"},
	},
	{
		ID: "startup.agent-unguarded", Tier: High,
		Why:   "it starts an agent that runs everything without asking",
		Safer: "start it with its own prompts, or let the person start it so",
		Match: Match{Func: unguarded},
		Yes:   []string{"claude --dangerously-skip-permissions -p x", "claude --permission-mode bypassPermissions -p x", "codex exec --dangerously-bypass-approvals-and-sandbox x", "codex -s danger-full-access x", "codex -c approval_policy=never x", "gemini --yolo -p x", "qwen -y", "amp --dangerously-allow-all"},
		No:    []string{"claude -p 'explain --dangerously-skip-permissions'", "codex exec 'fix it'", "gemini -p x", "claude --version", "aider --message x", "codex --sandbox read-only x"},
	},
	{
		ID: "startup.agent-server", Tier: Medium,
		Why:   "it gives an agent a program that it then starts by itself",
		Safer: "show the command, and let the person add it",
		Match: Match{Func: addsServer},
		Yes:   []string{"claude mcp add x -- sh -c y", "codex mcp add x -- y", "gemini extensions install x"},
		No:    []string{"claude mcp list", "codex mcp list", "claude -p 'mcp add'"},
	},
	{
		ID: "startup.agent-settings", Tier: Medium,
		Why:   "agents obey what stands in this file: which programs they start by themselves, and what they may do unasked",
		Safer: "show the change, and let the person make it",
		Match: Match{Touches: changes, Path: agentSettings},
		Yes:   []string{"echo '{}' > .claude/settings.json", "echo x > .mcp.json", "cp a .cursor/mcp.json", "tee .gemini/settings.json < x", "echo x > opencode.json", "sed -i s/a/b/ .claude/settings.local.json"},
		No:    []string{"cat .claude/settings.json", "jq . .mcp.json", "echo x > .claude/commands/a.md", "echo x > CLAUDE.md", "mkdir -p .claude", "echo x > settings.json", "rm .mcp.json"},
	},
	{
		ID: "startup.login-shell", Tier: High,
		Why:   "it changes the shell a user logs in with",
		Match: Match{Programs: []string{"chsh"}, Func: func(c *call, h *hit) bool { return !c.has("-l", "--list-shells") }},
		Yes:   []string{"chsh -s /bin/zsh"},
		No:    []string{"chsh -l"},
	},
}

// shellStartup knows the files of bash(1), zsh(1), ksh, csh and fish, of any
// user and of the system.
func shellStartup(c *call, t touch) bool {
	p := t.path
	if t.free || p == "" || c.j.project(t.target) || t.temporary() {
		return false
	}
	switch path.Base(p) {
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".logout",
		".xprofile", ".xinitrc", ".xsession", ".pam_environment", ".envrc", "config.fish", ".bash_completion", ".inputrc":
		return true
	}
	switch p {
	case "/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zshrc", "/etc/zshenv", "/etc/zprofile", "/etc/environment", "/etc/ld.so.preload", "/etc/rc.local", "/etc/shells":
		return true
	}
	return below(p, "/etc/profile.d") || below(p, "/etc/zsh") || strings.Contains(p, "/.config/fish/conf.d/") || strings.Contains(p, "/.config/fish/functions/") || strings.Contains(p, "/.bashrc.d/") || strings.Contains(p, "/.config/environment.d/")
}

// sub reports whether the first word is one of the sub-commands, for programs
// whose words are not read as options.
func sub(words []arg, wanted ...string) (arg, bool) {
	if len(words) == 0 || !slices.Contains(wanted, words[0].lit) {
		return arg{}, false
	}
	return words[0], true
}
