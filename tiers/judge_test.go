package tiers

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		text, decision string
		tier           Tier
		timeout        int // 0: null
		approvers      string
	}{
		{"ls -la", Allow, Safe, 0, "[]"},
		{"touch a", Allow, Low, 0, `["llm"]`},
		{"rm -f --help", Allow, Safe, 0, "[]"},
		{"rm -f a", Allow, Low, 0, `["llm"]`},
		{"git push", Ask, Medium, 60, `["human","llm"]`},
		{"rm -rf src", Ask, High, 30, `["human","llm"]`},
		{"reboot", Block, Critical, 10, `["human","llm"]`},
		{"", Allow, Safe, 0, "[]"},
		{"# reboot", Allow, Safe, 0, "[]"},
		{"x=1", Allow, Safe, 0, "[]"},
		{"> out", Allow, Low, 0, `["llm"]`},
		{"unheard-of --flag", Allow, Low, 0, `["llm"]`},
		{"ls; git push; touch a", Ask, Medium, 60, `["human","llm"]`},
		{"echo 'unterminated", Ask, High, 30, `["human","llm"]`},
		{"sudo ls", Allow, Safe, 0, "[]"},
		{"sudo touch a", Ask, Medium, 60, `["human","llm"]`},
		{"sudo sh -c '> a'", Ask, Medium, 60, `["human","llm"]`},
		{"ssh host '> a'", Ask, Medium, 60, `["human","llm"]`},
		{"less '+!rm -rf src'", Ask, High, 30, `["human","llm"]`},
		{"$(cat x)/rm a", Ask, High, 30, `["human","llm"]`},
		{"ssh host ls", Ask, Low, 0, ""},
	} {
		if tt.text == "ssh host ls" {
			tt.decision, tt.approvers = Allow, `["llm"]`
		}
		v := judged(tt.text, "")
		if v.Decision != tt.decision || v.Tier != tt.tier {
			t.Errorf("%q: %s %s, want %s %s", tt.text, v.Decision, names(v), tt.decision, tt.tier)
		}
		got := 0
		if v.TimeoutS != nil {
			got = *v.TimeoutS
		}
		if got != tt.timeout {
			t.Errorf("%q: timeout %d, want %d", tt.text, got, tt.timeout)
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), `"approvers":`+tt.approvers+`,`) || strings.Contains(string(b), `"findings":null`) || strings.Contains(string(b), `"problems":null`) {
			t.Errorf("%q: %s", tt.text, b)
		}
	}
}

// TestElsewhere: what is done in a container backend or on another machine is
// not done to this host.
func TestElsewhere(t *testing.T) {
	contained := world
	contained.Contained = true
	for _, tt := range []struct {
		facts *Facts
		text  string
		want  string
		tier  Tier
	}{
		{&world, "rm -rf /", Block, Critical},
		{&contained, "rm -rf /", Ask, High},
		{&contained, "kill $PPID", Ask, High},
		{&contained, ":(){ :|:& };:", Ask, High},
		{&contained, "ls", Allow, Safe},
		{&world, "ssh host reboot", Ask, High},
		{&world, "ssh host 'rm -rf /'", Ask, High},
		{&world, "ssh host 'kill -9 $PPID'", Ask, High},
		{&world, "ssh host 'touch x'", Ask, Medium},
		{&world, "docker exec web rm -rf /", Ask, High},
		{&world, "docker exec web ls", Allow, Low},
		{nil, "rm -rf /", Block, Critical},
		{nil, "ls", Allow, Safe},
		{nil, "kill $PPID", Block, Critical},
	} {
		if v := Judge(parse(tt.text), tt.facts, Options{}); v.Decision != tt.want || v.Tier != tt.tier {
			t.Errorf("%s: %s %s, want %s %s", tt.text, v.Decision, names(v), tt.want, tt.tier)
		}
	}
}

