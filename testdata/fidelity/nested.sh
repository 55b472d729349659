bash -c 'echo "$0 $*"' name a b
sh -c 'echo $1; exit 3' sh x; echo $?
eval 'echo eval
echo two'
. /dev/stdin <<E
echo sourced
E
bash <<'E'
echo inner $-
read x
data
echo $x
E
echo 'echo piped' | bash
(cd / && pwd)
x=$(echo a; echo b); echo "$x"
diff <(echo 1) <(echo 1) && echo same
xargs -n 1 echo <<< "p q"
find . -maxdepth 1 -name nothing -exec echo {} \;
