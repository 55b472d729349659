package approve

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// A file of grants counts where it is the user's, only the owner can write it, and
// all of it is understood.
func TestGrants(t *testing.T) {
	const git = `[{"pattern":"git push *","added":"2026-01-02T03:04:05Z"}]`
	now := time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, text string
		mode       os.FileMode
		owner      int // 0: whoever runs this
		want       string
	}{
		{"one", git, 0o600, 0, "[git push *]"},
		{"others may read it", git, 0o644, 0, "[git push *]"},
		{"the group may write it", git, 0o620, 0, "others than its owner can write it (mode 0620)"},
		{"anybody may write it", git, 0o602, 0, "others than its owner can write it (mode 0602)"},
		{"somebody else's", git, 0o600, 1, "it belongs to user 1,"},
		{"none", `[]`, 0o600, 0, "[]"},
		{"garbage", `[{`, 0o600, 0, "unexpected EOF"},
		{"something new", `[{"pattern":"ls *","host":"x"}]`, 0o600, 0, `unknown field "host"`},
		{"to the last moment", `[{"pattern":"a *","until":"2026-01-03T00:00:00.000000001Z"},{"pattern":"b *","until":"2026-01-03T00:00:00Z"}]`, 0o600, 0, "[a *]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			write(t, GrantFile(home), tt.text)
			if err := os.Chmod(GrantFile(home), tt.mode); err != nil {
				t.Fatal(err)
			}
			if tt.owner != 0 {
				if os.Getuid() != 0 {
					t.Skip("only root gives files away")
				}
				if err := os.Chown(GrantFile(home), tt.owner, -1); err != nil {
					t.Fatal(err)
				}
			}
			all, err := Grants(home, now)
			patterns := []string{}
			for _, g := range all {
				patterns = append(patterns, g.Pattern)
			}
			got := fmt.Sprint(patterns)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want && (err == nil || !strings.HasPrefix(got, GrantFile(home)+": ") || !strings.Contains(got, tt.want)) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// What is neither a plain file nor nothing is refused, and what cannot permit, too.
func TestNoGrants(t *testing.T) {
	home := t.TempDir()
	if all, err := Grants(home, time.Now()); err != nil || all != nil {
		t.Errorf("no file: %+v, %v", all, err)
	}
	if err := os.MkdirAll(GrantFile(home), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Grants(home, time.Now()); err == nil || !strings.Contains(err.Error(), "not a plain file") {
		t.Errorf("a folder: %v", err)
	}
	file := home + "/file"
	write(t, file, "")
	if all, err := Grants(file, time.Now()); err != nil || all != nil {
		t.Errorf("home is a file: %+v, %v", all, err)
	}
	for _, pattern := range []string{"sudo", "'"} {
		if err := AddGrant(t.TempDir(), Grant{Pattern: pattern}); err == nil {
			t.Errorf("%s is kept", pattern)
		}
		if list, err := Permissions([]Grant{{Pattern: pattern}}, "", home); err == nil || !strings.HasPrefix(err.Error(), GrantFile(home)+": ") {
			t.Errorf("%s permits %+v, %v", pattern, list, err)
		}
	}
}

// A session has its own grants and those of everybody.
func TestPermissions(t *testing.T) {
	added := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	all := []Grant{{Pattern: "git push *", Dir: "/w", Added: added}, {Pattern: "npm publish *", Session: "s1", Added: added}}
	for session, want := range map[string]string{
		"s1": "git push * in /w (policy allow, 2026-01-02); npm publish * in  (this session, 2026-01-02)",
		"s2": "git push * in /w (policy allow, 2026-01-02)",
		"":   "git push * in /w (policy allow, 2026-01-02)",
	} {
		list, err := Permissions(all, session, "/h")
		var got []string
		for _, p := range list {
			got = append(got, fmt.Sprintf("%s in %s (%s)", p.Pattern.String(), p.Dir, p.From))
		}
		if s := strings.Join(got, "; "); s != want || err != nil {
			t.Errorf("%q: %s, %v, want %s", session, s, err, want)
		}
	}
}

// Permissions that are given at the same time all hold.
func TestAddGrantAtOnce(t *testing.T) {
	home := t.TempDir()
	var all sync.WaitGroup
	const many = 12
	for i := range many {
		all.Go(func() {
			if err := AddGrant(home, Grant{Pattern: fmt.Sprintf("git push origin %d", i), Added: time.Now()}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := Grants(home, time.Now())
	if err != nil || len(list) != many {
		t.Fatalf("%d, %v", len(list), err)
	}
	for _, g := range list {
		if g.Unconfirmed {
			t.Errorf("%s does not hold", g.Pattern)
		}
	}
}
