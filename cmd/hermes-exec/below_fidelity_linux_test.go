package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

// The modes of testdata/below-fidelity, each of which executes a program in ways
// of its own. They run for a program that no rule speaks about, and for one that is
// called rm, whose words are read.
//
// Three are for measuring, not here: "USR1 interrupting", "CHLD interrupting" and
// "succeeds". They have signals without SA_RESTART every 20 µs, and of those some come
// before the question is received, when the kernel has an exec fail with EINTR.
var belowModes = []string{
	"plain", "thread", "raced", "vfork", "posix_spawn", "clone", "fexecve", "execveat", "memfd", "scripts", "names",
	"search", "errors", "busy", "pages", "none", "long words", "many words", "signals", "after failure",
	"descriptors", "itself", "environment", "directory", "undumped", "USR1", "CHLD",
}

// faithful is a text that does the same with the exec guard, without, and in bash.
// $BELOW is the program of the modes, $TARGET and $RM what they execute, $STATIC the
// target without libraries; those in $UP are set-uid.
type faithful struct {
	name, text string
	needs      string // programs
	maybe      string // one that may be missing on CI, too
	unlike     bool   // bash has no guard of the kernel: it is not compared
	root       bool   // nobody else can do it
	user       bool   // it takes a user namespace
}

var belowFaithful = []faithful{
	{name: "limits", unlike: true, text: `"$BELOW" limits "$TARGET"; "$BELOW" limits "$RM"`},
	{name: "rights", unlike: true, text: `grep -E '^(NoNewPrivs|Seccomp):' /proc/self/status; env -i SEE=r "$TARGET"`},
	{name: "set-uid", unlike: true, root: true, needs: "setpriv", text: `
"$BELOW" dropped "$UP/target"; "$BELOW" dropped "$UP/rm"
setpriv --reuid=65534 --regid=65534 --clear-groups env -i SEE=r "$UP/rm" --help
setpriv --no-new-privs --reuid=65534 --regid=65534 --clear-groups env -i SEE=r "$UP/rm" --help`},
	{name: "i386", text: onAMD64(`"$BELOW" i386 "$TARGET"; "$BELOW" i386 "$RM"`)},
	{name: "x32", text: onAMD64(`"$BELOW" x32 "$TARGET"; "$BELOW" x32 "$RM"`)},

	{name: "descriptors", text: `
env -i SEE=d "$TARGET" 7<&0; env -i SEE=d "$RM" --help | cat; exec 5</dev/null; ls /proc/self/fd`},
	{name: "argv[0]", text: `
(exec -a zero "$TARGET" | grep argv); (exec -a '' "$RM" -x | grep argv); exec -a last env -i "$RM" a`},
	{name: "folder deleted", text: `
mkdir d && cd d && rmdir ../d && env -i SEE=c "$TARGET"; env -i SEE=c "$RM"; /bin/pwd; ./x`},
	{name: "exit statuses", text: `
for f in ./missing / /etc/passwd; do $f; echo $?; done
printf x >t; chmod +x t; ./t; echo $?; PATH= rm; echo $?`},
	{name: "job control", text: `
set -m; /bin/sleep 0.2 & /bin/true; fg >/dev/null; echo $?; set +m; /bin/false & wait $!; echo $?`},
	{name: "ended by signals", text: `
/bin/sleep 20 & kill $!; wait $!; echo $?; timeout 0.2 sleep 20; echo $?; sh -c 'kill -INT $$'; echo $?`},
	{name: "traps", text: `
trap 'echo CHLD' CHLD; /bin/true; /bin/true & wait; trap 'n=$((n + 1))' USR1
(for k in 1 2 3 4 5; do kill -USR1 $$; /bin/sleep 0.05; done) >/dev/null; /bin/echo end $n`},
	{name: "coprocess", text: `
coproc cat; echo hi >&${COPROC[1]}; read -r x <&${COPROC[0]}; echo $x; cat <(echo sub) | sort`},

	{name: "find", text: `
touch a b c; find . -type f -exec echo {} + | tr ' ' '\n' | sort
find . -name a -exec sh -c 'echo $1 $#' x {} \; -delete; find . -name b -execdir "$BELOW" none "$RM" \;`},
	{name: "xargs", text: `
seq 100 | xargs -P4 -n3 /bin/echo | tr ' ' '\n' | sort -n; seq 3 | xargs -n1 "$BELOW" none; echo $?`},
	{name: "make", needs: "make", text: `
printf 'all: $(shell seq 10)\n$(shell seq 10):\n\t@echo $@; sh -c "echo $@ >>log"\n' >Makefile
make -s -j4 | sort; echo ${PIPESTATUS[0]}; sort -o log log; printf 'x:\n\tfalse\n' >bad; make -f bad; echo $?`},
	{name: "perl", needs: "perl", text: `cat >s.pl <<'END'
$| = 1;
print system("/bin/sh", "-c", "exit 3") >> 8, "\n", qx(echo hi), $?, "\n", system("./missing"), " $!\n";
for (1 .. 3) { my $p = fork // die; exec "/bin/sh", "-c", "exit $_" unless $p; waitpid $p, 0; print $? >> 8, "\n" }
open my $f, "-|", "/bin/echo", "a b" or die; print <$f>;
%ENV = (SEE => "s", RM => $ENV{RM}); my $rm = delete $ENV{RM}; exec { $rm } "zero", "x" or print $!
END
perl s.pl`},
	{name: "python", needs: "python3", text: `cat >s.py <<'END'
import os, subprocess as s
for close in True, False:
    for shell in True, False:
        what = "echo hi; exit 3" if shell else ["/bin/echo", "a b"]
        r = s.run(what, shell=shell, close_fds=close, capture_output=True)
        print(r.returncode, r.stdout, r.stderr)
for what in "./missing", "/", "/etc/passwd":
    try: s.run([what])
    except OSError as e: print(type(e).__name__, e)
try: s.run(["sleep", "20"], timeout=0.2)
except s.TimeoutExpired as e: print(e.cmd)
for start in False, True:
    r = s.run([os.environ["RM"], "x"], env={"SEE": "ds"}, start_new_session=start, stdin=s.DEVNULL, stdout=s.PIPE)
    print(r.stdout)
print(os.waitstatus_to_exitcode(os.system("exit 5")), os.popen("echo hi").read())
END
/usr/bin/python3 s.py`},
	{name: "node", needs: "node", text: `cat >s.js <<'END'
const c = require("child_process")
const show = r => console.log(r.status, r.signal, String(r.stdout), String(r.stderr), r.error && r.error.code)
show(c.spawnSync("/bin/echo", ["a b"])); show(c.spawnSync("./missing")); show(c.spawnSync("/etc/passwd"))
show(c.spawnSync("exit 3", { shell: true })); show(c.spawnSync("sleep", ["20"], { timeout: 200 }))
show(c.spawnSync(process.env.RM, ["x"], { env: { SEE: "s" } }))
c.exec("echo out; echo err >&2; exit 4", (e, out, err) => console.log(e.code, out, err))
END
node s.js`},

	{name: "setarch", needs: "setarch", text: `
setarch "$(uname -m)" -R env -i SEE=n "$RM" x; setarch "$(uname -m)" -R "$BELOW" plain "$TARGET"`},
	{name: "strace", needs: "strace", text: `
printf '/bin/true; ./missing; ("$RM" x) >/dev/null; /bin/echo a | cat\n' >s
strace -ff -qq -o log -e trace=execve -e signal=none sh s 2>&1; echo $?
cat log.* | sed 's/0x[0-9a-f]* .*vars \*\//ENV/' | sort; unlink s; find . -name 'log.*' -delete`},
	{name: "gdb", needs: "gdb", text: `
gdb -nx -batch -ex run -ex bt --args "$BELOW" crash "$TARGET" 2>&1 |
	sed 's/0x[0-9a-f]*/X/g; s/process [0-9]*/process N/; s/tid=[0-9]*/tid=N/g'`},
	{name: "valgrind", needs: "valgrind", text: `
valgrind -q --trace-children=yes "$BELOW" plain "$RM" 2>&1 | sed 's/==[0-9]*==/==/'`},
	{name: "chroot", root: true, needs: "chroot", text: `
mkdir -p root && cp "$STATIC" root/target && cp "$STATIC" root/rm
for f in target rm missing; do env -i SEE=c "$(command -v chroot)" root /$f a; echo $?; done; unlink root/rm`},
	{name: "user namespace", user: true, text: `unshare -Urm sh -c '
mount -t tmpfs x . && cd "$PWD" && cp "$STATIC" rm && env -i SEE=c ./rm x; "$BELOW" plain "$RM"; id -u'`},
	{name: "pid namespace", user: true, text: `unshare -Urpf --mount-proc sh -c '
echo $$; "$BELOW" itself "$RM"; "$BELOW" vfork "$TARGET"; "$BELOW" names "$RM"
"$BELOW" fexecve "$RM"; ls /proc/self/fd'`},
	{name: "mount namespace", root: true, text: `unshare -m sh -c '
mount -t tmpfs x . && cd "$PWD" && cp "$STATIC" rm && env -i SEE=c ./rm x; "$BELOW" execveat "$RM"'`},
	{name: "pid namespace of root", root: true, text: `unshare -pf --mount-proc sh -c '
echo $$; "$BELOW" itself "$RM"; "$BELOW" fexecve "$TARGET"; ls /proc/self/fd'`},
	{name: "bwrap", maybe: "bwrap", user: true, text: `
bwrap --ro-bind / / --dev /dev --proc /proc --unshare-all --die-with-parent sh -c '
"$BELOW" plain "$RM"; "$BELOW" itself "$TARGET"'`},
	{name: "chromium", maybe: "chromium", user: true, text: `
[ "$(id -u)" != 0 ] || flags=--no-sandbox
chromium --headless $flags --disable-gpu --no-first-run --disable-dev-shm-usage --user-data-dir="$HOME/browser" \
	--dump-dom 'data:text/html,<p id=a></p><script>a.textContent=6*7</script>' 2>/dev/null | grep -o '<p.*</p>'`},
}

