package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

func judging(dir string) *Execs {
	return &Execs{
		Since: time.Now(), Project: func() string { return dir },
		Reading: shellparse.Options{Home: "/home/u", ReadFile: func(path string) (string, error) {
			text, err := os.ReadFile(path)
			return string(text), err
		}},
		Facts: func(tiers.Needs) *tiers.Facts { return &tiers.Facts{Dir: dir, Home: "/home/u"} },
	}
}

// What a program's words come to when it is started.
func TestJudgeExec(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"wipes.sh": "cd /\nrm -rf \"$PREFIX\"/*\n", "builds.sh": "make && rm -rf build\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		argv []string
		dir  string
		want ruling
	}{
		{[]string{"rm", "-rf", "/"}, dir, refused},
		{[]string{"rm", "-rf", "/usr"}, dir, refused},
		{[]string{"rm", "-rf", "usr"}, "/", refused},
		{[]string{"rm", "-rf", "usr"}, dir, goesOn},
		{[]string{"rm", "-rf", "-/"}, dir, goesOn}, // an option that rm does not know
		{[]string{"rm", "-rf", "build", "/nowhere/that/is"}, dir, goesOn},
		{[]string{"dd", "if=/dev/zero", "of=/dev/sda"}, dir, refused},
		{[]string{"xargs", "rm", "-rf", "/"}, dir, refused},
		{[]string{"sh", "-c", "x=; rm -rf $x/"}, dir, refused},
		{[]string{"sh", "-c", "rm -rf \"$ROOT\"/"}, dir, refused},   // ROOT is not set there
		{[]string{"sh", "-c", "rm -rf \"$DESTDIR\"/"}, dir, goesOn}, // DESTDIR is
		{[]string{"sh", "-c", "git push"}, dir, goesOn},             // git is asked about
		{[]string{"bash", "wipes.sh"}, dir, refused},
		{[]string{"bash", "builds.sh"}, dir, goesOn},
		{[]string{"git", "push", "origin", "main"}, dir, goesOn}, // its transport is asked about
		{[]string{"git", "commit", "-m", "push"}, dir, goesOn},
		{[]string{"npm", "publish"}, dir, mustAsk},
		{[]string{"env", "A=b", "npm", "publish"}, dir, goesOn}, // npm is asked about
		{[]string{"unshare", "-m", "sh", "-c", "mount -t tmpfs x /mnt"}, dir, goesOn},
		{[]string{"ssh", "host", "systemctl restart nginx"}, dir, mustAsk}, // it is seen nowhere else
		{[]string{"kubectl", "apply", "-f", "x"}, dir, mustAsk},
		{[]string{"kubectl", "get", "pods"}, dir, goesOn},
		{[]string{"git", "reset", "--hard"}, dir, goesOn}, // of the project alone
		{[]string{"rm"}, dir, goesOn},
		{[]string{"dd"}, "", goesOn},
	} {
		x := judging(dir)
		for _, again := range []string{"", ", from memory"} {
			e := &Exec{Argv: tt.argv, Dir: tt.dir}
			env := func(name string) (string, bool) { return "/image", name == "DESTDIR" }
			if got, judged := x.judge(e, env); got != tt.want || !judged {
				t.Errorf("%q in %q%s: %v, judged %v, want %v", tt.argv, tt.dir, again, got, judged, tt.want)
			}
			if tt.want != goesOn && (e.Words() == "" || e.Finding.Rule == "") {
				t.Errorf("%q%s: %q", tt.argv, again, e.Finding.Rule)
			}
		}
	}
}

// A text that takes too long is not waited for, and not read again.
func TestJudgeLongText(t *testing.T) {
	x := judging("/")
	reads := 0
	x.Reading.ReadFile = func(string) (string, error) {
		reads++
		time.Sleep(5 * textBudget)
		return "true", nil
	}
	for range 2 {
		if r, judged := x.judge(&Exec{Argv: []string{"sh", "long.sh"}, Dir: "/"}, nil); r != goesOn || judged {
			t.Errorf("%v, judged %v", r, judged)
		}
	}
	time.Sleep(10 * textBudget)
	if reads > 1 {
		t.Errorf("read %d times", reads)
	}
	if r, judged := x.judge(&Exec{Argv: []string{"sh", "-c", string(make([]byte, maxText+1))}, Dir: "/"}, nil); r != goesOn || judged {
		t.Errorf("a long text: %v, judged %v", r, judged)
	}
}

