# What a supervised interactive zsh reads in place of each of its start-up
# files, which this then reads. Above stand assignments: __hermes_file, the one
# whose turn it is, and for .zshenv, the first of them, __hermes_ask and
# __hermes_hear, the ways to the supervisor and back, and __hermes_home, the
# caller's ZDOTDIR if there is one.
#
# zsh calls preexec when it has parsed a whole list, before anything of that
# runs, with the text it has parsed, history and aliases expanded. There the
# supervisor is asked, and unless it says yes there is an error, with which zsh
# goes back to its prompt.
#
# Who takes the hook away finds it in place again before the next line: it is put
# back after each line, where the history is told of one, and when the editor
# accepts one. Where its functions are gone the editor accepts none.

if [[ $__hermes_file == .zshenv ]]; then
	__hermes_files=$ZDOTDIR
	typeset -r __hermes_ask __hermes_hear

	__hermes_preexec() {
		{
			local id answer said=0 options_on=
			read -r id </proc/sys/kernel/random/uuid || id=$RANDOM$RANDOM$RANDOM # leaves RANDOM be
			[[ -o interactivecomments ]] && options_on=interactive_comments
			emulate -L zsh
			printf '%s\0' line "$id" "$PWD" "$options_on" '' "$3" '' >$__hermes_ask
			while IFS= read -r answer; do
				if [[ $answer == "$id "* ]]; then
					said=${answer#* }
					break
				fi
			done <$__hermes_hear
			__hermes_install
			[[ $said == 1 ]] || : ${__hermes_none?not run}
		} 2>/dev/null
	}

	__hermes_precmd() {
		{
			local ended=$?
			emulate -L zsh
			printf '%s\0' done "$ended" >$__hermes_ask
			__hermes_install
		} 2>/dev/null
	}

	__hermes_history() {
		{ __hermes_install; } 2>/dev/null
	}

	__hermes_install() {
		emulate -L zsh
		preexec_functions=(__hermes_preexec ${preexec_functions:#__hermes_preexec})
		precmd_functions=(__hermes_precmd ${precmd_functions:#__hermes_precmd})
		zshaddhistory_functions=(__hermes_history ${zshaddhistory_functions:#__hermes_history})
		((${+__hermes_file})) || __hermes_widgets
	}

	# __hermes_widgets goes before whatever gives zsh a line, once more where
	# that was set anew. Plugins do the same, so each may call the other.
	__hermes_widgets() {
		local widget
		for widget in accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history; do
			case $widgets[$widget] in
			user:__hermes_*) continue ;;
			builtin) zle -D __hermes_was_$widget 2>/dev/null ;;
			*)
				((${+widgets[__hermes_was_$widget]})) && continue
				zle -A $widget __hermes_was_$widget
				;;
			esac
			functions[__hermes_$widget]=$functions[__hermes_accept]
			zle -N $widget __hermes_$widget
		done
	}

	# __hermes_accept is what each of the widgets does.
	__hermes_accept() {
		{
			local __hermes_name=${${(%):-%N}#__hermes_} __hermes_theirs=0
			((${+widgets[__hermes_was_$__hermes_name]} && !${+__hermes_within})) && __hermes_theirs=1
			((__hermes_theirs)) && local __hermes_within=1
			((__hermes_theirs)) || zle .$__hermes_name -- "$@"
		} 2>/dev/null
		((__hermes_theirs)) && zle __hermes_was_$__hermes_name -- "$@" # with its options, and its standard error
		{ __hermes_install; } 2>/dev/null
	}
fi

__hermes_install
if ((${+__hermes_home})); then
	ZDOTDIR=$__hermes_home
else
	unset ZDOTDIR
fi
[[ -r ${ZDOTDIR-$HOME}/$__hermes_file ]] && . "${ZDOTDIR-$HOME}/$__hermes_file"
__hermes_install
if ((${+ZDOTDIR})); then
	__hermes_home=$ZDOTDIR
else
	unset __hermes_home
fi
if [[ $__hermes_file == .zlogin || $__hermes_file == .zshrc && ! -o login ]]; then
	unset __hermes_home __hermes_files __hermes_file
else
	ZDOTDIR=$__hermes_files
fi
