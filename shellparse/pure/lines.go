package pure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Commands that put lines in another order, or count or join them.

func (j *job) tac() bool {
	_, operands, ok := getopt(j.args, "")
	if !ok || !j.readAll(operands) {
		return false
	}
	for _, l := range slices.Backward(linesOf(j.in)) {
		j.put(l)
	}
	return true
}

// rev turns lines around by characters of the locale, so it is computed for
// those that are the same in any.
func (j *job) rev() bool {
	_, operands, ok := getopt(j.args, "")
	if !ok || slices.Contains(operands, "-") || !j.read(operands) || !isASCII(j.in) || strings.IndexByte(j.in, 0) >= 0 {
		return false
	}
	for _, l := range linesOf(j.in) {
		text, ended := strings.CutSuffix(l, "\n")
		b := []byte(text)
		slices.Reverse(b)
		j.line(string(b), ended)
	}
	return true
}

// sort orders as the locale does, which is that of bytes in C; in any other,
// only words of small letters and of digits are ordered here.
func (j *job) sort() bool {
	opts, operands, ok := getopt(j.args, "n/numeric-sort r/reverse u/unique s/stable")
	if !ok || !j.readAll(operands) {
		return false
	}
	var numeric, reverse, unique, stable bool
	for _, o := range opts {
		switch o.letter {
		case 'n':
			numeric = true
		case 'r':
			reverse = true
		case 'u':
			unique = true
		case 's':
			stable = true
		}
	}
	lines := linesOf(j.in)
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\n")
		if !j.Bytewise && strings.Trim(lines[i], "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		order := 0
		if numeric {
			order = compareNumbers(a, b)
		}
		if order == 0 && (!numeric || !unique && !stable) {
			order = strings.Compare(a, b)
		}
		if reverse {
			return -order
		}
		return order
	})
	for i, l := range lines {
		if unique && i > 0 {
			if numeric && compareNumbers(l, lines[i-1]) == 0 || !numeric && l == lines[i-1] {
				continue
			}
		}
		j.line(l, true)
	}
	return true
}

// compareNumbers orders by the number a line starts with, as sort -n does: no
// number is 0, there is no exponent and no plus sign.
func compareNumbers(a, b string) int {
	an, aw, af := numberOf(a)
	bn, bw, bf := numberOf(b)
	if an != bn {
		if an {
			return -1
		}
		return 1
	}
	order := len(aw) - len(bw)
	if order == 0 {
		order = strings.Compare(aw, bw)
	}
	if order == 0 {
		order = strings.Compare(af, bf)
	}
	if an {
		return -order
	}
	return order
}

func numberOf(s string) (negative bool, whole, fraction string) {
	s = strings.TrimLeft(s, " \t")
	s, negative = strings.CutPrefix(s, "-")
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	whole = strings.TrimLeft(s[:n], "0")
	if n < len(s) && s[n] == '.' {
		f := s[n+1:]
		fraction = strings.TrimRight(f[:len(f)-len(strings.TrimLeft(f, "0123456789"))], "0")
	}
	return negative && whole+fraction != "", whole, fraction
}

func (j *job) uniq() bool {
	opts, operands, ok := getopt(j.args, "c/count d/repeated u/unique")
	if !ok || len(operands) > 1 || !j.readAll(operands) {
		return false
	}
	var counts, repeated, single bool
	for _, o := range opts {
		switch o.letter {
		case 'c':
			counts = true
		case 'd':
			repeated = true
		case 'u':
			single = true
		}
	}
	lines := linesOf(j.in)
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\n")
	}
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		if (!repeated || n > 1) && (!single || n == 1) {
			if counts {
				j.put(fmt.Sprintf("%7d ", n))
			}
			j.line(lines[i], true)
		}
		i += n
	}
	return true
}

