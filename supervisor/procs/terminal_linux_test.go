package procs

import (
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A terminal's session is found by its device, and nobody's where there is none.
func TestLeader(t *testing.T) {
	t.Parallel()
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
	began := func(pid int) uint64 {
		st, err := readStat(pid)
		if err != nil {
			t.Fatal(err)
		}
		return st.start
	}
	guest := sit(another)
	for began(guest) == began(os.Getpid()) { // it is counted in steps of 10 ms
		guest = sit(another)
	}
	for _, tt := range []struct {
		a, b int
		want bool
	}{{os.Getpid(), guest, true}, {guest, os.Getpid(), false}, {leader, leader, false}} {
		if got, err := StartedBefore(tt.a, tt.b); got != tt.want || err != nil {
			t.Errorf("%d before %d: %v, %v", tt.a, tt.b, got, err)
		}
	}
	if got, err := StartedBefore(1<<22, leader); got || err == nil {
		t.Errorf("a process that is not there is older: %v", got)
	}
	if got, pty := Terminal(leader); got != dev || !pty {
		t.Errorf("its terminal is %#x, a pty: %v; want %#x", got, pty, dev)
	}
	if got := PtyHolders(dev); !slices.Contains(got, os.Getpid()) || slices.Contains(got, leader) {
		t.Errorf("the other side is held by %v, not by %d alone", got, os.Getpid())
	}
	for _, dev := range []uint64{0, 1 << 20, unix.Mkdev(4, unix.Minor(dev)), unix.Mkdev(firstPts, 1<<19)} {
		if got := PtyHolders(dev); len(got) > 0 {
			t.Errorf("the other side of %#x is held by %v", dev, got)
		}
	}
	if !OnlyOnOwn(leader) {
		t.Error("it has another terminal than its own")
	}
	if OnlyOnOwn(guest) {
		t.Error("a process without a terminal of its own is at home on others'")
	}
	for _, pid := range []int{guest, 1 << 22} {
		if dev, pty := Terminal(pid); dev != 0 || pty {
			t.Errorf("%d has the terminal %#x", pid, dev)
		}
	}
	if OnlyOnOwn(1 << 22) {
		t.Error("a process that is not there is at home")
	}
}

func TestIsTerminal(t *testing.T) {
	t.Parallel()
	for major, want := range map[uint32]bool{2: false, 3: true, 4: false, 135: false, 136: true, 143: true, 144: false} {
		if got := isTerminal(major); got != want {
			t.Errorf("%d: %v", major, got)
		}
	}
}
