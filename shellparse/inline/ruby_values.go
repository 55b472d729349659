package inline

import "strings"

// Methods that are values, and names that are given to other methods.

// isMethod reports whether a value is a method: method(:system).
func (d datum) isMethod() bool { return strings.HasPrefix(d.kind, "method ") }

// onMethod is a call of a method of a method object.
func (p *ruby) onMethod(m datum, name string, args []datum, at int) (datum, bool) {
	switch name {
	case "call", "()", "yield", "===", "[]":
		return p.callDatum(m, args, at), true
	case "bind_call":
		return p.callDatum(m, args[min(1, len(args)):], at), true
	case "bind", "unbind", "to_proc", "curry", "owner", "dup", "clone":
		return m, true
	case ">>", "<<":
		for _, d := range append([]datum{m}, args...) {
			p.callDatum(d, []datum{unk()}, at)
		}
		return unk(), true
	}
	return unk(), false
}

// passed calls the methods among the arguments of a call, as blocks and
// callbacks are called: with what the call gives to a block.
func (p *ruby) passed(recv datum, name string, args []datum, at int) {
	for i, d := range args {
		if s, ok := d.exact(); ok && d.kind == "symbol" && i == len(args)-1 { // &:name
			if given, known := p.given(recv, name, args[:i], unk()); known && given[0].kind != "" && given[0].kind != "symbol" {
				p.call(given[0], s, nil, at, true)
			}
		}
		if !d.isMethod() {
			continue
		}
		rest := append(append([]datum{}, args[:i]...), args[i+1:]...)
		given, known := p.given(recv, name, rest, unk())
		if !known {
			given = []datum{unk()}
		}
		p.callDatum(d, given, at)
	}
}

// rename notes alias new old and alias_method :new, :old.
func (p *ruby) rename(to, from string) {
	if p.mute > 0 || to == "" || to == from {
		return
	}
	if fn := p.named[from]; fn != nil {
		p.named[to] = fn
		return
	}
	if p.aliases == nil {
		p.aliases = map[string]string{}
	}
	if old, ok := p.aliases[from]; ok {
		from = old
	}
	p.aliases[to] = from
}

// rubyClass is a class by the name the tables know it by.
func rubyClass(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "::"), "Object::")
	switch name {
	case "FileUtils::Verbose":
		return "FileUtils"
	}
	return name
}

// erbCode is the code of an ERB template: <% code %> and <%= value %>.
func erbCode(template string) string {
	var sb strings.Builder
	for {
		_, rest, ok := strings.Cut(template, "<%")
		if !ok {
			return sb.String()
		}
		code, after, ok := strings.Cut(rest, "%>")
		if !ok {
			return rest // what is not closed is code, or no code at all
		}
		template = after
		switch {
		case strings.HasPrefix(code, "%"), strings.HasPrefix(code, "#"):
		default:
			sb.WriteString(strings.Trim(code, "=-"))
			sb.WriteByte('\n')
		}
	}
}
