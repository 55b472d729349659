// Command svg draws a terminal's screen, as `tmux capture-pane -p -e` gives it on
// standard input, as an SVG picture on standard output: light or dark, as whoever
// looks at it has set.
//
//	svg [TITLE] <screen >picture.svg
package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

func main() {
	title := ""
	if len(os.Args) > 1 {
		title = os.Args[1]
	}
	screen, err := io.ReadAll(os.Stdin)
	if err == nil {
		out := bufio.NewWriter(os.Stdout)
		draw(out, title, strings.TrimRight(string(screen), "\n \t"))
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "svg:", err)
		os.Exit(1)
	}
}

// The size of a cell and of what is around them, in pixels.
const (
	cellWidth, cellHeight = 8.4, 19
	margin                = 14
)

// style is for both schemes.
const style = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.back{fill:#f6f8fa;stroke:#d1d9e0}
.bold{font-weight:bold}.underlined{text-decoration:underline}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.back{fill:#0d1117;stroke:#30363d}}
`

func draw(out io.Writer, title, screen string) {
	lines := strings.Split(screen, "\n")
	widest := 0
	for _, line := range lines {
		n := 0
		for _, r := range runsOf(line, &look{}) {
			n += utf8.RuneCountInString(r.text)
		}
		widest = max(widest, n)
	}
	width, height := float64(widest)*cellWidth+2*margin, len(lines)*cellHeight+2*margin
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d" role="img">`+"\n", width, height, width, height)
	if title != "" {
		fmt.Fprintf(out, "<title>%s</title>\n", escaped(title))
	}
	fmt.Fprintf(out, "<style>%s</style>\n", style)
	fmt.Fprintf(out, `<rect class="back" x=".5" y=".5" width="%.0f" height="%d" rx="6"/>`+"\n", width-1, height-1)
	var now look // goes on from line to line
	for i, line := range lines {
		runs := runsOf(line, &now)
		if len(runs) == 0 {
			continue
		}
		fmt.Fprintf(out, `<text xml:space="preserve" x="%d" y="%d" textLength="%.1f">`, margin, margin+(i+1)*cellHeight-5, widthOf(runs))
		for _, r := range runs {
			if class := r.look.class(); class != "" {
				fmt.Fprintf(out, `<tspan class="%s">%s</tspan>`, class, escaped(r.text))
			} else {
				io.WriteString(out, escaped(r.text))
			}
		}
		fmt.Fprintln(out, "</text>")
	}
	fmt.Fprintln(out, "</svg>")
}

// run is a piece of a line that looks the same throughout.
type run struct {
	text string
	look look
}

func widthOf(runs []run) float64 {
	n := 0
	for _, r := range runs {
		n += utf8.RuneCountInString(r.text)
	}
	return float64(n) * cellWidth
}

// look is what escape sequences have set (ECMA-48, SGR): of them, what the program
// uses.
type look struct{ bold, underlined bool }

func (l look) class() string {
	switch {
	case l.bold && l.underlined:
		return "bold underlined"
	case l.bold:
		return "bold"
	case l.underlined:
		return "underlined"
	}
	return ""
}

func (l *look) set(code string) {
	switch code {
	case "", "0":
		*l = look{}
	case "1":
		l.bold = true
	case "22":
		l.bold = false
	case "4":
		l.underlined = true
	case "24":
		l.underlined = false
	}
}

// runsOf takes a line apart. Sequences other than for looks are left out.
func runsOf(line string, now *look) (runs []run) {
	for line != "" {
		before, after, found := strings.Cut(line, "\x1b[")
		if before != "" {
			runs = append(runs, run{before, *now})
		}
		if !found {
			break
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			break
		}
		if after[end] == 'm' {
			for code := range strings.SplitSeq(after[:end], ";") {
				now.set(code)
			}
		}
		line = after[end+1:]
	}
	return runs
}

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}
