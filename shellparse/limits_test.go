package shellparse

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// maxAllocated bounds what one Parse of these texts allocates in all, in bytes.
const maxAllocated = 64 << 20

func repeated(s string, size int) string { return strings.Repeat(s, size/len(s)) }

// counted repeats a text with # counting up.
func counted(s string, size int) string {
	var sb strings.Builder
	for i := 0; sb.Len()+len(s)+8 < size; i++ {
		sb.WriteString(strings.ReplaceAll(s, "#", fmt.Sprint(i)))
	}
	return sb.String()
}

// hostile are texts that once took seconds or hundreds of megabytes: each
// makes some construct do much for few bytes.
func hostile() map[string]string {
	const size = 64 << 10
	long := "x=" + strings.Repeat("a", 20_000) + "\n"
	many := "x='" + strings.Repeat("a ", 10_000) + "'\n"
	return map[string]string{
		"eval doubles itself":       `x='eval "$x$x"'; eval "$x"`,
		"eval twice":                `x='eval "$x"; eval "$x"'; eval "$x"`,
		"bash in itself":            `x='bash -c "$x"; bash -c "$x"'; export x; bash -c "$x"`,
		"doubling":                  "x=a\n" + repeated("x=$x$x\n", size),
		"doubling in a loop":        "while a; do " + repeated("x=$x$x\n", size) + "done",
		"array doubling":            "a=(x)\n" + repeated(`a=("${a[@]}" "${a[@]}")`+"\n", 1200),
		"array elements":            counted("a[#]=b;", size),
		"array of arguments":        repeated(`set -- "$@" a;`, size),
		"printf doubling":           "x=a\n" + repeated(`printf -v x '%s%s' "$x" "$x";`, size),
		"printf width":              repeated("x=$(printf %9999s);", size),
		"words of a long value":     many + repeated("a $x $x $x;", size/2),
		"pattern characters":        "x=" + strings.Repeat("*a", 10_000) + "\n" + repeated("a $x;", size/2),
		"brackets":                  "echo " + repeated("[", size),
		"closed brackets":           "echo " + repeated("[a]", size),
		"removal by a pattern":      long + repeated("y=${x%%*a*a*a*a*a*b};", size/2),
		"replacing a pattern":       long + repeated("y=${x//*a*a*a*b/c};", size/2),
		"replacing by a long value": long + repeated("y=${x//a/$x};", size/2),
		"case":                      long + repeated("y=${x^^}; y=${y,,};", size/2),
		"quoting":                   long + repeated("y=${x@Q};", size/2),
		"eval of eval":              repeated("eval ", size),
		"xargs of xargs":            repeated("xargs ", size),
		"brace expansions":          "echo " + repeated("{a,b}", size),
		"sequences of one":          "echo " + repeated("{1..1}", size),
		"braces in braces":          "echo " + strings.Repeat("{a,", 900) + strings.Repeat("}", 900),
		"comments that go on":       repeated("#a\\\n", size),
		"comments between code":     repeated("a #b\\\n", size),
		"glued comments":            repeated("(b)#a\n", size),
		"aliases":                   counted("alias a#=a;", size),
		"traps":                     counted("trap 'x=$x$v#' #;", size),
		"traps and values":          counted("v#=a;", size/2) + repeated("trap 'x=$x$x' EXIT;", size/4),
		"functions":                 counted("v#=a;", size/2) + "f() { f; f; }; " + repeated("f;", size/4),
		"functions in each other":   "f() { g; g; }; g() { h; h; }; h() { f; f; }; " + repeated("f;", size/2),
		"exits":                     repeated("exit\n", size),
		"directories":               repeated("cd a;", size),
		"a stack of directories":    repeated("pushd /;", size),
		"words that vanish":         "sudo " + repeated("$unset ", size),
		"variables of awk":          "awk " + repeated("a=b ", size),
		"options of code":           "tar " + repeated("--checkpoint-action=exec=x ", size),
		"files":                     "echo a > f\n" + repeated("cat f >> f;", size),
		"a file that runs itself":   "cat > f <<E\nbash f; bash f\nE\nbash f",
		"files that are run":        "echo a > f\n" + repeated("./f;", size/2),
		"lines read":                many + repeated("read -a a <<< \"$x\";", size/2),
		"replaced arguments":        many + repeated("echo $x | xargs -n1 -I{} a {}{}{};", size/2),
		"operators in one word":     "x='" + repeated("a=a+a;", size/2) + "'; eval \"" + repeated("a ${x:1};a ${x,,};", size/2-30) + "\"",
		"prompts in prompts":        "f(){ x='" + repeated(`case $x in *a*a*)b;;esac;a "${x@P}";a $((x));export x;`, size-200) + "';eval \"$x\";eval \"$x\";bash -c \"$x\"\n};g(){ f;f;};h(){ g;g;};i(){ h;h;};j(){ i;i;};j",
		"elements in functions":     "f(){ x='" + repeated(`a "${a[@]}";x=$((x+1));a=(b)#c;a a a a;`, size/2) + "';eval \"$x\";eval \"$x\";bash -c \"$x\"\n};g(){ f;f;};h(){ g;g;};i(){ h;h;};j(){ i;i;};j",
		"words without end":         "x='" + repeated("a\n", size/4) + "'\n" + repeated("for x in $x $x; do coproc a; done;", size/2),
		"functions of any name":     "f(){ g; g; }; g(){ h; h; }; h(){ f; f; }; f(){ while a; do cat >f <<'E'\n" + repeated("$(f);", size-100) + "\nE\n. f;. f;bash f;. f; done; }; while b; do f; f; done",
		"branches":                  counted("v#=a;", size/2) + counted("if a; then v#=b; fi;", size/2-20),
		"loops in loops":            repeated("for i in {1..16}; do for j in {1..16}; do for k in {1..16}; do a $i; done; done; done;", size),
		"alternatives":              "case a in " + counted("a) x='b#';;", 250) + "esac;" + repeated("y=$x$x; a $x $x;", size-300),
		"here-document":             "cat <<E\n" + repeated("$x $y\n", size-16) + "\nE\n",
		"substitutions":             "x=" + repeated("$(a)", size-8),
		"substitutions, nested":     strings.Repeat("$(", 400) + "a" + strings.Repeat(")", 400),
		"brackets in eval":          "x='" + strings.Repeat("(", 900) + "'\n" + repeated("eval \"$x\";", size/2),
		"background":                repeated("a&", size),
		"patterns of programs":      "x=" + strings.Repeat("*", 20_000) + "\n" + repeated("$x;/$x;", size/2),
		"stars and letters":         repeated("/bin/*a*b*a*b*a*b*a*b*a*b*a*b*a*b*c;", size),
		"env -S":                    many + repeated("env -S \"$x\";", size/2),
		"code of python":            many + repeated("python -c \"$x\";", size/2),
		"loops over numbers":        counted("while a;do x=#$x;done;", size),
		"names of arrays":           counted("a[#]=b;", size/2) + repeated("((a[$(b)]));", size/4),
		"functions and summaries":   "f() { " + counted("f#() { a; };wait;f;", size-16) + "};f",
		"aliases and functions":     counted("f#() { a; };", size/2) + "alias a='b a'\n" + repeated("a ${!x}\n", size/4),
		"state printed":             "x=$(" + repeated("declare -p;", size-8) + ")",
		"evaluated twice":           "x='eval \"$x\" & eval \"$x\"'; " + repeated("eval \"$x\";", size/2),
		"pipelines":                 repeated("a|b|c|d;", size),
		"code, read again":          "x=" + strings.Repeat("a ", 200) + "\n" + repeated("python -c \"$x\";", size-500),
		"code of many values":       "case a in " + counted("a) x="+strings.Repeat("a", 1500)+"#;;", 16*1510) + "esac; while a; do for i in a b c; do " + repeated("python -c \"$x\";", 17_000) + "done; done",
		"code in a file":            "cat > f <<'E'\n" + repeated("system(\"a\");", size/2) + "\nE\n" + repeated("perl f; ruby f; awk -f f;", size/2-50),
		"brackets in a trap":        "x='" + strings.Repeat("(", 900) + "'\n" + repeated("trap \"$x\" EXIT;", size-1000),
		"quotes in a here-string":   "x='" + strings.Repeat("\"", 9001) + "'\n" + repeated("bash <<<$x;", size/2),
		"a match for every letter":  long + repeated("y=${x//a/bb};", size/2),
		"traps and loops":           "trap 'x=$x$x' EXIT; for i in a b c d; do " + counted("while a; do x=#$x; done; (f);", size/2) + "done",
		"texts that grow too long":  "f() { " + repeated("x=$x$x\n", 20_000) + "f; f; }; x=ab; f",
		"long values in a case":     "x='" + strings.Repeat("a;", 8_000) + "$(a)'; for i in {1..16}; do " + repeated("case $x in *a*a*) b;; esac; x=$x$z;", size/2) + "done",
		"declared long values":      long + repeated("declare y=$x;", size/2),
		"here-strings":              long + repeated("mapfile -t a <<< \"$x\";", size/2),
		"words of a line":           "IFS=a; x=" + strings.Repeat("a", 20_000) + "\n" + repeated("read -a a <<< \"$x\";", size/2),
		"unknown code, many names":  counted("v#=a;", size/2) + counted("$y; f#;", size/2-20),
		"live patterns":             "x=" + strings.Repeat("*a", 10_000) + "\n" + repeated("a ${x:-$x}; a+=($x);", size/2),
		"commands and a file":       "echo a > f; alias z='" + repeated("{ a; b; } | c; ./f;", size-100) + "'\nz; z a; z z",
		"alternatives that grow":    "case a in " + counted("a) x='b#';;", 250) + "esac; case b in " + counted("b) y='"+strings.Repeat("a", 1500)+"#';;", 16*1510) + "esac;" + repeated("x+=$y; y+=$x;", 30_000),
		"printed again and again":   "x=$(" + repeated("tee f <<< $y;", size-20) + "); eval \"$x\"",
		"newlines and unknowns":     "x=$(cat <<E\n" + repeated("$y\n", size-40) + "\nE\n)\n",
		"commands of many lengths":  "alias a='b '; while a; do while b; do while c; do alias z='" + repeated("y=$y$x;", size-150) + "'\nz; z a; z z\ndone; done; done",
		"quoted words that grow":    "x='" + strings.Repeat("a$x;", 4_000) + "'; x=\"eval \\\"$x$x\\\"\"; eval \"$x\"",
	}
}

