//go:build amd64 || arm64

package guard

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// machine runs the filter as the kernel would.
type machine struct{ vm *bpf.VM }

func newMachine(t *testing.T, n numbers, listener bool) machine {
	t.Helper()
	raw, err := build(n, listener)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) > 4096 {
		t.Fatalf("%d instructions, the kernel takes 4096", len(raw))
	}
	for i, in := range raw[:len(raw)-1] {
		if next := raw[i+1]; in.Op&7 == unix.BPF_JMP && in.Jt == 0 && in.Jf == 1 && next.Op == unix.BPF_JMP|unix.BPF_JA && next.K <= math.MaxUint8 {
			t.Errorf("step %d jumps over a jump of %d, which it could make itself", i, next.K)
		}
	}
	code, all := bpf.Disassemble(raw)
	if !all {
		t.Fatal("an instruction that is not known")
	}
	vm, err := bpf.NewVM(code)
	if err != nil {
		t.Fatal(err)
	}
	return machine{vm}
}

// answer gives what the filter returns for a call. The kernel loads words as
// this machine has them, the simulated one as they are on a network.
func (m machine) answer(t *testing.T, arch, nr uint32, args ...uint64) uint32 {
	t.Helper()
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], nr)
	binary.BigEndian.PutUint32(data[4:], arch)
	for i, arg := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(arg))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(arg>>32))
	}
	r, err := m.vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(r)
}

func said(answer uint32) string {
	switch answer {
	case retAllow:
		return "allow"
	case retAsk:
		return "ask"
	case retRefuse:
		return "refuse"
	case retUnknown:
		return "unknown"
	case retDenied:
		return "denied"
	}
	return fmt.Sprintf("%#x", answer)
}

// minus is a pid_t below 0, as a 64-bit register has it.
func minus(n int64) uint64 { return uint64(-n) }

var (
	host = numbers{pids: []int{50, 70}, groups: []int{49, 60}, shared: true, ring: 700, sealed: true}

	killed, term, cont = uint64(unix.SIGKILL), uint64(unix.SIGTERM), uint64(unix.SIGCONT)
)

