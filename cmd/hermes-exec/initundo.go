package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// undo takes back what init has changed for the agent, and the links where no
// other needs them.
func (a anAgent) undo(w *world, f initFlags) (supervisor.Status, error) {
	record := a.record(w, f)
	c, err := readChange(record)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("%s was not put under hermes-exec by init; nothing to take back\n", a.name)
		return supervisor.Status{}, nil
	}
	if err != nil {
		return supervisor.Status{}, err
	}
	text, stays, err := c.taken()
	if err != nil {
		return supervisor.Status{}, err
	}
	if f.print {
		fmt.Printf("file    %s\n%s", visible(c.File), changedLines(c.now, text))
		return supervisor.Status{}, nil
	}
	if err := errors.Join(c.takeBack(text, stays), os.Remove(record)); err != nil {
		return supervisor.Status{}, err
	}
	removeEmpty(initFolder(w))
	removeLinks(w)
	fmt.Printf("%s is as before: %s\n", a.name, visible(c.File))
	return supervisor.Status{}, nil
}

// removeLinks removes the shims where no agent is left that needs them, and what
// folders are empty then.
func removeLinks(w *world) {
	for _, c := range recorded(w) {
		if c.needsLinks() {
			return
		}
	}
	for _, name := range shellNames {
		if path := filepath.Join(shimsOf(w), name); isOwnLink(path) {
			os.Remove(path)
		}
	}
	removeEmpty(shimsOf(w))
	removeEmpty(filepath.Dir(shimsOf(w)))
	removeEmpty(w.hermes)
}

// taken is what the file becomes, and whether it stays at all.
func (c *change) taken() (text string, stays bool, err error) {
	if err := c.read(); err != nil || !c.there {
		return "", false, err // gone: so is what was set
	}
	return c.reverted(c.now)
}

// takeBack writes that.
func (c *change) takeBack(text string, stays bool) error {
	switch {
	case !c.there:
		return nil
	case stays:
		return replaceFile(c.File, text, 0o600)
	}
	if err := os.Remove(c.File); err != nil {
		return err
	}
	for i := len(c.Made) - 1; i >= 0; i-- {
		removeEmpty(c.Made[i])
	}
	return nil
}

// reverted is what the file's text becomes without the change, and whether the
// file stays at all. Where somebody has written it since, only what was set is
// taken back; what has another value by now stays.
func (c *change) reverted(now string) (text string, stays bool, err error) {
	switch {
	case now == c.After:
		return c.Before, c.Was, nil
	case len(c.Edits) == 0:
		return "", false, fmt.Errorf("%s was changed since: remove it by hand", c.File)
	}
	text = now
	for i := len(c.Edits) - 1; i >= 0; i-- {
		if text, err = c.Edits[i].revert(text); err != nil {
			return "", false, fmt.Errorf("%s: %w", c.File, err)
		}
	}
	return text, true, nil
}

// missingAbove is the folders that the file needs and that are not there.
func missingAbove(file string) (made []string) {
	for dir := filepath.Dir(file); missing(dir); dir = filepath.Dir(dir) {
		made = append([]string{dir}, made...)
	}
	return made
}

// replaceFile writes a file whole or not at all. One that is there keeps its mode.
func replaceFile(path, text string, mode fs.FileMode) error {
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".hermes-exec-*")
	if err != nil {
		return err
	}
	_, err = temp.WriteString(text)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// isOwnLink reports whether path is a link that leads to this program.
func isOwnLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0 && isOwnFile(path)
}

// removeEmpty removes a folder with nothing in it.
func removeEmpty(dir string) { syscall.Rmdir(dir) }