// onAMD64 is a text for that machine alone.
func onAMD64(text string) string {
	if runtime.GOARCH != "amd64" {
		return ":"
	}
	return text
}

// Nobody can tell: whatever executes a program, in whichever way, it comes to the
// same with the exec guard as without it, and as without hermes-exec.
func TestBelowFidelity(t *testing.T) {
	t.Parallel()
	env := belowPrograms(t)
	list := belowFaithful
	for _, mode := range belowModes {
		for _, target := range []string{"TARGET", "RM"} {
			text := fmt.Sprintf(`"$BELOW" %q "$%s"; echo $?`, mode, target)
			list = append(list, faithful{name: mode + "/" + target, text: text})
		}
	}
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.prerequisites(t)
			on, said := f.run(t, env, "on")
			off, _ := f.run(t, env, "off")
			if on != off {
				t.Errorf("--- without the exec guard\n%s\n--- with it\n%s", off, on)
			}
			if said != "" {
				t.Errorf("the guard had something to say: %s", said)
			}
			if f.unlike {
				return
			}
			if bash := f.bash(t, env); on != bash {
				t.Errorf("--- bash\n%s\n--- hermes-exec\n%s", bash, on)
			}
		})
	}
}

func (f *faithful) prerequisites(t *testing.T) {
	t.Helper()
	for program := range strings.FieldsSeq(f.needs) {
		need(t, program)
	}
	if f.maybe != "" {
		if _, err := exec.LookPath(f.maybe); err != nil {
			t.Skipf("%s is not installed", f.maybe)
		}
	}
	if f.root && os.Getuid() != 0 {
		t.Skip("only root can do it")
	}
	if f.user {
		if out, err := exec.Command("unshare", "-Urmpf", "--mount-proc", "true").CombinedOutput(); err != nil {
			t.Skipf("no user namespace to be had: %s", out)
		}
	}
}

