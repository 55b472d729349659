x=~:a:~/b y=a:~ z="a:~" ; rm "$x" "$y" "$z" PATH=$x:~/bin; x=b:~"c"; rm "$x" a=b:~$x x=~:~; export y=a:~/b:~; rm "$y"; x+=:~; rm $x
# --
f() { local x; rm "$x" "${x-u}"; }; x=1; f; rm "$x"
# --
f() { declare x; rm "$x"; x=2; }; x=1; f; rm "$x"
# --
f() { local x=2 y=$x; rm "$x" "$y"; }; x=1; f; rm "$x"
# --
declare -i x=5; f() { local x; x=a; rm "$x"; }; f; x=2+2; rm $x
# --
x=1; declare x; rm "$x"; export x; rm "$x"; typeset -x x; rm $x
# --
declare -n p=x; x=5; rm "$p" "${p}x" "${#p}" "${p:0:1}"; p=6; rm "$x"; declare -n q=a; a=(1 2); rm "${q[@]}" "${q[1]}" 
# --
declare -n p=PPID; rm ${p:0:0}
# --
x='1+2'; rm $((x)) $(($x)) $((x*2)) $(($x*2))
# --
x=010; rm $((x)) $((10#$x)) $((0x1f)) $((2#101)) $((-5/2)) $((-5%3)) $((1<<3)) $((5>3&&2)) $((2**3)) $((!0)) $((~1)) $((1,2))
# --
x=y y=3; rm $((x+1)) $((x=7)) $x $((y+=2)) $y
# --
a=(4 5 6); rm $((a[1]+1)) $((a)) ${a[1+1]} ${a[-1]}; i=1; rm ${a[i]} ${a[$i]} ${a[i+1]}; ((a[0]+=5)); rm "${a[@]}"; ((a++)); rm "${a[@]}"
# --
x=' 5 '; rm $((x+1)) $(( $x ))
# --
a=(1 2); x=a; rm "${!x}"; x='a[1]'; rm "${!x}"; x='a[@]'; rm "${!x}"
# --
declare -n p=PPID; rm "$p" ${p:0:0}
# --
declare -i p; p=1+2; rm "$p"
# --
declare -i p; p=n; rm "$p"
# --
unset x; rm ${x-a} ${x:=d1}; rm "$x"
# --
if foo; then x=q; fi; rm "${x:=d1}" "${x-z}"; rm "$x"
# --
[[ abc =~ b(c) ]]; rm "${BASH_REMATCH[@]}" "${BASH_REMATCH[1]}" ${#BASH_REMATCH[@]}
# --
for x in a b; { rm $x; }
# --
for x do rm $x; done
# --
pushd d1 >/dev/null; rm c.txt; popd >/dev/null; rm a.txt
# --
x=a:~/b:~/c; rm "$x"
# --
export x=a:~/b; rm "$x"
# --
rm a:~/b x=~/b x=a:~/b
# --
time -- rm a
# --
time -p rm a
# --
env =x rm a
# --
env x=1 rm a
# --
x='a b'; eval "rm \$x" '"$x"'
# --
declare -u x=abc; rm "$x"; x=def; rm "$x"
# --
declare -l x; x=ABC; rm "$x"; x+=DEF; rm "$x"
# --
declare -A m=([a]=1 [b]=2); rm "${m[a]}" "${m[b]}"; m[c]=3; rm "${#m[@]}" "${m[c]}"
# --
declare -A m=(a 1 b 2); rm "${m[a]}"
# --
x=y y=z; rm "${!x}" ${!x*} "${!x@}"
# --
declare -n r=x; r=5; rm "$x" "${!r}"; unset -n r; rm "$r"
# --
f() { local -n o=$1; o=out; }; f z; rm "$z"
# --
f() { local x=1; g; rm "$x"; }; g() { x=2; }; f; rm "$x"
# --
f() { [ "$1" -gt 2 ] && return; rm "$1"; f $(($1+1)); }; f 0
# --
while getopts ab:c o -a -b v -c; do rm "$o" "$OPTARG" "$OPTIND"; done
# --
select x in a b c; do rm "$x"; break; done <<< 2
# --
select x in a b c; do rm "$x" "$REPLY"; done <<< $'1\n3\nq'
# --
mapfile -d , -t a <<< "p,q,r"; rm "${a[@]}"
# --
mapfile -t -n 1 a < <(printf 'a\nb\n'); rm "${a[@]}"
# --
mapfile -s 1 a <<< $'a\nb'; rm "${a[@]}"
# --
mapfile -t -O 1 a <<< $'a\nb'; rm "${a[@]}" "${!a[@]}"
# --
shopt -s nullglob; rm *.none a; x=(*.none); rm "${#x[@]}"
# --
shopt -s failglob; rm *.none a; mv b
# --
shopt -s dotglob; touch=1; rm *; for x in *; do mv "$x"; done
# --
shopt -s nocaseglob; rm A.TX[T] [A].txt
# --
shopt -s nocasematch; case ABC in abc) rm a;; *) rm b;; esac; [[ ABC == abc ]] && rm c
# --
set -f; rm * [a].txt; x='*'; rm $x
# --
set -e; x=$(echo a; false; echo b); rm "$x"
# --
set -u; x=$(echo a; echo $nope; echo b); rm "$x"
# --
set -o pipefail; false | true && rm a || rm b
# --
set -- a b c; while [ $# -gt 0 ]; do rm "$1"; shift; done; rm "$#"
# --
set -- a b c; while (( $# )); do rm "$1"; shift; done
# --
i=0; while [ $i -lt 4 ]; do rm $i; i=$((i+1)); done; rm "$i"
# --
i=0; until (( i >= 3 )); do rm $i; ((i++)); done; rm "$i"
# --
for ((i=0,j=9;i<3;i++,j--)); do rm $i $j; done; rm $i $j
# --
for i in {1..3} {a..e..2} {01..03} {3..1}; do rm $i; done
# --
i=5; ((i+=2)); rm $i $((i++)) $((++i)) $i $((i--)); let i=i*2 'i += 1'; rm $i
# --
a=(1 2 3); ((a[1]++)); rm "${a[@]}"; a[i++]=x; rm "${a[@]}" $i
# --
a=(1 2 3); unset 'a[1]'; rm "${a[@]}" "${!a[@]}"; a+=(z); rm "${!a[@]}"
# --
a=(x y); a+=([5]=q r); rm "${a[@]}" "${!a[@]}"
# --
printf -v 'a[2]' '%s' v; rm "${a[@]}" "${a[2]}"
# --
printf -v x '%q' "a b"; rm "$x"
# --
printf -v x '%(%Y)T' 0; rm "$x"
# --
rm $(printf '%s ' a b) "$(printf '%5s|%-5s|%.2s' a b cde)" "$(printf '%b' 'a\tb')" $(printf '%x %o' 255 8)
# --
x='a b'; rm "${x@Q}" "${x@E}" "${x@A}" "${x@a}" "${x@P}" "${x@U}" "${x@u}" "${x@L}"
# --
a=(a b); rm "${a[@]@Q}" "${a[@]^^}" "${a[@]#a}" "${a[@]/b/c}" "${#a[0]}"
# --
bash -c 'rm "$0" "$@"' a b c
# --
sh -c 'rm "$0" "$@"' a b c
# --
sh -c 'x=1; rm $x "$#"' 
# --
echo a b | xargs rm
# --
printf 'a\nb\n' | xargs -n1 rm
# --
coproc rm a; wait
# --
coproc P { rm b; }; wait
# --
trap 'rm $x' ERR; x=1; false; x=2; foo
# --
trap 'rm D' DEBUG; x=1; mv a
# --
f() { trap 'rm R' RETURN; mv a; }; f
# --
trap 'rm "$x"' EXIT; x=q; exit
# --
trap 'rm "$?"' EXIT; false
# --
foo; rm $?; true; rm $?; false; rm $?; ! true; rm "$?"
# --
(exit 3); rm $?
# --
f() { return 4; }; f; rm $?
# --
f() { return; }; false; f; rm $?
# --
true | false; rm $?; rm "${PIPESTATUS[@]}"
# --
shopt -s expand_aliases
alias x=rm; x a
# --
echo "$BASH_COMMAND" "$LINENO"; rm "$LINENO"
# --
x=$(foo); rm "$x" ${x%q} ${x:+set}
# --
x=$(<a.txt); rm "$x"
# --
cat a.txt | while read -r l m; do rm "$l" "$m"; done
# --
while read -r l; do rm "$l"; done < a.txt
# --
{ read -r x; read -r y; } <<< $'a\nb'; rm "$x" "$y"
# --
exec 3>&1; rm a >&3
# --
rm a 2>&1 | mv b
# --
rm <(echo a) 
# --
x=5; x=6 rm $x; x=7 eval 'rm $x'; rm $x
# --
x=1 y=$x; rm "$y"; x=2 y=$x mv; rm "$x"
# --
IFS=,; set -- a b; rm "$*" "${*}" "${*:1}"; x="$*"; rm $x
# --
IFS=; x=$*; rm "$x" "$*"
# --
rm "${@:1:2}" "${@: -1}" "${*:2}" "${@:0:1}"
# --
rm ${1:0:2} ${2#two} "${2% *}" ${#2} ${#@} ${#*}
# --
set a b c; rm $# "$@"; set --; rm $#; set -- "$@" z; rm "$@"
# --
case a in a|b) rm 1;; esac; case $1 in o*) rm 2;; esac; case x in [a-z]) rm 3;; esac; case ab in a?) rm 4;& z) rm 5;; *) rm 6;; esac
# --
[ -n "$nope" ] && rm a || rm b; [ "$1" = one -a -n x ] && rm c
# --
if [ -f a.txt ]; then rm a; else rm b; fi; [[ -d d1 && ! -e zz ]] && rm c
# --
x=abc; [[ $x == a*c ]] && rm 1; [[ $x = "a*c" ]] || rm 2; [[ $x < b ]] && rm 3; [[ $x == $x && -z $nope ]] && rm 4
# --
x='*'; rm "$x" $x; y=$x; rm "$y"; [[ a == $x ]] && rm ok; case b in $x) rm ok2;; esac; case b in "$x") rm no;; esac
# --
command -v rm; x=$(command -v rm); rm a
# --
type rm; hash -r; command rm a; builtin echo b; command -p foo
# --
source /dev/stdin <<< 'rm a'
# --
. ./nosuch; rm b
# --
printf 'rm "$1" w\n' > s.sh; . ./s.sh q; source s.sh z
# --
echo 'rm in' > s.sh; bash s.sh; sh ./s.sh
# --
for x in 1 2; do [ $x = 2 ] && continue; rm $x; done; for x in 1 2 3; do if [ $x = 2 ]; then break; fi; rm $x; done; rm "$x"
# --
n=0; for x in a b c; do n=$((n+1)); y+=$x; done; rm $n $y
# --
f() { rm "$FUNCNAME" "$#" "$*"; }; f a 'b c'
# --
rm a & rm b; wait; rm "$!" 
# --
(x=1; rm $x); rm "$x"; { x=2; }; rm $x; x=3 | :; rm $x; shopt -s lastpipe; echo q | read x; rm $x
# --
x=a; x+=b; rm $x; x=(1); x+=(2); rm ${x[@]}; declare -i n=1; n+=5; rm $n
# --
rm ~ ~/x ~nobody ~+ "~" \~ a~ 
# --
rm {a,b}{1,2} {a,"b c"} a{,b} {} {a} x{1..2}y{3,4} "{a,b}" \{a,b} {a,b\,c}
# --
rm $'a\nb' $'\101\x41\u0041' $"loc" 'a'"b"c
# --
rm ${x:-{a,b}} ${nope:-$(echo sub)} "${nope:-"q r"}" ${nope+set} ${1:?err}
# --
IFS=: read x <<< "a:"; rm "$x"
# --
IFS=: read x y <<< "1:2:"; rm "$x" "$y"
# --
IFS=: read x y <<< "1::3:4:"; rm "$x" "$y"
# --
IFS=', ' read -r x y z <<< "a , b,,c d"; rm "$x" "$y" "$z"
# --
IFS=, read -ra a <<< ",a,b,,c,"; rm "${a[@]}"
# --
read -ra a <<< "  p q  r "; rm "${a[@]}"
# --
read x y <<< 'a\ b c\d'; rm "$x" "$y"
# --
read -rn3 x <<< "abcdef"; rm "$x"
# --
read -rd, x <<< "ab,cd"; rm "$x"
# --
read -rd '' x <<< "ab cd"; rm "$x"
# --
read <<< "  a b "; rm "$REPLY"
# --
IFS=; read -r x <<< "  a b "; rm "$x"
# --
x=' a :b:: c '; IFS=': '; rm $x; IFS=:; rm $x "$*"; set -- 1 2 3; rm "$*" $*
# --
read -r x y <<< " a   b  c  "; rm "$x" "$y"
# --
IFS=: ; x=:a; rm ""$x b$x $x$x; x=a:; rm $x$x ""$x"" $x"b"
# --
unset IFS; x='a  b'; rm $x
# --
if foo; then IFS=,; fi; x='a b,c'; rm $x "$*"
# --
rm a\
b "c\
d" 'e\
f'
# --
time -- rm a
# --
unset z; x="$(echo ${z@Q})"; rm "$x"
# --
x=one
shopt -s expand_aliases
alias k0='x=2;rm'
k0 "$x\$x"
# --
printf 'set -- 1 2; rm $2\n' > s.sh
source ./s.sh -x; ls $*
# --
if bar; then y=a; fi
bash <<E
mv "$y"
foo k1
E
# --
f() { bar; }; z=$(foo); if mv; then z=f; fi; $z d1
# --
x=$(foo); f() { mv "$1"; }; $nope f a; $x f b
# --
while foo; do rm "$a"; a=$b; b=$c; c=$d; d=$e; e=$g; g=new; done; rm "$a"
# --
n=0; while [ $n -lt 9 ]; do rm "$x"; if [ $n -gt 6 ]; then x=late; fi; n=$((n+1)); done
# --
coproc rm a=b; wait
# --
coproc rm a=b c; wait
# --
y='c  d'; mv || declare -n p=y; rm "$p"; p=z; rm "$y"
# --
foo || [ a = b ] && rm $?
# --
readonly x=a; y=q; printf 'f1\n' | { read -r x y; foo $y; }
# --
shopt -s nullglob; n=1; let n++ n*=2; rm $n
# --
f() { if mv; then declare -x x=loc; fi; }; x=g; f; declare x=b; bash -c 'rm 12 ${x=}'
# --
shopt nullglob; n=1; let 'n += 2'; rm $n; let n=n+1; rm $n
# --
printf -v x a%s $((nope)); rm "$x" $((nope)) $((nope+1))
# --
bash -c 'rm "$0"'; bash -c 'rm "$0" $1' n m; echo 'rm "$0"' | bash
# --
bash -c 'bash -c '\''sh -c '\'\'\''rm "$0" $1''\'\'\'\'
# --
x=; declare -A m=([$x]=a [b]=1); rm ${#m[@]}
# --
if bar; then declare -i z=d1; fi; printf -v z a%s; rm "$z"
# --
z=; a[0]=z=q; ((a[0]++)); rm "$z"; x='y=5'; rm $((x)) $y
# --
declare -r x=1; x=b bash -c 'rm "$x" $0'
# --
for y in 1 2; do $z -x; a[0]=$x; mv "${#a[*]}"; done
# --
rm $?
# --
while getopts ab:c o -a -b v -cb w -bx -z -a: -- -a; do rm "$o" "$OPTARG" "$OPTIND"; done
rm "$o" "$OPTARG" $OPTIND; OPTIND=1
while getopts :ab:c o -z -b; do rm "$o" "$OPTARG" "$OPTIND"; done
rm "$o" "$OPTARG" $OPTIND
# --
f() { OPTIND=1; while getopts aab:c o; do rm "$o" "$OPTARG"; done; shift $((OPTIND - 1)); mv "$@"; }
f -aab x y; f -ac -b '' -- -c; f -; f; f a -b; foo && f -a q
set -- -a -c; getopts abc o; rm $o; getopts abc o; rm $o; getopts abc o || rm $o $OPTIND; OPTIND=1; getopts ab o -ab; OPTIND=1; getopts ab o -ab; rm $o
foo && getopts ab o -ab; getopts ab o -ab; rm $o
# --
r() { [ $# -gt 0 ] || return 0; rm "$1" $#; shift; r "$@"; }
r a b c d e
f() { rm "$1"; [ "$1" = aaaa ] && return; f "a$1"; mv "$1"; }
f a
g() { (($1 > 0)) && h $(($1 - 1)); rm "g$1"; }; h() { (($1 > 0)) && g $(($1 - 1)); rm "h$1"; }
g 7
# --
n=0
f() { n=$((n + 1)); [ $n -lt 5 ] && f x$n; rm "$n" "$1"; }
f
