package llm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

var noon = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)

func put(t *testing.T, c *Cache, key string, o supervisor.Opinion, at time.Time) {
	t.Helper()
	if err := c.Put(t.Context(), key, o, at); err != nil {
		t.Fatal(err)
	}
}

func TestCache(t *testing.T) {
	t.Parallel()
	c := &Cache{Path: filepath.Join(t.TempDir(), "exec", "opinions.json")}
	if o, ok := c.Get("a", noon); ok {
		t.Errorf("out of nothing: %+v", o)
	}
	raise := supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.High, Reason: "r", Took: time.Second}
	put(t, c, "a", raise, noon)
	put(t, c, "b", supervisor.Opinion{Says: supervisor.SaysApprove}, noon)
	put(t, c, "c", supervisor.Opinion{Says: supervisor.SaysNone, Reason: "no answer in time"}, noon)
	put(t, c, "", supervisor.Opinion{Says: supervisor.SaysApprove}, noon)
	raise.Took, raise.Cached = 0, true
	for _, tt := range []struct {
		key   string
		after time.Duration
		want  supervisor.Opinion
		ok    bool
	}{
		{"a", 0, raise, true},
		{"a", cacheTime - time.Second, raise, true},
		{"a", cacheTime, supervisor.Opinion{}, false},
		{"a", -time.Second, supervisor.Opinion{}, false}, // the clock was set back
		{"b", time.Minute, supervisor.Opinion{Says: supervisor.SaysApprove, Cached: true}, true},
		{"c", 0, supervisor.Opinion{}, false},
		{"", 0, supervisor.Opinion{}, false},
	} {
		if o, ok := c.Get(tt.key, noon.Add(tt.after)); ok != tt.ok || o != tt.want {
			t.Errorf("%q after %v: %+v, %v", tt.key, tt.after, o, ok)
		}
	}
	put(t, c, "a", supervisor.Opinion{Says: supervisor.SaysDeny}, noon)
	if o, _ := c.Get("a", noon); o.Says != supervisor.SaysDeny {
		t.Errorf("the later opinion does not count: %+v", o)
	}
	if info, err := os.Stat(c.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestCacheStaysSmall(t *testing.T) {
	t.Parallel()
	c := &Cache{Path: filepath.Join(t.TempDir(), "opinions.json")}
	for i := range cacheSize + 10 {
		put(t, c, fmt.Sprint(i), supervisor.Opinion{Says: supervisor.SaysDeny}, noon)
	}
	all, err := c.read()
	if err != nil || len(all) != cacheSize || all[0].Key != "10" {
		t.Errorf("%d opinions, the first is %q: %v", len(all), all[0].Key, err)
	}
	put(t, c, "new", supervisor.Opinion{Says: supervisor.SaysDeny}, noon.Add(cacheTime))
	if all, _ := c.read(); len(all) != 1 {
		t.Errorf("%d opinions are left of what is over", len(all))
	}
}

// A file that others can get at says nothing, and is not written to.
func TestCacheTrustsItsOwnFileOnly(t *testing.T) {
	t.Parallel()
	approve := supervisor.Opinion{Says: supervisor.SaysApprove}
	for name, spoil := range map[string]func(path string) error{
		"others can write it": func(p string) error { return os.Chmod(p, 0o620) },
		"others can read it":  func(p string) error { return os.Chmod(p, 0o604) },
		"a link": func(p string) error {
			return firstError(os.Rename(p, p+".real"), os.Symlink(p+".real", p))
		},
		"a pipe":   func(p string) error { return firstError(os.Remove(p), syscall.Mkfifo(p, 0o600)) },
		"a folder": func(p string) error { return firstError(os.Remove(p), os.Mkdir(p, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			c := &Cache{Path: filepath.Join(t.TempDir(), "opinions.json")}
			put(t, c, "a", approve, noon)
			if err := spoil(c.Path); err != nil {
				t.Fatal(err)
			}
			if o, ok := c.Get("a", noon); ok {
				t.Errorf("it gives %+v", o)
			}
			if err := c.Put(t.Context(), "b", approve, noon); err == nil {
				t.Error("it is written to")
			}
			unlock, err := c.lock(t.Context())
			if err != nil {
				t.Fatalf("the turn was not given back: %v", err)
			}
			unlock()
		})
	}
	c := &Cache{Path: filepath.Join(t.TempDir(), "opinions.json")}
	for _, text := range []string{"", "{", "null", `[{"key":"a","says":"approve","tier":"BEST"}]`} {
		if err := os.WriteFile(c.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if o, ok := c.Get("a", noon); ok {
			t.Errorf("%q gives %+v", text, o)
		}
		put(t, c, "a", approve, noon)
		if _, ok := c.Get("a", noon); !ok {
			t.Errorf("%q is not written anew", text)
		}
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Somebody who sits on the lock costs the opinion, not the answer.
func TestCacheLockIsHeld(t *testing.T) {
	t.Parallel()
	c := &Cache{Path: filepath.Join(t.TempDir(), "opinions.json")}
	unlock, err := c.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Put(t.Context(), "a", supervisor.Opinion{Says: supervisor.SaysDeny}, noon); err == nil {
		t.Error("it was written all the same")
	}
	unlock()
	put(t, c, "a", supervisor.Opinion{Says: supervisor.SaysDeny}, noon)
}

func TestCacheAtOnce(t *testing.T) {
	t.Parallel()
	c := &Cache{Path: filepath.Join(t.TempDir(), "opinions.json")}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for { // until its turn comes
				if c.Put(context.Background(), fmt.Sprint(i), supervisor.Opinion{Says: supervisor.SaysDeny}, noon) == nil {
					return
				}
			}
		})
	}
	all.Wait()
	for i := range 20 {
		if _, ok := c.Get(fmt.Sprint(i), noon); !ok {
			t.Errorf("%d is lost", i)
		}
	}
}

// The key tells apart everything that an opinion is about.
func TestCacheKey(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, key := range map[string]string{
		"one":           (&Service{BaseURL: "u", Model: "m"}).CacheKey("a", "b"),
		"another key":   (&Service{BaseURL: "u", Model: "m"}).CacheKey("ab", ""),
		"quotes":        (&Service{BaseURL: "u", Model: "m"}).CacheKey(`a","b`),
		"one part":      (&Service{BaseURL: "u", Model: "m"}).CacheKey("a"),
		"another model": (&Service{BaseURL: "u", Model: "ma"}).CacheKey("", "b"),
		"another URL":   (&Service{BaseURL: "um", Model: ""}).CacheKey("a", "b"),
	} {
		if other, twice := seen[key]; twice {
			t.Errorf("%s is %s", name, other)
		}
		seen[key] = name
	}
}
