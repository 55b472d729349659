package tiers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocuments runs every case of the source documents under both presets.
func TestDocuments(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "testdata", "tiers", "documents.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, line := range strings.Split(string(b), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < 7 {
			t.Fatalf("line %d has %d fields", i+1, len(f))
		}
		action, text, why := f[1], strings.ReplaceAll(f[2], `\n`, "\n"), ""
		if action == "-" {
			action = ""
		}
		if len(f) > 7 {
			why = f[7]
		}
		var document, strict, standard Tier
		for k, p := range []*Tier{&document, &strict, &standard} {
			if err := p.UnmarshalText([]byte(f[3+k])); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
		}
		if strict < document {
			t.Errorf("line %d: strict is lower than the document", i+1)
		}
		if standard < document && why == "" {
			t.Errorf("line %d: standard is lower than the document and does not say why", i+1)
		}
		n++
		for _, want := range []struct {
			preset string
			tier   Tier
		}{{Strict, strict}, {Standard, standard}} {
			v := Judge(parse(text), &world, Options{Action: action, Preset: want.preset})
			if v.Tier != want.tier {
				t.Errorf("line %d: %q, action %q, %s: %s, want %s", i+1, text, action, want.preset, names(v), want.tier)
			}
			if want.preset == Standard && v.Decision != f[6] {
				t.Errorf("line %d: %q: %s, want %s", i+1, text, v.Decision, f[6])
			}
		}
	}
	if n < 150 {
		t.Errorf("%d cases", n)
	}
}
