# What commands read comes from behind them, where the script is standard input.
read x
DATA=one
echo "x=$x DATA=$DATA"
head -n 1
echo "a line for head"
while read -r line; do
	[ "$line" = end ] && break
	echo "loop: $line"
done
echo "first line"
echo "second $line"
end
echo after
IFS= read -r -n 3 three
abcdef
echo "three=$three"
(read y; echo "y=$y")
: sub
{ read a; read b; } 2>&1
: one
: two
echo "$a $b"
sed -n 1p
echo "sed ate what stands in its block"
