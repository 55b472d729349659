package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// A release has the same bytes wherever and whenever it is made, says what is in
// it, and its programs know their version.
func TestRelease(t *testing.T) {
	t.Parallel()
	need(t, "go")
	need(t, "git")
	if runtime.GOOS != "linux" {
		t.Skip("GNU tar is not everywhere")
	}
	if out, err := exec.Command("git", "rev-parse", "HEAD").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v: %s", err, out)
		}
		t.Skipf("this is no repository: %s", out)
	}
	changes, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^## (\d\S*) `).FindStringSubmatch(string(changes))
	if version == nil {
		t.Fatal("CHANGELOG.md names no version")
	}
	target := runtime.GOOS + "/" + runtime.GOARCH
	made := make([]string, 2)
	for i := range made {
		dir := t.TempDir()
		made[i] = filepath.Join(dir, "made")
		c := exec.Command("../../scripts/release", "v"+version[1], made[i], target)
		c.Env = append(os.Environ(), "TMPDIR="+dir, "GOFLAGS=-tags=another")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	archive := "hermes-exec-" + version[1] + "-" + strings.ReplaceAll(target, "/", "-") + ".tar.gz"
	for _, name := range []string{archive, "sbom.txt", "SHA256SUMS"} {
		one, err := os.ReadFile(filepath.Join(made[0], name))
		if err != nil {
			t.Fatal(err)
		}
		if two, err := os.ReadFile(filepath.Join(made[1], name)); err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s is another one the second time (%v)", name, err)
		}
		if name == "sbom.txt" && !bytes.Contains(one, []byte("mvdan.cc/sh/v3")) {
			t.Errorf("sbom.txt: %s", one)
		}
	}
	sh := exec.Command("sh", "-c", `sha256sum -c SHA256SUMS && tar -xzf "$0" && ls */man */completions && */hermes-exec version && */hermes-confirmd version`, archive)
	sh.Dir = made[0]
	out, err := sh.CombinedOutput()
	if err != nil || strings.Count(string(out), " v"+version[1]) < 2 {
		t.Errorf("%v: %s", err, out)
	}
	for _, name := range []string{"hermes-exec.1", "hermes-exec.yaml.5", "hermes-confirmd.fish"} {
		if !strings.Contains(string(out), name) {
			t.Errorf("no %s: %s", name, out)
		}
	}
	if out, err := exec.Command("../../scripts/release", "99.0.0", t.TempDir(), target).CombinedOutput(); err == nil || !strings.Contains(string(out), `CHANGELOG.md has no "## 99.0.0`) {
		t.Errorf("a version without changes: %v, %s", err, out)
	}
}
