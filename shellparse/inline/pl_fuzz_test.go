package inline

import (
	"strings"
	"testing"
)

// fuzzed seeds a fuzz test with a language's table and checks that whatever is
// read ends, inside its limits and with positions inside the code.
func fuzzed(f *testing.F, lang string, cases []test, harmless []string) {
	for _, c := range cases {
		f.Add(c.code)
	}
	for _, c := range harmless {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 16<<10 {
			return
		}
		effects, _ := Read(lang, code)
		checkPositions(t, code, effects)
		for _, e := range effects {
			if e.Call == failure {
				t.Errorf("%q: the reader panics", code)
			}
		}
	})
}

func FuzzSed(f *testing.F)  { fuzzed(f, "sed", sedCases, nil) }
func FuzzAwk(f *testing.F)  { fuzzed(f, "awk", awkCases, awkHarmless) }
func FuzzPerl(f *testing.F) { fuzzed(f, "perl", perlCases, perlHarmless) }
func FuzzRuby(f *testing.F) { fuzzed(f, "ruby", rubyCases, rubyHarmless) }

// TestDeepAndLong: what is nested or repeated without end is unknown code, or
// is read; it is no panic and no hang.
func TestDeepAndLong(t *testing.T) {
	for _, unit := range []string{"(", "[", "{", "\"#{", "if x\n", "def f\n", "x ? ", "a.b ", "sub {", "<<X;", "s/[/", "$x[", "@{[", "!", "-", "[[.", "/[[:", "x = ", "eval '", "f(", "->{", "|", "{|a|", "q{", "\\", "'", "do ", "map {"} {
		for _, lang := range []string{"sed", "awk", "perl", "ruby"} {
			code := strings.Repeat(unit, 200_000/len(unit))
			effects, _ := Read(lang, code)
			checkPositions(t, code, effects)
		}
	}
}