func TestFindings(t *testing.T) {
	v := judged("git push; rm -rf src; reboot; rm -rf lib", "")
	var got []string
	for _, f := range v.Findings {
		got = append(got, f.Rule+" "+f.Command)
	}
	want := []string{"system.power reboot", "files.recursive-delete rm -rf src", "files.recursive-delete rm -rf lib", "git.push git push"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	f := v.Findings[1]
	if strings.Contains(f.Why, "is not set") || f.Pos.Offset != 10 || f.Target != world.Dir+"/src" || f.Safer == "" {
		t.Errorf("%+v", f)
	}
	if f := judged("sudo bash -c 'reboot'", "").Findings[0]; !slices.Equal(f.Via, []string{"sudo", "bash -c"}) {
		t.Errorf("via %q", f.Via)
	}
	// A command is shown as a shell would read it, and no more than 2,000 bytes of it.
	long := strings.Repeat("x", 1993)
	for text, want := range map[string]string{
		"rm -rf src/azAZ09_-.=:,@%+À":                         "rm -rf src/azAZ09_-.=:,@%+À",
		"rm -rf 'a b' \"it's\" '' 'x`' 'x{' 'x[' x\\\x7f src": `rm -rf 'a b' 'it'\''s' '' 'x` + "`' 'x{' 'x[' 'x\x7f' src",
		"rm -rf " + long:                                      "rm -rf " + long,
		"> ~/.bashrc":                                         "> ~/.bashrc",
		"if x; then d=a; else d=b; fi; rm -rf $d":             "rm -rf a",   // the first of those that are alike
		"f() { rm -rf src; }; rm -rf lib; f":                  "rm -rf src", // as they stand in the text
		"rm -rf " + long + "x":                                "rm -rf " + long + "…",
	} {
		if f := judged(text, "").Findings[0]; f.Command != want {
			t.Errorf("%s is shown as %s, want %s", text, f.Command, want)
		}
	}
	// One finding for each rule and command, whatever its alternatives.
	if v := judged("if x; then d=a; else d=b; fi; rm -rf $d", ""); len(v.Findings) != 1 {
		t.Errorf("%s", names(v))
	}
	if v := judged("for i in 1 2 3; do git push; done", ""); len(v.Findings) != 1 {
		t.Errorf("%s", names(v))
	}
	if f := judged(`rm -rf "$DIR/"*`, "").Findings[0]; !strings.Contains(f.Why, "$DIR is not set") || !strings.Contains(f.Why, "/*") {
		t.Errorf("%s", f.Why)
	}
	// Of targets that are as grave the first is named.
	for text, want := range map[string]string{
		`rm -rf "$DIR"`:            "$DIR",
		"kill 3999 1":              "process 3999 (hermes-agent)",
		"fuser -k 8080/tcp 81/tcp": "process 77777 (nginx)",
		"kill-port 8080 81":        "process 77777 (nginx)",
	} {
		if f := judged(text, "").Findings[0]; f.Target != want {
			t.Errorf("%s: %s, want %s", text, f.Target, want)
		}
	}
	// That its program is not known is said of each command, whatever the number of what is not known.
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "\"$(c%d)m\"\n", i)
	}
	n := 0
	for _, f := range judged(many.String(), "").Findings {
		if f.Rule == "code.unknown-command" {
			n++
		}
	}
	if n != 100 {
		t.Errorf("%d of 100 commands are not known", n)
	}
	if f := judged("pkill -f hermes", "").Findings[0]; !strings.Contains(f.Why, "3999 (hermes-agent)") && !strings.Contains(f.Why, "4000 (hermes-exec)") {
		t.Errorf("%s", f.Why)
	}
}

// TestPositions: a position is in the text that was judged, or in a file that it runs.
func TestPositions(t *testing.T) {
	s := &shellparse.Script{Source: "ls; sh a.sh", Files: []shellparse.File{{Path: "/b.sh", Text: "id"}, {Path: "/a.sh", Text: "rm a\nrm b"}}}
	for _, tt := range []struct {
		at             shellparse.Span
		place, written string
	}{
		{shellparse.Span{Line: 1, Col: 5, Offset: 4, End: 11}, "line 1, column 5", "sh a.sh"},
		{shellparse.Span{Line: 2, Col: 1, Offset: 5, End: 9, File: "/a.sh"}, "/a.sh:2, column 1", "rm b"},
		{shellparse.Span{Line: 1, Col: 1, Offset: 0, End: 4, File: "/c.sh"}, "/c.sh:1, column 1", ""},
		{shellparse.Span{Line: 1, Col: 1, Offset: 9, End: 99}, "line 1, column 1", "sh"},
		{shellparse.Span{Line: 1, Col: 1, Offset: 99, End: 0}, "line 1, column 1", ""},
	} {
		if got := pos(tt.at).String(); got != tt.place {
			t.Errorf("%+v is %s", tt.at, got)
		}
		if got := written(s, tt.at); got != tt.written {
			t.Errorf("at %+v: %q, want %q", tt.at, got, tt.written)
		}
	}
}

