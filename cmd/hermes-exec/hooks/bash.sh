# What a supervised interactive bash reads first. Above this stand assignments:
# __hermes_ask and __hermes_hear, the ways to the supervisor and back;
# __hermes_start, which start-up files are read (login, rc, none);
# __hermes_rc, the file that stands for ~/.bashrc; __hermes_set, the letters of
# set that come first; __hermes_ps0, the caller's PS0.
#
# Each command line is kept when it is accepted. When bash has parsed a whole
# command it expands PS0, before anything of that runs: there the supervisor is
# asked, and unless it says yes the expansion is an error, with which bash goes
# back to its prompt. Nothing here runs while a command does: there is no DEBUG
# trap, no functrace, and no descriptor that commands would inherit.
#
# All is in place before the start-up files are read, so that one that is
# interrupted leaves a shell that runs nothing; and is put in place again after.

if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 501)); then
	echo "hermes-exec: bash $BASH_VERSION is not judged as an interactive shell, 5.1 and later are" >&2
	exit 125
fi

__hermes_lines=()      # accepted for the command that is being read
__hermes_taken=0       # how many of them belong to commands before it
__hermes_reading=0     # a command is being read; else a line is an answer to `read -e`
__hermes_doubt=        # why the lines may not be what bash makes of them
readonly __hermes_ask __hermes_hear __hermes_exec=y __hermes_line=([1]=) __hermes_none=()
declare -ai __hermes_go=([1]=0)

# An unset element in what replaces a match ends the command. Other errors in a
# prompt are only shown, so whatever fails must leave a number that is not 1.
# Before that comes an integer that gets what is none: with this error, and no
# other, bash leaves $? as the substitution has set it (5.2). bash says what went
# wrong after the name of the variable that the match is in.
readonly __hermes_gate='${__hermes_exec/y/${__hermes_none[__hermes_said=0]-}${__hermes_none[__hermes_said=$({ __hermes_judged; } 2>/dev/null)]-}${__hermes_none[__hermes_taken=${#__hermes_lines[@]},__hermes_reading=0]-}${__hermes_none[${__hermes_go[__hermes_said]:=not run}]-}${__hermes_line[__hermes_said]?not run}}'

# __hermes_judged asks about the lines, and prints 1 for yes. Its status is that
# of a line that is not run.
__hermes_judged() {
	local IFS=$'\n' TMOUT= id=$SRANDOM$SRANDOM answer
	{
		builtin printf '%s\0' line "$id" "$PWD" "$BASHOPTS" "$__hermes_doubt" "${__hermes_lines[*]:__hermes_taken}"
		builtin alias -p
		builtin printf '\0'
	} >"$__hermes_ask"
	while builtin read -r answer; do
		if [[ $answer == "$id "* ]]; then
			builtin printf %s "${answer#* }"
			break
		fi
	done <"$__hermes_hear"
	[[ $answer == "$id 1" ]] || return 126
}

# __hermes_accept keeps the line that the editor is about to give to bash, as it
# will be after history expansion.
__hermes_accept() {
	((__hermes_reading)) || return 0
	local line=$READLINE_LINE marks=${histchars-'!^#'} expanded
	if [[ $- == *H* && ($line == *"${marks:0:1}"* || $line == "${marks:1:1}"*) ]]; then
		if ((${#__hermes_lines[@]} > __hermes_taken)); then # where bash looks at the quotes of the lines before
			expanded=$(__hermes_expand "$line") && [[ $expanded == "$line" ]] ||
				__hermes_doubt="what the history makes of a line that continues another is not known"
		else
			expanded=$(__hermes_expand "$line") || return 0 # bash drops it as well
			[[ $expanded != "$line" ]] && builtin shopt -q histverify && return 0
			line=$expanded
		fi
	fi
	__hermes_lines+=("$line")
}

# __hermes_expand prints a line as bash would read it now. By itself history -p
# leaves the last entry out, taking it for the line it stands in.
__hermes_expand() {
	HISTCONTROL= HISTIGNORE=
	set +o history
	builtin history -s pushed
	builtin history -d -1
	builtin history -p -- "$1"
}

# __hermes_edit stands in for edit-and-execute-command, with which bash runs
# what it has not read as a command line: this leaves it in the line.
__hermes_edit() {
	local file modes
	file=$(mktemp) || return
	builtin printf '%s\n' "$READLINE_LINE" >"$file"
	modes=$(stty -g)
	stty sane
	${VISUAL:-${EDITOR:-vi}} "$file"
	stty "$modes"
	READLINE_LINE=$(<"$file")
	READLINE_POINT=${#READLINE_LINE}
	rm -f "$file"
}

# __hermes_keys puts __hermes_accept before whatever gives bash a line.
__hermes_keys() {
	local IFS=$'\n' map line key -
	set -f
	for map in emacs-standard vi-insert vi-command; do
		for line in $(builtin bind -m $map -p); do
			key=${line%'": '*}'"'
			case $line in
			*'C-x\C-]'*) ;;
			'"'*'": accept-line') builtin bind -m $map "$key"': "\C-x\C-]\C-a\C-x\C-]\C-b"' ;;
			'"'*'": operate-and-get-next') builtin bind -m $map "$key"': "\C-x\C-]\C-a\C-x\C-]\C-c"' ;;
			'"'*'": edit-and-execute-command' | '"'*'": vi-edit-and-execute-command')
				builtin bind -m $map -x "$key: __hermes_edit" ;;
			esac
		done
		# $_ so stays what it is; the newline has { read as what it is within a
		# here-document; in braces set -x does not show it.
		builtin bind -m $map -x $'"\\C-x\\C-]\\C-a": \n{ __hermes_accept "$_"; } 2>/dev/null'
		builtin bind -m $map '"\C-x\C-]\C-b": accept-line'
		builtin bind -m $map '"\C-x\C-]\C-c": operate-and-get-next'
	done
} 2>/dev/null

