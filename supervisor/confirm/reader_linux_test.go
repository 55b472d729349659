package confirm

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// asUser is a client whose connections belong to another user.
func asUser(t *testing.T, uid int) *http.Client {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(_ context.Context, network, addr string) (net.Conn, error) {
		runtime.LockOSThread() // the user of a file system access is the thread's own
		defer runtime.UnlockOSThread()
		if _, err := unix.SetfsuidRetUid(uid); err != nil {
			return nil, err
		}
		defer unix.SetfsuidRetUid(0)
		return net.Dial(network, addr)
	}}}
}

// The user of a peer is the one who made the connection, whoever holds it now.
func TestPeerUser(t *testing.T) {
	pair := func(uid int) net.Conn {
		t.Helper()
		runtime.LockOSThread() // whose it is goes by the thread that makes it
		defer runtime.UnlockOSThread()
		if uid != os.Getuid() {
			if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), uintptr(uid), ^uintptr(0)); errno != 0 {
				t.Fatal(errno)
			}
			defer unix.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), uintptr(os.Getuid()), ^uintptr(0))
		}
		fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		unix.Close(fds[1])
		f := os.NewFile(uintptr(fds[0]), "pair")
		defer f.Close()
		c, err := net.FileConn(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	users := map[int]string{os.Getuid(): ""}
	if os.Getuid() == 0 {
		users[65534] = "this comes from user 65534"
	}
	for uid, want := range users {
		c := pair(uid)
		if got, err := peerUID(c.(*net.UnixConn)); err != nil || got != uid {
			t.Errorf("user %d: %d, %v", uid, got, err)
		}
		if err := sameUser(c); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("user %d: %v, want %q", uid, err, want)
		}
	}
}

// A connection is of those who hold it, and of no other process.
func TestTCPOwners(t *testing.T) {
	d := start(t, Config{})
	c, err := net.Dial("tcp", strings.TrimPrefix(d.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	from, to := addrPort(c.LocalAddr()), addrPort(c.RemoteAddr())
	confirmtest.Eventually(t, "this process alone holds it", func() bool { // who is just being started has it until it execs
		pids, err := tcpOwners(from, to)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Equal(pids, []int{os.Getpid()})
	})
	if uid, err := tcpUID(from, to); err != nil || uid != os.Getuid() {
		t.Errorf("user %d, %v", uid, err)
	}
	if pids, err := tcpOwners(to, to); err == nil {
		t.Errorf("a connection that is not there is of %v", pids)
	}
}

// asFiltered puts this binary under a seccomp filter, which lets everything through.
const asFiltered = "CONFIRM_TEST_FILTERED"

func init() {
	if os.Getenv(asFiltered) == "" {
		return
	}
	all := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		program := &unix.SockFprog{Len: 1, Filter: &all}
		_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(program)))
		if errno != 0 {
			err = errno
		}
	}
	if err != nil {
		panic(err)
	}
}

// What has left the tree of its supervisor keeps the kernel guard's filter, and
// does not approve either.
func TestFilteredApproval(t *testing.T) {
	d := start(t, Config{})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{d.base, "unix"} {
		id := d.submit(nil)
		c := exec.Command(self, d.home, "/confirm/"+id+"/approve")
		c.Env = append(os.Environ(), asApprover+"="+way, asFiltered+"=1")
		if out, err := c.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "403 ") || !strings.Contains(string(out), "runs under a seccomp filter") {
			t.Errorf("%s: %v, %s", way, err, out)
		}
		if s := d.get(id)["status"]; s != "pending" {
			t.Errorf("%s: it is %v", way, s)
		}
	}
}

// What others ask about is for the daemon's user, and for who has the token.
func TestReaders(t *testing.T) {
	d := start(t, Config{})
	id := d.submit(nil)
	stranger := asUser(t, 65534)
	for _, tt := range []struct {
		path            string
		stranger, token int
	}{
		{"/confirm", 401, 200},
		{"/confirm?status=approved", 401, 200},
		{"/audit", 401, 200},
		{"/whitelist", 401, 200},
		{"/confirm/" + id, 200, 200}, // who knows the id has submitted it
		{"/health", 200, 200},
		{"/metrics", 200, 200},
	} {
		if r := d.do(call{method: "GET", path: tt.path}); r.status != 200 {
			t.Errorf("%s by the same user: %d %s", tt.path, r.status, r.text)
		}
		r, err := d.tryOn(stranger, call{method: "GET", path: tt.path})
		if err != nil || r.status != tt.stranger || r.status == 401 && (!strings.Contains(r.text, "this comes from user 65534") || strings.Contains(r.text, id)) {
			t.Errorf("%s by a stranger: %v %d %s", tt.path, err, r.status, r.text)
		}
		if r, err := d.tryOn(stranger, call{method: "GET", path: tt.path, token: d.token}); err != nil || r.status != tt.token {
			t.Errorf("%s by a stranger with the token: %v %d %s", tt.path, err, r.status, r.text)
		}
	}
	if r, err := d.tryOn(stranger, call{method: "GET", path: "/events"}); err != nil || r.status != 401 {
		t.Errorf("/events by a stranger: %v %d %s", err, r.status, r.text)
	}
	if r, err := d.tryOn(stranger, call{method: "GET", path: "/audit", token: strings.Repeat("0", 64)}); err != nil || r.status != 403 {
		t.Errorf("a wrong token: %v %d %s", err, r.status, r.text)
	}
	// Anybody may submit, and see what became of it.
	r, err := d.tryOn(stranger, call{method: "POST", path: "/confirm", body: map[string]any{"action": "push", "description": "x"}})
	if err != nil || r.status != 202 {
		t.Fatalf("%v %d %s", err, r.status, r.text)
	}
	if r, err := d.tryOn(stranger, call{method: "GET", path: "/confirm/" + r.m["id"].(string)}); err != nil || r.m["status"] != "pending" {
		t.Errorf("%v %s", err, r.text)
	}
}