// TestHostileCode: code of another language is read out of the same budget: a
// text of 64 KiB, and a long one that is given again and again.
func TestHostileCode(t *testing.T) {
	const size = 64 << 10
	for _, tc := range []struct{ command, again string }{
		{"python -c", "a,"}, {"python -c", "f(x,y,z,*w,k=1)\n"}, {"python -c", "x=1+1\n"}, {"python -c", "import os;os.system(\"a\")\n"}, {"python -c", "for i in [1,2,3,4,5,6,7,8]:\n a(i)\n"},
		{"perl -e", "sub f{g()}"}, {"perl -e", "system(\"a\");"}, {"perl -e", "$a.=$a;"}, {"perl -e", "f(1);"}, {"perl -e", "eval \"eval \";"},
		{"ruby -e", "def f;g;end;"}, {"ruby -e", "system \"a\";"}, {"ruby -e", "x=\"#{x}#{x}\";"}, {"ruby -e", "if x;a+=\"x\";end;"},
		{"node -e", "a={...a};"}, {"node -e", "a=`${a}${a}`;"}, {"node -e", "f=x=>f(x);"}, {"node -e", "require(\"child_process\").exec(\"a\");"},
		{"php -r", "f();"}, {"php -r", "new "}, {"php -r", "system(\"a\");"}, {"php -r", "function f(){g();}"},
		{"awk", "BEGIN{system(\"a\")}\n"}, {"awk", "{x[i]=x[j]}"}, {"awk", "function f(a){"}, {"awk", "{x=x x}"},
	} {
		body := func(n int) string { return "'" + repeated(tc.again, n) + "'" }
		for name, text := range map[string]string{
			"once":     tc.command + " " + body(size-20),
			"again":    "x=" + body(size/2) + "\n" + repeated(tc.command+" \"$x\";", size/2-20),
			"changed":  "x=" + body(size/4) + "\n" + counted(tc.command+" \"$x#\";", size/2),
			"in loops": "x=" + body(size/4) + "\nwhile a; do for i in {1..16}; do " + counted(tc.command+" \"$x\n$i$x#\";", size/2) + "done; done",
		} {
			checkHostile(t, tc.command+" "+tc.again+" "+name, text)
		}
	}
}

