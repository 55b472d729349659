package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// On a terminal the visitor answers, and goes on when they are ready; the log at
// the end has what they said.
func TestDemo(t *testing.T) {
	t.Parallel()
	for key, logged := range map[string]string{"y": "allow human", "n": "deny  human"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			term := newTerminal(t)
			scratch := filepath.Join(term.dir, "scratch")
			if err := os.Mkdir(scratch, 0o700); err != nil {
				t.Fatal(err)
			}
			term.typeLine("clear; TMPDIR=$HOME/scratch hermes-exec demo; echo tour=$?.")
			screen := ""
			for !strings.Contains(screen, "tour=0.") {
				before := screen
				screen = term.waitUntil(t, "the tour does not go on", func(screen string) bool {
					end := strings.TrimSpace(screen)
					return screen != before && (strings.HasSuffix(end, "ends the tour.") || strings.HasSuffix(end, "? help >") || strings.Contains(screen, "tour=0."))
				})
				if strings.HasSuffix(strings.TrimSpace(screen), "? help >") {
					shown(t, screen, "rm -rf build", "40 files")
					term.keys(key)
				} else {
					term.keys("Enter")
				}
			}
			shown(t, screen, logged, "rm -rf build", "CRITICAL  deny  hardline")
			if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
				t.Errorf("it leaves %v, %v", left, err)
			}
		})
	}
}
