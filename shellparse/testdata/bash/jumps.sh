for x in a b c; do if foo; then y=$x; break; fi; y=end; done; rm "$y" "$x"
# --
for x in a b; do y=$x; continue; y=never; done; rm "$y"
# --
f() { x=1; return; x=2; }; f; rm "$x"
# --
f() { if foo; then x=1; return; fi; x=2; }; f; rm "$x"
# --
y=$(echo a; foo && exit; echo b); rm "$y"
# --
case x in x) y=1;;& *) y=2$y;;& x) rm "$y";; esac
# --
x=a; for i in 1 2; do (break; x=b; rm "$x"); done; rm "$x"
# --
while :; do x=1; foo && break; x=2; break; done; rm "$x"
# --
f1() { rm a; }; $(printf f; bar)1; for z in `ls` f1; do $z; done
# --
readonly z=a; set -- '*'
for z in one; do set -- b; done; rm $1
