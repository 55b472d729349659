set -e
false || echo guarded
false && true
echo "on $?"
if false; then :; fi
{ false && true; }
! true
echo on
trap 'echo "ERR $? $LINENO"' ERR
trap 'echo "EXIT $?"' EXIT
(false) || true
false | true
echo "${PIPESTATUS[@]}"
f() { false; echo not here; }
f
echo not reached
