package inline

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// worst is a text that makes much work for its size: head, then again as often
// as fits, then tail.
type worst struct{ head, again, tail string }

// worstSize is how large they are made; worstBytes how much may be allocated to
// read one, all in all. What lives at one time is far less.
const (
	worstSize  = 64 << 10
	worstBytes = 160 << 20
)

// worstUnits are repeated in perl, ruby, awk and sed alike.
var worstUnits = []string{
	"(", "[", "{", "\"#{", "if x\n", "def f\n", "x ? ", "a.b ", "sub {", "<<X;", "s/[/", "$x[", "@{[", "!", "-", "[[.", "/[[:", "x = ", "eval '", "f(", "->{", "|", "{|a|", "q{", "\\", "'", "do ", "map {",
}

var worstTexts = []struct {
	lang  string
	texts []worst
}{
	{"python", []worst{
		{"", "(", ""}, {"", "[", ""}, {"", "{", ""}, {"x=", "-", "1"}, {"x=", "1+", "1"}, {"x=", "a if b else ", "1"}, {"x", "()", ""}, {"", "x=y\n", ""}, {"", "if x: y='a'+y\n", ""},
		{"x='a'\n", "x=x+x\n", ""}, {"x=''\n", "x+='aaaaaaaa'\n", ""}, {"x=[]\n", "x.append(x)\n", ""}, {"x=[1]\n", "x=x+x\n", ""}, {"x={}\n", "x[1]=x\n", ""}, {"", "def f(x): return f(x)\n", ""},
		{"def f(x): return g(x)\ndef g(x): return f(x)\n", "f(1)\n", ""}, {"", "f'{", ""}, {"", "lambda:", "1"}, {"", "x.", "y"}, {"", "import os;os.system(x)\n", ""},
		{"import os\n", "os.system('a')\n", ""}, {"import os\n", "os.system('a'+x)\n", ""}, {"x=", "'a'*1000+", "'b'"}, {"x='a'*100000\n", "y=x.upper()\n", ""}, {"x='a'*100000\n", "y=x+'b'\n", ""},
		{"", "[x for x in ", "y"}, {"", "x=", "1"}, {"", "for i in [1,2,3,4,5,6,7,8]:\n a(i)\n", ""}, {"", "class A:\n def f(self): return self.f()\n", ""}, {"", "a,", "b"}, {"", "f(x,y,z,*w,k=1)\n", ""},
		{"", "x=[1,2,3,4,5,6,7,8]+x\n", ""}, {"", "#\n", ""}, {"", "'", ""}, {"", "with a as b: b.write(c)\n", ""}, {"", "try: x=1\nexcept: x=2\n", ""},
		{"def f(a):\n for b in a:\n  for c in b: f(c)\n", "f([[1],[2]])\n", ""}, {"", "x=x,x\n", ""}, {"", "x={'a':x,'b':x}\n", ""}, {"", "x='%s%s'%(x,x)\n", ""}, {"", "x=f'{x}{x}'\n", ""},
		{"", "x=''.join([x,x,x])\n", ""}, {"x='a'\nif a: x='b'\nif b: x=x+'c'\nif c: x=x+'d'\nif d: x=x+'e'\n", "y=x+'b'\n", ""}, {"x='a'\n", "x=x.replace('a','bb')\n", ""},
		{"x='a'\n", "x=x.join([x,x])\n", ""}, {"x='a'\n", "x='{}{}'.format(x,x)\n", ""}, {"", "exec('exec(1)')\n", ""}, {"x=[1]\n", "x=[y for y in x for z in x]\n", ""},
		{"x=[1]\n", "x=[[y,y] for y in x]\n", ""}, {"def f(x): return f(x+'a')\n", "f('a')\n", ""}, {"import subprocess\n", "subprocess.run(['a',b],shell=c)\n", ""}, {"x=[]\n", "x+=x\n", ""},
		{"x=[1]\n", "x.extend(x)\n", ""}, {"x=[1]\n", "x=[x,x]\n", "print(x)\n"}, {"x=lambda y:y\n", "x=lambda y:x(x(y))\n", "x(1)\n"}, {"x={}\n", "x={**x,'a':x}\n", ""},
		{"class A: pass\na=A()\n", "a.b=a\na.c=a.b\n", ""}, {"", "while x:\n y=y+x\n", ""},
	}},
	{"node", []worst{
		{"", "(", ""}, {"", "[", ""}, {"", "{", ""}, {"", "a.", "b"}, {"x=", "!", "1"}, {"x=", "1+", "1"}, {"x=", "a?", "b"}, {"", "`${", ""}, {"", "x=>", "1"}, {"", "if(a)", ";"}, {"", "a=", "1"},
		{"", "f(", ""}, {"let s='';", "s+='aaaaaaaa';", ""}, {"let o={};", "o={o};", ""}, {"let a=[];", "a.push(a);", "exec(a+'')"}, {"", "for(;;)", ";"}, {"", "function f(){", ""}, {"", "new ", "a"},
		{"a", "()", ""}, {"", "/*", ""}, {"", "a=1;", ""}, {"", "x=>1;", ""}, {"", "function f(){g()};", ""}, {"function f(){g()}", "f();", ""}, {"let a;", "if(b)a='x'+a;", ""},
		{"let a='x';", "a=a+a;", ""}, {"", "for(const a of [1,2,3,4,5,6,7,8])", ";"}, {"let f=x=>x;", "f=x=>f(x);", "f(1)"}, {"function f(a){f(a+'x');g(a)}function g(a){f(a);g(a)}", "f('a');", ""},
		{"const fs=require('fs');", "fs.rmSync(a);", ""}, {"let a='';", "for(;;)a+=x;", ""}, {"let a=[];", "a=[...a,1];", ""}, {"let a={};", "a.x={...a};", ""}, {"let a='a';", "a=`${a}${a}`;", ""},
		{"let a='a';", "a=a.repeat(9);", ""}, {"let a='a';", "a=[a,a].join(a);", ""}, {"let a='a';", "a=a.replace(/a/g,'bb');", ""}, {"let a=[1];", "a=a.concat(a);", ""},
		{"let a=[1];", "a=a.map(x=>[x,x]);", ""}, {"let a=[1];", "a=[a,a];", "exec(a.join())"}, {"let a={};", "a={b:a,c:a};", ""}, {"", "eval('eval(1)');", ""},
		{"", "class A{constructor(){new A}};new A;", ""}, {"", "try{a=b}catch(e){a=c};", ""}, {"", "async()=>{await x};", ""},
		{"const a=[1,2,3,4,5,6,7,8];let s='';", "for(const x of a)for(const y of a)s=s+x+y;", ""}, {"function f(a){return g(a)+g(a)}function g(a){return f(a)+f(a)}", "f('a');", ""},
		{"const c=require('child_process');", "c.execSync('a'+b);", ""}, {"", "require('child_process').exec(process.argv[2]);", ""}, {"function f(x){return x};", "f(f(f(f(f(1)))));", ""},
	}},
	{"php", []worst{
		{"", "(", ""}, {"", "[", ""}, {"", "{", ""}, {"$x=", "!", "1;"}, {"$x=", "1 .", "1;"}, {"$x=", "$a?", "1;"}, {"", "\"{$a[", ""}, {"", "if($a)", ";"}, {"", "$a=", "1;"},
		{"$s='';", "$s.='aaaaaaaa';", ""}, {"$a=[];", "$a[]=$a;", "system($a);"}, {"", "<<<A\n", ""}, {"", "$", "a;"}, {"", "new ", "A;"}, {"", "fn($a)=>", "1;"}, {"", "$a->", "b;"}, {"", "f();", ""},
		{"$a='x';", "$a=$a.$a;", ""}, {"", "function f(){g();}", ""}, {"", "if($b)$a='x'.$a;", ""}, {"$a='a';", "$a=\"$a$a\";", ""}, {"$a='a';", "$a=str_repeat($a,9);", ""},
		{"$a=[1];", "$a=array_merge($a,$a);", ""}, {"$a='a';", "$a=str_replace('a','bb',$a);", ""}, {"", "eval('eval(1);');", ""}, {"function f($a){g($a.'x');}function g($a){f($a);}", "f('a');", ""},
		{"", "class A{function f(){$this->f();}}", ""}, {"", "system($a);", ""}, {"$a='a';", "$a=sprintf('%s%s',$a,$a);", ""},
	}},
	{"perl", []worst{
		{"$a='x';", "$a=$a.$a;", ""}, {"", "sub f{g()}", ""}, {"sub f{g(@_)}sub g{f(@_)}", "f(1);", ""}, {"", "$a=1;", ""}, {"", "system(1);", ""}, {"@a=(1);", "push @a,@a;", ""},
		{"@a=(1);", "@a=(@a,@a);", ""}, {"", "if($x){$a.='x'}", ""}, {"", "for(1){", ""}, {"", "sub a{sub b{", ""}, {"$a='a'x1000;", "$a.='a'x1000;", "system $a"}, {"$a='a'x100000;", "$b=uc $a;", ""},
		{"$x='a';", "$x=\"$x$x\";", ""}, {"$x='a' x 4000;", "$x=~s/a/bb/g;", ""}, {"@x=(1);", "@x=map{($_,$_)}@x;", ""}, {"%h=();", "$h{a}=\\%h;", ""}, {"$x=[];", "$x=[$x,$x];", ""},
		{"$x='a';", "$x=join($x,$x,$x,$x);", ""}, {"$x='a';", "$x=sprintf('%s%s',$x,$x);", ""}, {"$x='a';", "$x=pack('A*',$x.$x);", ""}, {"@a=(1..9);", "print \"@a[0,1]\";", ""},
		{"@x=(1,2,3,4,5,6,7,8);", "for $a(@x){for $b(@x){$c.=$a.$b}}", ""}, {"", "eval 'eval ';", ""}, {"", "eval{", ""}, {"", "$x{$y}{$z}=1;", ""}, {"sub f{my $s=shift;f($s.$s)}", "f('a');", ""},
	}},
	{"ruby", []worst{
		{"a='x';", "a=a+a;", ""}, {"", "def f;g;end;", ""}, {"", "a=1;", ""}, {"", "system(1);", ""}, {"a=[1];", "a=a+a;", ""}, {"", "a.each{|x|", ""}, {"", "x do ", ""},
		{"a='a'*100000;", "b=a.upcase;", ""}, {"", "if x;a+='x';end;", ""}, {"", "f{g{", ""}, {"", "->(x){", ""}, {"def f(x)g(x){f(x){}}end\ndef g(x)f(x){g(x){}}end\n", "f(1);", ""}, {"x=", "'a' ", ""},
		{"x=", "'aaaaaaaaaaaaaaaaaaaaaaaaa' ", ""}, {"x='a'*4000;", "x << x;", ""}, {"x=[];", "x << x;", ""}, {"x=[];", "x << [x,x];", ""}, {"x={};", "x[:a]=x;", ""}, {"x='';", "x=\"#{x}#{x}\";", ""},
		{"x=", "\"#{x}#{x}\"+", "x"}, {"x='a'*4000;", "x=x.gsub('a','bb');", ""}, {"x=%w[a b c d e f g h];", "x=x.map{|y| x.map{|z| y+z}};", ""}, {"", "a={b:{", ""}, {"", "class A;def f;", ""},
	}},
	{"awk", []worst{
		{"BEGIN{a=\"x\";", "a=a a;", "}"}, {"BEGIN{", "x=1;", "}"}, {"function f(x){g(x)}function g(x){f(x)}BEGIN{", "f(1);", "}"}, {"BEGIN{", "system(1);", "}"}, {"", "function f(a){", ""},
		{"", "{x}", ""}, {"BEGIN{", "if(x)a=a \"x\";", "}"}, {"BEGIN{", "x[i]=x[j];", "}"}, {"BEGIN{", "x=sprintf(\"%s%s\",x,x);", "}"}, {"", "/x/{y}\n", ""}, {"BEGIN{x=\"a\";", "gsub(/a/,x,x);", "}"},
		{"BEGIN{", "for(;;)", ";}"}, {"BEGIN{x=", "1+", "1}"}, {"BEGIN{x=", "y z ", "}"}, {"BEGIN{x=", "\"a\" ", "}"},
	}},
	{"sed", []worst{
		{"", "p;", ""}, {"", "e ls\n", ""}, {"", "s/a/b/e\n", ""}, {"", "{", ""}, {"", "s/\\(", ""}, {"", "y/a/b/;", ""}, {"", "w x\n", ""},
	}},
}

