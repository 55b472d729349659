package tiers

import (
	"path"
	"strings"
)

// credentialsRules guard keys, tokens, passwords and wallets.
var credentialsRules = []Rule{
	{
		ID: "credentials.read", Tier: High,
		Why:   "it reads keys, tokens or passwords, which then stand in the session's record",
		Safer: "list the names only (ls), or let the person read them",
		Match: Match{Touches: reads, Path: func(c *call, t touch) bool {
			return secretFile(c.j, t.target) && c.name != "ssh-keygen" && !(c.name == "openssl" && c.has("-pubout"))
		}},
		Yes: []string{"cat ~/.ssh/id_rsa", "head ~/.aws/credentials", "grep KEY .env", "base64 ~/.netrc", "cp ~/.ssh/id_ed25519 /tmp/x", "find ~ -name '*.pem' -exec cat {} +", "find / -name id_rsa | xargs cat", "git show HEAD:.env", "git log -p -- .env", "docker cp ~/.ssh web:/x", "cat /etc/shadow", "less ~/.kube/config", "strings ~/.mozilla/firefox/x/logins.json", "cat < .env", "jq . ~/.docker/config.json",
			"awk 1 ~/.npmrc", "cat ~/.config/gh/hosts.yml", "xxd wallet.dat", "cat .env.production", "cat ~/.ssh/*", "cat ~/.git-credentials", "cat ~/.gnupg/private-keys-v1.d/x.key", "diff .env .env.example", "sort ~/.pgpass", "cat ~/Library/Keychains/login.keychain-db", "sqlite3 ~/.mozilla/firefox/x/cookies.sqlite .dump"},
		No: []string{"ls -la ~/.ssh", "cat ~/.ssh/id_ed25519.pub", "cat ~/.ssh/known_hosts", "cat .env.example", "cat ~/.bashrc", "cat /etc/passwd", "cat README.md", "grep -r KEY=.env src", "cat ~/.ssh/config", "cat .envrc.sample", "cat /proc/self/status", "echo .env", "cp .env.example .env", "git show HEAD:src/a.ts", "git log -- .env", "find . -name '*.md' | xargs cat", "docker cp web:/app/x ."},
	},
	{
		ID: "credentials.write", Tier: High,
		Why:   "it changes keys, tokens or passwords, or who may log in with them",
		Safer: "let the person change them",
		Match: Match{Touches: changes | deletes | moves | modes, Path: func(c *call, t touch) bool {
			if c.prog == &opensslP && (c.j.project(t.target) || t.temporary()) {
				return false // a new key, made for the project
			}
			return t.below(c.j.f.Home+"/.ssh") && c.j.f.Home != "" && !strings.HasSuffix(t.path, "/known_hosts") || strings.HasSuffix(t.path, "/authorized_keys") || secretFile(c.j, t.target) && !strings.HasPrefix(path.Base(t.path), ".env") ||
				t.below(c.j.f.Home+"/.gnupg") && c.j.f.Home != "" || below(t.path, "/etc/sudoers.d") || t.path == "/etc/sudoers"
		}},
		Yes: []string{"echo k >> ~/.ssh/authorized_keys", "sed -i '/x/d' ~/.ssh/authorized_keys", "tee ~/.aws/credentials < x", "rm ~/.ssh/id_rsa", "cp x ~/.npmrc", "chmod 644 ~/.ssh/id_rsa", "echo x > /etc/sudoers.d/me", "mv ~/.ssh/id_rsa /tmp"},
		No:  []string{"openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem", "openssl genrsa -out key.pem 2048", "echo A=b > .env", "cat ~/.ssh/config", "cp a b", "cp .env.example .env", "ssh-keyscan x >> ~/.ssh/known_hosts"},
	},
	{
		ID: "credentials.stores", Tier: High,
		Why:   "it reads or changes a store of passwords and keys",
		Safer: "let the person look there",
		Match: Match{Func: credentialStore},
		Yes: []string{"security find-generic-password -w -s x", "security dump-keychain", "pass show x", "gpg --export-secret-keys", "ssh-add -D", "secret-tool lookup a b", "keytool -delete -alias x", "gpg --delete-secret-keys x", "ssh-copy-id host", "certbot revoke", "gpg -d secrets.gpg", "openssl rsa -in key.pem", "ssh-keygen -f ~/.ssh/id_rsa", "ssh-keygen -p -f k",
			"keyctl print 1", "ssh-keygen -t ed25519", "john hashes", "ansible-vault view x", "openssl pkey -in x -text", "git credential fill"},
		No: []string{"ssh-keygen -lf ~/.ssh/id_ed25519.pub", "gpg --verify x.sig", "gpg --list-keys", "ssh-add -l", "pass ls", "security list-keychains", "openssl version", "ssh-keygen -R host", "openssl x509 -in c.pem -text", "gpg --version", "openssl rand -hex 16", "openssl s_client -connect x:443"},
	},
	{
		ID: "credentials.environment", Tier: Medium,
		Why:   "it prints a token or password of the environment, which then stands in the session's record",
		Safer: "test whether it is set: [ -n \"$NAME\" ]",
		Match: Match{Programs: []string{"printenv", "grep", "egrep", "rg"}, Func: func(c *call, h *hit) bool {
			if len(c.ops) == 0 {
				return false
			}
			h.target = c.ops[0].lit
			if c.name == "printenv" {
				for _, a := range c.ops {
					if secretName(a.lit) {
						return true
					}
				}
				return false
			}
			if c.Stage == 0 || !secretName(h.target) || c.has("-c", "-q", "-o", "--count", "--quiet", "--only-matching", "-v") {
				return false
			}
			found := false
			c.j.pipeline(c, func(e *call) {
				found = found || oneOf(e.name, []string{"env", "printenv", "export", "set"}) && len(e.ops) == 0
			})
			return found
		}},
		Yes: []string{"printenv GITHUB_TOKEN", "env | grep -i token", "printenv | sort | grep AWS_SECRET", "env | grep API_KEY"},
		No:  []string{"printenv PATH", "env | grep -i proxy", "env | grep -c TOKEN", "grep -i token src/a.ts", "env | grep -q API_KEY && echo set"},
	},
	{
		ID: "credentials.search", Tier: Medium,
		Why:   "it looks for passwords and keys outside the project",
		Safer: "search in the project",
		Match: Match{Programs: []string{"grep", "egrep", "fgrep", "rg", "ag", "ack", "ugrep"}, Func: func(c *call, h *hit) bool {
			if len(c.ops) < 2 || !secretName(c.ops[0].lit) && !strings.Contains(c.ops[0].lit, "BEGIN ") || strings.HasPrefix(c.name, "g") != c.has("-r", "-R", "--recursive") && !oneOf(c.name, []string{"egrep", "fgrep", "rg", "ag", "ack", "ugrep"}) {
				return false
			}
			for _, a := range c.ops[1:] {
				t := c.target(a)
				if !t.free && !c.j.project(t) && (c.j.wipes(t) != "" || hidden(c, touch{target: t}) || t.path == "/") {
					h.target = t.path
					return true
				}
			}
			return false
		}},
		Yes: []string{"grep -rn 'BEGIN RSA' ~/", "rg -uuu password ~", "grep -r API_KEY ~/.config", "grep -ri secret /etc"},
		No:  []string{"grep -rn password src", "rg API_KEY", "grep -r foo ~/.config", "grep token ~/notes.txt"},
	},
	{
		ID: "credentials.wallet", Tier: High,
		Why: "it moves or exposes money or a wallet's keys",
		Match: Match{Programs: []string{"bitcoin-cli", "ethkey", "cast", "solana", "geth", "lncli", "electrum", "monero-wallet-cli", "near", "wallet", "lightning-cli"}, Func: func(c *call, h *hit) bool {
			_, look := c.sub("getblock*", "getinfo", "getnetwork*", "balance", "getbalance", "block", "version", "help", "call", "code", "chain", "gas-price", "to-*", "from-*", "abi-*", "sig", "keccak", "4byte*", "account", "attach")
			return len(c.ops) > 0 && !look
		}},
		Yes: []string{"bitcoin-cli sendtoaddress a 1", "cast send x", "solana transfer a 1", "bitcoin-cli dumpprivkey x"},
		No:  []string{"bitcoin-cli getblockcount", "cast call x", "solana balance"},
	},
	{
		ID: "credentials.on-command-line", Tier: Medium,
		Why:   "a password on the command line is seen by every user and kept in the history",
		Safer: "use a file or the environment the program reads",
		Match: Match{Programs: []string{"sshpass", "smbpasswd", "htpasswd"}, Any: []string{"-p", "-b", "-P"}},
		Yes:   []string{"sshpass -p secret ssh host uptime", "htpasswd -b f u p"},
		No:    []string{"htpasswd f u"},
	},
	{
		ID: "credentials.environment-of-others", Tier: High,
		Why: "it reads another process's environment, where secrets often are",
		Match: Match{Touches: reads, Path: func(_ *call, t touch) bool {
			return strings.HasPrefix(t.path, "/proc/") && (strings.HasSuffix(t.path, "/environ") || strings.HasSuffix(t.path, "/mem")) && !strings.HasPrefix(t.path, "/proc/self/")
		}},
		Yes: []string{"cat /proc/1/environ", "strings /proc/77777/mem", "tr '\\0' '\\n' < /proc/4242/environ"},
		No:  []string{"cat /proc/cpuinfo", "cat /proc/self/environ", "cat /proc/77777/cmdline"},
	},
}

