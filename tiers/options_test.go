package tiers

import (
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// callOf makes a call from literal words, with no shell in between.
func callOf(words ...string) *call {
	cmd := &shellparse.Command{}
	for _, w := range words {
		cmd.Argv = append(cmd.Argv, shellparse.Word{Texts: []shellparse.Text{shellparse.Text(w)}, Src: w})
	}
	j := &judge{s: &shellparse.Script{}, f: &world, dir: world.Dir, v: &Verdict{}}
	c := new(call)
	c.fill(j, cmd, cmd.Argv, nil)
	return c
}

func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		line string // words parted by blanks
		opts string // options asked for; those found, with values
		ops  string
	}{
		{"rm -rf a", "-r -f", "a"},
		{"rm a -fr b", "-r -f", "a b"},
		{"rm --rec --for a", "-R --recursive --force", "a"},
		{"rm -- -rf", "", "-rf"},
		{"rm -f -- -r", "-f", "-r"},
		{"rm ./-rf", "", "./-rf"},
		{"rm -", "", "-"},
		{"/usr/bin/../bin/rm -r a", "-r", "a"},
		{"git -C x -c a=b push -f", "-C=x -c=a=b -f", "push"},
		{"git --git-dir x push --force origin", "--git-dir=x --force", "push origin"},
		{"git --git-dir=x push", "--git-dir=x", "push"},
		{"git clean -e pat -fd", "-e=pat -f -d", "clean"},
		{"git commit -m push -a", "-m=push -a", "commit"},
		{"git commit -mpush", "-m=push", "commit"},
		{"docker -H tcp://x rm -f y", "-H=tcp://x -f", "rm y"},
		{"docker --context p system prune -af", "--context=p -a -f", "system prune"},
		{"kubectl --context x delete ns y", "--context=x", "delete ns y"},
		{"kubectl delete -n a pod b", "-n=a", "delete pod b"},
		{"terraform -chdir=x apply -auto-approve", "-chdir=x --auto-approve", "apply"},
		{"curl -sXPOST -dx=1 u", "-s -X=POST -d=x=1", "u"},
		{"curl --data-binary @f u", "--data-binary=@f", "u"},
		{"sudo -kS ls", "-k -S", "ls"},
		{"sudo -uS ls", "-u=S", "ls"},
		{"mysql -p -e x db", "-p -e=x", "db"},
		{"mysql -psecret -e x", "-p=secret -e=x", ""},
		{"sed -i.bak -e s/a/b/ f", "-i=.bak -e=s/a/b/", "f"},
		{"sed -i s/a/b/ f", "-i", "s/a/b/ f"},
		{"echo -n --x", "", "-n --x"},
		{"unheard-of -x a", "-x", "a"},
		{"cp --target-dir d a", "--target-directory=d", "a"},
		{"cp --ta d a", "--target-directory=d", "a"},
		{"ag --conte 3 a", "--context=3", "a"}, // the list has others before it that end so
		{"ag --onte 3 a", "", "3 a"},
	} {
		c := callOf(strings.Fields(tt.line)...)
		var opts []string
		for _, o := range strings.Fields(tt.opts) {
			name, value, _ := strings.Cut(o, "=")
			got, ok := c.option(name)
			if name == "-R" && !ok {
				opts = append(opts, name) // asked for, rightly not there
				continue
			}
			if !ok {
				opts = append(opts, "no "+name)
				continue
			}
			if got.has {
				name += "=" + got.value.lit
			} else if value != "" {
				name += " without a value"
			}
			opts = append(opts, name)
		}
		var ops []string
		for _, a := range c.ops {
			ops = append(ops, a.lit)
		}
		if g, w := strings.Join(opts, " "), tt.opts; g != w {
			t.Errorf("%s: options %s, want %s", tt.line, g, w)
		}
		if g := strings.Join(ops, " "); g != tt.ops {
			t.Errorf("%s: operands %q, want %q", tt.line, g, tt.ops)
		}
	}
}

// TestValues: an option is found by the names that its program gives it, abbreviated
// where that takes abbreviations.
func TestValues(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"docker run --volume=/a -v /b c", "/a /b"},
		{"docker run --volu=/a c", ""},
		{"rsync --volu=/a b c", "/a"},
		{"unheard-of --volume=/a --volu=/b", "/a /b"},
		{"docker run --volume", ""},
	} {
		var got []string
		callOf(strings.Fields(tt.line)...).values(func(v arg) { got = append(got, v.lit) }, "-v", "--volume")
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, g, tt.want)
		}
	}
}

