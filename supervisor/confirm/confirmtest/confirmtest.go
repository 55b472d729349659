// Package confirmtest is what the tests of the daemon, its page, its notices and
// its program have in common: a log that ends with the test, and patience.
package confirmtest

import (
	"bytes"
	"log/slog"
	"testing"
	"time"
)

// Log writes to the test's log. A server may have a last word when the test has
// ended: that is dropped.
func Log(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(writer{t}, nil))
}

type writer struct{ t *testing.T }

func (w writer) Write(b []byte) (int, error) {
	if w.t.Context().Err() == nil {
		w.t.Log(string(bytes.TrimSpace(b)))
	}
	return len(b), nil
}

// Patience is how long something may take on a machine that is busy.
const Patience = 90 * time.Second

// Eventually waits for a condition.
func Eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatal("it never came to be that " + what)
}
