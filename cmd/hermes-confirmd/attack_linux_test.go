package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

// An attack is a program in Python that nobody has read: the text that starts it
// names a file, and it leaves the process tree before it does anything. When it is
// done it writes what it has achieved into the file said.
const attackBegins = `
import http.server, json, os, signal, socket, socketserver, subprocess, sys, time
def leave():
    if os.fork(): os._exit(0)
    os.setsid()
    if os.fork(): os._exit(0)
    null = os.open("/dev/null", os.O_RDWR)
    for fd in 0, 1, 2: os.dup2(null, fd)
    while os.getppid() != 1 and "hermes-exec" in open("/proc/%d/comm" % os.getppid()).read(): time.sleep(0.01)
here = os.getcwd()
def say(text):
    with open(here + "/said.new", "a") as f: f.write(str(text) + "\n")
    os.rename(here + "/said.new", here + "/said")
home = os.environ["HERMES_HOME"]
sock = "confirmd.sock" # in the folder that it goes to: a socket's path is short
def call(method, path, fields=None):
    c = socket.socket(socket.AF_UNIX); c.connect(sock)
    body = json.dumps(fields or {})
    token = open(os.path.join(home, "confirmd.token")).read().strip()
    c.sendall(("%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s" % (method, path, token, len(body), body)).encode())
    return c.makefile().read().split("\r\n")[0]
leave()
signal.alarm(120) # whatever becomes of the test
os.makedirs(home, exist_ok=True)
os.chdir(home)
`

// fakeDaemon approves all that it is asked.
const fakeDaemon = `
class Approves(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def address_string(self): return ""
    def log_message(self, *a): pass
    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        text = json.dumps({"id": "x", "status": "approved", "resolved_by": "ada"}).encode()
        self.send_response(202 if self.command == "POST" else 200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
    do_POST = do_GET
try: os.unlink(sock)
except FileNotFoundError: pass
token = os.path.join(home, "confirmd.token")
if not os.path.exists(token):
    with os.fdopen(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w") as f: f.write("00" * 32)
class Server(socketserver.ThreadingUnixStreamServer): pass
server = Server(sock, Approves)
say("serves, %d" % os.getpid())
server.serve_forever()
`

// attack runs such a program under hermes-exec, with the command around it that
// starts it, and gives what it said.
func (p *place) attack(starts, code string) string {
	p.t.Helper()
	guardedHere(p.t)
	if err := os.WriteFile(filepath.Join(p.dir, "attack.py"), []byte(attackBegins+code), 0o600); err != nil {
		p.t.Fatal(err)
	}
	said := filepath.Join(p.dir, "said")
	os.Remove(said)
	if out, status := p.run("hermes-exec", "-c", starts); status != 0 {
		p.t.Fatalf("the attack does not begin: %d %s", status, out)
	}
	var text []byte
	confirmtest.Eventually(p.t, "the attack has said something", func() (is bool) {
		var err error
		text, err = os.ReadFile(said)
		return err == nil
	})
	return string(text)
}

