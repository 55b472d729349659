//go:build amd64 || arm64

package guard

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// inNamespace makes this test the one whose keyring is a new user namespace's.
const inNamespace = "KILLGUARD_TEST_KEYS"

// Below the guard no seal can be made, taken away or replaced, by any call that
// changes the user's keyring or the key; other keys and keyrings are as ever.
func TestSealsStay(t *testing.T) {
	guardable(t)
	if os.Getenv(inNamespace) == "" { // a guard that fails must not cost a person their keys
		c := exec.Command("/proc/self/exe", "-test.run=^TestSealsStay$", "-test.v")
		c.Env = append(os.Environ(), inNamespace+"=1")
		c.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		out, err := c.CombinedOutput()
		if errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EACCES) {
			t.Skipf("no user namespace to be had: %v", err)
		}
		if err != nil || !strings.Contains(string(out), "--- PASS: TestSealsStay") && !strings.Contains(string(out), "--- SKIP: TestSealsStay") {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	number, _, _ := seal.Ring()
	ring := int(number)
	if ring == 0 {
		t.Skip("this kernel keeps no keys for users")
	}
	home := t.TempDir()
	path := filepath.Join(home, "exec.yaml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := seal.Put(home, path, []byte("mine")); err != nil {
		t.Fatal(err)
	}
	const name = "hermes-exec:seals"
	const user = unix.KEY_SPEC_USER_KEYRING
	const own = unix.KEY_SPEC_PROCESS_KEYRING
	supervisor.OnThread(func() { // it alone has the filter, and the keyring
		listener, err := install(numbers{pids: []int{1 << 22}})
		if err != nil {
			t.Error(err)
			return
		}
		if listener >= 0 {
			defer unix.Close(listener)
		}
		key, err := unix.KeyctlSearch(ring, "user", name, 0)
		if !errors.Is(err, unix.EACCES) { // it cannot be searched for, which would let it be invalidated
			t.Errorf("found by its name: %d, %v", key, err)
		}
		if err := seal.Put(home, path, []byte("theirs")); !errors.Is(err, unix.EACCES) {
			t.Errorf("seal.Put: %v", err)
		}
		forged, err := unix.AddKey("user", name, []byte("hermes-exec 1\n"), own)
		if err != nil {
			t.Error(err)
			return
		}
		for what, err := range map[string]error{
			"add_key": func() error {
				_, err := unix.AddKey("user", name, []byte("hermes-exec 1\n"), user)
				return err
			}(),
			"request_key": func() error {
				_, err := unix.RequestKey("user", name, "", user)
				return err
			}(),
			"link":       keyctl(unix.KEYCTL_LINK, forged, user),
			"link, ring": keyctl(unix.KEYCTL_LINK, forged, ring),
			"move":       keyctl(unix.KEYCTL_MOVE, forged, own, ring),
			"clear":      keyctl(unix.KEYCTL_CLEAR, user),
			"invalidate": keyctl(unix.KEYCTL_INVALIDATE, ring),
			"revoke":     keyctl(unix.KEYCTL_REVOKE, user),
			"timeout":    keyctl(unix.KEYCTL_SET_TIMEOUT, ring, 1),
			"default":    keyctl(unix.KEYCTL_SET_REQKEY_KEYRING, unix.KEY_REQKEY_DEFL_USER_KEYRING),
			"unlink":     keyctl(unix.KEYCTL_UNLINK, keyIn(t, ring, name), ring),
			"setperm":    keyctl(unix.KEYCTL_SETPERM, keyIn(t, ring, name), 0x3f3f0000),
			"update":     keyctl(unix.KEYCTL_UPDATE, keyIn(t, ring, name), 0, 0),
			"end":        keyctl(unix.KEYCTL_INVALIDATE, keyIn(t, ring, name)),
			"end late":   keyctl(unix.KEYCTL_SET_TIMEOUT, keyIn(t, ring, name), 1),
		} {
			if !errors.Is(err, unix.EACCES) {
				t.Errorf("%s: %v", what, err)
			}
		}
		for what, err := range map[string]error{
			"unlink one's own": keyctl(unix.KEYCTL_UNLINK, forged, own),
			"clear one's own":  keyctl(unix.KEYCTL_CLEAR, own),
			"link the ring":    keyctl(unix.KEYCTL_LINK, user, own),
			"join a new one":   keyctl(unix.KEYCTL_JOIN_SESSION_KEYRING),
			"default, process": keyctl(unix.KEYCTL_SET_REQKEY_KEYRING, unix.KEY_REQKEY_DEFL_PROCESS_KEYRING),
		} {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		// The last, since a keyring that is joined is the thread's from there on.
		for _, name := range []string{"_uid." + strconv.Itoa(os.Getuid()), "container"} {
			if got, err := unix.KeyctlJoinSessionKeyring(name); err != nil || got == ring {
				t.Errorf("join %s: %d, %v; the user's is %d", name, got, err, ring)
			}
		}
	})()
	if !seal.Holds(home, path, []byte("mine")) || seal.Holds(home, path, []byte("theirs")) {
		t.Error("the seal has changed")
	}
}

func keyctl(op int, args ...int) error {
	var a [4]int
	copy(a[:], args)
	_, err := unix.KeyctlInt(op, a[0], a[1], a[2], a[3])
	return err
}

// keyIn is the number of a key in a keyring.
func keyIn(t *testing.T, ring int, name string) int {
	buf := make([]byte, 4096)
	n, err := unix.KeyctlBuffer(unix.KEYCTL_READ, ring, buf, 0)
	if err != nil {
		t.Error(err)
	}
	for i := 0; i+4 <= n; i += 4 {
		id := int(int32(uint32(buf[i]) | uint32(buf[i+1])<<8 | uint32(buf[i+2])<<16 | uint32(buf[i+3])<<24))
		if s, err := unix.KeyctlString(unix.KEYCTL_DESCRIBE, id); err == nil && len(s) > len(name) && s[len(s)-len(name):] == name {
			return id
		}
	}
	t.Errorf("no key %s", name)
	return 0
}
