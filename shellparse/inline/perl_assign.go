package inline

import "strings"

func (p *perl) assignment() datum {
	if !p.deeper() || !p.step() {
		return unk()
	}
	defer func() { p.nesting-- }()
	p.lv = nil
	d := p.ternary()
	p.ws()
	for _, op := range [...]string{"**=", "||=", "&&=", "//=", "<<=", ">>=", "=", ".=", "+=", "-=", "*=", "/=", "%=", "x=", "|=", "&=", "^="} {
		if !p.starts(op) || op == "=" && (p.ahead(1) == '=' || p.ahead(1) == '~' || p.ahead(1) == '>') || op == "x=" && p.ahead(2) == '=' {
			continue
		}
		p.pos += len(op)
		lv := p.lv
		var e datum
		switch op {
		case "||=", "&&=", "//=":
			p.maybe(func() { e = p.assignment() })
			e = merge(d, e)
		default:
			e = p.assignment()
		}
		switch op {
		case ".=":
			e = dat(join(d.value(), e.value()))
		case "=", "||=", "&&=", "//=":
		case "+=", "-=", "*=":
			e = dat(arithmetic(op[0], d.value(), e.value()))
		case "x=":
			e = dat(repeat(d.value(), e.value()))
		default:
			e = dat(computed(d.value(), e.value()))
		}
		p.give(lv, e)
		p.lv = lv
		return e
	}
	return d
}

// give assigns to the places in order.
func (p *perl) give(lv []perlPlace, d datum) {
	if len(lv) > 0 && lv[0].maybe {
		for _, l := range lv {
			p.put(l, d)
		}
		return
	}
	if len(lv) == 1 && lv[0].name[0] != '@' && lv[0].name[0] != '%' && !(lv[0].fresh && lv[0].key != nil) {
		p.put(lv[0], d)
		return
	}
	if len(lv) == 1 {
		if !d.isList {
			d = listOf(d)
		}
		p.put(lv[0], d)
		return
	}
	all, open := flat([]datum{d})
	if d.kind == operandList {
		all, open = d.list, true
	}
	for i, l := range lv {
		switch {
		case l.name[0] == '@' || l.name[0] == '%':
			p.put(l, datum{isList: true, open: open, list: all[min(i, len(all)):]})
			return
		case i < len(all) && !(open && d.kind != operandList):
			p.put(l, all[i])
		case i < len(all):
			p.put(l, merge(all[i], unk()))
		default:
			p.put(l, unk())
		}
	}
}

func (p *perl) put(l perlPlace, d datum) {
	if l.part || l.maybe {
		old, _ := p.get(l.name)
		if l.key == nil && l.maybe {
			d = merge(old, d)
		} else {
			d = dat(computed(old.value(), d.value()))
		}
		l.part, l.maybe = false, false
	}
	if l.key != nil {
		p.putElement(l, d)
		return
	}
	switch {
	case l.name[0] == '$' && d.isList && d.kind != "ref":
		if d.kind == operandList {
			d = unk()
		} else if len(d.list) == 1 && !d.open {
			d = d.list[0]
		}
	case l.name[0] == '*' && d.fn != nil:
		p.named[l.name[1:]] = d.fn
	case l.name == "@ARGV":
		p.operands(d)
	}
	if l.fresh {
		p.declare(l.name, d)
	} else {
		p.assign(l.name, d)
	}
}

// putElement assigns to an element of an array, hash or reference.
func (p *perl) putElement(l perlPlace, d datum) {
	if l.name == "%ENV" {
		if s, ok := l.key.exact(); ok {
			p.like("$ENV{"+s+"}", p.pos, lit("export"), join(lit(s+"="), d.value()))
		}
		return
	}
	if l.name == "%SIG" {
		p.escapes([]datum{d})
		return
	}
	old, ok := p.get(l.name)
	if name, isRef := refers(old); ok && isRef {
		l.name = name
		old, ok = p.get(name)
	}
	p.assign(l.name, old.with(ok, l, d))
}

// with is an array or hash with an element set.
func (d datum) with(known bool, l perlPlace, value datum) datum {
	if !known || !d.isList {
		d = datum{isList: true}
	}
	s, ok := l.key.exact()
	n, isNumber := number(*l.key)
	if !ok || len(d.list) > 256 || d.open || l.index && (!isNumber || n < 0 || n > len(d.list)) {
		out := datum{isList: true, open: true, list: []datum{value}}
		if len(d.list) > 0 {
			out.list[0] = merge(d.element(), value)
		}
		return out
	}
	list := append([]datum{}, d.list...)
	d.list = list
	if l.index {
		if n == len(list) {
			d.list = append(list, value)
		} else {
			list[n] = value
		}
		return d
	}
	for i := 0; i+1 < len(list); i += 2 {
		if k, ok := list[i].exact(); ok && k == s {
			list[i+1] = value
			return d
		}
	}
	d.list = append(list, *l.key, value)
	return d
}

// refers gives the name that a reference was taken of.
func refers(d datum) (string, bool) {
	if strings.HasPrefix(d.kind, "\\") {
		return d.kind[1:], true
	}
	return "", false
}