// Words are what they lead to, as far as the program follows links.
func TestJudgeLinks(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(base, "p")
	for _, folder := range []string{dir, filepath.Join(base, "q/x")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"p/root": "/", "p/usr": "/usr", "p/next": "../q", "p/null": "/dev/null", "here": "p",
	} {
		if err := os.Symlink(to, filepath.Join(base, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		argv []string
		want ruling
	}{
		{[]string{"rm", "-rf", "root/usr"}, refused},
		{[]string{"rm", "-rf", "usr/."}, refused},
		{[]string{"rm", "-rf", "usr/../etc"}, refused}, // /etc, by way of /usr
		{[]string{"rm", "-rf", "usr", "root"}, goesOn}, // the links themselves
		{[]string{"find", "usr", "-delete"}, goesOn},
		{[]string{"find", "-L", "usr", "-delete"}, refused},
		{[]string{"find", "usr/", "-delete"}, refused},
		{[]string{"dd", "of=null"}, goesOn},
		{[]string{"rm", "-rf", "next/x", "build"}, goesOn}, // what the test has made
	} {
		for _, project := range []string{dir, filepath.Join(base, "here")} {
			x := judging(project)
			x.Since = x.Since.Add(-time.Second)
			if got, _ := x.judge(&Exec{Argv: tt.argv, Dir: dir}, nil); got != tt.want {
				t.Errorf("%q in %s: %v, want %v", tt.argv, project, got, tt.want)
			}
		}
	}
}

// What another machine is told is asked about as it was in the text.
func TestJudgeElsewhere(t *testing.T) {
	for _, words := range []string{"ssh h rm -rf /etc", "ssh h shutdown -h now", "docker exec x rm -rf /", "ssh h systemctl restart nginx"} {
		if got, _ := judging("/p").judge(&Exec{Argv: strings.Fields(words), Dir: "/p"}, nil); got != mustAsk {
			t.Errorf("%s: %v", words, got)
		}
	}
}

// A database that is a file is no more than a file, and a disk's image is no disk.
func TestJudgeFilesForMore(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"app.db", "disk.img"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		argv []string
		want ruling
	}{
		{[]string{"sqlite3", "app.db", "DROP TABLE a"}, goesOn},
		{[]string{"sqlite3", "/etc/hosts", "DROP TABLE a"}, mustAsk},
		{[]string{"psql", "-c", "DROP TABLE a"}, mustAsk},
		{[]string{"sfdisk", "disk.img"}, goesOn},
		{[]string{"zpool", "destroy", "tank"}, mustAsk},
	} {
		if got, _ := judging(dir).judge(&Exec{Argv: tt.argv, Dir: dir}, nil); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.argv, got, tt.want)
		}
	}
}

// A push is asked about when it reaches another machine: its transport is then
// judged as the push.
func TestJudgePush(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		argv    []string
		reaches bool
		want    ruling
	}{
		{[]string{"git", "push", "origin", "main"}, false, goesOn},
		{[]string{"git", "push", "--receive-pack=git receive-pack --x", "there.git", "main"}, false, goesOn},
		{[]string{"git", "push", "origin", "main"}, true, mustAsk},
		{[]string{"git", "-C", "x", "push", "--force"}, true, mustAsk},
		{[]string{"git", "send-pack", "--stateless-rpc", "--stdin", "https://example.com/x"}, false, goesOn},
		{[]string{"git", "fetch", "origin"}, true, goesOn},
		{[]string{"git", "lfs", "push", "origin"}, false, mustAsk}, // it starts no transport
		{[]string{"ssh", "host", "cd x && git push"}, false, mustAsk},
	} {
		if got, _ := judging(dir).judge(&Exec{Argv: tt.argv, Dir: dir, Reaches: tt.reaches}, nil); got != tt.want {
			t.Errorf("%q, transport %v: %v, want %v", tt.argv, tt.reaches, got, tt.want)
		}
	}
}

func TestFileOf(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want string
	}{
		{[]string{"sh"}, ""},
		{[]string{"sh", "x.sh", "-c"}, "x.sh"},
		{[]string{"sh", "-e", "x.sh"}, "x.sh"},
		{[]string{"bash", "--norc", "x.sh"}, "x.sh"},
		{[]string{"sh", "-ec", "x.sh"}, ""},
		{[]string{"bash", "+x", "x.sh"}, "x.sh"},
	} {
		if got := fileOf(tt.argv); got != tt.want {
			t.Errorf("%q: %q", tt.argv, got)
		}
	}
}

func TestRepositoryRoot(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "home/p/.git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "home/p/sub/x"), 0o700); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "home")
	for in, want := range map[string]string{"p/sub/x": "p", "p": "p", "q": "q"} {
		if got := repositoryRoot(filepath.Join(home, in), home); got != filepath.Join(home, want) {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		file, dir string
		want      bool
	}{{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/a/../b", "/a", false}, {"/a", "/", false}, {"/a/b/", "/a/b", true}} {
		if got := under(tt.file, tt.dir); got != tt.want {
			t.Errorf("%s under %s: %v", tt.file, tt.dir, got)
		}
	}
	var list []string
	for _, file := range []string{"/tmp", "/tmp/x", "/tmp/../x", "/var/tmp/x", "/tmpx", "/var/lib"} {
		if temporary(file) {
			list = append(list, file)
		}
	}
	if want := []string{"/tmp/x", "/var/tmp/x"}; !slices.Equal(list, want) {
		t.Errorf("temporary: %q", list)
	}
}
