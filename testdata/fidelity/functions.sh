f() { return 3; }
f; echo $?
g() {
	local a=$1
	(( a > 0 )) && g $((a - 1))
	echo $a
}
g 3
h() ( exit 5 )
h; echo $?
return 2>/dev/null; echo $?
break
continue 2>/dev/null
unset -f f; f; echo $?
p() { cat; }
echo in | p
p <<< here
p() { echo redefined; }; p
