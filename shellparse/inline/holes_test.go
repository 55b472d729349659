package inline

import "testing"

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
