package supervisor

import "golang.org/x/sys/unix"

// Refill puts a pipe in place of the descriptor fd, which commands inherit, and
// gives it text from now on: what was read from fd is there to be read again. A
// command that is kept meanwhile is [Command.Fed].
func Refill(fd int, text []byte) error {
	p, err := wakePipe()
	if err != nil {
		return err
	}
	defer unix.Close(p[0])
	if err := replaceStream(p[0], fd); err != nil {
		unix.Close(p[1])
		return err
	}
	go func() {
		defer unix.Close(p[1])
		writeAll(p[1], text, -1) // whoever does not read it to its end may
	}()
	return nil
}
