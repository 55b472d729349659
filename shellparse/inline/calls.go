package inline

import "strings"

// call is a row of a language's table: what a function does to the machine,
// written as the shell command that does the same.
//
// like is a command line: words separated by blanks, where $1, $2… is an
// argument of the call (unknown where the call does not give it), ${2:-TERM} one
// with a default, and $@ all arguments from there on, each of them a word.
// Before it may stand:
//
//	sh:     the words are the text of a shell
//	run:    the words are a program that is started
//	code:   the words are code of the same language
//	opaque: the words are code that is not read: a compiled object, another file
//	> >> <  the word behind is a file that is opened so; what stands behind << is all it holds afterwards
//
// A row without like is a call that is known and harmless.
type call struct {
	names  string // separated by blanks, without a common prefix of the module: see the tables
	like   string
	params string // names of the parameters in order, where a language passes arguments by name
}

// lookup finds the row of a name.
func lookup(table []call, name string) *call {
	for i := range table {
		if hasWord(table[i].names, name) {
			return &table[i]
		}
	}
	return nil
}

// hasWord reports whether name is one of the blank-separated words of list.
func hasWord(list, name string) bool {
	if name == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], name)
		if i < 0 {
			return false
		}
		start := from + i
		end := start + len(name)
		if (start == 0 || list[start-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		from = start + 1
	}
}

// effect is what a call of the row does with these arguments. self reads code
// of the same language.
func (r *run) effect(row *call, name string, args []Value, self func(*run, string, int), pos, end int) {
	if row.like == "" {
		return
	}
	e := Effect{Kind: Like, Call: name, Pos: pos, End: end}
	words := strings.Fields(row.like)
	kind := ""
	switch words[0] {
	case "sh:", "run:", "code:", "opaque:":
		kind, words = words[0], words[1:]
	case ">", ">>", "<":
		e.Redir, words = words[0], words[1:]
		if len(words) == 3 && words[1] == "<<" {
			if e.Text = fill(words[2], args); len(args) < 2 {
				e.Text = nil
			}
			words = words[:1]
		}
	}
	for _, w := range words {
		switch {
		case w == "$@":
			e.Argv = append(e.Argv, args...)
		default:
			e.Argv = append(e.Argv, fill(w, args))
		}
	}
	switch kind {
	case "sh:":
		e.Kind = Shell
		if len(e.Argv) > 1 {
			e.Argv = []Value{spaced(e.Argv)}
		}
	case "run:":
		e.Kind = Run
	case "code:":
		if len(e.Argv) > 0 {
			r.nested(self, name, e.Argv[0], pos, end)
		}
		return
	case "opaque:":
		e.Kind = Code
	}
	r.add(e)
}

// spaced is values as one text with blanks between them.
func spaced(vs []Value) Value {
	var parts []Value
	for i, v := range vs {
		if i > 0 {
			parts = append(parts, lit(" "))
		}
		parts = append(parts, v)
	}
	return join(parts...)
}

// fill puts arguments into a word of a row.
func fill(w string, args []Value) Value {
	i := strings.IndexByte(w, '$')
	if i < 0 {
		return lit(w)
	}
	ref, rest := w[i+1:], ""
	def, hasDef := "", false
	if strings.HasPrefix(ref, "{") {
		ref, rest, _ = strings.Cut(ref[1:], "}")
		ref, def, hasDef = strings.Cut(ref, ":-")
	} else {
		ref, rest = ref[:1], ref[1:]
	}
	n := int(ref[0] - '0')
	v := unknown()
	switch {
	case n >= 1 && n <= len(args):
		v = args[n-1]
	case hasDef:
		v = lit(def)
	}
	return join(lit(w[:i]), v, fill(rest, args))
}
