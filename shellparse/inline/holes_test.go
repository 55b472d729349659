package inline

import (
	"strings"
	"testing"
)

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

// Only a hole has no call, in every language: a text that is not read says why.
func TestUnread(t *testing.T) {
	for _, tt := range []struct{ lang, code, call string }{
		{"python", "print(", Unread}, {"node", "if (", Unread}, {"php", "if (", Unread}, {"perl", `print "a`, Unread}, {"ruby", "if x", Unread}, {"awk", "{", Unread}, {"sed", "s/a/b", Unread},
		{"python", strings.Repeat("-", 5000) + "1", Limited}, {"node", strings.Repeat("(", 5000), Limited}, {"php", strings.Repeat("(", 5000), Limited},
		{"perl", strings.Repeat("(", 5000), Limited}, {"ruby", strings.Repeat("(", 5000), Limited}, {"awk", "BEGIN{" + strings.Repeat("(", 5000), Limited}, {"sed", strings.Repeat("#", maxCode+1), Limited},
		{"perl", "\U000F0000", Holed}, {"ruby", "\"\U000F0000\"", Holed}, {"awk", "\U000F0000", Holed}, {"sed", "p;\U000F0000", Holed},
	} {
		effects, _ := Read(tt.lang, tt.code)
		found := false
		for _, e := range effects {
			found = found || e.Kind == Code && e.Call == tt.call
		}
		if !found {
			t.Errorf("%s %.40q: have %s, want code of %q", tt.lang, tt.code, indent(render(effects)), tt.call)
		}
	}
}
