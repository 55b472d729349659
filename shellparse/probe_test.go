package shellparse

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// probeCase is a text that ends in the command probe with some words, and what
// these are: | stands between two of them, "or" between two values that one may
// have, and ? for one that is not known.
type probeCase struct{ in, want string }

// checkProbes holds each case against what the evaluator says, and that against
// what the real bash makes of the text.
func checkProbes(t *testing.T, cases []probeCase) {
	t.Helper()
	texts := make([]string, len(cases))
	for i, tc := range cases {
		texts[i] = tc.in
	}
	real := probed(t, texts)
	for i, tc := range cases {
		words := probeWords(tc.in)
		got := make([]string, len(words))
		for k, w := range words {
			got[k] = strings.Join(w, " or ")
		}
		if said := strings.Join(got, "|"); said != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.in, said, tc.want)
		} else if real != nil && !saidBy(words, real[i]) {
			t.Errorf("%s\n got  %s\nbash %q", tc.in, said, real[i])
		}
	}
}

// probeWords gives the values of each word of the last command probe.
func probeWords(text string) [][]string {
	s := Parse(text, tableOptions())
	for i := len(s.Commands) - 1; i >= 0; i-- {
		argv := s.Commands[i].Argv
		if len(argv) == 0 || !isWord(argv[0], "probe") {
			continue
		}
		out := make([][]string, len(argv)-1)
		for k, w := range argv[1:] {
			for _, value := range w.Texts {
				if value = Text(withoutUnset(s, value)); w.Many || value.HasUnknown() || value.HasGlob() {
					out[k] = []string{"?"}
					break
				}
				out[k] = append(out[k], string(value))
			}
		}
		return out
	}
	return nil
}

// saidBy reports whether words, of which ? may be anything, are what bash said;
// nil is what it says where it stops at an error.
func saidBy(words [][]string, real []string) bool {
	if slices.ContainsFunc(words, func(w []string) bool { return slices.Equal(w, []string{"?"}) }) && (real == nil || len(real) != len(words)) {
		return true
	}
	if real == nil || len(real) != len(words) {
		return false
	}
	for i, w := range words {
		if !slices.Contains(w, real[i]) && !slices.Equal(w, []string{"?"}) {
			return false
		}
	}
	return true
}

// probed gives the words that bash gives to probe in each text; nil where there
// is no bash.
func probed(t *testing.T, texts []string) [][]string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no bash to compare with")
		}
		t.Log("no bash to compare with")
		return nil
	}
	var script strings.Builder
	script.WriteString("probe() { printf '+'; [ $# = 0 ] || printf '%s\\1' \"$@\"; }\n")
	for _, text := range texts {
		script.WriteString("(eval " + singleQuoted(text) + ") 2>&-\nprintf '\\2'\n")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "--norc", "-s")
	cmd.Stdin = strings.NewReader(script.String())
	cmd.Dir, cmd.Env = t.TempDir(), []string{"HOME=/home/u", "LC_ALL=C.UTF-8", "PATH="}
	out, err := cmd.Output()
	answers := bytes.Split(out, []byte{2})
	if err != nil || len(answers) != len(texts)+1 {
		t.Fatalf("bash gave %d answers to %d texts: %v", len(answers)-1, len(texts), err)
	}
	real := make([][]string, len(texts))
	for i := range texts {
		if said, ok := strings.CutPrefix(string(answers[i]), "+"); ok {
			real[i] = strings.Split(said, "\x01")
			real[i] = real[i][:len(real[i])-1]
		}
	}
	return real
}