// secretFile reports whether a path is where programs keep keys, tokens and
// passwords. A pattern counts where it can be one of them.
func secretFile(j *judge, t target) bool {
	if t.path == "" || t.free {
		return false
	}
	p := t.path
	base := path.Base(p)
	switch p {
	case "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/master.passwd", "/etc/krb5.keytab", "/etc/shadow-", "/etc/security/opasswd":
		return true
	}
	if home := j.f.Home; home != "" && strings.HasPrefix(p, home) && len(p) > len(home) {
		if secretInHome(p[len(home)+1:]) {
			return true
		}
	} else if strings.HasPrefix(p, "/home/") || strings.HasPrefix(p, "/Users/") || strings.HasPrefix(p, "/root/") {
		rest := strings.TrimPrefix(p, "/root/")
		if rest == p {
			_, rest, _ = strings.Cut(p[1:], "/")
			_, rest, _ = strings.Cut(rest, "/")
		}
		if secretInHome(rest) {
			return true
		}
	}
	if below(p, "/etc/ssl/private") || below(p, "/etc/ssh") && strings.HasSuffix(base, "_key") || below(p, "/etc/letsencrypt/archive") || below(p, "/etc/kubernetes/pki") || strings.HasPrefix(p, "/var/run/secrets/") || strings.HasPrefix(p, "/run/secrets/") {
		return true
	}
	switch base {
	case ".netrc", "_netrc", ".pgpass", ".git-credentials", ".htpasswd", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "id_ecdsa_sk", "id_ed25519_sk", "wallet.dat", "credentials.json", "service-account.json", "client_secret.json", ".vault-token", ".npmrc", ".pypirc", ".my.cnf", "secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "logins.json", "key4.db", "Login Data", "Cookies", "cookies.sqlite", "master.key", ".dockercfg", "keystore.jks", ".boto", ".s3cfg":
		return !j.project(t) || base != ".npmrc" // a project's own .npmrc is settings
	}
	if base == ".env" || strings.HasPrefix(base, ".env.") || strings.HasPrefix(base, ".env") && t.wild || base == ".envrc" {
		switch strings.TrimPrefix(base, ".env.") {
		case "example", "sample", "template", "dist", "defaults", "test.example", "test", "schema", "local.example", "tpl", "ci", "d":
			return false
		}
		return true
	}
	switch path.Ext(base) {
	case ".pem":
		return !strings.Contains(base, "cert") && !strings.Contains(base, "ca") && !strings.Contains(base, "pub") && !strings.Contains(base, "chain") && (strings.Contains(base, "key") || strings.Contains(base, "priv") || !j.project(t))
	case ".key", ".p12", ".pfx", ".kdbx", ".keystore", ".ppk", ".keychain-db", ".keychain", ".ovpn":
		return true
	}
	return false
}

