//go:build amd64 || arm64

package guard

import (
	"cmp"
	"slices"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// The filter is a tree of comparisons that ends in one of these.
const (
	retAllow   = unix.SECCOMP_RET_ALLOW
	retAsk     = unix.SECCOMP_RET_USER_NOTIF
	retRefuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	retDenied  = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	retUnknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	retYes     = unix.SECCOMP_RET_ERRNO | uint32(procs.MarkedYes)
	retNo      = unix.SECCOMP_RET_ERRNO | uint32(procs.MarkedNo)
)

// Offsets in struct seccomp_data. Both machines are little-endian, so the low
// half of an argument comes first. The kernel takes pids, signals and commands
// as 32 bits: what stands above them is not looked at, here as there.
const (
	atNumber = 0
	atArch   = 4
)

func atLow(arg uint32) uint32  { return 16 + 8*arg }
func atHigh(arg uint32) uint32 { return atLow(arg) + 4 }

// maxTests keeps the program below the kernel's limit of 4096 instructions.
const maxTests = 1500

// build writes the filter. listener says whether somebody will answer;
// otherwise the filter itself refuses what it would ask about.
func build(n numbers, listener bool) ([]bpf.RawInstruction, error) {
	if len(n.pids) > maxTests-len(n.groups) {
		n.pids = n.pids[:max(0, maxTests-len(n.groups))] // the last are threads
	}
	n.pledged = n.pledged && listener // refusing the question would help nobody
	n.execs = n.execs && listener
	p := program{steps: make([]step, 0, 256+len(n.pids)+3*len(n.groups))}
	p.entries(n)
	p.checks(n, listener)
	p.label(allow)
	p.ret(retAllow)
	p.label(ask)
	if listener {
		p.ret(retAsk)
	} else {
		p.ret(retRefuse)
	}
	p.label(refuse)
	p.ret(retRefuse)
	p.label(denied)
	p.ret(retDenied)
	p.label(unknown)
	p.ret(retUnknown)
	return p.assemble()
}

// entries tells the ways into the kernel apart, and finds the call.
func (p *program) entries(n numbers) {
	p.load(atArch)
	p.eq(archNative, native)
	p.eq(archCompat, compat)
	p.jump(unknown)

	var list [len(calls)]entry
	p.label(native)
	p.load(atNumber)
	if x32Bit != 0 {
		p.ge(x32Bit, x32)
	}
	found := list[:0]
	for i := range calls {
		if c := &calls[i]; c.nr != none && n.looks(c.check) {
			found = append(found, entry{c.nr, label(c.check)})
		}
	}
	p.search(found)

	p.label(compat)
	p.load(atNumber)
	found = list[:0]
	for i := range calls {
		if c := &calls[i]; c.compat != none && n.looks(c.check) && c.check != checkPledge { // sudo is the machine's own
			found = append(found, entry{c.compat, c.foreigner()})
		}
	}
	p.search(found)

	if x32Bit == 0 {
		return
	}
	p.label(x32) // hardly anybody comes this way, and the kernel does not walk it
	p.mask(^uint32(x32Bit))
	for i := range calls {
		c := &calls[i]
		if c.check == checkPledge || !n.looks(c.check) || c.x32 == none {
			continue
		}
		p.eq(c.x32, c.foreigner())
		if c.nr != c.x32 { // kernels before 5.4 knew these here, too
			p.eq(c.nr, c.foreigner())
		}
	}
	p.jump(allow)
}

// looks reports whether the filter has something to say about such calls.
func (n *numbers) looks(c check) bool {
	switch {
	case c == checkPledge:
		return n.pledged
	case c.ofExecs():
		return n.execs
	}
	return true
}

// entry is a call's number, and where its arguments are checked.
type entry struct {
	nr uint32
	to label
}

// search goes to the check of the call that was loaded, and allows all others.
// It halves the list: at its start the kernel walks the filter once for each
// call there is, to know those that it never has to ask about, and that walk is
// most of what the guard costs.
func (p *program) search(list []entry) {
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.nr, b.nr) })
	p.halve(list)
}

func (p *program) halve(list []entry) {
	if len(list) <= 2 {
		for _, e := range list {
			p.eq(e.nr, e.to)
		}
		p.ret(retAllow)
		return
	}
	middle := len(list) / 2
	right := inner + p.inner
	p.inner++
	p.ge(list[middle].nr, right)
	p.halve(list[:middle])
	p.label(right)
	p.halve(list[middle:])
}

// foreigner is where the call goes for programs of another kind.
func (c *call) foreigner() label {
	if c.foreign {
		return label(c.check)
	}
	return refuse
}

