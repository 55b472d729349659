package tiers

import "testing"

func TestHoldsBlocked(t *testing.T) {
	for _, c := range []struct {
		text string
		asks bool
	}{
		{"printf 'all:\\n\\trm -rf /\\n' > Makefile; make", true},
		{`echo '{"scripts":{"x":"rm -rf /"}}' > package.json; npm run x`, true},
		{`ruby -e "require 'tty-command'; TTY::Command.new.run('rm -rf /')"`, true},
		{`echo 'func main(){ os.RemoveAll("/") }' > m.go; go run m.go`, true},
		{"cat > M.java <<'E'\nclass M{ x(){Runtime.getRuntime().exec(\"rm -rf /\");} }\nE\njava M.java", true},
		{`php -r "(new Filesystem)->remove('/');"`, true},
		{"printf 'clean:\\n\\trm -rf build\\n' > Makefile; make", false},
		{"echo 'rm -rf /' > notes.txt; make", false},
		{`python3 -c "print('a b'.split('/'))"`, false},
		{`python3 -c "print('rm file'.removeprefix('/'))"`, false},
		{`echo 'func main(){ os.RemoveAll("/tmp/x") }' > m.go; go run m.go`, false},
		{`python3 -c "print('rm -rf /')"`, false},
		{`node -e "console.log('rm -rf /')"`, false},
		{`python3 -c "import re; print(re.findall(r'rm -rf /\S*', open('x.sh').read()))"`, false},
		{"cat > u.py <<'E'\ndef f(x):\n    \"\"\"rm -rf / is bad\"\"\"\n    return x\nE\npython -m pytest -q", false},
		{"cat > x_test.go <<'E'\npackage x\nvar bad = []string{\"rm -rf /\", \"kill -9 $PPID\"}\nE\ngo test ./...", false},
		{"cat > lib.rs <<'E'\npub fn ok(s: &str) -> bool { !s.contains(\"rm -rf /\") }\nE\ncargo test", false},
		{"cat > m.go <<'E'\npackage main\nimport \"os/exec\"\nfunc main(){ exec.Command(\"sh\", \"-c\", \"rm -rf /\").Run() }\nE\ngo run m.go", true},
		{`ruby -e "puts 'rm -rf /'"`, false},
		{`ruby -e "puts [1].send(:x, 'rm -rf /')"`, true},
		{`ruby -e "x 'rm -rf /'"`, true},
		{`perl -e 'print "rm -rf /\n"'`, false},
		{`perl -e '$x = "rm -rf /"; print $x if length $x'`, false},
		{`perl -MFoo -e 'Foo::go("rm -rf /")'`, true},
		{`php -r 'echo strlen("rm -rf /");'`, false},
		{`php -r '$x->go("rm -rf /");'`, true},
		{`php -r 'implode("", ["sys", "tem"])("rm -rf /");'`, true},
		{`lua -e 'print("rm -rf /")'`, false},
		{`lua -e 'x("rm -rf /")'`, true},
		{`Rscript -e 'cat("rm -rf /")'`, false},
		{`elixir -e 'IO.puts("rm -rf /")'`, false},
		{`elixir -e 'X.go("rm -rf /")'`, true},
		{`python3 -c "print('kill -9 -1')"`, false},
		{`python3 -c "skill_list = ['kill -9 -1']; print(skill_list)"`, false},
		{`python3 -c "executor, system_info, evals = 'rm -rf /', 1, 2; print(executor)"`, false},
		{"python3 - <<'E'\nimport re\np = re.compile(r'rm -rf /|shutdown')\nprint(bool(p.search('sudo shutdown -h now')))\nE", false},
		{"python3 - <<'E'\nimport json\nfrom app import guard as g\nprint(g.evaluate('rm -rf /'), json.loads('{}'), f\"{g.x['a']}\")\nE", false},
		{"cat > t.py <<'E'\nimport subprocess\nsubprocess.check_call('rm -rf /', shell=True)\nE\npython t.py", true},
		{"cat > t.py <<'E'\nimport mod\nmod.run('rm -rf /')\nE\npython t.py", true},
		{"cat > t.py <<'E'\nx = f'{eval(\"rm -rf /\")}'\nE\npython t.py", true},
		{"cat > t.py <<'E'\nx = f'{\"'\"}'; os.system('rm -rf /') #'\nE\npython t.py", true},
		{"cat > t.py <<'E'\nimport pydoc\npydoc.locate('os.system')('rm -rf /')\nE\npython t.py", true},
		{"cat > t.py <<'E'\nos.\\\nsystem('rm -rf /')\nE\npython t.py", true},
		{"cat > t.py <<'E'\nimport os\nos.ｓystem('rm -rf /')\nE\npython t.py", true},
		{"cat > t.py <<'E'\nx = os.__dict__['sys' 'tem']('rm -rf /')\nE\npython t.py", true},
		{"cat > t.py <<'E'\nclass A:\n    def __init__(self):\n        self.bad = 'rm -rf /'\nE\npython t.py", false},
		{`node -e "import('fs').then(f => console.log('rm -rf /'))"`, false},
		{`node -e "console.log(/rm -rf/.exec('rm -rf /'), /[\"']/.test('x'))"`, false},
		{`node -e "import(x).then(f => f.go('rm -rf /'))"`, true},
		{`node -e "require('./a').exec; const {exec} = require('./a'); exec('rm -rf /')"`, true},
		{`node -e "x = /[/*]/; eval('rm -rf /'); /*/"`, true},
		{"cat > kill_test.go <<'E'\npackage a\nfunc TestKill(t *testing.T) { for _, c := range []string{\"rm -rf /\", \"kill -9 -1\"} { Blocked(c) } }\nE\ngo test ./...", false},
		{"cat > a_test.go <<'E'\npackage a\n// os/exec\nfunc TestExec(t *testing.T) { exec.Command(\"sh\", \"-c\", \"rm -rf /\") }\nE\ngo test ./...", true},
		{"cat > a_test.go <<'E'\npackage a\nfunc TestX(t *testing.T) { db.Exec(\"rm -rf /\") }\nE\ngo test ./...", true},
		{"cat > m.rs <<'E'\nfn main() { println!(\"rm -rf /\"); std::process::exit(1) }\nE\nrustc m.rs", false},
		{"cat > m.rs <<'E'\nfn f<'a>(x: &'a str) { std::process::Command::new(x).arg(\"rm -rf /\"); } // '\nE\nrustc m.rs", true},
		{"cat > m.c <<'E'\nint executor(void) { puts(\"rm -rf /\"); }\nE\ngcc m.c", false},
		{"cat > m.cpp <<'E'\nint main() { int a = 1'0; system(\"rm -rf /\"); int b = 1'0; }\nE\ng++ m.cpp", true},
		{"cat > m.c <<'E'\nint main() { sys\\\ntem(\"rm -rf /\"); }\nE\ngcc m.c", true},
		{"cat > M.java <<'E'\nclass M { String executor = \"rm -rf /\"; }\nE\njava M.java", false},
	} {
		v := judged(c.text, Standard)
		if asks := v.Decision != Allow; asks != c.asks {
			t.Errorf("%q: %v, want %v: %s", c.text, asks, c.asks, names(v))
		}
	}
}
