package shellparse

// Lists, pipelines, groups, redirections, compound commands.
var parseCases = []parseCase{
	{`rm a`, `rm a`},
	{`rm a; mv b c`, `rm a ⏎ mv b c`},
	{`rm a && mv b c || cp d e`, `rm a ⏎ mv b c ⏎ cp d e`},
	{`! rm a`, `rm a`},
	{`rm a &`, `rm a &`},
	{`ls | grep x | xargs rm`, `ls ⏎ grep x ⏎ xargs rm ⏎ [xargs] rm <out grep>…`},
	{`(cd /tmp; rm a); rm b`, `cd /tmp ⏎ rm a ⏎ rm b`},
	{`{ rm a; mv b c; } >out 2>&1`, `rm a >out 2>&1 ⏎ mv b c >out 2>&1`},
	{`rm a >x 2>>y <z`, `rm a >x 2>>y <z`},
	{`rm a 2>&1 &>all`, `rm a 2>&1 &>all`},
	{`cat <<< hi`, `cat <<<…`},
	{`cat <<EOF >f; rm a
$(rm b)
EOF`, `[$(…)] rm b ⏎ cat <<… >f ⏎ rm a`},
	{`cat <<'EOF' | sh
rm $x
EOF`, `cat <<… ⏎ sh ⏎ [sh <stdin] rm <unset x>…`},
	{`time rm a`, `[time] rm a`},
	{`coproc rm a`, `[coproc] rm a &`},
	{`X=1 Y=2 rm a`, `X=1 Y=2 rm a`},
	{`X=1`, `X=1`},
	{`>f`, `>f`},
	{`[[ -n $(rm a) ]] && mv b c`, `[$(…)] rm a ⏎ mv b c`},
	{`(( $(rm a) > 1 ))`, `[$(…)] rm a`},
	{`case $(foo) in a) rm a;; b|c) rm b;; esac`, `[$(…)] foo ⏎ rm a ⏎ rm b`},
	{`select x in a b; do rm $x; done`, `rm a ⏎ rm b ⏎ rm`},
	{`diff <(ls a) <(ls b)`, `[<(…)] ls a ⏎ [<(…)] ls b ⏎ diff /dev/fd/1001 /dev/fd/1002`},
	{`tee >(rm a) <f`, `tee /dev/fd/1001 <f ⏎ [>(…)] rm a`},
	{`rm a |& mv b`, `rm a ⏎ mv b`},
}
