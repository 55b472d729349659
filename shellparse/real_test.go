package shellparse

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The scripts people have: every shell script of this machine that its own
// shell accepts. They are read and checked with -n, never run.

// realFolders are where scripts are looked for.
var realFolders = []string{"/usr/bin", "/usr/sbin", "/etc/init.d", "/usr/share", runtime.GOROOT()}

// notRead are the scripts that are not understood on Debian 12, by their last
// two names, and why. Another machine has other scripts: of those few may hold
// what the parser does not know, and none may pass a limit.
var notRead = map[string]string{
	"Misc/c2z":              "it runs csh, whose grammar is not read",
	"bin/env_parallel.zsh":  "zsh: for name (words)",
	"Calendar/calendar_add": "zsh: { … } always { … }",
	"Misc/sticky-note":      "zsh: { … } always { … }",
	"Misc/run-help":         "zsh: a pattern with ( ) in a case",
	"Misc/zcalc":            "zsh: an operator that comes out of a variable",
	"Misc/zed":              "zsh: (( ? ))",
	"Unix/_todo.sh":         "zsh under a name that ends in .sh",
}

type realScript struct{ path, shell, text string }

func TestRealScripts(t *testing.T) {
	scripts := realScripts(t)
	if len(scripts) < 20 {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%d scripts found", len(scripts))
		}
		t.Skipf("%d scripts found", len(scripts))
	}
	kinds, commands := map[string]int{}, 0
	others := map[string]bool{}
	for _, s := range scripts {
		start := time.Now()
		out := Parse(s.text, Options{Dir: filepath.Dir(s.path), Home: "/root", Env: os.LookupEnv,
			ReadFile: readText, Args: []string{s.path}, Shell: s.shell})
		if d := time.Since(start); d > 300*time.Millisecond {
			t.Logf("%s took %v", s.path, d)
		}
		commands += len(out.Commands)
		name := filepath.Join(filepath.Base(filepath.Dir(s.path)), filepath.Base(s.path))
		for _, p := range out.Problems {
			kinds[p.Kind]++
			where := s.path
			if p.Pos.File != "" {
				where = p.Pos.File
			}
			report := fmt.Sprintf("%s:%d:%d: %s: %s", where, p.Pos.Line, p.Pos.Col, p.Kind, p.Text)
			if s.shell == "zsh" && p.Kind == "construct" {
				continue // modes, styles and modules of zsh are not followed, and said
			}
			reason, ok := notRead[name]
			switch {
			case p.Kind == "internal" || p.Kind == "limit":
				t.Error(report)
			case ok:
				t.Logf("%s (%s)", report, reason)
			default:
				t.Log(report)
				others[s.path] = true
			}
		}
	}
	if len(others) > len(scripts)/50 {
		t.Errorf("%d of %d scripts are not understood", len(others), len(scripts))
	}
	t.Logf("%d scripts, %d commands, problems by kind: %v", len(scripts), commands, kinds)
}

// readText is the reader of the wrapper: a text file of an ordinary size.
func readText(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxInput {
		return "", fs.ErrNotExist
	}
	data, err := os.ReadFile(path)
	return string(data), err
}

func realScripts(t *testing.T) []realScript {
	var out []realScript
	missing := map[string]int{}
	rejected := 0
	seen := map[string]bool{}
	for _, dir := range realFolders {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		filepath.WalkDir(real, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || seen[path] {
				return nil
			}
			shell, ok := shellOf(path)
			if !ok {
				return nil
			}
			seen[path] = true
			bin, err := exec.LookPath(shell)
			if err != nil {
				missing[shell]++
				return nil
			}
			text, err := readText(path)
			if err != nil {
				return nil
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			if exec.CommandContext(ctx, bin, "-n", path).Run() != nil {
				rejected++
				return nil
			}
			out = append(out, realScript{path, shell, text})
			return nil
		})
	}
	t.Logf("%d scripts that their own shell rejects", rejected)
	for _, shell := range slices.Sorted(maps.Keys(missing)) {
		t.Logf("%d scripts of %s, which is not installed", missing[shell], shell)
	}
	return out
}

// shellOf gives the shell of a script: the one its first line names, bash for
// a file named .sh without such a line.
func shellOf(path string) (string, bool) {
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	head := make([]byte, 256)
	n, _ := f.Read(head)
	head = head[:n]
	if bytes.HasPrefix(head, []byte("#!")) {
		sh, lang := interpreterNamed(Text(head))
		return sh, lang == nil && sh != ""
	}
	return "bash", strings.HasSuffix(path, ".sh") && bytes.IndexByte(head, 0) < 0
}
