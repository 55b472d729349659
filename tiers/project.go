package tiers

import (
	"path"
	"strings"
)

// What the project is, and what of it may go without anyone missing it.

// project reports whether a path is the project or in it: the working
// directory, unless that is a system or home directory itself.
func (j *judge) project(t target) bool { return t.below(j.dir) }

// hidden reports whether a path is one of the user's dot-files: settings,
// keys and history rather than work.
func hidden(c *call, t touch) bool {
	home := c.j.f.Home
	return home != "" && t.inside(home) && !c.j.project(t.target) && strings.HasPrefix(t.path[len(strings.TrimSuffix(home, "/"))+1:], ".") &&
		!strings.HasPrefix(t.path, home+"/.cache/")
}

// ownFolder is the folder of the user's own things that a path lies in, by the
// names that desktops give them; "" for none. What is in Downloads came from
// elsewhere.
func (j *judge) ownFolder(t target) string {
	home := strings.TrimSuffix(j.f.Home, "/")
	if home == "" || !t.inside(home) {
		return ""
	}
	first, _, _ := strings.Cut(t.path[len(home)+1:], "/")
	for _, name := range [...]string{"Documents", "Desktop", "Pictures", "Music", "Videos", "Movies", "Library", "iCloud", "Dropbox", "OneDrive"} {
		if first == name {
			return home + "/" + name
		}
	}
	return ""
}

// mayBeProject reports whether a directory is one that people work in: any but
// the root, a home directory itself, and those of the system.
func (j *judge) mayBeProject(dir string) bool {
	return dir != "" && j.tree(dir, false) == "" && !ofTheSystem(dir)
}

// ofTheSystem reports whether a directory is the system's or its packages' own,
// so that nobody's project is there: unlike /srv, /opt, /var/www or /usr/src,
// where people keep theirs.
func ofTheSystem(dir string) bool {
	for _, d := range [...]string{
		"/etc", "/boot", "/dev", "/proc", "/sys", "/run", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/libexec", "/usr/include",
		"/usr/share", "/usr/local/bin", "/usr/local/sbin", "/usr/local/lib", "/usr/local/etc", "/var/log", "/var/spool", "/var/lib/dpkg", "/var/lib/apt", "/var/lib/rpm",
		"/var/lib/docker", "/var/lib/systemd", "/var/db", "/System", "/Library", "/Applications",
	} {
		if below(dir, d) {
			return !strings.HasPrefix(dir, "/run/user/")
		}
	}
	return dir == "/usr/local" || dir == "/var/lib" || dir == "/var/cache"
}

// regenerable reports whether the path lies in a directory of the project that
// a tool made and will make again. "build" is not among them: as often as not
// somebody wrote what is in it.
func (j *judge) regenerable(g target, dir string) bool {
	if g.loose || g.free || !j.worksIn(g, j.f.Dir) && !j.worksIn(g, dir) {
		return false
	}
	for seg := range strings.SplitSeq(g.path, "/") {
		if madeByTools(seg) {
			return true
		}
	}
	return false
}

// worksIn reports whether the path is something in a directory that people
// work in: a project, or the home directory without its settings and caches.
func (j *judge) worksIn(g target, dir string) bool {
	if !g.inside(dir) {
		return false
	}
	return j.mayBeProject(dir) || dir == j.f.Home && dir != "/" && g.path[len(dir)+1] != '.'
}

// madeByTools knows the names of directories, and of files that are no
// directory's name, that tools make and will make again.
func madeByTools(name string) bool {
	switch name {
	case "node_modules", "dist", "target", "__pycache__", ".venv", "venv", "coverage", "htmlcov",
		".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".next", ".nuxt", ".svelte-kit",
		".turbo", ".parcel-cache", ".cache", ".gradle", ".terraform", ".eggs", ".nyc_output",
		"storybook-static", "_build", "_site", ".docusaurus", ".astro", ".output", ".swc", ".nx", ".aws-sam", "cdk.out", ".expo", ".serverless", "playwright-report", "test-results", ".stack-work", "dist-newstyle",
		"CMakeFiles", "zig-cache", ".zig-cache", "zig-out", "elm-stuff", ".sass-cache", ".jekyll-cache", ".shadow-cljs", ".cpcache", ".bloop", ".metals", "Pods", "Podfile.lock",
		".ipynb_checkpoints", ".angular", ".vite", "bower_components", "DerivedData", ".dart_tool", ".hypothesis",
		"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "poetry.lock", "uv.lock", "Pipfile.lock", "Gemfile.lock", "composer.lock", "Cargo.lock", "coverage.xml",
		".coverage", ".DS_Store", "Thumbs.db", ".eslintcache":
		return true
	}
	return strings.HasSuffix(name, ".egg-info") || strings.HasPrefix(name, "cmake-build-")
}

// leftBehind reports whether a name is that of a single file that a tool made,
// or left behind, among others: a pattern counts as the names it matches.
func leftBehind(name string) bool {
	switch path.Ext(name) {
	case ".pyc", ".pyo", ".o", ".obj", ".class", ".orig", ".rej", ".tmp", ".swp", ".swo", ".tsbuildinfo", ".gcda", ".gcno":
		return true
	}
	return false
}

// disposable reports whether single files of that name may go without anyone
// missing them.
func (j *judge) disposable(g target, dir string) bool {
	return j.regenerable(g, dir) || leftBehind(path.Base(g.path)) && !g.loose && !g.free && (j.worksIn(g, j.f.Dir) || j.worksIn(g, dir))
}
