//go:build amd64 || arm64

package guard

import (
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// slots are where the kernel writes the calls that are received: memory that is
// shared with who stands by to go on after this process. A call that was received
// and not answered is given to nobody else by the kernel, and its caller would wait
// for ever; whoever takes over finds it here.
//
// There are two banks: who takes over uses the other one, and answers what is left
// in its predecessor's. The memory's file is locked by who answers now.
type slots struct {
	fd   int // of the memory
	lock int // the same file, opened by this process alone; -1 while it is not locked
	all  []byte
	bank int

	mu   sync.Mutex
	free []*notice // of the own bank
}

const (
	bankSize  = 64 // calls that are received and not answered; more are not shared
	slotSize  = int(unsafe.Sizeof(notice{}))
	sharedLen = 2*bankSize*slotSize + 1 // the last byte is the bank that is in use
)

// newSlots makes the memory.
func newSlots() (*slots, error) {
	fd, err := unix.MemfdCreate("hermes-exec-calls", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	s := &slots{fd: -1, lock: -1, all: make([]byte, sharedLen)}
	if unix.Ftruncate(fd, int64(sharedLen)) != nil { // RLIMIT_FSIZE: then nobody stands by
		unix.Close(fd)
	} else if s, err = openSlots(fd); err != nil {
		return nil, err
	}
	s.use(0)
	return s, nil
}

// openSlots takes the memory of a predecessor.
func openSlots(fd int) (*slots, error) {
	all, err := unix.Mmap(fd, 0, sharedLen, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return &slots{fd: fd, lock: -1, all: all}, nil
}

// use makes a bank this process's own.
func (s *slots) use(bank int) {
	s.bank, s.free = bank, s.of(bank)
	s.all[sharedLen-1] = byte(bank)
}

// hold locks the memory, and waits until nobody else does. The lock ends with this
// process.
func (s *slots) hold() (err error) {
	if s.lock < 0 {
		if s.lock, err = unix.Open("/proc/self/fd/"+strconv.Itoa(s.fd), unix.O_RDWR|unix.O_CLOEXEC, 0); err != nil {
			return err
		}
	}
	for {
		if err = unix.Flock(s.lock, unix.LOCK_EX); err != unix.EINTR {
			return err
		}
	}
}

// of are the slots of a bank.
func (s *slots) of(bank int) []*notice {
	list := make([]*notice, bankSize)
	for i := range list {
		list[i] = (*notice)(unsafe.Pointer(&s.all[(bank*bankSize+i)*slotSize]))
	}
	return list
}

// take gives an empty one.
func (s *slots) take() *notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.free) - 1
	if last < 0 {
		return new(notice)
	}
	n := s.free[last]
	s.free = s.free[:last]
	return n
}

// give empties one, once its call was answered.
func (s *slots) give(n *notice) {
	*n = notice{}
	at := uintptr(unsafe.Pointer(n))
	if from := uintptr(unsafe.Pointer(&s.all[s.bank*bankSize*slotSize])); at < from || at >= from+uintptr(bankSize*slotSize) {
		return // a predecessor's, or not shared
	}
	s.mu.Lock()
	s.free = append(s.free, n)
	s.mu.Unlock()
}

// succeed takes the other bank than the predecessor's, and gives the calls that it
// has received and not answered.
func (s *slots) succeed() (left []*notice) {
	before := int(s.all[sharedLen-1] & 1)
	s.use(1 - before)
	for _, n := range s.of(1 - before) {
		*n = notice{} // of one before that: answered long ago
	}
	for _, n := range s.of(before) {
		if n.id != 0 {
			left = append(left, n)
		}
	}
	return left
}

func (s *slots) close() {
	if s.fd < 0 {
		return
	}
	unix.Munmap(s.all)
	unix.Close(s.fd)
	if s.lock >= 0 {
		unix.Close(s.lock)
	}
}
