package shellparse

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScripts: the kinds of scripts that people have are understood whole. They
// are those of testdata/scripts, or of the folder that HERMES_EXEC_CORPUS names.
func TestScripts(t *testing.T) {
	folder := cmp.Or(os.Getenv("HERMES_EXEC_CORPUS"), filepath.Join("testdata", "scripts"))
	scripts, commands := 0, 0
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		shell, ok := shellOf(path, data)
		if !ok {
			return nil
		}
		o := tableOptions()
		o.Shell, o.Args = shell, []string{path}
		s := Parse(string(data), o)
		scripts++
		commands += len(s.Commands)
		for _, p := range s.Problems {
			t.Errorf("%s:%d:%d: %s: %s", path, p.Pos.Line, p.Pos.Col, p.Kind, p.Text)
		}
		return nil
	})
	t.Logf("%d scripts, %d commands", scripts, commands)
	if scripts == 0 {
		t.Errorf("no scripts in %s", folder)
	}
}

// shellOf gives the shell of a script: the one its first line names, bash for a
// file named .sh or .bash without such a line.
func shellOf(path string, data []byte) (string, bool) {
	if bytes.HasPrefix(data, []byte("#!")) {
		sh, lang := interpreterNamed(Text(data[:min(len(data), 256)]))
		return sh, lang == nil && sh != ""
	}
	return "bash", (strings.HasSuffix(path, ".sh") || strings.HasSuffix(path, ".bash")) && bytes.IndexByte(data, 0) < 0
}
