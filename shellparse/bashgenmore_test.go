package shellparse

import "fmt"

// What the generator writes of the rarer parts of the grammar.

// lines is a statement of more than one line, which can stand only where
// nothing follows on its own.
func (g *generator) lines() string {
	switch g.IntN(9) {
	case 0:
		return g.pick("while read -r x; do foo \"$x\"; done", "read -r x y", "mapfile -t a", "{ read -r x; rm \"$x\"; read -r y; }", "bash", "sh") +
			g.pick(" <<E\n", " <<-E\n\t") + g.pick("rm "+g.word(), "mv $x \"$y\"", "foo \\$x `echo a`", "bar $(echo q) $((1+1))") + "\nfoo k1\nE"
	case 1:
		return g.pick("while read -r x y; do foo \"$x\" $y; done", "read -r x", "bash", "bash -s q1 q2", "source /dev/stdin") +
			g.pick(" <<'E'\n", " <<\\E\n") + g.pick("rm $x \"$1\"", "mv 'a b' c", "foo $# \"$@\"") + "\nbar k2\nE"
	case 2:
		return "shopt -s expand_aliases\nalias k0=" + g.quote(g.pick("rm -x", "foo ", "z=1 mv", "x=2;rm")) + "\nk0 " + g.words(g.IntN(3)) + "; k0"
	case 3:
		return "shopt -s " + g.pick("nullglob", "dotglob", "failglob", "nocaseglob", "nocasematch") + "\n" + g.stmt()
	case 4:
		return "shopt -s extglob\nrm " + g.pick("@(a|b).txt", "!(a).txt", "+([a-z]).t?t", "?(x)b", "*(no)such") + "\ncase " + g.word() + " in " + g.pick("@(a|b)", "!(one)", "+(a)") + ") foo " + g.word() + ";; *) bar;; esac"
	case 5:
		return "printf '%s\\n' " + g.quote(g.pick("rm \"$1\" $#", "x=q; mv $x", "foo; return; bar", "set -- 1 2; rm $2")) + " > s.sh\n" + g.pick("source ./s.sh", ". ./s.sh", "bash s.sh", "sh s.sh", "bash ./s.sh") + " " + g.words(g.IntN(3))
	case 6:
		return "r" + "() { [ $# -gt 0 ] || return " + g.pick("", "0", "3") + "; " + g.pick("rm \"$1\"", "foo $#", "local v=$1; mv \"$v\"") + "; shift; r \"$@\"; }\nr " + g.words(g.IntN(4))
	case 7:
		return "set -" + g.pick("f", "u", "e", "o pipefail", "eu", "-") + "\n" + g.stmt()
	}
	return "bash -c " + g.quote("bash -c "+g.quote("sh -c "+g.quote(g.pick("rm \"$0\" $1", "x=1; mv $x", "foo 'q r'"))+" s0 "+g.words(1))+" "+g.words(1))
}

