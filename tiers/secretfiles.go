package tiers

import (
	"path"
	"slices"
	"strings"
)

// secretFile reports whether a path is where programs keep keys, tokens and
// passwords. A pattern counts where it can be one of them.
func secretFile(j *judge, t target) bool {
	if t.path == "" || t.free {
		return false
	}
	p := t.path
	base := path.Base(p)
	switch p {
	case "/etc/kubernetes/admin.conf", "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/master.passwd", "/etc/krb5.keytab", "/etc/shadow-", "/etc/security/opasswd":
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
	if below(p, "/etc/ssl/private") || below(p, "/etc/ssh") && strings.HasSuffix(base, "_key") || below(p, "/etc/letsencrypt/archive") || below(p, "/etc/kubernetes/pki") || below(p, "/etc/NetworkManager/system-connections") || strings.HasPrefix(p, "/var/run/secrets/") || strings.HasPrefix(p, "/run/secrets/") {
		return true
	}
	switch base {
	case ".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".python_history", ".node_repl_history", ".rediscli_history", ".sqlite_history", ".dbshell", "fish_history": // passwords typed on command lines
		return !j.project(t)
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
	if strings.ContainsAny(base, "*?[") && (strings.HasPrefix(base, "id_") || strings.Contains(base, "rsa") && segmentIs(base, "id_rsa") || strings.Contains(base, "ed25519")) {
		return !strings.HasSuffix(base, ".pub")
	}
	if base == "terraform.tfstate" || strings.HasSuffix(base, ".tfstate.backup") { // passwords of what was made, in the clear
		return true
	}
	switch path.Ext(base) {
	case ".pem":
		return !strings.Contains(base, "cert") && !strings.Contains(base, "ca") && !strings.Contains(base, "pub") && !strings.Contains(base, "chain") && (strings.Contains(base, "key") || strings.Contains(base, "priv") || !j.project(t))
	case ".env": // prod.env
		return !strings.ContainsAny(base, `\^$`) && !slices.Contains([]string{"example.env", "sample.env", "template.env", "test.env", "default.env", "defaults.env"}, base)
	case ".key", ".p12", ".pfx", ".kdbx", ".keystore", ".ppk", ".keychain-db", ".keychain", ".ovpn":
		return true
	}
	return false
}

// secretInHome knows the places below a home directory.
func secretInHome(rel string) bool {
	first, rest, _ := strings.Cut(rel, "/")
	base := path.Base(rel)
	if strings.ContainsAny(first, "*?[") && first[0] == '.' {
		return rest == "" && everything(first) || rest != "" && (segmentIs(first, ".ssh") || segmentIs(first, ".aws") || segmentIs(first, ".gnupg"))
	}
	if tokenOfTool(rel) {
		return true
	}
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
