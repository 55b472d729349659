package pure

import (
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// seq of integers. The seq of BSD puts its separator behind the last number too.
func (j *job) seq() (text.Text, bool) {
	width, sep := false, "\n"
	args := j.args
options:
	for len(args) > 0 {
		switch s := args[0]; {
		case s == "-w":
			width = true
			args = args[1:]
		case s == "-s" && len(args) > 1:
			sep = args[1]
			args = args[2:]
		case strings.HasPrefix(s, "-s") && len(s) > 2:
			sep = s[2:]
			args = args[1:]
		case s == "--":
			args = args[1:]
			break options
		default:
			break options
		}
	}
	if len(args) == 0 || len(args) > 3 {
		return "", false
	}
	n := [3]int{1, 1, 0}
	for i, s := range args {
		digits := strings.TrimPrefix(s, "-")
		v, ok := count(digits)
		if !ok || v == 0 && digits != s || len(digits) > 1 && digits[0] == '0' {
			return "", false
		}
		if digits != s {
			v = -v
		}
		switch {
		case i == len(args)-1:
			n[2] = v
		case i == 0:
			n[0] = v
		default:
			n[1] = v
		}
	}
	first, step, last := n[0], n[1], n[2]
	if step == 0 {
		return "", false
	}
	pad := 0
	if width {
		pad = max(len(strconv.Itoa(first)), len(strconv.Itoa(last)))
	}
	var sb strings.Builder
	for v := first; step > 0 && v <= last || step < 0 && v >= last; v += step {
		if v != first {
			sb.WriteString(sep)
		}
		if sb.Len() > maxSeries {
			j.cut = true
			return text.Text(sb.String()), true
		}
		s := strconv.Itoa(v)
		if missing := pad - len(s); missing > 0 {
			if v < 0 {
				s = "-" + strings.Repeat("0", missing) + s[1:]
			} else {
				s = strings.Repeat("0", missing) + s
			}
		}
		sb.WriteString(s)
	}
	if sb.Len() > 0 {
		sb.WriteByte('\n')
	}
	return text.Text(sb.String()), true
}

// yes prints its line for ever.
func (j *job) yes() (text.Text, bool) {
	line := "y"
	if len(j.args) > 0 {
		if strings.HasPrefix(j.args[0], "-") {
			return "", false
		}
		line = strings.Join(j.args, " ")
	}
	if len(line) > maxSeries {
		return "", false
	}
	n := max(maxSeries/2/(len(line)+1), 1)
	j.cut = true
	return text.Text(strings.Repeat(line+"\n", n)), true
}
