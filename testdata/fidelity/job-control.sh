set -m
sleep 60 &
echo "in a substitution: $(jobs)"
echo "none of its own: $(fg %% 2>&1 | sed 's/.*: fg/fg/')"
{ kill %1; wait %1; echo $?; } 2>/dev/null
(exit 3) & wait $!; echo $?
x=$(echo nested $(echo substitution) | cat; (exit 4))
echo "$x $?"
echo piped | cat | while read -r y; do echo "$y $(echo inside)"; done
set +m
echo "$(jobs)"
