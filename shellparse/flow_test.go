package shellparse

// What variables hold where ways meet, and what a jump leaves behind.
var flowCases = []parseCase{
	{`if foo; then x=a; else x=b; fi; rm $x`, `foo ⏎ x=a ⏎ x=b ⏎ rm a|b`},
	{`foo && x=a; rm $x`, `foo ⏎ x=a ⏎ rm a ⏎ rm`},
	{`x=a; foo && x=b; rm $x`, `x=a ⏎ foo ⏎ x=b ⏎ rm b|a`},
	{`true && x=a; rm $x`, `true ⏎ x=a ⏎ rm a`},
	{`x=a; (x=b); rm $x`, `x=a ⏎ x=b ⏎ rm a`},
	{`x=a; echo | x=b; rm $x`, `x=a ⏎ echo ⏎ x=b ⏎ rm a`},
	{`for x in a b; do rm $x; done; mv $x`, `rm a ⏎ rm b ⏎ mv b`},
	{`for x in *.txt; do rm "$x"; done`, `rm <glob>.txt`},
	{`for x; do rm $x; done`, ``},
	{`for x in a b c; do if foo; then break; fi; done; rm $x`, `foo ⏎ break ⏎ foo ⏎ break ⏎ foo ⏎ break ⏎ rm a|b|c`},
	{`for x in a b c; do [ $x = b ] && continue; rm $x; done`, `'[' a = b ']' ⏎ continue ⏎ rm a ⏎ '[' b = b ']' ⏎ continue ⏎ rm b ⏎ '[' c = b ']' ⏎ continue ⏎ rm c`},
	{`while true; do x=a; break; done; rm $x`, `true ⏎ x=a ⏎ break ⏎ rm a`},
	{`while read -r l; do rm "$l"; done`, `read -r l ⏎ rm <in>`},
	{`printf 'a\nb\n' | while read -r l; do rm "$l"; done`, `printf a\nb\n ⏎ read -r l ⏎ rm a ⏎ read -r l ⏎ rm b ⏎ read -r l`},
	{`until foo; do rm a; done`, `foo ⏎ rm a`},
	{`for ((i=0; i<3; i++)); do rm $i; done`, `rm 0 ⏎ rm 1 ⏎ rm 2`},
	{`for ((i=0; i<$(foo); i++)); do rm "$i"; done`, `[$(…)] foo ⏎ rm 0 ⏎ rm 1|0 ⏎ rm <?>|1|0`},
	{`case $1 in a) x=1;; esac; rm "$x"`, `x=1 ⏎ rm <unset x>`},
	{`case $(foo) in a) x=1;; b) x=2;& c) x=3;; esac; rm "$x"`, `[$(…)] foo ⏎ x=1 ⏎ x=2 ⏎ x=3 ⏎ rm 1|2|3|''`},
	{`exit; rm a`, `exit ⏎ rm a`},
	{`x=a; if foo; then x=b; exit; fi; rm $x`, `x=a ⏎ foo ⏎ x=b ⏎ exit ⏎ rm a`},
	{`if foo; then cd /tmp; fi; rm a`, `foo ⏎ cd /tmp ⏎ rm a`},
	{`trap 'rm $x' EXIT; x=a; foo && x=b`, `trap 'rm $x' EXIT ⏎ [trap EXIT] rm <unset x>… ⏎ x=a ⏎ foo ⏎ x=b ⏎ [trap EXIT] rm b ⏎ [trap EXIT] rm a ⏎ [trap EXIT] rm`},
	{`f() { :; }; x=1; : ${!nope}; x=2`, `x=1 ⏎ : <? $nope>… ⏎ x=2`},
	{`f() { return; rm a; }; f`, `[function f] return ⏎ [function f] rm a`},
	{`for x in a b; do continue; rm c; done`, `continue ⏎ rm c ⏎ continue ⏎ rm c`},
	{`trap 'rm $x' EXIT
x=a
foo && { x=b; exit; }
x=c`, `trap 'rm $x' EXIT ⏎ [trap EXIT] rm <unset x>… ⏎ x=a ⏎ foo ⏎ x=b ⏎ exit ⏎ x=c ⏎ [trap EXIT] rm c ⏎ [trap EXIT] rm a ⏎ [trap EXIT] rm b ⏎ [trap EXIT] rm`},
	{`x=$(foo && exit; echo a); rm "$x"`, `[$(…)] foo ⏎ [$(…)] exit ⏎ [$(…)] echo a ⏎ x=<out foo> ⏎ rm <out foo>`},
	{`case a in a) x=1;;& b) x=2;;& *) rm $x;; esac`, `x=1 ⏎ x=2 ⏎ rm 1 ⏎ rm 2 ⏎ rm`},
}
