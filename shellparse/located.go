package shellparse

import "strings"

// Commands whose name is what which(1) or command -v prints: the path of the
// program that was asked for.

// locatedNames gives the programs that an unknown word is the path of: all of
// it is printed by commands that say where a program lies. nil: it is not that.
func (ev *evaluator) locatedNames(w Word) []string {
	if len(w.Texts) != 1 || strings.IndexByte(string(w.Texts[0]), 0) != 0 {
		return nil
	}
	var names []string
	for p := range w.Texts[0].Parts() {
		if p.Origin < 0 || p.Origin >= len(ev.out.Origins) {
			return nil
		}
		o := ev.out.Origins[p.Origin]
		if o.Kind != OriginOutput || o.Command < 0 || o.Command >= len(ev.out.Commands) {
			return nil
		}
		name := locates(ev.out.Commands[o.Command].Argv)
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// locates gives the program whose path a command prints; "" where it is none
// that prints one. A builtin's or a function's name is printed as it is, and
// stands for the same command then.
func locates(argv []Word) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		s, ok := w.Exact()
		if !ok || s == "" {
			return ""
		}
		words[i] = s
	}
	var name string
	switch {
	case len(words) == 2 && programName(words[0]) == "which":
		name = words[1]
	case len(words) == 3 && words[0] == "command" && words[1] == "-v", len(words) == 3 && words[0] == "type" && words[1] == "-P":
		name = words[2]
	}
	if strings.HasPrefix(name, "-") {
		return ""
	}
	return name
}

// runLocated evaluates a command whose name is where one of some programs lies.
func (ev *evaluator) runLocated(c *ctx, names []string, argv []Word) {
	branches := make([]*ctx, len(names))
	for i, name := range names {
		branches[i] = c.branch()
		words := append([]Word{argv[0]}, argv[1:]...)
		words[0].Texts, words[0].Many = []Text{Text(name)}, false
		ev.run(branches[i], words)
	}
	c.join(branches...)
}
