package tiers

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// Code that comes from the network and is run at once, in ways other than a
// shell's or an interpreter's.

// runsAddress reports whether a program is given the address of code that it
// fetches and runs.
func runsAddress(c *call, h *hit) bool {
	remote := func(a arg) bool {
		h.target = a.lit
		return hasAnyPrefix(a.lit, "http://", "https://", "git+", "github:", "gitlab:", "git@", "gh:", "gl:") && !strings.Contains(a.lit, "localhost")
	}
	var rest []arg
	switch c.name {
	case "uv":
		rest, _ = c.sub("run", "tool run")
		for _, a := range c.args {
			if len(rest) > 0 && remote(a) {
				return true
			}
		}
		return false
	case "bun", "nix", "copier":
		rest, _ = c.sub("run", "x", "shell", "develop", "copy")
	case "deno":
		rest, _ = c.sub("run", "install")
		rest = rest[:min(1, len(rest))]
	case "nix-shell", "cookiecutter":
		rest = c.args
	case "ansible-pull":
		return len(c.args) > 0 && !c.has("--help", "--version", "--check", "-C")
	case "npm":
		rest, ok := c.sub("init")
		return ok && len(rest) > 0 && rest[0].exact
	case "terraform", "tofu":
		for _, a := range c.args {
			if strings.HasPrefix(strings.TrimLeft(a.lit, "-"), "from-module=") {
				return true
			}
		}
	case "node":
		c.values(func(a arg) { rest = append(rest, a) }, "--import", "-r", "--require", "--loader")
	case "docker", "podman", "docker-compose", "podman-compose":
		rest, _ = c.sub("build", "buildx build", "image build")
		rest = rest[max(len(rest)-1, 0):]
		if _, ok := c.sub("compose", "up", "run"); ok {
			c.eachValue("-f --file", func(a arg) { rest = append(rest, a) })
		}
	}
	for _, a := range rest {
		if remote(a) {
			return true
		}
	}
	return false
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// readsCode are programs that run what they read on their standard input, beside
// the interpreters that the parser knows.
func readsCode(c *call) bool {
	switch c.name {
	case "gdb", "m4", "gm4", "elixir", "iex", "guile", "ghci", "runghc", "hy", "racket", "nix-shell", "sg", "machinectl", "scala", "scala-cli", "octave", "julia", "sqlite3", "ex", "ed", "bc", "texlua", "gsi", "csi", "csharp":
		return len(c.ops) == 0 || c.ops[0].lit == "-" || slices.Contains([]string{"sg", "machinectl", "sqlite3", "ed", "ex", "gdb"}, c.name)
	case "dotnet":
		_, ok := c.sub("fsi")
		return ok
	case "tcc", "go":
		return c.anyArg("-")
	case "git":
		rest, ok := c.sub("apply", "am")
		return ok && len(rest) == 0
	}
	return false
}

// pipedFromNetwork reports whether such a program reads what an earlier stage
// of its pipeline fetches.
func pipedFromNetwork(c *call, _ *hit) bool {
	if c.Pipeline == 0 || c.Stage == 0 || !readsCode(c) {
		return false
	}
	found := false
	c.j.pipeline(c, func(e *call) { found = found || e.fetches() })
	return found
}

// loadsFetched reports whether a tool builds or runs by a file that this text
// fetched, under a name that the tool looks for, or as the source it is given.
func loadsFetched(c *call, h *hit) (loads bool) {
	if len(c.j.fetched) == 0 {
		return false
	}
	defer func() {
		if !loads {
			h.target = ""
		}
	}()
	for _, file := range slices.Sorted(maps.Keys(c.j.fetched)) {
		h.target = file
		name := path.Base(file)
		for i := range builtBy {
			for _, f := range builtBy[i].files {
				if slices.Contains(builtBy[i].tools, c.name) && (name == f || wordIs(name, f) && (slices.Contains([]string{"*.tf", "*.mk"}, f) || c.names(file))) {
					return true
				}
			}
		}
		switch c.name {
		case "pytest", "python", "tox":
			if name == "conftest.py" {
				return true
			}
		case "pip", "uv", "poetry":
			if name == "setup.py" {
				return true
			}
		case "cargo":
			if name == "build.rs" {
				return true
			}
		case "docker", "podman", "docker-compose", "podman-compose":
			if slices.Contains([]string{"compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml",
				"Dockerfile"}, name) {
				_, ok := c.sub("compose up", "compose run", "up", "run", "build", "compose build")
				return ok
			}
		}
	}
	return false
}

// names reports whether one of the operands is that file.
func (c *call) names(file string) bool {
	for _, a := range c.args {
		if a.exact && a.lit != "" && a.lit[0] != '-' && c.target(a).path == file {
			return true
		}
	}
	return false
}

// cloned remembers the folder into which a repository from elsewhere goes.
func (j *judge) cloned(c *call) {
	rest, ok := c.sub("clone", "repo clone", "co", "checkout")
	if !ok || len(rest) == 0 || !slices.Contains([]string{"git", "gh", "glab", "svn", "hg"}, c.name) || !rest[0].exact {
		return
	}
	from := rest[0].lit
	if c.name != "gh" && c.name != "glab" && !hasAnyPrefix(from, "http://", "https://", "ssh://", "git://", "git@", "svn://") || len(c.ops) > 0 && slices.Contains([]string{"co", "checkout"}, c.ops[0].lit) && c.name != "svn" {
		return
	}
	name := strings.TrimSuffix(path.Base(strings.TrimSuffix(from, "/")), ".git")
	if len(rest) > 1 && rest[1].exact {
		name = rest[1].lit
	}
	if t := at(target{}, name, c.dir); !t.free && t.path != "" && t.path != c.j.f.Dir {
		note(&j.unpacked, t.path)
	}
}

// buildsUnpacked reports whether a tool runs, in a folder that came from the
// network, what stands there.
func (c *call) buildsUnpacked() bool {
	switch c.name {
	case "make", "gmake", "npm", "pnpm", "yarn", "bun", "gradlew", "mvnw", "tox", "nox", "rake", "just", "task", "bundle", "composer":
		return !c.has("-n", "--dry-run", "--version", "--ignore-scripts")
	case "pip", "poetry", "uv":
		_, ok := c.sub("install", "sync", "run", "pip install")
		return ok
	case "pytest", "gradle", "mvn", "ninja":
		return true
	case "cargo", "go", "dotnet", "mix", "cmake":
		_, ok := c.sub("run", "test", "build", "generate")
		return ok && c.name != "go" || ok && c.ops[0].lit != "build" || c.has("--build")
	}
	return false
}