// TestReread: before the sub-command an option that is not known to take a value
// there is a switch, too.
func TestReread(t *testing.T) {
	for _, tt := range []struct {
		line  string
		again bool
		ops   string
	}{
		{"gh pr merge", false, "pr merge"},
		{"gh pr -X a merge", false, "pr merge"},
		{"gh -R a pr merge", false, "pr merge"},
		{"gh -X a pr merge", true, "a pr merge"},
		{"gh -R a -X b pr merge", true, "b pr merge"},
		{"gh -Xa pr merge", true, "pr merge"},
		{"git -C a push", false, "push"},
		{"unheard-of -X a", false, "a"},
	} {
		c := callOf(strings.Fields(tt.line)...)
		again := c.reread()
		var ops []string
		for _, a := range c.ops {
			ops = append(ops, a.lit)
		}
		if g := strings.Join(ops, " "); again != tt.again || g != tt.ops || c.reread() {
			t.Errorf("%s: again %v, operands %q, want %v, %q", tt.line, again, g, tt.again, tt.ops)
		}
	}
}

// TestAfter: of a word that is partly known the known head is cut off, and nothing else.
func TestAfter(t *testing.T) {
	for _, tt := range []struct {
		word string
		n    int
		text shellparse.Text
		many bool
		want arg
	}{
		{text: "-Ca", n: 2, want: arg{Text: "a", lit: "a", exact: true}},
		{text: "-C", n: 2, want: arg{exact: true}},
		{text: "-C", n: 3, want: arg{exact: true}},
		{text: "-C", many: true, n: 2, want: arg{many: true}},
		{text: "-Ca", many: true, n: 2, want: arg{Text: "a", lit: "a", many: true}},
		{text: "-C\x00u\x80a", n: 2, want: arg{Text: "\x00u\x80a", lit: "*a"}},
		{text: "-C\x00u\x80a", n: 3, want: arg{Text: "-C\x00u\x80a", lit: "a"}},
		{text: "\x00u\x80a", n: 1, want: arg{Text: "\x00u\x80a", lit: "a"}},
	} {
		a := arg{Text: tt.text, many: tt.many}
		if a.lit, a.exact = tt.text.Exact(); !a.exact {
			a.lit = tt.text.String()
		}
		a.exact = a.exact && !tt.many
		if got := a.after(tt.n); got != tt.want {
			t.Errorf("%q after %d: %+v, want %+v", tt.text, tt.n, got, tt.want)
		}
	}
}

func TestProgramNames(t *testing.T) {
	for _, tt := range []struct{ word, name string }{
		{"rm", "rm"}, {"/bin/rm", "rm"}, {"/usr/bin/../bin/rm", "rm"}, {"python3.12", "python"}, {"python3", "python"}, {"pip3", "pip"},
		{"gcc-12", "gcc"}, {"lua5.4", "lua"}, {"sha256sum", "sha256sum"}, {"bzip2", "bzip2"}, {"base64", "base64"}, {"RM", "rm"}, {"DROP", "DROP"}, {"mkfs.ext4", "mkfs.ext4"}, {"sqlite3", "sqlite3"},
	} {
		if c := callOf(tt.word, "x"); c.name != tt.name || c.prog == nil {
			t.Errorf("%s is %s (known: %v), want %s", tt.word, c.name, c.prog != nil, tt.name)
		}
	}
	if c := callOf("unheard-of2"); c.prog != nil || c.name != "unheard-of2" {
		t.Errorf("%s, known: %v", c.name, c.prog != nil)
	}
}

func TestHasWord(t *testing.T) {
	for _, tt := range []struct {
		list, word string
		want       bool
	}{
		{"a bc d", "bc", true}, {"a bc d", "b", false}, {"abc bc", "bc", true}, {"", "a", false}, {"a", "", false}, {"xa a", "a", true}, {"a-b", "a", false},
	} {
		if got := hasWord(tt.list, tt.word); got != tt.want {
			t.Errorf("hasWord(%q, %q) = %v", tt.list, tt.word, got)
		}
	}
}
