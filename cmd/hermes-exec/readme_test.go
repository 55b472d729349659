package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// told are the commands that the README tells its readers to run, in `…` and in
// blocks of sh.
func told(t interface{ Fatal(...any) }) map[string]bool {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]bool{}
	rest := regexp.MustCompile("(?s)\n```(\\w*)\n(.*?)```").ReplaceAllStringFunc(string(text), func(block string) string {
		lines := strings.Split(strings.Trim(block, "`\n"), "\n")
		for _, line := range lines[1:] {
			if command, _, _ := strings.Cut(line, "  #"); lines[0] == "sh" {
				commands[strings.TrimSpace(command)] = true
			}
		}
		return ""
	})
	for _, span := range regexp.MustCompile("`((?:hermes-exec|hermes-confirmd|scripts/|SHELL=)[^`]*)`").FindAllStringSubmatch(rest, -1) {
		commands[span[1]] = true
	}
	return commands
}

// The scripts of the README are there, and bash can read them. Most take minutes;
// test is what runs this, install and pictures have tests of their own.
func TestReadmeScripts(t *testing.T) {
	t.Parallel()
	need(t, "bash")
	for command := range told(t) {
		if script, _, _ := strings.Cut(command, " "); strings.HasPrefix(script, "scripts/") {
			if out, err := exec.Command("bash", "-n", filepath.Join("..", "..", script)).CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", command, err, out)
			}
			if _, err := exec.LookPath(filepath.Join("..", "..", script)); err != nil {
				t.Error(err)
			}
		}
	}
}

// cmdReadme is `readme STATUS COMMAND [NAME=VALUE…] [WORD…]`: the README has that
// command, and it ends with that status when a shell runs it with the words put
// for the names, and behind it. Status - is for one that was started otherwise.
// Without arguments it says which command of the README has not been run.
func cmdReadme(ts *testscript.TestScript, neg bool, args []string) {
	ran := ts.Value(readmeRan{}).(map[string]bool)
	all := told(failing{ts})
	if len(args) == 0 {
		maps.DeleteFunc(all, func(command string, _ bool) bool { return ran[command] || strings.HasPrefix(command, "scripts/") })
		if len(all) > 0 {
			ts.Fatalf("the README's %q are not run", slices.Sorted(maps.Keys(all)))
		}
		return
	}
	if neg || len(args) < 2 {
		ts.Fatalf("usage: readme [status command [name=value…] [word…]]")
	}
	command := args[1]
	if ran[command] = true; !all[command] {
		ts.Fatalf("the README has no %s", command)
	}
	for _, word := range args[2:] {
		if name, value, found := strings.Cut(word, "="); found && strings.Contains(command, name) {
			command = strings.ReplaceAll(command, name, value)
		} else {
			command += " '" + word + "'"
		}
	}
	if args[0] == "-" {
		return
	}
	if got := ended(ts.Exec("sh", "-c", command)); got != args[0] {
		ts.Fatalf("%s ended with %s, want %s\n%s%s", command, got, args[0], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// readmeRan is the key of the commands that a script has run.
type readmeRan struct{}

type failing struct{ *testscript.TestScript }

func (f failing) Fatal(args ...any) { f.Fatalf("%v", args) }
