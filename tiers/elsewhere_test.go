package tiers

import (
	"strings"
	"testing"
)

// TestKillsElsewhere: process 1 of a container is not the host's, as long as
// the container is not the one that the host runs in.
func TestKillsElsewhere(t *testing.T) {
	for text, want := range map[string]Tier{
		"docker exec demo kill -HUP 1":                Medium,
		"ssh box kill 1":                              Medium,
		"ssh box kill 3999":                           Medium,
		"docker exec demo kill 1":                     Medium,
		"kubectl exec p -- kill 1":                    Medium,
		"docker exec hermes-box kill 1":               High,
		"docker exec hermes kill 1":                   High, // an identifier may be cut short
		"docker exec herme kill 1":                    Medium,
		"docker exec $X kill 1":                       High,
		"ssh localhost kill 3999":                     High,
		"ssh me@127.0.0.1 kill 3999":                  High,
		"ssh me@localhost kill 3999":                  High,
		"ssh 127.0.0.1 kill 3999":                     High,
		"ssh ::1 kill 3999":                           High,
		"docker run --pid=host alpine kill 3999":      Critical,
		"docker run --pid host alpine sh -c 'kill 1'": Critical,
		"ssh box kill -9 -1":                          High,
		"kill 1":                                      Critical,

		strings.Repeat("true; ", 200) + "ssh box kill 3999": Medium,
		// Which command led there is looked for among the last 255.
		"ssh box '" + strings.Repeat("true; ", 254) + "kill 3999'": Medium,
		"ssh box '" + strings.Repeat("true; ", 255) + "kill 3999'": High,
	} {
		if v := judged(text, Standard); v.Tier != want {
			t.Errorf("%s: %s, want %s", text, names(v), want)
		}
	}
}
