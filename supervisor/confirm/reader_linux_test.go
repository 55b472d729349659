package confirm

import (
	"context"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
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
