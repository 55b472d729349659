package confirm

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// TokenPath is where the approver's token is. Only its owner can read it.
func TokenPath(home string) string { return filepath.Join(home, "confirmd.token") }

// tokenBytes is how long a token is, before it is written in hexadecimal.
const tokenBytes = 32

// ReadToken reads the approver's token. A file that others may read holds no
// secret, and is an error.
func ReadToken(home string) (string, error) {
	path := TokenPath(home)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", fmt.Errorf("the approver's token: %w", err)
	}
	defer f.Close()
	fi, err := f.Stat()
	switch {
	case err != nil:
		return "", fmt.Errorf("the approver's token: %w", err)
	case !fi.Mode().IsRegular():
		return "", fmt.Errorf("the approver's token %s is not a regular file", path)
	case fi.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("the approver's token %s can be read by others (mode %o); remove it, and the daemon makes a new one at its next start", path, fi.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, 1024))
	if err != nil {
		return "", fmt.Errorf("the approver's token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if b, err := hex.DecodeString(token); err != nil || len(b) != tokenBytes {
		return "", fmt.Errorf("the approver's token %s is damaged; remove it, and the daemon makes a new one at its next start", path)
	}
	return token, nil
}

// makeToken reads the token, or makes one at the first start.
func makeToken(home string) (string, error) {
	token, err := ReadToken(home)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	b := make([]byte, tokenBytes)
	rand.Read(b)
	token = hex.EncodeToString(b)
	path := TokenPath(home)
	f, err := os.CreateTemp(home, ".confirmd-*.token") // 0600
	if err != nil {
		return "", fmt.Errorf("make the approver's token: %w", err)
	}
	_, err = f.WriteString(token + "\n")
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path) // under the lock: nobody else makes one
	}
	if err == nil {
		err = syncFolder(home) // what the store signs with it must not outlive it
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("make the approver's token: %w", err)
	}
	return token, nil
}

// syncFolder has the names in a folder on the disk.
func syncFolder(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // not every file system has that
		return err
	}
	return nil
}

// sameToken compares in a time that says nothing about either.
func sameToken(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// privateDir makes a folder that only its owner may enter; one that is there
// already must not be open for others to write.
func privateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	fi, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if fi.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s can be written by others (mode %o): `chmod 700 %[1]s`", dir, fi.Mode().Perm())
	}
	return nil
}
