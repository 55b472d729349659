package inline

func (ev *follower) list(t *tree) *thing {
	l := &thing{list: true}
	for i, k := range t.kids {
		switch k.form {
		case fSpread:
			ev.spread(l, ev.expr(k.kid(0)))
		case fPair:
			key, val := ev.expr(k.kid(0)), ev.expr(k.kid(1))
			if n, ok := intOf(key); ok && n == i {
				l.elems = append(l.elems, val)
				continue
			}
			ev.put(l, key, val)
		case fEmpty:
			l.elems = append(l.elems, &thing{none: true})
		default:
			l.elems = append(l.elems, ev.expr(k))
		}
	}
	if len(l.elems) == 0 && l.props != nil && l.rest == nil {
		l.list = false
	}
	return l
}

// spread puts the elements of v behind those of l.
func (ev *follower) spread(l, v *thing) {
	if v.list && len(v.or) == 0 {
		l.elems = append(l.elems[:len(l.elems):len(l.elems)], v.elems...)
		if v.rest != nil {
			l.rest = eitherOf(l.rest, v.rest)
		}
		return
	}
	if s, ok := v.str().Exact(); ok && v.text != nil { // its characters
		for _, c := range s {
			l.elems = append(l.elems, exactThing(string(c)))
		}
		return
	}
	l.rest = eitherOf(l.rest, v.all())
}

// put gives an object or list a property or element.
func (ev *follower) put(o, key, val *thing) {
	if n, ok := intOf(key); ok && o.list && n >= 0 && n < len(o.elems) {
		o.elems[n] = eitherOf(o.elems[n], val)
		return
	} else if ok && o.list && n == len(o.elems) {
		o.elems = append(o.elems, val)
		return
	}
	name, ok := key.str().Exact()
	if !ok {
		if o.props == nil && !o.list {
			o.props = map[string]*thing{}
		}
		o.rest = eitherOf(o.rest, val)
		return
	}
	if o.props == nil {
		o.props = map[string]*thing{}
	}
	o.props[name] = eitherOf(o.props[name], val)
}

// element is one element of a list; a negative number counts from the end.
func element(o *thing, n int) *thing {
	var out *thing
	for _, l := range o.lists() {
		i := n
		if i < 0 {
			i += len(l.elems)
		}
		switch {
		case i >= 0 && i < len(l.elems) && (n >= 0 || l.rest == nil):
			out = eitherOf(out, l.elems[i])
		case l.rest != nil:
			out = eitherOf(out, l.rest)
		default:
			out = eitherOf(out, &thing{none: true})
		}
	}
	if o.props != nil {
		out = eitherOf(out, o.props[itoa(n)])
	}
	if s, ok := o.text.Exact(); ok && o.text != nil && !o.list {
		r := []rune(s)
		if n < 0 {
			n += len(r)
		}
		if n >= 0 && n < len(r) {
			out = eitherOf(out, exactThing(string(r[n])))
		}
	}
	return out
}

// append puts an element behind a list.
func (ev *follower) append(o, v *thing) {
	for _, l := range o.lists() {
		if ev.repeats > 0 || len(l.elems) >= 4096 {
			l.rest = eitherOf(l.rest, v)
			continue
		}
		l.elems = append(l.elems[:len(l.elems):len(l.elems)], v)
	}
}

// loosen makes a list that is changed in a way that is not followed one of any
// number of what it held, and of what is put in.
func (ev *follower) loosen(o *thing, more ...*thing) {
	rest := o.all()
	for _, m := range more {
		rest = eitherOf(rest, m)
	}
	for _, l := range o.lists() {
		l.elems, l.rest = nil, rest
	}
	o.or = nil
}

// drop takes the first or the last element out of a list.
func (ev *follower) drop(o *thing, last bool) *thing {
	if o == nil || !o.list || ev.repeats > 0 || o.rest != nil || len(o.or) > 0 || len(o.elems) == 0 {
		all := o.all()
		if o != nil && o.list {
			ev.loosen(o)
		}
		return all
	}
	n := len(o.elems) - 1
	if last {
		e := o.elems[n]
		o.elems = o.elems[:n:n]
		return e
	}
	e := o.elems[0]
	o.elems = o.elems[1:]
	return e
}

// sliced are the elements of a list from one to before another; to < 0: to the
// end.
func sliced(o *thing, from, to int) *thing {
	if o == nil || !o.list {
		return &thing{list: true, rest: o.all()}
	}
	var out *thing
	for _, l := range o.lists() {
		i, k := from, to
		if i < 0 {
			i = max(0, len(l.elems)+i)
		}
		i = min(i, len(l.elems))
		if k < 0 || k > len(l.elems) {
			k = len(l.elems)
		}
		s := &thing{list: true, elems: l.elems[i:max(i, k)]}
		if to < 0 {
			s.rest = l.rest
		}
		out = eitherOf(out, s)
	}
	return out
}
