// Package table collects the figures of one run of scripts/bench as rows of the
// table in the README: what a program there measures it writes for people, and
// the row, in passing, into the file that $BENCH_TABLE names.
package table

import (
	"fmt"
	"os"
	"strings"
)

// Row adds a row: what was measured, the figure, what stands beside it, the
// ratio of both and the budget. "" is left empty.
func Row(what, figure, beside, ratio, budget string) {
	name := os.Getenv("BENCH_TABLE")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err == nil {
		_, err = fmt.Fprintf(f, "| %s |\n", strings.Join([]string{what, figure, beside, ratio, budget}, " | "))
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}
