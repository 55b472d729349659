package pure

import (
	"strconv"
	"strings"
)

// awkProgram is a program of awk that only prints: rules of BEGIN, a
// comparison of NR, NF or a field, an expression or nothing, whose actions are
// print and printf of strings, numbers, fields and variables set with -v.
type awkProgram struct {
	rules []awkRule
	vars  []string // NAME=VALUE
}

type awkRule struct {
	begin  bool
	not    bool
	re     *posix // /…/, matched with what left is, or with the line
	left   *awkTerm
	op     string // of a comparison: left op right
	right  awkTerm
	prints []awkPrint
}

type awkPrint struct {
	formatted bool
	items     [][]awkTerm // each the concatenation of its terms
}

// awkTerm is a string, a number, a field or a variable.
type awkTerm struct {
	kind byte // '"', '0', '$', 'F' (NF), 'R' (NR), 'L' ($NF)
	text string
	n    int
}

// awk computes the simplest programs, which every awk runs alike.
func (j *job) awk() bool {
	args := j.args
	fs := " "
	var p awkProgram
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		s := args[0]
		args = args[1:]
		if s == "--" {
			break
		}
		if s[1] != 'F' && s[1] != 'v' {
			return false
		}
		value := s[2:]
		if value == "" {
			if len(args) == 0 {
				return false
			}
			value, args = args[0], args[1:]
		}
		switch s[1] {
		case 'F':
			fs = value
		case 'v':
			name, v, ok := strings.Cut(value, "=")
			if !ok || name == "" || strings.IndexByte(v, '\\') >= 0 || strings.ToUpper(name) == name {
				return false
			}
			p.vars = append(p.vars, value)
		}
	}
	if len(args) == 0 || len(args) > 1 && strings.Contains(args[1], "=") || !isASCII(args[0]) {
		return false
	}
	r := awkReader{s: args[0], p: &p}
	split, ok := awkSplitter(fs)
	if !ok || !r.program() {
		return false
	}
	main := false
	for i := range p.rules {
		main = main || !p.rules[i].begin
	}
	for i := range p.rules {
		if p.rules[i].begin && !j.awkPrints(&p, &p.rules[i], "", nil, 0) {
			return false
		}
	}
	if !main {
		return len(args) == 1
	}
	if !j.read(args[1:]) || strings.IndexByte(j.in, 0) >= 0 || fs == " " && strings.ContainsAny(j.in, "\r\v\f") {
		return false
	}
	for n, l := range linesOf(j.in) {
		l = strings.TrimSuffix(l, "\n")
		fields, ok := split(j, l)
		if !ok {
			return false
		}
		for i := range p.rules {
			r := &p.rules[i]
			if r.begin {
				continue
			}
			hit, ok := r.selects(j, &p, l, fields, n+1)
			if !ok || hit && !j.awkPrints(&p, r, l, fields, n+1) {
				return false
			}
		}
	}
	return true
}

// awkSplitter gives the function that splits lines at FS.
func awkSplitter(fs string) (func(*job, string) ([]string, bool), bool) {
	switch {
	case fs == " ":
		return func(_ *job, l string) ([]string, bool) {
			return strings.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }), true
		}, true
	case fs == `\t`:
		fs = "\t"
	case fs == "", fs == "t", fs == "\\", !isASCII(fs):
		return nil, false
	case len(fs) > 1:
		re, ok := dialectRE{extended: true, awk: true}.compile(fs)
		if !ok || re.MatchString("") || strings.Contains(fs, "^") {
			return nil, false
		}
		return func(j *job, l string) ([]string, bool) {
			if !re.fits(j.Env, l) {
				return nil, false
			}
			if l == "" {
				return nil, true
			}
			return re.Split(l, -1), true
		}, true
	}
	return func(_ *job, l string) ([]string, bool) {
		if l == "" {
			return nil, true
		}
		return strings.Split(l, fs), true
	}, true
}

