package tiers

import (
	"slices"
	"strings"
)

// cloudRules guard cloud accounts, hosting, backups, queues and fleets.
var cloudRules = []Rule{
	{
		ID: "cloud.infrastructure", Tier: High, Below: true,
		Why:   "it changes or destroys infrastructure",
		Safer: "`terraform plan` shows what would happen",
		Match: Match{Programs: []string{"terraform", "tofu", "terragrunt", "packer"}, Sub: []string{"destroy", "apply", "apply-all", "destroy-all", "run-all *", "import", "taint", "untaint", "state rm", "state mv", "state push", "state replace-provider", "force-unlock", "workspace delete", "refresh", "build", "login", "logout"}, Func: func(c *call, h *hit) bool {
			return c.name != "packer" || c.ops[0].lit == "build" && h.as(Medium, "it builds machine images in an account")
		}},
		Yes: []string{"terraform destroy", "terraform destroy -auto-approve", "terraform apply -auto-approve", "terraform -chdir=x apply", "terraform state rm x", "tofu apply", "terraform workspace delete x"},
		No:  []string{"terraform plan", "terraform validate", "terraform fmt -check", "terraform state list", "terraform init", "terraform plan -destroy"},
	},
	{
		ID: "cloud.delete", Tier: High, Below: true,
		Why:   "it deletes something in an account, where nothing brings it back",
		Safer: "list or describe it, and let the person delete it",
		Match: Match{Programs: accountNames, Func: func(c *call, h *hit) bool {
			if c.has("--dryrun", "--dry-run") {
				return false
			}
			n := 0
			for _, a := range c.ops {
				if n++; n > 5 {
					break
				}
				w := a.lit
				if deletingVerb(w) && !(c.name == "gh" && c.ops[0].lit == "api") {
					h.target = w
					return true
				}
			}
			switch c.name {
			case "aws":
				_, ok := c.sub("s3 rb", "s3 mv")
				_, sync := c.sub("s3 sync", "s3 rm", "s3 mv")
				return ok || sync && c.has("--delete", "--recursive")
			case "rclone", "mc", "s3cmd", "s5cmd", "gsutil":
				_, ok := c.sub("sync", "move", "moveto", "rmdirs", "cleanup", "dedupe", "bisync", "rb", "rm", "mirror --remove", "rsync", "mv", "del")
				return ok && (c.ops[0].lit != "rsync" || c.has("-d"))
			case "restic", "borg", "kopia", "rustic", "tarsnap", "duplicity":
				return anyOperand(c.ops, []string{"forget", "prune", "purge", "unlock", "break-lock", "remove-*", "snapshot expire", "expire"}) || c.has("-d") && c.name == "tarsnap"
			case "kafka-topics", "kafka-consumer-groups", "kafka-delete-records", "kafkactl", "rpk":
				return c.has("--delete", "--delete-offsets", "--reset-offsets") || c.name == "kafka-delete-records"
			case "rabbitmqctl", "rabbitmqadmin":
				return anyOperand(c.ops, []string{"reset", "force_reset", "purge_queue", "delete_*", "stop_app", "stop", "shutdown", "forget_cluster_node", "purge"})
			}
			return false
		}},
		Yes: []string{"aws s3 rm s3://bucket/path --recursive", "aws ec2 terminate-instances --instance-ids i-1", "aws --region x rds delete-db-instance --db-instance-identifier prod", "gh repo delete owner/repo --yes", "gh release delete v1", "fly apps destroy my-app", "vault kv metadata delete secret/x",
			"restic forget --keep-last 1 --prune", "rclone purge remote:b", "kafka-topics --bootstrap-server h:9092 --delete --topic p", "kafka-topics.sh --delete --topic x", "pulumi destroy --yes", "gcloud compute instances delete x", "gsutil rm -r gs://b", "az group delete -n x", "heroku apps:destroy x", "doctl compute droplet delete 1", "aws s3 rb s3://b --force", "vercel remove x", "aws s3 sync . s3://b --delete", "borg prune repo", "gcloud projects delete p", "rabbitmqctl reset", "wrangler delete", "firebase firestore:delete --all-collections", "supabase db reset", "aws cloudformation delete-stack --stack-name x", "cdk destroy"},
		No: []string{"aws s3 ls", "aws ec2 describe-instances", "gh pr list", "gcloud compute instances list", "vault kv get x", "restic snapshots", "rclone ls remote:", "kafka-topics --list", "gh issue view 3", "pulumi preview", "rclone copy --dry-run a b"},
	},
	{
		ID: "cloud.deploy", Tier: High, Below: true,
		Why:   "it deploys: what is running for others changes",
		Safer: "deploy to a preview, or let the person do it",
		Match: Match{Programs: accountNames, Func: func(c *call, h *hit) bool {
			if c.has("--dry-run", "--dryrun", "--help") {
				return false
			}
			for i, a := range c.ops {
				if i > 2 {
					break
				}
				switch w := a.lit; {
				case slices.Contains([]string{"deploy", "up", "promote", "rollback", "publish", "release", "update-service", "create-deployment", "submit", "container:release", "ps:restart", "ps:scale", "releases:rollback", "maintenance:on", "pg:promote", "dyno:restart", "alias", "push"}, w):
					return (c.name != "gh" && c.name != "glab") && (w != "up" || slices.Contains([]string{"pulumi", "railway", "sst", "tailscale", "wg-quick"}, c.name)) && (w != "push" || slices.Contains([]string{"cf", "supabase", "amplify", "doppler", "shopify"}, c.name)) && (w != "alias" || c.name == "vercel")
				}
			}
			return (c.name == "vercel" || c.name == "netlify") && c.has("--prod", "--production")
		}},
		Yes: []string{"fly deploy", "vercel --prod", "shopify theme push", "pulumi up -y", "netlify deploy --prod", "gcloud app deploy", "wrangler deploy", "firebase deploy", "cdk deploy", "serverless deploy --stage prod", "heroku releases:rollback", "gcloud run deploy x"},
		No:  []string{"fly status", "vercel ls", "pulumi preview", "gcloud app describe", "firebase emulators:start"},
	},
	{
		ID: "cloud.prints-secrets", Tier: Medium,
		Why:   "it prints an application's passwords and tokens, which then stand in the session's record",
		Safer: "list the names only",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "terraform", "tofu", "terragrunt":
				rest, ok := c.sub("output")
				for _, a := range rest {
					if ok && secretName(a.lit) && c.has("-raw", "-json") {
						h.target = a.lit
						return true
					}
				}
			case "pulumi":
				return c.has("--show-secrets")
			case "heroku":
				rest, get := c.sub("config:get")
				_, ok := c.sub("pg:credentials:url")
				return ok || get && len(rest) > 0 && secretName(rest[0].lit)
			case "railway", "render", "netlify", "vercel", "firebase", "eb", "supabase", "wrangler":
				_, ok := c.sub("variables", "env:get", "env pull", "printenv", "functions:config:get", "projects api-keys")
				return ok
			case "az":
				_, ok := c.sub("webapp config appsettings list", "functionapp config appsettings list", "webapp deployment list-publishing-credentials", "cosmosdb keys list", "redis list-keys", "storage account show-connection-string", "servicebus namespace authorization-rule keys list")
				return ok
			case "doctl":
				_, ok := c.sub("databases connection", "auth token")
				return ok
			case "gcloud":
				_, ok := c.sub("iam service-accounts keys create", "auth application-default print-access-token", "config config-helper")
				return ok
			}
			return false
		}},
		Yes: []string{"terraform output -raw db_password", "heroku config:get SECRET_KEY", "vercel env pull", "pulumi stack output --show-secrets", "az webapp config appsettings list -n x -g y", "eb printenv"},
		No:  []string{"terraform output", "terraform output -json urls", "heroku apps", "vercel env ls", "pulumi stack output"},
	},
	{
		ID: "cloud.deploy-production", Tier: High, Below: true,
		Why:   "by its name it deploys to production",
		Safer: "deploy to a preview, or let the person do it",
		Match: Match{Programs: []string{"deploy", "publish", "release", "deploy.sh", "publish.sh", "release.sh"}, Func: func(c *call, h *hit) bool {
			for _, a := range c.args {
				if strings.Contains(strings.ToLower(a.lit), "prod") {
					return true
				}
			}
			return false
		}},
		Yes: []string{"deploy production", "./deploy.sh prod", "release --env=production"},
		No:  []string{"./deploy.sh staging", "release --dry-run"},
	},
	{
		ID: "cloud.access", Tier: High, Below: true,
		Why:   "it creates or hands out access to an account, or reads its secrets",
		Safer: "let the person do it",
		Match: Match{Programs: accountNames, Func: func(c *call, h *hit) bool {
			for i, a := range c.ops {
				if i > 3 {
					break
				}
				w := a.lit
				switch {
				case slices.Contains([]string{"create-access-key", "put-user-policy", "attach-user-policy", "attach-role-policy", "create-login-profile", "update-login-profile", "add-iam-policy-binding", "set-iam-policy", "get-secret-value", "put-bucket-policy", "put-bucket-acl", "authorize-security-group-ingress",
					"print-access-token", "get-session-token", "assume-role", "get-parameters-by-path", "set-secret", "secrets:set", "config:set", "get-login-password", "print-identity-token", "get-access-token", "create-user"}, w):
					h.target = w
					return true
				case w == "access" && c.ops[0].lit == "secrets" || c.has("--with-decryption"):
					h.target = w
					return true
				case i == 0 && slices.Contains([]string{"vault", "op", "bw", "lpass", "infisical", "doppler", "sops",
					"chamber"}, c.name):
					if _, ok := c.sub("list items", "list item"); ok && c.name == "bw" {
						return true
					}
					return anyOperand(c.ops, []string{"read", "get", "export", "show", "-d", "list items", "write", "put", "token", "login", "operator", "auth", "policy", "unseal", "seal", "item", "run", "download", "secrets"}) || c.has("-d", "--decrypt")
				}
			}
			switch c.name {
			case "az":
				_, ok := c.sub("keyvault secret show", "keyvault secret download", "keyvault key download", "account get-access-token", "ad sp create-for-rbac", "storage account keys list", "acr credential show")
				return ok
			case "aws":
				_, ok := c.sub("configure get aws_secret*", "configure get aws_session_token", "configure export-credentials")
				return ok
			case "gh", "glab":
				if _, ok := c.sub("auth status"); ok {
					return c.has("-t", "--show-token")
				}
				_, ok := c.sub("secret set", "secret delete", "auth token", "auth login", "auth refresh", "auth logout", "auth setup-git", "ssh-key add", "gpg-key add", "variable set", "variable delete", "repo deploy-key add")
				return ok
			}
			return false
		}},
		Yes: []string{"aws iam create-access-key", "aws secretsmanager get-secret-value --secret-id x", "gcloud auth print-access-token", "gcloud secrets versions access latest --secret=x", "aws ssm get-parameter --name x --with-decryption", "gh auth token", "gh secret set X", "gh auth status --show-token", "az keyvault secret show --name x", "aws configure get aws_secret_access_key", "vault kv get secret/x", "op item get x", "vault kv put secret/x a=b", "az ad sp create-for-rbac && az keyvault set-secret x", "gcloud projects add-iam-policy-binding p"},
		No:  []string{"gh auth status", "aws sts get-caller-identity", "vault status", "gcloud auth list", "gh secret list", "az keyvault secret list", "aws configure get region"},
	},
	{
		ID: "cloud.change", Tier: Medium, Below: true,
		Why:   "it changes something in an account that others see",
		Safer: "the list, get and describe commands only look",
		Match: Match{Programs: accountNames, Func: changesAccount},
		Yes: []string{"gh pr create --fill", "gh pr merge 3", "gh issue comment 3 -b x", "aws s3 cp a s3://b/a", "gcloud compute instances create x", "gh api -X POST repos/a/b/issues", "aws ec2 run-instances", "heroku config:set A=b", "gh release create v1", "glab mr create", "gh workflow run x", "gh repo edit --visibility public", "stripe refunds create", "gh api repos/a/b/issues -f title=x",
			"expo publish", "kafka-topics --create --topic x", "tailscale down", "pulumi stack init x", "pulumi refresh -y", "stripe payment_intents cancel x", "cdk bootstrap", "netlify env:set A b", "wrangler d1 execute db --command 'DROP TABLE x'", "rclone copy a r:b", "gh pr review --approve 3"},
		No: []string{"npx expo start --port 8082", "supabase start", "aws --endpoint-url http://localhost:4566 s3 mb s3://b", "gh pr list", "gh pr view 3", "gh pr checkout 3", "gh api repos/a/b", "gh repo clone a/b", "aws s3 ls", "aws s3 cp s3://b/a .", "gcloud config list", "aws sts get-caller-identity", "fly status", "heroku logs", "az account show", "aws logs tail x", "gh run watch", "gcloud compute ssh --dry-run x", "gh status", "gh search issues x", "rclone lsf r:", "restic snapshots", "aws configure list", "pulumi preview", "stripe listen", "gh run download 1"},
	},
	{
		ID: "cloud.restore-over", Tier: High,
		Why:   "it puts a backup over the system's files or the user's",
		Safer: "restore into a new folder: `restic restore latest --target /tmp/restore`",
		Match: Match{Programs: []string{"restic", "rustic", "kopia", "duplicity", "tarsnap", "borg"}, Func: func(c *call, h *hit) bool {
			if !anyOperand(c.ops[:min(2, len(c.ops))], []string{"restore", "extract"}) {
				return false
			}
			dir := arg{Text: ".", lit: ".", exact: true}
			if o, ok := c.option("--target"); ok {
				dir = o.value
				if !o.has && len(c.ops) > 0 {
					dir = c.ops[len(c.ops)-1]
				}
			} else if c.name == "restic" || c.name == "rustic" || c.name == "kopia" {
				return false
			}
			t := c.target(dir)
			h.target = t.path
			return t.path == "/" || c.j.wipes(t) != "" || c.j.system(t) && !c.j.project(t)
		}},
		Yes: []string{"restic restore latest --target /", "restic restore latest --target=/etc", "cd / && borg extract r::a"},
		No:  []string{"restic restore latest --target /tmp/restore", "borg extract r::a"},
	},
	{
		ID: "cloud.fleet", Tier: High, Below: true,
		Why:   "it runs on many machines at once",
		Safer: "`ansible-playbook --check --diff --limit HOST PLAYBOOK` shows what it would change",
		Match: Match{Programs: []string{"ansible", "ansible-playbook", "salt", "salt-call", "knife", "fab", "cap", "pssh", "parallel-ssh", "pdsh", "clush", "puppet", "chef-client", "ansible-pull"}, None: []string{"--check", "-C", "--syntax-check", "--list-hosts", "--list-tasks", "--version", "--noop", "--list-tags"}, Func: func(c *call, h *hit) bool {
			if c.name == "ansible" {
				m, ok := c.option("-m", "--module-name")
				if ok && slices.Contains([]string{"ping", "setup", "debug", "stat", "gather_facts"}, m.value.lit) {
					return false
				}
			}
			_, look := c.sub("node list", "node show", "status", "list", "--version", "search *", "show *")
			return len(c.ops) > 0 && !look
		}},
		Yes: []string{"ansible all -m shell -a 'rm -rf /srv/data'", "ansible-playbook site.yml", "salt '*' cmd.run x", "pdsh -w a,b reboot", "ansible web -a uptime"},
		No:  []string{"ansible-playbook --check site.yml", "ansible all -m ping", "ansible --version", "ansible-playbook site.yml --syntax-check"},
	},
	{
		ID: "cloud.tunnel", Tier: High, Below: true,
		Why:   "it opens this machine to the network outside",
		Safer: "let the person open the tunnel",
		Match: Match{Programs: []string{"ngrok", "cloudflared", "tailscale", "wg-quick", "wg", "zerotier-cli", "bore", "localtunnel", "lt", "frpc", "chisel", "sshuttle"}, Func: func(c *call, h *hit) bool {
			if slices.Contains([]string{"bore", "localtunnel", "lt", "frpc", "chisel", "sshuttle"}, c.name) {
				return len(c.args) > 0 && !c.has("--help", "--version")
			}
			_, ok := c.sub("http", "tcp", "tls", "start", "tunnel", "tunnel run", "funnel", "serve", "up", "down", "set", "join", "leave", "logout", "login", "access", "service install")
			return ok
		}},
		Yes: []string{"ngrok http 3000", "cloudflared tunnel --url http://localhost:80", "tailscale funnel 80", "wg-quick up wg0", "npx localtunnel --port 3000", "chisel client x R:80"},
		No:  []string{"tailscale status", "ngrok version", "wg show"},
	},
}

