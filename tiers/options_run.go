package tiers

import (
	"slices"
	"strings"
)

// optionsThatRun are the options by which a program starts another that is
// named there, from the programs' manual pages. What the parser follows by
// itself is not among them.
var optionsThatRun = [...]struct {
	programs []string
	options  []string
}{
	{[]string{"rg", "ugrep"}, []string{"--pre", "--hostname-bin", "--filter", "--pager"}},
	{[]string{"ag", "ack", "bat", "batcat", "delta"}, []string{"--pager"}},
	{[]string{"sort", "gsort"}, []string{"--compress-program"}},
	{[]string{"split", "gsplit"}, []string{"--filter"}},
	{[]string{"man"}, []string{"-P", "--pager", "-H", "--html"}},
	{[]string{"fzf", "sk", "peco"}, []string{"--preview", "--bind", "--exec"}},
	{[]string{"go"}, []string{"-exec", "-toolexec"}},
	{[]string{"gcc", "cc", "g++", "c++", "clang", "clang++"}, []string{"-wrapper"}},
	{[]string{"npm", "pnpm", "yarn"}, []string{"--script-shell"}},
	{[]string{"mysql", "mariadb", "mycli"}, []string{"--pager"}},
	{[]string{"tcpdump"}, []string{"-z"}},
	{[]string{"wget"}, []string{"--use-askpass"}},
	{[]string{"aria2c"}, []string{"--on-download-complete", "--on-download-start", "--on-download-error", "--on-bt-download-complete", "--on-download-stop"}},
	{[]string{"ssh-add", "ssh-keygen"}, []string{"-s", "-D"}},
}

// optionsThatMayRun are those by which a program starts another, loads code, or
// reads settings that do. By themselves they are ordinary; a permission for the
// program alone is none for them.
var optionsThatMayRun = [...]struct {
	programs []string
	options  []string
}{
	{[]string{"rsync"}, []string{"-e", "--rsh", "--rsync-path"}},
	{[]string{"scp", "sftp"}, []string{"-S", "-D", "-o", "-F"}},
	{[]string{"apt", "apt-get", "aptitude"}, []string{"-o", "--option", "-c", "--config-file"}},
	{[]string{"dpkg"}, []string{"--pre-invoke", "--post-invoke", "--root", "--instdir", "--admindir"}},
	{[]string{"rpm"}, []string{"-D", "--define", "-E", "--eval", "--root", "--pipe", "--macros", "--rcfile"}},
	{[]string{"dnf", "yum", "zypper", "pacman", "apk"}, []string{"--setopt", "-c", "--config", "--hookdir", "--root", "--installroot"}},
	{[]string{"svn"}, []string{"--config-option", "--config-dir", "--diff-cmd", "--diff3-cmd", "--editor-cmd"}},
	{[]string{"hg"}, []string{"--config", "--config-file", "-e", "--ssh", "--remotecmd"}},
	{[]string{"helm"}, []string{"--post-renderer", "--kubeconfig"}},
	{[]string{"kubectl", "oc"}, []string{"--kubeconfig"}},
	{[]string{"cargo"}, []string{"--config"}},
	{[]string{"go"}, []string{"-vettool", "-overlay"}},
	{[]string{"gcc", "cc", "g++", "c++", "clang", "clang++"}, []string{"-fplugin", "-specs", "-B"}},
	{[]string{"curl"}, []string{"-K", "--config", "--engine"}},
	{[]string{"wget"}, []string{"-e", "--execute", "--config"}},
	{[]string{"npm", "pnpm", "yarn"}, []string{"--node-options", "--userconfig", "--globalconfig"}},
	{[]string{"cmake"}, []string{"-P", "-E", "-C"}},
	{[]string{"gpg", "gpg2"}, []string{"--photo-viewer", "--exec-path", "--agent-program", "--options"}},
	{[]string{"restic"}, []string{"--password-command", "-o", "--option"}},
	{[]string{"borg"}, []string{"--rsh"}},
	{[]string{"rclone"}, []string{"--password-command", "--config"}},
	{[]string{"openssl"}, []string{"-engine", "-provider", "-provider-path"}},
	{[]string{"psql"}, []string{"-f", "--file", "-v", "--set"}},
	{[]string{"terraform", "tofu"}, []string{"-chdir"}},
	{[]string{"docker", "podman"}, []string{"--config", "--entrypoint"}},
}

