package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/hermes-exec/hermes-exec"

// What must not be linked into the daemon, by whatever way.
var links = []struct{ banned, why string }{
	{module + "/supervisor/killguard", "it starts no commands, and has nothing to guard"},
	{module + "/supervisor/mcp", "servers are the wrapper's"},
	{"net/http/pprof", "it shows the inside of the daemon to whoever reaches it"},
	{"expvar", "it shows the inside of the daemon to whoever reaches it"},
	{"testing", "it is for tests"},
	{"github.com/modelcontextprotocol/go-sdk/mcp", "it is the client of tests"},
}

// Who speaks HTTP. Everybody else can be linked into the wrapper.
var speakHTTP = []string{"cmd/hermes-confirmd", "supervisor/confirm", "supervisor/llm", "supervisor/notify", "scripts"}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func packages(t *testing.T, patterns ...string) []listed {
	t.Helper()
	c := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps"}, patterns...)...)
	c.Dir = filepath.Join("..", "..")
	out, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var pkgs []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func TestDaemonLinks(t *testing.T) {
	p := packages(t, "./cmd/hermes-confirmd")[0]
	for _, row := range links {
		if slices.Contains(p.Deps, row.banned) {
			t.Errorf("cmd/hermes-confirmd links %s: %s", row.banned, row.why)
		}
	}
	if !slices.Contains(p.Deps, module+"/supervisor/llm") || !slices.Contains(p.Deps, "net/http") {
		t.Errorf("go list does not give what cmd/hermes-confirmd links: %v", p.Deps)
	}
}

func TestWhoSpeaksHTTP(t *testing.T) {
	for _, p := range packages(t, "./...") {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		may := slices.ContainsFunc(speakHTTP, func(name string) bool { return path == name || strings.HasPrefix(path, name+"/") })
		if slices.Contains(p.Imports, "net/http") && !may {
			t.Errorf("%s imports net/http: %v do", path, speakHTTP)
		}
	}
}

// Each question starts this program once, and waits for it: none of our packages
// does work before main begins.
func TestNoWorkAtStart(t *testing.T) {
	cmd := exec.Command(filepath.Join(bin, "hermes-confirmd"), "--help")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages := 0
	for line := range strings.SplitSeq(string(out), "\n") {
		name, isInit := strings.CutPrefix(line, "init ")
		if !isInit {
			continue
		}
		packages++
		if strings.HasPrefix(name, module) || strings.HasPrefix(name, "main ") {
			t.Errorf("work before main: %s", name)
		}
	}
	if packages == 0 {
		t.Errorf("the runtime said nothing: %s", out)
	}
}