var accountNames = []string{
	"aws", "gcloud", "gsutil", "bq", "az", "azcopy", "doctl", "linode-cli", "hcloud", "scw", "ibmcloud", "oci", "aliyun", "openstack", "nova", "s3cmd", "s5cmd", "mc", "rclone", "rustic",
	"pulumi", "cdk", "sam", "serverless", "sls", "sst", "heroku", "fly", "flyctl", "vercel", "netlify", "railway", "render", "wrangler", "firebase", "supabase", "amplify", "eb", "cf", "gh", "glab", "tea", "vault", "op", "bw",
	"lpass", "restic", "borg", "duplicity", "kopia", "tarsnap", "kafka-topics", "kafka-consumer-groups", "kafka-configs", "kafka-delete-records", "rabbitmqctl", "rabbitmqadmin", "pscale", "neonctl", "turso", "atlas", "confluent", "rpk", "kafkactl",
	"copilot", "stripe", "sentry-cli", "tailscale", "doppler", "infisical", "sops", "chamber", "eas", "surge", "shopify", "vultr-cli", "civo", "exo", "tccli", "circleci", "expo",
}

// deletingVerb knows the words by which these programs delete, alone or as
// part of a compound: terminate-instances, apps:destroy.
func deletingVerb(w string) bool {
	if strings.ContainsAny(w, "/=.*@") || strings.HasPrefix(w, "-") {
		return false
	}
	for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '-' || r == ':' || r == '_' }) {
		switch part {
		case "delete", "destroy", "terminate", "purge", "remove", "deregister", "wipe", "drop", "forget", "revoke", "decommission", "uninstall", "rm", "del", "reset", "disable", "rmdir", "empty", "undelete", "deletefile", "rollback":
			return true
		}
	}
	return false
}