// guardedHere skips a test where what leaves the process tree is not known any more.
func guardedHere(t *testing.T) {
	t.Helper()
	if _, err := guard.Available(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// A fake daemon in the place of the real one, or where there is none, is believed
// by nobody: not by a hermes-exec beside it, nor by one in the same command.
func TestFakeDaemon(t *testing.T) {
	for _, tt := range []struct {
		name  string
		real  bool
		above string // runs the attack
		asks  []string
	}{
		{"alone", false, "python3 attack.py", []string{"hermes-exec", "-c", "git push origin main"}},
		{"in the place of the real one", true, "python3 attack.py", []string{"hermes-exec", "-c", "git push origin main"}},
		{"for one below another", false, "python3 attack.py", []string{"hermes-exec", "-c", "python3 job.py"}},
		{"started by one below another", false, "python3 starts.py", []string{"hermes-exec", "-c", "python3 job.py"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t)
			p.policy("exec_guard: off\n") // for which the inner one would step aside
			for name, starts := range map[string]string{"job.py": "git push origin main", "starts.py": "python3 attack.py"} {
				text := `import subprocess, sys; sys.exit(subprocess.run(["hermes-exec", "-c", "` + starts + `"]).returncode)`
				if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if tt.real {
				p.serve()
			}
			said, isServing := strings.CutPrefix(p.attack(tt.above, fakeDaemon), "serves, ")
			pid, err := strconv.Atoi(strings.TrimSpace(said))
			if err != nil || !isServing || pid <= 1 {
				t.Fatalf("the attack says %s", said)
			}
			t.Cleanup(func() { syscall.Kill(pid, syscall.SIGKILL) })
			out, status := p.run(tt.asks...)
			if status != 126 || strings.Contains(out, "ran git") || !strings.Contains(out, "cannot be trusted") {
				t.Errorf("%d %s", status, out)
			}
			if out := p.confirmdFails("approve", "x"); !strings.Contains(out, "cannot be trusted") {
				t.Errorf("an approver gives it the token: %s", out)
			}
		})
	}
}

// confirmdFails runs a verb that must fail.
func (p *place) confirmdFails(args ...string) string {
	p.t.Helper()
	out, status := p.run(append([]string{"hermes-confirmd"}, args...)...)
	if status != 125 {
		p.t.Fatalf("%q: status %d: %s", args, status, out)
	}
	return out
}

// The real daemon does not serve for who is inside.
func TestServeInside(t *testing.T) {
	p := newPlace(t)
	said := p.attack("python3 attack.py", `
r = subprocess.run(["hermes-confirmd", "serve", "--port", "0"], capture_output=True, text=True, timeout=20)
say("%d\n%s" % (r.returncode, r.stderr))
`)
	if !strings.HasPrefix(said, "125\n") || !strings.Contains(said, "must be started outside of hermes-exec") {
		t.Errorf("%s", said)
	}
}

// With the token and past the client, nobody inside answers, signs in or allows;
// whoever is outside does.
func TestAnswerInside(t *testing.T) {
	p := newPlace(t)
	p.serve()
	w := p.waiter("-c", "git push origin main")
	id := p.awaited().ID
	said := p.attack("python3 attack.py", `
id = "`+id+`"
say([call("POST", "/confirm/%s/approve" % id, {"approver": "ada"}), call("POST", "/confirm/%s/deny" % id), call("POST", "/whitelist", {"action": "deploy"}), call("POST", "/page")])
`)
	if strings.Count(said, "403 Forbidden") != 4 {
		t.Errorf("%s", said)
	}
	p.confirmd("approve", id)
	if status, out := w.ended(t); status != 0 || !strings.Contains(out, "ran git push") {
		t.Errorf("%d %s", status, out)
	}
}

// Whoever answers at a console is one of the host: nobody inside ends it, looks
// into it, or takes its connection.
func TestTakeConsole(t *testing.T) {
	p := newPlace(t)
	p.serve()
	c := p.watch()
	c.see("watching, nothing waits")
	said := p.attack("python3 attack.py", `
import ctypes, errno, platform
libc = ctypes.CDLL(None, use_errno=True)
pid = `+strconv.Itoa(c.cmd.Process.Pid)+`
vm_readv = {"x86_64": 310, "aarch64": 270}[platform.machine()]
def does(f, *args):
    ctypes.set_errno(0)
    return errno.errorcode[ctypes.get_errno()] if f(*args) == -1 else "done"
say({
    "pidfd_open": does(libc.syscall, 434, pid, 0),
    "pidfd_getfd": does(libc.syscall, 438, 3, 3, 0),
    "process_vm_readv": does(libc.syscall, vm_readv, pid, ctypes.c_long(0), 0, ctypes.c_long(0), 0, 0),
    "attach": does(libc.ptrace, 16, pid, 0, 0),
    "seize": does(libc.ptrace, 0x4206, pid, 0, 0),
    "kill": does(libc.kill, pid, 9),
    "prlimit": does(libc.prlimit, pid, 7, ctypes.create_string_buffer(16), None),
})
`)
	// ENOSYS is what the kernel says once the supervisor that would be asked is gone.
	if strings.Count(said, "'EPERM'")+strings.Count(said, "'ENOSYS'") != 7 {
		t.Errorf("%s", said)
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/status")
	if err != nil || strings.Contains(string(status), "(zombie)") {
		t.Errorf("the console has ended: %v", err)
	}
	if fi, err := os.Stat("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/mem"); err != nil || fi.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("its memory is its user's to open: %v", err)
	}
}