var filterCases = []struct {
	nr   uint32
	args []uint64
	want string
}{
	{unix.SYS_GETPID, nil, "allow"},
	{none, []uint64{3, unix.F_SETOWN, 50}, "allow"}, // no call has that number
	{unix.SYS_KILL, []uint64{50, killed}, "ask"},
	{unix.SYS_KILL, []uint64{70, term}, "ask"},
	{unix.SYS_KILL, []uint64{1<<32 | 70, 1<<32 | killed}, "ask"}, // the kernel takes the low halves
	{unix.SYS_KILL, []uint64{51, killed}, "allow"},
	{unix.SYS_KILL, []uint64{50, 0}, "allow"},
	{unix.SYS_KILL, []uint64{50, cont}, "allow"},
	{unix.SYS_KILL, []uint64{50, 1 << 32}, "allow"},
	{unix.SYS_KILL, []uint64{50, uint64(unix.SIGWINCH)}, "allow"},
	{unix.SYS_KILL, []uint64{50, uint64(unix.SIGCHLD)}, "allow"},
	{unix.SYS_KILL, []uint64{50, uint64(unix.SIGURG)}, "allow"},
	{unix.SYS_KILL, []uint64{50, uint64(unix.SIGSTOP)}, "ask"},
	{unix.SYS_KILL, []uint64{49, killed}, "allow"}, // a group's number is not a process's
	{unix.SYS_KILL, []uint64{minus(49), killed}, "ask"},
	{unix.SYS_KILL, []uint64{0xffffffff - 48, killed}, "ask"}, // the same as 32 bits
	{unix.SYS_KILL, []uint64{minus(50), killed}, "allow"},
	{unix.SYS_KILL, []uint64{minus(1), killed}, "ask"},
	{unix.SYS_KILL, []uint64{minus(1), 0}, "allow"},
	{unix.SYS_KILL, []uint64{0, killed}, "ask"},
	{unix.SYS_TKILL, []uint64{50, killed}, "ask"},
	{unix.SYS_TKILL, []uint64{51, killed}, "allow"},
	{unix.SYS_TGKILL, []uint64{50, 50, killed}, "ask"},
	{unix.SYS_TGKILL, []uint64{50, 51, killed}, "ask"},
	{unix.SYS_TGKILL, []uint64{51, 50, killed}, "allow"},
	{unix.SYS_TGKILL, []uint64{50, 50, uint64(unix.SIGURG)}, "allow"}, // Go's own threads to each other
	{unix.SYS_RT_SIGQUEUEINFO, []uint64{70, killed, 1}, "ask"},
	{unix.SYS_RT_SIGQUEUEINFO, []uint64{71, killed, 1}, "allow"},
	{unix.SYS_RT_TGSIGQUEUEINFO, []uint64{70, 70, killed, 1}, "ask"},
	{unix.SYS_PIDFD_OPEN, []uint64{50, 0}, "ask"},
	{unix.SYS_PIDFD_OPEN, []uint64{51, 0}, "allow"},
	{unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, killed}, "unknown"},
	{unix.SYS_PIDFD_GETFD, []uint64{3, 4, 0, procs.MarkFlags}, "unknown"},
	{unix.SYS_PROCESS_VM_READV, []uint64{50}, "ask"},
	{unix.SYS_PROCESS_VM_READV, []uint64{51}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_READ, 700}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_READ, minus(4)}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_DESCRIBE, 700}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_LINK, 700, minus(3)}, "allow"}, // as pam_keyinit does
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_LINK, 8, 700}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_LINK, 8, 0xfffffffc}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_UNLINK, 8, minus(4)}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_UNLINK, 8, minus(3)}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_CLEAR, minus(4)}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_CLEAR, 700}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_CLEAR, minus(3)}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_INVALIDATE, 700}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_MOVE, 8, minus(2), minus(4)}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_SEARCH, minus(3), 1, 1, 0}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_SEARCH, minus(4), 1, 1, minus(3)}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_SEARCH, minus(3), 1, 1, 700}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_UPDATE, 8, 1, 1}, "allow"}, // the key's own rights keep it
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_INSTANTIATE, 8, 1, 1, 700}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_JOIN_SESSION_KEYRING, 0}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_JOIN_SESSION_KEYRING, 1}, "allow"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_SET_REQKEY_KEYRING, unix.KEY_REQKEY_DEFL_USER_KEYRING}, "denied"},
	{unix.SYS_KEYCTL, []uint64{unix.KEYCTL_SET_REQKEY_KEYRING, unix.KEY_REQKEY_DEFL_DEFAULT}, "allow"},
	{unix.SYS_ADD_KEY, []uint64{1, 1, 1, 1, minus(4)}, "allow"},
	{unix.SYS_REQUEST_KEY, []uint64{1, 1, 1, minus(3)}, "allow"},
	{unix.SYS_REQUEST_KEY, []uint64{1, 1, 1, minus(4)}, "denied"},
	{unix.SYS_REQUEST_KEY, []uint64{1, 1, 1, 700}, "denied"},
	{unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, 0}, "unknown"}, // Go asks in this way whether it works
	{unix.SYS_PTRACE, []uint64{unix.PTRACE_ATTACH, 50}, "ask"},
	{unix.SYS_PTRACE, []uint64{unix.PTRACE_SEIZE, 50}, "ask"},
	{unix.SYS_PTRACE, []uint64{unix.PTRACE_ATTACH, 51}, "allow"},
	{unix.SYS_PTRACE, []uint64{unix.PTRACE_TRACEME, 0}, "allow"},
	{unix.SYS_PRLIMIT64, []uint64{50, 0, 1}, "ask"},
	{unix.SYS_PRLIMIT64, []uint64{50, 0, 1 << 32}, "ask"},
	{unix.SYS_PRLIMIT64, []uint64{50, 0, 0, 1}, "allow"},
	{unix.SYS_PRLIMIT64, []uint64{0, 0, 1}, "allow"},
	{unix.SYS_PROCESS_VM_WRITEV, []uint64{50}, "ask"},
	{unix.SYS_FCNTL, []uint64{3, unix.F_GETFD}, "allow"},
	{unix.SYS_FCNTL, []uint64{3, unix.F_SETOWN, 50}, "ask"},
	{unix.SYS_FCNTL, []uint64{3, unix.F_SETOWN, minus(60)}, "ask"},
	{unix.SYS_FCNTL, []uint64{3, unix.F_SETOWN, 51}, "allow"},
	{unix.SYS_FCNTL, []uint64{3, unix.F_SETOWN_EX, 1}, "ask"},
	{unix.SYS_IOCTL, []uint64{3, unix.TCGETS}, "allow"},
	{unix.SYS_IOCTL, []uint64{3, 0x8901, 1}, "ask"},
	{unix.SYS_IOCTL, []uint64{3, 0x8902, 1}, "ask"},
	{unix.SYS_IOCTL, []uint64{3, unix.TIOCSTI, 1}, "ask"},
	{unix.SYS_VHANGUP, nil, "ask"},
	{unix.SYS_SETPGID, []uint64{0, 49}, "ask"},
	{unix.SYS_SETPGID, []uint64{0, 0}, "allow"},
	{unix.SYS_SETPGID, []uint64{51, 51}, "allow"},
	{unix.SYS_REBOOT, nil, "ask"},
	{unix.SYS_KEXEC_LOAD, nil, "ask"},
	{unix.SYS_KEXEC_FILE_LOAD, nil, "ask"},
}

