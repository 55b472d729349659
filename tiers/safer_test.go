package tiers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSafer judges every command that a rule names as the safer way, in
// backquotes: a way out that asks again is none.
func TestSafer(t *testing.T) {
	commands := 0
	for place, text := range suggestions(t) {
		for _, quoted := range regexp.MustCompile("`[^`]+`").FindAllString(text, -1) {
			commands++
			command := strings.Trim(quoted, "`")
			for _, preset := range [...]string{Standard, Strict} {
				if v := judged(command, preset); v.Tier > Low {
					t.Errorf("%s: %s is %v under %s: %v", place, command, v.Tier, preset, v.Findings)
				}
			}
		}
		if strings.Count(text, "`")%2 != 0 {
			t.Errorf("%s: a backquote is not closed: %s", place, text)
		}
	}
	if commands < 50 {
		t.Errorf("only %d commands found", commands)
	}
}

// suggestions are the values of all fields Safer in the sources of the
// package, by their place.
func suggestions(t *testing.T) map[string]string {
	found := map[string]string{}
	files := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			name, _ := field.Key.(*ast.Ident)
			value, isText := field.Value.(*ast.BasicLit)
			if name == nil || name.Name != "Safer" || !isText {
				return true
			}
			text, err := strconv.Unquote(value.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[files.Position(value.Pos()).String()] = text
			return true
		})
	}
	return found
}
