package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/deptest"
)

// What a command does with processes that are not the host's goes as without
// the guard: out is what it prints, with the guard and without.
var undisturbed = []struct{ name, script, needs, out string }{
	{"own", `own`, "", "done\n"},
	{"jobs", `sleep 60 & kill $!; wait $!; echo $?; kill -0 $PPID && kill -WINCH $PPID && kill -CONT @HOST@ && echo asked`, "", "143\nasked\n"},
	{"job control", `set -m; sleep 60 & kill -9 -- -$!; wait $! 2>/dev/null; echo $?`, "", "137\n"},
	{"foreign", `kill -9 @FOREIGN@; echo $?`, "", "0\nstatus: 0\nhost: alive\n"},
	{"timeout", `timeout 0.1 sleep 60; echo $?`, "", "124\n"},
	{"own group", `setsid -w sh -c 'trap "echo got it" TERM; kill 0; echo alive'`, "setsid", "got it\nalive\n"},
	{"interactive", `bash --norc -ic 'sleep 60 & kill %1; wait; echo done' 2>/dev/null`, "", "done\n"},
	{"python pools", `cat > pools.py <<'EOF'
import multiprocessing as m, os, signal, subprocess, time
from concurrent.futures import ProcessPoolExecutor, process
if __name__ == "__main__":
    for how in "fork", "spawn", "forkserver":
        with m.get_context(how).Pool(3) as p: print(how, sum(p.map(abs, range(100))))
    with ProcessPoolExecutor(3) as e:
        print(sum(e.map(abs, range(100))))
        job = e.submit(time.sleep, 60)
        for worker in list(e._processes): os.kill(worker, 9)
        try: job.result()
        except process.BrokenProcessPool: print("the workers were killed")
    c = subprocess.Popen(["sleep", "60"]); c.terminate(); print(c.wait())
    c = subprocess.Popen(["sleep", "60"], start_new_session=True); os.killpg(c.pid, signal.SIGKILL); print(c.wait())
EOF
python3 pools.py 2>/dev/null`, "python3", "fork 4950\nspawn 4950\nforkserver 4950\n4950\nthe workers were killed\n-15\n-9\n"},
	{"perl", `perl -e '$p = fork || exec "sleep", "60"; kill "TERM", $p; wait; print $? & 127, "\n"'`, "perl", "15\n"},
	{"node pools", `cat > pools.js <<'EOF'
const { Worker } = require("worker_threads"), { spawn } = require("child_process"), cluster = require("cluster")
if (!cluster.isPrimary) return process.on("message", n => process.send(n * n))
const answer = e => new Promise((r, no) => { e.once("message", r); e.once("error", no) })
const ended = p => new Promise(r => p.once("exit", (code, signal) => r(signal || code)))
async function main() {
  const threads = [1, 2, 3, 4].map(n => new Worker("require('worker_threads').parentPort.postMessage(" + n + "); setInterval(() => {}, 1000)", { eval: true }))
  console.log(await Promise.all(threads.map(answer)), await Promise.all(threads.map(w => w.terminate())))
  const workers = [5, 6].map(n => { const w = cluster.fork(); w.send(n); return w })
  console.log(await Promise.all(workers.map(answer)))
  const ends = workers.map(ended)
  workers.forEach(w => w.process.kill("SIGKILL"))
  console.log(await Promise.all(ends))
  const p = spawn("sleep", ["60"], { detached: true }), end = ended(p)
  process.kill(-p.pid, "SIGTERM")
  console.log(await end)
}
main()
EOF
node pools.js`, "node", "[ 1, 2, 3, 4 ] [ 1, 1, 1, 1 ]\n[ 25, 36 ]\n[ 'SIGKILL', 'SIGKILL' ]\nSIGTERM\n"},
	{"make -j", `cat > Makefile <<'EOF'
parts := $(shell seq 20)
all: $(parts)
	@$(MAKE) -s more
$(parts) $(addprefix more,$(parts)):
	@sleep 0.01; echo x >> done
more: $(addprefix more,$(parts))
slow: $(addprefix slow,$(parts))
slow%:
	@sleep 60
EOF
make -sj4; echo $? $(wc -l < done)
timeout -s INT 0.5 make -sj4 slow 2>/dev/null; echo $?`, "make", "0 40\n124\n"},
	// The pids in there are those of the host and the supervisor out here. Each
	// child is waited for: its SIGCHLD could come while the next kill is judged.
	{"pid namespace", `unshare -Urpf --mount-proc sh -c '
while [ $((i += 1)) -le 40 ]; do
	sleep 60 &
	[ $! = @HOST@ ] && echo met
	kill -9 $! || echo refused
	wait $!
done 2>/dev/null
echo done'`, "", "met\ndone\n"},
	{"pid namespace, all", `unshare -Urpf --mount-proc sh -c 'sleep 60 & sleep 60 & kill -9 -1; wait; echo alone'`, "", "alone\n"},
}

func TestKernelGuardDisturbsNothing(t *testing.T) {
	t.Parallel()
	for _, tc := range undisturbed {
		for _, p := range pits(t) {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				if tc.needs != "" {
					need(t, tc.needs)
				}
				if strings.Contains(tc.script, "unshare -U") {
					p.needUserNamespace(t)
				}
				p.wantUndisturbed(t, tc.script, tc.out)
			})
		}
	}
}

