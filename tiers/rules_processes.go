package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// processesRules guard processes: above all the host, the processes this
// program runs under. See signals.go for who would be reached.
var processesRules = []Rule{
	{
		ID: "processes.kill-host", Hardline: true, Tier: Critical,
		Why:   "it signals the process this session runs in",
		Safer: "let the person restart it from outside; Hermes: hermes gateway restart, or the Gateway menu of the desktop app",
		Match: Match{Func: killsHost},
		Yes: []string{"kill $$", "kill -9 $PPID", `kill -9 "${PPID}"`, "kill -HUP $PPID", "kill 0", "kill -9 0", "kill -9 -- -$PPID", "kill 3999", "kill -s KILL 3999", "kill --signal=9 3999", "kill -n 9 3999", "/bin/kill 3999",
			"kill 77777 3999", "kill -9 -3990", "pkill -f hermes-agent", "pkill agent", "killall hermes-agent", "pkill -9 .", "killall -r 'hermes.*'", "pkill -P 1000", "kill 1", "kill -STOP 3999", "env kill 3999", "sudo kill 3999", "fuser -k 8642/tcp", "pkill -v nosuch", "kill -- 3999", "pkill -o ''", "ps aux | grep hermes-agent | grep -v grep | awk '{print $2}' | xargs kill -9", "ps -ef | awk '/hermes-agent/{print $2}' | xargs kill", "npx kill-port 8642", "pkill -O 10", "pkill -r S", "pkill -f hermes-agent; hermes-agent &", "fuser -k 8642/tcp; x --port 8642 &", "lsof -ti:8642 | xargs kill; PORT=8642 x &",
			"start-stop-daemon --stop --pid 1", "start-stop-daemon -K -n hermes-agent", "start-stop-daemon -K -u root -s KILL", "pkill -g $(ps -o pgid= $$)", "pkill -s $(ps -o sid= $$)", "skill -9 -u me", "npx fkill-cli 1 -f", "kill -9 $(cut -d' ' -f4 /proc/self/stat)", "kill $(awk '/PPid/{print $2}' /proc/self/status)", "read a b c d e < /proc/self/stat; kill $d"},
		No: []string{"start-stop-daemon --stop --test --pid 1", "start-stop-daemon --start --name hermes-agent --exec /usr/bin/x", "start-stop-daemon -K -n nosuch", "pkill -P $$ -x sleep", "awk '/PPid/{print $2}' /proc/self/status", "kill -0 $PPID", "kill -l", "kill -L", "killall -l", "kill 77777", "kill %1", "sleep 9 & kill $!", "pkill nosuchprocess", "echo kill $PPID", "kill -s 0 3999", "kill -n 0 3999", "pgrep hermes", "bash -c 'kill $$'", "ps -p 3999"},
	},
	{
		ID: "processes.kill-all", Hardline: true, Tier: Critical,
		Why:   "it signals every process there is",
		Safer: "name the one process that is meant",
		Match: Match{Func: killsAll},
		Yes:   []string{"kill -1", "kill -9 -1", "kill -- -1", "kill -s KILL -1", "killall5", "killall5 -9", "ps -eo pid= | xargs kill -9", "kill -TERM -- -1"},
		No:    []string{"kill -1 77777", "kill -9 77777", "kill -0 -1", "kill -HUP 77777"},
	},
	{
		ID: "processes.fork-bomb", Hardline: true, Tier: Critical,
		Why:   "code that starts itself again without end fills the process table and hangs the machine",
		Safer: "run the work a bounded number of times",
		Match: Match{Script: func(s *shellparse.Script) *shellparse.Span { return s.ForkBomb }},
		Yes:   []string{":(){ :|:& };:", "f() { f & f; }; f", "echo './x & ./x' > x; chmod +x x; ./x", `x='eval "$x" & eval "$x"'; eval "$x"`, "fork() { while :; do fork & done; }; fork", "python3 -c 'import os\nwhile 1: os.fork()'"},
		No:    []string{"f() { f; }", "f() { sleep 1; f; }; f", "while true; do sleep 60; backup & done", "for i in 1 2 3; do x & done", "while :; do sleep 1000 & done"},
	},
	{
		ID: "processes.flood", Tier: High,
		Why:   "it starts processes without end and waits for none of them, until the machine has no more",
		Safer: "start a bounded number of them, or put wait or sleep into the loop",
		Match: Match{Script: func(s *shellparse.Script) *shellparse.Span { return s.Flood }},
		Yes:   []string{"while :; do sleep 1000 & done", "for ((;;)); do sleep 1000 & done", "f() { (f); }; f", "f() { x=$(f); }; f", "f() { [ \"$1\" = 0 ] && return; f $(($1 - 1)) & f $(($1 - 1)) & }; f 3"},
		No:    []string{"while :; do nc -l 80 <f; done", "while read l; do job \"$l\" & done; wait", "for i in 1 2 3; do x & done", "while true; do sleep 60; backup & done", "while :; do x & wait; done", "while :; do x & [ -f done ] && break; done"},
	},
	{
		ID: "processes.kill-unknown", Tier: High,
		Why:   "which process it signals is not known before it runs",
		Safer: "look the number up first, with `pgrep -a NAME`, then kill that number",
		Match: Match{Func: killsUnknown},
		Yes:   []string{`kill -9 "$PID"`, "ps aux | grep node | awk '{print $2}' | xargs kill", "kill $(cat server.pid)", "fuser -k 0/tcp", "fuser -k 65536/tcp", "gunicorn --pid a.pid x; kill $(cat b.pid)", "pgrep --pidfile a.pid; kill $(cat a.pid)", "gunicorn --pid ~/.other/g.pid x & kill $(cat ~/.other/g.pid)", `pkill "$(cat name)"`, "pkill -r Z"},
		No:    []string{"gunicorn --daemon --pid /tmp/g.pid x && kill -TERM $(cat /tmp/g.pid)", "rails server -d && kill $(cat tmp/pids/server.pid)", "kill 77777", "kill -l", "kill %1", `kill -0 "$PID"`, "coproc S { node x.js; }; kill $S_PID"},
	},
	{
		ID: "processes.kill-foreign", Tier: Medium,
		Why:   "it signals a process that this script did not start",
		Safer: "stop it the way it was started, or ask the person",
		Match: Match{Func: killsForeign},
		Yes:   []string{"kill 77777", "docker exec demo kill -HUP 1", "docker exec demo sh -c 'kill -USR1 1'", "ssh box kill 1", "kubectl exec p -- kill 1", "docker exec demo pkill -f agent", "sudo kill 77777", "kill -9 -- -77777", "pkill nosuchprocess", "pkill -f vite; echo vite &", "pkill -f 'node server.js'; node server.js &", "pkill -f vite", "pkill -f vite; npm run dev &", "pkill -f 'vit.*'; vite &", "pkill vite; vite &", "pkill -f vite; tail -f vite.log &", "fuser -k 8080/tcp; PORT=3000 npm start &", "lsof -ti:8080 | xargs kill; npm run dev &", "vite & pkill -f vite", "killall -r 'fire.*'", "fuser -k 8080/tcp", "killall Dock", "npx kill-port 3000", "fkill node", "renice -n 5 -p 77777", "skill -KILL bob", "xkill"},
		No:    []string{"pkill -f vite; sleep 1; npx vite --port 5173 > /tmp/vite.log 2>&1 &", "pkill -f 'uvicorn app.main' || true; nohup .venv/bin/uvicorn app.main:app --port 8001 &", "fuser -k 5173/tcp; npm run dev -- --port 5173 &", "lsof -ti:3000 | xargs kill; PORT=3000 npm start &", "kill $(lsof -ti:3000); npm run dev -- -p 3000 &", "kill %1", "sleep 9 & kill $!", "kill -l", "kill -0 77777", "pgrep x", "fuser 8080/tcp", "bash -c 'kill $$'", "kill 999999", "pkill -P $$ sleep", "bash -c 'pkill -P $$ x'", "suspend"},
	},
	{
		ID: "processes.kill-terminal", Hardline: true, Tier: Critical,
		Why:   "it ends the terminal session that this one runs in",
		Safer: "close the one window that is meant, or ask the person",
		Match: Match{Programs: []string{"tmux", "screen", "byobu", "zellij", "loginctl", "kitty", "wezterm"}, Func: func(c *call, h *hit) bool { return c.endsSession() && c.hostSession(h) }},
		Yes:   []string{"tmux kill-server", "tmux kill-session", "tmux kill-session -t work", "tmux -L default kill-server", "loginctl terminate-session 7", "loginctl terminate-user me", "tmux kill-pane", "tmux kill-window", "tmux respawn-pane -k", "tmux kill-pane -t $TMUX_PANE", "byobu kill-server"},
		No:    []string{"tmux ls", "tmux new -d", "tmux kill-session -t other", "tmux kill-window -t 3", "loginctl terminate-session 99", "hermes-agent kill-sessions"},
	},
	{
		ID: "processes.end-session", Tier: High,
		Why:   "it ends a session with everything that runs in it",
		Safer: "list them first: `tmux ls`, `screen -ls`, `loginctl`",
		Match: Match{Programs: []string{"tmux", "screen", "byobu", "zellij", "loginctl", "kitty", "wezterm"}, Func: func(c *call, h *hit) bool { return c.endsSession() && !c.ownSession() }},
		Yes:   []string{"tmux kill-session -t other", "tmux new-session -d -s a; tmux kill-session -t b", "tmux new -A -d -s a; tmux kill-session -t a", "screen -S a; screen -X quit", "screen -S a -X quit", "screen -dmS b x; screen -S a -X quit", "screen -dmS a x; screen -X quit", "screen -S a -X quit; screen -dmS a x", "screen -X quit", "screen -X kill", "tmux kill-window -t 3", "zellij action close-pane", "kitty @ close-window", "wezterm cli kill-pane", "loginctl terminate-session 99", "zellij kill-all-sessions"},
		No:    []string{"tmux new-session -d -s dev 'npm run dev'; sleep 3; tmux kill-session -t dev", "tmux new-session -d -s dev; tmux kill-window -t dev:1", "tmux new -d -s dev x; tmux respawn-pane -k -t dev:0.0 y", "screen -dmS t1 npm run dev; sleep 3; screen -S t1 -X quit", "tmux ls", "screen -ls", "loginctl list-sessions"},
	},
	{
		ID: "processes.freeze-host", Hardline: true, Tier: Critical,
		Why:   "it stops the process this session runs in, to write it to a file",
		Safer: "dump a process that this script started",
		Match: Match{Programs: []string{"criu", "gcore"}, Func: func(c *call, h *hit) bool { return c.dumps(h) >= host }},
		Yes:   []string{"criu dump -t $PPID -D x", "gcore $PPID", "gcore -o x 3999"},
		No:    []string{"criu check", "gcore 77777", "criu dump -t 77777 -D x", "echo 3999"},
	},
	{
		ID: "processes.freeze", Tier: High,
		Why:   "it stops a process to write its memory, secrets among it, to a file",
		Safer: "dump a process that this script started",
		Match: Match{Programs: []string{"criu", "gcore"}, Func: func(c *call, h *hit) bool { return c.dumps(h) > nobody }},
		Yes:   []string{"gcore 77777", "criu dump -t 77777 -D x"},
		No:    []string{"criu check", "gcore --help", "criu restore -D x"},
	},
	{
		ID: "processes.attach-host", Hardline: true, Tier: Critical,
		Why:   "it takes hold of the process this session runs in, and ends it or makes its calls fail",
		Safer: "debug a process that this script started",
		Match: Match{Programs: []string{"gdb", "lldb", "strace"}, Func: func(c *call, h *hit) bool {
			r, ends := c.attachesTo(h)
			return r >= host && ends
		}},
		Yes: []string{"gdb -p $PPID -batch -ex kill", "strace -p $PPID -e inject=all:signal=KILL", "gdb --pid=3999 -ex 'call (int)exit(1)'", "lldb -p 3999 -o 'process kill'"},
		No:  []string{"gdb -p 77777 -batch -ex kill", "gdb -p $PPID -batch -ex bt", "strace -e inject=open:error=ENOENT ls", "gdb ./a.out -ex kill", "echo --pid=3999 inject=all"},
	},
	{
		ID: "processes.attach", Tier: High,
		Why:   "a debugger on a running process can change or stop it",
		Safer: "start the program under the debugger",
		Match: Match{Programs: []string{"gdb", "lldb", "strace", "ltrace", "gdbserver"}, Func: func(c *call, _ *hit) bool { return c.attaches() }},
		Yes:   []string{"gdb -p 77777", "gdb -batch -ex bt -p 77777", "gdb ./a.out 77777", "gdb ./a.out -p 77777", "lldb --pid 77777", "strace -p 77777", "strace -fp 77777", "strace -f -e trace=open -o /tmp/t -p 77777", "gdbserver --attach :1 77777"},
		No:    []string{"gdb ./a.out", "gdb -batch -ex run -ex bt --args ./a.out -p 80", "gdb ./a.out core.77777", "gdb -ex 'p x' ./a.out", "strace ls -p", "strace -f -e trace=open ls -p"},
	},
	{
		ID: "processes.limit-host", Hardline: true, Tier: Critical,
		Why:   "it sets a limit for a process this session runs in, and a process that passes its limits is ended",
		Safer: "ulimit, or prlimit with the command to start",
		Match: Match{Programs: []string{"prlimit"}, Func: func(c *call, h *hit) bool {
			if !adjustsProcess(c, h) {
				return false
			}
			for i, a := range c.args {
				switch {
				case slices.Contains([]string{"-p", "--pid"}, a.lit) && i+1 < len(c.args):
					a = c.args[i+1]
				case strings.HasPrefix(a.lit, "--pid="):
					a = a.after(len("--pid="))
				case strings.HasPrefix(a.lit, "-p"):
					a = a.after(2)
				default:
					continue
				}
				r, who := c.killTarget(a)
				h.target = who
				return r >= host
			}
			return false
		}},
		Yes: []string{"prlimit --pid 3999 --cpu=1", "prlimit -p $PPID --nofile=0", "prlimit --pid=1 --cpu=1:1"},
		No:  []string{"prlimit --pid 3999", "prlimit --pid 77777 --cpu=1", "prlimit --cpu=1 ls", "grep --pid 3999 --cpu=1"},
	},
	{
		ID: "processes.adjust", Tier: Medium,
		Why:   "it changes how a process runs that this script did not start: its limits, its priority, its terminal",
		Safer: "start the program with them: nice, taskset, prlimit before the command",
		Match: Match{Programs: []string{"prlimit", "taskset", "chrt", "ionice", "cpulimit", "choom", "reptyr"}, Func: adjustsProcess},
		Yes:   []string{"prlimit --pid 77777 --nproc=1", "prlimit -p 77777 -n10", "taskset -cp 0 77777", "chrt -p -r 99 77777", "ionice -c 3 -p 77777", "cpulimit -p 77777 -l 10", "choom -p 77777 -n 1000", "reptyr 77777"},
		No:    []string{"prlimit -p 77777", "prlimit --nofile=64 ls", "taskset -p 77777", "taskset -c 0 ls -p", "chrt -p 77777", "ionice -c 3 ls", "ionice -p 77777", "choom -p 77777", "nice -n 10 ls"},
	},
}

