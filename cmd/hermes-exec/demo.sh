# The tour of `hermes-exec demo`: HERMES-EXEC FOLDER GUARDED [AGENT…]. This shell
# is the host that the commands try to kill. What they could do if nothing stopped
# them stays in FOLDER: they find no programs but those of its bin, the rm there
# deletes nothing but build, and the process that is aimed at is the hermes-exec of
# that one command. GUARDED is true where the kernel guard is in force.
hermes=$1 dir=$2 guarded=$3
shift 3
exec 2>&1 # in order, where it goes to a file
trap 'cd / && command -p rm -rf -- "$dir"' EXIT
trap 'echo; exit 130' INT
trap 'exit 143' TERM HUP

mkdir -p "$dir/bin" "$dir/home" "$dir/tmp" "$dir/project/build" && cd "$dir/project" || exit
cat >"$dir/bin/rm" <<'END'
#!/bin/sh
# Deletes the folder build of the tour, and nothing else.
for name; do
	case $name in
	-*) ;;
	build | build/) command -p rm -rf ./build ;;
	*) echo "rm of the tour: $name is left alone" ;;
	esac
done
END
chmod +x "$dir/bin/rm"
for program in cat ls wc; do
	ln -s "$(command -v $program)" "$dir/bin/"
done
# The interpreter itself, not a wrapper that would look for it on PATH.
python=$(command -v python3 >/dev/null && python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
[ -z "$python" ] || ln -s "$python" "$dir/bin/python3"
cat >job.py <<'END'
import os, signal
try:
    os.kill(os.getppid(), signal.SIGKILL)
except OSError as error:
    print("job.py got:", error)
END
n=0
while [ $n -lt 40 ]; do
	n=$((n + 1))
	printf '%032768d' 0 >"build/part-$n.o"
done

step=0
answers='Nobody can be asked without a terminal: it is denied.'
[ -t 0 ] && [ -t 1 ] && answers='Answer y or n in 40 seconds.'
# step TITLE shows what comes next, when the visitor is ready.
step() {
	if [ $step -gt 0 ] && [ -t 0 ] && [ -t 1 ]; then
		printf '\n  Enter goes on, Ctrl-C ends the tour. '
		read -r _ || exit
	fi
	step=$((step + 1))
	printf '\n%d. %s\n\n' $step "$1"
}
# run TEXT has hermes-exec run it, as an agent would.
run() {
	printf '   $ %s\n' "$1"
	PATH=$dir/bin "$hermes" -c "$1"
	status=$?
	[ $status -eq 0 ] || printf '   exit status %d\n' $status
}

echo 'What an agent sees whose shell is hermes-exec, and what you see. The commands are run'
echo 'for real, in a folder of their own: nothing of yours is touched.'
step 'Harmless commands just run. You notice nothing.'
run 'ls build | wc -l'
step 'Text that only mentions danger is text.'
run "echo 'never again: rm -rf / as root' >>notes.txt; cat notes.txt"
step "A recursive delete asks, and shows what would go. $answers"
run 'rm -rf build'
run 'ls -d build'
step 'OUT is not set, so this is the root of the disk. That is always refused.'
# shellcheck disable=SC2016 # the variables are the commands'
run 'rm -rf "$OUT/"'
step 'Killing the process that hosts the agent is always refused, too.'
run 'kill -9 $PPID'
if [ "$guarded" = true ] && [ -n "$python" ]; then
	step 'The same inside a program, where no text shows it: the kernel refuses.'
	run 'cat job.py; python3 job.py'
fi
step 'All of it is in the audit log.'
"$hermes" audit tail

printf '\nThe tour is over, and its folder is gone. '
if [ $# -gt 0 ]; then
	printf 'Next, for the agents installed here:\n\n'
	printf '   hermes-exec init %s\n' "$@"
else
	printf 'Next: hermes-exec init, which lists the agents it knows.\n'
fi
