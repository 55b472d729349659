for fd in /proc/self/fd/*; do [ -e "$fd" ] && echo "${fd##*/}"; done 2>/dev/null | sort -n | awk '$1 < 3'
exec 10>ten; echo ten >&10; cat ten
exec 10>&-; exec 12>twelve; echo 12 >&12; cat twelve; exec 12>&-
exec 9<ten; read -u 9 t; echo $t; exec 9<&-
exec {new}>named; echo named >&$new; cat named
exec 11>eleven
echo eleven >&11
cat eleven
exec {new}>&- 11>&-
{ echo gone >&19; } 2>/dev/null
echo $?
flock 12 12>lock true && exec 12>lock && flock 12 && echo locked
