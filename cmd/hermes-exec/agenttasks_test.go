package main

// agent is a real one, as it is told which endpoint to use and which shell.
type agent struct {
	name     string
	program  string
	argv     []string
	settings map[string]any // by the file in its home; @URL@ and @SHELLS@ stand for the endpoint and the folder of shells
	env      []string
	terminal bool // it gives each command one of its own
	call     func(task) toolCall
}

var agents = []agent{
	{
		name: "pi", program: "pi",
		argv: []string{"-p", "--provider", "scripted", "--model", "scripted", "--no-session", "work"},
		settings: map[string]any{
			// It takes /bin/bash whatever PATH says, but for this.
			".pi/agent/settings.json": map[string]any{"shellPath": "@SHELLS@/bash"},
			".pi/agent/models.json": map[string]any{"providers": map[string]any{"scripted": map[string]any{
				"baseUrl": "@URL@/v1", "api": "openai-completions", "apiKey": "none", "models": []any{map[string]any{"id": "scripted"}},
			}}},
		},
		env:  []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"},
		call: piCall,
	},
	{
		name: "qwen", program: "qwen",
		argv:     qwenArgv,
		settings: map[string]any{".qwen/settings.json": qwenSettings(false)},
		env:      qwenEnv,
		call:     qwenCall,
	},
	{
		name: "qwen, terminals", program: "qwen",
		argv:     qwenArgv,
		settings: map[string]any{".qwen/settings.json": qwenSettings(true)},
		env:      qwenEnv,
		terminal: true,
		call:     qwenCall,
	},
}

var (
	qwenArgv = []string{"--yolo", "--auth-type", "openai", "--model", "scripted", "--chat-recording", "false", "-p", "work"}
	qwenEnv  = []string{"OPENAI_BASE_URL=@URL@/v1", "OPENAI_API_KEY=none", "OPENAI_MODEL=scripted", "QWEN_CODE_NO_RELAUNCH=1"}
)

// qwenSettings: each command is given a terminal, or pipes.
func qwenSettings(terminal bool) map[string]any {
	return map[string]any{
		"general":   map[string]any{"enableAutoUpdate": false},
		"privacy":   map[string]any{"usageStatisticsEnabled": false},
		"telemetry": map[string]any{"enabled": false},
		"tools":     map[string]any{"shell": map[string]any{"enableInteractiveShell": terminal}},
	}
}

func piCall(asked task) toolCall {
	arguments := map[string]any{"command": asked.script}
	if asked.seconds > 0 {
		arguments["timeout"] = asked.seconds
	}
	return toolCall{"bash", arguments}
}

func qwenCall(asked task) toolCall {
	arguments := map[string]any{"command": asked.script, "is_background": asked.background}
	if asked.seconds > 0 {
		arguments["timeout"] = asked.seconds * 1000
	}
	return toolCall{"run_shell_command", arguments}
}

// task is a command the agent is asked to run.
type task struct {
	name       string
	script     string
	seconds    int    // after which the agent ends it, 0 for its own limit
	background bool   // the agent does not wait for it; only qwen can do that
	pipes      bool   // not where it has a terminal: it reads to the end of its input, or somebody would be asked there
	want       string // what the agent must read in the result
}

