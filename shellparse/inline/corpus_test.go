package inline

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// corpusLanguages are told by how a file's name ends.
var corpusLanguages = map[string]string{
	".awk": "awk", ".pl": "perl", ".pm": "perl", ".rb": "ruby", ".sed": "sed", ".py": "python", ".js": "node", ".mjs": "node", ".php": "php",
}

// TestCorpus: programs that their interpreters take are read to their end. They
// are those of testdata/corpus, or of the folder that HERMES_EXEC_CORPUS names.
func TestCorpus(t *testing.T) {
	folder := cmp.Or(os.Getenv("HERMES_EXEC_CORPUS"), filepath.Join("testdata", "corpus"))
	read := map[string]int{}
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		lang := corpusLanguages[filepath.Ext(path)]
		if err != nil || !d.Type().IsRegular() || lang == "" {
			return nil
		}
		code, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		read[lang]++
		text := string(code)
		if lang == "php" { // the reader begins inside of <?php
			text = "?>" + text
		}
		effects, _ := Read(lang, text)
		checkPositions(t, text, effects)
		for _, e := range effects {
			if e.Kind == Code && e.Call == Unread || e.Call == Limited {
				t.Errorf("%s is not read: %s at byte %d", path, e.Call, e.Pos)
				break
			}
		}
		return nil
	})
	t.Logf("%v", read)
	if len(read) == 0 {
		t.Errorf("no programs in %s", folder)
	}
}
