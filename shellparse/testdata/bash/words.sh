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