func TestFilter(t *testing.T) {
	m, alone := newMachine(t, host, true), newMachine(t, host, false)
	for _, tc := range filterCases {
		if got := said(m.answer(t, archNative, tc.nr, tc.args...)); got != tc.want {
			t.Errorf("call %d%v: %s, want %s", tc.nr, tc.args, got, tc.want)
		}
		want := tc.want
		if want == "ask" {
			want = "refuse"
		}
		if tc.nr == unix.SYS_SETPGID {
			want = "allow"
		}
		if got := said(alone.answer(t, archNative, tc.nr, tc.args...)); got != want {
			t.Errorf("without a listener, call %d%v: %s, want %s", tc.nr, tc.args, got, want)
		}
	}
}

// With a session of its own the command has a group of its own, and cannot
// join another's.
func TestFilterOwnGroup(t *testing.T) {
	own := host
	own.shared = false
	m := newMachine(t, own, true)
	for _, tc := range []struct {
		nr   uint32
		args []uint64
		want string
	}{
		{unix.SYS_KILL, []uint64{0, killed}, "allow"},
		{unix.SYS_KILL, []uint64{minus(49), killed}, "ask"},
		{unix.SYS_SETPGID, []uint64{0, 49}, "allow"},
	} {
		if got := said(m.answer(t, archNative, tc.nr, tc.args...)); got != tc.want {
			t.Errorf("call %d%v: %s, want %s", tc.nr, tc.args, got, tc.want)
		}
	}
}

