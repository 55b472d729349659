package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/usage/usagetest"
)

// What is documented is taken, and the reverse.
func TestFlagsAgree(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	usagetest.Agree(t, program(), path, ".")
}

func TestManuals(t *testing.T) {
	t.Parallel()
	for _, date := range []string{"", "2026-01-02"} {
		usagetest.Shows(t, program().Man(date))
		usagetest.Shows(t, policyPage.Man(date))
	}
}

// What the shells themselves offer at the end of a line. all: nothing else.
var completions = []struct {
	line string
	want string // words
	not  string
	all  bool
}{
	{line: "hermes-exec ch", want: "check", all: true},
	{line: "hermes-exec ", want: "check explain mcp policy audit init shim doctor completion help version script.sh"},
	{line: "hermes-exec --mo", want: "--mode", all: true},
	{line: "hermes-exec --mode ", want: "manual smart off cron", all: true},
	{line: "hermes-exec --mode sm", want: "smart", all: true},
	{line: "hermes-exec --mode smart che", want: "check", all: true},
	{line: "hermes-exec --mode check --y", want: "--yolo", all: true},
	{line: "hermes-exec --yolo sc", want: "script.sh", not: "scriptreplay"},
	{line: "hermes-exec script.sh ", want: "script.sh", not: "check"},
	{line: "hermes-exec mcp ", want: "run list stop clean", all: true},
	{line: "hermes-exec mcp run --wai", want: "--wait", all: true},
	{line: "hermes-exec mcp list --j", want: "--json", not: "--wait", all: true},
	{line: "hermes-exec check --preset ", want: "standard strict", all: true},
	{line: "hermes-exec audit ", want: "tail show verify stats", all: true},
	{line: "hermes-exec completion ", want: "bash zsh fish", all: true},
	{line: "hermes-exec completion z", want: "zsh", all: true},
	{line: "hermes-exec init ", want: "pi qwen"},
	{line: "hermes-exec policy allow --fo", want: "--for", all: true},
	{line: "hermes-exec policy check scr", want: "script.sh", all: true},
	{line: "hermes-exec help doc", want: "doctor", all: true},
	{line: "hermes-exec -- hermes-conf", want: "hermes-confirmd"},
	{line: "hermes-exec --yolo -- hermes-conf", want: "hermes-confirmd"},
	{line: "hermes-exec mcp run files -- hermes-conf", want: "hermes-confirmd"},
	{line: "hermes-exec -- cat sc", want: "script.sh"},
}

func TestCompletions(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			for _, tc := range completions {
				got := usagetest.Completes(t, program(), shell, tc.line)
				for _, word := range strings.Fields(tc.want) {
					if !offers(got, word) {
						t.Errorf("%q: %s is not offered: %q", tc.line, word, got)
					}
				}
				for _, word := range got {
					if word = strings.Trim(word, "= "); slices.Contains(strings.Fields(tc.not), word) || tc.all && !slices.Contains(strings.Fields(tc.want), word) {
						t.Errorf("%q: %s is offered", tc.line, word)
					}
				}
			}
		})
	}
}

// offers reports whether a word is among those offered; zsh puts the = of a value behind it.
func offers(got []string, word string) bool {
	return slices.Contains(got, word) || slices.Contains(got, word+"=")
}

// Folders alone are offered where a folder is wanted.
func TestCompletesFolders(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			got := usagetest.Completes(t, program(), shell, "hermes-exec shim ")
			if len(got) != 1 || !strings.HasPrefix(strings.ReplaceAll(got[0], `\`, ""), "a folder") {
				t.Errorf("%q", got)
			}
		})
	}
}
