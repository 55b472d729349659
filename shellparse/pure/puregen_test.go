package pure

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// What the pure commands are run on.

type pureGenerator struct {
	name string
	make func(r *rand.Rand) pureRun
}

// linesText is an input of a few lines, now and then without a last newline,
// with bytes that are not ASCII, or with NUL.
func linesText(r *rand.Rand) string {
	s := ""
	for range r.IntN(7) {
		s += joined(r, 6, "a", "b", "rm", "-rf", "/", " ", " ", ":", ",", "x1", "12", "-3", "ab ab", "A", "Zz", ".", "\t", "foo", "%s", "\\", "*", "")
		s += pick(r, "\n", "\n", "\n", "\n", "\n\n")
	}
	switch r.IntN(16) {
	case 0, 1, 2, 3:
		s += pick(r, "end", "rm -rf /", "7")
	case 4:
		s += "é\n"
	case 5:
		s += "a\x00b\n"
	}
	return s
}

func plainRun(list ...string) func(r *rand.Rand) pureRun {
	return func(r *rand.Rand) pureRun { return pureRun{some(r, 2, list...), linesText(r)} }
}

var pureGenerators = []pureGenerator{
	{"bash echo", echoRun},
	{"dash echo", echoRun},
	{"echo", echoRun},
	{"bash printf", printfRun},
	{"dash printf", printfRun},
	{"printf", printfRun},
	{"basename", func(r *rand.Rand) pureRun {
		return pureRun{append(some(r, 1, "-a", "-s.c", "-s", "--suffix=b", "--"), some(r, 3, paths(r), paths(r), ".c", "b")...), ""}
	}},
	{"dirname", func(r *rand.Rand) pureRun {
		return pureRun{append([]string{paths(r)}, some(r, 2, paths(r), "--")...), ""}
	}},
	{"seq", func(r *rand.Rand) pureRun {
		args := some(r, 2, "-w", "-s,", "-w", "-s", " ", "--")
		for range 1 + r.IntN(3) {
			args = append(args, strconv.Itoa(r.IntN(130)-30))
		}
		return pureRun{args, ""}
	}},
	{"cat", plainRun("-", "-u", "--")},
	{"tac", plainRun("-", "--")},
	{"rev", plainRun("--", "-")},
	{"head", func(r *rand.Rand) pureRun { return pureRun{portionArgs(r, false), linesText(r)} }},
	{"tail", func(r *rand.Rand) pureRun { return pureRun{portionArgs(r, true), linesText(r)} }},
	{"sort", plainRun("-n", "-r", "-u", "-nr", "-s", "--numeric-sort", "-run", "--reverse", "-", "-k2")},
	{"uniq", plainRun("-c", "-d", "-u", "--count", "-", "-i")},
	{"wc", func(r *rand.Rand) pureRun {
		return pureRun{[]string{pick(r, "-l", "-w", "-c", "-m", "--lines", "-lw", "--chars")}, linesText(r)}
	}},
	{"nl", plainRun("-ba", "-b", "a", "-bt", "t", "--body-numbering=a", "-")},
	{"paste", func(r *rand.Rand) pureRun {
		return pureRun{some(r, 3, "-s", "-d,", "-sd+", `-d\n`, `-d,:`, "-d", "-", "-", "-", `-d\0`, "-sd,;"), linesText(r)}
	}},
	{"fold", func(r *rand.Rand) pureRun {
		return pureRun{some(r, 2, "-w1", "-w3", "-b", "--width=4", "-w", "5"), linesText(r)}
	}},
	{"tr", trRun},
	{"cut", func(r *rand.Rand) pureRun {
		list := pick(r, "1", "2", "1,3", "2-", "-2", "2-3", "3-2", "1 4", "2,2-5", "0", "-", "4-,1")
		args := append([]string{pick(r, "-f", "-c", "-b", "--fields=", "--characters=") + list}, some(r, 3, "-d ", "-d:", "-d,", "-s", "--complement", "--output-delimiter=+", "-d", "a", "-d/")...)
		return pureRun{args, linesText(r)}
	}},
	{"sed", sedRunOf},
	{"grep", grepRun},
	{"gawk", awkRun},
	{"mawk", awkRun},
	{"base64", base64Run},
	{"xxd", xxdRun},
	{"od", func(r *rand.Rand) pureRun {
		return pureRun{append([]string{"-An", pick(r, "-tx1", "-tx1", "-v", "-c")}, some(r, 2, "-v", "-tx1", "--format=x1")...), strings.Repeat(linesText(r), 1+r.IntN(3))}
	}},
}

