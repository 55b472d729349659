package inline

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Python's own library is read to the end: nothing in it is refused by the
// interpreter, so nothing in it may be by this reader. INLINE_CORPUS=1 reads
// all of it rather than every sixth file.
func TestPythonCorpus(t *testing.T) {
	dirs, _ := filepath.Glob("/usr/lib/python3.*")
	if len(dirs) == 0 {
		t.Skip("no python here")
	}
	files, read, failed := 0, 0, 0
	filepath.WalkDir(dirs[0], func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") || strings.Contains(path, "lib2to3/tests") || strings.Contains(path, "/bad") {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil || len(b) > 1<<18 {
			return nil
		}
		if files++; files%6 != 0 && os.Getenv("INLINE_CORPUS") == "" {
			return nil
		}
		read++
		r := &run{steps: -1 << 40}
		l := &pyLexer{r: r, code: string(b)}
		l.lex()
		p := &pyParser{r: r, toks: l.toks}
		if !l.bad {
			p.file()
		}
		if l.bad || p.bad {
			failed++
			t.Logf("%s is not understood: lexer %v at %d, parser %v at %.60q", path, l.bad, l.i, p.bad, string(b[max(p.at-30, 0):]))
		}
		checkPositions(t, string(b), effectsOf(string(b)))
		return nil
	})
	if failed*100 > read {
		t.Errorf("%d of %d files are not understood", failed, read)
	}
	t.Logf("%d files", read)
}

func effectsOf(code string) []Effect {
	effects, _ := Read("python", code)
	return effects
}
