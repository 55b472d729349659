package shellparse

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse/pure"
)

// cmdSubst evaluates $(…) and gives the alternatives of what it prints.
func (ev *evaluator) cmdSubst(c *ctx, s *syntax.CmdSubst) []Text {
	ev.substs++
	if c.depth > MaxNesting {
		ev.limit("nesting deeper than 64", c.src.span(s))
		return []Text{unknownText(byte(OriginLimit))}
	}
	sub := c.subshell().through("$(…)")
	sub.out = &sink{}
	sub.redirs, sub.pipe, sub.bg, sub.fork = nil, 0, false, max(sub.fork, forkWaited)
	if name, ok := fileSubst(s); ok {
		// It is what $(cat file) is, and recorded as that.
		file := ev.value(sub, name)
		sub.pos = c.src.span(s)
		i := ev.emit(sub, Command{Argv: []Word{{Texts: []Text{"cat"}, Src: "<", Pos: sub.pos}, file}, Builtin: true})
		texts := ev.fileTexts(sub, file)
		if o, ok := texts[0].Mark(); ok && len(texts) == 1 && ev.out.Origins[o].Kind == OriginInput {
			texts = []Text{unknownText(ev.origin(Origin{OriginOutput, "cat", i}))}
		}
		out := make([]Text, len(texts))
		for i, t := range texts {
			out[i] = trimNewlines(t.WithoutNUL())
		}
		return out
	}
	if strings.Contains(c.src.slice(s), "\\ )") { // as the last word of an array bash loses it, and then cannot read its own text
		ev.fails(c)
	}
	splits := ev.splits
	ev.stmts(sub, s.Stmts)
	if ev.splits != splits {
		sub.out.lost(ev)
	}
	if s.ReplyVar {
		return []Text{unknownText(byte(OriginUnknown))}
	}
	texts := sub.out.texts(ev)
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = trimNewlines(t.WithoutNUL())
	}
	return out
}

// trimNewlines removes the newlines a text ends in, also those in front of
// something unknown, which may be empty.
func trimNewlines(t Text) Text {
	s := string(t)
	var tail []string // marks that stay, last first
	for {
		s = strings.TrimRight(s, "\n")
		end := len(s)
		for end >= 3 && s[end-3] == 0 {
			end -= 3
		}
		if end == len(s) || end == 0 || s[end-1] != '\n' {
			break
		}
		tail = append(tail, s[end:])
		s = s[:end]
	}
	slices.Reverse(tail)
	return Text(s + strings.Join(tail, ""))
}

// fileSubst is $(<file).
func fileSubst(s *syntax.CmdSubst) (*syntax.Word, bool) {
	if len(s.Stmts) != 1 || s.Stmts[0].Cmd != nil || len(s.Stmts[0].Redirs) != 1 {
		return nil, false
	}
	r := s.Stmts[0].Redirs[0]
	return r.Word, r.Op == syntax.RdrIn
}

// fileTexts is the content of a file: what this text wrote to it, else unknown.
func (ev *evaluator) fileTexts(c *ctx, w Word) []Text {
	name, ok := w.Exact()
	if ok {
		if texts, ok := ev.written[absolute(c, name)]; ok {
			return texts
		}
	}
	for _, t := range w.Texts {
		if k := ev.taint(t); k == byte(OriginHostPID) {
			return []Text{unknownText(k)}
		}
	}
	return []Text{unknownText(ev.origin(Origin{OriginInput, w.Texts[0].String(), -1}))}
}

// procSubst evaluates <(…) and >(…). Its text is a path under /dev/fd.
func (ev *evaluator) procSubst(c *ctx, p *syntax.ProcSubst) Text {
	sub := c.subshell().through(p.Op.String() + "…)")
	sub.redirs, sub.pipe, sub.fork = nil, 0, max(sub.fork, forkWaited)
	ev.procs++
	c.env.set("!", &variable{texts: []Text{unknownText(byte(OriginJob))}})
	path := Text("/dev/fd/" + procNumber(ev.procs))
	if p.Op == syntax.CmdOut { // >(…): it reads what the command writes there
		// What that is, is known only after the command: see [evaluator.feed].
		sub.env.freeze()
		ev.readers = append(ev.readers, reader{string(path), sub, p.Stmts})
		return path
	}
	sub.out = &sink{}
	splits := ev.splits
	ev.stmts(sub, p.Stmts)
	if ev.splits != splits {
		sub.out.lost(ev)
	}
	ev.saved(&ctx{env: c.env}, string(path), sub.out) // nothing else has this name
	return path
}

func procNumber(n int) string {
	const digits = "0123456789"
	n = 1000 + n%9000 // four digits: none of the script's own descriptors
	return string([]byte{digits[n/1000], digits[n/100%10], digits[n/10%10], digits[n%10]})
}

// unescapeANSI decodes $'…'.
func unescapeANSI(t Text) Text {
	s := string(t)
	if strings.IndexByte(s, '\\') < 0 {
		return t
	}
	if t.HasUnknown() { // it may go on an escape, or begin one
		return limitText([]Text{t})
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			sb.WriteByte(s[i])
			continue
		}
		i++
		switch b := s[i]; b {
		case 'a':
			sb.WriteByte(7)
		case 'b':
			sb.WriteByte(8)
		case 'e', 'E':
			sb.WriteByte(27)
		case 'f':
			sb.WriteByte(12)
		case 'n':
			sb.WriteByte('\n')
		case 'r':
			sb.WriteByte('\r')
		case 't':
			sb.WriteByte('\t')
		case 'v':
			sb.WriteByte(11)
		case '\\', '\'', '"', '?':
			sb.WriteByte(b)
		case 'c':
			if i+1 == len(s) {
				sb.WriteString(`\c`)
				continue
			}
			i++
			control := s[i] & 0x1f
			if s[i] == '?' {
				control = 0x7f
			}
			if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
				i++
			}
			if control == 0 {
				return Text(sb.String()) // a NUL ends the string
			}
			sb.WriteByte(control)
		case 'x', 'u', 'U':
			if b == 'x' && i+1 < len(s) && s[i+1] == '{' { // any number of digits, of which a byte is left
				n, used := pure.Number(s[i+2:], 16, len(s))
				if i += 1 + used; i+1 < len(s) && s[i+1] == '}' {
					i++
				}
				if byte(n) == 0 {
					return Text(sb.String())
				}
				sb.WriteByte(byte(n))
				continue
			}
			digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[b]
			n, used := pure.Number(s[i+1:], 16, digits)
			if used == 0 {
				sb.WriteByte('\\')
				sb.WriteByte(b)
				continue
			}
			i += used
			if n == 0 {
				return Text(sb.String()) // a NUL ends the string
			}
			if b == 'x' {
				sb.WriteByte(byte(n))
			} else {
				sb.Write(utf8.AppendRune(nil, rune(n)))
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := pure.Number(s[i:], 8, 3)
			i += used - 1
			if byte(n) == 0 {
				return Text(sb.String())
			}
			sb.WriteByte(byte(n))
		default:
			sb.WriteByte('\\')
			sb.WriteByte(b)
		}
	}
	return Text(sb.String())
}
