package tiers

import (
	"path"
	"slices"
	"strings"
)

// gitRules guard work that git could lose, and what others share.
var gitRules = []Rule{
	{
		ID: "git.push-force", Tier: High, Below: true,
		Why:   "it rewrites history that others have",
		Safer: "git push without force to a new branch",
		Match: Match{Programs: gitNames, Sub: []string{"push"}, Func: func(c *call, h *hit) bool {
			if c.has("-f", "--force", "--force-with-lease", "--force-if-includes", "--mirror", "--delete", "-d", "--prune") {
				return true
			}
			for _, a := range h.rest {
				if strings.HasPrefix(a.lit, "+") || strings.HasPrefix(a.lit, ":") && len(a.lit) > 1 {
					h.target = a.lit
					return true
				}
			}
			return false
		}},
		Yes: []string{"git push --force", "git push -f origin main", "git push origin +main", "git push --mirror backup", "git push origin :release", "git push origin --delete x", "git push -uf origin x", "git -C x -c a=b push -f", "git push --force-with-lease", "git push --forc"},
		No:  []string{"git push", "git push -u origin main", "git log -f"},
	},
	{
		ID: "git.push", Tier: Medium, Below: true,
		Why:   "it publishes commits to others",
		Safer: "`git commit` here, and let the person push",
		Match: Match{Programs: gitNames, Sub: []string{"push", "send-email", "send-pack", "svn dcommit", "p4 submit", "lfs push"}, None: []string{"-n", "--dry-run"}},
		Yes:   []string{"git push", "git push -u origin main", "git --git-dir=x push", "git -c push.default=current push"},
		No:    []string{"git stash push", "git push --dry-run", "git log --grep push", "git commit -m push", "git status"},
	},
	{
		ID: "git.reset-hard", Tier: High,
		Why:   "it throws away every change that is not committed",
		Safer: "`git stash`, or `git reset --keep COMMIT`",
		Match: Match{Programs: gitNames, Sub: []string{"reset"}, Any: []string{"--hard", "--merge"}},
		Yes:   []string{"git reset --hard", "git reset -q --hard HEAD~5", "git -c core.pager=cat reset --hard", "git reset --har", "g='git reset'; $g --hard"},
		No:    []string{"git reset --soft HEAD~1", "git reset HEAD file", "git log --grep='reset --hard'"},
	},
	{
		ID: "git.clean", Tier: High,
		Why:   "it deletes files that git does not know and cannot bring back",
		Safer: "`git clean -n` shows what would go",
		Match: Match{Programs: gitNames, Sub: []string{"clean"}, None: []string{"-n", "--dry-run"}, Func: func(c *call, h *hit) bool {
			return c.has("-f", "--force", "-i", "--interactive") || c.gitSetting("clean.requireforce")
		}},
		Yes: []string{"git clean -fd", "git clean -xdf", "git clean --force", "git -c clean.requireForce=false clean -d"},
		No:  []string{"git clean -n", "git clean -nfd", "git commit -m clean"},
	},
	{
		ID: "git.checkout-over", Tier: High,
		Why:   "it throws away changes in the working tree",
		Safer: "`git stash` first",
		Match: Match{Programs: gitNames, Sub: []string{"checkout", "switch", "co"}, Func: checkoutOver},
		Yes:   []string{"git checkout -- .", "git checkout -f main", "git checkout .", "git checkout HEAD -- src", "git switch --discard-changes main", "git switch -f main", "git checkout -qf x", "git checkout -- a.txt", "git checkout main -- a", "git checkout -- package-lock.json src/a.ts", "git checkout -- '*.lock'", "git switch -C x", "git checkout -B main origin/main"},
		No:    []string{"git checkout -- package-lock.json", "git checkout main", "git checkout -b fix/rm-rf-root", "git switch -c x", "git switch main", "git checkout -t origin/x", "git checkout v1.2.3"},
	},
	{
		ID: "git.restore", Tier: High,
		Why:   "it throws away changes in the working tree",
		Safer: "`git stash` first",
		Match: Match{Programs: gitNames, Sub: []string{"restore"}, Func: func(c *call, h *hit) bool {
			return (!c.has("-S", "--staged") || c.has("-W", "--worktree")) && !c.has("-p", "--patch") && !c.onlyMade(h.rest)
		}},
		Yes: []string{"git restore .", "git restore --staged --worktree .", "git restore -s HEAD~1 a", "git restore --source=HEAD -SW ."},
		No:  []string{"git restore Cargo.lock", "git restore --staged file.txt", "git restore -S ."},
	},
	{
		ID: "git.lose-stash", Tier: High,
		Why:   "a dropped stash is hard to find again",
		Safer: "`git stash apply` keeps it",
		Match: Match{Programs: gitNames, Sub: []string{"stash drop", "stash clear"}},
		Yes:   []string{"git stash drop", "git stash clear", "git -C x stash drop stash@{1}"},
		No:    []string{"git stash", "git stash list", "git stash pop", "git stash push -m drop"},
	},
	{
		ID: "git.delete-branch", Tier: Medium,
		Why:   "the branch's commits may be reachable from nowhere else",
		Safer: "`git branch -d NAME` deletes only what is merged",
		Match: Match{Programs: gitNames, Sub: []string{"branch"}, Func: func(c *call, h *hit) bool {
			return c.has("-D", "-M", "-C") || c.has("-f", "--force") || c.has("-d", "--delete") && c.has("-r", "--remotes")
		}},
		Yes: []string{"git branch -D x", "git branch --delete --force x", "git branch -df x", "git branch -f main HEAD~3", "git branch -M main"},
		No:  []string{"git branch", "git branch -d merged", "git branch -a", "git branch x", "git branch -m new"},
	},
	{
		ID: "git.delete-refs", Tier: High,
		Why:   "what no name points to any more is lost for good once it is collected",
		Safer: "keep the reference, or tag it first",
		Match: Match{Programs: gitNames, Func: func(c *call, h *hit) bool {
			if _, ok := c.sub("reflog expire", "reflog delete", "update-ref", "prune", "filter-branch", "filter-repo", "replace", "lfs prune", "fast-import", "checkout-index", "read-tree", "notes remove", "notes prune"); ok {
				if _, ok := c.sub("checkout-index", "read-tree"); ok {
					return c.has("-f", "--force", "--reset", "-u")
				}
				return !c.has("-n", "--dry-run", "--analyze")
			}
			if rest, ok := c.sub("symbolic-ref"); ok {
				return len(rest) > 1 || c.has("-d", "--delete")
			}
			if _, ok := c.sub("gc"); ok {
				o, _ := c.option("--prune")
				return o.has && o.value.lit != "2.weeks.ago" || c.has("--aggressive") && c.has("--prune")
			}
			return false
		}},
		Yes: []string{"git reflog expire --expire=now --all", "git gc --prune=now", "git update-ref -d refs/heads/x", "git filter-branch --tree-filter x", "git prune", "git notes remove HEAD", "git symbolic-ref HEAD refs/heads/x", "git filter-repo --path x"},
		No:  []string{"git gc", "git reflog", "git log", "git reflog show", "git symbolic-ref HEAD", "git notes show", "git filter-repo --analyze"},
	},
	{
		ID: "git.serve", Tier: Medium,
		Why:   "it opens the repository to the network",
		Safer: "`git bundle create repo.bundle --all`, or a clone through a path",
		Match: Match{Programs: gitNames, Sub: []string{"daemon", "instaweb", "http-backend", "cvsserver", "p4", "shell"}},
		Yes:   []string{"git daemon --export-all --base-path=.", "git instaweb"},
		No:    []string{"git fetch", "git log daemon"},
	},
	{
		ID: "git.delete-tag", Tier: Medium,
		Why:   "a tag is what a release is found by",
		Match: Match{Programs: gitNames, Sub: []string{"tag"}, Any: []string{"-d", "--delete", "-f", "--force"}},
		Yes:   []string{"git tag -d v1", "git tag -f v1"},
		No:    []string{"git tag", "git tag v1", "git tag -a v1 -m delete"},
	},
	{
		ID: "git.remove-files", Tier: High,
		Why:   "it deletes tracked files, changes in them included",
		Safer: "`git rm --cached FILE` keeps the file",
		Match: Match{Programs: gitNames, Sub: []string{"rm"}, Func: func(c *call, h *hit) bool {
			return (c.has("-r") || c.has("-f", "--force")) && !c.has("--cached", "-n", "--dry-run")
		}},
		Yes: []string{"git rm -rf .", "git rm -r src", "git rm -f a"},
		No:  []string{"git rm a", "git rm -r --cached src", "git rm -rn src"},
	},
	{
		ID: "git.worktree-force", Tier: High,
		Why: "it throws away a working tree with changes in it",
		Match: Match{Programs: gitNames, Sub: []string{"worktree remove", "submodule deinit", "submodule update"}, Any: []string{"-f", "--force"}, Func: func(c *call, h *hit) bool {
			return len(h.rest) != 1 || !c.j.makes(c.target(h.rest[0]).path, 0, c.j.index)
		}},
		Yes: []string{"git worktree remove -f x", "git submodule deinit --force --all", "git worktree add ../a; git worktree remove -f ../b"},
		No:  []string{"git worktree add /tmp/a main && git worktree remove --force /tmp/a", "git worktree remove x", "git worktree add x", "git submodule update --init"},
	},
	{
		ID: "git.settings-that-run", Tier: High,
		Why:   "git starts what this setting names, now or at some later git command",
		Safer: "leave the setting alone, and run the program itself",
		Match: Match{Programs: gitNames, Func: gitSettingRuns},
		Yes: []string{"git config core.hooksPath /tmp/hooks", "git config --global core.pager 'sh -c x'", "git config alias.x '!rm -rf src'", "git -c core.sshCommand='nc x' fetch", "git -c core.fsmonitor=./x status", "git config --global credential.helper '!f'", "git config filter.x.smudge ./y",
			"git clone --upload-pack=./x a b", "git fetch --upload-pack ./x", "git config set core.editor ./evil", "git grep -O./x foo", "git grep --open-files-in-pager='sh x' foo", "git difftool --extcmd='sh x' -y", "git init --template=/tmp/t", "git --exec-path=/tmp/x status",
			"git grep -Ovim foo", "git -c protocol.ext.allow=always fetch", "git config protocol.allow user", "git -c \"$X\" status", "git \"-c$X\" status", "git --config-env=core.pager=X log",
			"git -c core.editor='rm -rf src' commit", "git -c sequence.editor='sed -i s/a/b/; ./x' rebase -i x", "git -c core.sshCommand='ssh -o ProxyCommand=./x' fetch", "git -c core.sshCommand='ssh -o LocalCommand=x' fetch", "git -c core.sshCommand=sshx fetch", "git clone -c core.editor='sed -i x' a b", "git clone -c alias.x='!./y' a b", `git -c sequence.editor="sed -i $(cat x)" rebase -i x`, "git --exec-path=/tmp/x rebase --exec make", "git config alias.x '!git nuke'", "git config sequence.editor 'sed -i s/pick/squash/'", "git -c core.pager='less|sh' log"},
		No: []string{"git grep foo", "git init", "git --exec-path", "git config user.name me", "git config --get alias.nuke", "git config core.hooksPath", "git -c core.pager=cat log", "git config --list", "git -c color.ui=never diff", "git config core.autocrlf input", "git config --unset core.pager", "git -c protocol.ext.allow=never fetch", "git --config-env=http.extraHeader=X fetch", "git -c core.editor=true rebase --continue",
			"git rebase --exec 'npm test' main", "git rebase main --exec 'make check'", "git -c alias.x='!git status' x", "git -c sequence.editor='sed -i s/pick/squash/' rebase -i HEAD~2", "git -c core.sshCommand='ssh -o BatchMode=yes' fetch"},
	},
	{
		ID: "git.settings-shared", Tier: Medium,
		Why:   "it changes git for every repository of the user or the machine",
		Safer: "`git config NAME VALUE` in the project, without --global",
		Match: Match{Programs: gitNames, Sub: []string{"config"}, Any: []string{"--global", "--system"}, Func: func(c *call, h *hit) bool {
			if c.has("--get", "--get-all", "--get-regexp", "-l", "--list", "--get-urlmatch", "--get-color") || c.scratchHome() && !c.has("--system") {
				return false
			}
			_, get := c.sub("config get", "config list")
			return !get && (len(h.rest) > 1 || c.has("--unset", "--unset-all", "--remove-section", "--rename-section", "--add", "-e", "--edit"))
		}},
		Yes: []string{"git config --global user.email a@b", "git config --system x.y z", "git config --global --unset x.y", "HOME=/tmp/../home/me git config --global a.b c", "HOME=/home/me git config --global a.b c", "HOME=$X git config --global a.b c", "HOME=/tmp/h git config --system a.b c", "HOME=/tmp/h true; git config --global a.b c", "HOME= git config --global a.b c", "HOME=/tmp/h HOME=/home/me git config --global a.b c"},
		No:  []string{"HOME=/tmp/h git config --global user.name x", "HOME=$(mktemp -d) git config --global user.name t", "H=$(mktemp -d); HOME=$H git config --global user.name t", "git config --global user.email", "git config --global --list", "git config user.email a@b", "git config --global --get x"},
	},
	{
		ID: "git.other-systems", Tier: Medium,
		Why:   "it publishes commits to others, or loses what is not committed",
		Safer: "look first: status, diff, log",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "hg":
				_, ok := c.sub("push", "strip", "rollback", "purge", "histedit", "email")
				_, over := c.sub("revert", "update", "up", "checkout", "co")
				return ok || over && c.has("-C", "--clean", "-a", "--all", "--no-backup")
			case "svn":
				_, ok := c.sub("commit", "ci", "delete", "del", "rm", "remove", "revert", "import", "propset", "lock", "unlock")
				return ok
			case "jj":
				_, ok := c.sub("git push", "op restore", "util gc")
				return ok
			case "p4":
				_, ok := c.sub("submit", "obliterate", "revert", "delete")
				return ok
			case "cvs", "bzr", "fossil", "darcs", "pijul":
				_, ok := c.sub("commit", "ci", "push", "record --all", "obliterate", "revert")
				return ok
			case "bfg", "git-filter-repo", "git-filter-branch":
				return len(c.args) > 0 && !c.has("--help", "--version", "--analyze")
			}
			return false
		}},
		Yes: []string{"hg push -f", "svn commit -m x", "jj git push --all", "bfg --delete-files id_rsa", "git-filter-repo --path x", "hg update -C", "svn revert -R ."},
		No:  []string{"hg status", "svn update", "svn status", "jj log", "hg commit -m x", "p4 opened"},
	},
	{
		ID: "git.remote", Tier: Medium,
		Why:   "it changes where the repository's commits come from and go to",
		Safer: "`git remote add NAME ADDRESS` keeps the old one; `git remote -v` lists them",
		Match: Match{Programs: gitNames, Sub: []string{"remote set-url", "remote remove", "remote rm", "remote prune", "remote set-head"}, None: []string{"-n", "--dry-run"}, Func: func(c *call, h *hit) bool {
			return !slices.Contains([]string{"prune", "set-head"}, c.ops[1].lit) || c.ops[1].lit == "set-head" &&
				c.has("-d", "--delete")
		}},
		Yes: []string{"git remote set-url origin https://x/y.git", "git -C x remote remove origin", "git remote rm origin", "git remote set-url --push origin x"},
		No:  []string{"git remote -v", "git remote add origin x", "git remote show origin", "git remote prune origin", "git remote get-url origin"},
	},
	{
		ID: "git.no-verification", Tier: Medium,
		Why:   "git then takes what any server says for the repository's own",
		Safer: "leave the certificate check on; add the server's certificate with http.sslCAInfo",
		Match: Match{Programs: gitNames, Func: func(c *call, h *hit) bool {
			off := func(key, v string) bool {
				key = strings.ToLower(key)
				return strings.HasPrefix(key, "http.") && strings.HasSuffix(key, ".sslverify") && slices.Contains([]string{"false", "0", "no", "off"}, strings.ToLower(v))
			}
			found := false
			c.values(func(a arg) {
				k, v, _ := strings.Cut(a.lit, "=")
				found = found || off(k, v)
			}, "-c", "--config")
			if rest, ok := c.sub("config set", "config"); ok && len(rest) > 1 {
				found = found || off(rest[0].lit, rest[1].lit)
			}
			return found || c.sets(h, func(name string, v arg) bool {
				return name == "GIT_SSL_NO_VERIFY" && v.lit != "" && v.lit != "0" && v.lit != "false"
			})
		}},
		Yes: []string{"git -c http.sslVerify=false clone https://x/y", "git config http.sslVerify false", "git config --global http.https://x.sslVerify 0", "GIT_SSL_NO_VERIFY=1 git fetch"},
		No:  []string{"git config http.sslVerify true", "git config --get http.sslVerify", "git clone https://x/y", "git -c http.sslVerify=true fetch"},
	},
	{
		ID: "git.write-inside", Tier: High,
		Why:   "files in .git decide what runs at the next git command, and what the history is",
		Safer: "use git's own commands",
		Match: Match{Touches: changes | moves | deletes, Path: func(c *call, t touch) bool {
			i := strings.Index(t.path, "/.git/")
			if i < 0 {
				return false
			}
			rest := t.path[i+len("/.git/"):]
			return !strings.HasPrefix(rest, "info/exclude") && path.Base(rest) != "index.lock" && !strings.HasPrefix(rest, "COMMIT_EDITMSG")
		}},
		Yes: []string{"echo x > .git/hooks/pre-commit", "cp hook.sh .git/hooks/post-checkout", "tee -a .git/config < x", "rm .git/HEAD", "sed -i s/a/b/ .git/config"},
		No:  []string{"cat .git/config", "echo build >> .git/info/exclude", "rm -f .git/index.lock", "echo x > .gitignore"},
	},
}

