package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// checkHome: whether this program's own files are nobody else's to write or
// read.
func checkHome(w *world) []finding {
	info, err := os.Stat(w.hermes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []finding{{State: stateOK, Text: w.hermes + " is not there yet; the first command makes it"}}
	case err != nil:
		return []finding{{State: stateProblem, Text: err.Error(), Fix: "set HERMES_HOME to a folder of this user's"}}
	case !info.IsDir():
		return []finding{{State: stateProblem, Text: w.hermes + " is no folder", Fix: "set HERMES_HOME to a folder of this user's"}}
	}
	var list []finding
	for _, path := range [...]string{
		w.hermes,
		filepath.Join(w.hermes, "exec.yaml"),
		filepath.Dir(audit.Path(w.hermes)),
		audit.Path(w.hermes),
		approve.GrantFile(w.hermes),
		w.mcpDir(),
	} {
		if f := checkFile(path); f.State != "" {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		list = append(list, finding{State: stateOK, Text: w.hermes + " and what is in it are this user's alone"})
	}
	return list
}

// checkFile finds what is wrong with a file, nothing where it is not there.
func checkFile(path string) finding {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return finding{}
	case err != nil:
		return finding{State: stateProblem, Text: err.Error(), Fix: "it must be this user's to read and write"}
	}
	mode := info.Mode().Perm()
	st, _ := info.Sys().(*syscall.Stat_t)
	switch {
	case st != nil && int(st.Uid) != os.Getuid() && st.Uid != 0:
		return finding{State: stateProblem, Text: fmt.Sprintf("%s belongs to user %d", path, st.Uid), Fix: fmt.Sprintf("chown %d %s", os.Getuid(), quoted(path))}
	case mode&0o022 != 0:
		return finding{State: stateProblem, Text: fmt.Sprintf("others can write %s (mode %04o)", path, mode), Fix: "chmod go-rwx " + quoted(path)}
	case mode&0o055 != 0 && filepath.Ext(path) != ".yaml": // a policy is no secret
		return finding{State: stateWarning, Text: fmt.Sprintf("others can read %s (mode %04o)", path, mode), Fix: "chmod go-rwx " + quoted(path)}
	}
	return finding{}
}

// checkAudit: whether what was recorded is as it was written, and whether more
// can be.
func checkAudit(w *world) []finding {
	var list []finding
	c, err := audit.Verify(w.hermes)
	var bad *audit.BadLine
	switch {
	case errors.As(err, &bad):
		list = append(list, finding{State: stateProblem, Text: bad.Error(), Fix: fmt.Sprintf("keep a copy of %s for whoever looks into it", filepath.Dir(audit.Path(w.hermes)))})
	case err != nil:
		list = append(list, finding{State: stateProblem, Text: err.Error(), Fix: "until it can be written MEDIUM and up is refused"})
	case c.Records == 0:
		list = append(list, finding{State: stateOK, Text: "no records yet"})
	default:
		list = append(list, finding{State: stateOK, Text: fmt.Sprintf("%d records, the chain holds", c.Records)})
	}
	if c.Torn > 0 {
		list = append(list, finding{State: stateWarning, Text: "a crash cut off the last line", Fix: "nothing to do: the next record keeps it aside"})
	}
	if err := audit.Writable(w.hermes); err != nil {
		list = append(list, finding{State: stateProblem, Text: "it cannot be written: " + err.Error(), Fix: "until then MEDIUM and up is refused; its folder and file must be this user's, on a file system that can be written"})
	}
	return list
}
