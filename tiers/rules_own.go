package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// ownRules guard this program: its policy, audit log, locks and credentials,
// and the approval of requests by whoever made them.
var ownRules = []Rule{
	{
		ID: "own.approve", Hardline: true, Tier: Critical,
		Why:   "nobody approves their own request",
		Safer: "wait for the person's answer",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "hermes-confirmd":
				words := c.verbs()
				if len(words) == 0 || words[0].lit == "whitelist" && (len(words) == 1 || words[1].lit == "list") {
					return false
				}
				return slices.Contains([]string{"approve", "ask", "deny", "install", "whitelist", "watch"}, words[0].lit)
			case "hermes-exec":
				_, ok := c.sub("policy allow", "policy revoke", "policy trust")
				return ok
			case "go":
				for i, a := range c.ops {
					if strings.HasSuffix(a.lit, "hermes-confirmd") && i+1 < len(c.ops) && slices.Contains([]string{"approve", "ask", "deny", "install", "whitelist", "watch"}, c.ops[i+1].lit) && c.ops[0].lit == "run" {
						return true
					}
				}
			}
			return c.answers(h)
		}},
		Yes: []string{"hermes-confirmd approve abc", "hermes-confirmd ask < x.json", "hermes-confirmd deny abc", "hermes-confirmd --db-path x approve 1", "hermes-confirmd whitelist add x", "hermes-confirmd watch", "hermes-confirmd install --system --uninstall", "hermes-exec policy allow git", "hermes-exec policy trust --yes", "curl -X POST http://127.0.0.1:6000/confirm/abc/approve", "curl -d '{}' localhost:6000/whitelist", `curl -X POST "http://127.0.0.1:6000/$(cat x)"`, "curl -X POST http://localhost:6000/confirm/1/appr%6fve", "curl -X POST http://localhost:6000/%63onfirm/1/approve", "curl -X POST http://localhost:6000/confirm/1/approve?done=100%", "curl -X POST http://127.1:6000/confirm/1/approve", "curl -sK - <<< $'url = \"http://localhost:6000/confirm/1/approve\"\\nrequest = POST'", "printf 'url=\"http://localhost:6000/confirm/1/approve\"\\ndata=x\\n' > c; curl -K c", "hey -m POST http://localhost:6000/confirm/1/approve", "lynx -post_data http://localhost:6000/confirm/1/approve <<< x", "docker run --network host curlimages/curl -X POST localhost:6000/confirm/1/approve", "go run ./cmd/hermes-confirmd approve abc", "cp $(command -v hermes-confirmd) hc; ./hc approve 1", "ln -s $(which hermes-confirmd) /tmp/hc; /tmp/hc approve 1", "cp ~/.local/bin/hermes-confirmd hc; ./hc approve 1", "ab -p x http://localhost:6000/confirm/1/approve", "curl -d x http://lvh.me:7000/confirm/1/approve", "curl -d x lvh.me:7000/confirm//1/deny", "printf /confirm/1/approve | wget -B http://localhost:6000 -i -", "aria2c -i - <<< http://localhost:6000/confirm/1/approve"},
		No:  []string{"hermes-confirmd list", "hermes-confirmd whitelist", "hermes-confirmd audit", "hermes-exec policy show", "curl localhost:6000/health", "curl localhost:6000/confirm/abc", "curl -d @x localhost:6000/confirm", "curl localhost:6000/$(cat x)", "echo hermes-confirmd approve x", "hermes-confirmd --help", "echo http://localhost:6000/confirm/1/approve", "go run ./cmd/hermes-confirmd serve", "grep -r /confirm/x/approve src", "git commit -m 'localhost:6000/confirm/1/approve'", "curl -X POST https://shop.example/confirm/1/approve"},
	},
	{
		ID: "own.program", Tier: Critical,
		Why:   "it takes away, or replaces, the program that guards this session",
		Safer: "let the person install or remove it",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "mv", "gmv", "cp", "rm", "ln", "install", "chmod", "chown", "truncate", "shred", "unlink", "sed", "dd", "tee", "strip", "upx", "patchelf":
			default:
				return false
			}
			words := c.ops
			if c.name == "cp" || c.name == "ln" || c.name == "install" {
				words = words[max(len(words)-1, 0):]
			}
			for _, a := range words {
				if c.locatesOwn(a) {
					h.target = a.lit
					return true
				}
			}
			return false
		}},
		Yes: []string{"mv $(which hermes-exec) /tmp", "rm $(command -v hermes-confirmd)", "cp x $(which hermes-exec)", `chmod -x "$(which hermes-exec)"`},
		No:  []string{"ls -l $(which hermes-exec)", "mv $(which foo) /tmp", "cp $(which hermes-exec) /tmp/x", "rm hermes-exec.log"},
	},
	{
		ID: "own.socket", Hardline: true, Tier: Critical,
		Why:   "it speaks to the confirmation daemon directly, where requests are approved",
		Safer: "`hermes-confirmd list`",
		Match: Match{Func: func(c *call, h *hit) bool {
			for _, r := range c.Redirs {
				for _, t := range r.Target.Texts {
					if addr, ok := strings.CutPrefix(string(t), "/dev/tcp/"); ok {
						host, port, _ := strings.Cut(addr, "/")
						if loopback(host) && daemonPort(port) {
							h.target = string(t)
							return true
						}
					}
				}
			}
			switch c.name {
			case "nc", "ncat", "netcat", "telnet", "socat", "websocat":
			default:
				return false
			}
			here, port := false, false
			for _, a := range c.args {
				if a.lit == "-z" || strings.HasPrefix(a.lit, "-") && !strings.HasPrefix(a.lit, "--") && strings.HasSuffix(a.lit, "z") {
					return false // it only asks whether the port is open
				}
				if a.lit == "-l" {
					return false
				}
				for _, f := range strings.FieldsFunc(a.lit, func(r rune) bool { return r == ':' || r == ',' || r == '/' }) {
					here = here || loopback(f)
					port = port || daemonPort(f)
				}
				if strings.HasSuffix(a.lit, "/confirmd.sock") {
					here, port = true, true
				}
			}
			h.target = "127.0.0.1:6000"
			return here && port
		}},
		Yes: []string{"nc localhost 6000 < x", "printf x | nc 127.0.0.1 6000", "echo x > /dev/tcp/localhost/6000", "socat - tcp:127.0.0.1:6000", "nc -U ~/.hermes/confirmd.sock", "telnet localhost 6000"},
		No:  []string{"nc -z localhost 6000", "nc localhost 8080", "nc -l 6000", "echo x > /dev/tcp/localhost/8080", "nc example.com 6000"},
	},
	{
		ID: "own.files", Hardline: true, Tier: Critical,
		Why:   "it changes the policy, audit log, locks or credentials of the program that guards this session",
		Safer: "`hermes-exec policy show`, `hermes-exec audit tail` and `hermes-exec mcp list` only look; let the person change them",
		Match: Match{Touches: changes | deletes | deletesTree | moves | modes | modesTree, Path: func(c *call, t touch) bool { return c.ownFile(t) }},
		Yes:   []string{"rm ~/.hermes/exec.yaml", "sudo rm -rf /var/lib/hermes/users", "sudo rm /run/hermes/confirmd.sock", "sudo rm /etc/systemd/system/hermes-confirmd.service", "echo x >> ~/.hermes/exec/audit.jsonl", "rm -rf ~/.hermes", "cp x ~/.hermes/exec.yaml", "rm ~/.hermes/mcp/a.lock", "rm ~/.hermes/mcp/a.pid", "truncate -s 0 ~/.hermes/confirmation_audit.db", "tee /etc/hermes/exec.yaml < x", "rm -rf ~/.hermes/exec", "chmod 666 ~/.hermes/token", "mv ~/.hermes/gateway.pid x", "rm ~/.hermes/mcp/*", "cp exec.yaml ~/.hermes/", "mv -t ~/.hermes exec.yaml", "ln -sf -t ~/.hermes exec.yaml", "find ~/.hermes -name exec.yaml -delete", "find ~/.hermes -name exec.yaml | xargs rm", "cp -r x/.hermes ~", "cp -r x/. ~/.hermes", "rsync -a x/ ~/.hermes", "patch -d ~/.hermes < p", "tar xf x.tar -C ~/.hermes", "wget -P ~/.hermes http://x/exec.yaml", "cd ~/.hermes && curl -O https://x/exec.yaml", "/usr/bin/time -o ~/.hermes/exec.yaml ls", "curl -o exec.yaml --output-dir ~/.hermes http://x", "git clone x ~/.hermes", "git -C ~/.hermes pull", "git -C ~/.hermes checkout x", "python3 -m tarfile -e x.tar ~/.hermes", "tar xf x --one-top-level=/home/me/.hermes", "iconv -o ~/.hermes/exec.yaml x", "shuf x -o ~/.hermes/exec.yaml", "tree -o ~/.hermes/exec.yaml", "sdiff -o ~/.hermes/exec.yaml a b", "xmllint --output ~/.hermes/exec.yaml a", "gawk -o/home/me/.hermes/exec.yaml 1 x", "ed -s x <<< 'w /home/me/.hermes/exec.yaml'", "rsync --log-file=/home/me/.hermes/exec.yaml a b", "sometool -o ~/.hermes/exec.yaml", "ln -s /tmp/h ~/.hermes", "ln -sfn /tmp/h ~/.hermes", "mv /tmp/h ~/.hermes", "cp -r /tmp/h ~/.hermes"},
		No:    []string{"cp notes.md ~/.hermes/", "cp notes.md ~/.hermes", "mv notes.md ~/.hermes", "cp -r skills ~/.hermes/", "ln -s ~/skills ~/.hermes/", "cat ~/.hermes/exec.yaml", "ls ~/.hermes", "tail ~/.hermes/exec/audit.jsonl", "echo x > ~/.hermes/notes.md", "mkdir -p ~/.hermes/skills", "rm -rf ~/.hermes/cache", "git -C ~/.hermes log", "git -C ~/.hermes status", "git clone x ~/.hermes/skills/x", "curl -o a.md --output-dir ~/.hermes/skills http://x"},
	},
	{
		ID: "own.token", Hardline: true, Tier: Critical,
		Why: "the approver's token is the person's, not the agent's",
		Match: Match{Touches: reads, Path: func(c *call, t touch) bool {
			home := c.j.f.hermesHome()
			base := path.Base(t.path)
			if below(t.path, "/var/lib/hermes") && strings.Contains(base, "token") || t.path == "/etc/hermes/environment" {
				return true
			}
			return home != "" && t.below(home) && (strings.Contains(base, "token") || base != "*" && segmentIs(base, "confirmd.token"))
		}},
		Yes: []string{"cat ~/.hermes/token", "cat ~/.hermes/confirmd.token", "cp ~/.hermes/token /tmp/x", "cat ~/.hermes/confirmd*", "sudo cat /var/lib/hermes/confirmd.token"},
		No:  []string{"cat ~/.hermes/exec.yaml", "ls ~/.hermes/token", "cat ~/.hermes/*.md"},
	},
	{
		ID: "own.all", Tier: High,
		Why:   "it reads all that is in this program's folder, the approver's token included",
		Safer: "name the files that are needed",
		Match: Match{Touches: reads, Path: func(c *call, t touch) bool {
			home := c.j.f.hermesHome()
			return home != "" && !t.free && (t.path == home || t.path == home+"/*")
		}},
		Yes: []string{"tar cf x.tar ~/.hermes", "cp -r ~/.hermes /tmp/y", "rsync -a ~/.hermes/ /tmp/y", "cat ~/.hermes/*", "grep -r x ~/.hermes"},
		No:  []string{"ls ~/.hermes", "cat ~/.hermes/notes.md", "cp -r ~/.hermes/skills /tmp/y", "du -sh ~/.hermes"},
	},
	{
		ID: "own.database", Hardline: true, Tier: Critical,
		Why: "it changes the record of what was approved",
		Match: Match{Programs: []string{"sqlite3", "sqlite", "duckdb", "litecli"}, Func: func(c *call, h *hit) bool {
			if len(c.ops) == 0 || !c.ownFile(touch{target: c.target(c.ops[0])}) {
				return false
			}
			texts, known := c.statements()
			if !known || len(texts) == 0 {
				return true
			}
			for _, t := range texts {
				if g, _ := readSQL(t); g != sqlReads || dotCommand(c.name, t) != sqlReads {
					return true
				}
			}
			return false
		}},
		Yes: []string{"sqlite3 ~/.hermes/confirmation_audit.db 'delete from audit_log'", "sqlite3 ~/.hermes/confirmation_audit.db < x", "sqlite ~/.hermes/confirmation_audit.db 'delete from audit_log'", "duckdb ~/.hermes/confirmation_audit.db 'delete from audit_log'", "litecli ~/.hermes/confirmation_audit.db 'delete from audit_log'"},
		No:  []string{"sqlite3 ~/.hermes/confirmation_audit.db 'select * from audit_log'", "sqlite3 app.db 'delete from x where a=1'", "ls ~/.hermes/confirmation_audit.db"},
	},
	{
		ID: "own.project-policy", Tier: High,
		Why: "the project's policy can only tighten what is asked; changing it may loosen that again",
		Match: Match{Touches: changes | deletes | deletesTree | moves, Path: func(c *call, t touch) bool {
			return strings.HasSuffix(t.path, "/.hermes/exec.yaml") || t.verb&(deletesTree|moves) != 0 && strings.HasSuffix(t.path, "/.hermes")
		}},
		Yes: []string{"echo x > .hermes/exec.yaml", "rm .hermes/exec.yaml", "rm -rf .hermes"},
		No:  []string{"cat .hermes/exec.yaml", "echo x > .hermes/plan.md"},
	},
	{
		ID: "own.switch-off", Tier: High,
		Why: "it runs a command with less protection",
		Match: Match{Programs: []string{"hermes-exec", "hermes"}, Func: func(c *call, h *hit) bool {
			for i, a := range c.args {
				if a.lit == "--" {
					break
				}
				if a.lit == "--mode" && i+1 < len(c.args) && c.args[i+1].lit == "off" {
					return true
				}
				if a.lit == "--yolo" || a.lit == "--mode=off" || a.lit == "--policy" || strings.HasPrefix(a.lit, "--policy=") {
					return true
				}
			}
			return false
		}},
		Yes: []string{"hermes-exec --mode off -c ls", "hermes-exec --yolo -c ls", "hermes --yolo"},
		No:  []string{"hermes-exec -c ls", "hermes-exec -- grep --yolo x"},
	},
	{
		ID: "own.servers", Tier: Medium,
		Why: "it stops a server that the agent may be using, or changes how agents are set up",
		Match: Match{Programs: []string{"hermes-exec"}, Func: func(c *call, h *hit) bool {
			_, ok := c.sub("mcp stop", "mcp run", "init")
			return ok && (c.ops[0].lit == "init" || c.ops[1].lit == "stop" || c.anyArg("--replace"))
		}},
		Yes: []string{"hermes-exec mcp stop x", "hermes-exec mcp run x --replace -- y", "hermes-exec init claude"},
		No:  []string{"hermes-exec mcp list", "hermes-exec mcp run x -- y", "hermes-exec check ls", "hermes-exec mcp clean"},
	},
}

