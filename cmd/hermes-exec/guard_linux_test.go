package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

// outerEnv is the pid namespace of the test itself.
const outerEnv = "HERMES_EXEC_TEST_OUTER"

// A pit is where the kernel guard is tried: a pid namespace of its own, so that
// what a guard lets through ends nothing but the pit, and in it a sacrificial
// host that starts this program with the static verdict off.
type pit struct {
	dir   string
	enter []string // what goes before a command to run it there
	user  bool     // an ordinary user's
}

// pitDir holds what both kinds of user run, and tmp in it the temporary files.
var pitDir = sync.OnceValues(func() (string, error) {
	dir := ours("pit")
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if err := build(dir, "nostatic", "."); err != nil {
		return "", err
	}
	for _, name := range []string{"sacrifice", "attack", "own", "without", "listens"} {
		if err := copyFile(filepath.Join(dir, name), self); err != nil {
			return "", err
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		return "", err
	}
	return dir, os.Chmod(filepath.Join(dir, "tmp"), 0o777|fs.ModeSticky)
})

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}

const nobody = 65534

// pits gives one for each kind of user that can be had here.
func pits(t *testing.T) []*pit {
	t.Helper()
	if _, err := guard.Available(); err != nil {
		t.Skipf("no kernel guard here: %v", err)
	}
	enter := []string{"unshare", "--fork", "--pid", "--mount-proc", "--kill-child=KILL", "--"}
	if os.Getuid() != 0 {
		enter = append([]string{"unshare", "--map-root-user"}, enter[1:]...)
	}
	if out, err := exec.Command(enter[0], append(enter[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("no pid namespace to be had, and the attacks are for nowhere else: %v %s", err, out)
	}
	dir, err := pitDir()
	if err != nil {
		t.Fatal(err)
	}
	list := []*pit{{dir: dir, enter: enter}}
	if os.Getuid() != 0 {
		own := []string{"unshare", "--map-current-user"} // who is not root there has no rights there
		return append(list, &pit{dir: dir, enter: append(own, enter[2:]...), user: true})
	}
	if _, err := exec.LookPath("setpriv"); err != nil {
		t.Log("no setpriv: as root only")
		return list
	}
	drop := append(enter[:len(enter):len(enter)], "setpriv", fmt.Sprintf("--reuid=%d", nobody), fmt.Sprintf("--regid=%d", nobody), "--clear-groups", "--")
	return append(list, &pit{dir: dir, enter: drop, user: true})
}

func (p *pit) String() string {
	if p.user {
		return "user"
	}
	return "root"
}

// result is what became of a run.
type result struct {
	out, errs, audit string
	err              error
	work             string
}

func (r *result) String() string {
	return fmt.Sprintf("%v\n-- stdout\n%s-- stderr\n%s-- audit\n%s", r.err, r.out, r.errs, r.audit)
}

// spared reports whether the host lived to the end.
func (r *result) spared() bool { return r.err == nil && strings.Contains(r.out, "host: alive") }

// run has a sacrificial host run argv in the pit, under a policy.
func (p *pit) run(t *testing.T, policy string, argv ...string) *result {
	t.Helper()
	work, err := os.MkdirTemp(p.dir, "work")
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(work, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "exec.yaml"), []byte(policy), 0o600); err != nil {
		t.Fatal(err)
	}
	if p.user && os.Getuid() == 0 {
		for _, path := range []string{work, home, filepath.Join(home, "exec.yaml")} {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute) // a busy machine takes its time
	defer cancel()
	// The policy is a person's, of that user and in that user namespace.
	confirmed := []string{"sh", "-c", `hermes-exec policy trust --yes >/dev/null && exec sacrifice "$@"`, "sh"}
	c := exec.CommandContext(ctx, p.enter[0], slices.Concat(p.enter[1:], confirmed, argv)...)
	c.Dir = work
	outer, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		t.Fatal(err)
	}
	c.Env = append(os.Environ(), outerEnv+"="+outer, "PATH="+p.dir+":"+os.Getenv("PATH"), "HOME="+work, "HERMES_HOME="+home, "TMPDIR="+filepath.Join(p.dir, "tmp"))
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.WaitDelay = 5 * time.Second
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	r := &result{work: work}
	r.err = c.Run()
	r.out, r.errs = out.String(), errs.String()
	audit, _ := os.ReadFile(filepath.Join(home, "exec", "audit.jsonl"))
	r.audit = string(audit)
	return r
}

// underGuard runs a script under this program.
func underGuard(script string, flags ...string) []string {
	return append(append([]string{"hermes-exec", "--yolo"}, flags...), "-c", script)
}

const (
	saysNo      = `BLOCKED \(kernel guard\)`
	recordsNo   = `"event":"guard".*"refused":`
	guardForced = "kernel_guard: on\nexec_guard: off\n" // which would refuse most of it before it runs
	guardOff    = "kernel_guard: off\n"
)

// What kills the host, in the words of a shell. Its line on standard error and
// its record come from the listener; quiet ones are refused by the filter.
var deadlyScripts = []struct {
	name, script string
	needs        string // a program
	quiet        bool
}{
	{"parent", `kill -9 $PPID`, "", false},
	{"host", `kill -9 @HOST@`, "", false},
	{"stop", `kill -STOP @HOST@`, "", false},
	{"hang-up", `kill -HUP @HOST@`, "", false},
	{"term", `/bin/kill -TERM @HOST@`, "", false},
	{"group", `kill -9 -- -@HOST@`, "", false},
	{"all", `kill -9 -1`, "", false},
	{"zero", `kill -9 0`, "", false},
	{"first", `kill -TERM 1`, "", false},
	{"subshell", `( ( kill -9 @HOST@ ) )`, "", false},
	{"setsid", `setsid -w sh -c 'kill -9 @HOST@'`, "setsid", false},
	{"background", `setsid sh -c 'kill -9 @HOST@' & wait`, "setsid", false},
	{"pkill", `pkill -9 sacrifice`, "pkill", false},
	{"pkill -f", `pkill -9 -f '[s]acrifice'`, "pkill", false},
	{"killall", `killall -9 sacrifice`, "killall", false},
	{"python", `python3 -c 'import os; os.kill(@HOST@, 9)'`, "python3", false},
	{"python group", `python3 -c 'import os; os.killpg(@HOST@, 9)'`, "python3", false},
	{"python grandparent", `exec python3 -c 'import os; os.kill(os.getppid(), 9)'`, "python3", false},
	{"perl", `perl -e 'kill 9, @HOST@'`, "perl", false},
	{"node", `node -e 'process.kill(@HOST@, "SIGKILL")'`, "node", false},
	{"ruby", `ruby -e 'Process.kill(9, @HOST@)'`, "ruby", false},
	{"raw kill", `attack kill @HOST@`, "", false},
	{"high halves", `attack high @HOST@`, "", false},
	{"raw group", `attack group @HOST@`, "", false},
	{"tkill", `attack tkill @HOST@`, "", false},
	{"tgkill", `attack tgkill @HOST@`, "", false},
	{"thread", `attack thread @HOST@`, "", false},
	{"sigqueue", `attack sigqueue @HOST@`, "", false},
	{"tgsigqueue", `attack tgsigqueue @HOST@`, "", false},
	{"pidfd", `attack pidfd @HOST@`, "", false},
	{"procfd", `attack procfd @HOST@`, "", true},
	{"ptrace", `attack ptrace @HOST@`, "", false},
	{"seize", `attack seize @HOST@`, "", false},
	{"prlimit", `attack prlimit @HOST@`, "", false},
	{"memory", `attack memory @HOST@`, "", false},
	{"owner", `attack owner @HOST@`, "", false},
	{"owner group", `attack ownergroup @HOST@`, "", false},
	{"owner ex", `attack ownerex @HOST@`, "", false},
	{"owner ioctl", `attack ownerioctl @HOST@`, "", false},
	{"join", `attack join @HOST@`, "", true},
	{"orphan", `attack orphan @HOST@`, "", false},
	{"x32", `attack x32 @HOST@`, "", runtime.GOARCH == "amd64"},
	{"int80", `attack int80 @HOST@`, "", true},
	{"reboot", `attack reboot @HOST@`, "", false},
	{"kexec", `attack kexec @HOST@`, "", false},
}

func TestKernelGuard(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		for _, tc := range deadlyScripts {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				if tc.needs != "" {
					need(t, tc.needs)
				}
				r := p.run(t, guardForced, underGuard(tc.script)...)
				if !r.spared() {
					t.Fatalf("the host did not live: %s", r)
				}
				if tc.name == "int80" && strings.Contains(r.out, "status: 139") {
					t.Skip("this kernel runs no 32-bit programs")
				}
				if strings.HasPrefix(tc.script, "attack ") && !strings.Contains(r.out, "status: 0\n") {
					t.Errorf("it was not refused: %s", r)
				}
				if tc.quiet {
					return
				}
				if !regexp.MustCompile(saysNo).MatchString(r.errs) {
					t.Errorf("nothing was said: %s", r)
				}
				if !regexp.MustCompile(recordsNo).MatchString(r.audit) {
					t.Errorf("nothing was recorded: %s", r)
				}
			})
		}
	}
}