// checks looks at the arguments, a stretch for each [check].
func (p *program) checks(n numbers, listener bool) {
	p.label(label(checkKill))
	p.harmless(1)
	p.load(atLow(0))
	if n.shared {
		p.eq(0, ask)
	}
	p.eq(all, ask)
	for _, group := range n.groups {
		p.eq(uint32(-group), ask)
	}
	p.jump(hosts)

	p.label(label(checkThread))
	p.harmless(2)
	p.load(atLow(0))
	p.jump(hosts)

	p.label(label(checkPtrace))
	p.load(atLow(0))
	p.eq(unix.PTRACE_ATTACH, attach)
	p.eq(unix.PTRACE_SEIZE, attach)
	p.jump(allow)
	p.label(attach)
	p.load(atLow(1))
	p.jump(hosts)

	p.label(label(checkLimit))
	p.load(atLow(2)) // a pointer; nil only asks
	p.ne(0, limit)
	p.load(atHigh(2))
	p.eq(0, allow)
	p.label(limit)
	p.load(atLow(0))
	p.jump(hosts)

	p.label(label(checkOwner))
	p.load(atLow(1))
	p.eq(setOwnerEx, ask)
	p.eq(setOwner, owner)
	p.jump(allow)
	p.label(owner)
	p.load(atLow(2))
	for _, group := range n.groups {
		p.eq(uint32(-group), ask)
	}
	p.jump(hosts)

	p.label(label(checkOwnerAt))
	p.load(atLow(1))
	p.eq(fioSetOwn, ask)
	p.eq(siocSetOwn, ask)
	p.eq(typeInto, ask)
	for _, command := range discards {
		if n.execs {
			p.eq(command, ask)
		}
	}
	p.jump(allow)

	p.label(label(checkJoin))
	// Groups cannot be joined from another session; and where nobody answers
	// kill(0) is refused wherever the caller is.
	if n.shared && listener {
		p.load(atLow(1))
		for _, group := range n.groups {
			p.eq(uint32(group), ask)
		}
	}
	p.jump(allow)

	if n.pledged {
		p.label(label(checkPledge))
		p.load(atLow(0))
		p.eq(unix.PR_GET_NO_NEW_PRIVS, ask)
		p.jump(allow)
	}

	if n.execs {
		p.label(label(checkExec))
		p.label(label(checkMount))
		p.jump(ask)
	}

	p.label(label(checkAlways))
	p.label(label(checkNowhere))
	p.jump(ask)

	p.label(label(checkPretended))
	p.marks(n)

	p.label(label(checkMissing))
	p.jump(unknown)

	p.keys(n)

	p.label(label(checkQueue))
	p.harmless(1)
	p.label(label(checkTarget))
	p.load(atLow(0))
	p.label(hosts)
	for _, pid := range n.pids {
		p.eq(uint32(pid), ask)
	}
	p.jump(allow)
}

// keys keeps the user's keyring as it is, by every number that stands for it: what a
// person confirmed is sealed in a key there. What only reads goes on, and what links
// the ring itself into another. Other keys may be added to it, since add_key cannot
// take the seals' place once they are there. Nobody has it made the place for keys that
// are asked for; nor joins it by its name, see [seal.Ring].
func (p *program) keys(n numbers) {
	rings := []uint32{userRing, uint32(n.ring)}
	if n.session {
		rings = append(rings, sessionRing)
	}
	ring := func(args ...uint32) {
		for _, arg := range args {
			if n.ring == 0 {
				return
			}
			p.load(atLow(arg))
			for _, r := range rings {
				p.eq(r, denied)
			}
		}
	}
	p.label(label(checkKeys))
	if n.ring == 0 {
		p.jump(allow)
	}
	p.load(atLow(0))
	for _, tame := range [...]uint32{unix.KEYCTL_GET_KEYRING_ID, unix.KEYCTL_DESCRIBE, unix.KEYCTL_READ, unix.KEYCTL_GET_SECURITY, unix.KEYCTL_JOIN_SESSION_KEYRING} {
		p.eq(tame, allow)
	}
	p.eq(unix.KEYCTL_SEARCH, keysLast)
	p.eq(unix.KEYCTL_LINK, keysSecond)
	p.eq(unix.KEYCTL_SET_REQKEY_KEYRING, keysDefault)
	ring(1)
	p.label(keysSecond)
	ring(2, 3)
	p.label(keysLast)
	ring(4)
	p.jump(allow)

	p.label(keysDefault)
	p.load(atLow(1))
	p.eq(unix.KEY_REQKEY_DEFL_USER_KEYRING, denied)
	p.jump(allow)

	p.label(label(checkKeyRequest))
	ring(3)
	p.jump(allow)

	p.label(label(checkKeyAdd))
	if !n.sealed {
		ring(4)
	}
	p.jump(allow)
}

// KEY_SPEC_USER_KEYRING and KEY_SPEC_SESSION_KEYRING, as key_serial_t below 0.
const (
	userRing    = ^uint32(-unix.KEY_SPEC_USER_KEYRING - 1)
	sessionRing = ^uint32(-unix.KEY_SPEC_SESSION_KEYRING - 1)
)

// all is kill's -1.
const all = ^uint32(0)

// marks answers who asks by [procs.Marked], and pretends to the others.
func (p *program) marks(n numbers) {
	p.load(atLow(3))
	p.ne(procs.MarkFlags, unknown)
	p.load(atLow(1))
	if n.judged {
		p.eq(procs.AskJudged, marked)
	}
	if n.judged && !n.typed {
		p.eq(procs.AskAside, marked)
	}
	p.ne(procs.AskHome, unmarked)
	p.load(atLow(2))
	p.ne(uint32(n.mark), unmarked)
	p.load(atHigh(2))
	p.ne(uint32(n.mark>>32), unmarked)
	p.label(marked)
	p.ret(retYes)
	p.label(unmarked)
	p.ret(retNo)
}