// TestOthers: of many processes three are named.
func TestOthers(t *testing.T) {
	nginx, redis, own := Process{PID: 1, Name: "nginx"}, Process{PID: 2, Name: "redis"}, Process{PID: 3, Own: true}
	for _, tt := range []struct {
		rows []*Process
		want reach
		who  string
	}{
		{nil, foreign, ""},
		{[]*Process{&own}, children, ""},
		{[]*Process{&own, &nginx}, foreign, "process 1 (nginx)"},
		{[]*Process{&nginx, &redis, &nginx, &redis, &own}, foreign, "process 1 (nginx), process 2 (redis), process 1 (nginx)"},
	} {
		if got, who := othersOf(tt.rows); got != tt.want || who != tt.who {
			t.Errorf("%d rows: %d %q, want %d %q", len(tt.rows), got, who, tt.want, tt.who)
		}
	}
}

// TestAlternatives: every choice of a word's values is judged.
func TestAlternatives(t *testing.T) {
	word := func(texts ...shellparse.Text) shellparse.Word { return shellparse.Word{Texts: texts} }
	set := word("a", "b", "c", "d", "e", "f", "g", "h", "i")
	for _, tt := range []struct {
		argv []shellparse.Word
		want string
	}{
		{[]shellparse.Word{word("ls", "reboot")}, "system.power"},
		{[]shellparse.Word{word("git"), word("status", "reset"), word("--hard", "--soft")}, "git.reset-hard"},
		{[]shellparse.Word{word("rm"), word("-i", "-rf"), word("a", "/")}, "files.wipe-system"},
		{[]shellparse.Word{word("rm"), word("-rf"), word(), word("/")}, "files.wipe-system"}, // a word without a value
		{[]shellparse.Word{word("x"), word(set.Texts[1:]...), word(set.Texts[1:]...)}, ""},
		{[]shellparse.Word{word("x"), set, set}, "shell.too-many-alternatives"},
	} {
		s := &shellparse.Script{Commands: []shellparse.Command{{Argv: tt.argv, Dir: word("/home/me/project")}}}
		v := Judge(s, &world, Options{})
		if len(v.Findings) == 0 && tt.want != "" || len(v.Findings) > 0 && v.Findings[0].Rule != tt.want {
			t.Errorf("%v: %s, want %s", tt.argv, names(v), tt.want)
		}
	}
	// Where there are too many, the grave ones are still found.
	flags, git := word("-i", "-v", "-rf"), word("status", "log", "diff", "reset")
	for _, argv := range [][]shellparse.Word{
		{word("rm"), flags, set, word("a", "b", "/")},
		{word("ls", "cat", "reboot"), set, set},
		{word("kill"), word("-9"), set, set, word("77777", "3999")},
	} {
		s := &shellparse.Script{Commands: []shellparse.Command{{Argv: argv, Dir: word("/home/me/project")}}}
		if v := Judge(s, &world, Options{}); !v.Hardline {
			t.Errorf("%v: %s", argv, names(v))
		}
	}
	s := &shellparse.Script{Commands: []shellparse.Command{{Argv: []shellparse.Word{word("git"), git, word("--hard", "-q"), set}}}}
	if _, ok := speaks(Judge(s, &world, Options{}), "git.reset-hard"); !ok {
		t.Errorf("git reset --hard among many is not found")
	}
	// The working directory is a word like any other.
	s = &shellparse.Script{Commands: []shellparse.Command{{Argv: []shellparse.Word{word("rm"), word("-rf"), word(".")}, Dir: word("/home/me/project/x", "/etc")}}}
	if v := Judge(s, &world, Options{}); !v.Hardline {
		t.Errorf("%s", names(v))
	}
}

// TestPure: a verdict is a function of its arguments.
func TestPure(t *testing.T) {
	for _, r := range Rules() {
		for _, text := range r.Yes {
			s := parse(text)
			if a, b := Judge(s, &world, Options{}), Judge(s, &world, Options{}); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: two verdicts", text)
			}
		}
	}
}

