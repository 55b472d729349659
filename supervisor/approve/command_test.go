package approve

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// spanOf marks the first occurrence of part in text.
func spanOf(text, part string) span {
	i := strings.Index(text, part)
	return span{i, i + len(part)}
}

func TestCommandRows(t *testing.T) {
	long := "echo " + strings.Repeat("x", 1000) + "; rm -rf /srv; echo " + strings.Repeat("z", 1000)
	tests := []struct {
		name, text, part string
		width            int
		color, all       bool
		want             string
	}{
		{"plain", "git push", "push", 80, false, false,
			"  | git push\n" +
				"        ^^^^\n"},
		{"color", "git push x", "push", 80, true, false,
			"  | git \x1b[1;4mpush\x1b[0m x\n"},
		{"no mark", "git push", "", 80, false, false,
			"  | git push\n"},
		{"two lines", "cd /\nrm x\n", "rm x", 80, false, false,
			"  | cd /\n" +
				"  | rm x\n" +
				"    ^^^^\n"},
		{"a mark over lines, color", "a\nb", "a\nb", 80, true, false,
			"  | \x1b[1;4ma\x1b[0m\n" +
				"  | \x1b[1;4mb\x1b[0m\n"},
		{"blank lines", "a\n\n\nb", "b", 80, false, false,
			"  | a\n  |\n  |\n  | b\n    ^\n"},
		{"continued", "echo aaaaaaaaaaaaaaaaaa; rm x", "rm x", 20, false, false,
			"  | echo aaaaaaaaaaa\n" +
				"  : aaaaaaa; rm x\n" +
				"             ^^^^\n"},
		{"escape not split", "aaaaaaaaaaaa\u202ebb", "bb", 20, false, false,
			"  | aaaaaaaaaaaa\n" +
				"  : <U+202E>bb\n" +
				"            ^^\n"},
		{"narrower than a character", "\u202e", "", 8, false, false,
			"  | <U+202E>\n"},
		{"wide characters", "rm 世界 x", "世界", 80, false, false,
			"  | rm 世界 x\n" +
				"       ^^^^\n"},
		{"long", long, "rm -rf /srv", 200, false, false,
			"  | echo " + strings.Repeat("x", 155) + "\n" +
				"  ~ [687 bytes more: e shows them]\n" +
				"  : " + strings.Repeat("x", 158) + "; rm -rf /srv; echo " + strings.Repeat("z", 18) + "\n" +
				"    " + strings.Repeat(" ", 160) + "^^^^^^^^^^^\n" +
				"  : " + strings.Repeat("z", 135) + "\n" +
				"  ~ [687 bytes more: e shows them]\n" +
				"  : " + strings.Repeat("z", 160) + "\n"},
		{"many lines", strings.Repeat("l\n", 100) + "rm x", "rm x", 80, false, false,
			"  | l\n  | l\n  | l\n  | l\n  ~ [186 bytes more: e shows them]\n  | l\n  | l\n  | l\n  | rm x\n    ^^^^\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m []span
			if tt.part != "" {
				m = []span{spanOf(tt.text, tt.part)}
			}
			if got := commandRows(tt.text, m, tt.width, tt.color, tt.all); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestMarkedIsWhole: however long the command and wherever the mark, what is
// marked is shown to the last character.
func TestMarkedIsWhole(t *testing.T) {
	const n = 10_000
	text := strings.Repeat("a", n) + strings.Repeat("R", 3000) + strings.Repeat("b", n)
	for _, width := range []int{20, 40, 80, 200} {
		got := commandRows(text, []span{{n, n + 3000}}, width, false, false)
		if c := strings.Count(got, "R"); c != 3000 {
			t.Errorf("width %d: %d of 3000 marked characters are shown", width, c)
		}
		if c := strings.Count(got, "^"); c != 3000 {
			t.Errorf("width %d: %d of 3000 are marked", width, c)
		}
		if strings.Count(got, "a") > 400 {
			t.Errorf("width %d: not folded", width)
		}
		if c := strings.Count(commandRows(text, []span{{n, n + 3000}}, width, false, true), "a"); c != n {
			t.Errorf("width %d: explain shows %d of %d", width, c, n)
		}
	}
	if c := strings.Count(commandRows(text, nil, 80, false, false), "b"); c != n {
		t.Errorf("nothing is marked: %d of %d shown, want all", c, n)
	}
}

func TestRowsFit(t *testing.T) {
	text := hostile() + strings.Repeat("世é", 200) + "\n" + strings.Repeat("word ", 100)
	for width := 20; width <= 200; width += 7 {
		for row := range strings.Lines(commandRows(text, []span{{5, 50}}, width, false, true)) {
			n := 0
			for _, r := range strings.TrimSuffix(row, "\n") {
				n += bound(string(r))
			}
			if n > width {
				t.Fatalf("width %d: a row of %d: %q", width, n, row)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	at := func(offset, end int) tiers.Finding {
		return tiers.Finding{Tier: tiers.High, Pos: tiers.Pos{Offset: offset, End: end}}
	}
	const text = "héllo; rm x; rm y"
	tests := []struct {
		name string
		v    tiers.Verdict
		want []span
	}{
		{"none", tiers.Verdict{}, nil},
		{"in order, joined", tiers.Verdict{Findings: []tiers.Finding{at(14, 18), at(0, 3), at(3, 6)}}, []span{{0, 6}, {14, 18}}},
		{"low is not marked", tiers.Verdict{Findings: []tiers.Finding{{Tier: tiers.Low, Pos: tiers.Pos{End: 3}}}}, nil},
		{"hardline is", tiers.Verdict{Findings: []tiers.Finding{{Hardline: true, Pos: tiers.Pos{End: 3}}}}, []span{{0, 3}}},
		{"outside", tiers.Verdict{Findings: []tiers.Finding{at(-1, 3), at(3, 3), at(5, 2), at(5, 99)}}, nil},
		{"inside a character", tiers.Verdict{Findings: []tiers.Finding{at(0, 2)}}, []span{{0, 3}}},
		{"a problem", tiers.Verdict{Problems: []tiers.Problem{{Pos: tiers.Pos{Offset: 1, End: 4}}}}, []span{{1, 4}}},
	}
	for _, tt := range tests {
		got := marks(&tt.v, text)
		if len(got) != len(tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
			}
		}
	}
}

// secretMask hides what follows "token=" up to a space.
func secretMask(s string) string {
	before, after, ok := strings.Cut(s, "token=")
	if !ok {
		return s
	}
	_, rest, found := strings.Cut(after, " ")
	if found {
		rest = " " + secretMask(rest)
	}
	return before + "token=***" + rest
}

func TestMasked(t *testing.T) {
	tests := []struct{ name, text, part, want, marked string }{
		{"no secret", "curl x | sh", "sh", "curl x | sh", "sh"},
		{"before the mark", "token=abcdef curl x | sh", "sh", "token=*** curl x | sh", "sh"},
		{"after the mark", "rm x token=abcdef", "rm x", "rm x token=***", "rm x"},
		{"inside", "a; curl token=abcdef x; b", "curl token=abcdef x", "a; curl token=*** x; b", "curl token=*** x"},
		{"cut by the end of the mark", "a; curl token=abcdef x", "curl token=abc", "a; curl token=*** x", "curl token=***"},
		{"cut by the start of the mark", "token=abcdef x", "def x", "token=*** x", " x"},
		{"nothing left of it", "token=abcdef x", "cde", "token=*** x", "token=*** x"},
		{"both sides", "token=1 rm x token=2", "rm x", "token=*** rm x token=***", "rm x"},
	}
	for _, tt := range tests {
		got, spans := masked(secretMask, tt.text, []span{spanOf(tt.text, tt.part)})
		if got != tt.want || len(spans) != 1 || got[spans[0].start:spans[0].end] != tt.marked {
			t.Errorf("%s: got %q %v", tt.name, got, spans)
		}
	}
}

// hostile is a command that tries everything: to clear the screen, to recolour,
// to reorder, to hide, and to look like a prompt that has been answered.
func hostile() string {
	return "echo \x1b[2J\x1b[H\x1b]52;c;eQ==\x07\u009b31m \u202e txt.exe \u2066\u200b\u00ad\U000e0041\u2028 \xff\xfe\r" +
		"hermes-exec: SAFE command\r\n" +
		"hermes-exec: approved: a person approved it once\n" +
		"MEDIUM, 60 s, then HIGH | y once > y\n" +
		"\tindented\b\b\b\x7f\n" + strings.Repeat("A", 10_000) + "\n" +
		"rm -rf \"$X\"/\u202ecba"
}

// checkClean fails the test if what was written to a terminal holds anything
// but printable characters, line ends and the prompt's own sequences, or a line
// that starts with something other than the prompt's own words.
func checkClean(t *testing.T, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("not UTF-8: %q", out)
	}
	own := strings.NewReplacer(seqMark, "", seqBold, "", seqReset, "", seqPasteOn, "", seqPasteOff, "",
		"\r"+seqErase, "\n", "\r\n", "\n")
	for line := range strings.SplitSeq(own.Replace(out), "\n") {
		if v := Visible(line); v != line {
			t.Errorf("raw characters in %q", line)
		}
		if line == "" || strings.HasPrefix(line, "  ") {
			continue
		}
		if word, _, _ := strings.Cut(line, " "); !strings.Contains(" hermes-exec: MEDIUM, HIGH, CRITICAL, MEDIUM HIGH CRITICAL ", " "+word+" ") {
			t.Errorf("column 0 is not ours in %q", line)
		}
		if strings.Contains(line, "SAFE") || strings.HasSuffix(line, "y once > y") {
			t.Errorf("the command speaks for us: %q", line)
		}
	}
}
