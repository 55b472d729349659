package supervisor

import (
	"bytes"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// A pty buffers some 20 KiB at most (8 KiB in flight and a line discipline of
// 4 KiB on Linux). Where a background job never stops writing, this much after
// the command's end is certainly all that was written before it.
const drained = 64 << 10

// output carries what the command writes to its pty to where the user sees it.
type output struct {
	master, sink int
	hungUp       func() // called once, when there is nobody to see it any more
	term         *terminal
	held         bool // a carriage return that may be the newline's to come

	wake    [2]int        // a byte here: something is asked for
	asked   atomic.Bool   // a flush
	flushed chan struct{} // the answer
	over    atomic.Bool
	done    chan struct{}
}

func startOutput(master, sink int, t *terminal, hungUp func()) (*output, error) {
	o := &output{master: master, sink: sink, hungUp: hungUp, term: t, flushed: make(chan struct{}, 1), done: make(chan struct{})}
	var err error
	if o.wake, err = wakePipe(); err != nil {
		return nil, err
	}
	go func() {
		defer t.onPanic()
		defer close(o.done)
		o.run()
	}()
	return o, nil
}

// flush returns when everything the command has written so far is out.
func (o *output) flush() {
	o.asked.Store(true)
	unix.Write(o.wake[1], []byte{0})
	<-o.flushed
}

// end stops the relay after a flush.
func (o *output) end() {
	o.flush()
	o.over.Store(true)
	unix.Write(o.wake[1], []byte{0})
	<-o.done
	unix.Close(o.wake[0])
	unix.Close(o.wake[1])
}

func (o *output) run() {
	buf := make([]byte, 32<<10)
	left := -1 // bytes to read until a flush is over; -1: none was asked for
	for !o.over.Load() {
		if o.asked.Swap(false) {
			left = drained
		}
		n, err := unix.Read(o.master, buf)
		switch {
		case err == unix.EINTR:
			continue
		case n > 0:
			o.write(o.once(buf[:n]))
			if left >= 0 {
				left = max(left-n, 0)
			}
		}
		// EAGAIN comes only when what was written has arrived: the kernel
		// finishes its own transport before it says so.
		if n > 0 && left != 0 {
			continue
		}
		if o.held {
			o.held = false
			o.write([]byte{'\r'})
		}
		if left >= 0 {
			left = -1
			o.flushed <- struct{}{}
			continue
		}
		// The pty has an end (EIO) only when the monitor has: then there
		// is nothing to await but orders.
		fd := o.master
		if err != unix.EAGAIN {
			fd = o.wake[0]
		}
		if _, woken := await(fd, false, o.wake[0]); woken {
			unix.Read(o.wake[0], buf[:1])
		}
	}
}

func (o *output) write(b []byte) {
	if o.sink >= 0 && writeAll(o.sink, b, -1) != nil {
		o.sink = -1 // go on reading: the command must not block on it
		o.hungUp()
	}
}

// once leaves the expansion of newlines to the user's terminal, where that does
// it as well as the command's: in a pipeline and in the background.
func (o *output) once(b []byte) []byte {
	if o.held {
		b = append([]byte{'\r'}, b...)
		o.held = false
	}
	if o.term == nil || o.sink != o.term.fd || o.term.passes() || !expands(o.sink) || !expands(o.master) {
		return b
	}
	if b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")); bytes.HasSuffix(b, []byte("\r")) {
		b, o.held = b[:len(b)-1], true
	}
	return b
}

// expands reports whether a terminal puts a carriage return before newlines.
func expands(fd int) bool {
	modes, err := unix.IoctlGetTermios(fd, ioctlGetTermios)
	return err == nil && modes.Oflag&unix.OPOST != 0 && modes.Oflag&unix.ONLCR != 0
}

// input carries what is typed to the command's pty, for as long as the
// terminal is ours.
type input struct {
	wake [2]int
	done chan struct{}
	key  *atomic.Int32 // the signal of the last key that has one
}

// startInput reads from source. Where that ends, the pty is given its
// end-of-file character. Of keys that interrupt, key gets the signal.
func startInput(source, master int, t *terminal, key *atomic.Int32) (*input, error) {
	in := &input{done: make(chan struct{}), key: key}
	var err error
	if in.wake, err = wakePipe(); err != nil {
		return nil, err
	}
	go func() {
		defer t.onPanic()
		defer close(in.done)
		in.run(source, master)
	}()
	return in, nil
}

// end stops the relay. What was not read yet stays where it is.
func (in *input) end() {
	unix.Write(in.wake[1], []byte{0})
	<-in.done
	unix.Close(in.wake[0])
	unix.Close(in.wake[1])
}

func (in *input) run(source, master int) {
	buf := make([]byte, 4<<10)
	fresh := true // at the start of a line
	for {
		if _, woken := await(source, false, in.wake[0]); woken {
			return
		}
		n, err := unix.Read(source, buf)
		switch {
		case err == unix.EINTR || err == unix.EAGAIN:
			continue
		case n <= 0:
			eof := []byte{eofCharacter(master)}
			if !fresh {
				eof = append(eof, eof...) // within a line one only ends the line
			}
			writeAll(master, eof, in.wake[0])
			return
		}
		in.note(buf[:n], master)
		if writeAll(master, buf[:n], in.wake[0]) != nil {
			return
		}
		fresh = buf[n-1] == '\n'
	}
}

// note looks for keys that the command's terminal makes a signal of.
func (in *input) note(keys []byte, master int) {
	modes, err := unix.IoctlGetTermios(master, ioctlGetTermios)
	if err != nil || modes.Lflag&unix.ISIG == 0 {
		return
	}
	for _, k := range [...]struct {
		sig syscall.Signal
		cc  int
	}{{syscall.SIGINT, unix.VINTR}, {syscall.SIGQUIT, unix.VQUIT}} {
		if c := modes.Cc[k.cc]; c != 0 && bytes.IndexByte(keys, c) >= 0 {
			in.key.Store(int32(k.sig))
		}
	}
}

// writeAll writes b to a descriptor that may be non-blocking. With wake, it
// gives up when that becomes readable.
func writeAll(fd int, b []byte, wake int) error {
	for len(b) > 0 {
		n, err := unix.Write(fd, b)
		switch {
		case err == unix.EAGAIN:
			if _, woken := await(fd, true, wake); woken {
				return err
			}
		case err == unix.EINTR:
		case err != nil:
			return err
		default:
			b = b[n:]
		}
	}
	return nil
}

func wakePipe() (p [2]int, err error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := unix.Pipe(p[:]); err != nil {
		return p, err
	}
	unix.CloseOnExec(p[0])
	unix.CloseOnExec(p[1])
	return p, nil
}

// eofCharacter is what a program reading from the pty takes for the end: Ctrl-D
// unless it was changed.
func eofCharacter(master int) byte {
	modes, err := unix.IoctlGetTermios(master, ioctlGetTermios)
	if err != nil {
		return 'D' - '@'
	}
	return modes.Cc[unix.VEOF]
}
