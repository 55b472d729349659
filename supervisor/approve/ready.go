package approve

import "golang.org/x/sys/unix"

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
	fd, err := openDevice(path)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	t := &tty{fd: fd, path: path}
	if err := t.seated(p.Vouch); err != nil {
		return err
	}
	return t.foreground()
}
