package seal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
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

// Ring makes sure that there is a key, so that nobody else puts one there first, and
// returns the number of the keyring it is in, 0 where the kernel has none; whether the
// key is there; and whether that keyring is the session's, too.
func Ring() (ring int32, sealed, session bool) {
	id, err := unix.KeyctlGetKeyringID(userRing, true)
	if err != nil {
		return 0, false, false
	}
	keepUnfound(id)
	key, err := find()
	if err == nil && key == 0 {
		err = begin()
	}
	own, ownErr := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false)
	return int32(id), err == nil, ownErr == nil && own == id
}

// userSearch is what the user may do with a keyring that they do not possess.
const userSearch = 0x00080000 // KEY_USR_SEARCH, from the kernel's linux/key.h

// keepUnfound takes that from the user's keyring: who joins a session keyring by a
// name is given any that may be searched, and this one has a name, too. Possessors
// search it as before, and KEY_SPEC_USER_KEYRING makes everybody one.
func keepUnfound(ring int) {
	said, err := unix.KeyctlString(unix.KEYCTL_DESCRIBE, ring)
	if err != nil {
		return
	}
	parts := strings.SplitN(said, ";", 5) // as in look
	if len(parts) < 4 {
		return
	}
	if may, err := strconv.ParseUint(parts[3], 16, 32); err == nil && may&userSearch != 0 {
		unix.KeyctlSetperm(ring, uint32(may)&^userSearch)
	}
}

// begin makes the key of an empty table where there is none: add_key(2) takes the
// place of no key that cannot be written. The rights are the possessor's to set, which
// this thread is while the user's keyring is in its process's.
func begin() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, err := unix.KeyctlInt(unix.KEYCTL_LINK, userRing, unix.KEY_SPEC_PROCESS_KEYRING, 0, 0); err != nil {
		return err
	}
	defer unix.KeyctlInt(unix.KEYCTL_UNLINK, userRing, unix.KEY_SPEC_PROCESS_KEYRING, 0, 0)
	key, err := unix.AddKey(keyType, name, []byte(beginning), userRing)
	if err != nil {
		return err
	}
	return unix.KeyctlSetperm(key, rights)
}

// find is the key's number; 0: there is none. A key that is replaced while this looks
// is gone when it is asked what it is: then it looks again.
func find() (key int, err error) {
	for range tries {
		gone := false
		if key, gone, err = look(); key != 0 || err != nil || !gone {
			return key, err
		}
	}
	return 0, errors.New("the user's keyring does not stand still")
}

// tries is how often a key may be replaced under one's hands.
const tries = 100

func look() (key int, gone bool, err error) {
	list := make([]byte, 4*64)
	for {
		n, err := unix.KeyctlBuffer(unix.KEYCTL_READ, userRing, list, 0)
		if err != nil {
			return 0, false, missing(err)
		}
		if n <= len(list) {
			list = list[:n]
			break
		}
		list = make([]byte, 2*n) // what does not fit is not given at all
	}
	for ; len(list) >= 4; list = list[4:] {
		id := int(int32(binary.NativeEndian.Uint32(list)))
		said, err := unix.KeyctlString(unix.KEYCTL_DESCRIBE, id)
		if err != nil {
			gone = gone || !errors.Is(err, unix.EACCES) // which another program's may be
			continue
		}
		// type;uid;gid;rights;name, of which only the name can hold a semicolon
		// One with other rights is not ours yet, or nobody's whom one could believe.
		parts := strings.SplitN(said, ";", 5)
		if len(parts) == 5 && parts[0] == keyType && parts[4] == name && parts[3] == fmt.Sprintf("%08x", rights) {
			return id, false, nil
		}
	}
	return 0, gone, nil
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
	for range tries {
		key, err := find()
		if err != nil || key == 0 {
			return nil, err
		}
		buf := make([]byte, 2*most)
		n, err := unix.KeyctlBuffer(unix.KEYCTL_READ, key, buf, 0)
		switch {
		case err == nil:
			return buf[:min(n, len(buf))], nil
		case errors.Is(err, unix.EACCES):
			return nil, fmt.Errorf("the key of the seals: %w", err)
		}
	}
	return nil, errors.New("the key of the seals does not stand still")
}

// writeKey puts a new key in the place of the old one.
func writeKey(text []byte) error {
	if _, err := find(); err != nil {
		return err
	}
	if err := put(text); err != nil {
		if errors.Is(err, unix.EACCES) {
			err = fmt.Errorf("%w: what a supervised command starts cannot change it", err)
		}
		return err
	}
	return nil
}

// quotaTime is how long the kernel may take to collect keys that were replaced,
// which count until then; it takes milliseconds.
const quotaTime = time.Second

// put makes the key in the process's own keyring, where nobody sees it before its
// rights are set, and links it into the user's, which replaces the one of that name
// in one step. The process's keyring is the thread's to see.
func put(text []byte) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	key, err := unix.AddKey(keyType, name, text, unix.KEY_SPEC_PROCESS_KEYRING)
	for wait := time.Millisecond; errors.Is(err, unix.EDQUOT) && wait < quotaTime; wait *= 2 {
		time.Sleep(wait)
		key, err = unix.AddKey(keyType, name, text, unix.KEY_SPEC_PROCESS_KEYRING)
	}
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
// for all their homes and whatever is mounted where, so the lock is on the root. Who
// holds it too long is not waited for: then the later change counts.
func lockTable(home string) (done func(), err error) {
	if _, err := find(); errors.Is(err, errNone) {
		return lockFile(lockPath(home), os.O_RDONLY|os.O_CREATE)
	}
	return lockFile("/", os.O_RDONLY)
}
