package tiers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

func TestDeletes(t *testing.T) {
	tests := []struct {
		script string
		want   []string // "PATH", "PATH tree", "PATH pattern"
		more   bool
	}{
		{"ls; git push", nil, false},
		{"rm a.txt", []string{"/w/a.txt"}, false},
		{"rm -rf src ../x /tmp/y/", []string{"/w/src tree", "/x tree", "/tmp/y tree"}, false},
		{"cd sub && rm -r *.o a?", []string{"/w/sub/*.o tree pattern", "/w/sub/a? tree pattern"}, false},
		{"x=src; sudo rm -rf $x; rm -rf src", []string{"/w/src tree"}, false},
		{"for d in a b; do rm -rf $d; done", []string{"/w/a tree", "/w/b tree"}, false},
		{`python3 -c 'import shutil; shutil.rmtree("src")'`, []string{"/w/src tree"}, false},
		{"find src -delete", []string{"/w/src tree"}, false},
		{"find . -name '*.o' -delete; rm b", []string{"/w/b"}, true},
		{"ln -s /etc x; rm -rf x/nginx", []string{"/etc/nginx tree"}, false},
		{`rm -rf "$(cat list)" a`, []string{"/w/a tree"}, true},
		{"d=$(mktemp -d); rm -rf $d", nil, true},
		{"git ls-files | xargs rm", nil, true},
		{"rsync -a --delete a/ b", nil, true},
		{"ssh host rm -rf src", nil, false},
	}
	f := &Facts{Dir: "/w", Home: "/home/me"}
	for _, tt := range tests {
		s := shellparse.Parse(tt.script, shellparse.Options{Dir: f.Dir, Home: f.Home, Env: func(string) (string, bool) { return "", false }})
		list, more := Deletes(s, f)
		var got []string
		for _, d := range list {
			text := d.Path
			if d.Tree {
				text += " tree"
			}
			if d.Pattern {
				text += " pattern"
			}
			got = append(got, text)
		}
		if !slices.Equal(got, tt.want) || more != tt.more {
			t.Errorf("%s: %s", tt.script, fmt.Sprintf("%q %v, want %q %v", got, more, tt.want, tt.more))
		}
	}
}
