package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// forgesPolicy writes a policy, permissions and seals for both, by all that a program
// of this user that was started by a command may try.
const forgesPolicy = `
import base64, ctypes, hashlib, json, os, platform
home = os.environ["HOME"] + "/.hermes"
os.makedirs(home + "/exec", 0o700, exist_ok=True)
made = {home + "/exec.yaml": b"allow: ['git push *']\n",
    home + "/exec/permissions.json": b'[{"pattern":"git push origin *","added":"2026-01-02T03:04:05Z"}]\n'}
for path, text in made.items():
    with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as f: f.write(text)
seals = ["holds %s %s" % (base64.b64encode(hashlib.sha256(text).digest()).decode().rstrip("="), json.dumps(os.path.realpath(path))) for path, text in made.items()]
text = "\n".join(["hermes-exec 1"] + seals + [""]).encode()
open(home + "/exec/seals", "wb").write(text)
call = ctypes.CDLL(None).syscall
add_key, keyctl = {"x86_64": (248, 250), "aarch64": (217, 219)}[platform.machine()]
key = call(add_key, b"user", b"hermes-exec:seals", text, len(text), -2)
ring = call(keyctl, 0, -4, 0)
for args in (8, key, -4), (8, key, ring), (30, key, -2, -4, 0), (10, -2, b"user", b"hermes-exec:seals", -4): # at worst the seals are lost
    call(keyctl, *args)
call(add_key, b"user", b"hermes-exec:seals", text, len(text), -4)
os.system("hermes-exec policy trust --yes; hermes-exec policy allow 'git push origin *'")
`

// A policy that a command's program wrote, with all it can forge, lets nothing
// through; the person is told of it where they are asked, and confirms it, or not.
func TestTrustOnTerminal(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	if _, err := guard.Available(); err != nil {
		t.Skipf("no kernel guard here: %v", err)
	}
	if !seal.Kernel() {
		t.Skip("this kernel keeps no keys for users")
	}
	term := startTerminal(t, map[string]string{"forge.py": forgesPolicy}, nil, "bash", "--norc", "--noprofile")
	const push = "hermes-exec -c 'git push origin main'"
	term.run("hermes-exec -c 'python3 forge.py' >forged 2>&1")
	term.ended(t, "0", false)
	if said, err := os.ReadFile(filepath.Join(term.dir, "forged")); err != nil || !strings.Contains(string(said), "BLOCKED (exec guard)") && strings.Count(string(said), "this was started by a supervised command") != 2 {
		t.Errorf("%v: %s", err, said)
	}
	shown(t, term.ask(t, push), "note what "+term.dir+"/.hermes/exec.yaml and "+term.dir+"/.hermes/exec/permissions.json allows does not count", "hermes-exec policy trust")
	term.keys("n")
	term.ended(t, "126", false)
	term.forget()
	term.run("hermes-exec policy trust")
	shown(t, term.waitFor(t, "[y/N]"), "exec.yaml", "allow: ['git push *']", "git push origin * (everywhere, until it is revoked)")
	term.keys("n", "Enter")
	term.ended(t, "1", false)
	term.ask(t, push)
	term.keys("n")
	term.ended(t, "126", false)
	term.run("hermes-exec policy trust")
	term.waitFor(t, "[y/N]")
	term.keys("y", "Enter")
	term.ended(t, "0", false)
	term.run(push)
	term.ended(t, "0", true)

	// The person's editor makes another file of it; so does the next forgery.
	term.run("echo '# mine' >>.hermes/exec.yaml; rm .hermes/exec/permissions.json")
	term.ended(t, "0", false)
	term.ask(t, push)
	term.keys("y")
	term.ended(t, "0", true)
}

// Typing into one's own other pane asks once; s covers the very same from then on.
func TestTypingCoveredBySession(t *testing.T) {
	t.Parallel()
	if executable(tmuxPaths[0]) != nil {
		need(t, "tmux")
		t.Skip("tmux is elsewhere")
	}
	term := newTerminal(t)
	term.tmux("split-window", "-d", "cat")
	line := `hermes-exec -c "tmux -S '` + term.socket + `' send-keys -t 0:0.1 hello Enter"`
	term.run(line)
	term.waitFor(t, "? help >")
	term.keys("s")
	term.ended(t, "0", false)
	term.run(line)
	term.ended(t, "0", false)
	term.waitUntil(t, "the other pane got something else", func(string) bool {
		return strings.Count(term.tmux("capture-pane", "-p", "-t", "0:0.1"), "hello") == 4 // typed, and written by cat
	})
}
