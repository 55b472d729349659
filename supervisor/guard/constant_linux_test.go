//go:build amd64 || arm64

package guard

import (
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The kernel runs the filter only for the calls it has to look at: when it is
// put on, the kernel walks it with each call's number and nothing else, and
// what is allowed without a look at an argument is allowed for good
// (seccomp_is_const_allow in kernel/seccomp.c, since 5.11).
func TestFilterIsConstant(t *testing.T) {
	pledged := host
	pledged.pledged, pledged.execs, pledged.sealed = true, true, false // so that all of them are looked at
	raw, err := build(pledged, true)
	if err != nil {
		t.Fatal(err)
	}
	const longest = 14 // steps: the calls are searched by halves, not one by one

	highest := map[uint32]uint32{archNative: 500, archCompat: 500} // of the calls there are
	for arch, top := range highest {
		looked := map[uint32]bool{}
		for _, c := range calls {
			looked[map[bool]uint32{true: c.nr, false: c.compat}[arch == archNative]] = true
		}
		for nr := range top {
			got, steps := constantAllow(t, raw, arch, nr)
			if got == looked[nr] {
				t.Errorf("call %d of %#x: allowed for good: %v", nr, arch, got)
			}
			if steps > longest {
				t.Errorf("call %d of %#x: %d steps", nr, arch, steps)
			}
		}
	}
}

// constantAllow is the kernel's walk, and how many instructions that takes.
func constantAllow(t *testing.T, raw []bpf.RawInstruction, arch, nr uint32) (allowed bool, steps int) {
	t.Helper()
	var loaded uint32
	for pc := 0; pc < len(raw); pc++ {
		steps++
		in := raw[pc]
		taken := func(yes bool) {
			if yes {
				pc += int(in.Jt)
			} else {
				pc += int(in.Jf)
			}
		}
		switch in.Op {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch in.K {
			case atNumber:
				loaded = nr
			case atArch:
				loaded = arch
			default:
				return false, steps // an argument
			}
		case unix.BPF_RET | unix.BPF_K:
			return in.K == retAllow, steps
		case unix.BPF_JMP | unix.BPF_JA:
			pc += int(in.K)
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			taken(loaded == in.K)
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			taken(loaded >= in.K)
		case unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K:
			taken(loaded > in.K)
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			taken(loaded&in.K != 0)
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			loaded &= in.K
		default:
			return false, steps // the kernel does not follow it
		}
	}
	t.Fatalf("call %d runs off the end", nr)
	return false, steps
}