// changesAccount reports whether the sub-command does more than look. What is
// not known to look is taken to change, for the big accounts whose verbs are
// regular; for the others the changing words are known.
func changesAccount(c *call, h *hit) bool {
	if len(c.ops) == 0 || c.has("--dry-run", "--dryrun", "--help", "--version") {
		return c.name == "kafka-topics" && c.has("--create", "--alter") || c.name == "kafka-configs" && c.has("--alter")
	}
	verb := ""
	if len(c.ops) > 1 {
		verb = c.ops[1].lit
	}
	if o, ok := c.option("--endpoint-url"); ok && o.value.exact && local(o.value.lit) {
		return false // a stand-in for the account, on this machine
	}
	switch c.name {
	case "supabase":
		if slices.Contains([]string{"start", "stop", "init"}, c.ops[0].lit) {
			return false // containers of this machine
		}
	case "expo":
		return !slices.Contains([]string{"start", "run:ios", "run:android", "prebuild", "install", "export", "config", "lint", "customize", "doctor"}, c.ops[0].lit)
	case "gh", "glab", "tea":
		switch c.ops[0].lit {
		case "api":
			m, ok := c.option("-X", "--method")
			if ok {
				return !strings.EqualFold(m.value.lit, "GET") && !strings.EqualFold(m.value.lit, "HEAD")
			}
			if c.has("-f", "-F", "--field", "--raw-field", "--input") {
				return !(verb == "graphql" && !c.anyArgHas("mutation"))
			}
			return false
		case "search", "status", "browse", "completion", "help", "version", "auth", "config", "extension", "alias", "ci", "attestation", "ruleset":
			return false
		}
		return slices.Contains([]string{"create", "edit", "close", "reopen", "merge", "comment", "review", "ready", "lock", "unlock", "transfer", "pin", "unpin", "run", "rerun", "cancel", "enable", "disable", "upload", "archive", "unarchive", "rename", "sync", "fork", "develop", "add", "update", "note", "approve", "rebase", "set", "item-add", "item-edit", "link", "copy", "publish"}, verb) ||
			verb == "deploy-key"
	case "aws":
		switch c.ops[0].lit {
		case "s3":
			if verb == "cp" || verb == "sync" || verb == "mv" {
				return len(c.ops) > 3 && strings.HasPrefix(c.ops[3].lit, "s3://")
			}
			return verb == "mb" || verb == "website" || verb == "rm"
		case "configure":
			return verb != "list" && verb != "get" && verb != "list-profiles"
		case "sso", "help", "logs":
			return verb != "tail" && !looks(verb) && c.ops[0].lit == "logs"
		}
		return verb != "" && !looks(verb)
	case "gcloud", "az", "doctl", "linode-cli", "hcloud", "scw", "ibmcloud", "oci", "aliyun", "openstack", "bq":
		for _, a := range c.ops {
			if looks(a.lit) && !(c.name == "bq" && a.lit == "query") {
				return false
			}
		}
		if c.name == "bq" && c.ops[0].lit == "query" {
			return false // its SQL is read
		}
		for _, a := range c.ops {
			if slices.Contains([]string{"create", "update", "set", "start", "stop", "restart", "reset", "resize", "add", "import", "upload", "ssh", "scp", "run", "enable", "attach", "detach", "move", "deploy", "submit", "login", "patch", "set-value", "activate-service-account", "power-off", "poweroff", "reboot", "shutdown", "launch", "load", "mk", "cp", "insert", "query", "invoke", "execute", "call", "apply", "deallocate", "redeploy", "restore", "failover", "swap"}, a.lit) {
				return true
			}
		}
		return false
	case "rclone", "gsutil", "mc", "s3cmd", "s5cmd", "azcopy":
		return slices.Contains([]string{"copy", "copyto", "mkdir", "mb", "put", "cp", "mirror", "acl", "iam", "config", "setacl", "rcat", "touch", "policy", "anonymous", "admin", "serve", "mount", "link", "rewrite", "setmeta", "web", "lifecycle"}, c.ops[0].lit) &&
			!(c.ops[0].lit == "cp" && len(c.ops) > 2 && !strings.Contains(c.ops[len(c.ops)-1].lit, ":"))
	case "heroku":
		return strings.Contains(c.ops[0].lit, ":") && !slices.Contains([]string{"info", "list", "index", "get", "status", "logs", "releases"}, after(c.ops[0].lit, ':')) || slices.Contains([]string{"run", "create", "restart", "scale", "login"}, c.ops[0].lit)
	case "wrangler":
		if _, ok := c.sub("d1 execute"); ok {
			reads := !c.has("--file")
			for _, a := range c.args {
				g, _ := readSQL(a.lit)
				reads = reads && g == sqlReads
			}
			return !reads && !c.has("--local")
		}
	case "vault", "op", "bw", "lpass", "sops", "infisical", "doppler", "chamber", "restic", "borg", "kopia", "duplicity", "rustic", "tarsnap":
		return false
	}
	for i, a := range c.ops {
		if i > 2 {
			break
		}
		if looks(a.lit) {
			return false
		}
		if slices.Contains([]string{"create", "set", "add", "update", "scale", "restart", "start", "stop", "suspend", "resume", "refresh", "cancel", "capture", "bootstrap", "launch", "run", "exec", "ssh", "put", "write", "import", "init", "login", "logout", "invoke", "transfer", "refunds", "charges", "payouts", "produce", "alter", "unset", "attach", "invite", "down", "upload", "send", "trigger", "secrets", "domains", "env"}, after(a.lit, ':')) {
			return true
		}
	}
	return c.has("--create", "--alter")
}

// looks knows the verbs that only look, in the manner of the AWS, Google and
// Azure command lines.
func looks(verb string) bool {
	for _, p := range [...]string{"describe", "list", "get", "ls", "show", "head", "wait", "view", "search", "scan", "query", "filter", "lookup", "tail", "status", "info", "preview", "estimate", "validate", "check", "test", "help", "select", "batch-get", "read", "logs", "print", "presign", "diff", "history", "export", "versions", "stats", "whoami", "output", "synth", "local", "dev", "emulators", "listen", "describe-log"} {
		if verb == p || strings.HasPrefix(verb, p) && len(verb) > len(p) && (verb[len(p)] == '-' || verb[len(p)] == ':') {
			return true
		}
	}
	return false
}

func after(s string, b byte) string { return s[strings.LastIndexByte(s, b)+1:] }

func (c *call) anyArgHas(sub string) bool {
	for _, a := range c.args {
		if strings.Contains(a.lit, sub) {
			return true
		}
	}
	return false
}
