package usage

import (
	"fmt"
	"strings"
)

// bash writes for bash 3.2 too, which macOS has: no compopt (names come unquoted there), no mapfile. What a
// word may be that is not listed is a file: -o default.
func (p *Program) bash() string {
	var steps, values, here strings.Builder
	for _, at := range p.places() {
		var skip, into []string
		for i := range at.flags {
			f := at.flags[i]
			if f.Value == "" {
				continue
			}
			skip = append(skip, single(at.name()+":"+f.dashed()))
			fmt.Fprintf(&values, "\t%s) %s; return ;;\n", single(at.name()+":"+f.dashed()), bashWords(p.Name, f.Words, f.Takes))
		}
		for i := range at.verbs {
			into = append(into, single(at.name()+":"+at.verbs[i].Name))
		}
		if len(skip) > 0 {
			fmt.Fprintf(&steps, "\t\t%s) [ \"${COMP_WORDS[i+1]}\" = = ] || i=$((i + 1)) ;;\n", strings.Join(skip, "|"))
		}
		if len(into) > 0 {
			fmt.Fprintf(&steps, "\t\t%s) at=${at:+$at }$word ;;\n", strings.Join(into, "|"))
		}
		if at.command {
			fmt.Fprintf(&steps, "\t\t%s) %s_command $((i + 1)); return ;;\n", single(at.name()+":--"), function(p.Name))
		}
		var dashed []string
		for i := range at.flags {
			dashed = append(dashed, at.flags[i].dashed())
		}
		dashed = append(dashed, "--help")
		fmt.Fprintf(&here, "\t%s:-*) %s ;;\n", single(at.name()), bashWords(p.Name, dashed, Other))
		fmt.Fprintf(&here, "\t%s:*) %s ;;\n", single(at.name()), bashWords(p.Name, at.choices(), at.takes))
	}
	return fmt.Sprintf(bashScript, p.Name, function(p.Name), steps.String(), values.String(), here.String())
}

// bashWords offers words, or what a kind of word can be.
func bashWords(program string, words []string, takes Kind) string {
	switch {
	case len(words) > 0 && takes == File:
		return function(program) + "_words " + single(strings.Join(words, " ")) + "; " + function(program) + "_files"
	case len(words) > 0:
		return function(program) + "_words " + single(strings.Join(words, " "))
	case takes == Folder:
		return function(program) + "_folders"
	}
	return ":"
}

const bashScript = `# Completion of bash for %[1]s, made by %[1]s completion bash.

%[2]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at= word i
	COMPREPLY=()
	# --flag=value is three words to bash.
	if [ "$cur" = = ]; then
		cur=
	elif [ "$prev" = = ]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		case $at:$word in
%[3]s		*:=) i=$((i + 1)) ;;
		*:-*) ;;
		:*) at=- ;;
		esac
	done
	case $at:$prev in
%[4]s	esac
	case $at:$cur in
%[5]s	esac
}

%[2]s_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

%[2]s_files() {
	local IFS=$'\n'
	COMPREPLY+=($(compgen -f -- "$cur"))
	compopt -o filenames 2>/dev/null
}

%[2]s_folders() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -d -- "$cur"))
	compopt -o filenames 2>/dev/null
}

# The words behind -- are a command's own.
%[2]s_command() {
	if declare -F _command_offset >/dev/null; then
		_command_offset "$1"
	elif [ "$COMP_CWORD" -eq "$1" ]; then
		COMPREPLY=($(compgen -c -- "$cur"))
	fi
}

complete -o bashdefault -o default -F %[2]s %[1]s
`
