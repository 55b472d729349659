package shellparse

import "testing"

// TestBombs: what starts processes without end, what may, and what does not.
func TestBombs(t *testing.T) {
	const bomb, flood = "fork bomb", "flood"
	for _, tc := range []struct{ in, want string }{
		{":(){ :|:& };:", bomb},
		{"f() { f & }; f", bomb},
		{"f() { f | f; }; f", bomb},
		{"f() { { f; } & f; }; f", bomb},
		{"f() { (f &) }; f", bomb},
		{"f() { echo $(f & f &); }; f", bomb},
		{"f() { g & }; g() { f & }; f", bomb},
		{"f() { eval 'f & f'; }; f", bomb},
		{"f() { local x=1; coproc f; }; f", bomb},
		{"f() { trap f EXIT; true & }; f", ""},
		{"f() { true && f | f; }; f", flood},
		{"f() { if true; then f & f & fi; }; f", flood},
		{"f() { trap 'f & f &' EXIT; }; f", bomb},
		{`x='eval "$x" & eval "$x"'; eval "$x"`, bomb},
		{`x='eval "$x" & eval "$x"'; trap "$x" EXIT`, bomb},
		{`x='bash -c "$x" & bash -c "$x"'; export x; bash -c "$x"`, bomb},
		{`x='sh -c "$x" | sh -c "$x"'; export x; sh -c "$x"`, bomb},
		{`export x='bash <<<"$x" & bash <<<"$x"'; bash <<<"$x"`, bomb},
		{"echo './x & ./x' > x; chmod +x x; ./x", bomb},
		{"printf '#!/bin/bash\\nbash $0 & bash $0\\n' > x.sh; bash x.sh", bomb},
		{"printf '#!/bin/sh\\n\"$0\" | \"$0\" &\\n' > x.sh; chmod +x x.sh; ./x.sh", bomb},
		{"echo '. ./x & . ./x' > x; . ./x", bomb},
		{"echo 'bash self.sh & ' > self.sh; while a; do bash self.sh; done", bomb},
		{`alias b='eval "b & b"'` + "\nb", flood}, // aliases may be off
		{`alias b='b & b'` + "\nb", ""},
		{`alias a='b & b' b='a & a'` + "\na", ""},
		{"fork() { while :; do fork & done; }; fork", bomb},
		{"f() { while true; do sleep 9 & done; }; while :; do f & done", bomb},
		{"f() { [ -e x ] || f & }; f", ""},

		{"f() { (f); }; f", flood},
		{"f() { x=$(f); }; f", flood},
		{"f() { cat <(f); }; f", flood},
		{"f() { bash -c \"$(declare -f f); f\"; }; f", ""},
		{`x='bash -c "$x"'; export x; bash -c "$x"`, flood},
		{"echo ./x > x; chmod +x x; ./x", flood},
		{"f() { [ \"$1\" = 0 ] && return; f $(($1 - 1)) & f $(($1 - 1)) & }; f 3", flood},
		{"while :; do sleep 1000 & done", flood},
		{"while true; do sleep 1000 & done", flood},
		{"until false; do x & done", flood},
		{"while [ 1 ]; do x & done", flood},
		{"while ((1)); do x & done", flood},
		{"for ((;;)); do sleep 1000 & done", flood},
		{"for ((;1;)); do x & done", flood},
		{"while :; do echo a; i=$((i+1)); x & done", flood},
		{"while :; do (x &); done", flood},
		{"while :; do for i in 1 2 3; do x & done; done", flood},
		{"while :; do bash -c 'x &'; done", flood},
		{"while :; do coproc x; done", flood},
		{"while :; do nohup sleep 9 >/dev/null 2>&1 & done", flood},
		{"f() { x & }; while :; do f; done", flood},
		{"bash -c 'while :; do x & done'", flood},
		{"while :; do while :; do x & done; done", flood},
		{"while :; do while sleep 1; do break; done & done", flood},

		{"while :; do nc -l 80 <f; done", ""},
		{"while :; do nc -l 80 > f; handle f & done", ""},
		{"while read l; do job \"$l\" & done; wait", ""},
		{"while read -r l; do job \"$l\" & done <f", ""},
		{"for i in 1 2 3; do x & done", ""},
		{"for i in *; do x $i & done", ""},
		{"while true; do sleep 60; backup & done", ""},
		{"while sleep 60; do backup & done", ""},
		{"while :; do x & wait; done", ""},
		{"while :; do x & wait $!; done", ""},
		{"while :; do x & sleep 1; done", ""},
		{"while :; do inotifywait -e modify src; make & done", ""},
		{"while :; do read l; x $l & done", ""},
		{"while :; do x & break; done", ""},
		{"while :; do x & [ -f done ] && break; done", ""},
		{"while :; do x & [ -f done ] && exit; done", ""},
		{"f() { while :; do x & [ -f done ] && return; done; }; f", ""},
		{"while :; do [ -f q ] && x & done & sleep 9; kill %1", flood},
		{"while :; do if [ -f q ]; then x & fi; done", ""},
		{"while :; do [ -f q ] || continue; x & done", ""},
		{"while [ -f q ]; do x & done", ""},
		{"while a; do x & done", ""},
		{"for ((i=0;i<9;i++)); do x & done", ""},
		{"for ((i=0;i<999;i++)); do x & done", ""},
		{"i=0; while ((i<9)); do x & ((i++)); done", ""},
		{"i=0; while [ $i -lt 100 ]; do x & i=$((i+1)); done; wait", ""},
		{"f() { sleep 1; f; }; f", ""},
		{"f() { exec ./x; }; f", ""},
		{"echo 'sleep 1; exec ./x' > x; chmod +x x; ./x", ""},
		{"echo 'echo ./x | at now + 1 hour' > x; chmod +x x; ./x", ""},
		{"f() { if [ \"$1\" = bg ]; then work; return; fi; f bg & }; f", ""},
		{"printf '%s\\n' 'if [ \"$1\" = bg ]; then work; exit; fi' '\"$0\" bg &' > x.sh; bash x.sh", ""},
		{"run() { \"$@\" & }; run run echo hi", ""},
		{`bash -c '"$@" &' _ bash -c '"$@" &' _ echo hi`, ""},
		{"f() { for i in a; do f & done; }", ""},
		{"f() { for i in $x; do f & done; }; f", ""},
		{"while :; do kill -0 $! || { x & }; done", ""},
	} {
		s := Parse(tc.in, tableOptions())
		got := ""
		if s.Flood != nil {
			got = flood
		}
		if s.ForkBomb != nil {
			got = bomb
		}
		if got != tc.want {
			t.Errorf("%s\n\tgot %q, want %q", tc.in, got, tc.want)
		}
	}
}
