package pure

import "strings"

// span of columns or fields, from 1; to is huge for one that has no end.
type columns struct{ from, to int }

// cutFields is cut. GNU's -c means bytes, as -b does; BSD's means characters.
func (j *job) cutFields() bool {
	opts, operands, ok := getopt(j.args, "b:bytes c:characters f:fields d:delimiter s/only-delimited n/ 1/complement 2:output-delimiter")
	if !ok || !j.read(operands) {
		return false
	}
	var list []columns
	mode, delim, out := byte(0), "\t", ""
	only, inverse, hasOut := false, false, false
	for _, o := range opts {
		switch o.letter {
		case 'b', 'c', 'f':
			if mode != 0 {
				return false
			}
			if mode = o.letter; mode == 'c' && !isASCII(j.in) {
				return false
			}
			if list, ok = columnList(o.value); !ok {
				return false
			}
		case 'd':
			if len(o.value) != 1 || o.value[0] >= 0x80 || o.value == "\n" {
				return false
			}
			delim = o.value
		case 's':
			only = true
		case '1':
			inverse = true
		case '2':
			out, hasOut = o.value, true
		}
	}
	if mode == 0 || mode != 'f' && (only || hasOut || delim != "\t") {
		return false
	}
	if !hasOut {
		out = delim
	}
	chosen := func(n int) bool {
		for _, r := range list {
			if n >= r.from && n <= r.to {
				return !inverse
			}
		}
		return inverse
	}
	for _, l := range linesOf(j.in) {
		l = strings.TrimSuffix(l, "\n")
		if mode != 'f' {
			b := make([]byte, 0, len(l))
			for i := 0; i < len(l); i++ {
				if chosen(i + 1) {
					b = append(b, l[i])
				}
			}
			j.line(string(b), true)
			continue
		}
		if !strings.Contains(l, delim) {
			if !only {
				j.line(l, true)
			}
			continue
		}
		var kept []string
		for i, f := range strings.Split(l, delim) {
			if chosen(i + 1) {
				kept = append(kept, f)
			}
		}
		j.line(strings.Join(kept, out), true)
	}
	return true
}

// columnList reads 1,3-5,7- and -2.
func columnList(s string) (list []columns, ok bool) {
	if len(s) > 100 {
		return nil, false
	}
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		from, to, isRange := strings.Cut(f, "-")
		c := columns{from: 1, to: 1 << 30}
		if from != "" {
			if c.from, ok = count(from); !ok || c.from == 0 {
				return nil, false
			}
			if !isRange {
				c.to = c.from
			}
		}
		if to != "" {
			if c.to, ok = count(to); !ok || c.to < c.from {
				return nil, false
			}
		}
		if from == "" && to == "" {
			return nil, false
		}
		list = append(list, c)
	}
	return list, len(list) > 0
}
