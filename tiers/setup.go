package tiers

import (
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

// condaSetup reports whether a word is the file by which conda is set up, in
// the folder that conda itself prints.
func (c *call) condaSetup(a arg) bool {
	folder, ok := strings.CutSuffix(string(a.Text), "/etc/profile.d/conda.sh")
	if !ok {
		return false
	}
	prefix, o, whole := c.origin(shellparse.Text(folder))
	if !whole || prefix != "" || o.Kind != shellparse.OriginOutput || o.Command < 0 || o.Command >= len(c.j.s.Commands) {
		return false
	}
	var e call
	cmd := &c.j.s.Commands[o.Command]
	e.fill(c.j, cmd, cmd.Argv, nil)
	return oneOf(e.name, []string{"conda", "mamba", "micromamba"}) && len(e.args) == 2 && e.args[0].lit == "info" && e.args[1].lit == "--base"
}
