package usagetest

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Shows has every program for manuals that is installed read the page, and
// complains of what they complain of.
func Shows(t *testing.T, page string) {
	t.Helper()
	none := true
	for _, reader := range [][]string{
		{"mandoc", "-Tlint", "-Wwarning"},
		{"groff", "-ww", "-man", "-Tutf8", "-z"},
		{"man", "--warnings", "-l", "-"},
	} {
		if _, err := exec.LookPath(reader[0]); err != nil {
			continue
		}
		none = false
		c := exec.Command(reader[0], reader[1:]...)
		c.Stdin = strings.NewReader(page)
		c.Env = append(os.Environ(), "MANPAGER=cat", "LC_ALL=C.UTF-8")
		var complaints strings.Builder
		c.Stderr = &complaints
		out, _ := c.Output()
		said := complaints.String()
		if reader[0] == "mandoc" {
			said = string(out) + said
		}
		lines := strings.Split(strings.TrimSpace(said), "\n")
		// The date is that of the commit, which a build without one does not know.
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" || strings.Contains(l, "missing date") })
		if len(lines) > 0 {
			t.Errorf("%s: %s", strings.Join(reader, " "), strings.Join(lines, "\n"))
		}
	}
	if none {
		if os.Getenv("CI") == "true" {
			t.Fatal("no program for manuals is installed")
		}
		t.Skip("no program for manuals is installed")
	}
}
