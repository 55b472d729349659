package approve

import (
	"bytes"
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

	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Grant is a standing permission that a person gave: by `policy allow`, or by
// a key at the prompt. What a policy file allows is not among them.
type Grant struct {
	Pattern string    `json:"pattern"`
	Dir     string    `json:"dir,omitempty"`     // holds in this folder and below; "" everywhere
	Session string    `json:"session,omitempty"` // holds for this session only
	Until   time.Time `json:"until,omitzero"`    // holds until then; zero: until it is revoked
	Added   time.Time `json:"added"`

	// Unconfirmed says that nobody is known to have given it: it does not hold, until
	// a person confirms it ([ConfirmGrants]).
	Unconfirmed bool `json:"unconfirmed,omitempty"`
}

// over reports whether the grant holds no longer.
func (g *Grant) over(now time.Time) bool { return !g.Until.IsZero() && !now.Before(g.Until) }

// same reports whether two grants differ in nothing but their times.
func (g *Grant) same(other *Grant) bool {
	return g.Pattern == other.Pattern && g.Dir == other.Dir && g.Session == other.Session
}

// GrantFile is where the grants of $HERMES_HOME are kept.
func GrantFile(home string) string { return filepath.Join(home, "exec", "permissions.json") }

// Grants are those of $HERMES_HOME that hold at a time. No file is no grant; a
// file that others than the user could have written, or that is not
// understood, is an error.
func Grants(home string, now time.Time) ([]Grant, error) {
	path := GrantFile(home)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the permissions: %w", err)
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	owner, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !fi.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a plain file: remove it", path)
	case fi.Mode().Perm()&0o022 != 0:
		return nil, fmt.Errorf("%s: others than its owner can write it (mode %04o): chmod go-w", path, fi.Mode().Perm())
	case ok && owner.Uid != 0 && int(owner.Uid) != os.Getuid():
		return nil, fmt.Errorf("%s: it belongs to user %d, neither root nor the user this runs as", path, owner.Uid)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []Grant
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) > 0 && !seal.Holds(home, path, text) {
		for i := range all {
			all[i].Unconfirmed = true
		}
	}
	return slices.DeleteFunc(all, func(g Grant) bool { return g.over(now) }), nil
}

// ConfirmGrants makes the given grants hold that nobody is known to have given.
// Like [ChangeGrants] it is for an act of a person, who was shown them.
func ConfirmGrants(home string, shown []Grant, now time.Time) error {
	return ChangeGrants(home, now, func(all []Grant) ([]Grant, error) {
		for i := range all {
			if slices.Contains(shown, all[i]) {
				all[i].Unconfirmed = false
			}
		}
		return all, nil
	})
}

// ChangeGrants replaces the grants by what change makes of them, and seals them.
// Nobody else changes them meanwhile. Whoever calls it has seen to it that a person
// wants that: below the kernel guard it is an error.
func ChangeGrants(home string, now time.Time, change func([]Grant) ([]Grant, error)) error {
	path := GrantFile(home)
	err := changeFile(path, path+".lock", func() ([]byte, error) {
		all, err := Grants(home, now)
		if err != nil {
			return nil, err
		}
		if all, err = change(all); err != nil {
			return nil, err
		}
		return json.MarshalIndent(all, "", "  ")
	}, func(written []byte) error { return seal.Put(home, path, written) })
	if errors.As(err, new(*fileError)) {
		return fmt.Errorf("keep the permissions: %w", err)
	}
	return err
}

// AddGrant keeps a grant, in place of one that differs in its times only. Its
// pattern has to be one that can permit.
func AddGrant(home string, g Grant) error {
	p, err := tiers.ParsePattern(g.Pattern)
	if err == nil {
		err = p.Permits()
	}
	if err != nil {
		return err
	}
	return ChangeGrants(home, g.Added, func(all []Grant) ([]Grant, error) {
		all = slices.DeleteFunc(all, func(old Grant) bool { return old.same(&g) })
		return append(all, g), nil
	})
}

// Permissions are the grants that hold for a session, as the judge takes them.
func Permissions(all []Grant, session, home string) ([]tiers.Permission, error) {
	var list []tiers.Permission
	for i := range all {
		g := &all[i]
		if g.Unconfirmed || g.Session != "" && g.Session != session {
			continue
		}
		p, err := tiers.ParsePattern(g.Pattern)
		if err == nil {
			err = p.Permits()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", GrantFile(home), err)
		}
		from := "policy allow"
		if g.Session != "" {
			from = "this session"
		}
		list = append(list, tiers.Permission{Pattern: p, Dir: g.Dir, From: from + ", " + g.Added.Format(time.DateOnly)})
	}
	return list, nil
}
