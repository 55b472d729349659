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

// Text of any kind ends in effects that stand inside it, within the steps of a
// text and without a panic.
func FuzzPython(f *testing.F) {
	for _, seed := range []string{
		"import os; os.system('rm -rf /')", "f'{x!r:>{w}} {{}} {f\"{y}\"}'", "def f(*a, b=1, **k):\n  return a", "x = [i for i in y if z]",
		"try:\n  pass\nexcept* E as e:\n  raise\nelse: pass\nfinally: del x", "with (a as b, c): pass", "match x:\n  case [1, *r] if r: pass",
		"l = []\nl.append(l)\nfor x in l: x(l)", "d = {}\nd[d] = d\nd.update(d)", "while f():\n  x = x + [x]", "class A(A):\n  def f(self): return self.f()",
		"def f(): return f\nf()()()()", "exec('exec(x)')", "x = lambda: x()\nx()", "a = b'\\x41' '\\N{DIGIT ONE}'", "\U000f0000", "s = 'a' * 99999 * 99999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		r := &run{}
		readPython(r, code, 0)
		if r.steps > 2*maxSteps {
			t.Errorf("%d steps", r.steps)
		}
		checkPositions(t, code, r.effects)
	})
}