# __hermes_prompt is the last thing before bash reads a command. It is given the
# status of the one before, and what trap says of DEBUG.
__hermes_prompt() {
	builtin printf '%s\0' done "$1" >"$__hermes_ask"
	__hermes_unseen "$2"
	__hermes_lines=() __hermes_taken=0 __hermes_doubt= __hermes_reading=1
	[[ ${PS0-} == "$__hermes_gate"* ]] || PS0=$__hermes_gate${PS0//"$__hermes_gate"/}
	builtin shopt -s promptvars
}

# __hermes_unseen has the person's DEBUG trap, by which terminals and prompts
# know that a command begins, not see the hook's own. $1 is what trap says of it,
# which a function cannot ask.
__hermes_unseen() {
	[[ $1 && $1 != *__hermes_* ]] || return 0
	builtin eval "set -- $1"
	[[ $3 && $3 != - ]] || return 0 # as POSIX mode says of none
	builtin trap -- 'case ${FUNCNAME-}$BASH_COMMAND in __hermes_*) ;; *)
'"$3"'
;; esac' DEBUG
}

__hermes_install() {
	local i hook='{ __hermes_prompt "$?" "$(trap -p DEBUG)"; } 2>/dev/null' # unseen by set -x
	for i in "${!PROMPT_COMMAND[@]}"; do
		[[ ${PROMPT_COMMAND[i]} == "$hook" ]] && unset "PROMPT_COMMAND[$i]"
	done
	# Never the first: a plain assignment would replace it.
	PROMPT_COMMAND=("${PROMPT_COMMAND[@]-}" "$hook")
	PS0=$__hermes_gate${PS0//"$__hermes_gate"/}
}

declare +x PS0 # where it stood guard until now
PS0=$__hermes_ps0
unset __hermes_ps0
__hermes_install

if [[ $__hermes_start != rc ]]; then
	# It was started in POSIX mode, in which it reads this file and no other.
	set +o posix
	shopt -u inherit_errexit
	[[ ${HISTFILE-} == "$HOME/.sh_history" ]] && HISTFILE=$HOME/.bash_history
	[[ ${MAILCHECK-} == 600 ]] && MAILCHECK=60
	unset ENV
	[[ -v __hermes_env ]] && export ENV=$__hermes_env
	unset __hermes_env
fi
[[ $__hermes_set ]] && set -$__hermes_set
case $__hermes_start in
login)
	[[ -r /etc/profile ]] && . /etc/profile
	for __hermes_rc in ~/.bash_profile ~/.bash_login ~/.profile; do
		[[ -r $__hermes_rc ]] && break
	done
	;;
esac
[[ $__hermes_rc && -r $__hermes_rc ]] && . "$__hermes_rc"
{
	unset __hermes_start __hermes_rc __hermes_set
	__hermes_unseen "$(trap -p DEBUG)"
	__hermes_install
	__hermes_keys
} 2>/dev/null

if [[ ${BLE_VERSION-} ]]; then
	echo "hermes-exec: ble.sh runs commands past bash's own hooks; leave it out of the start-up files" >&2
	exit 125
fi
