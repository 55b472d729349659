package shellparse

import (
	"strings"
)

// dump writes a Script for a reader, a command a line:
//
//	[sudo] rm ‹*›.txt <unset DIR> >out
//
// what reached it in brackets, its words, its redirections. Unknown parts
// name their origin, live pattern characters stand in ‹›, alternatives are
// separated by |, a word that may become many ends in … .
func dump(s *Script) string {
	var sb strings.Builder
	for i := range s.Commands {
		sb.WriteString(dumpCommand(s, &s.Commands[i]))
		sb.WriteByte('\n')
	}
	for _, p := range s.Problems {
		sb.WriteString("! " + p.Kind + ": " + p.Text + "\n")
	}
	if s.ForkBomb != nil {
		sb.WriteString("! fork bomb\n")
	}
	if s.Flood != nil {
		sb.WriteString("! flood\n")
	}
	return sb.String()
}

func dumpCommand(s *Script, c *Command) string {
	var parts []string
	if len(c.Via) > 0 {
		parts = append(parts, "["+strings.Join(c.Via, ", ")+"]")
	}
	for _, a := range c.Assigns {
		parts = append(parts, a.Name+"="+dumpWord(s, a.Value))
	}
	for _, w := range c.Argv {
		parts = append(parts, dumpWord(s, w))
	}
	for _, r := range c.Redirs {
		if strings.HasPrefix(r.Op, "<<") {
			parts = append(parts, r.Op+"…")
			continue
		}
		fd := ""
		if r.FD > 1 || r.FD == 0 && r.Op[0] == '>' || r.FD == 1 && r.Op[0] == '<' {
			fd = string(rune('0' + r.FD))
		}
		parts = append(parts, fd+r.Op+dumpWord(s, r.Target))
	}
	if c.Code != nil {
		parts = append(parts, "{"+c.Code.Lang+" "+c.Code.From+": "+dumpText(s, c.Code.Text)+dumpReading(c.Code)+"}")
	}
	if c.Background {
		parts = append(parts, "&")
	}
	return strings.Join(parts, " ")
}

// dumpReading is how far the code of another language was read.
func dumpReading(code *Code) string {
	switch {
	case code.Lang == "sh":
		return ""
	case !code.Read:
		return " !unread"
	case code.Unknown:
		return " !unknown"
	case code.Holes:
		return " !holes"
	}
	return ""
}

func dumpWord(s *Script, w Word) string {
	texts := make([]string, len(w.Texts))
	for i, t := range w.Texts {
		texts[i] = dumpText(s, t)
		if texts[i] == "" || strings.ContainsAny(texts[i], " \t\n|[]") && !t.HasUnknown() {
			texts[i] = "'" + strings.ReplaceAll(texts[i], "\n", "␤") + "'"
		}
	}
	out := strings.Join(texts, "|")
	if w.Many {
		out += "…"
	}
	return out
}

func dumpText(s *Script, t Text) string {
	var sb strings.Builder
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0:
			sb.WriteString("<" + originName(s.Origins[p.Origin]) + ">")
		case p.Glob:
			sb.WriteString("‹" + p.Lit + "›")
		default:
			sb.WriteString(p.Lit)
		}
	}
	return sb.String()
}

func originName(o Origin) string {
	name := [...]string{"?", "self", "parent", "host", "own", "job", "all", "glob", "limit", "unset", "out", "in", "arg"}[o.Kind]
	if o.Name != "" {
		name += " " + o.Name
	}
	return name
}
