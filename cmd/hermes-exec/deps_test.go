package main

import (
	"debug/buildinfo"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/deptest"
)

// root is the module's folder.
const root = "../.."

// Arrows go down only. Each row: what a package may import of ours; the
// folders below a name with /... are held to the same.
var arrows = []struct {
	pkg string
	may []string
}{
	{"shellparse/...", nil}, // its rooms can be understood, and tested, without a shell
	{"shellparse/pure", []string{"shellparse/text"}},
	{"shellparse", []string{"shellparse/inline", "shellparse/pure", "shellparse/text"}},
	{"tiers/...", []string{"tiers", "shellparse"}}, // tiers/policy makes rules of YAML
	{"lock", nil}, // the MCP lock is of use to others, alone
	{"supervisor", []string{"tiers", "shellparse"}}, // its children are handed in by cmd
	{"supervisor/...", []string{"supervisor", "supervisor/procs", "supervisor/seal", "supervisor/system", "tiers", "shellparse", "lock"}},
	{"supervisor/seal", nil}, // what it says depends on nothing of ours
	{"supervisor/system", nil},
	{"supervisor/policyfile", []string{"tiers/policy", "supervisor/seal"}},
	{"supervisor/notify", []string{"tiers"}}, // it is handed what it tells, made printable
	{"supervisor/confirm", []string{"supervisor/confirm/store", "supervisor/procs", "supervisor/seal", "supervisor/system", "tiers", "lock"}}, // a daemon that knows of no command
	{"supervisor/confirm/store", []string{"tiers"}},
	{"supervisor/confirm/page", []string{"supervisor/confirm", "supervisor/confirm/store", "supervisor/approve", "supervisor", "tiers"}}, // it shows what the prompt does
}

// What a package must not import itself, and why.
var imports = []struct {
	pkg, banned, why string
}{
	{"shellparse/...", "os/exec", "it is pure: no process"},
	{"shellparse/...", "net", "it is pure: no network"},
	{"shellparse/...", "unsafe", "it reads what an attacker wrote"},
	{"tiers/...", "os/exec", "it is pure: facts come in as plain structs"},
	{"tiers/...", "net", "it is pure: facts come in as plain structs"},
	{"tiers/...", "unsafe", "it reads what an attacker wrote"},
}

// What must not be linked into the wrapper, by whatever way.
var links = map[string]string{
	"net/http":     "costs 0.3 ms at every start; what needs it lives in hermes-confirmd",
	"crypto/tls":   "costs 0.3 ms at every start; what needs it lives in hermes-confirmd",
	"database/sql": "only confirm/store keeps a database",
	"github.com/modelcontextprotocol/go-sdk/mcp": "it is the client of tests",
}

// under reports whether path (without the module) is meant by pattern.
func under(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix && prefix != "supervisor" || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func TestArrowsGoDown(t *testing.T) {
	t.Parallel()
	for _, p := range deptest.List(t, root, "./...") {
		path := strings.TrimPrefix(p.ImportPath, deptest.Module+"/")
		may, held := []string(nil), false
		for _, row := range arrows { // the last row that fits is the closest
			if under(path, row.pkg) {
				may, held = row.may, true
			}
		}
		if !held && !strings.HasPrefix(path, "cmd/") && !strings.HasPrefix(path, "scripts/") {
			t.Errorf("%s: a room that DESIGN does not name", path)
		}
		for _, imp := range p.Imports {
			ours, ok := strings.CutPrefix(imp, deptest.Module+"/")
			if ok && held && !slices.Contains(may, ours) {
				t.Errorf("%s imports %s; it may import %v", path, ours, may)
			}
			if imp == "database/sql" && path != "supervisor/confirm/store" {
				t.Errorf("%s imports database/sql: only supervisor/confirm/store keeps a database", path)
			}
		}
		for _, row := range imports {
			if under(path, row.pkg) && slices.Contains(p.Imports, row.banned) {
				t.Errorf("%s imports %s: %s", path, row.banned, row.why)
			}
		}
	}
}

func TestWrapperLinks(t *testing.T) {
	t.Parallel()
	deptest.Links(t, root, "./cmd/hermes-exec", deptest.Module+"/supervisor", links)
}

// Cgo makes a start 1 ms slower, and comes by itself with os/user and net where
// there is a C compiler: it is switched off wherever the programs are built.
func TestNoCgo(t *testing.T) {
	for _, program := range []string{"hermes-exec", "hermes-confirmd"} {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		wantNoCgo(t, path)
	}
	if self, err := os.Executable(); err != nil {
		t.Error(err)
	} else if os.Getenv("CI") == "true" { // scripts/test has it so for all tests
		wantNoCgo(t, self)
	}
}

func wantNoCgo(t *testing.T, program string) {
	t.Helper()
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "0"}) {
		t.Errorf("%s was not built with CGO_ENABLED=0: %v", program, info.Settings)
	}
}

func TestNoWorkAtStart(t *testing.T) { deptest.NoWorkAtStart(t, "hermes-exec", "--version") }

// A verdict is a function of its arguments, so nothing in the pure rooms asks
// what time it is.
func TestPureRoomsHaveNoClock(t *testing.T) {
	t.Parallel()
	for _, p := range deptest.List(t, root, "./shellparse/...", "./tiers/...") {
		for _, name := range p.GoFiles {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if pkg, ok := s.X.(*ast.Ident); ok && pkg.Name == "time" && (s.Sel.Name == "Now" || s.Sel.Name == "Since" || s.Sel.Name == "Until") {
						t.Errorf("%s: time.%s", set.Position(s.Pos()), s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}