func TestCrisis(t *testing.T) {
	for _, tt := range []struct {
		action, text   string
		crisis         bool
		status, reason string
		decision       string
	}{
		{"", "I want to die", true, StatusCrisis, "", Ask},
		{"", "kill myself", true, StatusCrisis, "", Ask},
		{"", "there's no reason to live", true, StatusCrisis, "", Ask},
		{"", "i just want to end it", true, StatusCrisis, "", Ask},
		{"", "How do I kill myself?", true, StatusCrisis, "", Ask},
		{"send_message", "I want to die", true, StatusCrisis, "", Ask},
		{"send_message", "echo 'I want to die'", true, StatusCrisis, "", Ask},
		{"I want to die", "echo hi", true, StatusCrisis, "", Ask},
		{"", `grep "want to die" lyrics.txt`, true, "", "", Allow},
		{"", "echo I want to die", true, "", "", Allow},
		{"", "git commit -m 'better off dead code'", true, "", "", Allow},
		{"", "rm -rf src # want to die", true, "", "", Ask},
		{"", "git commit -m 'dead code: end the loop, kill the process'", false, "", "", Allow},
		{"", "grep suicidally x", false, "", "", Allow},
		{"", "grep Àsuicidal asuicidal zsuicidal 0suicidal suicidal9 suicidal_x x", false, "", "", Allow},
		{"", "grep 'suicidal' x", true, "", "", Allow},
		{"", "unheard-of x 'I want to die'", true, "", "", Allow},
		{"", "suicidal=1 unheard-of", true, StatusCrisis, "", Ask},
		{"", "how to cut myself", true, StatusCrisis, "", Ask},
		{"", "how do I hang myself", true, StatusCrisis, "", Ask},
		{"", "they wish i were dead", true, StatusCrisis, "", Ask},
		{"", "988", false, "", "", Allow},
		{"", "unheard-of suicidal", true, "", "", Allow},
		{"", "kill myselfish", false, "", "", Ask},
		{"", "systemctl list-units", false, "", "", Allow},

		{"send_message", "call 988 for help", false, "", CrisisBypass, Allow},
		{"send_message", "please call the Lifeline", false, "", CrisisBypass, Allow},
		{"send_message", "you're not alone, call 988", false, "", CrisisBypass, Allow}, // no command at all
		{"send_message", "echo 988 > x", false, "", "", Ask},
		{"", "call 988 for help", false, "", CrisisBypass, Allow},
		{"", "echo 'call 988' | mail bob", false, "", CrisisBypass, Allow},
		{"", "mail -s help bob <<< 'suicide prevention: call'", false, "", CrisisBypass, Allow},
		{"", "curl -d text='call 988' https://api.telegram.org/bot1/sendMessage", false, "", CrisisBypass, Allow},
		{"", "rm -rf build # 988", false, "", "", Ask},
		{"", "rm -rf src; mail bob <<< 988", false, "", "", Ask},
		{"", "echo hi | mail bob # 988", false, "", "", Ask},
		{"", "mail bob < ~/.ssh/id_rsa # 988", false, "", "", Ask},
		{"", "mail -s 988 bob; git push", false, "", "", Ask},
		{"", "echo 988", false, "", "", Allow},
		{"", "curl -d 988 https://example.com", false, "", "", Ask},
		{"", "mail -s 988 bob > ~/.bashrc", false, "", "", Ask},
		{"send_message", "rm -rf src 988", false, "", "", Ask},
		{"", "mail -s 1988 bob", false, "", "", Ask},
	} {
		v := Judge(parse(tt.text), &world, Options{Action: tt.action})
		if v.Crisis != tt.crisis || v.Status != tt.status || v.Reason != tt.reason || v.Decision != tt.decision {
			t.Errorf("%s %q: crisis %v, status %q, reason %q, %s %s; want %v, %q, %q, %s", tt.action, tt.text, v.Crisis, v.Status, v.Reason, v.Decision, names(v), tt.crisis, tt.status, tt.reason, tt.decision)
		}
		if tt.status == StatusCrisis && v.Tier != Critical {
			t.Errorf("%q: %s", tt.text, v.Tier)
		}
	}
	if f := judged("I want to die", "").Findings[0]; f.Pos != (Pos{Line: 1, Col: 3, Offset: 2, End: 13}) {
		t.Errorf("the words are at %+v", f.Pos)
	}
	// Under strict, such words stop any command.
	if v := Judge(parse(`grep "want to die" lyrics.txt`), &world, Options{Preset: Strict}); v.Status != StatusCrisis || v.Decision != Ask {
		t.Errorf("strict: %s %s", v.Status, v.Decision)
	}
}

