package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// What the cache keeps: the last opinions, for as long as an agent takes to come
// back to a command, and no longer.
const (
	cacheTime = 15 * time.Minute
	cacheSize = 256
	maxCache  = 1 << 20 // bytes of a file that is read
)

// cacheLock is how long a turn at the file is waited for. Without one the
// opinion is not kept.
const cacheLock = 200 * time.Millisecond

// Cache keeps opinions in a file that only its owner can read and write. What
// cannot be read or trusted is no cache; the model is asked then.
type Cache struct {
	Path string // in a folder that exists, or can be made
}

// CacheKey stands for a question: of the instructions, of the service and its model,
// and of parts, which say all that an opinion depends on.
func (s *Service) CacheKey(parts ...string) string {
	text, err := json.Marshal(append([]string{Version, s.BaseURL, s.Model}, parts...))
	if err != nil {
		return "" // texts always can be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// kept is an opinion in the file.
type kept struct {
	Key    string     `json:"key"`
	Says   string     `json:"says"`
	Tier   tiers.Tier `json:"tier"`
	Reason string     `json:"reason"`
	Given  time.Time  `json:"given"`
}

// holds reports whether the opinion still counts. One from the future does not:
// the clock was set back, and how old it is is not known.
func (k *kept) holds(now time.Time) bool {
	age := now.Sub(k.Given)
	return age >= 0 && age < cacheTime
}

// Get gives the opinion that was kept under a key.
func (c *Cache) Get(key string, now time.Time) (supervisor.Opinion, bool) {
	all, err := c.read()
	if err != nil || key == "" {
		return supervisor.Opinion{}, false
	}
	for _, k := range all {
		if k.Key == key && k.holds(now) {
			return supervisor.Opinion{Says: k.Says, Tier: k.Tier, Reason: k.Reason, Cached: true}, true
		}
	}
	return supervisor.Opinion{}, false
}

// Put keeps an opinion. None is not kept: the next time there may be one.
func (c *Cache) Put(ctx context.Context, key string, o supervisor.Opinion, now time.Time) error {
	if key == "" || o.Says == supervisor.SaysNone {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		return fmt.Errorf("keep the opinion: %w", err)
	}
	unlock, err := c.lock(ctx)
	if err != nil {
		return fmt.Errorf("keep the opinion: %w", err)
	}
	defer unlock()
	all, err := c.read()
	if err != nil && !errors.Is(err, errGarbled) {
		return fmt.Errorf("keep the opinion: %w", err)
	}
	all = slices.DeleteFunc(all, func(k kept) bool { return k.Key == key || !k.holds(now) })
	all = append(all, kept{Key: key, Says: o.Says, Tier: o.Tier, Reason: o.Reason, Given: now.UTC()})
	if err := c.write(all[max(len(all)-cacheSize, 0):]); err != nil {
		return fmt.Errorf("keep the opinion: %w", err)
	}
	return nil
}

// errGarbled is a file that is ours and cannot be read: it is written anew.
var errGarbled = errors.New("not a list of opinions")

func (c *Cache) read() ([]kept, error) {
	f, err := os.OpenFile(c.Path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := private(f); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxCache+1))
	if err != nil {
		return nil, err
	}
	var all []kept
	if len(text) > maxCache || json.Unmarshal(text, &all) != nil {
		return nil, errGarbled
	}
	return all, nil
}

// private reports why others could have written the file, or can read it.
func private(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return errors.New("not a plain file")
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("others can get at it (mode %04o)", info.Mode().Perm())
	case ok && int(st.Uid) != os.Getuid():
		return fmt.Errorf("it belongs to user %d", st.Uid)
	}
	return nil
}

func (c *Cache) write(all []kept) error {
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(c.Path), filepath.Base(c.Path)+"-*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), c.Path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// lock waits its turn, for [cacheLock] at most.
func (c *Cache) lock(ctx context.Context) (unlock func() error, err error) {
	turn := flock.New(c.Path+".lock", flock.SetFlag(os.O_RDONLY|os.O_CREATE|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(ctx, cacheLock)
	defer cancel()
	_, err = turn.TryLockContext(ctx, 2*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("another process holds the lock")
	}
	return turn.Close, err
}
