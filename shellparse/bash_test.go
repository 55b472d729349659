package shellparse

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The truth is bash. Scripts run in a scratch folder under a real bash whose
// PATH holds nothing but stubs, each of which logs its argv; whatever argv was
// logged must be covered by a command of the Script of the same text.

// errUnread is a script that the parser does not read, so that it asks.
var errUnread = errors.New("the parser does not read the script")

// compared is what came of one script.
type compared struct {
	ran       int // argvs that bash ran
	exact     int // of these: predicted exactly, see [commandCovers]
	single    int // of these: with one value for each word
	unknown   int // of these: covered by no command, but run by code that is marked as unknown, see [inUnknownCode]
	uncovered []string
	inexact   []string // how the first inexact ones were predicted
	limited   bool     // the Script says that it is not complete
	stopped   bool     // bash did not end by itself
}

func (w *world) compare(script string, mask uint64) (compared, error) {
	var res compared
	logged, ended, err := w.run(script, mask)
	if err != nil {
		return res, err
	}
	res.stopped = !ended
	s := w.parse(script)
	for _, c := range s.Commands {
		for _, word := range c.Argv {
			for i, t := range word.Texts {
				word.Texts[i] = Text(devFD(string(t)))
			}
		}
	}
	for _, p := range s.Problems {
		switch p.Kind {
		case "internal":
			return res, fmt.Errorf("%s: %s", p.Kind, p.Text)
		case "parse": // the parser knows less than bash: it asks
			return res, errUnread
		case "limit":
			res.limited = true
		}
	}
	for _, r := range logged {
		res.ran++
		for i, arg := range r.argv { // the number of a <(…) is bash's own affair
			r.argv[i] = devFD(arg)
		}
		best, by := scriptCovers(s, r.argv)
		quoted := strings.Join(quoteAll(r.argv), " ")
		switch best {
		case none:
			switch {
			case res.limited: // a text that passes a limit asks, and what lies beyond is not claimed
			case inUnknownCode(s, logged, r):
				res.unknown++
			default:
				res.uncovered = append(res.uncovered, quoted)
			}
		case loosely:
			res.inexact = append(res.inexact, quoted+" as "+dumpCommand(s, &s.Commands[by]))
		case among:
			res.exact++
		case precisely:
			res.exact++
			res.single++
		}
	}
	return res, nil
}

func devFD(s string) string {
	if n, ok := strings.CutPrefix(s, "/dev/fd/"); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return "/dev/fd/N"
	}
	return s
}

func quoteAll(argv []string) []string {
	out := make([]string, len(argv))
	for i, a := range argv {
		out[i] = strconv.Quote(a)
	}
	return out
}

const (
	none      covering = iota
	loosely            // an unknown part, a live pattern or a word of any length is needed
	among              // each word of the argv is one of the known values of a word
	precisely          // each word of the argv is the only value of a word
)

// TestBash runs generated scripts. HERMES_EXEC_SCRIPTS is how many,
// HERMES_EXEC_SEED the first seed; one failing seed can be run alone.
// HERMES_EXEC_INEXACT shows so many predictions that are not exact.
func TestBash(t *testing.T) {
	t.Parallel()
	n, seed, show := envInt(t, "HERMES_EXEC_SCRIPTS", 3000), envInt(t, "HERMES_EXEC_SEED", 1), envInt(t, "HERMES_EXEC_INEXACT", 0)
	var mu sync.Mutex
	var sum compared
	next, limited, failed, unread, stopped := 0, 0, 0, 0, 0
	take := func() (s int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		next++
		return seed + next - 1, next <= n && failed < 20
	}
	inWorlds(t, 2, func(w *world) {
		for {
			s, ok := take()
			if !ok {
				return
			}
			stmts, mask := generate(uint64(s))
			res, err := w.compare(strings.Join(stmts, "\n"), mask)
			var small string
			if err != errUnread && (err != nil || len(res.uncovered) > 0) {
				small, res = w.shrink(strings.Join(stmts, "\n"), mask, res, err)
			}
			mu.Lock()
			sum.ran += res.ran
			sum.exact += res.exact
			sum.single += res.single
			sum.unknown += res.unknown
			if res.limited {
				limited++
			}
			if res.stopped {
				stopped++
			}
			for _, line := range res.inexact {
				if show--; show >= 0 {
					t.Logf("seed %d: %s", s, line)
				}
			}
			switch {
			case err == errUnread:
				unread++
			case small != "":
				failed++
				t.Errorf("seed %d, mask %d: error %v, uncovered %s\n%s\n-- script:\n%s", s, mask, err, res.uncovered, small, like(w.parse(small), res.uncovered))
			}
			mu.Unlock()
		}
	})
	if next == 0 {
		return // skipped
	}
	if stopped+unread > n/50+1 {
		t.Errorf("of %d scripts %d did not end and %d were not read", n, stopped, unread)
	}
	if sum.ran < n {
		t.Errorf("%d argvs were run by %d scripts: the stubs do not log", sum.ran, n)
	}
	percent := func(part int) float64 { return 100 * float64(part) / float64(max(sum.ran, 1)) }
	t.Logf("%d scripts, %d argvs run, %.1f %% predicted exactly (%.1f %% by a single value), %d inside code that is marked unknown, %d scripts past a limit, %d not read, %d stopped",
		n, sum.ran, percent(sum.exact), percent(sum.single), sum.unknown, limited, unread, stopped)
}

func head(s string, lines int) string {
	list := strings.SplitAfter(s, "\n")
	return strings.Join(list[:min(lines, len(list))], "")
}

// like shows the commands that an uncovered argv might have been.
func like(s *Script, uncovered []string) string {
	var sb strings.Builder
	shown := 0
	for i := range s.Commands {
		c := &s.Commands[i]
		if len(uncovered) > 0 && len(c.Argv) > 0 {
			if name, ok := c.Argv[0].Exact(); ok && !strings.HasPrefix(uncovered[0], strconv.Quote(name)) {
				continue
			}
		}
		if shown++; shown > 12 {
			break
		}
		sb.WriteString(dumpCommand(s, c) + "\n")
	}
	return sb.String()
}

func envInt(t *testing.T, name string, def int) int {
	s := os.Getenv(name)
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestBashCases runs what was found before: testdata/bash/*.sh, each with
// every stub succeeding, failing, and in turn.
func TestBashCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/bash/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	inWorlds(t, 1, func(w *world) {
		ran := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			}
			for _, script := range bytes.Split(text, []byte("\n# --\n")) {
				for _, mask := range []uint64{0, 1<<29 - 1, 0x0aaaaaaa, 0x15555555} {
					res, err := w.compare(string(script), mask)
					ran += res.ran
					if err != nil || len(res.uncovered) > 0 {
						t.Errorf("%s, mask %#x: error %v, uncovered %s\n%s\n-- script:\n%s", file, mask, err, res.uncovered, script, dump(w.parse(string(script))))
					}
				}
			}
		}
		if ran == 0 {
			t.Error("no argv was run: the stubs do not log")
		}
	})
}

// seeded is the source of one script.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x68657865)) }