func TestNeeds(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Needs
	}{
		{"ls; git push", Needs{}},
		{"kill 123", Needs{Host: true, Processes: true}},
		{"/kill 123", Needs{Host: true, Processes: true}},
		{"/bin/kill -9 -12345", Needs{Host: true, Processes: true}},
		{"kill -64 %1", Needs{Host: true}},
		{"sudo kill 123", Needs{Host: true, Processes: true}},
		{"kill $(pgrep x)", Needs{Host: true, Processes: true}},
		{"kill $(lsof -ti:80)", Needs{Host: true, Processes: true, Ports: true}},
		{"lsof -ti:80 | xargs kill", Needs{Host: true, Processes: true, Ports: true}},
		{"x & kill $!; kill -9 $PPID; kill $$; lsof -i:80", Needs{Host: true}},
		{"for p in 123 456; do kill $p; done", Needs{Host: true, Processes: true}},
		{"npx kill-port 80", Needs{Host: true, Processes: true, Ports: true}},
		{"pkill x", Needs{Host: true, Processes: true}},
		{"killall x", Needs{Host: true, Processes: true}},
		{"fuser -k 80/tcp", Needs{Host: true, Processes: true, Ports: true}},
		{"echo 1 | xargs kill", Needs{Host: true, Processes: true}},
		{"cd /srv/b && kill $(cat a.pid)", Needs{Host: true, Processes: true, PIDFiles: []string{"/srv/b/a.pid"}}},
		{"cat /tmp/a.pid | xargs kill; cat b", Needs{Host: true, Processes: true, PIDFiles: []string{"/tmp/a.pid", world.Dir + "/b"}}},
		{"pgrep x | xargs kill", Needs{Host: true, Processes: true}},
		{"$(cat x) 123", Needs{Host: true, Place: true}},
		{"tmux kill-server", Needs{Host: true, Processes: true, Seats: true, Place: true}},
		{"echo pkill x", Needs{}},
	} {
		if got := NeedsOf(parse(tt.text)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

// TestKill reads kill's arguments as the shells and procps do.
func TestKill(t *testing.T) {
	for _, tt := range []struct {
		args string
		want reach
	}{
		{"77777", foreign}, {"3999", host}, {"-9 3999", host}, {"-KILL 3999", host}, {"-SIGKILL 3999", host}, {"-s KILL 3999", host}, {"-sKILL 3999", host}, {"-n 9 3999", host}, {"--signal 9 3999", host}, {"--signal=KILL 3999", host},
		{"-STOP 77777", foreign}, {"-s 3999", nobody}, {"-9", nobody}, {"-s", nobody}, {"", nobody}, {"-l", nobody}, {"-l 9", nobody}, {"-L", nobody}, {"-0 3999", nobody}, {"-s 0 3999", nobody}, {"-n 0 3999", nobody}, {"-EXIT 3999", nobody},
		{"-64", nobody}, {"-65", foreign}, {"-1", everybody}, {"-9 -1", everybody}, {"-- -1", everybody}, {"-1 77777", foreign}, {"-1 3999", host}, {"-9 -- -1", everybody}, {"-s 9 -1", everybody},
		{"0", host}, {"-9 0", host}, {"-9 -3990", host}, {"-- -3990", host}, {"-9 -77777", foreign}, {"-3990", host}, {"%1", children}, {"-9 %1 %2", children}, {"%1 3999", host}, {"77777 3999", host}, {"-CONT 3999", host},
		{"hermes-agent", host}, {"nginx", foreign}, {"-q 1 3999", host}, {"-s0 3999", nobody}, {"--timeout 3999 TERM 77777", foreign}, {"-a 3999", host}, {"\x00u\x80", anyone}, {"+3999", host}, {" 3999", host}, {"-TERM 0003999", host},
	} {
		words := []string{"kill"}
		if tt.args == " 3999" {
			words = append(words, tt.args)
		} else {
			words = append(words, strings.Fields(tt.args)...)
		}
		if got, _ := callOf(words...).kill(); got != tt.want {
			t.Errorf("kill %s: %d, want %d", tt.args, got, tt.want)
		}
	}
}

// $$ is the session's shell, but where that is a script's own program, or
// waits for the signal.
func TestKillItself(t *testing.T) {
	for _, tt := range []struct {
		text string
		own  bool
		want string
	}{
		{"kill $$", false, Block},
		{"kill $$", true, Allow},
		{"kill -9 $$", true, Allow},
		{"kill $PPID", true, Block},
		{"kill 3999", true, Block},
		{"kill $(ps -o ppid= -p $$)", true, Block},
		{"kill -- -$$", true, Block},
		{"kill +$PPID", true, Block},
		{"kill 1$PPID", true, Ask},
		{"kill $$ $PPID", true, Block},
		{"trap 'echo x' USR1; kill -USR1 $$", false, Allow},
		{"trap 'echo x' SIGUSR1; kill -s usr1 $$", false, Allow},
		{"trap x 15; kill $$", false, Allow},
		{"trap x TERM HUP; kill -1 $$", false, Allow},
		{"trap x USR1; kill $$", false, Block},
		{"trap x KILL; kill -9 $$", false, Block},
		{"trap x STOP; kill -STOP $$", false, Block},
		{"trap x TERM; kill $PPID", false, Block},
		{"trap x TERM; kill $$ $PPID", false, Block},
		{"trap x TERM; kill -TERM -$$", false, Block},
		{"trap x TERM; kill -$s $$", false, Block},
		{"trap x TERM; kill -s \"$s\" $$", false, Block},
		{"trap x TERM; kill -s $(cat s) $$", false, Block},
		{"bash -c 'trap x TERM'; kill $$", false, Block},
		{"trap x TERM; kill $(ps -o ppid= -p $$)", false, Block},
	} {
		s := parse(tt.text)
		s.Own = tt.own
		if v := Judge(s, &world, Options{}); v.Decision != tt.want {
			t.Errorf("%s (own: %v): %s, want %s", tt.text, tt.own, v.Decision, tt.want)
		}
	}
}

// TestScripts: a project's own scripts are not the programs of that name.
func TestScripts(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Tier
	}{
		{"./install /usr/local", Low}, {"bin/mail bob", Low}, {"/home/me/project/mount x", Low}, {"./test -x", Low},
		{"/usr/bin/install a /usr/local", High}, {"install a /usr/local", High}, {"./rm -rf src", High}, {"/rm -rf src", High}, {"./rm -rf /", Critical}, {".venv/bin/python -c x", Low},
	} {
		if v := judged(tt.text, ""); v.Tier != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, names(v), tt.want)
		}
	}
}

