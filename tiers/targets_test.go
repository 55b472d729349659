package tiers

import (
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

func judgeIn(dir, home string) *judge {
	j := &judge{s: &shellparse.Script{}, f: &Facts{Dir: dir, Home: home}, v: &Verdict{}}
	if j.mayBeProject(dir) {
		j.dir = dir
	}
	return j
}

func TestTargets(t *testing.T) {
	j := judgeIn("/home/me/project", "/home/me")
	for _, tt := range []struct {
		word, path string
		wipes      bool // a protected tree
		system     bool
		project    bool
		temporary  bool
	}{
		{"/", "/", true, true, false, false},
		{"//", "/", true, true, false, false},
		{"/.", "/", true, true, false, false},
		{"/../", "/", true, true, false, false},
		{"/tmp/../etc", "/etc", true, true, false, false},
		{"/bin", "/usr/bin", true, true, false, false},
		{"/bin/ls", "/usr/bin/ls", false, true, false, false},
		{"/lib64/", "/usr/lib64", true, true, false, false},
		{"/private/etc/hosts", "/etc/hosts", false, true, false, false},
		{"/System/Volumes/Data", "/", true, true, false, false},
		{"/proc/self/root/etc", "/etc", true, true, false, false},
		{"/home", "/home", true, false, false, false},
		{"/home/other", "/home/other", true, false, false, false},
		{"/home/other/x", "/home/other/x", false, false, false, false},
		{"..", "/home/me", true, false, false, false},
		{".", "/home/me/project", false, false, true, false},
		{"src", "/home/me/project/src", false, false, true, false},
		{"./a/../b", "/home/me/project/b", false, false, true, false},
		{"/usr/local", "/usr/local", false, true, false, false},
		{"/var/tmp/x", "/var/tmp/x", false, false, false, true},
		{"/tmp", "/tmp", false, false, false, false},
		{"/tmp/x", "/tmp/x", false, false, false, true},
		{"/opt", "/opt", true, true, false, false},
		{"/data", "/data", false, false, false, false},
		{"/Users/x", "/Users/x", true, false, false, false},
	} {
		g := j.target(shellparse.Text(tt.word), false, j.f.Dir)
		if g.path != tt.path {
			t.Errorf("%s is %s, want %s", tt.word, g.path, tt.path)
		}
		if w := j.wipes(g); (w != "") != tt.wipes {
			t.Errorf("%s: wipes %q", tt.word, w)
		}
		if g.system() != tt.system || j.project(g) != tt.project || g.temporary() != tt.temporary {
			t.Errorf("%s: system %v, project %v, temporary %v", tt.word, g.system(), j.project(g), g.temporary())
		}
	}
}

// TestPartlyKnown resolves words of which some is not known.
func TestPartlyKnown(t *testing.T) {
	const mark = "\x00u\x80" // of the first origin
	output := func(name string) shellparse.Origin {
		return shellparse.Origin{Kind: shellparse.OriginOutput, Name: name, Command: -1}
	}
	for _, tt := range []struct {
		text   shellparse.Text
		origin shellparse.Origin
		dir    string
		want   target
	}{
		{mark, shellparse.Origin{}, "/w", target{path: "*", loose: true, free: true}},
		{"\x00u\x81", shellparse.Origin{}, "/w", target{path: "*", loose: true, free: true}}, // there is no such origin
		{"a" + mark, shellparse.Origin{}, "/w", target{path: "/w/a*", loose: true}},
		{mark, shellparse.Origin{Name: "~"}, "/w", target{path: "*", loose: true, free: true}}, // whose home is not known
		{mark + "/a", shellparse.Origin{Name: "~you"}, "/w", target{path: "/home/you/a"}},
		{"a" + mark, shellparse.Origin{Name: "~you"}, "/w", target{path: "/w/a*", loose: true}},
		{mark + "/a", output("pwd"), "/w", target{path: "/w/a"}},
		{mark + "/a", output("pwd"), "", target{path: "*/a", loose: true, free: true}},
		{"a" + mark, output("pwd"), "/w", target{path: "/w/a*", loose: true}},
		{mark + "/a", shellparse.Origin{Name: "pwd"}, "/w", target{path: "*/a", loose: true, free: true}}, // $pwd
		{mark + "/a", output("date"), "/w", target{path: "/w/*/a", loose: true}},
		{mark + "/a", shellparse.Origin{Name: "date"}, "/w", target{path: "*/a", loose: true, free: true}},
		{mark + "/a", output("mktemp"), "/w", target{path: madeByMktemp + "/a", made: true}},
		{mark + mark, output("mktemp"), "/w", target{path: madeByMktemp + "*", loose: true}},
		{"a" + mark + mark, output("mktemp"), "/w", target{path: madeByMktemp + "*", loose: true}},
	} {
		j := judgeIn("/w", "/home/me")
		j.s.Origins = []shellparse.Origin{tt.origin}
		if got := j.target(tt.text, false, tt.dir); got != tt.want {
			t.Errorf("%q of %+v in %q: %+v, want %+v", tt.text, tt.origin, tt.dir, got, tt.want)
		}
	}
}

func TestHomeOf(t *testing.T) {
	for _, tt := range []struct{ home, user, want string }{
		{"/home/me", "me", "/home/me"}, {"/home/me", "you", "/home/you"}, {"/root", "root", "/root"}, {"/root", "you", "/home/you"},
		{"/Users/me", "me", "/Users/me"}, {"/Users/me", "you", "/Users/you"}, {"", "you", "/home/you"},
	} {
		if got := judgeIn("/w", tt.home).homeOf(tt.user); got != tt.want {
			t.Errorf("of %s, where %q is the user's own: %s, want %s", tt.user, tt.home, got, tt.want)
		}
	}
}

// TestToplevel: where a command may run in several folders, the repository's root
// is above the one in which its output is used.
func TestToplevel(t *testing.T) {
	word := func(texts ...shellparse.Text) shellparse.Word { return shellparse.Word{Texts: texts} }
	j := judgeIn("/w", "/home/me")
	for _, dirs := range []shellparse.Word{word("/w/a"), word("/w/a", "/w/b"), word("/w/a", "/etc"), {}} {
		j.s.Commands = append(j.s.Commands, shellparse.Command{Argv: []shellparse.Word{word("git"), word("rev-parse"), word("--show-toplevel")}, Dir: dirs})
	}
	for _, tt := range []struct {
		command   int
		dir, want string
	}{
		{0, "/w/a", "/w/a"}, {0, "/w/b", "/w/a"}, {0, "", "/w/a"},
		{1, "/w/a", "/w/a"}, {1, "/w/b", "/w/b"}, {1, "/w/c", ""}, {1, "", "/w/a"},
		{2, "/w/a", ""}, {3, "/w/a", ""}, {-1, "/w/a", ""}, {4, "/w/a", ""},
	} {
		if got := j.toplevel(shellparse.Origin{Command: tt.command}, tt.dir); got != tt.want {
			t.Errorf("of %v in %q: %q, want %q", tt.command, tt.dir, got, tt.want)
		}
	}
}

// TestPatterns judges recursive deletes of patterns, as bash would expand them.
func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool // hardline
	}{
		{"rm -rf /*", true}, {"rm -rf /.*", true}, {"rm -rf /[a-z]*", true}, {"rm -rf /e*", true}, {"rm -rf /?tc", true}, {"rm -rf /{etc,usr}", true},
		{"rm -rf /home/*", true}, {"rm -rf /h*/me", true}, {"rm -rf /home/m*", true}, {"rm -rf ~/*", true}, {"rm -rf ~/.[!.]*", true}, {"rm -rf /*/", true}, {"rm -rf /usr/[!x]*", true},
		{"rm -rf /*.log", false}, {"rm -rf /t*", false}, {"rm -rf /tmp/*", false}, {"rm -rf /usr/local/*", false}, {"rm -rf ~/a*", false}, {"rm -rf /etc/nginx*", false}, {"rm -rf /home/me/project/*", false},
		{`rm -rf "$UNSET"/`, true}, {`rm -rf $UNSET/*`, true}, {`rm -rf "${UNSET}/etc"`, true}, {`rm -rf /$UNSET`, true}, {`rm -rf /home/$UNSET`, true},
		{`rm -rf "$UNSET"`, false}, {`rm -rf "$UNSET/x"`, false}, {`rm -rf /tmp/$UNSET`, false},
		{"for d in /*; do rm -rf \"$d\"; done", true}, {"for d in src/*; do rm -rf \"$d\"; done", false},
		{"for d in etc usr; do rm -rf /$d; done", true}, {"rm -rf /{tmp,}", true},
	} {
		v := judged(tt.text, Standard)
		if v.Hardline != tt.want {
			t.Errorf("%s: hardline %v, %s", tt.text, v.Hardline, names(v))
		}
		if !v.Tier.NeedsHuman() {
			t.Errorf("%s: %s", tt.text, names(v))
		}
	}
}

