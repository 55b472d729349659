package approve

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file is the one sanitiser: whatever comes from a command, a process
// name or a path passes it before it is printed. What it lets through cannot
// move the cursor, change colours, reorder the line or hide in it.

// Visible returns s as one line of printable characters. Control characters
// and bytes that are not UTF-8 are written \n, \t, \r or \x1b, and <U+202E>
// stands for every other character that a terminal would not show as itself:
// bidi and zero-width characters, soft hyphens, tags, variation selectors,
// line and paragraph separators, spaces that only look like one, marks that
// cross out what they follow, and digits of other scripts, which a pid or a port
// may be written in.
func Visible(s string) string {
	var dst []byte
	for s != "" {
		var n int
		dst, n = appendVisible(dst, s)
		s = s[n:]
	}
	return string(dst)
}

// appendVisible appends the first character of s, made visible, and returns
// how many bytes of s it was.
func appendVisible(dst []byte, s string) ([]byte, int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == '\n':
		return append(dst, `\n`...), n
	case r == '\t':
		return append(dst, `\t`...), n
	case r == '\r':
		return append(dst, `\r`...), n
	case r < ' ' || r == 0x7f || r == utf8.RuneError && n == 1:
		return fmt.Appendf(dst, `\x%02x`, s[0]), 1
	case r < 0x7f:
		return append(dst, s[0]), 1
	case hidden(r):
		return fmt.Appendf(dst, "<U+%04X>", r), n
	}
	return append(dst, s[:n]...), n
}

// hidden reports whether a terminal shows nothing, or nothing honest, for r.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || // controls, format characters, separators, private and unassigned
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		r == 0x2800 || // blank braille: a symbol that looks like a space
		0x0334 <= r && r <= 0x0338 || 0x20d0 <= r && r <= 0x20ff || unicode.Is(unicode.Me, r) || // drawn over what stands before: crossed out, enclosed
		unicode.Is(unicode.Nd, r) // fullwidth, mathematical, Arabic…: no program takes them for 0 to 9
}

// bound is the most columns that tok, one character made visible, may take.
// Terminals disagree about everything outside ASCII; a guess too low would let
// them wrap our line and put a command's text at column 0.
func bound(tok string) int {
	if tok[0] < utf8.RuneSelf {
		return len(tok)
	}
	return 2
}

// columns is how many columns tok most likely takes, for what is to stand
// below it.
func columns(tok string) int {
	r, _ := utf8.DecodeRuneInString(tok)
	switch {
	case r < utf8.RuneSelf:
		return len(tok)
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		r >= 0x3000 && r <= 0x303f, r >= 0xff01 && r <= 0xff60, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

// fold cuts the middle out of s where it is longer than limit bytes, and says
// how much is missing.
func fold(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head, tail := runeStart(s, limit/2), runeStart(s, len(s)-limit/2)
	return s[:head] + notShown(tail-head) + s[tail:]
}

func notShown(n int) string {
	return " [" + thousands(n) + " bytes not shown] "
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// runeStart is i, or the start of the character that i is inside of.
func runeStart(s string, i int) int {
	for j := i; j >= 0 && j > i-utf8.UTFMax && j < len(s); j-- {
		if utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}

// wrap breaks text into lines of at most width columns, at spaces where there
// are any. text is made visible first.
func wrap(text string, width int) []string {
	var lines []string
	var line strings.Builder
	cols := 0
	end := func() {
		lines = append(lines, line.String())
		line.Reset()
		cols = 0
	}
	for word := range strings.SplitSeq(Visible(text), " ") {
		need := 0
		for _, r := range word {
			need += bound(string(r))
		}
		if cols > 0 && cols+1+need <= width {
			line.WriteByte(' ')
			cols++
		} else if cols > 0 {
			end()
		}
		for _, r := range word {
			if w := bound(string(r)); cols+w > width {
				end()
			}
			line.WriteRune(r)
			cols += bound(string(r))
		}
	}
	if cols > 0 || len(lines) == 0 {
		end()
	}
	return lines
}