// dumps says whom criu or gcore stop.
func (c *call) dumps(h *hit) reach {
	pids := c.ops
	if c.name == "criu" {
		if _, ok := c.sub("dump", "pre-dump"); !ok {
			return nobody
		}
		pids = nil
		c.values(func(a arg) { pids = append(pids, a) }, "-t", "--tree")
	}
	gravest := nobody
	for _, a := range pids {
		if r, who := c.killTarget(a); r > gravest {
			gravest, h.target = r, who
		}
	}
	return gravest
}

// adjustsProcess reads the options of programs that either start a program or,
// with a process number, change one that runs; the number alone only asks.
func adjustsProcess(c *call, _ *hit) bool {
	pid, sets, words := c.name == "reptyr" && len(c.args) > 0, c.name == "reptyr" || c.name == "cpulimit", 0
	for i, a := range c.args {
		switch s := a.lit; {
		case strings.HasPrefix(s, "--pid"):
			pid = true
		case strings.HasPrefix(s, "--"):
			sets = sets || strings.Contains(s, "=") || slices.Contains([]string{"--class", "--classdata", "--adjust"}, s)
		case strings.HasPrefix(s, "-"):
			if strings.ContainsAny(s, "pP") && (c.name != "cpulimit" || s[1] == 'p' || s[1] == 'e') {
				pid = true
			} else {
				sets = sets || c.name == "prlimit" && len(s) > 1 || c.name == "ionice" && strings.ContainsAny(s, "cn") || c.name == "choom" && s[1:2] == "n"
			}
		default:
			if i > 0 && slices.Contains([]string{"ionice", "choom", "prlimit", "cpulimit"}, c.name) {
				continue // an option's value, or the program that is started
			}
			if words++; words == 1 && !pid {
				return false // taskset MASK COMMAND, chrt PRIORITY COMMAND
			}
		}
	}
	return pid && (sets || words > 1)
}
