package tiers

import "strings"

// packagesRules guard what is installed, and what others install from here.
var packagesRules = []Rule{
	{
		ID: "packages.publish", Tier: High,
		Why:   "it publishes, and what is published others may already have installed when it is withdrawn",
		Safer: "build the package, and let the person publish it; --dry-run shows what would go",
		Match: Match{None: []string{"--dry-run", "-n"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "npm", "pnpm", "yarn", "lerna", "jsr", "vsce", "ovsx":
				_, ok := c.sub("publish", "unpublish", "deprecate", "dist-tag add", "dist-tag rm", "npm publish", "access *", "owner add", "owner rm", "stage publish", "team *", "token *")
				return ok
			case "cargo":
				_, ok := c.sub("publish", "yank", "owner")
				return ok
			case "gem":
				_, ok := c.sub("push", "yank", "owner")
				return ok
			case "twine":
				_, ok := c.sub("upload", "register")
				return ok
			case "poetry", "flit", "hatch", "uv", "pdm", "rye", "maturin":
				_, ok := c.sub("publish", "upload")
				return ok
			case "mvn", "mvnw":
				return anyOperand(c.ops, []string{"deploy", "release:*", "deploy:*", "nexus-staging:*"})
			case "gradle", "gradlew":
				return anyOperand(c.ops, []string{"publish*", ":*publish", "upload*", "closeAndRelease*"})
			case "dotnet", "nuget":
				_, ok := c.sub("nuget push", "push", "nuget delete", "delete")
				return ok
			case "mix":
				_, ok := c.sub("hex.publish")
				return ok
			case "goreleaser", "semantic-release", "changeset":
				_, ok := c.sub("release", "publish")
				return ok && !c.has("--snapshot", "--skip-publish") || c.name == "semantic-release"
			case "pod":
				_, ok := c.sub("trunk *")
				return ok
			case "fastlane":
				return anyOperand(c.ops, []string{"release", "deliver", "supply", "upload*", "pilot"})
			}
			return false
		}},
		Yes: []string{"npm publish", "npm publish --access public", "npm unpublish x", "cargo publish", "twine upload dist/*", "gem push x.gem", "poetry publish --build", "mvn deploy", "dotnet nuget push x.nupkg", "uv publish", "yarn npm publish", "gradle publish", "goreleaser release"},
		No:  []string{"npm install", "npm pack", "cargo build", "poetry build", "mvn clean install", "npm publish --dry-run", "npm run publish-docs", "cargo publish --dry-run", "npm ci", "goreleaser release --snapshot"},
	},
	{
		ID: "packages.system-remove", Tier: High,
		Why:   "it removes programs that others on the machine may need",
		Safer: "list what would go: --dry-run, --simulate",
		Match: Match{None: []string{"--dry-run", "--simulate", "--just-print", "--assumeno"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "apt", "apt-get", "aptitude", "yum", "dnf", "microdnf", "zypper", "snap", "flatpak", "pkg", "brew", "port", "nix-env", "choco", "winget", "scoop", "eopkg", "rpm-ostree", "nix", "guix", "xbps-remove", "pkg_delete", "nix-collect-garbage":
				if c.has("-s") && strings.HasPrefix(c.name, "apt") {
					return false
				}
				_, ok := c.sub("remove", "purge", "autoremove", "autopurge", "erase", "uninstall", "rm", "delete", "del", "rollback", "reset", "groupremove", "untap", "zap", "deinstall")
				if c.name == "snap" && !ok {
					_, ok = c.sub("stop", "restart", "disable", "revert")
				}
				return ok || c.name == "xbps-remove" || c.name == "pkg_delete" || c.name == "nix-collect-garbage" || c.name == "nix-env" && c.has("-e", "--uninstall")
			case "apk":
				_, ok := c.sub("del")
				return ok
			case "dpkg":
				return c.has("-r", "--remove", "-P", "--purge", "--force-all", "--force-remove-essential")
			case "rpm":
				return c.has("-e", "--erase")
			case "pacman", "yay", "paru":
				return c.has("-R", "--remove")
			case "emerge":
				return c.has("-C", "--unmerge", "-c", "--depclean", "-P")
			}
			return false
		}},
		Yes: []string{"apt-get purge nginx", "apt remove -y x", "sudo pacman -Rns xorg", "dnf -y remove x", "rpm -e x", "dpkg --purge x", "brew uninstall x", "apk del x", "snap remove x", "snap stop x", "sudo apt-get -y autoremove", "apt-get -o a=b purge x"},
		No:  []string{"apt list --installed", "apt-cache search x", "pacman -Q", "dpkg -l", "brew list", "rpm -qa", "apt-get -s remove x", "apt show remove"},
	},
	{
		ID: "packages.system-install", Tier: High,
		Why:   "it changes the programs of the machine, and runs the packages' own scripts as root",
		Safer: "install into the project: a virtual environment, node_modules, a container",
		Match: Match{None: []string{"--dry-run", "--simulate", "--just-print", "--download-only", "--assumeno"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "apt", "apt-get", "aptitude", "yum", "dnf", "microdnf", "zypper", "snap", "flatpak", "pkg", "port", "choco", "winget", "scoop", "eopkg", "rpm-ostree":
				if c.has("-s") && strings.HasPrefix(c.name, "apt") {
					return false
				}
				_, ok := c.sub("install", "reinstall", "upgrade", "full-upgrade", "dist-upgrade", "update", "build-dep", "in", "up", "dup", "localinstall", "refresh", "swap", "downgrade", "module *", "groupinstall", "add")
				if _, up := c.sub("update"); up && (strings.HasPrefix(c.name, "apt")) {
					return h.as(Medium, "it refreshes the list of packages for the whole machine")
				}
				return ok
			case "brew":
				_, ok := c.sub("install", "upgrade", "reinstall", "tap", "link", "unlink", "bundle", "services start", "services stop", "services restart", "services run", "services kill", "update", "cleanup", "pin")
				return ok && h.as(Medium, "it changes the programs of this user's machine")
			case "apk":
				_, ok := c.sub("add", "upgrade", "update", "fix")
				return ok
			case "dpkg":
				return c.has("-i", "--install", "--configure", "--unpack", "-a")
			case "rpm":
				return c.has("-i", "-U", "-F", "--install", "--upgrade", "--freshen", "--import") && !c.has("-q", "--query")
			case "pacman", "yay", "paru":
				return c.has("-S", "--sync", "-U", "--upgrade") && !c.has("-s", "--search", "-i", "--info", "-p", "--print") || len(c.args) == 0 && c.name != "pacman"
			case "emerge", "xbps-install", "pkg_add":
				return len(c.ops) > 0 && !c.has("-p", "--pretend", "-s", "--search")
			case "dpkg-reconfigure", "apt-key", "add-apt-repository", "apt-mark":
				_, look := c.sub("list", "show*", "finger")
				return !look && len(c.args) > 0
			case "nix-env":
				return c.has("-i", "-u", "--install", "--upgrade", "-iA")
			}
			return false
		}},
		Yes: []string{"apt-get install -y nginx", "sudo apt install x", "dnf install x", "pacman -Syu", "apk add x", "brew install x", "dpkg -i x.deb", "rpm -Uvh x.rpm", "snap install x --classic", "apt-get -qq update", "yum -y update", "add-apt-repository ppa:x", "zypper in x"},
		No:  []string{"apt list", "apt search install", "apt show x", "brew search x", "pacman -Ss x", "dpkg -l", "rpm -qi x", "apt-get --dry-run install x", "npm install", "pip install x"},
	},
	{
		ID: "packages.global", Tier: Medium,
		Why:   "it changes what every project of this user sees",
		Safer: "install into the project, without the global option",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "npm", "pnpm", "yarn":
				if _, ok := c.sub("ls", "list", "ll", "la", "root", "bin", "prefix", "outdated", "view", "config get", "get"); ok {
					return false
				}
				if _, ok := c.sub("global add", "global remove", "global upgrade", "config set", "config delete", "set", "login", "adduser", "logout", "cache clean", "link", "config edit"); ok {
					rest, link := c.sub("link")
					return !link || len(rest) == 0 || !strings.HasPrefix(rest[0].lit, ".") // a folder is linked into the project
				}
				return c.has("-g", "--global", "--location")
			case "uv":
				_, pip := c.sub("pip install", "pip uninstall", "pip sync")
				_, python := c.sub("python uninstall", "tool uninstall", "cache clean")
				return pip && c.has("--system", "--break-system-packages") || python
			case "pip":
				if _, ok := c.sub("install", "uninstall"); !ok {
					_, cfg := c.sub("config set", "config unset", "cache purge")
					return cfg
				}
				return c.has("--break-system-packages", "--user", "--root", "--prefix") || c.via("sudo")
			case "cargo":
				_, ok := c.sub("uninstall", "login", "logout")
				return ok
			case "pipx", "rustup", "conda", "mamba", "nvm", "pyenv", "rbenv", "volta", "fnm":
				if c.anyArg("base") && oneOf(c.name, []string{"conda", "mamba"}) {
					_, ok := c.sub("install", "update", "upgrade")
					return ok
				}
				_, ok := c.sub("uninstall", "toolchain uninstall", "self uninstall", "env remove", "remove", "login", "uninstall-all", "logout")
				return ok
			case "gem":
				_, ok := c.sub("uninstall", "cleanup", "signin", "sources")
				return ok
			}
			return false
		}},
		Yes: []string{"npm install -g x", "npm i --global x", "yarn global add x", "pip install --break-system-packages x", "npm config set registry http://x", "npm login", "uv pip install --system x", "conda install -n base x", "npm link", "conda env remove -n x", "gem uninstall x"},
		No:  []string{"uv pip install x", "conda install -n dev x", "npm install", "npm install x", "pip install x", "pip install -r requirements.txt", "npm ls -g", "npm link ../ui", "cargo install x", "cargo remove x", "npm run config"},
	},
	{
		ID: "packages.other-index", Tier: Medium,
		Why:   "it installs from another place than the usual registry, where a package's name proves nothing",
		Safer: "use the registry, or a lock file with hashes",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "pip", "uv", "pipx", "npm", "pnpm", "yarn", "gem", "cargo", "go":
			default:
				return false
			}
			if _, ok := c.sub("install", "i", "add", "pip install", "run", "exec", "dlx"); !ok {
				return false
			}
			if c.has("--index-url", "--extra-index-url", "--trusted-host", "--registry", "--find-links") || c.name == "pip" && c.has("-i", "-f") {
				h.target = "another index"
				return true
			}
			if _, ok := c.sub("run", "exec"); ok {
				return false // what follows belongs to the program that is run
			}
			for _, a := range c.ops[1:] {
				if (strings.HasPrefix(a.lit, "http:") || strings.HasPrefix(a.lit, "https:") || strings.HasPrefix(a.lit, "git+") || strings.HasPrefix(a.lit, "git:")) || a.HasUnknown() && !strings.HasPrefix(a.lit, ".") && strings.HasPrefix(a.lit, "*") {
					h.target = a.lit
					return true
				}
			}
			return false
		}},
		Yes: []string{"pip install --index-url http://x y", "pip install https://x/y.whl", "pip install git+https://x/y", "npm install https://x/y.tgz", "uv pip install -U --extra-index-url http://x y"},
		No:  []string{"pip install x", "pip install -r requirements.txt", "npm install", "pip install .", "pip install -e .", `npm run dev -- --port "$(cat p)"`, `go run ./cmd/x "$(cat f)"`},
	},
	{
		ID: "packages.run-from-network", Tier: Medium,
		Why:   "it downloads a package and runs it at once",
		Safer: "add it to the project first, so that its version is pinned",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "npx", "bunx", "uvx":
				return anyOperand(c.args, []string{"-y", "--yes", "http:*", "https:*", "git+*", "github:*", "*@latest"})
			case "npm", "pnpm", "yarn":
				_, ok := c.sub("dlx", "create")
				return ok
			case "go":
				rest, ok := c.sub("run", "install")
				return ok && len(rest) > 0 && strings.Contains(rest[0].lit, "@") && c.ops[0].lit == "run"
			case "deno", "pipx":
				rest, ok := c.sub("run")
				return ok && len(rest) > 0 && (c.name == "pipx" || strings.HasPrefix(rest[0].lit, "http"))
			}
			return false
		}},
		Yes: []string{"npx -y cowsay", "pnpm dlx x", "go run example.com/x@latest", "pipx run x", "npx create-app@latest"},
		No:  []string{"npx http-server dist", "npx tsc --noEmit", "npm exec tsc", "go run .", "go install ./cmd/x", "go run ./cmd/x"},
	},
}
