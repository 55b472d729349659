package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a terminal's shell integration (VS Code's and its like) sees of an
// interactive bash by a DEBUG trap and PROMPT_COMMAND is each command once, and
// nothing of the hook.
func TestInteractiveDebugTrap(t *testing.T) {
	t.Parallel()
	term := startTerminal(t, map[string]string{".bashrc": `PS1='ready> '
running=1
began() { [[ $running == 0 ]] && { running=1; echo "began $BASH_COMMAND" >>~/seen; }; }
trap 'began "$_" # first' DEBUG
ended() { echo "ended $?" >>~/seen; running=0; }
PROMPT_COMMAND=ended
`}, nil, "hermes-exec")
	for _, line := range []string{"echo one", "false", "for i in 1 2; do echo $i; done", "echo a; echo b", "echo last"} {
		term.say(t, line)
	}
	term.waitPrompt(t)
	want := "ended 0\nbegan echo one\nended 0\nbegan false\nended 1\nbegan for i in 1 2\nended 0\nbegan echo a\nended 0\nbegan echo last\nended 0\n"
	term.waitUntil(t, "the last command did not end", func(string) bool {
		seen, err := os.ReadFile(filepath.Join(term.dir, "seen"))
		return err == nil && strings.Count(string(seen), "ended") >= strings.Count(want, "ended")
	})
	if seen, err := os.ReadFile(filepath.Join(term.dir, "seen")); err != nil || string(seen) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, seen, want)
	}
}