func ExampleJudge() {
	s := shellparse.Parse("cd /tmp && sudo rm -rf /etc", shellparse.Options{Dir: "/home/me/project"})
	v := Judge(s, &Facts{Dir: "/home/me/project", Home: "/home/me"}, Options{})
	f := v.Findings[0]
	fmt.Println(v.Decision, v.Tier, f.Rule)
	fmt.Println(f.Command, "via", f.Via, "is", f.Why)
	// Output:
	// block CRITICAL files.wipe-system
	// rm -rf /etc via [sudo] is a recursive delete of the system directory /etc
}

// TestOwn: what this session left running is its own to stop; beside anybody
// else's process it is not.
func TestOwn(t *testing.T) {
	facts := world
	facts.Processes = append(slices.Clone(world.Processes),
		Process{PID: 5001, PPID: 1, PGID: 5000, SID: 1000, Name: "node", Argv: []string{"node", "vite"}, Ports: []int{5173}, Own: true},
		Process{PID: 5002, PPID: 5001, PGID: 5000, SID: 1000, Name: "esbuild", Argv: []string{"esbuild"}, Own: true},
		Process{PID: 6001, PPID: 1, PGID: 6001, SID: 6001, Name: "node", Argv: []string{"node", "other.js"}, Ports: []int{3000}},
	)
	facts.PIDFiles = []PIDFile{{"/home/me/project/dev.pid", []int{5001}}, {"/tmp/mixed.pid", []int{5001, 6001}}, {"/tmp/agent.pid", []int{3999}}}
	for _, tt := range []struct {
		text string
		want string
	}{
		{"kill 5001", Allow}, {"kill -9 5001 5002", Allow}, {"kill -- -5000", Allow}, {"kill 5001 6001", Ask}, {"kill 6001", Ask}, {"kill 5001 3999", Block},
		{"pkill -f vite", Allow}, {"pkill node", Ask}, {"killall esbuild", Allow}, {"pkill -f 'vite|agent'", Block}, {"pkill -x nosuch", Ask},
		{"lsof -ti:5173 | xargs kill", Allow}, {"kill $(lsof -ti:3000)", Ask}, {"fuser -k 5173/tcp", Allow}, {"fuser -k -n tcp 5173", Allow}, {"fuser -k -n sctp 5173", Ask}, {"npx kill-port 5173", Allow}, {"kill-port 5173", Allow},
		{"kill $(cat dev.pid)", Allow}, {`kill "$(cat dev.pid)" 2>/dev/null || true`, Allow}, {"cat dev.pid | xargs kill", Allow}, {"kill $(cat /tmp/mixed.pid)", Ask}, {"kill $(cat /tmp/agent.pid)", Block},
		{"kill $(cat other.pid)", Ask}, {"pgrep -f nosuch > dev.pid; kill $(cat dev.pid)", Ask}, {"cp other.pid dev.pid; kill $(cat dev.pid)", Ask}, {"./write-pid; kill $(cat dev.pid)", Ask},
		{"cd /tmp; kill $(cat dev.pid)", Ask}, {"pgrep -f vite && kill $(cat dev.pid); sleep 1; curl -s localhost:5173", Allow},
	} {
		if v := Judge(parse(tt.text), &facts, Options{}); v.Decision != tt.want {
			t.Errorf("%s: %s %v", tt.text, v.Decision, v.Findings)
		}
	}
}

