package shellparse

// Parameters: operators, assignment, attributes.
var paramsCases = []parseCase{
	{`rm ${x:-a} ${x-b} ${x:+c}`, `rm a b`},
	{`if q; then x=1; fi; rm ${x:-a} ${x-b} ${x:+c}`, `q ⏎ x=1 ⏎ rm 1|a 1|b c ⏎ rm 1|a 1|b`},
	{`x=v; rm ${x:-a} ${x:+c} ${x+d}`, `x=v ⏎ rm v c d`},
	{`x=; rm ${x:-a} ${x-b}`, `x='' ⏎ rm a`},
	{`rm ${x:=a}; rm $x`, `rm a ⏎ rm a`},
	{`rm ${x:?no}`, `rm <? $x>…`},
	{`rm ${x:-"a b"} ${x:-a b}`, `rm 'a b' a b`},
	{`x=a/b/c.txt; rm ${x##*/} ${x%/*} ${x%%.*} ${x#a}`, `x=a/b/c.txt ⏎ rm c.txt a/b a/b/c /b/c.txt`},
	{`x=aXbX; rm ${x/X/-} ${x//X/-} ${x/#a/-}`, `x=aXbX ⏎ rm a-bX a-b- -XbX`},
	{`x=abc; rm ${x:1} ${x:1:1} ${x: -1} ${#x}`, `x=abc ⏎ rm bc b c 3`},
	{`x=abc; rm ${x^^} ${x^} ${x@U}`, `x=abc ⏎ rm ABC Abc ABC`},
	{`x="a'b"; rm ${x@Q}`, `x=a'b ⏎ rm 'a'\''b'`},
	{`y=v; x=y; rm ${!x}`, `y=v ⏎ x=y ⏎ rm v`},
	{`x=a; x+=b; rm $x`, `x=a ⏎ x=ab ⏎ rm ab`},
	{`printf -v x '%s.%s' a b; rm $x`, `printf -v x %s.%s a b ⏎ rm a.b`},
	{`read -r x y <<< 'a b c'; rm "$x" "$y"`, `read -r x y <<<… ⏎ rm a 'b c'`},
	{`export x=a; bash -c 'rm $x'`, `x=a export x=a ⏎ bash -c 'rm $x' ⏎ [bash -c] rm a`},
	{`x=a; bash -c 'rm $x'`, `x=a ⏎ bash -c 'rm $x' ⏎ [bash -c] rm <unset x>…`},
	{`readonly x=a; x=b`, `x=a readonly x=a ⏎ x=b`},
	{`unset x; rm "$x"`, `unset x ⏎ rm ''`},
	{`declare -n r=x; x=a; rm $r`, `declare -n r=x ⏎ x=a ⏎ rm a`},
	{`rm "${x+'$(mv a)'}"`, `rm ''`},
	{`x=${y:-'a b'}; rm "$x"`, `x='a b' ⏎ rm 'a b'`},
	{`rm "${y-'a'}"`, `rm 'a'`},
	{`bash -c 'rm ${x:-a}'`, `bash -c 'rm ${x:-a}' ⏎ [bash -c] rm a`}, {`bash -lc 'rm ${x:-a}'`, `bash -lc 'rm ${x:-a}' ⏎ [bash -c] rm <? $x>|a…`}, {`sudo sh -c 'rm ${x:-a}'`, `sudo sh -c 'rm ${x:-a}' ⏎ [sudo] sh -c 'rm ${x:-a}' ⏎ [sudo, sh -c] rm <? $x>|a…`}, {`ssh h 'rm ${x:-a}'`, `ssh h 'rm ${x:-a}' ⏎ [ssh] rm <? $x>|a…`}, {`env -i sh -c 'rm ${x:-a}'`, `env -i sh -c 'rm ${x:-a}' ⏎ [env] sh -c 'rm ${x:-a}' ⏎ [env, sh -c] rm a`},
	{`zsh -c 'rm ${x:-a}'`, `zsh -c 'rm ${x:-a}' ⏎ [zsh -c] rm <? $x>…`}, {`tmux new 'rm ${x:-a}'`, `tmux new 'rm ${x:-a}' ⏎ [tmux new] rm <? x>|a… &`}, {`rm ${BASH_X:-a}`, `rm <? $BASH_X>|a…`}, {`. ./unknown; rm ${x:-a}`, `. ./unknown ⏎ rm <? x>|a…`}, {`read x; rm ${x:-a}`, `read x ⏎ rm <in>|a…`},
	{`readonly x=/
x=a
rm $x`, `x=/ readonly x=/ ⏎ x=a ⏎ rm /|a`},
	{`x=a; : ${!nope}; x=b
rm $x`, `x=a ⏎ : <? $nope>… ⏎ x=b ⏎ rm a|b`},
	{`rm $x{a,b}`, `rm <?>…`},
	{`export x={1,2}; rm $x`, `export x=1 x=2 ⏎ rm 2`},
	{`a[2]=x; rm "${a[@]:1}" ${#a[@]}`, `a=x ⏎ rm x 1`},
	{`x=abcdefgh; rm ${x::3} ${x:2} ${x: -2:1}`, `x=abcdefgh ⏎ rm abc cdefgh g`},
}
