no-such-command-here
echo $?
./no/such/file
echo $?
/
echo $?
cd /no/such/folder
echo $?
: > /no/such/folder/file
echo $?
echo ${unset?message}
echo still "$?"
f() {
	no-such-in-function
	return 9
}
f
echo $?
unset x; echo "[${x:-default}]"
let 1/0
echo $?
set -u
echo $undefined
echo not reached with -u