// verbs are the words from the sub-command on, whatever options stand before it.
func (c *call) verbs() []arg {
	known := []string{"approve", "ask", "deny", "install", "whitelist", "list", "serve", "status", "watch", "audit"}
	for i := 0; i < len(c.args); i++ {
		s := c.args[i].lit
		if !strings.HasPrefix(s, "-") {
			return c.args[i:]
		}
		if !strings.Contains(s, "=") && i+1 < len(c.args) && !slices.Contains(known, c.args[i+1].lit) {
			i++
		}
	}
	return nil
}

// locatesOwn reports whether a word is where this program lies, as which or
// command -v print it.
func (c *call) locatesOwn(a arg) bool {
	_, o, whole := c.origin(a.Text)
	if !whole || o.Kind != shellparse.OriginOutput || o.Command < 0 || o.Command >= len(c.j.s.Commands) {
		return false
	}
	words := c.j.s.Commands[o.Command].Argv
	if len(words) < 2 {
		return false
	}
	last, _ := words[len(words)-1].Exact()
	return last == "hermes-exec" || last == "hermes-confirmd"
}

// fills reports whether the program may write any file of a folder that it is
// given: one that unpacks or patches, or that copies all of another.
func (c *call) fills(home string) bool {
	switch c.name {
	case "patch", "tar", "gtar", "bsdtar", "unzip", "7z", "7za", "7zz", "unrar", "cpio", "git":
		return true
	case "ln", "gln":
		return c.becomes()
	case "cp", "gcp", "mv", "gmv", "rsync", "ditto", "scp":
		if c.becomes() && (c.name != "cp" && c.name != "gcp" || c.has("-r", "-R", "-a", "--recursive", "--archive")) {
			return true
		}
		for _, a := range c.ops[:max(len(c.ops)-1, 0)] {
			s := strings.TrimSuffix(a.lit, "/")
			if baseName(s) == baseName(home) || strings.HasSuffix(s, "/.") || s != a.lit && (c.name == "rsync" || c.name == "ditto") {
				return true
			}
		}
	}
	return false
}

