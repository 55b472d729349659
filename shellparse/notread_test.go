package shellparse

import (
	"fmt"
	"testing"
)

// TestNotRead: a script that the reader does not read for what it is asks, as
// one that is too long does; one that is not there does not.
func TestNotRead(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string // kind of the problem
	}{
		{fmt.Errorf("read f: %w", ErrNotRead), "input"},
		{fmt.Errorf("read f: %w", ErrTooLong), "limit"},
		{fmt.Errorf("no such file"), ""},
	} {
		for _, text := range []string{"bash /f", ". /f", "/f"} {
			s := Parse(text, Options{Dir: "/d", ReadFile: func(string) (string, error) { return "", tt.err }})
			got := ""
			for _, p := range s.Problems {
				got = p.Kind
			}
			if got != tt.want {
				t.Errorf("%s, %v: problem %q, want %q", text, tt.err, got, tt.want)
			}
		}
	}
}
