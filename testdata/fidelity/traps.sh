trap 'echo DEBUG: $BASH_COMMAND' DEBUG
echo x
for i in 1 2; do :; done
trap - DEBUG
trap '' TERM
trap 'echo USR1' USR1
trap -p
f() { trap 'echo RETURN' RETURN; }
f
bash -c 'trap "echo got it" USR1; kill -USR1 $$; trap "" TERM; kill -TERM $$; echo survived'
trap - TERM
bash -c 'kill -TERM $$; echo not reached'
echo $?
(trap 'echo in a subshell' EXIT; exit 3)
echo $?
