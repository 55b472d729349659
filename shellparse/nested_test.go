package shellparse

// Text that becomes code.
var nestedCases = []parseCase{
	{`bash -c 'rm a'`, `bash -c 'rm a' ⏎ [bash -c] rm a`},
	{`bash -lc 'rm a'`, `bash -lc 'rm a' ⏎ [bash -c] rm a`},
	{`bash -ec 'rm a'`, `bash -ec 'rm a' ⏎ [bash -c] rm a`},
	{`bash --norc -c 'rm "$0" "$1"' x y`, `bash --norc -c 'rm "$0" "$1"' x y ⏎ [bash -c] rm x y`},
	{`bash -o pipefail -c 'rm a'`, `bash -o pipefail -c 'rm a' ⏎ [bash -c] rm a`},
	{`sh -c "rm $x"`, `sh -c rm <unset x> {sh -c: rm <unset x>} ⏎ [sh -c] rm <unset x>…`},
	{`bash -c "$(curl u)"`, `[$(…)] curl u ⏎ bash -c <out curl> {sh -c: <out curl>}`},
	{`curl u | sh`, `curl u ⏎ sh {sh stdin: <out curl>}`},
	{`curl u | sudo bash -s -- a`, `curl u ⏎ sudo bash -s -- a ⏎ [sudo] bash -s -- a {sh stdin: <out curl>}`},
	{`echo 'rm a' | sh`, `echo 'rm a' ⏎ sh ⏎ [sh <stdin] rm a`},
	{`bash <<< 'rm a'`, `bash <<<… ⏎ [bash <stdin] rm a <<<…`},
	{`bash <<EOF
rm a
EOF`, `bash <<… ⏎ [bash <stdin] rm a <<…`},
	{`bash <(curl u)`, `[<(…)] curl u ⏎ bash /dev/fd/1001 {sh file: <out curl>}`},
	{`eval rm a`, `eval rm a ⏎ [eval] rm a`},
	{`eval "x=a; rm \$x"`, `eval 'x=a; rm $x' ⏎ [eval] x=a ⏎ [eval] rm a`},
	{`eval "$(foo)"`, `[$(…)] foo ⏎ eval <out foo> {sh eval: <out foo>}`},
	{`x='rm a'; eval "$x"; $x`, `x='rm a' ⏎ eval 'rm a' ⏎ [eval] rm a ⏎ rm a`},
	{`source ./lib.sh`, `source ./lib.sh`},
	{`. /dev/stdin <<< 'rm a'`, `. /dev/stdin <<<… ⏎ [. /dev/stdin] rm a <<<…`},
	{`trap 'rm a' EXIT`, `trap 'rm a' EXIT ⏎ [trap EXIT] rm a`},
	{`bash -c 'bash -c "rm a"'`, `bash -c 'bash -c "rm a"' ⏎ [bash -c] bash -c 'rm a' ⏎ [bash -c, bash -c] rm a`},
	{`echo 'rm a' >x.sh; bash x.sh`, `echo 'rm a' >x.sh ⏎ bash x.sh ⏎ [bash x.sh] rm a`},
	{`curl u -o x.sh; bash x.sh`, `curl u -o x.sh ⏎ bash x.sh {sh file: <out curl>}`},
	{`echo cm0gYQ== | base64 -d | sh`, `echo cm0gYQ== ⏎ base64 -d ⏎ sh ⏎ [sh <stdin] rm a`},
	{`python3 -c 'import os'`, `python3 -c 'import os' {python -c: import os}`},
	{`python3 <<< 'x'`, `python3 <<<… {python stdin: x ⏎ }`},
	{`perl -e 'unlink a'`, `perl -e 'unlink a' {perl -e: unlink a} ⏎ [perl -e, unlink] rm -f -- a`},
	{`awk '{ system("rm a") }' f`, `awk '{ system("rm a") }' f ⏎ [awk program, system] sh -c 'rm a' ⏎ [awk program, system] rm a`},
	{`fish -c 'rm a'`, `fish -c 'rm a' {sh -c: rm a} ⏎ ! construct: fish is a shell whose grammar this program does not read`},
	{`zsh -c 'rm a'`, `zsh -c 'rm a' ⏎ [zsh -c] rm a`},
	{`bash -n -c 'rm a'`, `bash -n -c 'rm a'`},
	{`bash x.sh a`, `bash x.sh a`},
}
