package shellparse

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
)

// enclose makes the folder a tmpfs that only this thread and what it starts
// can see, to be the root of what runs there: bash, sh, their libraries, a
// null device and /proc, which <(…) needs.
func (w *world) enclose() error {
	if err := syscall.Unshare(syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC); err != nil {
		return fmt.Errorf("a mount namespace: %w", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("a private mount namespace: %w", err)
	}
	if err := syscall.Mount("tmpfs", w.folder, "tmpfs", syscall.MS_NOSUID, "mode=755"); err != nil {
		return fmt.Errorf("a root of its own: %w", err)
	}
	sh, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		return err
	}
	files := [][2]string{{w.bash, "/bin/bash"}, {sh, "/bin/sh"}}
	locale, _ := filepath.Glob("/usr/lib/locale/C.*/LC_CTYPE") // what a character is
	for _, f := range locale {
		files = append(files, [2]string{f, f})
	}
	for _, program := range []string{w.bash, sh} {
		out, err := exec.Command("ldd", program).Output()
		if err != nil {
			return fmt.Errorf("the libraries of %s: %w", program, err)
		}
		for _, lib := range regexp.MustCompile(`/[^ \n]+`).FindAllString(string(out), -1) {
			files = append(files, [2]string{lib, lib})
		}
	}
	for _, f := range files {
		data, err := os.ReadFile(f[0])
		to := w.folder + f[1]
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, data, 0o755)); err != nil {
			return err
		}
	}
	null := w.folder + "/dev/null"
	if err := errors.Join(
		os.Mkdir(w.folder+"/dev", 0o755),
		syscall.Mknod(null, syscall.S_IFCHR|0o666, 1<<8|3), os.Chmod(null, 0o666),
		os.Symlink("/proc/self/fd", w.folder+"/dev/fd"),
		os.Mkdir(w.folder+"/proc", 0o755),
		syscall.Mount("/proc", w.folder+"/proc", "", syscall.MS_BIND, ""),
	); err != nil {
		return err
	}
	w.inside, w.bash, w.enclosed = "", "/bin/bash", true
	return nil
}
