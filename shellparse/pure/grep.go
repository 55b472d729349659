package pure

import (
	"strconv"
	"strings"
)

// grep over text that is known, with one expression or a list of fixed strings.
func (j *job) grep() bool {
	opts, operands, ok := getopt(j.args, "e:regexp E/extended-regexp F/fixed-strings G/basic-regexp v/invert-match o/only-matching i/ignore-case y/ x/line-regexp c/count q/quiet m:max-count n/line-number h/no-filename s/no-messages a/text 1?color 2?colour")
	if !ok {
		return false
	}
	kind := j.Name[0]
	var patterns []string
	var invert, only, fold, whole, counts, quiet, numbers bool
	most := -1
	for _, o := range opts {
		switch o.letter {
		case 'E', 'F', 'G':
			if kind != 'g' && kind|0x20 != o.letter|0x20 {
				return false
			}
			kind = o.letter
		case 'e':
			patterns = append(patterns, o.value)
		case 'v':
			invert = true
		case 'o':
			only = true
		case 'i', 'y':
			fold = true
		case 'x':
			whole = true
		case 'c':
			counts = true
		case 'q':
			quiet = true
		case 'n':
			numbers = true
		case 'm':
			if most, ok = count(o.value); !ok {
				return false
			}
		case '1', '2':
			if o.value == "always" {
				return false
			}
		}
	}
	if patterns == nil {
		if len(operands) == 0 {
			return false
		}
		patterns, operands = operands[:1], operands[1:]
	}
	if quiet {
		j.torn = len(operands) == 0
		return j.torn
	}
	if !j.read(operands) || counts && j.cut || only && invert {
		return false
	}
	list := strings.Split(strings.Join(patterns, "\n"), "\n")
	if most == 0 || invert && list[0] == "" {
		return false // grep gives up at once, and prints not even a count
	}
	match, ok := j.matcher(list, kind|0x20, fold, whole)
	if !ok {
		return false
	}
	found := 0
	for n, l := range linesOf(j.in) {
		if found == most {
			j.ended = true
			break
		}
		l = strings.TrimSuffix(l, "\n")
		spans := match(l)
		if (len(spans) > 0) == invert {
			continue
		}
		found++
		prefix := ""
		if numbers {
			prefix = strconv.Itoa(n+1) + ":"
		}
		switch {
		case counts:
		case only:
			for _, m := range spans {
				if m[0] < m[1] {
					j.line(prefix+l[m[0]:m[1]], true)
				}
			}
		default:
			j.line(prefix+l, true)
		}
	}
	if most >= 0 {
		j.drank, j.torn = false, j.drank
		j.ended = j.ended || found == most
	}
	if counts {
		j.line(strconv.Itoa(found), true)
	}
	return true
}

// matcher gives a function that finds what an expression matches in a line.
func (j *job) matcher(list []string, kind byte, fold, whole bool) (func(string) [][]int, bool) {
	if !isASCII(j.in) && (fold || strings.ToValidUTF8(j.in, "") != j.in) || strings.IndexByte(j.in, 0) >= 0 {
		return nil, false // a binary file, or a question of the locale
	}
	d := dialectRE{extended: true, fold: fold}
	pattern := list[0]
	switch {
	case kind == 'f':
		escaped := make([]string, len(list))
		for i, s := range list {
			if s == "" && len(list) > 1 {
				return nil, false
			}
			escaped[i] = quoteERE(s)
		}
		pattern = strings.Join(escaped, "|")
	case len(list) > 1:
		return nil, false
	default:
		d.extended = kind == 'e'
	}
	if whole {
		switch {
		case d.extended:
			pattern = "^(" + pattern + ")$"
		default:
			pattern = `^\(` + pattern + `\)$`
		}
	}
	re, ok := d.compile(pattern)
	if !ok || !re.fits(j.Env, j.in) {
		return nil, false
	}
	return func(s string) [][]int { return re.FindAllStringIndex(s, -1) }, true
}

// quoteERE makes a fixed string an extended expression.
func quoteERE(s string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`.[]*^$\+?{}()|`, s[i]) >= 0 {
			sb.WriteByte('\\')
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}