// builtin is a builtin with its options.
func (g *generator) builtin() string {
	n := g.name()
	switch g.IntN(16) {
	case 0:
		return "declare -" + g.pick("i", "l", "u", "x", "r", "ix", "lx") + " " + n + g.pick("", "="+g.value(), "=1+2")
	case 1:
		return "declare -A m=([" + g.pick("a", "k", "$x") + "]=" + g.value() + " [b]=" + g.pick("1", "'2 3'") + "); rm \"${m[b]}\" " + g.pick("\"${m[$x]}\"", "${#m[@]}", "\"${m[a]-none}\"")
	case 2:
		return "declare -n p=" + g.name() + "; " + g.pick("p="+g.value(), "rm \"$p\"", "p+=q; rm \"${p}\"", "rm ${!p}") + "; unset -n p"
	case 3:
		return "read -r" + g.pick("a a", "n2 x", "d, x", "d '' y", "N3 z", "d b x y") + " <<< " + g.value()
	case 4:
		return "IFS=" + g.pick(",", ":", "-", "' '", "''", "b") + " read -r " + g.pick("x y", "-a a", "z") + " <<< " + g.pick("a,b,c", "p:q::r", "-a-b-", "'a  b '", "$x", "\"$y\"")
	case 5:
		return "IFS=" + g.pick(",", ":", "-", "b") + "; " + g.simple() + "; " + g.pick("unset IFS", "IFS=$' \\t\\n'")
	case 6:
		return "printf -v 'a[" + g.pick("0", "1", "n") + "]' %s " + g.word()
	case 7:
		return "mapfile -" + g.pick("t a", "td, a", "tn 1 a", "ts 1 a", "tO 2 a") + " <<< " + g.pick("$'a\\nb'", "a,b,c", "$x")
	case 8:
		return "while getopts ab:c o " + g.pick("-a -b v", "-ab q", "-c x", "-z") + "; do rm \"$o\" \"$OPTARG\"; done; OPTIND=1"
	case 9:
		return "select x in " + g.words(2) + "; do foo \"$x\"; " + g.pick("break", "rm $REPLY") + "; done <<< " + g.pick("1", "2", "$'1\\n2'", "q")
	case 10:
		return "let " + g.pick("n=n+1", "'n += 2'", "n++ n*=2", "\"n = $n + 1\"")
	case 11:
		return "unset 'a[" + g.pick("0", "1", "n") + "]'"
	case 12:
		return "trap " + g.quote(g.stubCall()) + " " + g.pick("ERR", "DEBUG", "RETURN", "EXIT")
	case 13:
		return g.pick("coproc rm "+g.word(), "coproc C { rm "+g.word()+"; }") + "; wait"
	case 14:
		return g.pick("command -v rm", "type foo >/dev/null", "hash -r", "pushd d1 >/dev/null && popd >/dev/null", "shopt -u nullglob", "wait")
	}
	return "local -" + g.pick("i", "u", "a", "A") + " v"
}

// special is an expansion or a condition that is not often seen.
func (g *generator) special() string {
	switch g.IntN(11) {
	case 9:
		return "$(say) " + g.name() + "=" + g.value()
	case 0:
		return "[[ " + g.pick("$x", "abc", "\"$y\"") + " =~ " + g.pick("^a(.*)$", "b+", "[0-9]", "(o)(n)") + " ]] && rm \"${BASH_REMATCH[@]}\""
	case 1:
		return "rm " + g.pick("${!x*}", "\"${!x@}\"", "$?", "$!", "$-", "\"$_\"", "$LINENO")
	case 2:
		return "((" + g.pick("a[0]++", "n += 3", "n = n > 2 ? 1 : 5", "x = 7, n = x", "a[1] = n") + ")); rm $n \"${a[@]}\""
	case 3:
		return "mv <(" + g.echo() + ")"
	case 4:
		return "rm {" + g.pick("1..3", "a..e..2", "01..03", "3..1", "-1..1") + "}"
	case 5:
		return g.stubCall() + "; rm $?"
	case 6:
		return g.pick("true", "false", "[ a = b ]", "! foo") + " && rm $? || mv $?"
	case 7:
		return "x=" + g.value() + " bash -c 'rm \"$x\" $0' s0"
	case 8:
		return "x=a:~/b y=~; rm $x \"$y\""
	}
	return "( " + g.scoped() + "; exit " + g.pick("0", "1") + " ) && rm ok"
}

// counted is a loop whose turns can be counted.
func (g *generator) counted() string {
	g.serial++
	i := fmt.Sprintf("i%d", g.serial)
	body := g.loop()
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("%s=0; while [ $%s -lt %d ]; do %s; %s=$((%s+1)); done", i, i, 1+g.IntN(3), body, i, i)
	case 1:
		return fmt.Sprintf("for %s in {1..%d}; do rm $%s; %s; done", i, 1+g.IntN(3), i, body)
	case 2:
		return "while [ $# -gt 0 ]; do rm \"$1\"; shift; done"
	case 3:
		return fmt.Sprintf("for ((%s=3; %s>0; %s--)); do foo $%s; %s; done", i, i, i, i, body)
	}
	return fmt.Sprintf("%s=0; until (( %s++ > 1 )); do mv \"$%s\"; %s; done", i, i, i, body)
}
