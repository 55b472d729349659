// Package usagetest holds what a program says about itself (package usage)
// against what it does: the flags it takes, the completions in the shells they
// are for, the manual in the programs that show manuals.
package usagetest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
)

// Agree runs the program with every flag that it has anywhere, at every verb: it
// takes those that are documented there and no other. Nothing comes of it, for a
// flag that does not exist stands behind each. folder is that of the program's
// source; internal are flags that the program keeps to itself.
func Agree(t *testing.T, p *usage.Program, path, folder string, internal ...string) {
	t.Helper()
	names := declared(t, folder)
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(internal, n) })
	var try func(before []string, documented []*usage.Flag, verbs []usage.Verb)
	try = func(before []string, documented []*usage.Flag, verbs []usage.Verb) {
		for i := range verbs {
			v := &verbs[i]
			try(append(before[:len(before):len(before)], v.Name), v.Flags, v.Verbs)
		}
		if len(verbs) > 0 && len(before) > 0 {
			return // a verb is wanted there, before any flag
		}
		for _, f := range documented {
			if !slices.Contains(names, f.Name) {
				t.Errorf("%s %s: --%s is documented, and no flag", p.Name, strings.Join(before, " "), f.Name)
			}
		}
		for _, name := range names {
			at := slices.IndexFunc(documented, func(f *usage.Flag) bool { return f.Name == name })
			if len(before) == 0 && at < 0 && len(name) == 1 {
				continue // a shell's
			}
			arg := "--" + name
			if at < 0 || documented[at].Value != "" {
				arg += "=" + sample(documented, at)
			}
			taken, said := takes(t, path, append(before[:len(before):len(before)], arg))
			switch {
			case taken && at < 0:
				t.Errorf("%s %s: --%s is taken, and not documented there: %s", p.Name, strings.Join(before, " "), name, said)
			case !taken && at >= 0:
				t.Errorf("%s %s: --%s is documented there, and not taken: %s", p.Name, strings.Join(before, " "), name, said)
			}
		}
	}
	try(nil, p.Flags, p.Verbs)
}

// takes reports whether it is the flag behind the last argument that is complained about.
func takes(t *testing.T, path string, args []string) (taken bool, said string) {
	t.Helper()
	const unknown = "--no-such-flag"
	c := exec.Command(path, append(args, unknown)...)
	home := t.TempDir()
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "HERMES_HOME=" + filepath.Join(home, "h")}
	out, err := c.CombinedOutput()
	if err == nil {
		t.Fatalf("%v %s: it succeeded", args, unknown)
	}
	text := string(bytes.TrimSpace(out))
	return strings.Contains(text, unknown[1:]) || strings.Contains(text, "invalid value") || strings.Contains(text, "invalid boolean"), text
}

func sample(documented []*usage.Flag, at int) string {
	if at >= 0 && len(documented[at].Words) > 0 {
		return documented[at].Words[0]
	}
	return "1"
}

// declared are the names of all flags in the source, as package flag is told of them.
func declared(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no source: %v", folder, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if name := declaration(n); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
			return true
		})
	}
	if len(names) < 3 {
		t.Fatalf("%s: only the flags %v are found", folder, names)
	}
	return names
}

// declaration is the name of the flag that a call declares: Bool("x", …), or
// BoolVar(&x, "x", …).
func declaration(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	at := 0
	name, isVar := strings.CutSuffix(method.Sel.Name, "Var")
	if isVar {
		at = 1
	}
	kinds := []string{"Bool", "String", "Int", "Int64", "Uint", "Uint64", "Float64", "Duration", "Func", "BoolFunc", "Text", ""}
	if !slices.Contains(kinds, name) || len(call.Args) < at+2 {
		return ""
	}
	literal, ok := call.Args[at].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(literal.Value)
	if strings.ContainsAny(text, " %\n") { // slog.String and its like
		return ""
	}
	return text
}
