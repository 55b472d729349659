a[2]=x; rm "${a[@]:1}" ${#a[@]} ${!a[@]}
# --
foo && a=(1 2); a[3]=x; rm "${a[@]}" ${!b[@]} "${a[0]}"
# --
foo && z=b; z+=c; rm "$z"
# --
x=a.b y=$((n++)); rm "c$((n+1))"
# --
set *.txt; shift; rm "$@" "$2"
# --
f() { case $1 in a) export z=1; local z=2;; esac; }; f b; rm "$z"
# --
foo && export z=d1; z=e; bash -c 'rm "a${z:+b c}"'
# --
x=q$(foo) && rm a || mv "$x"
# --
read -r x <<< "$nope"; rm "$x"; read -r x y <<< 'a  b c'; rm "$x" "$y"
# --
x=a; for y in `ls`d1 k`foo`; do rm "$y"; done
# --
let "n = $n + 1"
rm $n
# --
foo
let "n = $n + 1"
((n++)) && y=a
qux $n
# --
declare -u x
x=a.b y="$x b"
qux $y
# --
declare -u x=$y
x=a.b y="$x b"
qux $y
# --
foo && declare -u x; x=a y=$x
rm "$x" "$y"
# --
foo && n=1 || n=5
let "m = $n + 1" && rm "$m"
# --
y=1
foo && x=unset || x=export
$x y=2
rm "$y"
# --
foo && x=eval || x=bar
$x y=2
rm "$y"
# --
y=1
`foo` y=2
rm "$y"
# --
y=1
$(say) y=2
rm "$y"
# --
y=1
$(say) y
rm "$y"
