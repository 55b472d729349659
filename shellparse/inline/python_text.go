package inline

import (
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
)

// textMethod computes the methods of str and bytes; nil where it is none of
// theirs.
func (e *pyEval) textMethod(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "")
	s0, exact0 := first.exact()
	s1, exact1 := a.arg(1, "").exact()
	self := o.text
	size := 0
	for _, t := range self {
		for _, p := range t {
			size += len(p.Lit)
		}
	}
	e.spend(size / 64)
	kind := o.kind
	text := func(f func(string) (string, bool)) pyVal { return pyOf(self.apply(f), kind) }
	switch name {
	case "strip", "rstrip", "lstrip":
		if first != nil && !exact0 {
			return pyOf(computed(self), kind)
		}
		set := " \t\n\r\v\f"
		if first != nil {
			set = s0
		}
		if _, ok := self.Exact(); !ok && o.kind == 0 {
			return pyComputed(pyVal{o})
		}
		return text(func(s string) (string, bool) {
			switch name {
			case "rstrip":
				return strings.TrimRight(s, set), true
			case "lstrip":
				return strings.TrimLeft(s, set), true
			}
			return strings.Trim(s, set), true
		})
	case "lower", "casefold":
		return text(func(s string) (string, bool) { return strings.ToLower(s), true })
	case "upper":
		return text(func(s string) (string, bool) { return strings.ToUpper(s), true })
	case "swapcase", "title", "capitalize", "zfill", "ljust", "rjust", "center", "expandtabs":
		return pyOf(computed(self), kind)
	case "encode":
		return e.coded(o, first, 'b', true)
	case "decode":
		return e.coded(o, first, 's', false)
	case "replace":
		if kind != 0 && exact0 && exact1 && len(a.pos) == 2 {
			return text(func(s string) (string, bool) {
				if len(s1) > len(s0) && strings.Count(s, s0)*len(s1) > maxText {
					return "", false
				}
				return strings.ReplaceAll(s, s0, s1), true
			})
		}
		if kind != 0 {
			return pyOf(computed(append([]Value{self}, pyValues(a)...)...), kind)
		}
	case "removeprefix", "removesuffix":
		if exact0 {
			return text(func(s string) (string, bool) {
				if name == "removeprefix" {
					return strings.TrimPrefix(s, s0), true
				}
				return strings.TrimSuffix(s, s0), true
			})
		}
	case "split", "rsplit", "splitlines":
		if s, ok := self.Exact(); ok && kind != 'i' && len(a.kw) == 0 {
			var parts []string
			switch {
			case name == "splitlines":
				parts = strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			case first == nil:
				parts = strings.Fields(s)
			case !exact0 || len(a.pos) > 1 || s0 == "":
				return pyOpenList(pyOf(computed(self), kind))
			default:
				parts = strings.Split(s, s0)
			}
			e.spend(len(parts))
			if len(parts) <= pyMaxList {
				items := make([]pyVal, len(parts))
				for i, p := range parts {
					items[i] = pyOf(lit(p), kind)
				}
				return pyItems(items...)
			}
		}
		return pyOpenList(pyOf(computed(self), 's'))
	case "partition", "rpartition":
		return pyOpenList(pyOf(computed(self), 's'))
	case "join":
		if first != nil {
			return pyOf(e.joined(self, first), 's')
		}
	case "format", "format_map":
		return pyOf(e.formatted(self, a), 's')
	case "translate":
		return pyOf(computed(self), kind)
	case "hex":
		if kind == 'b' {
			return pyOf(self.apply(func(s string) (string, bool) { return hex.EncodeToString([]byte(s)), true }), 's')
		}
	case "__add__":
		return e.binary("+", pyVal{o}, first.orUnknown(), n)
	case "__getitem__":
		return e.key(pyVal{o}, first.orUnknown())
	case "__mod__":
		return e.binary("%", pyVal{o}, first.orUnknown(), n)
	case "to_bytes":
		return pyOf(computed(self), 'b')
	}
	return nil
}

func pyValues(a *pyArgs) []Value {
	var out []Value
	for _, v := range a.all() {
		out = append(out, v.str())
	}
	return out
}

// joined puts the elements of a list behind each other with sep between them.
func (e *pyEval) joined(sep Value, list pyVal) Value {
	if len(list) != 1 {
		return computed(sep, list.str())
	}
	items, exact := e.iterate(list)
	if !exact {
		o := list[0]
		if o.form == pyListing && len(o.lists) == 1 {
			items = o.lists[0]
		} else if o.form == pyListing && len(o.lists) <= 4 {
			var out Value
			for _, l := range o.lists {
				v := e.joined(sep, pyItems(l...))
				if out == nil {
					out = v
				} else {
					out = either(out, v)
				}
			}
			return out
		} else {
			return computed(sep, list.str())
		}
	}
	e.spend(len(items) / 2)
	var parts []Value
	for i, v := range items {
		if i > 0 {
			parts = append(parts, sep)
		}
		if len(v) == 1 && v[0].form == pyMany {
			parts = append(parts, computed(v[0].self.str()))
			continue
		}
		parts = append(parts, v.str())
	}
	return join(parts...)
}

