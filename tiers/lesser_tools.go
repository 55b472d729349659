package tiers

import (
	"path"
	"slices"
	"strings"
)

// lesserTools are programs without rules of their own that destroy, or hand the
// machine to others, by the words beside them: all of one entry's must be there.
var lesserTools = [...]struct {
	names []string
	words []string
}{
	{[]string{"hdfs", "hadoop"}, []string{"-rm"}}, {[]string{"hdfs", "hadoop"}, []string{"-rmr"}}, {[]string{"databricks"}, []string{"fs", "rm"}}, {[]string{"b2"}, []string{"rm"}}, {[]string{"coscmd"}, []string{"delete"}},
	{[]string{"zkCli.sh", "zkcli"}, []string{"deleteall"}}, {[]string{"zkCli.sh", "zkcli"}, []string{"delete"}}, {[]string{"dvc"}, []string{"gc"}}, {[]string{"xcrun"}, []string{"simctl", "erase"}}, {[]string{"xcrun"}, []string{"simctl", "delete"}},
	{[]string{"bcdedit.exe"}, []string{"/delete"}}, {[]string{"vssadmin.exe"}, []string{"delete"}}, {[]string{"net.exe"}, []string{"user", "/add"}}, {[]string{"sc.exe"}, []string{"delete"}}, {[]string{"mshta.exe"}, nil}, {[]string{"certutil.exe"}, []string{"-urlcache"}}, {[]string{"schtasks.exe"}, []string{"/create"}},
	{[]string{"sea-orm-cli"}, []string{"migrate", "fresh"}}, {[]string{"snapcraft"}, []string{"upload"}}, {[]string{"toot"}, []string{"post"}}, {[]string{"apt-add-repository"}, nil}, {[]string{"yadm"}, []string{"clone"}},
}

// destroysByWords reports whether one of them is told to, or a client that is
// not known is given SQL that destroys.
func destroysByWords(c *call, h *hit) bool {
	for i := range lesserTools {
		t := &lesserTools[i]
		if !slices.Contains(t.names, c.name) {
			continue
		}
		all := true
		for _, w := range t.words {
			all = all && c.anyArg(w)
		}
		if all {
			h.target = c.name + " " + strings.Join(t.words, " ")
			return true
		}
	}
	if c.prog != nil && !slices.Contains([]string{"sqlcmd", "sqlplus", "nc", "ncat", "netcat"}, c.name) || strings.Contains(c.path, "/") {
		return false
	}
	destroys := func(s string) bool {
		low := strings.ToLower(strings.TrimLeft(s, " \t\n"))
		h.target = s
		return hasAnyPrefix(low, "drop table", "drop database", "drop schema", "drop collection", "truncate table", "remove table", "remove database", "flushall", "flushdb", "delete from") && !(strings.HasPrefix(low, "delete") && strings.Contains(low, "where")) || strings.Contains(low, "xp_cmdshell")
	}
	for _, a := range c.args {
		if destroys(a.lit) {
			return true
		}
	}
	return c.HasIn && destroys(c.In.String())
}

// entersHost reports whether a shell is opened in the namespaces of pid 1.
func entersHost(c *call, h *hit) bool {
	if c.name != "nsenter" {
		return false
	}
	for i, a := range c.args {
		if a.lit == "-t1" || a.lit == "--target=1" || (a.lit == "-t" || a.lit == "--target") && i+1 < len(c.args) && c.args[i+1].lit == "1" {
			h.target = "pid 1"
			return true
		}
	}
	return false
}

// runByOthers reports whether a file of the user's is one that other programs
// run by themselves: under a name that is known, in a folder of programs; loaded
// by a tool each time it starts.
func runByOthers(c *call, t touch) bool {
	home := strings.TrimSuffix(c.j.f.Home, "/")
	if home == "" || t.free || !below(t.path, home) || c.j.project(t.target) || c.name == "mkdir" || t.path == home {
		return false
	}
	rel, base := t.path[len(home)+1:], path.Base(t.path)
	switch dir := path.Dir(rel); dir {
	case ".local/bin", "bin", ".cargo/bin", "go/bin", ".bun/bin", ".deno/bin":
		p := programOf(base)
		return p != nil && !p.data && !scriptName(base) && base != "hermes-exec" && base != "hermes-confirmd" && slices.Contains([]string{
			"git", "ls", "cat", "rm", "cp", "mv", "sudo", "ssh", "scp", "bash", "sh", "zsh", "env", "python", "python3", "pip", "node", "npm", "npx", "cargo", "rustc", "go", "make", "gcc", "cc", "curl", "wget", "grep", "sed", "find", "docker", "kubectl", "gpg", "vim", "less", "tar", "systemctl", "su", "claude", "codex"}, base)
	case ".cargo":
		return base == "env" || strings.HasPrefix(base, "config")
	case ".nvm":
		return strings.HasSuffix(base, ".sh")
	case ".gradle":
		return base == "init.gradle" || base == "init.gradle.kts"
	case ".gradle/init.d", ".local/share/dbus-1/services", ".local/share/bash-completion/completions", ".config/fish/completions":
		return true
	}
	return strings.HasSuffix(base, ".pth") && strings.Contains(rel, "/site-packages/") || slices.Contains([]string{"sitecustomize.py", "usercustomize.py"}, base)
}

// spillsIntoHome reports whether a folder's contents, start-up files among them
// for all that is known, are copied over a home directory.
func spillsIntoHome(c *call, h *hit) bool {
	n := len(c.ops)
	if n < 2 || !slices.Contains([]string{"cp", "rsync"}, c.name) || c.has("-n", "--dry-run") && c.name == "rsync" || c.j.f.Home == "" {
		return false
	}
	h.target = c.ops[0].lit
	return c.target(c.ops[n-1]).path == c.j.f.Home && (strings.HasSuffix(h.target, "/.") || c.name == "rsync" && strings.HasSuffix(h.target, "/"))
}
