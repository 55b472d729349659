(exit 3)
echo $?
false
[ $? = 1 ] && echo kept
sh -c 'kill -TERM $$'
echo $?
set -o pipefail
(exit 5) | true
echo $? "${PIPESTATUS[@]}"
true; false
