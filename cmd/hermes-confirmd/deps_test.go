package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/cmd/deptest"
)

// root is the module's folder.
const root = "../.."

// What must not be linked into the daemon, by whatever way.
var links = map[string]string{
	deptest.Module + "/supervisor/guard": "it starts no commands, and has nothing to guard",
	deptest.Module + "/supervisor/mcp":   "servers are the wrapper's",
	"net/http/pprof":                     "it shows the inside of the daemon to whoever reaches it",
	"expvar":                             "it shows the inside of the daemon to whoever reaches it",
	"testing":                            "it is for tests",
	"github.com/modelcontextprotocol/go-sdk/mcp": "it is the client of tests",
}

// Who speaks HTTP. Everybody else can be linked into the wrapper.
var speakHTTP = []string{"cmd/hermes-confirmd", "supervisor/confirm", "supervisor/llm", "supervisor/notify", "scripts"}

func TestDaemonLinks(t *testing.T) {
	deptest.Links(t, root, "./cmd/hermes-confirmd", deptest.Module+"/supervisor/llm", links)
}

func TestWhoSpeaksHTTP(t *testing.T) {
	for _, p := range deptest.List(t, root, "./...") {
		path := strings.TrimPrefix(p.ImportPath, deptest.Module+"/")
		may := slices.ContainsFunc(speakHTTP, func(name string) bool { return path == name || strings.HasPrefix(path, name+"/") })
		if slices.Contains(p.Imports, "net/http") && !may {
			t.Errorf("%s imports net/http: %v do", path, speakHTTP)
		}
	}
}

// Each question starts this program once, and waits for it.
func TestNoWorkAtStart(t *testing.T) {
	deptest.NoWorkAtStart(t, filepath.Join(bin, "hermes-confirmd"), "--help")
}
