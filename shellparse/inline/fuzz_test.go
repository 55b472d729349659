package inline

import "testing"

// fuzzed seeds a fuzz test with a language's table and checks that whatever is
// read ends, inside its limits, without a panic and with positions inside the
// code.
func fuzzed(f *testing.F, lang string, cases []test, seeds ...string) {
	for _, c := range cases {
		f.Add(c.code)
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) <= 1<<16 {
			checkWork(t, lang, code)
		}
	})
}

func FuzzSed(f *testing.F)  { fuzzed(f, "sed", sedCases) }
func FuzzAwk(f *testing.F)  { fuzzed(f, "awk", awkCases, awkHarmless...) }
func FuzzPerl(f *testing.F) { fuzzed(f, "perl", perlCases, perlHarmless...) }
func FuzzRuby(f *testing.F) { fuzzed(f, "ruby", rubyCases, rubyHarmless...) }

func FuzzNode(f *testing.F) {
	fuzzed(f, "node", nil, "require('child_process').exec(`rm ${x}`)", "for (const a of [1]) { a.push(a); o.o = o }", "class A extends A { constructor() { super(); new A } }", "f = x => f(f); f(f)", `eval("eval('1')")`, "a/b/c; /[/]/.exec(x)", "\U000F0000", "let {a = 1, ...b} = c")
}

func FuzzPHP(f *testing.F) {
	fuzzed(f, "php", nil, "system(\"rm {$a['b']} $c[d] ${e}\");", "function f($x) { f(f($x)); } f(1);", "class A extends A { function __construct() { new self; } } new A;", "echo <<<A\n  {$b}\n  A;", "eval('eval(1);');", "$a[] = $a; $$b = 1;", "?>x<?= 1 ?>", "\U000F0000")
}

func FuzzPython(f *testing.F) {
	fuzzed(f, "python", nil,
		"import os; os.system('rm -rf /')", "f'{x!r:>{w}} {{}} {f\"{y}\"}'", "def f(*a, b=1, **k):\n  return a", "x = [i for i in y if z]",
		"try:\n  pass\nexcept* E as e:\n  raise\nelse: pass\nfinally: del x", "with (a as b, c): pass", "match x:\n  case [1, *r] if r: pass",
		"l = []\nl.append(l)\nfor x in l: x(l)", "d = {}\nd[d] = d\nd.update(d)", "while f():\n  x = x + [x]", "class A(A):\n  def f(self): return self.f()",
		"def f(): return f\nf()()()()", "exec('exec(x)')", "x = lambda: x()\nx()", "a = b'\\x41' '\\N{DIGIT ONE}'", "\U000f0000", "s = 'a' * 99999 * 99999",
	)
}