// Who asks whether it may get rights is heard where the guard has taken them,
// and never kept from asking.
func TestFilterPledge(t *testing.T) {
	pledged := host
	pledged.pledged = true
	for _, tc := range []struct {
		name     string
		n        numbers
		listener bool
		option   uint64
		want     string
	}{
		{"taken", pledged, true, unix.PR_GET_NO_NEW_PRIVS, "ask"},
		{"taken, another question", pledged, true, unix.PR_SET_NAME, "allow"},
		{"taken, nobody to hear it", pledged, false, unix.PR_GET_NO_NEW_PRIVS, "allow"},
		{"not taken", host, true, unix.PR_GET_NO_NEW_PRIVS, "allow"},
	} {
		if got := said(newMachine(t, tc.n, tc.listener).answer(t, archNative, unix.SYS_PRCTL, tc.option)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	if c, ok := callOf(archNative, unix.SYS_PRCTL); !ok || c.check != checkPledge {
		t.Errorf("prctl is %v", c)
	}
}

// The other ways into the kernel: signals are refused whatever their target,
// what every program needs gets the same check.
func TestFilterForeign(t *testing.T) {
	m := newMachine(t, host, true)
	const unheard = 0x12345678
	if got := said(m.answer(t, unheard, unix.SYS_GETPID)); got != "unknown" {
		t.Errorf("a way in that is not known: %s", got)
	}
	if got := said(m.answer(t, archCompat, none)); got != "allow" {
		t.Errorf("a number that no call has: %s", got)
	}
	type entry struct{ arch, nr uint32 }
	for _, c := range calls {
		var ways []entry
		if c.compat != none {
			ways = append(ways, entry{archCompat, c.compat})
		}
		if x32Bit != 0 && c.x32 != none {
			ways = append(ways, entry{archNative, x32Bit | c.x32})
		}
		if x32Bit != 0 && c.nr != none {
			ways = append(ways, entry{archNative, x32Bit | c.nr})
		}
		for _, way := range ways {
			got := said(m.answer(t, way.arch, way.nr, 51, killed, killed))
			want := "refuse"
			if c.foreign {
				want = map[check]string{checkAlways: "ask", checkNowhere: "ask", checkPretended: "unknown", checkMissing: "unknown"}[c.check]
			}
			if want == "" {
				want = "allow"
			}
			if got != want {
				t.Errorf("%s as %#x of %#x: %s, want %s", c.name, way.nr, way.arch, got, want)
			}
			if found, ok := callOf(way.arch, way.nr); !ok || found.name != c.name {
				t.Errorf("%#x of %#x is %s, found %s", way.nr, way.arch, c.name, found.name)
			}
		}
	}
	if got := said(m.answer(t, archCompat, compatFcntl, 3, unix.F_SETOWN, 50)); got != "ask" {
		t.Errorf("fcntl of a 32-bit program: %s", got)
	}
	if got := said(m.answer(t, archCompat, compatPrlimit, 50, 0, 1)); got != "ask" {
		t.Errorf("prlimit of a 32-bit program: %s", got)
	}
}

// However many threads the host has, there is a filter, and it has the
// processes, the groups, and as many threads as fit.
func TestFilterManyThreads(t *testing.T) {
	for _, threads := range []int{maxTests - 1, 10000} { // one too many, and far too many
		n := numbers{pids: []int{50}, groups: []int{49}, shared: true}
		for tid := 1000; tid < 1000+threads; tid++ {
			n.pids = append(n.pids, tid)
		}
		m := newMachine(t, n, true)
		const last = 1000 + maxTests - 1 - 1 - 1 // beside one process and one group
		for target, want := range map[uint64]string{50: "ask", minus(49): "ask", 1000: "ask", last: "ask", last + 1: "allow", 51: "allow"} {
			if got := said(m.answer(t, archNative, unix.SYS_KILL, target, killed)); got != want {
				t.Errorf("%d threads: kill(%d): %s, want %s", threads, int64(target), got, want)
			}
		}
	}
}

// What reaches the monitor is what the supervisor meant.
func TestNumbersAsText(t *testing.T) {
	n := numbers{pids: []int{50, 70}, groups: []int{49, 60}, mark: procs.HomeMark("/home/me/.hermes")}
	if got, err := parseNumbers(n.String()); err != nil || !reflect.DeepEqual(got, n) {
		t.Errorf("%q becomes %v, %v", n, got, err)
	}
	for _, wrong := range []string{"x", "1 0", "1 2x", "1 @x"} {
		if _, err := parseNumbers(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// Where nothing is sealed yet nobody is the first; and the session's keyring may be
// the user's.
func TestFilterKeys(t *testing.T) {
	for _, tc := range []struct {
		name string
		n    numbers
		nr   uint32
		args []uint64
		want string
	}{
		{"no seals", numbers{ring: 700}, unix.SYS_ADD_KEY, []uint64{1, 1, 1, 1, minus(4)}, "denied"},
		{"no seals, elsewhere", numbers{ring: 700}, unix.SYS_ADD_KEY, []uint64{1, 1, 1, 1, minus(3)}, "allow"},
		{"the session's too", numbers{ring: 700, sealed: true, session: true}, unix.SYS_KEYCTL, []uint64{unix.KEYCTL_UNLINK, 8, minus(3)}, "denied"},
		{"the session's too, read", numbers{ring: 700, sealed: true, session: true}, unix.SYS_KEYCTL, []uint64{unix.KEYCTL_READ, minus(3)}, "allow"},
		{"no keyrings", numbers{}, unix.SYS_KEYCTL, []uint64{unix.KEYCTL_CLEAR, minus(4)}, "allow"},
		{"no keyrings", numbers{}, unix.SYS_ADD_KEY, []uint64{1, 1, 1, 1, minus(4)}, "allow"},
	} {
		if got := said(newMachine(t, tc.n, true).answer(t, archNative, tc.nr, tc.args...)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// Execs, mounts and the commands that throw a disk's contents away are asked about
// where somebody judges execs, by whatever way into the kernel, and else not.
func TestFilterExecs(t *testing.T) {
	judged := host
	judged.execs = true
	const discard, size = 0x1277, 0x1272 // BLKDISCARD, BLKGETSIZE64's older brother
	for _, tc := range []struct {
		arch, nr uint32
		args     []uint64
		want     string
	}{
		{archNative, unix.SYS_EXECVE, nil, "ask"},
		{archNative, unix.SYS_EXECVEAT, nil, "ask"},
		{archCompat, compatExec, nil, "ask"},
		{archCompat, compatExecAt, nil, "ask"},
		{archNative, unix.SYS_MOUNT, nil, "ask"},
		{archNative, unix.SYS_UMOUNT2, nil, "ask"},
		{archCompat, compatMount, nil, "ask"},
		{archNative, unix.SYS_DELETE_MODULE, nil, "ask"},
		{archNative, unix.SYS_IOCTL, []uint64{3, discard}, "ask"},
		{archNative, unix.SYS_IOCTL, []uint64{3, size}, "allow"},
		{archNative, unix.SYS_UNSHARE, nil, "allow"},
		{archNative, unix.SYS_UNLINKAT, nil, "allow"},
	} {
		if got := said(newMachine(t, judged, true).answer(t, tc.arch, tc.nr, tc.args...)); got != tc.want {
			t.Errorf("call %d of %#x%v: %s, want %s", tc.nr, tc.arch, tc.args, got, tc.want)
		}
		for _, n := range []numbers{host, judged} {
			listener := !n.execs
			if got := said(newMachine(t, n, listener).answer(t, tc.arch, tc.nr, tc.args...)); got != "allow" {
				t.Errorf("call %d of %#x%v, execs %v, listener %v: %s", tc.nr, tc.arch, tc.args, n.execs, listener, got)
			}
		}
	}
	if x32Bit != 0 {
		for _, nr := range []uint32{x32Exec, x32ExecAt} {
			if got := said(newMachine(t, judged, true).answer(t, archNative, x32Bit|nr)); got != "ask" {
				t.Errorf("x32's call %d: %s", nr, got)
			}
		}
	}
}
