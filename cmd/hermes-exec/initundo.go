package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// undo takes back what init has changed for the agent, and the links where no
// other needs them.
func (a anAgent) undo(w *world) error {
	c, err := readChange(a.record(w))
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("%s was not put under hermes-exec by init; nothing to take back\n", a.name)
		return nil
	}
	if err == nil {
		err = c.takeBack()
	}
	if err != nil {
		return fmt.Errorf("init %s --undo: %w", a.name, err)
	}
	if err := os.Remove(a.record(w)); err != nil {
		return fmt.Errorf("init %s --undo: %w", a.name, err)
	}
	removeEmpty(filepath.Dir(a.record(w)))
	if missing(filepath.Dir(a.record(w))) { // no agent is left
		for _, name := range shellNames {
			if path := filepath.Join(shimsOf(w), name); isOwnLink(path) {
				os.Remove(path)
			}
		}
		removeEmpty(shimsOf(w))
		removeEmpty(filepath.Dir(shimsOf(w)))
		removeEmpty(w.hermes)
	}
	fmt.Printf("%s is as before: %s\n", a.name, visible(c.File))
	return nil
}

// takeBack puts the file back as it was.
func (c *change) takeBack() error {
	now := change{File: c.File}
	if err := now.read(); err != nil || !now.Was {
		return err // gone: so is what was set
	}
	text, stays, err := c.reverted(now.Before)
	switch {
	case err != nil:
		return err
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
// file stays at all. Where somebody has written it since, only the member that was
// set is taken back; one that has another value by now stays.
func (c *change) reverted(now string) (text string, stays bool, err error) {
	switch {
	case now == c.After:
		return c.Before, c.Was, nil
	case c.Key == "":
		return "", false, fmt.Errorf("%s was changed since: remove it by hand", c.File)
	}
	set, err := memberOf(c.After, c.Key)
	if err != nil {
		return "", false, err
	}
	is, err := memberOf(now, c.Key)
	if err != nil || is != set {
		return now, true, err
	}
	before := ""
	if c.Was {
		if before, err = memberOf(c.Before, c.Key); err != nil {
			return "", false, err
		}
	}
	if before != "" {
		text, err = withMember(now, c.Key, before)
	} else {
		text, err = withoutMember(now, c.Key)
	}
	return text, true, err
}

// missingAbove is the folders that the file needs and that are not there.
func missingAbove(file string) (made []string) {
	for dir := filepath.Dir(file); missing(dir); dir = filepath.Dir(dir) {
		made = append([]string{dir}, made...)
	}
	return made
}

func readChange(record string) (*change, error) {
	text, err := os.ReadFile(record)
	if err != nil {
		return nil, err
	}
	c := new(change)
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", record, err)
	}
	return c, nil
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