// The same without the guard ends the host, so the tests above can fail.
func TestKernelGuardOff(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		for _, script := range []string{
			`kill -9 @HOST@`, `kill -9 -- -@HOST@`, `pkill -9 sacrifice`, `attack thread @HOST@`, `attack procfd @HOST@`, `attack pidfd @HOST@`,
			`attack sigqueue @HOST@`, `attack owner @HOST@`, `attack ownerex @HOST@`, `attack ownerioctl @HOST@`, `attack join @HOST@`, `attack int80 @HOST@`,
		} {
			t.Run(p.String()+"/"+script, func(t *testing.T) {
				t.Parallel()
				r := p.run(t, guardOff, underGuard(script)...)
				if script == `attack int80 @HOST@` && strings.Contains(r.out, "status: 139") {
					t.Skip("this kernel runs no 32-bit programs")
				}
				if r.spared() {
					t.Errorf("the host lives: %s", r)
				}
			})
		}
	}
}

// On a terminal of its own the command is started by the monitor, which is to
// be spared as well.
func TestKernelGuardOnTerminal(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		for _, script := range []string{
			`kill -9 $PPID; echo lived`, `kill -9 @HOST@; echo lived`, `kill -9 -- -$PPID; echo lived`, `kill -9 -1; echo lived`, `attack thread @HOST@; echo lived`,
			`attack ptrace @HOST@ && echo lived`, `attack reboot @HOST@ && echo lived`,
		} {
			t.Run(p.String()+"/"+script, func(t *testing.T) {
				t.Parallel()
				r := p.run(t, guardForced, underGuard(script, "--pty")...)
				if !r.spared() || !strings.Contains(r.out, "lived") || !strings.Contains(r.out, "status: 0\n") {
					t.Fatalf("not spared: %s", r)
				}
				if !regexp.MustCompile(saysNo).MatchString(r.errs) || !regexp.MustCompile(recordsNo).MatchString(r.audit) {
					t.Errorf("nothing was said or recorded: %s", r)
				}
			})
		}
	}
}

