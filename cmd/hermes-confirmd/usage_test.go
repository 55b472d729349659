package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/usage/usagetest"
)

// What is documented is taken, and the reverse. --ready-fd is --background's own.
func TestFlagsAgree(t *testing.T) {
	usagetest.Agree(t, program(), filepath.Join(bin, "hermes-confirmd"), ".", "ready-fd")
}

func TestManual(t *testing.T) {
	for _, date := range []string{"", "2026-01-02"} {
		usagetest.Shows(t, program().Man(date))
	}
}

func TestCompletions(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"hermes-confirmd ser", "serve"},
		{"hermes-confirmd serve --db", "--db-path"},
		{"hermes-confirmd deny --rea", "--reason"},
		{"hermes-confirmd whitelist ", "add list remove trust"},
		{"hermes-confirmd whitelist add --ses", "--session"},
		{"hermes-confirmd completion ", "bash fish zsh"},
		{"hermes-confirmd help den", "deny"},
	} {
		for _, shell := range []string{"bash", "zsh", "fish"} {
			t.Run(shell, func(t *testing.T) {
				got := usagetest.Completes(t, program(), shell, tc.line)
				for i := range got {
					got[i] = strings.TrimSuffix(got[i], "=")
				}
				if want := strings.Fields(tc.want); !slices.Equal(got, want) {
					t.Errorf("%q: offered are %q, want %q", tc.line, got, want)
				}
			})
		}
	}
}
