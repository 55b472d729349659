package supervisor

import (
	"runtime/debug"
	"strings"
)

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
			if short := s.Value[:min(12, len(s.Value))]; !strings.Contains(info.Main.Version, short) {
				commit = " " + short
			}
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.HasSuffix(info.Main.Version, "+dirty"):
			changed = "+changes"
		}
	}
	return info.Main.Version + commit + changed
}
