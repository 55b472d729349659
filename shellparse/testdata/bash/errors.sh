x=/; : "${!nope}"; x=safe
rm "$x"
# --
readonly x=a; x=b
rm "$x"
# --
x=4no*such
rm ${!x}
# --
f() { x=1; : $((1/0)); x=2; }
f; x=3
rm "$x"
# --
printf -v z '%d' 12'\n'
rm "$z"
# --
z=$z{a,{c,d}}d1
readonly z
z=a
rm "$z"
# --
z=; a=1; x=q a=${z:0: -1}
rm "$x" "$a"
# --
set -e
x=$(foo; echo a); rm "$x"; y=$(echo b; mv); rm "$y"
z=$(if foo; then echo c; mv; fi; echo d) || rm "$z"
rm $(echo q; { mv; bar; }; echo r)
# --
set -e
x=$(eval 'foo
echo a
mv
echo b'); rm "$x"