// A terminal's server that is known to be inside, as all that this session has
// started, holds nobody who answers: there nothing asks. One outside beside it does.
func TestSeatsInside(t *testing.T) {
	const types, starts = "tmux send-keys -t w y", "tmux new-window 'python3 a.py'"
	inside, outside := Process{PID: 70, Name: "tmux: server", Inside: true}, Process{PID: 71, Name: "tmux: server"}
	for _, tt := range []struct {
		rows []Process
		asks bool
	}{
		{[]Process{{PID: 1, Name: "init"}}, false}, // tmux starts a server here
		{[]Process{inside}, false},
		{[]Process{inside, {PID: 72, Name: "tmux: client"}}, false},
		{[]Process{outside}, true},
		{[]Process{inside, outside}, true},
		{nil, true}, // of the host's rows, one is a server
	} {
		facts := world
		facts.Processes = tt.rows
		for _, text := range []string{types, starts} {
			if v := Judge(parse(text), &facts, Options{}); (v.Decision == Ask) != tt.asks {
				t.Errorf("%s with %v: %s %s", text, tt.rows, v.Decision, names(v))
			}
		}
	}
	facts := world
	facts.Processes = []Process{{PID: 1, Name: "init"}}
	if v := Judge(parse("screen -S a -X stuff y"), &facts, Options{}); v.Decision != Ask {
		t.Errorf("screen speaks to one that runs: %s", v.Decision)
	}
}

// Where tmux is told to type, and at which pane people answer.
func TestPaneTyped(t *testing.T) {
	for text, want := range map[string]*Pane{
		"tmux send-keys y":                        {},
		"tmux send -t w y":                        {Target: "w"},
		"tmux send-keys -tw:1.2 y":                {Target: "w:1.2"},
		"tmux send-keys -l -N 3 -t %4 y":          {Target: "%4"},
		"tmux -L mine send-key -t a y":            {Server: "-L mine", Target: "a"},
		"tmux -u -S/tmp/s -f x paste-buffer -t a": {Server: "-S /tmp/s", Target: "a"},
		"tmux paste-buffer -b buf -t a":           {Target: "a"},
		"tmux send-keys -l -- -t":                 {},
		"tmux send-keys -t $X y":                  nil, // not known
		"tmux new-window y":                       nil,
		"tmux":                                    nil,
	} {
		s := parse(text)
		got, ok := paneTyped(s.Commands[0].Argv)
		if ok != (want != nil) || ok && got != *want {
			t.Errorf("%s: %+v, %v", text, got, ok)
		}
		if need := NeedsOf(s).Panes; ok != (len(need) == 1) {
			t.Errorf("%s needs %v", text, need)
		}
	}
	facts := world
	facts.Sessions, facts.Answering = nil, []Pane{{Server: "-L mine", Target: "w:1"}}
	for text, blocked := range map[string]bool{"tmux -L mine send-keys -t w:1 y": true, "tmux send-keys -t w:1 y": false, "tmux -L mine send-keys -t w:2 y": false, "tmux -L mine capture-pane -t w:1": false} {
		if v := Judge(parse(text), &facts, Options{}); v.Hardline != blocked {
			t.Errorf("%s: %s %s", text, v.Decision, names(v))
		}
	}
}
