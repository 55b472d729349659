package shellparse

import (
	"io/fs"
	"strings"
	"testing"
)

// filesCases: what is run from a file is what stands in it by then. The reader
// gives echo disk for /work/x.sh and /work/d/x.sh.
var filesCases = []parseCase{
	{`bash x.sh`, `bash x.sh ⏎ [bash x.sh] echo disk`},
	{`cd d; ./x.sh`, `cd d ⏎ ./x.sh ⏎ [./x.sh] echo disk ⏎ [./x.sh] echo disk`},
	{`bash < x.sh`, `bash <x.sh ⏎ [bash <stdin] echo disk <x.sh`},
	{`bash -s y < x.sh`, `bash -s y <x.sh ⏎ [bash <stdin] echo disk <x.sh`},
	{`exec ./x.sh`, `exec ./x.sh ⏎ [exec] ./x.sh ⏎ [exec, ./x.sh] echo disk`},
	{`command . ./x.sh`, `command . ./x.sh ⏎ [command] . ./x.sh ⏎ [command, . ./x.sh] echo disk`},
	{`echo 'rm a' > b; bash b`, `echo 'rm a' >b ⏎ bash b ⏎ [bash b] rm a`},
	{`echo 'rm a' > b; (cd /; bash /work/b)`, `echo 'rm a' >b ⏎ cd / ⏎ bash /work/b ⏎ [bash /work/b] rm a`},
	{`cd d; echo 'rm a' > b; bash b`, `cd d ⏎ echo 'rm a' >b ⏎ bash b ⏎ [bash b] rm a ⏎ [bash b] rm a`},
	{`if q; then echo 'rm a' > b; else echo 'rm c' > b; fi; bash b`, `q ⏎ echo 'rm a' >b ⏎ echo 'rm c' >b ⏎ bash b ⏎ [bash b] rm a ⏎ [bash b] rm c`},
	{`q && echo 'rm a' > x.sh; bash x.sh`, `q ⏎ echo 'rm a' >x.sh ⏎ bash x.sh ⏎ [bash x.sh] rm a ⏎ [bash x.sh] echo disk`},
	{`echo 'rm a' >> x.sh; bash x.sh`, `echo 'rm a' >>x.sh ⏎ bash x.sh ⏎ [bash x.sh] echo disk ⏎ [bash x.sh] rm a`},
	{`tee -a x.sh <<< 'rm a'; bash x.sh`, `tee -a x.sh <<<… ⏎ bash x.sh ⏎ [bash x.sh] echo disk ⏎ [bash x.sh] rm a`},
	{`echo 'rm a' > a; ln -s a b; echo 'rm c' > a; bash b`, `echo 'rm a' >a ⏎ ln -s a b ⏎ echo 'rm c' >a ⏎ bash b ⏎ [bash b] rm c`},
	{`cp x.sh y; bash y`, `cp x.sh y ⏎ bash y ⏎ [bash y] echo disk`},
	{`cp q x.sh; bash x.sh`, `cp q x.sh ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk`},
	{`sed -i s/a/b/ x.sh; bash x.sh`, `sed -i s/a/b/ x.sh ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk`},
	{`sed s/a/b/ x.sh; bash x.sh`, `sed s/a/b/ x.sh ⏎ bash x.sh ⏎ [bash x.sh] echo disk`},
	{`chmod +x x.sh; grep a x.sh; ./x.sh`, `chmod +x x.sh ⏎ grep a x.sh ⏎ ./x.sh ⏎ [./x.sh] echo disk`},
	{`foo x.sh; bash x.sh`, `foo x.sh ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk`},
	{`foo --out=x.sh; bash x.sh`, `foo --out=x.sh ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk`},
	{`foo d/x.sh; bash x.sh`, `foo d/x.sh ⏎ bash x.sh ⏎ [bash x.sh] echo disk`},
	{`git apply b; ./x.sh`, `git apply b ⏎ ./x.sh {sh file: <in>} ⏎ [./x.sh] echo disk`},
	{`git checkout b; ./x.sh`, `git checkout b ⏎ ./x.sh ⏎ [./x.sh] echo disk`},
	{`git status; ./x.sh`, `git status ⏎ ./x.sh ⏎ [./x.sh] echo disk`},
	{`tar xf a.tar; ./x.sh`, `tar xf a.tar ⏎ ./x.sh {sh file: <in>} ⏎ [./x.sh] echo disk`},
	{`tar xf a.tar -C /tmp; ./x.sh`, `tar xf a.tar -C /tmp ⏎ ./x.sh ⏎ [./x.sh] echo disk`},
	{`echo a > "$U/x.sh"; bash x.sh`, `echo a ><unset U>/x.sh ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk`},
	{`echo a > "$U/y.sh"; bash x.sh`, `echo a ><unset U>/y.sh ⏎ bash x.sh ⏎ [bash x.sh] echo disk`},
	{`sort -o b <<< 'rm a'; bash b`, `sort -o b <<<… ⏎ bash b ⏎ [bash b] rm a`},
	{`exec 5> b; echo 'rm a' >&5; bash b`, `exec 5>b ⏎ echo 'rm a' >>/work/b >&5 ⏎ bash b {sh file: <in>} ⏎ [bash b] rm a`},
	{`echo 'rm a' > b; bash /proc/self/cwd/b`, `echo 'rm a' >b ⏎ bash /proc/self/cwd/b ⏎ [bash /proc/self/cwd/b] rm a`},
	{`echo 'rm a' > b.sh; bash ./b*`, `echo 'rm a' >b.sh ⏎ bash ./b‹*› ⏎ [bash ./b*] rm a`},
	{`{ echo 'rm a'; bash b; } > b`, `echo 'rm a' >b ⏎ bash b >b {sh file: <in>}`},
	{`bash x.sh & echo 'rm a' > x.sh`, `bash x.sh {sh file: <in>} & ⏎ [bash x.sh] echo disk & ⏎ echo 'rm a' >x.sh`},
	{`while read l; do bash x.sh; sed -i s/a/b/ x.sh; done`, `read l ⏎ bash x.sh {sh file: <in>} ⏎ [bash x.sh] echo disk ⏎ sed -i s/a/b/ x.sh`},
	{`t=$(mktemp); echo 'rm a' > "$t"; bash "$t"`, `[$(…)] mktemp ⏎ t=/tmp/tmp.<out mktemp> ⏎ echo 'rm a' >/tmp/tmp.<out mktemp> ⏎ bash /tmp/tmp.<out mktemp> ⏎ [bash /tmp/tmp.*] rm a`},
	{`echo 'rm a' > ls; PATH=.:$PATH ls`, `echo 'rm a' >ls ⏎ PATH=.:<? $PATH> ls ⏎ PATH=.:<? $PATH> ./ls ⏎ [./ls] rm a`},
	{`echo 'rm a' > y; hash -p ./y ls; ls`, `echo 'rm a' >y ⏎ hash -p ./y ls ⏎ ls ⏎ ./y ⏎ [./y] rm a`},
	{`enable -f ./x name`, `enable -f ./x name {sh file: <in>}`},
	{`/lib64/ld-linux-x86-64.so.2 ./x.sh`, `/lib64/ld-linux-x86-64.so.2 ./x.sh ⏎ [ld.so] ./x.sh ⏎ [ld.so, ./x.sh] echo disk`},
	{`/bin/r? a`, `/bin/r‹?› a ⏎ /bin/rm a`},
	{`go build -o app . && ./app`, `go build -o app . ⏎ ./app`},
	{`cat > s <<'E'
D="$( cd -- "$( dirname -- "${BASH_SOURCE[0]}" )" &> /dev/null && pwd )"; rm "$D"
E
bash d/../s`, `cat >s <<… ⏎ bash d/../s ⏎ [bash d/../s, $(…), $(…)] dirname -- d/../s ⏎ [bash d/../s, $(…)] cd -- d/.. &>/dev/null ⏎ [bash d/../s, $(…)] pwd ⏎ [bash d/../s] D=/work ⏎ [bash d/../s] rm /work`},
	{`cat > d/s <<'E'
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.." && rm "$PWD"
E
bash d/s`, `cat >d/s <<… ⏎ bash d/s ⏎ [bash d/s] set -eu ⏎ [bash d/s, $(…)] dirname d/s ⏎ [bash d/s] cd d/.. ⏎ [bash d/s] rm /work`},
	{`cat > d/s <<'E'
rm "${BASH_SOURCE-x}"
E
sh d/s`, `cat >d/s <<… ⏎ sh d/s ⏎ [sh d/s] rm d/s|x ⏎ [sh d/s] rm d/s`}, // dash has none
	{`cat > d/s <<'E'
rm "$(realpath "$0")" "$(cd -P "$(dirname "$0")" && pwd -P)"
E
bash d/s`, `cat >d/s <<… ⏎ bash d/s ⏎ [bash d/s, $(…)] realpath d/s ⏎ [bash d/s, $(…), $(…)] dirname d/s ⏎ [bash d/s, $(…)] cd -P d ⏎ [bash d/s, $(…)] pwd -P ⏎ [bash d/s] rm /work/d/s /work/d`},
	{`ln -s /y l; cat > l/s <<'E'
rm "$(readlink -f "$0")" "$(readlink -f "$1")"
E
bash l/s a`, `ln -s /y l ⏎ cat >l/s <<… ⏎ bash l/s a ⏎ [bash l/s, $(…)] readlink -f l/s ⏎ [bash l/s, $(…)] readlink -f a ⏎ [bash l/s] rm /y/s /work/a|<out readlink>`},
	// What known arguments do not choose is not recorded; what any other condition leaves out is.
	{`cat > s <<'E'
case "$1" in a) rm a;; b) rm b;; esac
if [ "${2:-}" = c ]; then rm c; else rm d; fi
[[ $1 == b ]] && rm e
[ "$1" = "$X" ] && rm f
E
bash s a; bash s "$X"`, `cat >s <<… ⏎ bash s a ⏎ [bash s] rm a ⏎ [bash s] '[' '' = c ']' ⏎ [bash s] rm d ⏎ [bash s] '[' a = <unset X> ']' ⏎ [bash s] rm f ⏎ bash s <unset X> ⏎ [bash s] rm a ⏎ [bash s] rm b ⏎ [bash s] '[' '' = c ']' ⏎ [bash s] rm c ⏎ [bash s] rm d ⏎ [bash s] rm e ⏎ [bash s] '[' <unset X> = <unset X> ']' ⏎ [bash s] rm f`},
}

