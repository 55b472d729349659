package supervisor

import "runtime/debug"

// Version is what the build recorded of this program: version and commit. The
// wrapper and the daemon, which are installed together, have the same.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	return info.Main.Version + commit + changed
}
