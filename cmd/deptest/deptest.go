// Package deptest holds the two programs to what may be in them: which packages
// are linked, and that none of ours does work before main begins.
package deptest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Module is what our packages' import paths begin with.
const Module = "github.com/hermes-exec/hermes-exec"

// Package is what `go list` says of one.
type Package struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string // by itself
	Deps       []string // and by what it imports
}

// List is `go list` in root, the module's folder.
func List(t *testing.T, root string, patterns ...string) []Package {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil && os.Getenv("CI") != "true" {
		t.Skip("go is not on PATH: the tests were built elsewhere")
	}
	c := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,Imports,Deps"}, patterns...)...)
	c.Dir = root
	c.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped
	out, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var pkgs []Package
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p Package
		if err := d.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// Links holds a program to what it must not link, by whatever way: banned are
// import paths, each with its reason. has is one that it does link, so that an
// empty list is not taken for a clean one.
func Links(t *testing.T, root, program, has string, banned map[string]string) {
	t.Helper()
	p := List(t, root, program)[0]
	for path, why := range banned {
		if slices.Contains(p.Deps, path) {
			t.Errorf("%s links %s: %s", program, path, why)
		}
	}
	if !slices.Contains(p.Deps, has) {
		t.Errorf("go list does not give what %s links: %v", program, p.Deps)
	}
}

// NoWorkAtStart asks the Go runtime which packages do work before main begins
// (GODEBUG=inittrace=1): none of ours may, for every start would pay it. args
// have the program do next to nothing.
func NoWorkAtStart(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages := 0
	for line := range strings.SplitSeq(string(out), "\n") {
		name, isInit := strings.CutPrefix(line, "init ")
		if !isInit {
			continue
		}
		packages++
		if strings.HasPrefix(name, Module) || strings.HasPrefix(name, "main ") {
			t.Errorf("work before main: %s", name)
		}
	}
	if packages == 0 {
		t.Errorf("the runtime said nothing: %s", out)
	}
}