// ordinary is what an agent does all day. Nothing of it depends on when it is
// done, and all of it must give the agent what plain bash gives.
var ordinary = []task{
	{name: "words", script: `echo "hello  world" 'a*b' $((6 * 7)) {a,b}c`},
	{name: "a pipe", script: `printf 'b\na\nc\n' | sort -r | tr a-z A-Z`},
	{name: "folders", script: `mkdir -p sub/deep && cd sub/deep && pwd && cd - && cd sub && pwd`},
	{name: "the next one starts where the agent is", script: `pwd; ls`},
	{name: "a here-document", script: "cat > notes.txt <<'END'\none $two `three`\n\tfour\nEND\ncat notes.txt; wc -c < notes.txt"},
	{name: "a status", script: `echo before; exit 3`},
	{name: "a failure that is caught", script: `false || echo "caught $?"; (exit 9); echo $?`},
	{name: "errexit", script: `set -euo pipefail; echo one; false | cat; echo two`},
	{name: "standard error", script: `echo wrong >&2`},
	{name: "both outputs", script: `echo out; sleep 0.3; echo err >&2; exit 1`},
	{name: "a program that is not there", script: `no-such-program-zz --flag`},
	{name: "a file that is not there", script: `cat no-such-file`},
	{name: "death by a signal", script: `perl -e 'kill 9, $$; sleep 9'`},
	{name: "death by a signal, behind a shell", script: `perl -e 'kill 15, $$; sleep 9'; echo "it ended with $?"`},
	{name: "a job that is waited for", script: `sleep 0.2 & echo begun; wait; echo done`},
	{name: "a job that is killed", script: `sleep 30 & kill $!; wait $!; echo "$?"`},
	{name: "a job that stays, silent", script: `sleep 3 >/dev/null 2>&1 & echo on its way`},
	{name: "a job that stays and holds the output", script: `sleep 3 & echo on its way`},
	{name: "nothing said", script: `true`},
	{name: "no input", script: `cat; echo "cat $?"; read -r line; echo "read $? <$line>"`, pipes: true},
	{name: "what is a terminal", script: `for fd in 0 1 2; do test -t $fd; echo "$fd $?"; done; stty -a; tput cols`},
	{name: "the shell it is", script: `echo "$0 $- $# $SHLVL ${BASH_VERSINFO[0]} $BASH_SUBSHELL"; shopt -q login_shell; echo $?`},
	{name: "the environment", script: `env | grep -vE '^(PATH|SHELL|_|PWD|HOME|OPENAI_BASE_URL)=' | sort`},
	{name: "limits, mask, descriptors", script: `umask; ulimit -n; ulimit -c; ls /proc/self/fd | wc -l; trap -p`},
	{name: "a script file", script: "printf 'echo \"$1-$2\" $#; exit 4\\n' > s.sh; bash s.sh 'a b' c; echo $?; chmod +x s.sh; ./s.sh x y"},
	{name: "a function and a trap", script: "f() { local x=$1; echo \"f $x\"; return 5; }\ntrap 'echo bye' EXIT\nf 1; echo $?"},
	{name: "nested shells", script: `bash -c 'echo "$0 $1"; exit 7' name arg; echo $?; echo 'echo from input; exit 8' | bash; echo $?`},
	{name: "substitutions", script: `echo "$(date +%Y | wc -c) $(cat <(echo sub) | rev)"; diff <(echo a) <(echo b)`},
	{name: "colours, and what is not ASCII", script: `printf '\033[31mred\033[0m äöü 漢字 \t tab\n'`},
	{name: "many lines", script: `seq 1 400; seq 100000 | cksum`},
	{name: "files found", script: `find . -name '*.txt' | sort | xargs grep -n four; sed -i s/four/4/ notes.txt; tail -n 1 notes.txt`},
	{name: "git", script: `git init -q repo && cd repo && git config user.email a@example.org && git config user.name A && echo x > f && git add f && git commit -qm 'first $(x)' && git log --format=%s && git status --short`},
	{name: "make", script: "printf 'all:\\n\\t@echo made in $$0; exit 3\\n' > Makefile; make 2>&1; echo $?"},
	{name: "in the background", script: `echo begun; sleep 0.3; echo wrong >&2; exit 3`, background: true},
	{name: "what became of it", script: `cd ~/.qwen/tmp/*/background-shells/* 2>/dev/null || exit 0; until grep -q wrong *; do sleep 0.1; done; cat *`},
	{name: "too long", script: `echo $$ > first.pid; echo begun; sleep 50 & echo $! > second.pid; wait`, seconds: 3},
	{name: "afterwards", script: `echo still here`},
}

// refused is what would end the agent, or asks somebody who is not there. It is
// never given to an agent with plain bash.
var refused = []task{
	{script: `kill -9 $PPID`, want: "hermes-exec: BLOCKED (hardline): kill -9 $PPID"},
	{script: `kill -9 $(ps -o ppid= -p $PPID)`, want: "hermes-exec: BLOCKED (hardline): "},
	{script: `perl end-agent.pl`, want: "Operation not permitted"},
	{script: `git push`, want: "it publishes commits to others", seconds: 3}, // refused, or asked on its terminal,
	{script: `echo still here`, want: "still here"},
}

// endAgent sends KILL to the first process above that is no shell, supervisor or
// perl, so to the agent and nothing else.
const endAgent = `
my $pid = getppid();
for (1 .. 9) {
	my $exe = readlink "/proc/$pid/exe";
	if ($exe =~ m{/node$}) { kill(9, $pid) or print "$!\n"; exit }
	open my $f, "<", "/proc/$pid/stat" or last;
	$pid = (split / /, (split /\) /, <$f>)[-1])[1];
}
print "the agent was not found\n";
`
