mapfile -n 2 two
: one
: two
echo "${#two[@]}"
