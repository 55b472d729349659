package inline

import "strings"

// right is the right side of an assignment: several values are an array.
func (p *ruby) right() datum {
	if p.peek() == '*' {
		p.pos++
	}
	d := p.expr()
	if p.sp(); p.word() == "rescue" && p.noDo == 0 {
		p.pos += len("rescue")
		p.sp()
		p.maybe(func() { d = merge(d, p.expr()) })
	}
	if p.peek() != ',' || p.depthComma > 0 {
		return d
	}
	list := []datum{d}
	for p.sp(); p.take(","); p.sp() {
		p.nl(false)
		p.take("*")
		list = append(list, p.expr())
	}
	return listOf(list...)
}

// plus adds strings, lists or numbers.
func (p *ruby) plus(d, e datum) datum {
	if d.isList && e.isList {
		return datum{isList: true, open: d.open || e.open, list: append(d.list[:len(d.list):len(d.list)], e.list...)}
	}
	if d.kind == "number" && e.kind == "number" {
		v := dat(arithmetic('+', d.value(), e.value()))
		v.kind = "number"
		return v
	}
	if d.v.pid() || e.v.pid() {
		return dat(computed(d.value(), e.value()))
	}
	return dat(join(d.value(), e.value()))
}

// rubyOps are the binary operators, those that begin like another one first.
var rubyOps = [...]struct {
	op    string
	level int
}{
	{"...", 1}, {"..", 1}, {"||", 2}, {"&&", 3}, {"<=>", 5}, {"===", 5}, {"==", 5}, {"=~", 5}, {"!=", 5}, {"!~", 5}, {"**", 13},
	{"<<", 9}, {">>", 9}, {"<=", 6}, {">=", 6}, {"<", 6}, {">", 6}, {"|", 7}, {"^", 7}, {"&", 8}, {"+", 10}, {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11},
}

func (p *ruby) operator() (op string, level int) {
	for i := range rubyOps {
		o := rubyOps[i]
		if !p.starts(o.op) {
			continue
		}
		if p.ahead(len(o.op)) == '=' && strings.Contains("** || && << >> | ^ & + - * / %", o.op) && o.op != "<" {
			return "", 0
		}
		if o.op == "|" && p.noPipe > 0 || o.op == "&" && p.ahead(1) == '.' {
			return "", 0
		}
		return o.op, o.level
	}
	return "", 0
}

// append is <<: to a string or a list, or into a pipe.
func (p *ruby) append(d, e datum, lv *rubyPlace) datum {
	switch {
	case strings.HasPrefix(d.kind, "pipe"):
		p.shell("<<", piped(e.value(), d.v), p.pos)
		return d
	case d.isList:
		d.list = append(d.list[:len(d.list):len(d.list)], e)
	case d.kind == "file" || d.kind == "number":
		return d
	default:
		d = dat(join(d.value(), e.value()))
	}
	if lv != nil && lv.attr == "" {
		p.put(lv, d)
	}
	return d
}

// joined is a list as one string.
func joined(d datum, between Value) datum {
	all, open := flat([]datum{d})
	if open || d.kind == operandList {
		if d.kind == operandList {
			return dat(from0(Args))
		}
		return dat(computed(words([]datum{d})...))
	}
	var parts []Value
	for i, e := range all {
		if i > 0 {
			parts = append(parts, between)
		}
		parts = append(parts, e.value())
	}
	if len(parts) == 0 {
		return str("")
	}
	return dat(join(parts...))
}