// TestWhereItRuns judges one text from several working directories.
func TestWhereItRuns(t *testing.T) {
	for _, tt := range []struct {
		dir, text string
		want      Tier
	}{
		{"/home/me/project", "rm -rf node_modules", Low},
		{"/home/me/project", "rm -rf ../other/node_modules", High},
		{"/home/me", "rm -rf *", Critical},
		{"/home/me", "echo x > notes.txt", Low},
		{"/", "rm -rf *", Critical},
		{"/", "touch etc/x", High},
		{"/etc", "rm -rf .", Critical},
		{"/etc", "echo x > hosts", High},
		{"/opt/app", "echo x > config.json", Low},
		{"/opt/app", "rm -rf src", High},
		{"/root/app", "echo x > a", Low},
	} {
		o := shellparse.Options{Dir: tt.dir, Home: "/home/me", Env: func(string) (string, bool) { return "", false }}
		v := Judge(shellparse.Parse(tt.text, o), &Facts{Dir: tt.dir, Home: "/home/me"}, Options{})
		if v.Tier != tt.want {
			t.Errorf("in %s: %s: %s, want %s", tt.dir, tt.text, names(v), tt.want)
		}
	}
}

func TestEverything(t *testing.T) {
	for _, tt := range []struct {
		seg  string
		want bool
	}{
		{"*", true}, {".*", true}, {".[!.]*", true}, {"..?*", true}, {"[a-z]*", true}, {"?*", true}, {"[!]x]*", true}, {"[^]x]*", true}, {"[]x]*", true}, {"[]]*", true}, {"[!]]*", true}, {"[!]]a", false}, {"[a]*", true}, {"*.log", false}, {"a*", false}, {"", false}, {".", false}, {"[", false}, {"[]", false}, {"[!", false}, {"x", false},
	} {
		if got := everything(tt.seg); got != tt.want {
			t.Errorf("everything(%q) = %v", tt.seg, got)
		}
	}
}