// A host on a terminal that the command shares, its own streams being files,
// can also be ended by what is typed there, or by the terminal's end.
func TestKernelGuardHostOnTerminal(t *testing.T) {
	t.Parallel()
	need(t, "script")
	for _, p := range pits(t) {
		for _, tc := range []struct{ attack, call string }{{"type", `ioctl\(TIOCSTI\)`}, {"hangup", `vhangup\(\)`}} {
			t.Run(p.String()+"/"+tc.attack, func(t *testing.T) {
				t.Parallel()
				const host = `script -qec 'sh host.sh' /dev/null < /dev/null`
				script := "cat > host.sh <<'EOF'\nhermes-exec --yolo -c 'attack " + tc.attack + " 2; sleep 0.2' < /dev/null > log 2>&1\necho lived > end\nEOF\n" + host
				r := p.run(t, guardForced, "sh", "-c", script)
				end, _ := os.ReadFile(filepath.Join(r.work, "end"))
				log, _ := os.ReadFile(filepath.Join(r.work, "log"))
				if string(end) != "lived\n" || !regexp.MustCompile(saysNo+`: attack \(pid \d+\) called `+tc.call+`, which no command may`).Match(log) || !regexp.MustCompile(recordsNo).MatchString(r.audit) {
					t.Errorf("%s; %s\n%s", end, log, r)
				}
				if p.user || os.Getuid() != 0 {
					return // the kernel may refuse by itself
				}
				r = p.run(t, guardOff, "sh", "-c", script)
				if end, err := os.ReadFile(filepath.Join(r.work, "end")); err == nil {
					t.Errorf("without the guard: %s; %s", end, r)
				}
			})
		}
	}
}

// An editor that suspends its whole job may, where of the host only the
// supervisor is part of that. Nobody can be stopped here: the group is an
// orphaned one, so the kernel drops the signal.
func TestKernelGuardSuspend(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	for _, p := range pits(t) {
		const script = `exec python3 -c 'import os, signal
os.kill(0, signal.SIGTSTP); print("went on")
try: os.kill(0, signal.SIGTERM)
except PermissionError: print("refused")'`
		r := p.run(t, guardForced, append([]string{"setsid", "-w"}, underGuard(script)...)...)
		if !r.spared() || !strings.HasPrefix(r.out, "went on\nrefused\n") {
			t.Errorf("%s", r)
		}
		if r := p.run(t, guardForced, underGuard(`kill -TSTP 0; echo "$?"`)...); !r.spared() || !strings.HasPrefix(r.out, "1\n") {
			t.Errorf("in the host's group: %s", r)
		}
	}
}

