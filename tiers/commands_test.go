package tiers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommands runs a table of whole commands, everyday ones and dangerous ones.
func TestCommands(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "testdata", "tiers", "commands.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for i, line := range strings.Split(string(b), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		want, text, _ := strings.Cut(line, "\t")
		if strings.Contains(text, "<<EOT") {
			text = strings.ReplaceAll(text, `\n`, "\n")
		}
		n[want]++
		v := judged(text, Standard)
		switch {
		case v.Decision == want, want == Ask && v.Decision == Block:
		default:
			t.Errorf("line %d: %s: %s %s, want %s\n%s", i+1, text, v.Decision, names(v), want, argvs(parse(text)))
		}
	}
	for _, want := range []string{Allow, Ask, Block} {
		if n[want] < 100 {
			t.Errorf("%d commands to %s", n[want], want)
		}
	}
}