// cwdCases ends with a command whose directory is the second half.
var cwdCases = []parseCase{
	{`cd /; rm "$PWD"`, `/`},
	{`cd d; rm a`, `/work/d|/work`},
	{`cd d && make && rm a`, `/work/d`},
	{`cd d || exit; rm a`, `/work/d`},
	{`cd d || rm a`, `/work`},
	{`! cd d && rm a`, `/work/d|/work`},
	{`if cd d; then rm a; fi`, `/work/d`},
	{`(cd d) && rm a`, `/work`},
	{`(cd /; rm a)`, `/`},
	{`cd / & rm a`, `/work`},
	{`cd /tmp && cd - && rm a`, `/work`},
	{`cd ${x:-/}; rm a`, `/`},
	{`read x; cd ${x:-/}; rm a`, `<in>|/|/work`},
	{`pushd /; pushd /tmp; popd; rm a`, `/`},
	{`pushd /; pushd /tmp; popd; popd; rm a`, `/work`},
	{`pushd / && pushd /tmp && pushd +1; rm a`, `/`},
	{`popd; rm a`, `/work`},
	{`CDPATH=/; cd etc && rm a`, `/etc|/work/etc`},
	{`cd -P /; rm a`, `/`},
	{`cd -P . && rm a`, `/work`},
	{`cd -P d && rm a`, `/work/d|<?>`},
	{`cd -eP d && rm a`, `/work/d|<?>`},
	{`cd -L d/.. && rm a`, `/work`},
	{`cd -- d && rm a`, `/work/d`},
	{`cd -P -- d && rm a`, `/work/d|<?>`},
	{`cd -P; rm a`, `/home/u`},
	{`cd /tmp; cd d; cd -; rm a`, `/tmp|/work`},
	{`cd /tmp; cd d; cd "$OLDPWD" && rm a`, `/tmp|/work`},
	{`cd d; cd - && rm a`, `/work`},
	{`cd /tmp; cd / && cd - && rm a`, `/tmp`},
	{`cd "$(dirname "$0")" && rm a`, `/work`},
}

