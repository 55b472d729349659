package procs

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A terminal's session is found by its device, and nobody's where there is none.
func TestLeader(t *testing.T) {
	open := func() (master, slave *os.File, dev uint64) {
		master, slave, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { master.Close(); slave.Close() })
		var st unix.Stat_t
		if err := unix.Fstat(int(slave.Fd()), &st); err != nil {
			t.Fatal(err)
		}
		return master, slave, st.Rdev
	}
	_, slave, dev := open()
	_, another, empty := open()
	sit := func(extra *os.File) int {
		c := exec.Command("sleep", "60")
		c.Stdin = slave
		if extra != nil {
			c.Stdout = extra
		}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: extra == nil}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Process.Kill(); c.Wait() })
		return c.Process.Pid
	}
	leader := sit(nil)
	if got := Leader(dev); got != leader {
		t.Errorf("leader %d, want %d", got, leader)
	}
	for _, dev := range []uint64{empty, 0, 1 << 20} {
		if got := Leader(dev); got != 0 {
			t.Errorf("device %#x has the leader %d", dev, got)
		}
	}
	for _, tt := range []struct {
		a, b int
		want bool
	}{{1, os.Getpid(), true}, {os.Getpid(), 1, false}, {leader, leader, false}} {
		if got, err := StartedBefore(tt.a, tt.b); got != tt.want || err != nil {
			t.Errorf("%d before %d: %v, %v", tt.a, tt.b, got, err)
		}
	}
	if got, err := StartedBefore(1<<22, leader); got || err == nil {
		t.Errorf("a process that is not there is older: %v", got)
	}
	if !OnlyOnOwn(leader) {
		t.Error("it has another terminal than its own")
	}
	if guest := sit(another); OnlyOnOwn(guest) {
		t.Error("a process without a terminal of its own is at home on others'")
	}
	if OnlyOnOwn(1 << 22) {
		t.Error("a process that is not there is at home")
	}
}
