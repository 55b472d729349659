//go:build amd64 || arm64

package guard

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// guardable skips the test where the kernel has no filters with a listener, or
// somebody listens above these tests: that is asked of it, not of the code.
func guardable(t *testing.T) {
	t.Helper()
	actions, err := os.ReadFile("/proc/sys/kernel/seccomp/actions_avail")
	if err != nil || !strings.Contains(string(actions), "user_notif") {
		t.Skipf("this kernel has no listeners: %s %v", actions, err)
	}
	if status := readProc(os.Getpid(), "status"); !strings.Contains(status, "Seccomp:\t0\n") {
		t.Skip("these tests run under a filter")
	}
}

func TestAvailable(t *testing.T) {
	guardable(t)
	if listens, err := Available(); !listens || err != nil {
		t.Errorf("listens %v, %v", listens, err)
	}
	if status := readProc(os.Getpid(), "status"); !strings.Contains(status, "Seccomp:\t0\n") {
		t.Errorf("the filter is on more than one thread:\n%s", status)
	}
}

// The guard takes rights from who may get some and has not said that it will not;
// a second one below another's listener refuses by itself.
func TestInstall(t *testing.T) {
	guardable(t)
	supervisor.OnThread(func() { // what that thread loses it loses alone
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var data [2]unix.CapUserData
		if err := unix.Capget(&header, &data[0]); err != nil {
			t.Error(err)
			return
		}
		has := data[0].Effective&(1<<unix.CAP_SYS_ADMIN) != 0
		made, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		if got, want := TakesRights(), !has && made == 0; got != want || err != nil {
			t.Errorf("takes rights: %v, want %v, %v", got, want, err)
		}
		data[0].Effective &^= 1 << unix.CAP_SYS_ADMIN
		if err := unix.Capset(&header, &data[0]); err != nil {
			t.Error(err)
			return
		}
		if got, want := TakesRights(), made == 0; got != want {
			t.Errorf("without CAP_SYS_ADMIN: takes rights: %v, want %v", got, want)
		}
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil { // else the filter would ask, and nobody answers
			t.Error(err)
			return
		}
		if TakesRights() {
			t.Error("rights that were given up are taken once more")
		}
		listener, err := install(numbers{pids: []int{1 << 22}})
		if err != nil || listener < 0 {
			t.Errorf("the first: %d, %v", listener, err)
			return
		}
		defer unix.Close(listener)
		if second, err := install(numbers{pids: []int{1 << 22}}); err != nil || second != -1 {
			t.Errorf("the second: %d, %v", second, err)
		}
		if err := unix.Kill(1<<22, unix.SIGTERM); err != unix.EPERM {
			t.Errorf("the second does not refuse by itself: %v", err)
		}
	})()
}
