package inline

import (
	"strings"
	"testing"
)

// fuzzLanguage reads any text: no panic, no hang, and every effect stands in it.
func fuzzLanguage(f *testing.F, lang string, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 1<<16 {
			return
		}
		effects, _ := Read(lang, code)
		checkPositions(t, code, effects)
	})
}

func FuzzNode(f *testing.F) {
	fuzzLanguage(f, "node", "require('child_process').exec(`rm ${x}`)", "for (const a of [1]) { a.push(a); o.o = o }", "class A extends A { constructor() { super(); new A } }", "f = x => f(f); f(f)", `eval("eval('1')")`, "a/b/c; /[/]/.exec(x)", "\U000F0000", "let {a = 1, ...b} = c")
}

func FuzzPHP(f *testing.F) {
	fuzzLanguage(f, "php", "system(\"rm {$a['b']} $c[d] ${e}\");", "function f($x) { f(f($x)); } f(1);", "class A extends A { function __construct() { new self; } } new A;", "echo <<<A\n  {$b}\n  A;", "eval('eval(1);');", "$a[] = $a; $$b = 1;", "?>x<?= 1 ?>", "\U000F0000")
}

// TestFollowDeep is code that is nested, or long, without end: it is either
// read or unknown code, and the work it makes is bounded.
func TestFollowDeep(t *testing.T) {
	for _, tt := range []struct{ lang, head, again, tail string }{
		{"node", "", "(", ""}, {"node", "", "[", ""}, {"node", "", "{", ""}, {"node", "", "a.", "b"}, {"node", "x=", "!", "1"}, {"node", "x=", "1+", "1"},
		{"node", "x=", "a?", "b"}, {"node", "", "`${", ""}, {"node", "", "x=>", "1"}, {"node", "", "if(a)", ";"}, {"node", "", "a=", "1"}, {"node", "", "f(", ""},
		{"node", "let s='';", "s+='aaaaaaaa';", ""}, {"node", "let o={};", "o={o};", ""}, {"node", "let a=[];", "a.push(a);", "exec(a+'')"},
		{"node", "", "for(;;)", ";"}, {"node", "", "function f(){", ""}, {"node", "", "new ", "a"}, {"node", "a", "()", ""}, {"node", "", "/*", ""},
		{"php", "", "(", ""}, {"php", "", "[", ""}, {"php", "", "{", ""}, {"php", "$x=", "!", "1;"}, {"php", "$x=", "1 .", "1;"}, {"php", "$x=", "$a?", "1;"},
		{"php", "", "\"{$a[", ""}, {"php", "", "if($a)", ";"}, {"php", "", "$a=", "1;"}, {"php", "$s='';", "$s.='aaaaaaaa';", ""}, {"php", "$a=[];", "$a[]=$a;", "system($a);"},
		{"php", "", "<<<A\n", ""}, {"php", "", "$", "a;"}, {"php", "", "new ", "A;"}, {"php", "", "fn($a)=>", "1;"}, {"php", "", "$a->", "b;"},
	} {
		code := tt.head + strings.Repeat(tt.again, 20_000) + tt.tail
		r := &run{}
		reader(tt.lang)(r, code, 0)
		if r.steps > 4*maxSteps {
			t.Errorf("%.40s…: %d steps", code, r.steps)
		}
		checkPositions(t, code, r.effects)
	}
}

// TestFollowHoles: what the shell did not tell is unknown code, but not in a
// comment; in a string it is a part of it too.
func TestFollowHoles(t *testing.T) {
	const hole = "\U000F0001"
	checkLines(t, "node", []test{
		{"// " + hole, ""},
		{"/* " + hole + " */ 1", ""},
		{"require('child_process').exec('rm " + hole + "')", "code * ⏎ sh 'rm ◌'"},
		{"console.log(`" + hole + "`)", "code *"},
		{"console.log(" + hole + ")", "code *"},
		{"/" + hole + "/", "code *"},
		{"1 +", "code *"},
	})
	checkLines(t, "php", []test{
		{"// " + hole, ""},
		{"# " + hole + "\n/* " + hole + " */ echo 1;", ""},
		{"system('rm " + hole + "');", "code * ⏎ sh 'rm ◌'"},
		{"echo \"a" + hole + "\";", "code *"},
		{"echo " + hole + ";", "code *"},
		{"echo <<<A\n" + hole + "\nA;", "code *"},
	})
}