// TestHostile: the worst texts known end with an answer or a limit, and stay
// within a bound of memory. Time is not asserted: a step is about a
// microsecond and there are 100,000.
func TestHostile(t *testing.T) {
	folder := os.Getenv("HERMES_EXEC_HOSTILE") // scripts/bench measures them
	for name, text := range hostile() {
		checkHostile(t, name, text)
		if folder != "" {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func checkHostile(t *testing.T, name, text string) {
	t.Helper()
	if len(text) > 64<<10+512 {
		t.Errorf("%s: %d bytes are no fair measure", name, len(text))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := Parse(text, tableOptions())
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > maxAllocated {
		t.Errorf("%s: %d MiB allocated", name, n>>20)
	}
	for _, p := range s.Problems {
		if p.Kind == "internal" {
			t.Errorf("%s: %s", name, p.Text)
		}
	}
}

// TestStepsAreCounted: work that no statement stands for is counted too, so
// that these say a limit rather than go on.
func TestStepsAreCounted(t *testing.T) {
	texts := hostile()
	for _, name := range []string{"eval doubles itself", "array of arguments", "printf doubling", "words of a long value", "removal by a pattern", "replacing a pattern",
		"eval of eval", "a stack of directories", "brace expansions", "traps", "glued comments"} {
		limited := false
		for _, p := range Parse(texts[name], tableOptions()).Problems {
			limited = limited || p.Kind == "limit"
		}
		if !limited {
			t.Errorf("%s: no limit was said", name)
		}
	}
}
