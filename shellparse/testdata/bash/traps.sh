trap 'rm "$x"' EXIT
x=a
foo && { x=b; exit; }
x=c
# --
y=$(trap 'foo 12' EXIT); rm "$y"
# --
bash -c '{ y=mv; mv ; }'
trap : EXIT
# --
f() { x=2; }
bash <<< 'x=1; f; rm "$x"'
# --
source ./nosuch; x=1; eval "$(foo)"; rm "$x"
