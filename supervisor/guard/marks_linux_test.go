//go:build amd64 || arm64

package guard

import (
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

func TestFilterMarks(t *testing.T) {
	n := host
	n.mark = procs.HomeMark("/home/me/.hermes")
	for _, m := range []machine{newMachine(t, n, true), newMachine(t, n, false)} {
		for _, tc := range []struct {
			args []uint64
			want uint32
		}{
			{[]uint64{minus(1), procs.AskHome, n.mark, procs.MarkFlags}, retYes},
			{[]uint64{minus(1), procs.AskHome, n.mark ^ 1, procs.MarkFlags}, retNo},
			{[]uint64{minus(1), procs.AskHome, n.mark ^ 1<<63, procs.MarkFlags}, retNo},
			{[]uint64{minus(1), procs.AskHome, procs.HomeMark("/tmp/x"), procs.MarkFlags}, retNo},
			{[]uint64{minus(1), procs.AskJudged, n.mark, procs.MarkFlags}, retNo},
			{[]uint64{minus(1), 7, n.mark, procs.MarkFlags}, retNo},
			{[]uint64{minus(1), 0, n.mark, 0}, retUnknown},
		} {
			if got := m.answer(t, archNative, unix.SYS_PIDFD_SEND_SIGNAL, tc.args...); got != tc.want {
				t.Errorf("%x: %#x, want %#x", tc.args, got, tc.want)
			}
		}
	}
}

// Who asks whether execs are judged is told so, and that a shell steps aside where
// nobody types.
func TestFilterMarksJudged(t *testing.T) {
	for _, tt := range []struct {
		judged, typed bool
		want          [2]uint32
	}{
		{false, false, [2]uint32{retNo, retNo}},
		{true, false, [2]uint32{retYes, retYes}},
		{true, true, [2]uint32{retYes, retNo}},
	} {
		n := host
		n.judged, n.typed = tt.judged, tt.typed
		m := newMachine(t, n, true)
		for i, question := range []uint64{procs.AskJudged, procs.AskAside} {
			if got := m.answer(t, archNative, unix.SYS_PIDFD_SEND_SIGNAL, minus(1), question, 0, procs.MarkFlags); got != tt.want[i] {
				t.Errorf("judged %v, typed %v, question %d: %#x", tt.judged, tt.typed, question, got)
			}
		}
	}
}

// The kernel answers as the filter says, and without one as nobody else does.
func TestMarked(t *testing.T) {
	guardable(t)
	for _, home := range []string{"", "/a"} {
		if guarded, same := procs.Marked(home); guarded || same {
			t.Errorf("%q: guarded %v, same %v before there is a guard", home, guarded, same)
		}
	}
	supervisor.OnThread(func() { // what that thread loses it loses alone
		// Who has made the pledge is not asked about it: nobody answers here.
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			t.Error(err)
			return
		}
		for _, home := range []string{"/a", "/b"} { // a second one inside: it answers
			listener, err := install(numbers{pids: []int{1 << 22}, mark: procs.HomeMark(home)})
			if err != nil {
				t.Error(err)
				return
			}
			if listener >= 0 {
				defer unix.Close(listener)
			}
			if guarded, same := procs.Marked(home); !guarded || !same {
				t.Errorf("%s: guarded %v, same %v", home, guarded, same)
			}
			if guarded, same := procs.Marked("/c"); !guarded || same {
				t.Errorf("another home than %s: guarded %v, same %v", home, guarded, same)
			}
		}
	})()
}
