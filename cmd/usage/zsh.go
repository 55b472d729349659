package usage

import (
	"fmt"
	"strings"
)

// zsh writes a function for each place, whose flags _arguments knows how to
// offer. The file works in a folder of fpath and where it is sourced.
func (p *Program) zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %[1]s\n# Completion of zsh for %[1]s, made by %[1]s completion zsh.\n", p.Name)
	for _, at := range p.places() {
		b.WriteString("\n" + p.zshPlace(&at))
	}
	fmt.Fprintf(&b, "\nif [[ $funcstack[1] == _%[1]s ]]; then\n\t_%[1]s \"$@\"\nelse\n\tcompdef _%[1]s %[1]s\nfi\n", p.Name)
	return b.String()
}

// zshName is the function of a place.
func (p *Program) zshName(path []string) string {
	return strings.Join(append([]string{"_" + p.Name}, path...), "_")
}

func (p *Program) zshPlace(at *place) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s() {\n", p.zshName(at.path))
	if at.command {
		b.WriteString("\tlocal -i dashes=${words[(i)--]}\n\tif (( dashes < CURRENT )); then # a command's own words\n" +
			"\t\twords=(\"${(@)words[dashes+1,-1]}\")\n\t\t(( CURRENT -= dashes ))\n\t\t_normal\n\t\treturn\n\tfi\n")
	}
	b.WriteString("\tlocal curcontext=$curcontext state line\n\tlocal -A opt_args\n\t_arguments -C")
	for i := range at.flags {
		f := at.flags[i]
		spec := f.dashed()
		if f.Value != "" && len(f.Name) > 1 {
			spec += "="
		}
		spec += "[" + zshText(plain(f.Text)) + "]"
		if f.Value != "" {
			spec += ":" + zshText(f.Value) + ":" + zshAction(f.Words, f.Takes)
		}
		fmt.Fprintf(&b, " \\\n\t\t%s", single(spec))
	}
	b.WriteString(" \\\n\t\t'(- *)'{-h,--help}'[its help]'")
	if len(at.verbs) == 0 {
		if len(at.words) > 0 || at.takes == File || at.takes == Folder {
			fmt.Fprintf(&b, " \\\n\t\t%s", single("*:operand:"+zshAction(at.words, at.takes)))
		}
		b.WriteString("\n}\n")
		return b.String()
	}
	b.WriteString(" \\\n\t\t'1: :->verb' '*:: :->rest'\n\tcase $state in\n\tverb)\n\t\tlocal -a verbs=(")
	for i := range at.verbs {
		v := &at.verbs[i]
		fmt.Fprintf(&b, "\n\t\t\t%s", single(v.Name+":"+plain(v.Line)))
	}
	b.WriteString("\n\t\t)\n\t\t_describe -t verbs verb verbs\n")
	if at.takes == File {
		b.WriteString("\t\t_files\n")
	}
	b.WriteString("\t\t;;\n\trest)\n\t\tcase $words[1] in\n")
	for i := range at.verbs {
		path := append(at.path[:len(at.path):len(at.path)], at.verbs[i].Name)
		fmt.Fprintf(&b, "\t\t%s) %s ;;\n", at.verbs[i].Name, p.zshName(path))
	}
	b.WriteString("\t\t*) _files ;;\n\t\tesac\n\t\t;;\n\tesac\n}\n")
	return b.String()
}

// zshText is a text in a spec of _arguments.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

func zshAction(words []string, takes Kind) string {
	switch {
	case len(words) > 0:
		return "(" + strings.Join(words, " ") + ")"
	case takes == File:
		return "_files"
	case takes == Folder:
		return "_files -/"
	}
	return " "
}
