set -x
echo a
x=1 y="b c"
for i in 1 2; do echo $i; done
[[ $x = 1 ]]
f() { echo "$@"; }
f 1 2
cat <<E
$x
E
case $x in 1) : ;; esac
(( x++ ))
PS4='+$LINENO+ '
echo line
{ set +x; } 2>/dev/null
echo quiet