func filesOptions() Options {
	o := tableOptions()
	o.ReadFile = func(path string) (string, error) {
		switch path {
		case "/work/x.sh", "/work/d/x.sh":
			return "#!/bin/sh\necho disk\n", nil
		}
		return "", fs.ErrNotExist
	}
	return o
}

func TestFiles(t *testing.T) {
	for _, tc := range filesCases {
		got := strings.ReplaceAll(strings.TrimSuffix(dump(Parse(tc.in, filesOptions())), "\n"), "\n", " ⏎ ")
		if got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.in, got, tc.want)
		}
	}
}

func TestDirectories(t *testing.T) {
	for _, tc := range cwdCases {
		s := Parse(tc.in, filesOptions())
		if got := dumpWord(s, s.Commands[len(s.Commands)-1].Dir); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.in, got, tc.want)
		}
	}
}

// TestFilePositions: what stands in a script file has its place there.
func TestFilePositions(t *testing.T) {
	s := Parse("echo 'echo a\n  rm b' > w; . ./w; bash x.sh; rm c; bash -c 'rm d'", filesOptions())
	want := []string{`echo 'echo a⏎  rm b' in `, `. ./w in `, `echo a in /work/w`, `rm b in /work/w`, `bash x.sh in `,
		`echo disk in /work/x.sh`, `rm c in `, `bash -c 'rm d' in `, `'rm d' in `}
	texts := map[string]string{"": s.Source, "/work/w": "echo a\n  rm b\n"}
	for _, f := range s.Files {
		texts[f.Path] = f.Text
	}
	if len(s.Commands) != len(want) {
		t.Fatalf("%d commands, want %d\n%s", len(s.Commands), len(want), dump(s))
	}
	for i, c := range s.Commands {
		text, ok := texts[c.Pos.File]
		if !ok || c.Pos.End > len(text) {
			t.Errorf("%s stands in %q at %d", dumpCommand(s, &c), c.Pos.File, c.Pos.Offset)
			continue
		}
		got := text[c.Pos.Offset:c.Pos.End]
		if i == 0 {
			got = got[:len(`echo 'echo a`+"\n"+`  rm b'`)]
		}
		if got = strings.ReplaceAll(got, "\n", "⏎") + " in " + c.Pos.File; got != want[i] {
			t.Errorf("command %d stands at %q, want %q", i, got, want[i])
		}
		if line := strings.Count(text[:c.Pos.Offset], "\n") + 1; line != c.Pos.Line {
			t.Errorf("%s: line %d, want %d", got, c.Pos.Line, line)
		}
	}
}
