x=; rm $x{a,b} $1{a,b}
# --
rm k=~/x "${x-'q'}" ${x-"p q"} ${x:-a b} ${x+"$(mv a)"}
# --
rm "${x-'$(mv a)'}"
# --
export y=pre{1,2}post${y}; export z={b,}; rm "$y" "$z"
# --
x='a*b'; rm ${x%%"*"b} ${x#a\*} ${x//b/&} "${x/#a/\&}" ${x@Q}
# --
set -- "$@" 'p q'; rm "$*" "$@" ${@:2}; IFS=:; rm "$*"
# --
"" a; '' b
# --
rm "$(printf 'a\n'; foo)" "$(printf 'a\n\n'; true)"
# --
for x in [ab].txt; do rm "a$x"; done; for x in *.txt; do rm "$((n++))"; done
# --
x=abcabc; y=
rm ${x/#/p} ${x/%/s} ${x/#a*b/Q} ${x/%b*c/Q} ${x/%[bc]/Z} ${x//#a/K} ${x/#b/Q} "[${y/#*/q}]" "[${y/%/s}]" "[${y/#a/s}]"
x='a b'; rm ${x/#"a "/-} ${x/%' b'/'c d'} "${x/#?/*}"
# --
x='*'; y='a b'; z='$x\u'
rm ${x@P} "${y@P}" "${z@P}" "${none@P}" ${x@A} "${y@A}" ${y@a}-"${none@A}${none@a}"
export y; declare -ix n=4; declare -l l=AB; readonly z
rm "${y@A}" ${y@a} ${n@A} ${n@a} ${l@a} "${l@A}" ${z@a} ${z@A}
# --
printf '%d %x %s' é 0x1g k > f1; read -r a b c < f1
printf -v z '%d' -x; printf -v y '%d' 12ab || rm failed; printf -v x '%o' "' "
rm "$a" "$b" "$c" "$z" "$y" "$x" $(printf '%d %d' 08 ' 7')
