package tiers

import (
	"path"
	"strings"
)

// Variables of the environment that name what a program starts or loads.

// namesProgram reports whether a variable makes programs start or load what
// nobody knows: a file of one's own for a program that is installed, options
// that bring code, a folder anyone may write for one of modules.
func (c *call) namesProgram(name string, v arg) bool {
	if v.lit == "" || v.lit == "/dev/null" {
		return false
	}
	first, _, _ := strings.Cut(v.lit, " ")
	own := strings.HasPrefix(first, "./") || strings.HasPrefix(first, "../") || c.forAll(first)
	switch upper := strings.ToUpper(name); upper {
	case "CC", "CXX", "CPP", "LD", "AR", "AS", "FC", "HOSTCC", "HOSTCXX", "RUSTC", "RUSTDOC", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC", "CARGO_BUILD_RUSTC_WRAPPER":
		p := programOf(strings.TrimRight(first[strings.LastIndexByte(first, '/')+1:], "0123456789.-"))
		return own || strings.ContainsAny(v.lit, ";|&`<>#\n") && v.exact || p != nil && p != &compiler && p != &wrapper && p != &goTool && p != &writer && v.exact
	case "SVN_SSH", "CVS_RSH", "RSYNC_RSH", "KUBECTL_EXTERNAL_DIFF", "FZF_DEFAULT_COMMAND", "DIFFPROG":
		return own
	case "NPM_CONFIG_SCRIPT_SHELL", "NPM_CONFIG_SHELL":
		return v.exact && !programOf(baseName(v.lit)).isShell() || own
	case "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS":
		return strings.Contains(v.lit, "--eval") || strings.Contains(v.lit, "SHELL=") || strings.Contains(v.lit, "-f") || strings.Contains(v.lit, "$(")
	case "MAKEFILES":
		return true
	case "ZDOTDIR", "PYTHONHOME", "PERL5LIB", "RUBYLIB", "LUA_PATH", "LUA_CPATH", "PYTHONPATH", "NODE_PATH", "GEM_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_TEMPLATE_DIR":
		for dir := range strings.SplitSeq(v.lit, ":") {
			if c.forAll(dir) {
				return true
			}
		}
	case "GIT_EXEC_PATH":
		return v.exact && !strings.HasPrefix(v.lit, "/usr/")
	case "RIPGREP_CONFIG_PATH":
		return v.exact && !below(v.lit, c.j.f.Home)
	case "DOTNET_STARTUP_HOOKS", "RSYNC_CONNECT_PROG", "PYTHONBREAKPOINT":
		return v.lit != "0"
	case "ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS":
		return strings.Contains(v.lit, "-eval") || strings.Contains(v.lit, "-s ")
	case "OPENSSL_CONF":
		return own
	case "MAVEN_OPTS", "GRADLE_OPTS", "JAVA_OPTS", "JDK_JAVA_OPTIONS", "SBT_OPTS", "JVM_OPTS":
		return strings.Contains(v.lit, "-javaagent") || strings.Contains(v.lit, "-agentpath") || strings.Contains(v.lit, "-XX:On")
	case "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "NPM_CONFIG_REGISTRY", "YARN_REGISTRY":
		return strings.HasPrefix(v.lit, "http://") && !local(v.lit)
	default:
		if strings.HasPrefix(upper, "CARGO_TARGET_") && (strings.HasSuffix(upper, "_RUNNER") || strings.HasSuffix(upper, "_LINKER")) || strings.HasSuffix(upper, "_PAGER") || strings.HasSuffix(upper, "_EDITOR") && upper != "GIT_EDITOR" {
			return own
		}
	}
	return false
}

// forAll reports whether a path lies where anyone may write, and is not the
// project's.
func (c *call) forAll(p string) bool {
	if p == "" || p[0] != '/' {
		return false
	}
	t := target{path: path.Clean(p)}
	return (t.temporary() || t.path == "/tmp" || t.path == "/dev/shm" || t.path == "/var/tmp") && !c.j.project(t)
}

// isShell reports whether the program is a shell.
func (p *program) isShell() bool { return p == &shellProgram }

// exports reports whether what the command sets reaches programs: it is more
// than assignments, or these are to variables that are exported.
func (c *call) exports() bool {
	for i := range c.Assigns {
		if c.Assigns[i].Exported {
			return true
		}
	}
	return len(c.all) > 0
}
