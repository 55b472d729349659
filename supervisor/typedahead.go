package supervisor

import "golang.org/x/sys/unix"

// A terminal that is not raw edits lines itself. What was typed before the
// command's terminal took over is given to that as keys, an end of file as the
// key for it: what is still there when the terminal becomes raw is read as the
// bytes it was kept as, and an end of file as a NUL.

// mostAhead is more than a terminal keeps (4 KiB on Linux, 1 KiB on macOS).
const mostAhead = 8 << 10

// typedAhead takes the lines that were typed so far; one that is not finished
// stays. The terminal is in the foreground, else reading would stop us.
func (t *terminal) typedAhead() (keys []byte) {
	modes, err := unix.IoctlGetTermios(t.fd, ioctlGetTermios)
	if err != nil || modes.Lflag&unix.ICANON == 0 {
		return nil
	}
	line := make([]byte, 4<<10)
	for len(keys) < mostAhead && readable(t.fd) { // one that has hung up has an end without end
		n, err := unix.Read(t.fd, line)
		if err != nil || n < 0 {
			break
		}
		if keys = append(keys, line[:n]...); n == 0 || line[n-1] != '\n' {
			keys = append(keys, modes.Cc[unix.VEOF])
		}
	}
	return keys
}

// typeUnseen types keys on the pty that nobody is on yet: they were echoed when
// they were typed.
func (s *session) typeUnseen(keys []byte, slave int) {
	if len(keys) == 0 {
		return
	}
	modes, err := unix.IoctlGetTermios(slave, ioctlGetTermios)
	if err != nil {
		return
	}
	silent := *modes
	silent.Lflag &^= unix.ECHO | unix.ECHONL
	unix.IoctlSetTermios(slave, ioctlSetTermios, &silent)
	writeAll(s.master, keys, -1)
	readable(slave) // the kernel finishes its own transport before it answers
	unix.IoctlSetTermios(slave, ioctlSetTermios, modes)
}

// readable reports whether there is something to read at once.
func readable(fd int) bool {
	now, err := wakePipe()
	if err != nil {
		return false
	}
	defer unix.Close(now[0])
	defer unix.Close(now[1])
	unix.Write(now[1], []byte{0})
	ready, _ := await(fd, false, now[0])
	return ready
}
