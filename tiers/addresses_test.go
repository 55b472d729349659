package tiers

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAddressLists: every address in a list of the package has an example of a
// rule that no other entry of the list would do for.
func TestAddressLists(t *testing.T) {
	var examples []string
	for _, r := range Rules() {
		examples = append(append(examples, r.Yes...), r.No...)
	}
	lists := 0
	for _, file := range sources(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			list, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			addresses := stringsOf(list)
			if !holdsAddresses(addresses) || slices.Contains(addresses, "localhost") { // for those see below, and TestKillsElsewhere
				return true
			}
			lists++
			for i, address := range addresses {
				others := slices.Delete(slices.Clone(addresses), i, i+1)
				alone := func(text string) bool {
					return strings.Contains(text, address) && !slices.ContainsFunc(others, func(o string) bool { return strings.Contains(text, o) })
				}
				if !slices.ContainsFunc(examples, alone) {
					t.Errorf("%s stands in no example", address)
				}
			}
			return true
		})
	}
	if lists < 2 {
		t.Errorf("only %d lists were found", lists)
	}
}

// stringsOf are the elements of a list of strings.
func stringsOf(list *ast.CompositeLit) []string {
	var out []string
	for _, e := range list.Elts {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			s, _ := strconv.Unquote(l.Value)
			out = append(out, s)
		}
	}
	return out
}

// holdsAddresses reports whether words are addresses rather than commands that
// hold some, or programs that are named like one.
func holdsAddresses(words []string) bool {
	number, name := regexp.MustCompile(`^\d+(\.\d+){3}$`), regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|net|org|internal)(/[a-z]+)?$`)
	names := 0
	for _, w := range words {
		if number.MatchString(w) {
			return true
		}
		if name.MatchString(w) {
			names++
		}
	}
	return names > 1
}

// TestThisMachine: the spellings of this machine's address, and what only looks
// like one.
func TestThisMachine(t *testing.T) {
	for _, tt := range []struct {
		host                   string
		local, loopback, byURL bool
	}{
		{"localhost", true, true, true},
		{"127.0.0.1", true, true, true},
		{"127.1.2.3", true, true, false},
		{"0.0.0.0", true, true, false},
		{"0", false, true, false},
		{"::1", true, true, false},
		{"[::1]", true, false, true},
		{"ip6-localhost", false, true, false},
		{"app.localhost", true, false, false},
		{"host.docker.internal", true, false, false},
		{"", true, false, false},
		{"localhost.evil.com", false, false, false},
		{"xlocalhost", false, false, false},
		{"127.0.0.1.evil.com", false, true, false},
		{"10.0.0.1", false, false, false},
		{"192.168.0.1", false, false, false},
		{"example.com", false, false, false},
	} {
		url := "http://u@" + tt.host + "/db"
		if got := local(tt.host); got != tt.local {
			t.Errorf("local(%q) = %v", tt.host, got)
		}
		if got := local(url); got != tt.local {
			t.Errorf("local(%q) = %v", url, got)
		}
		if got := loopback(tt.host); got != tt.loopback {
			t.Errorf("loopback(%q) = %v", tt.host, got)
		}
		for _, u := range []string{url, "postgres://" + tt.host + ":5432/db", "postgres://" + tt.host} {
			if got := onThisMachine(u); got != tt.byURL {
				t.Errorf("onThisMachine(%q) = %v", u, got)
			}
		}
	}
	for _, url := range []string{"localhost/db", "http://localhost/a?b", "http://localhost,evil.com/a", "http://localhost@evil.com/a"} {
		if onThisMachine(url) {
			t.Errorf("onThisMachine(%q)", url)
		}
	}
	for port, want := range map[string]bool{"6000": true, "6080": true, "6001": false, "60": false, "": false} {
		if daemonPort(port) != want {
			t.Errorf("daemonPort(%q) = %v", port, !want)
		}
	}
}