func (t *awkTerm) value(p *awkProgram, line string, fields []string, nr int) (string, bool) {
	n := t.n
	switch t.kind {
	case '"', '0':
		return t.text, true
	case 'F':
		return strconv.Itoa(len(fields)), true
	case 'R':
		return strconv.Itoa(nr), true
	case 'v':
		for i := len(p.vars) - 1; i >= 0; i-- {
			if name, v, _ := strings.Cut(p.vars[i], "="); name == t.text {
				return v, true
			}
		}
		return "", false
	case 'L':
		if n = len(fields) + t.n; n < 0 {
			return "", false
		}
	}
	switch {
	case n == 0:
		return line, true
	case n <= len(fields):
		return fields[n-1], true
	}
	return "", true
}

// selects reports whether the pattern of a rule holds for a line.
func (r *awkRule) selects(j *job, p *awkProgram, line string, fields []string, nr int) (hit, ok bool) {
	left := line
	if r.left != nil {
		if left, ok = r.left.value(p, line, fields, nr); !ok {
			return false, false
		}
	}
	switch {
	case r.re != nil:
		if !r.re.fits(j.Env, left) {
			return false, false
		}
		return r.re.MatchString(left) != r.not, true
	case r.op == "":
		return r.left == nil || left != "0" && left != "", true
	}
	right, _ := r.right.value(p, line, fields, nr)
	if r.right.kind == '"' {
		return (left == right) == (r.op == "=="), r.op == "==" || r.op == "!="
	}
	a, okA := count(left)
	b, okB := count(right)
	if !okA || !okB { // compared as strings
		return false, false
	}
	switch r.op {
	case "==":
		hit = a == b
	case "!=":
		hit = a != b
	case "<":
		hit = a < b
	case "<=":
		hit = a <= b
	case ">":
		hit = a > b
	case ">=":
		hit = a >= b
	}
	return hit, true
}

func (j *job) awkPrints(p *awkProgram, r *awkRule, line string, fields []string, nr int) bool {
	for _, pr := range r.prints {
		items := make([]string, len(pr.items))
		for i, terms := range pr.items {
			for k := range terms {
				v, ok := terms[k].value(p, line, fields, nr)
				if !ok {
					return false
				}
				items[i] += v
			}
		}
		switch {
		case pr.formatted:
			s, ok := awkFormat(items[0], items[1:], pr.items[1:])
			if !ok {
				return false
			}
			j.put(s)
		case len(items) == 0:
			j.line(line, true)
		default:
			j.line(strings.Join(items, " "), true)
		}
		if j.full {
			return false
		}
	}
	return true
}

// awkFormat is printf with %s, %d and %c, none of them with a width.
func awkFormat(format string, args []string, terms [][]awkTerm) (string, bool) {
	var sb strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			sb.WriteByte(format[i])
			continue
		}
		if i++; i == len(format) {
			return "", false
		}
		if format[i] == '%' {
			sb.WriteByte('%')
			continue
		}
		if len(args) == 0 {
			return "", false
		}
		arg, term := args[0], terms[0]
		args, terms = args[1:], terms[1:]
		number := len(term) == 1 && term[0].kind == '0'
		switch format[i] {
		case 's':
			sb.WriteString(arg)
		case 'd', 'i':
			if n, ok := count(arg); !ok {
				return "", false
			} else {
				sb.WriteString(strconv.Itoa(n))
			}
		case 'c':
			if number {
				n, ok := count(arg)
				if !ok || n == 0 || n >= 0x80 {
					return "", false
				}
				sb.WriteByte(byte(n))
				continue
			}
			if len(term) != 1 || term[0].kind != '"' || arg == "" { // a field that looks like a number is one
				return "", false
			}
			if arg[0] >= 0x80 {
				return "", false
			}
			sb.WriteByte(arg[0])
		default:
			return "", false
		}
	}
	return sb.String(), true
}
