package inline

import (
	"strings"
	"testing"
)

// checkLines is checkTable for tables with every effect of a case on the
// case's own line, a ⏎ between them.
func checkLines(t *testing.T, lang string, tests []test) {
	t.Helper()
	for i := range tests {
		tests[i].want = strings.ReplaceAll(tests[i].want, " ⏎ ", "\n")
	}
	checkTable(t, lang, tests)
}
