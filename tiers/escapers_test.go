package tiers

import "testing"

func TestGivesWayOut(t *testing.T) {
	for text, asks := range map[string]bool{
		"tmux display-message -p '#(rm -rf ~)'":                  true,
		"tmux set -g status-right '#(rm -rf ~)'":                 true,
		"i3-msg exec 'rm -rf ~'":                                 true,
		"yt-dlp --exec 'rm -rf ~' http://e":                      true,
		"vifm -c '!rm -rf ~'":                                    true,
		"weechat -r '/exec rm -rf ~'":                            true,
		"ranger --cmd='shell rm -rf ~'":                          true,
		"mysql -e 'pager rm -rf ~; select 1'":                    true,
		"sqlite3 :memory: \".import '|rm -rf ~' t\"":             true,
		"sqlplus / <<< '!rm -rf ~'":                              true,
		"ghci <<< ':!rm -rf ~'":                                  true,
		"nu -e 'rm -rf ~'":                                       true,
		"fish -C 'rm -rf ~' -c true":                             true,
		"echo 'rm -rf ~' | sg root":                              true,
		"texlua -e 'os.execute(\"rm -rf ~\")'":                   true,
		"hy -c '(import os) (os.system \"rm -rf ~\")'":           true,
		"csi -e 'System.IO.Directory.Delete(\"/home\",true)'":    true,
		"mongosh --nodb --eval 'process.kill(-1)'":               true,
		"sometool --message 'never run rm -rf / on it'":          false,
		"sometool note 'fix: rm -rf of the cache'":               false,
		"yt-dlp --exec 'rm -f {}' http://e":                      false,
		"mysql -e 'select 1'":                                    false,
		"psql -c \"select 'a rm -rf / was blocked'\"":            false,
		"make test ARGS='-run rm'":                               false,
		"sed 's/rm -rf ~/x/' notes.txt":                          false,
		"sqlite3 a.db 'select * from kill'":                      false,
		"apply_patch <<'E'\n*** Update File: a.sh\n+rm -rf /\nE": false,
	} {
		v := judged(text, Standard)
		if (v.Decision != Allow) != asks {
			t.Errorf("%s: %s, want asks %v: %s", text, v.Decision, asks, names(v))
		}
	}
}