func paths(r *rand.Rand) string {
	return joined(r, 5, "/", "a", "b.c", "..", "//", ".", "x y", "-", ".c", "")
}

func echoRun(r *rand.Rand) pureRun {
	args := some(r, 2, "-n", "-e", "-E", "-ne", "-en", "-eE", "-e", "-", "--", "-x", "-nE", "--help-")
	for range r.IntN(4) {
		args = append(args, joined(r, 6, "a", "rm", " ", `\n`, `\t`, `\0162`, `\x72`, `\162`, `\e`, `\E`, `\\`, `\c`, `\"`, `\'`, `\?`, `\x`, `\q`, `\u0072`, `\u`, `\U00000072`, `\0`, `\08`, `\x7z`, `\a`, `\v`, "é", `\u00e9`, `\`, `\1`, `\x00`, "%s"))
	}
	return pureRun{args, ""}
}

func printfRun(r *rand.Rand) pureRun {
	args := some(r, 1, "--", "", "", "")
	if len(args) > 0 && args[0] == "" {
		args = nil
	}
	args = append(args, joined(r, 4, "a", "%s", "%s", "%s ", `%b`, "%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%X", "%o", "%#o", "%u", "%i", "%c", "%3c|", "%-3s|", "%5s", "%.2s", "%*d", "%-*s|", "%.*s", "%%", "%q", "%.3d", "%8.3d", "%f", "%e",
		`\n`, `\t`, `\x72`, `\162`, `\0162`, `\\`, `\e`, `\"`, `\'`, `\?`, `\c`, `\q`, `\u0072`, `\0`, "%", "%5", "%z", " "))
	for range r.IntN(5) {
		args = append(args, pick(r, "a", "rm -rf", "", "7", "-12", "0x1f", "010", "'a", "\"", "+3", "1x", "99999999999999999999", "é", `\x72m`, `\0162`, `\162`, `a\cb`, `a b$c'd"~#`, "~", "#x", "a:~", "12 ", " 12", "*", "3", `\e\n`, "x\ny", "{a,b}^!"))
	}
	return pureRun{args, ""}
}

func portionArgs(r *rand.Rand, tail bool) []string {
	n := strconv.Itoa(r.IntN(9))
	if r.IntN(4) == 0 {
		n = pick(r, "-", "+") + n
	}
	switch r.IntN(8) {
	case 0:
		return []string{"-" + strconv.Itoa(r.IntN(5))}
	case 1:
		return []string{"-n", n}
	case 2:
		return []string{"-n" + n, pick(r, "-", "-q")}
	case 3:
		return []string{"--lines=" + n}
	case 4:
		return []string{"-c" + n}
	case 5:
		return []string{"--bytes", n}
	case 6:
		return []string{"-c", pick(r, "1k", "2b", n)}
	}
	return nil
}

func trRun(r *rand.Rand) pureRun {
	set := func() string {
		return pick(r, joined(r, 4, "a-z", "A-Z", "a", "b", "0-9", "x-", "-", "[:lower:]", "[:upper:]", "[:digit:]", "[:space:]", "[:alnum:]", "[:punct:]", `\n`, `\t`, `\\`, `\0`, `\141`, ":", " ", "[a-z]", "[x*2]", "[y*]", "z-a", "m-za-l", `\-`, "é", "[=a=]", "[", "]", `\400`),
			"a-z", "A-Z", "a-zA-Z", "n-za-mN-ZA-M", "[:lower:]", "[:upper:]", " ", `\n`, "b-za")
	}
	args := some(r, 2, "-d", "-s", "-c", "-cd", "-ds", "-t", "-C", "--delete", "--squeeze-repeats", "", "", "", "")
	for i := range args {
		if args[i] == "" {
			args = args[:i]
			break
		}
	}
	args = append(args, set())
	if r.IntN(4) > 0 {
		args = append(args, set())
	}
	return pureRun{args, linesText(r)}
}

// reText is a regular expression, or nearly one.
func reText(r *rand.Rand, extended bool) string {
	pieces := []string{"a", "b", "r", "m", "x", "1", "f", " ", "/", ".", "[a-z]", "[^a]", "[0-9]", "[[:digit:]]", "[]x]", "[a-]", "[^ ]", "*", "*", "^", "$", `\.`, "ab", "foo", "-", ":", `\*`, ",", `\w`, `\s`, "[rm]"}
	if extended {
		pieces = append(pieces, "+", "?", "(a)", "(ab|a)", "(.*)", "|", "{2}", "{1,2}", "(", ")", `\(`, "{", "([a-z]+)", "(x|rm)*", "(b*)")
	} else {
		pieces = append(pieces, `\+`, `\?`, `\(a\)`, `\(.*\)`, `\|`, `\{2\}`, "+", "?", "(", "|", "{", `\([a-z]*\)`, `\(ab\|a\)`, `\{1,2\}`, `\(b\)*`)
	}
	return joined(r, 5, pieces...)
}

func sedRunOf(r *rand.Rand) pureRun {
	var args []string
	extended := r.IntN(2) == 0
	if extended {
		args = append(args, pick(r, "-E", "-r", "--regexp-extended"))
	}
	if r.IntN(4) == 0 {
		args = append(args, pick(r, "-n", "--quiet", "-u"))
	}
	slash := func(s string) string { return strings.ReplaceAll(s, "/", `\/`) }
	address := func() string {
		return pick(r, "", "", "", "1", "2", "$", "3", "/"+slash(reText(r, extended))+"/", "/a/", "1~2", "2!", "$!", "1,2", "2,$", "/a/,/b/", "/r/,3", "3,1", "1!", "/x/I", "/a/!", "2,/m/")
	}
	var cmds []string
	for range 1 + r.IntN(3) {
		cmd := pick(r, "p", "d", "q", "Q", "=", "y/abc/xyz/", "y/rm/mr/", "N", "n", "G", "H", "h", "g", "x", "D", "P", "a foo", "i bar", "c baz", "s", "s", "s", "s", "s", "s")
		if cmd == "s" {
			d := pick(r, "/", "/", "/", "|", ",", "#", ":")
			re := strings.ReplaceAll(reText(r, extended), d, `\`+d)
			with := joined(r, 3, "x", "&", `\1`, `\n`, `\&`, " ", "-", `\2`, `\\`, `\0`, "rm", `\x41`, `\t`)
			with = strings.ReplaceAll(with, d, `\`+d)
			cmd = "s" + d + re + d + with + d + joined(r, 2, "g", "", "p", "2", "I", "i", "3")
		}
		cmds = append(cmds, address()+pick(r, "", "", " ")+cmd)
	}
	if r.IntN(12) == 0 {
		cmds = []string{pick(r, "1!G;h;$!d", "$!N;P;D", "n;d", "$!d", "2q", "s/.*/rm &/;q", `s/\(.*\)/[\1]/`, "/^$/d", "s/^[ \t]*//;s/[ \t]*$//")}
	}
	if r.IntN(3) == 0 {
		for _, c := range cmds {
			args = append(args, "-e", c)
		}
	} else {
		args = append(args, strings.Join(cmds, pick(r, ";", "\n", "; ")))
	}
	return pureRun{args, linesText(r)}
}

func grepRun(r *rand.Rand) pureRun {
	kind := pick(r, "", "", "-E", "-F", "-E")
	args := some(r, 3, "-v", "-o", "-i", "-x", "-c", "-n", "-m1", "-m", "2", "-h", "-q", "--color=never", "-a")
	if kind != "" {
		args = append(args, kind)
	}
	re := reText(r, kind == "-E")
	if r.IntN(3) == 0 {
		args = append(args, "-e", re)
	} else {
		args = append(args, "--", re)
	}
	return pureRun{args, linesText(r)}
}

func awkRun(r *rand.Rand) pureRun {
	args := some(r, 2, "-F:", "-F,", "-F", " ", "-F/", `-F\t`, "-F, ", "-F[:,]", "-vx=rm", "-F|")
	term := func() string {
		return pick(r, "$1", "$2", "$0", "$NF", "NF", "NR", `"a b"`, `"-"`, "7", "$(NF-1)", "x", `"\n"`, `"\162"`, `""`, "$3", "2")
	}
	action := func() string {
		var items []string
		for range r.IntN(4) {
			items = append(items, term()+pick(r, "", " "+term()))
		}
		if r.IntN(4) == 0 {
			return "printf " + pick(r, `"%s\n"`, `"%s %s"`, `"%c"`, `"%d,"`, `"x"`, `"%c%s\n"`, `"%5d"`) + ", " + term() + pick(r, "", ", "+term())
		}
		return pick(r, "print ", "print  ") + strings.Join(items, pick(r, ", ", ","))
	}
	var rules []string
	for range 1 + r.IntN(2) {
		p := pick(r, "", "", "", "BEGIN", "NR==1", "NR>1", "NR<=2", "/a/", "!/a/", `$1=="a"`, `$1 != "rm"`, "NF", "NF>1", "1", "0", "$1~/r/", `$2 !~ /x/`, "/"+strings.ReplaceAll(reText(r, true), "/", `\/`)+"/", "NR%2")
		if r.IntN(5) == 0 && p != "" && p != "BEGIN" {
			rules = append(rules, p)
			continue
		}
		rules = append(rules, p+pick(r, "", " ")+"{"+pick(r, "", " ")+action()+pick(r, "", "; "+action())+pick(r, "", " ")+"}")
	}
	return pureRun{append(args, strings.Join(rules, pick(r, " ", "\n", "; "))), linesText(r)}
}

func base64Run(r *rand.Rand) pureRun {
	switch r.IntN(3) {
	case 0:
		return pureRun{some(r, 1, "-w0", "-w", "--wrap=5", "-w10"), strings.Repeat(linesText(r), 1+r.IntN(4))}
	}
	s := base64.StdEncoding.EncodeToString([]byte(linesText(r)))
	for range r.IntN(3) {
		i := r.IntN(len(s) + 1)
		s = s[:i] + pick(r, "\n", " ", "=", "!", "", "\n\n", "cm0=", "*") + s[i:]
	}
	if r.IntN(4) == 0 {
		s = strings.TrimRight(s, "=")
	}
	if r.IntN(2) == 0 {
		s += "\n"
	}
	return pureRun{append(some(r, 1, "-i", "--ignore-garbage"), pick(r, "-d", "--decode", "-di")), s}
}

func xxdRun(r *rand.Rand) pureRun {
	text := linesText(r)
	switch r.IntN(4) {
	case 0:
		return pureRun{some(r, 2, "-p", "-u", "-c", "8", "-ps", "-l", "5", "-plain"), strings.Repeat(text, 1+r.IntN(3))}
	case 1:
		var sb strings.Builder
		for at := 0; at < len(text); at += 16 {
			fmt.Fprintf(&sb, "%08x: ", at)
			row := text[at:min(at+16, len(text))]
			for i := 0; i < len(row); i += 2 {
				sb.WriteString(hex.EncodeToString([]byte(row[i:min(i+2, len(row))])) + " ")
			}
			sb.WriteString(" text\n")
		}
		return pureRun{[]string{"-r"}, sb.String()}
	}
	s := hex.EncodeToString([]byte(text))
	for range r.IntN(3) {
		i := r.IntN(len(s) + 1)
		s = s[:i] + pick(r, " ", "\n", "\n", "\t", "g", "0", "  ") + s[i:]
	}
	return pureRun{[]string{"-r", pick(r, "-p", "-ps")}, s + pick(r, "", "\n")}
}
