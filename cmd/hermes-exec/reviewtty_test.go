package main

import (
	"os"
	"strings"
	"testing"
)

// At the terminal a person answers, at the tier the reviewer has raised it to,
// and sees what it says: as text, whatever is in it.
func TestTerminalReview(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	for _, tt := range []struct {
		name, mode, answer string
		asks               string   // in the line that asks; "": nobody is asked
		show               []string // on the screen with it
		key, end           string
	}{
		{"raised", "manual", `{"opinion":"raise","tier":"HIGH","reason":"it shows a \u001b[2Jscreen\u202e"}`,
			"then CRITICAL |", []string{"HIGH command", `reviewer  raise to HIGH: it shows a \x1b[2Jscreen<U+202E>`}, "n", "126"},
		{"raised to CRITICAL", "smart", `{"opinion":"raise","tier":"CRITICAL","reason":"r"}`,
			"then denied |", []string{"CRITICAL command", "reviewer  raise to CRITICAL: r"}, "y", "126"},
		{"approved, in manual", "manual", approves, "then HIGH |", []string{"MEDIUM command", "reviewer  approve: an ordinary thing"}, "y", "0"},
		{"denied", "smart", `{"opinion":"deny","reason":"no"}`, "then HIGH |", []string{"reviewer  deny: no"}, "y", "0"},
		{"prose", "smart", "Sure, go ahead!", "then HIGH |", []string{"reviewer  no opinion: the answer is no verdict"}, "n", "126"},
		{"approved, in smart", "smart", approves, "", nil, "", "0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := newReviewer(t, "", tt.answer)
			os.Remove(term.marker)
			term.typeLine("clear; HERMES_HOME='" + v.home + "' hermes-exec --mode " + tt.mode + ` -c 'git push origin main'; echo "ended=$?."`)
			if tt.asks != "" {
				screen := term.waitFor(t, tt.asks)
				for _, part := range tt.show {
					if !strings.Contains(screen, part) {
						t.Errorf("the prompt does not show %q:\n%s", part, screen)
					}
				}
				if _, err := os.Stat(term.marker); err == nil {
					t.Fatal("the command ran before anyone answered")
				}
				term.keys(tt.key)
				if tt.key == "y" && tt.end != "0" {
					term.keys("Enter")
				}
			}
			screen := term.waitFor(t, "ended="+tt.end+".")
			if _, err := os.Stat(term.marker); (err == nil) != (tt.end == "0") {
				t.Errorf("the stub says %v:\n%s", err, screen)
			}
			if asked := strings.Contains(screen, "command, needs an answer"); asked != (tt.asks != "") {
				t.Errorf("a person was asked: %v\n%s", asked, screen)
			}
		})
	}
}
