package approve

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Ready reports why nobody can be asked at the terminal, as far as that shows
// beforehand: what is asked only for a person's eyes needs no asking then.
func (p *Prompt) Ready() error {
	if p.open != nil {
		return nil
	}
	path := p.TTY
	if path == "" {
		path = "/dev/tty"
	}
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer unix.Close(fd)
	t := &tty{fd: fd, path: path}
	if err := t.seated(p.Vouch); err != nil {
		return err
	}
	return t.foreground()
}
