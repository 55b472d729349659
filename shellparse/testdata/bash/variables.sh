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