// formatted is str.format.
func (e *pyEval) formatted(format Value, a *pyArgs) Value {
	s, ok := format.Exact()
	if !ok {
		return computed(append([]Value{format}, pyValues(a)...)...)
	}
	var out []Value
	next := 0
	for {
		i := strings.IndexAny(s, "{}")
		if i < 0 || i+1 == len(s) {
			out = append(out, lit(s))
			return join(out...)
		}
		out = append(out, lit(s[:i]))
		if s[i] == s[i+1] {
			out = append(out, lit(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if s[i] == '}' || end < 0 {
			return computed(format)
		}
		field := s[i+1 : i+end]
		s = s[i+end+1:]
		name := field
		changed := strings.ContainsAny(field, ":![")
		if k := strings.IndexAny(name, ".:!["); k >= 0 {
			changed = true
			name = name[:k]
		}
		var v pyVal
		if name == "" {
			v = a.arg(next, "")
			next++
		} else if k, err := strconv.Atoi(name); err == nil {
			v = a.arg(k, "")
		} else {
			v = a.named(name)
		}
		t := v.orUnknown().str()
		if changed {
			t = computed(t)
		}
		out = append(out, t)
	}
}

// coded is a text through a codec that is named; most leave it as it is.
func (e *pyEval) coded(o *pyObj, codec pyVal, kind byte, encode bool) pyVal {
	name := "utf-8"
	if codec != nil {
		s, ok := codec.exact()
		if !ok {
			return pyOf(computed(o.text), kind)
		}
		name = strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(s))
	}
	switch name {
	case "utf-8", "utf8", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "cp1252", "utf-8-sig":
		if o.kind == 0 && o.text.pid() {
			return pyComputed(pyVal{o})
		}
		return pyOf(o.text, kind)
	case "rot13", "rot-13":
		return pyOf(o.text.apply(pyRot13), 's')
	case "hex", "hex-codec":
		if !encode {
			return pyOf(o.text.apply(pyUnhex), 'b')
		}
	case "base64", "base64-codec":
		if !encode {
			return pyOf(o.text.apply(pyUnbase64), 'b')
		}
	}
	return pyOf(computed(o.text), kind)
}

func pyRot13(s string) (string, bool) {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'a' && c <= 'z':
			b[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			b[i] = 'A' + (c-'A'+13)%26
		}
	}
	return string(b), true
}

func pyUnhex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	return string(b), err == nil
}

// unbase64 decodes base64 of either alphabet, padded or not, past characters
// that are none of it, as python does.
func pyUnbase64(s string) (string, bool) {
	clean := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-':
			clean = append(clean, '+')
		case c == '_':
			clean = append(clean, '/')
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', isDigit(c), c == '+', c == '/':
			clean = append(clean, c)
		case c == '=':
			i = len(s)
		}
	}
	b, err := base64.RawStdEncoding.DecodeString(string(clean))
	return string(b), err == nil
}

// decoded computes the decoders of the standard library.
func pyDecoded(name string, v Value) (Value, bool) {
	switch name {
	case "base64.b64decode", "base64.standard_b64decode", "base64.urlsafe_b64decode", "base64.decodebytes", "base64.decodestring", "binascii.a2b_base64":
		return v.apply(pyUnbase64), true
	case "base64.b32decode":
		return v.apply(func(s string) (string, bool) {
			b, err := base32.StdEncoding.DecodeString(s)
			return string(b), err == nil
		}), true
	case "base64.b16decode", "binascii.unhexlify", "binascii.a2b_hex", "bytes.fromhex", "bytearray.fromhex":
		return v.apply(pyUnhex), true
	case "base64.a85decode":
		return v.apply(func(s string) (string, bool) {
			b := make([]byte, 4*len(s)+4)
			n, _, err := ascii85.Decode(b, []byte(s), true)
			return string(b[:n]), err == nil
		}), true
	case "base64.b64encode":
		return v.apply(func(s string) (string, bool) { return base64.StdEncoding.EncodeToString([]byte(s)), true }), true
	case "base64.b16encode", "binascii.hexlify":
		return v.apply(func(s string) (string, bool) { return hex.EncodeToString([]byte(s)), true }), true
	}
	i := strings.LastIndexByte(name, '.')
	switch name[i+1:] {
	case "unquote", "unquote_to_bytes":
		return v.apply(pyUnquote), true
	case "unquote_plus":
		return v.apply(func(s string) (string, bool) { return pyUnquote(strings.ReplaceAll(s, "+", " ")) }), true
	case "decompress", "compress", "b85decode", "quote", "quote_plus":
		return computed(v), true
	}
	return nil, false
}

// unquote decodes %XX.
func pyUnquote(s string) (string, bool) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				sb.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String(), true
}
