package tiers

import (
	"net/url"
	"testing"
)

// TestUnescaped holds what undoes an address's escapes against the library that
// the daemon's server uses.
func TestUnescaped(t *testing.T) {
	for _, s := range []string{"", "/", "%", "%4", "%41", "a%2fb%2Fc", "%63onfirm", "%+1", "%-1", "% 1", "%0x", "%zz", "%25", "%2541", "x%00y", "%é", "100%", "%e2%82%ac"} {
		want, err := url.PathUnescape(s)
		if err != nil {
			want = s
		}
		if got := unescaped(s); got != want {
			t.Errorf("unescaped(%q) = %q, want %q", s, got, want)
		}
	}
}
