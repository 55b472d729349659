package main

import (
	"os"
	"path/filepath"
	"testing"
)

// An agent in a person's terminal: there the person is asked, and on terminals
// that the agent makes nobody. A person's own script is the person's.
func TestPromptHandmade(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	need(t, "script")
	term := newTerminal(t)
	for name, text := range map[string]string{
		"agent": "#!/usr/bin/env python3\nimport subprocess, sys\nsys.exit(subprocess.run(['bash', '-c', sys.argv[1]]).returncode)\n",
		"pty": `#!/usr/bin/env python3
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp('hermes-exec', ['hermes-exec', '-c', 'git push'])
seen = b''
while True:
    try:
        got = os.read(fd, 1000)
    except OSError:
        break
    seen += got
    if b'help >' in got:
        os.write(fd, b'y')
print('inner=%d' % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), b'nobody knows who types' in b' '.join(seen.split()))
`,
	} {
		if err := os.WriteFile(filepath.Join(term.dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"./agent \"hermes-exec -c 'git push'\"",
		"script -qec \"hermes-exec -c 'git push'\" /dev/null",
		"script -qec \"./agent \\\"hermes-exec -c 'git push'\\\"\" /dev/null",
	} {
		for key, status := range map[string]string{"y": "0", "n": "126"} {
			term.ask(t, line)
			term.keys(key)
			term.ended(t, status, key == "y")
			term.forget()
		}
	}
	term.run("./agent ./pty")
	shown(t, term.ended(t, "0", false), "inner=126 True")
	term.run("./agent 'yes y | head -100 | script -qec \"hermes-exec -c \\\"git push\\\"\" /dev/null'")
	shown(t, term.ended(t, "126", false), "nobody knows who types on it")
	term.run("./agent 'setsid -w ./pty'")
	shown(t, term.ended(t, "0", false), "inner=126 True")
}
