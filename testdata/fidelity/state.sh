echo "$- $# $0" | tr -d s
set -- a 'b c'
shift
echo "$1 $#"
shopt -s extglob nullglob expand_aliases
alias hi='echo hello'
hi there
echo !(nothing|out)
export E=1; sh -c 'echo $E'
readonly R=1
R=2
echo "R $? $R"
declare -A m=([k]=v); echo "${m[k]}" "${!m[@]}"
umask 027; umask
ulimit -n 100; ulimit -n
cd /; pwd; cd - >/dev/null
echo "$_"
echo "${BASH_SOURCE[0]:+file}" "${FUNCNAME[0]}"  | tr -d a-z
f() { local LINENO_=$LINENO; echo "$LINENO_ ${FUNCNAME[@]}" | tr -d a-z; }
f
echo $LINENO $BASH_SUBSHELL
(echo $BASH_SUBSHELL)
set -f; echo *; set +f
set -n
echo not run
