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
# --
declare -A m=([a]=~/d1 [b]='2 3' [c]=x:~/q); m[d]=~/e; n=([1]=~/f ~/g)
rm "${m[a]-none}" "${m[b]}" "${m[c]}" "${m[d]}" "${n[@]}"
# --
a=(p q); a[-1]=z; a[-2]+=y; rm "${a[@]}"
a[-3]=w; rm "${a[@]}"
# --
a=(p q); printf -v 'a[1]' %s r; n=2; printf -v 'a[n]' %s s; rm "${a[@]}"
unset 'a[0]'; rm "${a[@]}" "${!a[@]}"; unset 'a[n]'; rm "${a[@]}"
printf -v 'b[1]' x; rm "${b[@]}" "${!b[@]}"; unset 'c[1]'; rm "${c[@]}"
# --
a=(1 2); ((a[0]++)); ((a[1] += 3)); ((a[3] = a[0] * 2)); rm "${a[@]}" $((a[0]--)) $((++a[1])) "${a[@]}"
((b[n]++)) || rm "${b[@]}"; foo && b=5; ((b[1] = n)) || rm "${b[@]}"
a=(p); ((a[0] += 1)); rm "${a[@]}"
# --
foo && a=(1 2 3)
rm ${#a[@]} "${#a}" "${a[@]}" ${#none}
# --
local v=$1; mv "$v"
f() { local w=$1; mv "$w"; }; f a
# --
foo && a=(1 2 3)
rm "${a[@]}" "x${a[*]}y" ${#a[@]} "${a[1]}" "${a[-1]}" "$a" "${a[@]:-none}" "${a[@]-none}"
a+=(4 '5 6'); rm "${a[@]}"; a[1]=q; rm "${a[@]}" ${#a[@]}
mv && a=() || a=("${a[@]}" z); rm "${a[@]}" ${a[@]}
for i in "${a[@]}"; do mv "$i"; done
# --
foo && set -- a 'b c'
rm "$@" $# "${1-none}" "${4-none}" "${@:2}" "$*" $*
shift; rm "$@" $#; foo && shift 2; rm "$@" "$1" $# "${@:1:1}"
for i; do mv "$i"; done
f() { rm "$@" $#; foo && shift; rm "$@"; }; f "$@" q
bash -c 'rm "$@" $#' "$@"
# --
while foo; do a+=(x); set -- "$@" y; rm "${a[@]}" $#; done
rm "${a[@]}" "$@"; unset 'a[0]'; rm "${a[@]}"
foo && unset a; rm "${a[@]}" ${#a[@]}
# --
foo && n=6 || n=2
((n++)); rm $n $((n * 2)) $((n++)) $n; ((n > 3)) && rm big || rm small
foo && m=$n; rm $((m + n)); x='b c'; rm $((${#x})) $((${#x} * 2 + ${#x})) $((${#none} + 1))
foo && x=; rm $((${#x} + 1))
# --
foo && x='a b' || x=
for i in $x c; do rm "$i"; bar && break; done; rm "$i"
# --
$(say) q=1
rm "${#a[*]}" "${#a[@]}" ${#a} ${#q}
# --
let "0[0]=5"; say "${0##*/}x"; ((1[0]=3)); rm "$1"
# --
declare -ix z
export x="$()"
declare z=k1; qux "$z"; export w; w=5; bash -c 'rm $w $z'; export v; bash -c 'rm "$v" ${v-a}'; rm "${v-b}"
# --
while foo; do
	eval '$y; i1=0; until (( i1++ > 1 )); do mv "$i1"; y=f1; done; if mv ${y@a}; then a=(); foo; fi'
	until rm; do
		foo
		$(say) y=k1
	done
done
# --
a=(1 2 3)
IFS=:
x="${a[@]:1}"; y="${a[@]}"; z=${a[@]#1}; w="${!a[@]}"; IFS=' '
qux "$x" "$y" "$z" "$w"
# --
bash <<E
$((n++))
foo k1
E
qux $n; say >f$((n++)); qux $n; say <<<${y:=3} >f2; qux $y
say() { rm $n; }; say <<<$((n++)); rm $n; echo >f$((n++)); qux $n; { say; } >f$((n++)); qux $n
$(foo) <<<$((n++)); qux $n
# --
x=one
if foo; then readonly x=rm; fi
$(say) x=
qux "$x"
# --
$(say) x=src
[[ $x == "$y" ]] && select x in b k1; do break; done
qux "$x" ${x:-a} ${#x}
# --
[[ -n $x ]] && unset z; $(say) x='c d'; ( bar $((${#x}))* $((x)) "${#y}" "${y-a}" )
# --
for x in a=b "$(a=(x#y \ ))" $'\x41'; do y=d1; done
qux $y
# --
n=1
if false; then n=2; elif é; then n=$((n + 1)) & fi
rm $!; qux "$!" ${!:+set}
# --
declare -x z
bash -c 'bash -c "sh -c \"\" s0 \"\${a[*]}\"\${z/#/Q}"; rm ${z/#/Q}'
rm "${z/#/Q}" "${z@Q}" ${z/%/R}; y=; rm "${y/#/Q}" "${y@Q}"; if foo; then w=; fi; rm "${w/#/Q}" "${w@Q}"
# --
x=a y=a.txt
trap 'rm a.txt $((${#x}))$y' EXIT
set -e
eval 'x=$x$2; shift; sudo ls build'
y=a
# --
x='b c' z='*'
coproc rm k=$x; wait
coproc say k=$z l=$x; wait
# --
f0() {
	readonly x=$x
	x="${a[@]/a/Z}"
}
eval 'a+=(12) && f0 --long=v; set -- ; baz "a ${#z}"f1 d1'
qux $#
# --
declare -r z=mv
for x in k1; do
	for z in c a; do foo >f2; done
	cp ${z@a} "$z"
done
# --
y+='' || x=a
f0() {
	if [[ $x == a* ]]; then declare -ix x=a.txt; fi
	eval 'case a=b in one) a=();; *) x=b y=foo;; esac'
	local x=f1
}
! f0
qux "$x"
# --
( until foo; do bar; trap 'bar $((n++))' DEBUG; done )
ls
# --
x=foo
trap 'x=rm' DEBUG
$x foo; x=say; $x bar; (x=ls; $x k1)
trap 'y=rm; set -- k2' ERR
foo "$1"; "$y" k1; qux "$1" "$y"
# --
f() { local x=1; readonly y=2; y=3; }
x=0; f; rm "$x" "$y"
rm "$x" "$y" $#
# --
x=a
for z in b; do readonly x=$x; $(say) y=a; done
x=rm
qux "$x"
# --
ls "$( echo one ''$z)""$( echo -e $((7%3)); ls)"; rm ''$z; rm $z''; ''$z rm k1
# --
declare -ix x=1+2
printf 'x=q; mv $x' >s.sh
bash s.sh; export y=1; readonly y; bash -c 'y=2; rm $y'
# --
f0() { readonly z=a; bar $((n++)); }
for x in a.b; do
	for z in d1/c.txt build build; do f0; done
	bar "$((n + 1))\$x"
done
# --
trap 'mv $((n++))' DEBUG
n=$((3 * 2))
qux $n
# --
y='*'
unset z
x=${z/%/$y}
qux "$x"
# --
n=1
12 $((n++))$x{b,}
qux $n; rm ${z#$((n++))} ${w:=$((n++))} ${y/a/$((n++))}; qux $n; a=("$@"); rm ${a[@]#$((n++))}; qux $n; rm "${a[$((n++))]%${v:=3}}" ; qux $n $v
# --
say y=~/{a..c} x=~/b ~/{a,b} {~,x} {x,~} y={~,x} y=a:~/{b,c} y={a:~/b,~/c}; declare w=~/{a,b}; rm $w; export v=~/x{a,b}; rm $v; declare u=a:~/{b,c}; rm $u
# --
for x in f1 $(rm) "$y*"; do y+=$(a); done
bash <<CODE
$x "$y"
foo k1
CODE
echo | bash
# --
y=d1
declare -u x="$y\""
x=k1$(ls)
qux "$x"
# --
for z in c ?.txt b; do ! x=a; done
declare -A m=([$x]='' [b]='2 3')
rm "${m[a]-none}"; y=; if foo; then y=a; fi; rm "${y-none}" "${y?none}"; if foo; then w=a; fi; rm "${w-none}"
# --
case a in a) declare -u y
;& 
b) y+=nosuch;; esac
baz $y; declare -i z; z+=3; rm $z; z+=k1; rm $z; z=; z+=2; rm $z
if foo; then declare -i w; fi; w+=2; w+=3; rm $w
# --
declare -ix z={a..c}
declare -lx z=1+2
qux "$z"; declare -u y=a; declare -l y; qux $y; y=Ab; qux $y; declare -i y; y=3+4; qux $y ${y@a}
declare -ul w=aB; qux $w ${w@a}; declare -u v=x; declare -ul v=aB; qux $v ${v@a}
# --
coproc foo; wait; rm $! $COPROC_PID; coproc w { foo; }; wait; rm $w_PID
# --
eval 'readonly y=$xpre{1,2}post; read -rd '\'\'' y <<< -rf'
qux $y; export z=$x{a,b}; bash -c 'rm "$z"'; rm "$z"
# --
z=''
a[0]=z=q
((a[0]++))
qux "$z"; b=(w=3); ((n=b[0])); qux "$w" $n; c[1]=v=4; let 'c[1]+=1'; qux "$v"
# --
f0() {
	a=()
	$y 12
	x=a:~/b
	rm
}
f1() {
	f0
	f0
}
y='*'
f0
x=one
f1
qux "$x"
# --
f() { foo && f; rm $x; x=${x}b; }
x=a
f; qux $x
# --
foo $'a\c 10b' x$'\c@'y $'\c?z' $'\c\\z' $'a\c' $'\x{41}z' $'\x{414}z' $'\x{zz' $'\x{41z' $'\x{}a' $'b\x{0}a' $'a\u0b' $'a\400b'
# --
x='$(date)'
eval "foo \$'\\x{$x}' \$'\\c$x'"
