package shellparse

// Quoting and every expansion of a word but the parameter operators.
var wordsCases = []parseCase{
	{`rm 'a b' "c d" e\ f`, `rm 'a b' 'c d' 'e f'`},
	{`rm a'b'"c"\d`, `rm abcd`},
	{`rm $'a\tb' $'\x41' $"x"`, `rm 'a	b' A x`},
	{`rm {a,b}{1,2} x{1..3} {a..c}`, `rm a1 a2 b1 b2 x1 x2 x3 a b c`},
	{`rm *.txt a[bc]? [x '*' \*`, `rm ‹*›.txt 'a‹[›bc]‹?›' '[x' * *`},
	{`rm ~ ~/x "~" ~root/y k=~/z ~nobody`, `rm /home/u /home/u/x ~ /root/y k=/home/u/z <? ~nobody>`},
	{`x=a; rm $x "$x" '$x' ${x}b`, `x=a ⏎ rm a a $x ab`},
	{`x='a b'; rm $x "$x"`, `x='a b' ⏎ rm a b 'a b'`},
	{`x='*'; rm $x "$x"`, `x=* ⏎ rm ‹*› *`},
	{`x='a:b'; IFS=:; rm $x`, `x=a:b ⏎ IFS=: ⏎ rm a b`},
	{`rm "$DIR/"* $DIR/x`, `rm <unset DIR>/‹*› <unset DIR>/x…`},
	{`rm ''$DIR ""`, `rm <unset DIR>… ''`},
	{`x=; rm $x "$x" a`, `x='' ⏎ rm '' a`},
	{`rm $((1+2*3)) $((0x1f)) $((n))`, `rm 7 31 0`},
	{`a=(x 'y z'); rm "${a[@]}" ${a[1]} "${a[*]}" ${#a[@]}`, `a=<?> ⏎ rm x 'y z' y z 'x y z' 2`},
	{`a=(x y z); rm "${a[@]:1}" "${a[-1]}" ${!a[@]}`, `a=<?> ⏎ rm y z z 0 1 2`},
	{`declare -A m=([k]=v); rm "${m[k]}"`, `m=<?> declare -A m=<?> ⏎ rm v`},
	{`set -- a 'b c'; rm "$@" $* "$1" $# "${@:2}"`, `set -- a 'b c' ⏎ rm a 'b c' a b c a 2 'b c'`},
	{`rm "$@" $0`, `rm bash`},
	{`rm a\
b`, `rm ab`},
	{"rm $(echo a b) \"$(echo a b)\" `echo c`", `[$(…)] echo a b ⏎ [$(…)] echo a b ⏎ [$(…)] echo c ⏎ rm a b 'a b' c`},
	{`rm "$(printf '%s-%03d' x 7)" $(foo)`, `[$(…)] printf %s-%03d x 7 ⏎ [$(…)] foo ⏎ rm x-007 <out foo>…`},
	{`rm -"$(curl u)"`, `[$(…)] curl u ⏎ rm -<out curl>`},
	{`x=$(echo a; echo b); rm "$x"`, `[$(…)] echo a ⏎ [$(…)] echo b ⏎ x='a␤b' ⏎ rm 'a␤b'`},
	{`for f in $(ls); do rm "$f"; done`, `[$(…)] ls ⏎ rm <out ls>`},
	// What a program prints that is one word stays one, but may be empty where it stands alone.
	{`rm a$(nproc) $(nproc) "$(nproc)"`, `[$(…)] nproc ⏎ [$(…)] nproc ⏎ [$(…)] nproc ⏎ rm a<out nproc> <out nproc>… <out nproc>`},
	{`rm x.$RANDOM $RANDOM d/$(date +%s) d/$(date +%c) d/$(date)`, `[$(…)] date +%s ⏎ [$(…)] date +%c ⏎ [$(…)] date ⏎ rm x.<? $RANDOM> <? $RANDOM>… d/<out date> d/<out date>… d/<out date>…`},
	{`t=$(mktemp); rm $t ${t%p*} ${t/t/ }`, `[$(…)] mktemp ⏎ t=/tmp/tmp.<out mktemp> ⏎ rm /tmp/tmp.<out mktemp> <out mktemp>… <out mktemp>…`},
	{`IFS=1; rm a$(nproc)`, `IFS=1 ⏎ [$(…)] nproc ⏎ rm a<out nproc>…`},
	{`GOPATH='a b'; rm $(go env GOPATH)/x`, `GOPATH='a b' ⏎ [$(…)] go env GOPATH ⏎ rm <out go>/x…`},
	{`rm $(go env GOPATH)/x $(./go env GOPATH)/x $(nproc $X)/x`, `[$(…)] go env GOPATH ⏎ [$(…)] ./go env GOPATH ⏎ [$(…)] nproc <unset X>… ⏎ rm <out go>/x <out go>/x… <out nproc>/x…`},
	{`sh -c 'rm x.$RANDOM'`, `sh -c 'rm x.$RANDOM' ⏎ [sh -c] rm x.<? $RANDOM>… ⏎ [sh -c] rm x.<? $RANDOM>`}, // dash has none
	{`a=($(ls)); rm "${a[@]}"`, `[$(…)] ls ⏎ a=<?> ⏎ rm <out ls>…`},
}
