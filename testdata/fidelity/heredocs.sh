x=1
cat <<A; cat <<'B'; cat <<-C
x=$x $(echo sub)
A
x=$x \
B
	tabs
	C
if true; then cat <<IF
in if $LINENO
IF
fi
cat <<<"here string"
f() {
	cat <<F
in f $1
F
}
f arg
while read l; do echo "<$l>"; done <<W
one
two
W
cat <<P | tr a-z A-Z
pipe
P
echo $(cat <<S
in substitution
S
)