// needUserNamespace skips the test where this user gets none, as under some
// systems' AppArmor and in most containers.
func (p *pit) needUserNamespace(t *testing.T) {
	t.Helper()
	if r := p.run(t, guardOff, "unshare", "-Urpf", "--mount-proc", "true"); !strings.Contains(r.out, "status: 0\n") {
		t.Skipf("no user namespace to be had: %s", r.errs)
	}
}

// wantUndisturbed runs a script with the guard and without: both times it
// prints the same, out first, and the guard has nothing to say.
func (p *pit) wantUndisturbed(t *testing.T, script, out string) {
	t.Helper()
	on, off := p.run(t, guardForced, underGuard(script)...), p.run(t, guardOff, underGuard(script)...)
	if !strings.HasPrefix(off.out, out) {
		t.Fatalf("without the guard it does not work either: %s", off)
	}
	if on.out != off.out || on.errs != off.errs || !on.spared() {
		t.Errorf("with the guard: %s\n\nwithout: %s", on, off)
	}
	if strings.Contains(on.audit, `"event":"guard"`) {
		t.Errorf("something was recorded: %s", on)
	}
}

// A number that was the host's and is a child's by now is the child's: a
// command may outlive threads of its host, and numbers come round.
func TestKernelGuardRecycledNumber(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/sys/kernel/ns_last_pid"); err != nil {
		t.Skipf("numbers cannot be chosen here: %v", err)
	}
	const script = `
sleep 60 & p=$!
HERMES_EXEC_PROTECT=$p hermes-exec --yolo -c '
kill -9 '$p' 2>/dev/null && echo killed
touch up
until [ -e gone ]; do sleep 0.01; done
sleep 0.1
for try in $(seq 100); do
	echo '$((p - 1))' > /proc/sys/kernel/ns_last_pid
	sleep 60 & kill -9 $! || echo refused
	[ $! = '$p' ] && echo met && break
done
wait' 2>said &
until [ -e up ]; do sleep 0.01; done
kill -9 $p; wait $p 2>/dev/null
touch gone
wait`
	p := pits(t)[0] // only root can choose numbers
	for policy, want := range map[string]string{guardForced: "met\n", guardOff: "killed\nmet\n"} {
		if r := p.run(t, policy, "sh", "-c", script); !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %s", policy, r)
		}
	}
}

// The test suites of real modules, and of what Go itself does with processes
// and signals, end under the guard as they do without, test by test.
func TestKernelGuardUnderGoTests(t *testing.T) {
	t.Parallel()
	list := pits(t)
	for _, suite := range []struct{ pkg, passes string }{
		{"github.com/creack/pty", "TestOpen"},
		{"github.com/rogpeppe/go-internal/lockedfile", "TestCanLockExistingFile"},
		{"os/exec", "TestContextCancel"},
		{"os/signal", "TestSignal"},
	} {
		name := strings.ReplaceAll(suite.pkg, "/", "-") + ".test"
		src := goTool(t, "list", "-f", "{{.Dir}}", suite.pkg)
		goTool(t, "test", "-c", "-o", filepath.Join(list[0].dir, name), suite.pkg)
		if err := os.CopyFS(filepath.Join(list[0].dir, name+".src"), os.DirFS(src)); err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			t.Run(p.String()+"/"+suite.pkg, func(t *testing.T) {
				t.Parallel()
				script := `cp -r "${PATH%%:*}/` + name + `.src" src && cd src && ` + name + ` -test.short -test.v > log 2>&1; echo $?; grep -o -- '--- PASS: ` + suite.passes + ` ' log
sed -n 's/^ *--- \([A-Z]*: .*\) (.*/\1/p' log | LC_ALL=C sort`
				p.wantUndisturbed(t, script, "0\n--- PASS: "+suite.passes+" \n")
			})
		}
	}
}

// goTool runs the go command, and gives what it prints.
func goTool(t *testing.T, args ...string) string {
	t.Helper()
	need(t, "go")
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", c, err, out)
	}
	return strings.TrimSpace(string(out))
}

// So do the compiler, and the tests that go test makes and starts, for who can
// read the module and the caches.
func TestKernelGuardUnderGoTest(t *testing.T) {
	t.Parallel()
	need(t, "go")
	const script = `cd '%s' && GOPROXY=off go test -count=1 ./supervisor/guard github.com/creack/pty | sed 's/\t[0-9.]*s$//'`
	here, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	pits(t)[0].wantUndisturbed(t, fmt.Sprintf(script, here), "ok  \t"+deptest.Module+"/supervisor/guard\nok  \tgithub.com/creack/pty\n")
}

// A browser has a sandbox of its own, of namespaces and filters: without one it
// does not start, unless it is told to, which root has to tell it.
func TestKernelGuardUnderChromium(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	const script = `chromium --headless --disable-gpu --no-first-run --disable-dev-shm-usage --user-data-dir="$PWD/browser" --virtual-time-budget=5000 %s --dump-dom "data:text/html,<p id=a></p><script>new Worker(URL.createObjectURL(new Blob(['postMessage(6*7)']))).onmessage=e=>{a.textContent='worker '+e.data}</script>" 2>log | grep -o '<p.*</p>'; echo ${PIPESTATUS[0]}`
	for _, p := range pits(t) {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			flags := ""
			if p.user {
				p.needUserNamespace(t)
			} else {
				flags = "--no-sandbox"
			}
			p.wantUndisturbed(t, fmt.Sprintf(script, flags), "<p id=\"a\">worker 42</p>\n0\n")
		})
	}
}