// mayStart reports whether an option names what is run or loaded, so that a
// permission for the program alone is not one for this.
func (c *call) mayStart() bool {
	if optionRuns(c, &hit{}) {
		return true
	}
	if c.prog == &gitProgram {
		for _, a := range c.args { // helper::address starts git-remote-helper
			if helper, _, ok := strings.Cut(a.lit, "::"); ok && strings.Trim(helper, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
				return true
			}
		}
	}
	for i := range optionsThatMayRun {
		t := &optionsThatMayRun[i]
		if !slices.Contains(t.programs, c.name) {
			continue
		}
		if c.has(t.options...) {
			return true
		}
		for _, a := range c.args { // -fplugin=x, where one dash begins a long one
			name, _, _ := strings.Cut(a.lit, "=")
			if slices.Contains(t.options, name) {
				return true
			}
		}
	}
	return false
}

// optionRuns reports whether an option names a program other than one that
// only shows text.
func optionRuns(c *call, h *hit) bool {
	if c.prog == nil {
		return false
	}
	if c.name == "make" || c.name == "gmake" {
		for _, a := range c.ops {
			if v, ok := strings.CutPrefix(a.lit, "SHELL="); ok {
				h.target = a.lit
				return !slices.Contains([]string{"/bin/sh", "/bin/bash", "bash", "sh", "/usr/bin/bash",
					"/usr/bin/env bash", "/bin/zsh"}, v)
			}
		}
		return false
	}
	if len(c.args) == 0 {
		return false
	}
	if c.name == "cargo" {
		for _, a := range c.args {
			key, value, _ := strings.Cut(a.lit, "=")
			if strings.HasPrefix(key, "--config") {
				key, value, _ = strings.Cut(value, "=")
			}
			value = strings.Trim(value, ` "'`)
			if (strings.HasSuffix(key, "rustc-wrapper") || strings.HasSuffix(key, ".runner") || strings.HasSuffix(key, ".linker") || strings.HasSuffix(key, "build.rustc")) && (strings.HasPrefix(value, ".") || c.forAll(value)) {
				h.target = a.lit
				return true
			}
		}
		return false
	}
	for i := range optionsThatRun {
		t := &optionsThatRun[i]
		if !slices.Contains(t.programs, c.name) {
			continue
		}
		for k, a := range c.args {
			name, value, glued := strings.Cut(a.lit, "=")
			if !slices.Contains(t.options, name) && !(c.prog.style == dashLong &&
				slices.Contains(t.options, strings.TrimPrefix(name, "-"))) {
				continue
			}
			if !glued && k+1 < len(c.args) {
				a, value = c.args[k+1], c.args[k+1].lit
			}
			if !a.exact || !showsOnly(value, name == "--bind") {
				h.target = value
				return true
			}
		}
	}
	return false
}

// showsOnly reports whether a command only prints or packs what it is given, or
// is a machine for a program of another kind.
func showsOnly(command string, binding bool) bool {
	if binding {
		for _, action := range [...]string{"execute", "become", "reload", "transform", "preview(", "preview:"} {
			if strings.Contains(command, action) {
				return false
			}
		}
		return true
	}
	if strings.ContainsAny(command, ";|&`$<>") {
		return false
	}
	w, _, _ := strings.Cut(command, " ")
	if harmlessProgram(command) || slices.Contains([]string{"gzip", "zstd", "xz", "bzip2", "lz4", "lzop", "pigz", "pdftotext", "col", "wasmtime", "wine"}, w) || strings.HasPrefix(w, "qemu-") {
		return true
	}
	switch programOf(w) {
	case &reader, &looker, &searcher, &printer:
		return true
	}
	return false
}
