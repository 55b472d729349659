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