// secretInHome knows the places below a home directory.
func secretInHome(rel string) bool {
	first, rest, _ := strings.Cut(rel, "/")
	base := path.Base(rel)
	switch first {
	case ".ssh":
		switch {
		case rest == "", strings.HasSuffix(base, ".pub"), strings.HasPrefix(base, "known_hosts"), base == "config", base == "authorized_keys", strings.HasSuffix(base, ".sock"):
			return rest == "" // the whole folder: an archive of it
		}
		return true
	case ".aws":
		return rest == "" || base != "config" || strings.Contains(rest, "/")
	case ".gnupg":
		return rest == "" || strings.Contains(rest, "private") || strings.Contains(rest, "secring")
	case ".kube":
		return rest == "" || strings.HasPrefix(rest, "config") || strings.ContainsAny(rest, "*")
	case ".docker":
		return base == "config.json"
	case ".netrc", ".pgpass", ".git-credentials", ".npmrc", ".pypirc", ".my.cnf", ".vault-token", ".password-store", ".authinfo", ".authinfo.gpg", ".boto", ".s3cfg", ".env", ".azure", ".bitcoin", ".ethereum", ".electrum", ".terraformrc":
		return true
	case ".cargo", ".gem":
		return strings.HasPrefix(base, "credentials")
	case ".config":
		second, more, _ := strings.Cut(rest, "/")
		switch second {
		case "gh":
			return more == "" || strings.HasPrefix(more, "hosts")
		case "gcloud", "op", "doctl", "rclone", "hub", "glab-cli", "sops", "1Password", "Bitwarden", "heroku", "fly", "stripe":
			return true
		case "google-chrome", "chromium", "BraveSoftware", "microsoft-edge":
			return strings.Contains(more, "Login Data") || strings.Contains(more, "Cookies") || more == ""
		}
	case ".mozilla", ".thunderbird":
		return strings.HasSuffix(base, "logins.json") || strings.HasPrefix(base, "key") && strings.HasSuffix(base, ".db") || strings.HasPrefix(base, "cookies.sqlite")
	case ".fly", ".terraform.d", ".databricks", ".snowflake":
		return strings.Contains(base, "credentials") || strings.HasPrefix(base, "config") || base == ".databrickscfg"
	case "Library":
		return strings.HasPrefix(rest, "Keychains") || strings.Contains(rest, "Login Data") || strings.HasSuffix(rest, "Cookies") || strings.HasSuffix(base, "Cookies.binarycookies")
	case ".local":
		return strings.HasPrefix(rest, "share/keyrings")
	}
	return false
}

