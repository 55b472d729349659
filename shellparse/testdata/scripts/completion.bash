# bash completion for tool
_tool_commands() {
	local IFS=$'\n' line
	tool --list 2>/dev/null | while read -r line; do
		[[ $line =~ ^[[:space:]]+([a-z-]+) ]] && printf '%s\n' "${BASH_REMATCH[1]}"
	done
}
_tool() {
	local cur prev words cword split=false
	if declare -F _init_completion >/dev/null 2>&1; then
		_init_completion -s || return
	else
		COMPREPLY=() cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
	fi
	local -i i; local command=
	for ((i = 1; i < cword; i++)); do
		case ${words[i]} in -*) ;; *) command=${words[i]}; break ;; esac
	done
	case $prev in
	--file | -!(-*)f) COMPREPLY=($(compgen -f -X '!*.@(y?(a)ml|json)' -- "$cur")); return ;;
	--user) mapfile -t COMPREPLY < <(compgen -u -- "${cur,,}"); return ;;
	esac
	$split && return
	case $command in
	'') COMPREPLY=($(compgen -W '$(_tool_commands) --help --file=' -- "$cur"))
		[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace ;;
	add | remove) COMPREPLY=($(compgen -W "$(git ls-files 2>/dev/null | sed 's/ /\\ /g')" -- "$cur")) ;;
	*) COMPREPLY=("${COMPREPLY[@]/%/ }") ;;
	esac
	[[ $cur == *:* && $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
	return 0
} && complete -F _tool -o default tool t
PROMPT_COMMAND='__status=$?;'${PROMPT_COMMAND-}
PS1='\[\e[32m\]\u@\h\[\e[0m\]:\w$(__git_ps1 " (%s)" 2>/dev/null)\$ '
alias ll='ls -alF' grep='grep --color=auto' ..='cd ..'
case $- in *i*) bind '"\e[A": history-search-backward' ;; esac
[ -f ~/.bash_aliases ] && . ~/.bash_aliases || true
