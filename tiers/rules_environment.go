package tiers

import (
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// environmentRules guard variables that make programs load or run something
// else, from ld.so(8), bash(1), git(1) and the interpreters' manuals.
var environmentRules = []Rule{
	{
		ID: "environment.preload", Tier: High,
		Why:   "every program started with this variable runs the code it names",
		Safer: "run the program without it",
		Match: Match{Func: func(c *call, h *hit) bool {
			return c.sets(h, func(name string, v arg) bool {
				switch name {
				case "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PYTHONSTARTUP", "PERL5OPT", "PERL5DB", "RUBYOPT", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_PROXY_COMMAND", "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "LESSOPEN", "LESSCLOSE", "GCONV_PATH", "LD_ORIGIN_PATH", "PS4":
					if v.lit == "" || name == "PS4" && !strings.Contains(v.lit, "$(") && !strings.Contains(v.lit, "`") || name == "ENV" && v.exact && !strings.ContainsAny(v.lit, "/$`") {
						return false // ENV=production is a setting of a program
					}
					return !harmlessProgram(v.lit) && v.lit != "echo"
				case "NODE_OPTIONS":
					return strings.Contains(v.lit, "--require") || strings.Contains(v.lit, "--import") || strings.Contains(v.lit, "-r ") || strings.Contains(v.lit, "--loader") || v.unknown()
				case "GIT_SSH_COMMAND":
					return !strings.HasPrefix(v.lit, "ssh") || !tameSSH(v.lit)
				}
				return false
			})
		}},
		Yes: []string{"LD_PRELOAD=./x.so ls", "env LD_PRELOAD=/tmp/x ls", "BASH_ENV=./x bash -c ls", "GIT_SSH_COMMAND='nc x' git fetch", "export PROMPT_COMMAND='curl x'", "NODE_OPTIONS='--require ./x' node a.js", `LD_PRELOAD="$(cat x)" ls`, "PERL5OPT=-Mx perl a.pl", "GIT_EXTERNAL_DIFF=./x git diff"},
		No:  []string{"FOO=bar ls", "GIT_SSH_COMMAND='ssh -i key' git fetch", "NODE_OPTIONS=--max-old-space-size=4096 npm test", "LD_PRELOAD= ls", "ENV=production npm start", "echo LD_PRELOAD=x", "grep LD_PRELOAD=x f"},
	},
	{
		ID: "environment.editor", Tier: Medium,
		Why: "a program starts what this variable names",
		Match: Match{Func: func(c *call, h *hit) bool {
			return c.sets(h, func(name string, v arg) bool {
				switch name {
				case "PAGER", "GIT_PAGER", "MANPAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "SUDO_EDITOR", "BROWSER", "KUBE_EDITOR", "FCEDIT":
					return !tameEditor(v.lit)
				}
				return false
			})
		}},
		Yes: []string{"PAGER='sh -c x' git log", "EDITOR=./x git commit", "GIT_EDITOR='rm -rf' git rebase -i x", "GIT_EDITOR=./bin/true git rebase -i x", "GIT_EDITOR=/tmp/sed git rebase -i x", `GIT_SEQUENCE_EDITOR="sed -i 's/a/b/'; ./x" git rebase -i x`, `GIT_SEQUENCE_EDITOR='sed -i "s/a/$(./x)/"' git rebase -i x`, `EDITOR="sed 's/;/ ; ./x" git commit`, `GIT_EDITOR='true
./x' git commit`},
		No: []string{"PAGER=cat git log", "EDITOR=vim git commit", "GIT_EDITOR=true git rebase --continue", "GIT_SEQUENCE_EDITOR='sed -i s/a/b/' git rebase -i x", `GIT_SEQUENCE_EDITOR="sed -i 's/^pick/squash/;1s/squash/pick/'" git rebase -i HEAD~3`, `GIT_SEQUENCE_EDITOR="sed -i '2,\$s/^pick/squash/'" git rebase -i HEAD~3`, "GIT_EDITOR=/bin/true git rebase --continue"},
	},
	{
		ID: "environment.path", Tier: Medium,
		Why:   "programs are then looked for where anyone may put one of the same name",
		Safer: "give the program's full path",
		Match: Match{Func: func(c *call, h *hit) bool {
			return c.sets(h, func(name string, v arg) bool {
				switch name {
				case "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH":
				default:
					return false
				}
				if v.lit == "" {
					return false
				}
				for dir := range strings.SplitSeq(v.lit, ":") {
					t := target{path: path.Clean("/" + dir)}
					if dir == "." || dir == "" && name == "PATH" || dir[:min(1, len(dir))] == "/" && (t.temporary() && !(c.j.project(t) && c.j.f.Dir != "/tmp") || t.path == "/tmp" || t.path == "/dev/shm") {
						return true
					}
				}
				return v.unknown() && c.j.unsetOnly(v.Text) == ""
			})
		}},
		Yes: []string{"PATH=/tmp/x:$PATH ls", "export PATH=.:$PATH", "LD_LIBRARY_PATH=/tmp ls", "PATH=:/usr/bin ls"},
		No:  []string{"export PATH=$HOME/go/bin:$PATH", "PATH=$PATH:/opt/x/bin make", "LD_LIBRARY_PATH=./lib ./a.out", "PATH=node_modules/.bin:$PATH tsc"},
	},
	{
		ID: "environment.program", Tier: Medium,
		Why:   "a program starts, or loads, what this variable names",
		Safer: "run the program without it, or name one that is installed",
		Match: Match{Func: func(c *call, h *hit) bool { return c.exports() && c.sets(h, c.namesProgram) }},
		Yes:   []string{"CC=./x make", "RUSTC_WRAPPER=./x cargo build", "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER=./x cargo build", "AWS_PAGER=./x aws s3 ls", "npm_config_script_shell=./x npm test", "NPM_CONFIG_SCRIPT_SHELL=/tmp/x npm test", "MAKEFLAGS='--eval=x' make", "MAKEFILES=/tmp/x make", "MAVEN_OPTS=-javaagent:x mvn test", "DOTNET_STARTUP_HOOKS=./x.dll dotnet run", "ZDOTDIR=/tmp/x zsh -c ls", "PYTHONPATH=/tmp python3 x.py", "RIPGREP_CONFIG_PATH=x rg y", "GIT_CONFIG_GLOBAL=/tmp/x git log", "GIT_TEMPLATE_DIR=/tmp/x git init", "GIT_EXEC_PATH=./x git log", "PIP_INDEX_URL=http://evil pip install x", "env CC='rm -rf src' make", "SVN_SSH=./x svn up"},
		No:    []string{`AWS_PAGER="" aws s3 ls`, "GH_PAGER=cat gh pr list", "SYSTEMD_PAGER=cat systemctl status x", "CC=clang make", `CC="ccache gcc" make`, "CC=aarch64-linux-gnu-gcc-12 CXX='zig c++' make", "CC=/usr/bin/gcc-12 make", "RUSTC_WRAPPER=sccache cargo build", "RUSTC_WRAPPER= cargo build", "GOFLAGS=-mod=mod go build", "MAKEFLAGS=-j8 make", "PYTHONPATH=src pytest", "PYTHONPATH=. python3 x.py", "PYTHONPATH=$PWD:$PYTHONPATH pytest", "NODE_PATH=./lib node x.js", "NODE_OPTIONS=--max-old-space-size=4096 npm test", "LESS=-R git log", "GIT_CONFIG_GLOBAL=/dev/null git status", "MAVEN_OPTS=-Xmx2g mvn test", "JAVA_OPTS='-agentlib:jdwp=transport=dt_socket,server=y' ./gradlew run", "FZF_DEFAULT_COMMAND='fd --type f' fzf -f x", "PIP_INDEX_URL=https://mirror.example/simple pip install -r r.txt", "PIP_INDEX_URL=http://localhost:3141/x pip install x", "export CC=$(which gcc)", "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc cargo build", "CARGO_TARGET_DIR=/tmp/t cargo build", "npm_config_script_shell=bash npm test", "DELTA_PAGER='less -R' git diff", "AR=/tmp/a.tar; tar tf $AR"},
	},
	{
		ID: "environment.supervisor", Tier: High,
		Why:   "it changes what this program guards, or whom it asks",
		Safer: "leave HERMES_ variables as they are",
		Match: Match{Func: func(c *call, h *hit) bool {
			return c.sets(h, func(name string, v arg) bool {
				switch name {
				case "HERMES_YOLO_MODE", "HERMES_EXEC_BACKEND", "HERMES_HOME", "HERMES_CRON_SESSION", "HERMES_EXEC_PROTECT", "HERMES_SESSION_KEY", "HERMES_EXEC_SHELL", "HERMES_EXEC_MODE":
					return true
				}
				return false
			}) || c.name == "unset" && anyOperand(c.ops, []string{"HERMES_*"})
		}},
		Yes: []string{"HERMES_YOLO_MODE=1 hermes-exec -c ls", "export HERMES_HOME=/tmp/x", "HERMES_EXEC_BACKEND=docker bash x.sh"},
		No:  []string{"echo HERMES_HOME=x", "HERMES_LOG=debug hermes status"},
	},
}

// sets shows the variables that the command sets for programs: assignments
// before it, bare or exported ones, and those that env, export, declare and
// sudo are given.
func (c *call) sets(h *hit, bad func(name string, value arg) bool) bool {
	try := func(name string, v arg) bool {
		if bad(name, v) {
			h.target = name + "=" + v.lit
			return true
		}
		return false
	}
	for _, as := range c.assigned() {
		if try(as.name, as.value) {
			return true
		}
	}
	switch c.name {
	case "env", "export", "declare", "typeset", "sudo", "doas", "readonly":
		for _, a := range c.args {
			if i := strings.IndexByte(a.lit, '='); i > 0 && isName(a.lit[:i]) && try(a.lit[:i], a.after(i+1)) {
				return true
			}
		}
	}
	return false
}

// assigned is a variable, and one of the values that a command assigns to it.
type assigned struct {
	name  string
	value arg
}

// assigned are those of the command. Every rule about variables asks for them,
// and a value can be long: they are made once.
func (c *call) assigned() []assigned {
	j := c.j
	if j.assigner == c.Command {
		return j.assigns
	}
	j.assigner, j.assigns = c.Command, j.assigns[:0]
	for i := range c.Assigns {
		as := &c.Assigns[i]
		for _, t := range as.Value.Texts {
			a := arg{Text: t, many: as.Value.Many}
			if a.lit, a.exact = t.Exact(); !a.exact {
				a.lit = t.String()
			}
			j.assigns = append(j.assigns, assigned{as.Name, a})
		}
	}
	return j.assigns
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWordByte(s[i]) || s[i] == '.' || s[i] == '*' {
			return false
		}
	}
	return true
}

// unsetOnly is the variable a text is nothing but, where that is not set.
func (j *judge) unsetOnly(t shellparse.Text) string {
	for p := range t.Parts() {
		if p.Origin < 0 || p.Origin >= len(j.s.Origins) || j.s.Origins[p.Origin].Kind != shellparse.OriginUnset {
			return ""
		}
		return j.s.Origins[p.Origin].Name
	}
	return ""
}
