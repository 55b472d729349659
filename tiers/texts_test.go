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
		{`ruby -e "puts 'rm -rf /'"`, true}, // its backquotes, its send and its method_missing are too many names
	} {
		v := judged(c.text, Standard)
		if _, ok := speaks(v, holdsBlockedText.ID); ok != c.asks {
			t.Errorf("%q: %v, want %v: %s", c.text, ok, c.asks, names(v))
		}
	}
}
