package main

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// The rows with c are also given to the real bash, see TestInvocationIsBash.
var invocations = []struct {
	args     string // words separated by spaces
	want     string // letters: c s i l p(rints) r(cfile)
	operands string
}{
	{"-c X", "c", "X"},
	{"-c X name a", "c", "X name a"},
	{"-lc X", "cl", "X"},
	{"-ec X", "c", "X"},
	{"-euxc X", "c", "X"},
	{"-ceux X", "c", "X"},
	{"-c -e X", "c", "X"},
	{"-c -- X", "c", "X"},
	{"-c - X", "c", "X"},
	{"-e -u -c X", "c", "X"},
	{"+x -c X", "c", "X"},
	{"-c +x X", "c", "X"},
	{"-o pipefail -c X", "c", "X"},
	{"-eo pipefail -c X", "c", "X"},
	{"-euo pipefail -c X", "c", "X"},
	{"-co pipefail X", "c", "X"},
	{"-oc pipefail X", "c", "X"},
	{"+o posix -c X", "c", "X"},
	{"-O extglob -c X", "c", "X"},
	{"+O extglob -c X", "c", "X"},
	{"-oO pipefail extglob -c X", "c", "X"},
	{"--norc -c X", "c", "X"},
	{"-norc -c X", "c", "X"},
	{"--norc --noprofile -lc X", "cl", "X"},
	{"--login -c X", "cl", "X"},
	{"-login -c X", "cl", "X"},
	{"--posix -c X", "c", "X"},
	{"--rcfile f -c X", "cr", "X"},
	{"-rcfile f -c X", "cr", "X"},
	{"--init-file -c -c X", "cr", "X"},
	{"-ic X", "ci", "X"},
	{"-s a b", "s", "a b"},
	{"-", "", ""},
	{"", "", ""},
	{"file a -c", "", "file a -c"},
	{"-e file -c X", "", "file -c X"},
	{"-x -- -c", "", "-c"},
	{"--version", "p", ""},
	{"--help", "p", ""},
	{"-c", "c", ""},
}

func TestReadInvocation(t *testing.T) {
	t.Parallel()
	for _, tt := range invocations {
		inv, err := readInvocation(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		got := ""
		for _, f := range []struct {
			set    bool
			letter string
		}{{inv.command, "c"}, {inv.stdin, "s"}, {inv.interactive, "i"}, {inv.login, "l"}, {inv.prints, "p"}, {inv.rcfile, "r"}} {
			if f.set {
				got += f.letter
			}
		}
		if got != tt.want || !reflect.DeepEqual(inv.operands, strings.Fields(tt.operands)) {
			t.Errorf("%s: flags %q operands %q, want %q %q", tt.args, got, inv.operands, tt.want, tt.operands)
		}
	}
}

var refusedInvocations = []string{
	"--nonsense -c X", // not bash's
	"-c --norc X",     // too late: bash reads it as letters
	"-cZ X",
	"-e --posix -c X",
	"--rcfile",
}

func TestReadInvocationRefuses(t *testing.T) {
	t.Parallel()
	for _, args := range refusedInvocations {
		if inv, err := readInvocation(strings.Fields(args)); err == nil {
			t.Errorf("%s: read as %+v", args, inv)
		} else if exitStatus(err) != exitFailure {
			t.Errorf("%s: exit status %d, want %d", args, exitStatus(err), exitFailure)
		}
	}
}

// The real bash runs the word we would judge, with the arguments we would
// judge it with, and refuses what we refuse.
func TestInvocationIsBash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bash := func(words string) (string, error) {
		args := strings.Fields(words)
		for i := range args {
			if args[i] == "X" {
				args[i] = `echo ran "$0" "$@"`
			}
		}
		c := exec.Command("bash", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "HOME="+dir)
		out, err := c.Output()
		return string(out), err
	}
	for _, tt := range invocations {
		name, ok := strings.CutPrefix(tt.operands, "X")
		if !ok {
			continue
		}
		if name == "" {
			name = " bash"
		}
		if out, err := bash(tt.args); err != nil || out != "ran"+name+"\n" {
			t.Errorf("bash %s: %q, %v", tt.args, out, err)
		}
	}
	for _, args := range refusedInvocations {
		if out, err := bash(args); err == nil {
			t.Errorf("bash %s: is taken, and prints %q", args, out)
		}
	}
}
