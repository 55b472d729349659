package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// A script file that an earlier text of the session has written is judged like a
// text; anybody else's is a program. What a session has written is a list of paths
// in $HERMES_HOME/exec/wrote, a file for each session.

const (
	maxWrote  = 64 << 10           // bytes of such a list; the older half goes
	wroteKept = 7 * 24 * time.Hour // since the last path; older lists go
)

func (w *world) wroteFile() string {
	sum := sha256.Sum256([]byte(w.session()))
	return filepath.Join(w.hermes, "exec", "wrote", hex.EncodeToString(sum[:8]))
}

// wrote reports whether the session wrote a file, as far as its texts said where. It
// is looked up when the first script file is read. Where that fails, all are the
// session's: more is asked then.
func (w *world) wrote() func(path string) bool {
	list := sync.OnceValues(func() (map[string]bool, error) {
		text, err := os.ReadFile(w.wroteFile())
		if os.IsNotExist(err) {
			return nil, nil
		}
		paths := make(map[string]bool)
		for path := range strings.SplitSeq(string(text), "\n") {
			paths[path] = true
		}
		return paths, err
	})
	return func(path string) bool {
		paths, err := list()
		return err != nil || paths[path] || paths[real(path)]
	}
}

// real is a path without links, itself where it leads nowhere.
func real(path string) string {
	if path, err := filepath.EvalSymlinks(path); err == nil {
		return path
	}
	return path
}

// notesWritten remembers what a text writes that is about to run.
func (w *world) notesWritten(r *supervisor.Request) {
	paths := tiers.Writes(r.Script, r.Facts)
	if len(paths) == 0 {
		return
	}
	file := w.wroteFile()
	before, err := os.ReadFile(file)
	if err != nil {
		forgetWritten(filepath.Dir(file))
	}
	known := "\n" + string(before)
	var more strings.Builder
	for _, path := range paths {
		path = filepath.Join(real(filepath.Dir(path)), filepath.Base(path))
		if !strings.Contains(path, "\n") && !strings.Contains(known, "\n"+path+"\n") {
			more.WriteString(path + "\n")
		}
	}
	if more.Len() == 0 {
		return
	}
	if len(before)+more.Len() > maxWrote {
		half := before[len(before)/2:]
		half = half[strings.IndexByte(string(half), '\n')+1:]
		os.WriteFile(file, append(half, more.String()...), 0o600)
		return
	}
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	if f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600); err == nil {
		f.WriteString(more.String())
		f.Close()
	}
}

// forgetWritten deletes the lists of sessions that have ended long ago.
func forgetWritten(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > wroteKept {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
