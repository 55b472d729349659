package seal

import (
	"errors"
	"fmt"
	"golang.org/x/sys/unix"
	"os"
	"runtime"
	"strings"
)

// name is the key's in the user's keyring.
const name = "hermes-exec:seals"

// keyType holds bytes that any process may be given, see keyrings(7).
const keyType = "user"

// rights are what possessor and user may do with the key: view, read and link it
// (keyctl_setperm(3)). Without write, setattr and search nobody can change it,
// change that, revoke or invalidate it: all there is to do is to put another in its
// place, or to unlink it.
const rights = 0x13130000

// userRing is the user's keyring, whatever its number is.
const userRing = unix.KEY_SPEC_USER_KEYRING

// Ring makes sure that there is a key, so that nobody else puts one there first,
// and returns the number of the keyring it is in; 0: the kernel has none.
func Ring() int32 {
	id, err := unix.KeyctlGetKeyringID(userRing, true)
	if err != nil {
		return 0
	}
	if key, err := find(); err == nil && key == 0 {
		if done, err := lockTable(""); err == nil {
			if key, err := find(); err == nil && key == 0 {
				_ = put([]byte("[]")) // without it nothing is sealed, which holds for all to see
			}
			done()
		}
	}
	return int32(id)
}

// find is the key's number; 0: there is none.
func find() (key int, err error) {
	var buf [4 * 256]byte
	n, err := unix.KeyctlBuffer(unix.KEYCTL_READ, userRing, buf[:], 0)
	if err != nil {
		return 0, missing(err)
	}
	for list := buf[:min(n, len(buf))]; len(list) >= 4; list = list[4:] {
		id := int(int32(uint32(list[0]) | uint32(list[1])<<8 | uint32(list[2])<<16 | uint32(list[3])<<24))
		said, err := unix.KeyctlString(unix.KEYCTL_DESCRIBE, id)
		if err != nil {
			continue // ended meanwhile, or another's
		}
		// type;uid;gid;rights;name, of which only the name can hold a semicolon
		if parts := strings.SplitN(said, ";", 5); len(parts) == 5 && parts[0] == keyType && parts[4] == name {
			return id, nil
		}
	}
	return 0, nil
}

// missing tells a system without keyrings from other failures.
func missing(err error) error {
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EOPNOTSUPP) {
		return errNone
	}
	return fmt.Errorf("the user's keyring: %w", err)
}

// readKey is what the key holds; nothing where there is none.
func readKey() ([]byte, error) {
	key, err := find()
	if err != nil || key == 0 {
		return nil, err
	}
	buf := make([]byte, 2*most)
	n, err := unix.KeyctlBuffer(unix.KEYCTL_READ, key, buf, 0)
	if err != nil {
		return nil, fmt.Errorf("the key of the seals: %w", err)
	}
	return buf[:min(n, len(buf))], nil
}

// writeKey puts a new key in the place of the old one.
func writeKey(text []byte) error {
	if _, err := find(); err != nil {
		return err
	}
	if err := put(text); err != nil {
		return fmt.Errorf("%w: what a supervised command starts cannot change it", err)
	}
	return nil
}

// put makes the key in the process's own keyring, where nobody sees it before its
// rights are set, and links it into the user's, which replaces the one of that name
// in one step. The process's keyring is the thread's to see.
func put(text []byte) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	key, err := unix.AddKey(keyType, name, text, unix.KEY_SPEC_PROCESS_KEYRING)
	if err != nil {
		return fmt.Errorf("make the key of the seals: %w", err)
	}
	defer unix.KeyctlInt(unix.KEYCTL_UNLINK, key, unix.KEY_SPEC_PROCESS_KEYRING, 0, 0)
	if err := unix.KeyctlSetperm(key, rights); err != nil {
		return fmt.Errorf("make the key of the seals: %w", err)
	}
	if _, err := unix.KeyctlInt(unix.KEYCTL_LINK, key, userRing, 0, 0); err != nil {
		return fmt.Errorf("keep the key of the seals: %w", err)
	}
	return nil
}

// lockTable keeps others from changing the table meanwhile. The key is the user's,
// for all their homes, so the lock is on what the kernel has one of. Who holds it
// too long is not waited for: then the later change counts.
func lockTable(home string) (done func(), err error) {
	path, flags := "/proc/sys/kernel/keys/maxbytes", os.O_RDONLY
	if _, err := find(); errors.Is(err, errNone) {
		path, flags = lockPath(home), os.O_RDONLY|os.O_CREATE
	}
	return lockFile(path, flags)
}
