package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// setsUp reports whether the code is all that an installed tool prints for just
// this: to set up the shell it is given to.
func (c *call) setsUp() bool {
	_, o, whole := c.origin(c.Code.Text)
	if !whole || o.Kind != shellparse.OriginOutput || o.Command < 0 || o.Command >= len(c.j.s.Commands) {
		return false
	}
	var e call
	cmd := &c.j.s.Commands[o.Command]
	if len(cmd.Argv) == 0 {
		return false
	}
	e.fill(c.j, cmd, cmd.Argv, nil)
	if strings.Contains(e.path, "/") && !below(e.path, "/usr/bin") && !below(e.path, "/opt/homebrew/bin") && !below(e.path, "/usr/local/bin") || !e.named {
		return false
	}
	switch e.name {
	case "pyenv", "rbenv", "nodenv", "jenv", "goenv", "starship", "zoxide", "atuin", "virtualenv-init":
		_, ok := e.sub("init", "virtualenv-init")
		return ok
	case "direnv":
		_, ok := e.sub("hook", "export")
		return ok
	case "fnm", "opam", "docker-machine", "mise", "rtx":
		_, ok := e.sub("env", "activate")
		return ok
	case "conda", "mamba", "micromamba":
		_, ok := e.sub("shell*")
		return ok
	case "minikube":
		_, ok := e.sub("docker-env", "podman-env")
		return ok
	case "brew":
		_, ok := e.sub("shellenv")
		return ok
	case "dircolors", "resize":
		return true
	case "kubectl", "helm", "gh", "npm", "pip", "docker", "kind", "minikube-completion", "poetry", "rustup", "uv":
		_, ok := e.sub("completion", "completion*", "generate-shell-completion")
		return ok
	}
	return false
}

// toolSetup reports whether a word is the file by which a tool is set up, in the
// folder that the tool itself prints.
func (c *call) toolSetup(a arg) bool {
	i := strings.IndexByte(string(a.Text), '/')
	if i < 0 {
		return false
	}
	prefix, o, whole := c.origin(a.Text[:i])
	var e call
	if !whole || prefix != "" || o.Kind != shellparse.OriginOutput || !c.j.printed(o, &e) || !e.named || len(e.Assigns) > 0 {
		return false
	}
	if strings.Contains(e.path, "/") && !below(e.path, "/usr/bin") && !below(e.path, "/opt/homebrew/bin") && !below(e.path, "/usr/local/bin") {
		return false
	}
	var words []string
	for _, w := range e.args {
		if !w.exact {
			return false
		}
		words = append(words, w.lit)
	}
	file := string(a.Text[i:])
	switch tool := e.name + " " + strings.Join(words, " "); tool {
	case "conda info --base", "mamba info --base", "micromamba info --base":
		return file == "/etc/profile.d/conda.sh"
	case "poetry env info --path", "poetry env info -p":
		return file == "/bin/activate" && !c.j.assigned("POETRY_VIRTUALENVS_PATH") && !c.j.assigned("POETRY_VIRTUALENVS_IN_PROJECT")
	case "pipenv --venv":
		return file == "/bin/activate" && !c.j.assigned("WORKON_HOME") && !c.j.assigned("PIPENV_PIPFILE")
	case "brew --prefix nvm":
		return file == "/nvm.sh" && !c.j.assigned("HOMEBREW_PREFIX")
	case "brew --prefix asdf":
		return file == "/libexec/asdf.sh" && !c.j.assigned("HOMEBREW_PREFIX")
	case "brew --prefix":
		return slices.Contains([]string{"/opt/nvm/nvm.sh", "/opt/asdf/libexec/asdf.sh", "/etc/profile.d/bash_completion.sh", "/etc/bash_completion"}, file) && !c.j.assigned("HOMEBREW_PREFIX")
	}
	return false
}
