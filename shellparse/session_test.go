package shellparse

import (
	"slices"
	"strings"
	"testing"
)

// said are the commands of a script, each as its words with * for what is
// not known.
func said(s *Script) (list []string) {
	for i := range s.Commands {
		var words []string
		for _, w := range s.Commands[i].Argv {
			words = append(words, w.Texts[0].String())
		}
		if len(words) > 0 {
			list = append(list, strings.Join(words, " "))
		}
	}
	for _, p := range s.Problems {
		list = append(list, "problem: "+p.Kind)
	}
	return list
}

// What earlier pieces set holds in later ones, and what they ran is not said
// again. A piece that begins with - is withdrawn after it was read.
func TestSession(t *testing.T) {
	for _, tt := range []struct {
		name   string
		pieces []string
		want   []string // what the last piece runs
	}{
		{"a variable", []string{"X=/tmp/a", "rm $X"}, []string{"rm /tmp/a"}},
		{"a folder", []string{"cd /srv", "cd data", "pwd; rm x"}, []string{"pwd", "rm x"}},
		{"a function", []string{"f() { rm -rf \"$1\"; }", "ls", "f /"}, []string{"rm -rf /"}},
		{"a function is said when it is called only", []string{"f() { rm -rf /; }", "ls"}, []string{"ls"}},
		{"an alias", []string{"shopt -s expand_aliases; alias x='rm -rf /'", "x"}, []string{"rm -rf /", "x"}},
		{"positional parameters", []string{"set -- a b", "echo $2"}, []string{"echo b"}},
		{"a trap is judged when it is set", []string{"trap 'git push' EXIT"}, []string{"trap git push EXIT", "git push"}},
		{"and not again", []string{"trap 'git push' EXIT", "ls"}, []string{"ls"}},
		{"but where what it runs has changed", []string{"D=a; trap 'rm -rf $D' EXIT", "D=/"}, []string{"rm -rf /"}},
		{"withdrawn", []string{"X=a", "-X=b", "echo $X"}, []string{"echo a"}},
		{"a function withdrawn", []string{"-ls() { rm -rf /; }", "ls"}, []string{"ls"}},
		{"behind exit", []string{"exit", "rm x"}, []string{"rm x"}},
		{"a file written", []string{"echo 'rm -rf /' > x.sh", "bash x.sh"}, []string{"bash x.sh", "rm -rf /"}},
		{"a file that a job may be reading", []string{"echo ls > x.sh", "bash x.sh &", "echo 'rm -rf /' > x.sh"}, []string{"echo rm -rf /", "problem: construct"}},
		{"a problem of an earlier piece", []string{"if", "ls"}, []string{"ls"}},
		{"a loop", []string{"for i in a b; do ls $i; done", "for i in c d; do ls $i; done"}, []string{"ls c", "ls d"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSession(Options{Dir: "/home/u/p", Home: "/home/u"})
			var last *Script
			for _, piece := range tt.pieces {
				text, drop := strings.CutPrefix(piece, "-")
				last = s.Parse(text + "\n")
				if drop {
					s.Withdraw()
				}
			}
			got := said(last)
			got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "X=") })
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q\n got %q\nwant %q", tt.pieces, got, tt.want)
			}
			for _, c := range last.Commands {
				if c.Pos.File == "" && (c.Pos.Offset < 0 || c.Pos.End > len(last.Source)) {
					t.Errorf("%q stands outside the piece: %+v", c.Argv[0].Src, c.Pos)
				}
			}
			for _, o := range last.Origins {
				if o.Command >= len(last.Commands) {
					t.Errorf("origin %+v names command %d of %d", o, o.Command, len(last.Commands))
				}
			}
		})
	}
}

// A trap that an earlier piece set is known to later ones, one of another
// shell is not the shell's.
func TestSessionTraps(t *testing.T) {
	s := NewSession(Options{Dir: "/home/u/p"})
	for _, tt := range []struct{ piece, want string }{
		{"ls", ""},
		{"trap 'echo x' USR1 15", "USR1 15"},
		{"bash -c 'trap : INT'; trap : $(cat x); trap -p HUP; trap TERM", "USR1 15"},
		{"trap -- '' SIGHUP", "USR1 15 SIGHUP"},
		{"kill $$", "USR1 15 SIGHUP"},
	} {
		if got := strings.Join(s.Parse(tt.piece+"\n").Traps, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.piece, got, tt.want)
		}
	}
	s.Parse("trap : WINCH\n")
	s.Withdraw()
	if got := s.Parse("ls\n").Traps; len(got) != 3 {
		t.Errorf("after a trap was withdrawn: %q", got)
	}
}
