package usage

import (
	"fmt"
	"strings"
)

// fish writes a line for each flag and word, each with the place it is for.
func (p *Program) fish() string {
	name := function(p.Name)
	var steps, lines strings.Builder
	for _, at := range p.places() {
		var skip []string
		for i := range at.flags {
			if f := at.flags[i]; f.Value != "" {
				skip = append(skip, single(at.name()+":"+f.dashed()))
			}
		}
		if len(skip) > 0 {
			fmt.Fprintf(&steps, "            case %s\n                set skip 1\n", strings.Join(skip, " "))
		}
		var into []string
		for i := range at.verbs {
			into = append(into, single(at.name()+":"+at.verbs[i].Name))
		}
		if len(into) > 0 {
			fmt.Fprintf(&steps, "            case %s\n                set at (string trim -- \"$at $word\")\n", strings.Join(into, " "))
		}
		if at.command {
			fmt.Fprintf(&steps, "            case %s\n                set at =\n                break\n", single(at.name()+":--"))
		}
		p.fishPlace(&lines, &at)
	}
	return fmt.Sprintf(fishScript, p.Name, name, steps.String(), lines.String())
}

func (p *Program) fishPlace(b *strings.Builder, at *place) {
	when := fmt.Sprintf("complete -c %s -n %s", p.Name, single(strings.TrimRight("_"+function(p.Name)+"_at "+at.name(), " ")))
	for i := range at.flags {
		f := at.flags[i]
		kind := "-l"
		if len(f.Name) == 1 {
			kind = "-s"
		}
		fmt.Fprintf(b, "%s %s %s%s -d %s\n", when, kind, f.Name, fishValue(f), single(plain(f.Text)))
	}
	fmt.Fprintf(b, "%s -s h -l help -d 'its help'\n", when)
	for i := range at.verbs {
		v := &at.verbs[i]
		fmt.Fprintf(b, "%s -a %s -d %s\n", when, v.Name, single(plain(v.Line)))
	}
	switch {
	case len(at.words) > 0:
		fmt.Fprintf(b, "%s -a %s\n", when, single(strings.Join(at.words, " ")))
	case at.takes == File:
		fmt.Fprintf(b, "%s -F\n", when)
	case at.takes == Folder:
		fmt.Fprintf(b, "%s -a '(__fish_complete_directories)'\n", when)
	}
}

func fishValue(f *Flag) string {
	switch {
	case f.Value == "":
		return ""
	case len(f.Words) > 0:
		return " -x -a " + single(strings.Join(f.Words, " "))
	case f.Takes == File:
		return " -r -F"
	case f.Takes == Folder:
		return " -x -a '(__fish_complete_directories)'"
	}
	return " -x"
}

const fishScript = `# Completion of fish for %[1]s, made by %[1]s completion fish.

# Where the line is: the verbs so far, or = where a command's own words follow.
function _%[2]s_place
    set -l words (commandline -opc)
    set -l at
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch "$at:$word"
%[3]s            case ':-*' '*:-*'
            case ':*'
                set at -
        end
    end
    printf '%%s\n' "$at"
end

function _%[2]s_at
    test (_%[2]s_place) = "$argv"
end

# A command's own words: what fish knows of that command.
function _%[2]s_command
    set -l words (commandline -opc)
    set -e words[1..(contains -i -- -- $words)]
    complete -C (string join -- ' ' (string escape -- $words) (commandline -ct))
end

complete -c %[1]s -f
complete -c %[1]s -n '_%[2]s_at =' -a '(_%[2]s_command)'
complete -c %[1]s -n '_%[2]s_at -' -F
%[4]s`