func (w worst) text() string {
	n := (worstSize - len(w.head) - len(w.tail)) / len(w.again)
	return w.head + strings.Repeat(w.again, n) + w.tail
}

// A text of any shape ends inside the limits, and what is allocated for it is
// bounded by them and not by what the text would compute.
func TestWorst(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // what is counted is what is allocated
	for _, l := range worstTexts {
		for _, w := range l.texts {
			checkWork(t, l.lang, w.text())
		}
		switch l.lang {
		case "perl", "ruby", "awk", "sed":
			for _, unit := range worstUnits {
				checkWork(t, l.lang, worst{again: unit}.text())
			}
		}
	}
	var loops strings.Builder // as deep as python goes
	for i := range 90 {
		loops.WriteString(strings.Repeat(" ", i) + "for x in [1,2,3]:\n")
	}
	checkWork(t, "python", loops.String()+strings.Repeat(" ", 90)+"f(x)\n")
}

func checkWork(t *testing.T, lang, code string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := &run{}
	r.whole(reader(lang), code)
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > worstBytes {
		t.Errorf("%s %.40q…: %d MiB are allocated", lang, code, bytes>>20)
	}
	if r.steps > 2*maxSteps {
		t.Errorf("%s %.40q…: %d steps", lang, code, r.steps)
	}
	if r.broken != nil {
		t.Errorf("%s %.40q…: the reader panics: %v", lang, code, r.broken)
	}
	checkPositions(t, code, r.effects)
}

// Texts that a reader once panicked on or did not come to an end with.
func TestEndsWithoutPanic(t *testing.T) {
	for _, tt := range []struct{ lang, code string }{
		{"perl", "y(0"},
		{"perl", "(00!~tr"},
		{"ruby", "require"},
		{"ruby", `""unless $`},
		{"awk", "{\xf3\xb0"},
		{"python", "()*999999990+0+0+0+0"},
		{"python", "''*4611686018427387904+'ab'*4611686018427387904"},
	} {
		checkWork(t, tt.lang, tt.code)
	}
}