// bash runs the text in bash.
func (f *faithful) bash(t *testing.T, env []string) string {
	t.Helper()
	return trial{program: "/bin/bash", argv: []string{"/bin/bash", "-c", f.text}, env: env}.seen(t)
}

// run has hermes-exec run the text, and gives what the guard has recorded, too.
func (f *faithful) run(t *testing.T, env []string, setting string) (seen, said string) {
	t.Helper()
	home := homeWith(t, "kernel_guard: on\nexec_guard: "+setting+"\n")
	env = append(env[:len(env):len(env)], "HERMES_HOME="+home)
	r := trial{program: ours("shipped/hermes-exec"), argv: []string{"hermes-exec", "-c", f.text}, env: env}
	seen = r.seen(t)
	return seen, guardRecords(t, home)
}

// guardRecords are those of the guard in the audit log below home, but for what it
// could not read: the texts of shells where the machine is busy, and the words of who
// lets nobody read them.
func guardRecords(t *testing.T, home string) (said string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(home, "exec", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		expected := strings.Contains(line, `"unread":"its text is too long`) ||
			strings.Contains(line, `"unread":"operation not permitted"`)
		if strings.Contains(line, `"event":"guard"`) && !expected {
			said += line
		}
	}
	return said
}

// homeWith gives a HERMES_HOME with a policy that a person has confirmed.
func homeWith(t *testing.T, policy string) string {
	t.Helper()
	if _, err := guard.Available(); err != nil {
		t.Skipf("no guard here: %v", err)
	}
	home := t.TempDir()
	writeIn(t, policyfile.User(home), policy)
	if err := policyfile.Confirm(home, policyfile.User(home), []byte(policy)); err != nil {
		t.Fatal(err)
	}
	return home
}

