package approve

import "strings"

// Gutters stand before each row of a command. Nothing a command holds can
// stand left of them.
const (
	gutterLine = "  | " // a line of the command
	gutterMore = "  : " // the rest of a line too long for the terminal
	gutterCut  = "  ~ " // our own words: something is left out here
	gutterMark = "    " // our own ^^^^ below what is marked
)

// Of text that is not marked, this much stays on each side of a cut.
const (
	keepBytes = 160
	keepLines = 4
)

// Sequences of the prompt. A dumb terminal gets none of them.
const (
	seqMark  = "\x1b[1;4m" // bold, underlined
	seqBold  = "\x1b[1m"
	seqReset = "\x1b[0m"
)

// commandRows lays a command out behind gutters, in rows of at most width
// columns, with the marked parts in bold and underlined or, without color,
// with ^^^^ below. A marked part is always whole; the rest may lose its middle
// unless all is set, or nothing is marked.
func commandRows(text string, marks []span, width int, color, all bool) string {
	c := canvas{width: width, color: color, gutter: gutterLine, more: "bytes more: e shows them"}
	return c.rows(text, marks, all)
}

// briefRows is that without color, for who has no keys. Where all of it is
// marked, no ^^^^ says so: they take room.
func briefRows(text string, marks []span, width int) string {
	if len(marks) == 1 && marks[0].start == 0 && marks[0].end >= len(strings.TrimRight(text, "\n")) {
		marks = nil
	}
	c := canvas{width: width, gutter: gutterLine, more: "bytes more, not marked"}
	return c.rows(text, marks, false)
}

func (c *canvas) rows(text string, marks []span, all bool) string {
	text = strings.TrimSuffix(text, "\n")
	at := 0
	for _, m := range marks {
		end := min(m.end, len(text))
		c.unmarked(text[at:min(m.start, end)], all)
		c.put(text[min(m.start, end):end], true)
		at = end
	}
	c.unmarked(text[at:], all || len(marks) == 0)
	c.flush()
	return c.out.String()
}

// canvas collects the rows of a command.
type canvas struct {
	width int
	color bool
	more  string // what is said where something is left out, after how much
	out   strings.Builder

	gutter string
	row    []byte
	below  []byte // the ^^^^ line, without color
	cols   int    // of row, at most; see [bound]
	on     bool   // seqMark is in force
}

func (c *canvas) unmarked(s string, all bool) {
	head, tail := headLen(s), len(s)-tailLen(s)
	if all || head >= tail {
		c.put(s, false)
		return
	}
	c.put(s[:head], false)
	c.flush()
	c.out.WriteString(gutterCut + "[" + thousands(tail-head) + " " + c.more + "]\n")
	c.gutter = gutterMore
	c.put(s[tail:], false)
}

func (c *canvas) put(s string, marked bool) {
	var tok []byte
	for s != "" {
		if s[0] == '\n' {
			c.flush()
			c.gutter = gutterLine
			s = s[1:]
			continue
		}
		var n int
		tok, n = appendVisible(tok[:0], s)
		s = s[n:]
		t := string(tok)
		if c.cols > 0 && len(gutterLine)+c.cols+bound(t) > c.width {
			c.flush()
			c.gutter = gutterMore
		}
		c.style(marked)
		c.row = append(c.row, t...)
		c.cols += bound(t)
		if !c.color {
			mark := " "
			if marked {
				mark = "^"
			}
			c.below = append(c.below, strings.Repeat(mark, columns(t))...)
		}
	}
}

func (c *canvas) style(marked bool) {
	if !c.color || c.on == marked {
		return
	}
	c.on = marked
	if marked {
		c.row = append(c.row, seqMark...)
	} else {
		c.row = append(c.row, seqReset...)
	}
}

// flush ends the row. Styles end with it, so that no row depends on another.
func (c *canvas) flush() {
	c.style(false)
	if len(c.row) == 0 {
		if c.gutter == gutterLine {
			c.out.WriteString(strings.TrimRight(gutterLine, " ") + "\n")
		}
	} else {
		c.out.WriteString(c.gutter)
		c.out.Write(c.row)
		c.out.WriteByte('\n')
		if below := strings.TrimRight(string(c.below), " "); below != "" {
			c.out.WriteString(gutterMark + below + "\n")
		}
	}
	c.row, c.below, c.cols = c.row[:0], c.below[:0], 0
}

// headLen is how much of s stays before a cut, in bytes.
func headLen(s string) int {
	n, lines := runeStart(s, min(len(s), keepBytes)), 0
	for i := range n {
		if s[i] == '\n' {
			if lines++; lines == keepLines {
				return i
			}
		}
	}
	return n
}

// tailLen is how much of s stays after a cut, in bytes.
func tailLen(s string) int {
	from, lines := runeStart(s, max(0, len(s)-keepBytes)), 0
	for i := len(s) - 1; i >= from; i-- {
		if s[i] == '\n' {
			if lines++; lines == keepLines {
				return len(s) - i
			}
		}
	}
	return len(s) - from
}
