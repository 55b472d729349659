package shellparse

import "testing"

func TestBraces(t *testing.T) { checkProbes(t, braces) }

var braces = []probeCase{
	{`probe {a,b} x{a,b}y {a,b}{1,2} {a,b,c}{1,2}{x,y}`, `a|b|xay|xby|a1|a2|b1|b2|a1x|a1y|a2x|a2y|b1x|b1y|b2x|b2y|c1x|c1y|c2x|c2y`},
	{`probe {a,b{1,2}c,} x{,}y {,}x {{a,b},c} {a,{b,{c,d}}} a{b,c{d,e}f}g`, `a|b1c|b2c|xy|xy|x|x|a|b|c|a|b|c|d|abg|acdfg|acefg`},
	{`probe {a} {} {a..} {..b} {1..} a{b a}b {a,b {,b} '{a,b}' "{a,b}" {'a,b',c} {"a,b",c} \{a,b} {a,b\} {a\,b,c}`, `{a}|{}|{a..}|{..b}|{1..}|a{b|a}b|{a,b|b|{a,b}|{a,b}|a,b|c|a,b|c|{a,b}|{a,b}|a,b|c`},
	{`probe {1..3} {3..1} {-2..2} {1..10..3} {10..1..3} {10..1..-3} {1..10..-3} {1..3..0} {0..0} {5..5..2} {1..2,3} {1,2..3}`, `1|2|3|3|2|1|-2|-1|0|1|2|1|4|7|10|10|7|4|1|10|7|4|1|1|4|7|10|1|2|3|0|5|1..2|3|1|2..3`},
	{`probe {01..3} {1..010} {-01..2} {-1..01} {00..1} {001..-1} {-001..1} {08..11} {1..5..02} {0..-0} {-0..1} {99..0101}`, `01|02|03|001|002|003|004|005|006|007|008|009|010|-01|000|001|002|-1|00|01|00|01|001|000|-01|-001|0000|0001|08|09|10|11|1|3|5|0|0|1|0099|0100|0101`},
	{`probe {+1..3} {1..+3} {-1..+1}`, `1|2|3|1|2|3|-1|0|1`},
	{`probe {a..e} {e..a} {a..e..2} {e..a..2} {a..e..-2} {A..D} {c..c} {a..c..0} {x..z..9}`, `a|b|c|d|e|e|d|c|b|a|a|c|e|e|c|a|a|c|e|A|B|C|D|c|a|b|c|x`},
	{`probe {W..c}`, `?`},
	{`probe x{Z..^}y {A..z}`, `x{Z..^}y|?`},
	{`probe b{}a,c,}d`, `?`},
	{`probe {-}{a..b},c}d {a}{b,c} {},{b,c}`, `?|{a}b|{a}c|{},b|{},c`},
	{`probe HEAD@{1} stash@{0} {a} a,{b} {},b "{a,b}"{c}`, `HEAD@{1}|stash@{0}|{a}|a,{b}|{},b|{a,b}{c}`},
	{`probe {1..a} {a..1} {aa..c} {1.5..3} {1..3..a} {1..3..} {a..c..b} {..} {...}`, `{1..a}|{a..1}|{aa..c}|{1.5..3}|{1..3..a}|{1..3..}|{a..c..b}|{..}|{...}`},
	{`probe {1..3}{a,b} x{1..2}y{a..b}z {{1..3},{a..c}} {1..3,a}`, `1a|1b|2a|2b|3a|3b|x1yaz|x1ybz|x2yaz|x2ybz|1|2|3|a|b|c|1..3|a`},
	{`probe {9223372036854775806..9223372036854775807} {-9223372036854775807..-9223372036854775806}`, `9223372036854775806|9223372036854775807|-9223372036854775807|-9223372036854775806`},
	{`x=v; probe $x{a,b}`, `?`},
	{`x=v; probe ${x}{a,b} {$x,b} {a,"$x y"} "$x"{1,2} {$x..b} {1..$x} $(echo c){d,e} {a,b}$((1+1))`, `va|vb|v|b|a|v y|v1|v2|{v..b}|{1..v}|cd|ce|a2|b2`},
	{`x='{a,b}'; probe $x "$x"`, `{a,b}|{a,b}`},
	{`x=1; probe {$x,2}{3,4} {"{",a} a{'1',"2",\3}b`, `?|{|a|a1b|a2b|a3b`},
	{`probe {a,b}'{c,d}' {a,b}\ c {a\ b,c} {~,x} ~{,x} {a=~,b}`, `a{c,d}|b{c,d}|a c|b c|a b|c|/home/u|x|/home/u|?|a=~|b`},
	{`x={a,b}; probe $x`, `{a,b}`},
	{`x=({1..3} {a,b}); probe "${x[@]}" ${#x[@]}`, `1|2|3|a|b|5`},
	{`for i in {1..3}; do s=$i; done; probe $s`, `3`},
	{`set -- {a..c}; probe $# "$@"`, `3|a|b|c`},
	{`probe {a,b}.{c,d} {src,test}/{x,y}.go f.{c,h} f{,.bak}`, `a.c|a.d|b.c|b.d|src/x.go|src/y.go|test/x.go|test/y.go|f.c|f.h|f|f.bak`},
	{`probe {a,,b} {,,} {a,b,} x{,,}y`, `a|b|a|b|xy|xy|xy`},
	{`probe ${none}{a,b} ''{a,b} {a,b}''`, `?|?|a|b|a|b`},
	{`probe {{a..c},{1..2}} {{a,b}..c} {a..{b,c}}`, `a|b|c|1|2|?|?`},
	{`x=v xa=w; probe {$x,}a`, `?`},
	{`x=v; probe $x{-,+} $x{.,/} ${x}{a,b} $x{'a',"b"}`, `v-|v+|v.|v/|va|vb|va|vb`},
	{`xa=w; probe {$,q}xa`, `?`},
	{`xa=w; probe {a$,q}.c {a,$}`, `a$.c|q.c|a|$`},
	{`xa=w; probe {$,}{xa,b}`, `?`},
	{`set -- p q; probe $1{0,1} $2{a,b}`, `p0|p1|qa|qb`},
	{`probe {a..b{c,d}`, `?`},
}