// belowPrograms compiles the programs, and gives the variables that name them.
func belowPrograms(t *testing.T) []string {
	t.Helper()
	need(t, "cc")
	if err := belowCompiled(); err != nil {
		t.Fatal(err)
	}
	dir := ours("below-fidelity")
	return []string{
		"BELOW=" + dir + "/below", "TARGET=" + dir + "/target", "RM=" + dir + "/rm",
		"STATIC=" + dir + "/static", "UP=" + dir + "/up",
	}
}

var belowCompiled = sync.OnceValue(func() error {
	dir := ours("below-fidelity")
	err := os.MkdirAll(dir+"/up", 0o755)
	if err == nil {
		err = os.Chmod(filepath.Dir(dir), 0o711) // nobody comes to the programs, too
	}
	if err != nil {
		return err
	}
	const script = `cd "$0" && for f in *.c; do [ "$f" = target.c ] || parts="$parts $f"; done &&
cc -w -g -pthread -o "$1/below" $parts && cc -w -o "$1/target" target.c && cc -w -static -o "$1/static" target.c &&
cp "$1/target" "$1/rm" && cp "$1/target" "$1/rm" "$1/up" && chmod 4755 "$1/up/target" "$1/up/rm"`
	source := filepath.Join("..", "..", "testdata", "below-fidelity")
	if out, err := exec.Command("sh", "-c", script, source, dir).CombinedOutput(); err != nil {
		return fmt.Errorf("cc: %w\n%s", err, out)
	}
	return nil
})

// dash replaces itself while its child ends, whose SIGCHLD interrupts: an exec does
// not fail for that. (20,000 rounds: scripts/long/execs eintr.)
func TestBelowInterruptsNothing(t *testing.T) { // alone: beside busy tests a signal may be faster
	need(t, "dash")
	const rounds = 300
	f := faithful{text: fmt.Sprintf(`
i=0
while [ $((i += 1)) -le %d ]; do
	dash -c '/bin/true & exec /bin/echo ok' || echo FAILED
done`, rounds)}
	seen, said := f.run(t, nil, "on")
	if want := "end: 0\nstdout: " + strings.Repeat("ok\n", rounds) + "\nstderr: \n"; seen != want || said != "" {
		t.Errorf("%d of %d are ok:\n%s\n%s", strings.Count(seen, "ok\n"), rounds, strings.ReplaceAll(seen, "ok\n", ""), said)
	}
}

// What a command leaves running executes on after it has ended.
func TestBelowJobsGoOn(t *testing.T) {
	t.Parallel()
	home, dir := homeWith(t, "kernel_guard: on\nexec_guard: on\n"), t.TempDir()
	const rounds = 20
	for i := range rounds {
		const job = `(for k in 1 2 3 4 5 6 7 8 9 10 11 12; do /bin/true || exit 1; done; echo ok >%d) >/dev/null 2>>err &
sleep 0.0%d`
		c := exec.Command(ours("shipped/hermes-exec"), "-c", fmt.Sprintf(job, i, i%10))
		c.Dir, c.Env = dir, append(os.Environ(), "HERMES_HOME="+home, "HERMES_YOLO_MODE=1")
		if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	end := time.Now().Add(time.Minute) // a busy machine takes its time
	for i := range rounds {
		name := filepath.Join(dir, fmt.Sprint(i))
		for text, _ := os.ReadFile(name); !bytes.Equal(text, []byte("ok\n")); text, _ = os.ReadFile(name) {
			if time.Now().After(end) {
				t.Errorf("the job of round %d did not end", i)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	if errs, err := os.ReadFile(filepath.Join(dir, "err")); err != nil || len(errs) > 0 {
		t.Errorf("%v: %s", err, errs)
	}
	if said := guardRecords(t, home); said != "" {
		t.Error(said)
	}
}
