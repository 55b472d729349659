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
	} {
		v := judged(c.text, Standard)
		if _, ok := speaks(v, holdsBlockedText.ID); ok != c.asks {
			t.Errorf("%q: %v, want %v: %s", c.text, ok, c.asks, names(v))
		}
	}
}
