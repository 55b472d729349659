package shellparse

// What stands for a pid keeps where it comes from.
var killCases = []parseCase{
	{`kill $$`, `kill <self>`},
	{`kill -9 $PPID`, `kill -9 <parent>`},
	{`kill "${PPID}"`, `kill <parent>`},
	{`p=$PPID; kill $p`, `p=<parent> ⏎ kill <parent>`},
	{`kill $((PPID))`, `kill <parent>`},
	{`kill $((PPID+0))`, `kill <host>…`},
	{`bash -c 'kill $PPID'`, `bash -c 'kill $PPID' ⏎ [bash -c] kill <parent>`},
	{`bash -c 'kill $$'`, `bash -c 'kill $$' ⏎ [bash -c] kill <own>`},
	{`kill $BASHPID`, `kill <self>`},
	{`sleep 9 & kill $!`, `sleep 9 & ⏎ kill <job>`},
	{`kill %1`, `kill %1`},
	{`kill $(cat pid)`, `[$(…)] cat pid ⏎ kill <out cat>…`},
	{`kill $(ps -o ppid= -p $$)`, `[$(…)] ps -o ppid= -p <self> ⏎ kill <host>…`},
	{`kill $(pgrep foo)`, `[$(…)] pgrep foo ⏎ kill <out pgrep>…`},
	{`echo $PPID | xargs kill`, `echo <parent> ⏎ xargs kill ⏎ [xargs] kill <parent>`},
	{`ps -e | awk '{print $1}' | xargs kill`, `ps -e ⏎ awk '{print $1}' ⏎ xargs kill ⏎ [xargs] kill <all>…`},
	{`for p in $(ps -eo pid); do kill $p; done`, `[$(…)] ps -eo pid ⏎ kill <all>…`},
	{`kill "$(cut -d' ' -f4 /proc/$PPID/stat)"`, `[$(…)] cut '-d ' -f4 /proc/<parent>/stat ⏎ kill <host>`},
	{`ssh h 'kill $PPID'`, `ssh h 'kill $PPID' ⏎ [ssh] kill <unset PPID>…`},
}
