package approve

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// looked is a terminal that notes whether this process can be looked into while
// something is written on it.
type looked struct {
	*bubble
	dumpable []int
}

func (l *looked) Write(p []byte) (int, error) {
	l.dumpable = append(l.dumpable, dumpable())
	return l.bubble.Write(p)
}

func dumpable() int {
	n, _ := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	return n
}

// While it asks nobody may look into the process that holds the question, where
// nothing below has to; before and after it is as any other.
func TestHidden(t *testing.T) { // not parallel: it is the whole process's
	for _, hidden := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			l := &looked{bubble: &bubble{typed: make(chan struct{}), columns: 80}}
			p := &Prompt{Hidden: hidden, open: func(context.Context, string) (console, error) { return l, nil }}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := p.Approve(ctx, request(tiers.High, "rm -rf build", "rm -rf build")); err != nil {
				t.Fatal(err)
			}
			if want := !hidden; len(l.dumpable) == 0 || slices.Contains(l.dumpable, 1) != want || slices.Contains(l.dumpable, 0) == want {
				t.Errorf("hidden %v: dumpable while it asks: %v", hidden, l.dumpable)
			}
		})
		if dumpable() != 1 {
			t.Errorf("hidden %v: it stays so", hidden)
		}
	}
}