// secretName reports whether a name, or a pattern, is one that tokens and
// passwords go by.
func secretName(s string) bool {
	up := strings.ToUpper(s)
	for _, w := range [...]string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "API_?KEY", "PRIVATE_KEY", "CREDENTIAL", "ACCESS_KEY", "AKIA"} {
		if strings.Contains(up, w) {
			return true
		}
	}
	return false
}

// credentialStore knows which commands of key programs read or change keys.
func credentialStore(c *call, h *hit) bool {
	switch c.name {
	case "security":
		_, ok := c.sub("find-*-password", "find-*", "dump-keychain", "delete-*", "add-*", "export", "import", "unlock-keychain", "set-*", "create-keychain", "authorizationdb *", "show-keychain-info", "remove-trusted-cert", "lock-keychain", "default-keychain")
		return ok
	case "pass", "gopass":
		if _, look := c.sub("ls", "list", "find", "search", "version", "help"); look {
			return false
		}
		return len(c.ops) > 0
	case "secret-tool", "kwallet-query", "keyctl":
		return len(c.ops) > 0 && !anyOperand(c.ops, []string{"show", "list", "describe"})
	case "gpg", "gpg2":
		return c.has("--export-secret-keys", "--export-secret-subkeys", "--delete-secret-keys", "--delete-secret-and-public-key", "--delete-keys", "-d", "--decrypt", "--edit-key", "--import", "--gen-key", "--full-generate-key", "--quick-generate-key", "--generate-key", "--change-passphrase", "--passwd", "--import-ownertrust", "--recv-keys")
	case "git":
		_, ok := c.sub("credential fill", "credential approve", "credential reject", "credential-store *", "credential-cache *", "credential-store get", "credential-cache exit", "credential-osxkeychain get")
		return ok
	case "ssh-add":
		return !c.has("-l", "-L", "-T")
	case "ssh-copy-id", "unshadow", "john", "hashcat", "mimikatz", "aws-vault", "docker-credential-desktop", "git-credential":
		return len(c.args) > 0
	case "ssh-keygen":
		if c.has("-l", "-B", "-R", "-F", "-H", "-y", "-e", "-Y", "-L", "-Q") {
			return false
		}
		f, ok := c.option("-f")
		if !ok {
			return true
		}
		t := c.target(f.value)
		return !c.j.project(t) && !t.temporary() || c.has("-p")
	case "keytool", "certutil", "trust", "update-ca-certificates", "mkcert":
		return c.has("-delete", "-importcert", "-import", "-genkeypair", "-storepasswd", "-A", "-D", "-install", "-uninstall") || c.anyArgHas("-delete") || c.anyArgHas("-import") || c.anyArgHas("-install") || c.name == "update-ca-certificates" || anyOperand(c.ops, []string{"anchor"})
	case "ansible-vault":
		return anyOperand(c.ops, []string{"view", "decrypt", "edit", "rekey"})
	case "certbot", "acme.sh":
		_, look := c.sub("certificates", "plugins", "show_account")
		return !look && len(c.args) > 0 && !c.has("--dry-run", "--version")
	case "openssl":
		_, ok := c.sub("rsa", "pkey", "ec", "pkcs12", "dsa", "pkcs8")
		if !ok || c.has("-pubin", "-pubout") {
			return false
		}
		return c.has("-in")
	case "age", "rage":
		return c.has("-d", "--decrypt")
	case "ykman":
		return anyOperand(c.ops, []string{"reset", "set-*", "delete", "program", "change-*"})
	}
	return false
}
