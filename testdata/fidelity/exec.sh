exec 3>&1 4</dev/null
echo three >&3
exec 1>out 2>err
echo to out
echo to err >&2
exec 1>&3 3>&-
cat out
exec sh -c 'echo "exec $1"; exit 6' sh arg
echo not reached
