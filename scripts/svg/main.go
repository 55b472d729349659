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

// style is for both schemes; the colours are those of common terminals, darker
// on white.
const style = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.back{fill:#f6f8fa;stroke:#d1d9e0}
.bold{font-weight:bold}.dim{opacity:.65}
.c1{fill:#c4221f}.c2{fill:#1a7f37}.c3{fill:#8a5700}.c4{fill:#0550ae}.c5{fill:#8250df}.c6{fill:#0f6674}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.back{fill:#0d1117;stroke:#30363d}
.c1{fill:#ff7b72}.c2{fill:#56d364}.c3{fill:#e3b341}.c4{fill:#79c0ff}.c5{fill:#d2a8ff}.c6{fill:#76e3ea}}
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

// look is what escape sequences have set (ECMA-48, SGR).
type look struct {
	bold, dim bool
	colour    int // 1 to 6 as in 31 to 36; 0: the terminal's own
}

func (l look) class() string {
	var list []string
	if l.bold {
		list = append(list, "bold")
	}
	if l.dim {
		list = append(list, "dim")
	}
	if l.colour > 0 {
		list = append(list, fmt.Sprintf("c%d", l.colour))
	}
	return strings.Join(list, " ")
}

func (l *look) set(code string) {
	switch n := 0; {
	case code == "" || code == "0":
		*l = look{}
	case code == "1":
		l.bold = true
	case code == "2":
		l.dim = true
	case code == "22":
		l.bold, l.dim = false, false
	case code == "39":
		l.colour = 0
	default:
		if fmt.Sscan(code, &n); n >= 90 {
			n -= 60
		}
		if n >= 31 && n <= 36 {
			l.colour = n - 30
		}
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
