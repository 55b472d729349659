package shellparse

// Functions and aliases.
var functionsCases = []parseCase{
	{`f() { rm "$1"; }; f a; f 'b c'`, `[function f] rm a ⏎ [function f] rm 'b c'`},
	{`f() { local x=a; rm $x; }; x=b; f; rm $x`, `x=b ⏎ [function f] x=a local x=a ⏎ [function f] rm a ⏎ rm b`},
	{`f() { x=a; }; f; rm $x`, `[function f] x=a ⏎ rm a`},
	{`f() { if foo; then x=a; return; fi; x=b; }; f; rm $x`, `[function f] foo ⏎ [function f] x=a ⏎ [function f] return ⏎ [function f] x=b ⏎ rm a|b`},
	{`f() { g; }; g() { rm "$@"; }; f a`, `[function f, function g] rm`},
	{`f() { f; }; f`, ``},
	{`f() { rm; f "$1x"; }; f a`, `[function f] rm ⏎ [function f, function f] rm ⏎ [function f, function f, function f] rm`},
	{`f() { f | f & }; f`, `! fork bomb`},
	{`rm() { echo no; }; rm a; command rm b; \rm c`, `[function rm] echo no ⏎ command rm b ⏎ [command] rm b ⏎ [function rm] echo no`},
	{`function f { rm a; }; sudo f`, `sudo f ⏎ [sudo] f`},
	{`f() { rm a; }; unset -f f; f`, `unset -f f ⏎ f`},
	{`f() { echo a b; }; rm $(f)`, `[$(…), function f] echo a b ⏎ rm a b`},
	{`if foo; then f() { rm a; }; else f() { rm b; }; fi; f`, `foo ⏎ [function f] rm a ⏎ [function f] rm b`},
	{`x=1 f; f() { :; }`, `x=1 f`},
	{`alias ll='rm -x'; ll a`, `alias 'll=rm -x' ⏎ [alias ll] rm -x a ⏎ ll a`},
}
