package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// shim makes a folder of links by which this program is called as the shells
// that are installed, to stand first on an agent's PATH. What is there already
// and is no link of ours is left alone.
func shim(args []string) (supervisor.Status, error) {
	words, err := flagsAnywhere(newFlags("shim"), args)
	switch {
	case err != nil:
		return supervisor.Status{}, err
	case len(words) != 1:
		return supervisor.Status{}, usagef("shim", "needs one folder")
	}
	dir, err := filepath.Abs(words[0])
	if err != nil {
		return supervisor.Status{}, err
	}
	made, err := makeShims(dir)
	for _, path := range made {
		fmt.Println(path)
	}
	return supervisor.Status{}, err
}

// makeShims makes the links in dir and returns them.
func makeShims(dir string) (made []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program's file: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	for _, name := range shellNames {
		if installed(name) == "" {
			continue // a link would be a shell that the system does not have
		}
		path := filepath.Join(dir, name)
		if err := link(self, path); err != nil {
			return made, err
		}
		made = append(made, path)
	}
	return made, nil
}

// link makes path lead to this program.
func link(self, path string) error {
	if isOwnFile(path) {
		return nil
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		if _, err := os.Stat(path); !isOurName(to) || !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is a link to %s: remove it first", path, to)
		}
		if err := os.Remove(path); err != nil { // ours, to where this program was before
			return err
		}
	} else if err == nil {
		return fmt.Errorf("%s is there already, and no link of this program: remove it first", path)
	}
	return os.Symlink(self, path)
}

// isOurName reports whether a link leads to a hermes-exec, this one or another.
func isOurName(path string) bool { return filepath.Base(path) == "hermes-exec" }
