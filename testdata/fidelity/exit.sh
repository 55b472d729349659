trap 'echo bye' EXIT
echo one
exit 42
echo two