func TestBlockDevices(t *testing.T) {
	for _, tt := range []struct {
		path string
		want bool
	}{
		{"/dev/sda", true}, {"/dev/sda1", true}, {"/dev/sd*", true}, {"/dev/vdb", true}, {"/dev/nvme0n1p2", true}, {"/dev/mmcblk0", true}, {"/dev/mapper/vg-root", true}, {"/dev/disk/by-id/x", true}, {"/dev/disk2s1", true}, {"/dev/rdisk0", true}, {"/dev/md0", true}, {"/dev/loop0", true}, {"/dev/mem", true}, {"/dev/dm-0", true}, {"/dev/xvda", true}, {"/dev/sr0", true},
		{"/dev/null", false}, {"/dev/stdin", false}, {"/dev/tty", false}, {"/dev/shm/x", false}, {"/dev/random", false}, {"/dev/fd/1", false}, {"/dev/ttyS0", false}, {"/dev/zero", false}, {"/tmp/sda", false}, {"/dev/snd/x", false}, {"/dev/stdout", false}, {"/dev/vhost-net", false}, {"/dev/vga_arbiter", false}, {"/dev/rtc0", false}, {"/dev/full", false},
	} {
		if got := blockDevice(tt.path); got != tt.want {
			t.Errorf("blockDevice(%q) = %v", tt.path, got)
		}
	}
}