// becomes reports whether the operand before the last may come to be the folder
// itself, where that is not there yet: a policy of one's own choice.
func (c *call) becomes() bool {
	return len(c.ops) == 2 && !strings.HasSuffix(c.ops[1].lit, "/") && !c.has("-t", "--target-directory") && !strings.Contains(baseName(c.ops[0].lit), ".")
}

// ownFile knows this program's own files: those of SPEC §8 to §10, the
// administrator's policy, and what the machine's daemon has.
func (c *call) ownFile(t touch) bool {
	if !t.free && (below(t.path, "/etc/hermes") || below(t.path, "/var/lib/hermes") || below(t.path, "/run/hermes") || strings.HasPrefix(t.path, "/etc/systemd/system/hermes-confirmd.service")) {
		return true
	}
	home := c.j.f.hermesHome()
	if home == "" || t.free || t.path == "" {
		return false
	}
	tree := t.verb&(deletesTree|moves|modesTree) != 0 || t.verb&deletes != 0 && trashes(c.name)
	if t.path == home {
		return tree || t.verb&writes != 0 && c.fills(home)
	}
	rel, ok := strings.CutPrefix(t.path, home+"/")
	if !ok {
		return false
	}
	first, rest, _ := strings.Cut(rel, "/")
	for _, name := range [...]string{"exec.yaml", "exec", "confirmation_audit.db", "confirmation_audit.db-wal", "confirmation_audit.db-shm", "token", "confirmd.token", "confirmd.sock", "gateway.pid", "approver.token"} {
		if segmentIs(first, name) {
			return !t.loose || first != "*" || t.verb&changes != 0
		}
	}
	if segmentIs(first, "mcp") {
		return rest == "" && tree || strings.HasSuffix(rest, ".pid") || strings.HasSuffix(rest, ".lock") || everything(rest)
	}
	return false
}
