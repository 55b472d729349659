bash -c 'rm $#' *.txt
# --
bash -c 'bash -c '\''sh -c '\'\''foo'\'\'' s0 "$#\$x"'\'' $y`foo`'
# --
x='\n'
echo $x | xargs foo
# --
x='a "b c" d'
echo $x | xargs foo
# --
echo "'a  b' c\\ d" | xargs -n1 foo
# --
echo "a 'b c' d" | xargs -I{} foo {}
# --
echo 'a "b' | xargs foo
# --
declare -u x; x=a y=$x bash -c 'rm "$x" "$y"'
# --
bash -c 'rm "$0" "$1" $#' no*such a
# --
bash -c 'rm "$0" "$1" $#' [ab].txt a
# --
bash -c 'rm "$0" "$1" $#' $unset a
# --
printf '%s\n' 'rm $# "$1"' > s.sh
bash s.s[h] a
# --
foo && readonly x=1 || x=2
x=3 bash -c 'rm "$x"'
# --
foo && declare -rx x=1 || x=2
x=3 bash -c 'rm "$x"'
bash -c 'rm "$x"'
# --
foo && { export x; readonly x=1; }
x=3 && x=4 bash -c 'rm "$x"'
bash -c 'mv "$x"'
# --
x="$(
ls
)"
bash <<E
mv $x"
foo k1
E
