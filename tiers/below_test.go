package tiers

import (
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Every rule that holds below a command is one that a watched program comes past.
func TestWatchedBelow(t *testing.T) {
	for g := guard(1); g < 1<<numGuards; g <<= 1 {
		for _, r := range rulesOf(g) {
			if (r.Hardline || r.Below) && g&watchedBelow == 0 && len(r.Match.Programs) == 0 {
				t.Errorf("%s holds below a command, and programs of its group are not watched", r.ID)
			}
			for _, name := range r.Match.Programs {
				p := programOf(name)
				if (r.Hardline || r.Below) && p != nil && p.guards&g != 0 && !WatchesBelow(name) {
					t.Errorf("%s holds below a command, and %s is not watched", r.ID, name)
				}
			}
		}
	}
	for _, name := range []string{"sh", "bash", "rm", "dd", "find", "xargs", "env", "git", "kubectl", "psql", "mkfs.ext4", "python3", "shutdown", "ld-linux-x86-64.so.2", "coreutils"} {
		if !WatchesBelow(name) {
			t.Errorf("%s is not watched", name)
		}
	}
	for _, name := range []string{"true", "echo", "ls", "expr", "dirname", "no-such-program"} {
		if WatchesBelow(name) {
			t.Errorf("%s is watched: each start of it would be slower", name)
		}
	}
}

func TestIsTransport(t *testing.T) {
	for text, want := range map[string]bool{
		"git remote-https origin https://example.com/x": true,
		"ssh -o SendEnv=X host git-receive-pack 'a'":    true,
		"ssh host git-upload-pack 'a'":                  false, // which reads there
		"git push origin main":                          false,
		"git remote -v":                                 false,
		"git-receive-pack /srv/x.git":                   false, // a folder
		"git":                                           false,
	} {
		if got := IsTransport(strings.Fields(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestTracesCalls(t *testing.T) {
	for text, want := range map[string]string{
		"strace -f ls": "", "strace --seccomp-bpf -f ls": "strace", "rr record ls": "rr", "cd x && /usr/bin/proot ls": "proot", "ls rr": "",
	} {
		if got := TracesCalls(shellparse.Parse(text, shellparse.Options{})); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestWatchesWords(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want bool
	}{
		{[]string{"cp", "a", "b"}, false},
		{[]string{"cp", "image", "/dev/sda"}, true},
		{[]string{"cc", "-c", "x.c", "-o", "x.o"}, false},
		{[]string{"cat", "/opt/agent/exec/confirmd.token"}, true},
		{[]string{"cat", "/home/u/.hermes/exec/confirmd.token"}, true},
		{[]string{"tee", "/proc/sysrq-trigger"}, true},
		{[]string{"rm", "x"}, true},
		{[]string{"mkfs.ext4", "sda"}, true},
		{[]string{"git", "push"}, true},
	} {
		if got := WatchesWords(tt.argv[0], tt.argv[1:], "/opt/agent"); got != tt.want {
			t.Errorf("%q: %v", tt.argv, got)
		}
	}
}