var gitNames = []string{"git", "hub"}

// checkoutOver reports whether a checkout replaces files rather than switching
// branches: a path is given, or force.
func checkoutOver(c *call, h *hit) bool {
	if c.has("-f", "--force", "--discard-changes") {
		return true
	}
	if c.ops[0].lit == "switch" {
		return c.has("-C", "--force-create")
	}
	if c.has("-B") {
		return true
	}
	if c.has("-b", "--orphan", "-t", "--track", "-p", "--patch") {
		return false
	}
	for i, a := range c.args {
		if a.lit == "--" {
			return i+1 < len(c.args) && !c.onlyMade(c.args[i+1:])
		}
	}
	for i, a := range h.rest {
		if a.lit == "." || a.lit == ":/" || strings.HasPrefix(a.lit, "./") || strings.HasPrefix(a.lit, "../") || a.HasGlob() || i > 0 || a.lit == "" {
			h.target = a.lit
			return true
		}
	}
	return false
}

// onlyMade reports whether all the paths are files that tools write: what is
// lost of them, the tools write again.
func (c *call) onlyMade(paths []arg) bool {
	for _, a := range paths {
		switch base := baseName(a.lit); base {
		case "Cargo.lock", "go.sum", "flake.lock", "mix.lock", "pubspec.lock":
		default:
			if !madeByTools(base) || base[0] == '.' {
				return false
			}
		}
		if !a.exact {
			return false
		}
	}
	return len(paths) > 0
}