// After the supervisor a background job can signal whom it wants but the host,
// also where the supervisor was killed and while a call waited for its answer.
func TestKernelGuardWithoutSupervisor(t *testing.T) {
	t.Parallel()
	const job = `
echo $$ > started
until [ -e over ]; do sleep 0.01; done
sleep 60 & kill $!; wait $!; echo "own: $?" > job
kill -9 @HOST@ 2>> job; echo "host: $?" >> job
echo end >> job
`
	const waits = `
tries=0
until [ -s started ]; do sleep 0.01; done
%s
touch over
until grep -q end job 2>/dev/null || [ $((tries += 1)) -gt 1000 ]; do sleep 0.01; done
cat job
`
	for _, tc := range []struct{ name, host string }{
		{"ended", "hermes-exec --yolo -c 'sh job.sh </dev/null >/dev/null 2>&1 & until [ -s started ]; do sleep 0.01; done'\n" + fmt.Sprintf(waits, "")},
		{"killed", "hermes-exec --yolo -c 'setsid sh job.sh </dev/null >/dev/null 2>&1 & wait' & h=$!\n" + fmt.Sprintf(waits, "kill -9 $h; wait $h 2>/dev/null")},
		{"killed on a terminal", "hermes-exec --yolo --pty -c 'setsid sh job.sh </dev/null >/dev/null 2>&1 & wait' & h=$!\n" + fmt.Sprintf(waits, "kill -9 $h; wait $h 2>/dev/null")},
		// The supervisor stands still, so the call waits when it is killed.
		{"killed while it judges", "hermes-exec --yolo -c 'setsid sh job.sh </dev/null >/dev/null 2>&1 & wait' & h=$!\n" + fmt.Sprintf(waits, "kill -STOP $h; for t in /proc/$h/task/*/status; do while grep -qs State $t && ! grep -q 'T (stopped' $t; do sleep 0.01; done; done; touch over; until grep -qx 'own: 143' job 2>/dev/null; do sleep 0.01; done; sleep 0.2; kill -9 $h; wait $h 2>/dev/null")},
	} {
		for _, p := range pits(t) {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				// The script is written by the host, which knows its number.
				script := "cat > job.sh <<'EOF'" + job + "EOF\n" + tc.host
				r := p.run(t, guardForced, "sh", "-c", script)
				if !r.spared() || !strings.Contains(r.out, "own: 143\n") || !strings.Contains(r.out, "host: 1\nend\n") {
					t.Errorf("%s", r)
				}
				if !strings.Contains(r.out, "not implemented") {
					t.Errorf("somebody else than the kernel answered: %s", r)
				}
			})
		}
	}
}

// Where somebody listens already, the inner filter refuses by itself, and the
// outer one goes on.
func TestKernelGuardNested(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		for _, tc := range []struct{ name, script string }{
			{"inner parent", `hermes-exec --yolo -c 'kill -9 $PPID; echo lived'; echo "inner $?"`},
			{"outer", `hermes-exec --yolo -c 'kill -9 @HOST@; echo lived'; echo "inner $?"`},
			{"on a terminal", `hermes-exec --yolo --pty -c 'kill -9 $PPID; kill -9 @HOST@; echo lived'; echo "inner $?"`},
		} {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				r := p.run(t, guardForced, underGuard(tc.script)...)
				if !r.spared() || !strings.Contains(r.out, "lived") || !strings.Contains(r.out, "inner 0\n") {
					t.Errorf("%s", r)
				}
			})
		}
	}
}

// A flood of refusals is counted, not written down one by one.
func TestKernelGuardFlood(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		r := p.run(t, guardForced, underGuard(`for i in $(seq 250); do kill -9 @HOST@ 2>/dev/null; done; echo through`)...)
		if !r.spared() || !strings.Contains(r.out, "through") {
			t.Fatalf("%s", r)
		}
		if n := strings.Count(r.audit, `"refused":`); n != 100 || !strings.Contains(r.audit, `"refused_more":150`) {
			t.Errorf("%d records: %s", n, r)
		}
		if n := strings.Count(r.errs, "BLOCKED"); n != 101 || !strings.Contains(r.errs, "150 more calls") {
			t.Errorf("%d lines: %s", n, r)
		}
	}
}
