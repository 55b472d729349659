package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// past is a command of a history or a log.
type past struct {
	text string
	line int       // of the file, the first it stands on
	when time.Time // zero where it is not told
	dir  string    // where it ran, "" where that is not told
}

// readHistory gives each command of a file in one of the formats.
func readHistory(l *lines, format string, each func(past)) error {
	var err error
	switch format {
	case "bash":
		err = readBash(l, each)
	case "zsh":
		err = readZsh(l, each)
	case "fish":
		err = readFish(l, each)
	case "jsonl":
		err = readJSONL(l, each)
	default:
		err = readLines(l, each)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the history: %w", err)
	}
	return nil
}

// lines reads a file line by line.
type lines struct {
	r    *bufio.Reader
	n    int // of the line that was given last
	left int // lines that are left out: too long, or no JSON

	back string // a line that was read too far
	held bool
}

// head is how much of a file its format is told by.
const head = 64 << 10

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, head)} }

// next gives a line without its end; an error behind the last.
func (l *lines) next() (string, error) {
	if l.held {
		l.held = false
		l.n++
		return l.back, nil
	}
	for {
		line, err := readLine(l.r)
		l.n++
		if errors.Is(err, errLineTooLong) {
			l.left++
			continue
		}
		return string(line), err
	}
}

func (l *lines) unread(line string) {
	l.back, l.held = line, true
	l.n--
}

// format tells the format by how the file begins.
func (l *lines) format() string {
	begin, _ := l.r.Peek(head)
	first := true
	for line := range bytes.Lines(begin) {
		s := strings.TrimSpace(string(line))
		if _, _, ok := zshEntry(s); ok {
			return "zsh"
		}
		if _, ok := bashTime(s); ok {
			return "bash"
		}
		switch {
		case s == "":
			continue
		case first && strings.HasPrefix(s, `{"`):
			return "jsonl"
		case first && strings.HasPrefix(s, "- cmd:"):
			return "fish"
		}
		first = false
	}
	return "bash"
}

// readLines: each line is a command.
func readLines(l *lines, each func(past)) error {
	for {
		line, err := l.next()
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) != "" {
			each(past{text: line, line: l.n})
		}
	}
}

// readBash: with HISTTIMEFORMAT a line #SECONDS stands before each command, and
// what follows up to the next is the command. Without, a command has a line, or
// more where one is not whole.
func readBash(l *lines, each func(past)) error {
	timed := false
	var p past
	var text []string
	flush := func() {
		if p.text = strings.Join(text, "\n"); strings.TrimSpace(p.text) != "" {
			each(p)
		}
		p, text = past{}, text[:0]
	}
	for {
		line, err := l.next()
		if err != nil {
			flush()
			return err
		}
		if when, ok := bashTime(line); ok {
			flush()
			p.when, timed = when, true
			continue
		}
		if len(text) == 0 {
			p.line = l.n
		}
		text = append(text, line)
		if timed {
			continue
		}
		const most = 20 // lines of a command, so that an open quote does not cost the rest
		// Lines that do not belong together are told by the first that is whole.
		for len(text) < most && incomplete(text) {
			more, err := l.next()
			if err != nil {
				break
			}
			if _, ok := bashTime(more); ok {
				l.unread(more)
				break
			}
			text = append(text, more)
		}
		if len(text) > 1 && incomplete(text) {
			for _, line := range text { // it never became whole: each line for itself
				if strings.TrimSpace(line) != "" {
					each(past{text: line, line: p.line})
				}
				p.line++
			}
			text = text[:0]
		}
		flush()
	}
}

// bashTime reads #1700000000.
func bashTime(line string) (time.Time, bool) {
	digits, ok := strings.CutPrefix(line, "#")
	if !ok || len(digits) < 9 || len(digits) > 11 {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseUint(digits, 10, 63)
	return time.Unix(int64(seconds), 0), err == nil
}

// incomplete reports whether lines are the beginning of a command: a quote or a
// loop is open at their end.
func incomplete(list []string) bool {
	const most = 16 << 10 // what is nested deeper than anybody writes is not parsed here
	text := strings.Join(list, "\n")
	if len(text) > most || strings.TrimSpace(text) == "" {
		return false
	}
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	return err != nil && (syntax.IsIncomplete(err) || strings.Contains(err.Error(), "unclosed here-document"))
}

// readZsh: with EXTENDED_HISTORY `: SECONDS:DURATION;` stands before each
// command. A newline in one has a backslash before it, and bytes that zsh gives
// a meaning of its own (metafied) have 0x83 before them.
func readZsh(l *lines, each func(past)) error {
	for {
		line, err := l.next()
		if err != nil {
			return err
		}
		p := past{line: l.n}
		var text strings.Builder
		for {
			start, more := strings.CutSuffix(line, `\`)
			text.WriteString(start)
			if !more || text.Len() > shellparse.MaxInput {
				break
			}
			text.WriteByte('\n')
			if line, err = l.next(); err != nil {
				break
			}
		}
		p.text = text.String()
		if when, text, ok := zshEntry(p.text); ok {
			p.when, p.text = when, text
		}
		if p.text = unmetafied(p.text); strings.TrimSpace(p.text) != "" {
			each(p)
		}
	}
}

// zshEntry reads `: 1700000000:0;command`.
func zshEntry(line string) (when time.Time, text string, ok bool) {
	rest, ok := strings.CutPrefix(line, ": ")
	if !ok {
		return time.Time{}, "", false
	}
	times, text, ok := strings.Cut(rest, ";")
	if !ok {
		return time.Time{}, "", false
	}
	began, took, ok := strings.Cut(strings.TrimSpace(times), ":")
	seconds, err := strconv.ParseUint(began, 10, 40)
	if _, tookErr := strconv.ParseUint(took, 10, 40); !ok || err != nil || tookErr != nil {
		return time.Time{}, "", false
	}
	return time.Unix(int64(seconds), 0), text, true
}

// unmetafied undoes zsh's Meta: behind 0x83 stands the byte with bit 5 turned.
func unmetafied(s string) string {
	const meta = 0x83
	if strings.IndexByte(s, meta) < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == meta && i+1 < len(s) {
			i++
			b = append(b, s[i]^32)
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// readFish: entries of `- cmd: TEXT`, `  when: SECONDS` and paths, which are
// nearly YAML: in TEXT \n is a newline and \\ a backslash.
func readFish(l *lines, each func(past)) error {
	var p past
	flush := func() {
		if strings.TrimSpace(p.text) != "" {
			each(p)
		}
		p = past{}
	}
	for {
		line, err := l.next()
		if err != nil {
			flush()
			return err
		}
		if cmd, ok := strings.CutPrefix(line, "- cmd:"); ok {
			flush()
			p = past{text: fishText(strings.TrimPrefix(cmd, " ")), line: l.n}
		} else if when, ok := strings.CutPrefix(line, "  when: "); ok {
			if seconds, err := strconv.ParseUint(when, 10, 40); err == nil {
				p.when = time.Unix(int64(seconds), 0)
			}
		}
	}
}

func fishText(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(s)
}
