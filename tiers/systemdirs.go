package tiers

import (
	"path"
	"strings"
)

// wipes says what protected tree a recursive delete of the path would take, as
// a reader names it: the root, a system directory, a home directory; the
// directory itself, what is above it, or all of its contents. "" for none.
// The directories are those of the Filesystem Hierarchy Standard and of macOS;
// /tmp is meant to be emptied.
func (j *judge) wipes(g target) string {
	if g.path == "" || g.path[0] != '/' {
		return ""
	}
	p := g.path
	if w := j.tree(p, g.loose); w != "" {
		return w
	}
	if dir, base := path.Split(p); everything(base) {
		if w := j.tree(path.Clean(dir), g.loose); w != "" {
			return "everything in " + w
		}
	}
	return ""
}

// tree names the protected directory that p is, or holds.
func (j *judge) tree(p string, loose bool) string {
	if p == "" {
		return ""
	}
	if p == "/" {
		return "the root directory"
	}
	if home := j.f.Home; home != "" && home != "/" {
		if below(home, p) || matchAll(p, home) {
			return "the home directory " + home
		}
	}
	first, rest, _ := strings.Cut(p[1:], "/")
	second, more, _ := strings.Cut(rest, "/")
	switch {
	case rest == "":
		for _, d := range [...]string{
			"bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "libx32", "media", "mnt", "opt", "proc",
			"root", "run", "sbin", "srv", "sys", "usr", "var",
			"Applications", "Library", "System", "Users", "Volumes", "private", "cores",
		} {
			if segmentIs(first, d) {
				return "the system directory /" + d
			}
		}
	case more == "" && (segmentIs(first, "home") || segmentIs(first, "Users")):
		if loose || !strings.ContainsAny(second, "*?[") || everything(second) {
			return "a home directory, " + p
		}
	case more == "" && segmentIs(first, "usr"):
		for _, d := range [...]string{"bin", "sbin", "lib", "lib32", "lib64", "libx32"} {
			if segmentIs(second, d) {
				return "the system directory /usr/" + d
			}
		}
	}
	return ""
}

// matchAll reports whether a pattern can be the path, segment by segment.
func matchAll(pattern, p string) bool {
	if !strings.ContainsAny(pattern, "*?[") || strings.Count(pattern, "/") != strings.Count(p, "/") {
		return false
	}
	for {
		a, b, more := strings.Cut(pattern, "/")
		x, y, _ := strings.Cut(p, "/")
		if !segmentIs(a, x) {
			return false
		}
		if !more {
			return true
		}
		pattern, p = b, y
	}
}

// system reports whether a path lies in a directory that belongs to the system
// or its packages rather than to a user. /root is root's home, and belongs to
// nobody else's work.
func (j *judge) system(g target) bool {
	return g.system() && !(j.f.Home == "/root" && g.inside("/root"))
}

// system reports whether the path lies in a directory that is the system's by
// its name.
func (g target) system() bool {
	if g.free || len(g.path) < 2 {
		return g.path == "/"
	}
	first, rest, _ := strings.Cut(g.path[1:], "/")
	switch first {
	case "etc", "usr", "boot", "lib", "lib32", "lib64", "libx32", "bin", "sbin", "opt", "sys", "srv", "root",
		"Library", "System", "Applications":
		return true
	case "proc":
		return !strings.HasPrefix(rest, "self/fd") && rest != "self/oom_score_adj" // /proc/self/fd/1 is standard output
	case "var":
		return !below("/"+first+"/"+rest, "/var/tmp") && !below("/"+first+"/"+rest, "/var/folders")
	case "run":
		return !strings.HasPrefix(rest, "user/")
	}
	return false
}
