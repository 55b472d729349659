package shellparse

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
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

// scriptCovers gives the command of a Script that stands best for an argv.
func scriptCovers(s *Script, argv []string) (best covering, by int) {
	for i := range s.Commands {
		if c := commandCovers(s, &s.Commands[i], argv); c > best {
			best, by = c, i
		}
	}
	return best, by
}

// inUnknownCode reports whether a program was run by a shell, itself or through
// others, whose command the Script says to run shell code that is not known.
// Every command that may be that one has to say so.
func inUnknownCode(s *Script, logged []ran, r ran) bool {
	for _, shell := range logged {
		if shell.as != r.in && !strings.HasPrefix(r.in, shell.as+" ") || shell.argv[0] != "bash" && shell.argv[0] != "sh" {
			continue
		}
		best, _ := scriptCovers(s, shell.argv)
		marked := best != none
		for i := range s.Commands {
			c := &s.Commands[i]
			if commandCovers(s, c, shell.argv) == best && (c.Code == nil || c.Code.Lang != "sh") {
				marked = false
			}
		}
		if marked {
			return true
		}
	}
	return false
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

// covering is how well a command stands for an argv.
type covering int

const (
	none      covering = iota
	loosely            // an unknown part, a live pattern or a word of any length is needed
	among              // each word of the argv is one of the known values of a word
	precisely          // each word of the argv is the only value of a word
)

// commandCovers reports how well a command stands for an argv. An argv counts
// as predicted exactly where the command has as many words, and each is a known
// value of its word, alone (precisely) or in a small set (among). A variable
// that neither the text nor the environment sets is known to be empty, though
// its Origin stays in the word for the rules.
//
// An argv that no command stands for may still have been run by code of which
// the Script says that it is not known, such as a here-document of a shell with
// what a program prints in it. Such a text asks, so the argv counts as covered,
// never as exact, and is counted apart: see [inUnknownCode].
func commandCovers(s *Script, cmd *Command, argv []string) covering {
	if c := knownCovers(s, cmd.Argv, argv); c != none {
		return c
	}
	if wordsCover(cmd.Argv, argv) {
		return loosely
	}
	return none
}

// knownCovers is commandCovers by known values alone.
func knownCovers(s *Script, words []Word, argv []string) covering {
	c := precisely
	for _, w := range words {
		texts, vanishes := make([]Text, 0, len(w.Texts)), false
		for _, t := range w.Texts {
			known := withoutUnset(s, t)
			if known == "" && t.hasMark(markSplit) {
				vanishes = true
				continue
			}
			if w.Many && known.HasUnknown() {
				return none
			}
			texts = append(texts, known)
		}
		switch {
		case vanishes && len(texts) == 0:
			continue
		case vanishes || len(argv) == 0 || !slices.Contains(texts, Text(argv[0])): // a mark is no value: argv has no NUL
			return none
		case len(texts) > 1:
			c = among
		}
		argv = argv[1:]
	}
	if len(argv) > 0 {
		return none
	}
	return c
}

// withoutUnset gives a text without the parts that are empty because a
// variable is not set.
func withoutUnset(s *Script, t Text) Text {
	var out []byte
	rest := string(t)
	for p := range t.Parts() {
		n := len(p.Lit)
		if p.Origin >= 0 || p.Glob {
			n = 3
		}
		if p.Origin < 0 || s.Origins[p.Origin].Kind != OriginUnset {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return Text(out)
}

func wordsCover(words []Word, argv []string) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	w := words[0]
	if len(argv) > 0 && wordCovers(w, argv[0]) && wordsCover(words[1:], argv[1:]) {
		return true
	}
	if w.Many {
		if wordsCover(words[1:], argv) {
			return true
		}
		return len(argv) > 0 && wordsCover(words, argv[1:])
	}
	for _, t := range w.Texts { // a pattern gives all that it matches
		if t.HasGlob() && len(argv) > 0 && textMatches(t, argv[0]) && wordsCover(words, argv[1:]) {
			return true
		}
	}
	return false
}

func wordCovers(w Word, arg string) bool {
	for _, t := range w.Texts {
		if textMatches(t, arg) {
			return true
		}
	}
	return false
}

// textMatches reports whether a text may be arg: an unknown part is anything,
// a live pattern character what it matches or itself.
func textMatches(t Text, arg string) bool {
	return partsMatch(slices.Collect(t.Parts()), arg)
}

func partsMatch(parts []Part, arg string) bool {
	if len(parts) == 0 {
		return arg == ""
	}
	p, rest := parts[0], parts[1:]
	switch {
	case p.Origin >= 0 || p.Glob && p.Lit == "*":
		for i := 0; i <= len(arg); i++ {
			if partsMatch(rest, arg[i:]) {
				return true
			}
		}
		return false
	case !p.Glob:
		tail, ok := strings.CutPrefix(arg, p.Lit)
		return ok && partsMatch(rest, tail)
	case arg == "":
		return false
	}
	if p.Lit == arg[:1] && partsMatch(rest, arg[1:]) {
		return true
	}
	_, n := utf8.DecodeRuneInString(arg)
	if p.Lit == "?" {
		return partsMatch(rest, arg[n:])
	}
	for i, q := range rest { // [ to the ] that closes it
		if end := strings.IndexByte(q.Lit, ']'); q.Origin < 0 && !q.Glob && end >= 0 {
			after := append([]Part{{Lit: q.Lit[end+1:], Origin: -1}}, rest[i+1:]...)
			return partsMatch(after, arg[n:])
		}
	}
	return false
}

// TestBash runs generated scripts. HERMES_EXEC_SCRIPTS is how many,
// HERMES_EXEC_SEED the first seed; one failing seed can be run alone.
// HERMES_EXEC_INEXACT shows so many predictions that are not exact.
func TestBash(t *testing.T) {
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
