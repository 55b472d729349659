sleep 0.1 &
wait $!
echo "waited $?"
cat &
wait
echo "cat had nothing to read"
(sleep 0.05; echo late) & echo early; wait
{ sleep 0.05; exit 7; } & wait $!; echo $?
f() { read x; echo "f read <$x>"; }
f & wait
sleep 60 & kill $!; wait $!; echo $?
while :; do break; done & wait
coproc cat
echo through >&"${COPROC[1]}"
read -r back <&"${COPROC[0]}"
echo "$back"
exec {COPROC[1]}>&-
wait