// wc with one count of its standard input: GNU prints the number alone, BSD
// puts blanks before it.
func (j *job) wc() bool {
	opts, operands, ok := getopt(j.args, "c/bytes l/lines w/words m/chars")
	if !ok || len(opts) != 1 || len(operands) > 0 || !j.readAll(nil) {
		return false
	}
	n := len(j.in)
	switch opts[0].letter {
	case 'l':
		n = strings.Count(j.in, "\n")
	case 'w', 'm':
		if !isASCII(j.in) || strings.ContainsFunc(j.in, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }) {
			return false
		}
		if opts[0].letter == 'w' {
			n = len(strings.Fields(j.in))
		}
	}
	j.line(strconv.Itoa(n), true)
	return true
}

func (j *job) nl() bool {
	opts, operands, ok := getopt(j.args, "b:body-numbering")
	if !ok || !j.read(operands) || strings.Contains(j.in, `\:`) {
		return false
	}
	every := false
	for _, o := range opts {
		if every = o.value == "a"; !every && o.value != "t" {
			return false
		}
	}
	n := 0
	for _, l := range linesOf(j.in) {
		l = strings.TrimSuffix(l, "\n")
		if l == "" && !every {
			j.line("       ", true)
			continue
		}
		n++
		j.line(fmt.Sprintf("%6d\t%s", n, l), true)
	}
	return true
}

// paste joins the lines of one input: all of them with -s, or as many as it
// is named.
func (j *job) paste() bool {
	opts, operands, ok := getopt(j.args, "s/serial d:delimiters")
	if !ok {
		return false
	}
	serial, list := false, []string{"\t"}
	for _, o := range opts {
		if o.letter == 's' {
			serial = true
		} else if list, ok = delimiters(o.value); !ok {
			return false
		}
	}
	columns := 1
	if len(operands) > 1 {
		for _, o := range operands {
			if o != "-" {
				return false
			}
		}
		columns, operands = len(operands), nil
		if serial {
			return false
		}
	}
	if !j.readAll(operands) || strings.IndexByte(j.in, 0) >= 0 {
		return false
	}
	lines := linesOf(j.in)
	if serial {
		columns = max(len(lines), 1)
	}
	for i, l := range lines {
		j.put(strings.TrimSuffix(l, "\n"))
		if i%columns == columns-1 {
			j.put("\n")
		} else if i < len(lines)-1 || !serial {
			j.put(list[i%columns%len(list)])
		}
	}
	switch rest := len(lines) % columns; {
	case serial && len(lines) == 0:
		j.put("\n")
	case !serial && rest > 0: // the columns that have no line left
		for i := rest; i < columns-1; i++ {
			j.put(list[i%len(list)])
		}
		j.put("\n")
	}
	return true
}

// delimiters is the list of paste -d.
func delimiters(s string) (list []string, ok bool) {
	if s == "" {
		return []string{""}, true
	}
	if !isASCII(s) {
		return nil, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			list = append(list, s[i:i+1])
			continue
		}
		if i++; i == len(s) {
			return nil, false
		}
		switch s[i] {
		case 'n':
			list = append(list, "\n")
		case 't':
			list = append(list, "\t")
		case '0':
			list = append(list, "")
		case '\\':
			list = append(list, "\\")
		default:
			return nil, false
		}
	}
	return list, true
}

// fold breaks lines at a width, of characters that are one column wide.
func (j *job) fold() bool {
	opts, operands, ok := getopt(j.args, "w:width b/bytes")
	if !ok || !j.read(operands) {
		return false
	}
	width := 80
	for _, o := range opts {
		if o.letter == 'w' {
			if width, ok = count(o.value); !ok || width == 0 {
				return false
			}
		}
	}
	if strings.ContainsFunc(j.in, func(r rune) bool { return r != '\n' && (r < ' ' || r >= 0x7f) }) {
		return false
	}
	for _, l := range linesOf(j.in) {
		text, ended := strings.CutSuffix(l, "\n")
		for len(text) > width {
			j.line(text[:width], true)
			text = text[width:]
		}
		j.line(text, ended)
	}
	return true
}
