package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// A reviewer is a server that speaks the OpenAI protocol, with the two programs
// as they are built, a home of their own, and stubs for what they run.
type reviewer struct {
	t      *testing.T
	server *httptest.Server
	home   string // HERMES_HOME
	dir    string // where commands run
	path   string // PATH: stubs, and the programs
	env    []string

	mu    sync.Mutex
	asked []string // the content of the user's message of each request
	keys  []string // and its key
}

// newReviewer starts one that answers every question in the same words. policy
// is put before what names the service.
func newReviewer(t *testing.T, policy, answer string) *reviewer {
	t.Helper()
	return newReviewerFunc(t, policy, func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"content": answer}}}})
	})
}

func newReviewerFunc(t *testing.T, policy string, answer http.HandlerFunc) *reviewer {
	t.Helper()
	v := &reviewer{t: t, home: filepath.Join(t.TempDir(), ".hermes"), dir: t.TempDir()}
	v.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var q struct {
			Messages []struct{ Role, Content string }
		}
		if json.Unmarshal(body, &q) != nil || len(q.Messages) != 2 {
			t.Errorf("a request that is none: %s", body)
			return
		}
		v.mu.Lock()
		v.asked = append(v.asked, q.Messages[1].Content)
		v.keys = append(v.keys, r.Header.Get("Authorization"))
		v.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(v.server.Close)
	v.policy(policy + "llm: {base_url: '" + v.server.URL + "/v1', model: m}\n")
	stubs := t.TempDir()
	for _, name := range []string{"git", "rm", "mkfs.ext4", "make", "ls"} {
		writeFile(t, filepath.Join(stubs, name), "#!/bin/sh\necho ran "+name+"\n", 0o755)
	}
	self, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	v.path = stubs + ":" + filepath.Dir(self) // nothing else is on it
	return v
}

func (v *reviewer) policy(text string) {
	v.t.Helper()
	if err := os.MkdirAll(v.home, 0o700); err != nil {
		v.t.Fatal(err)
	}
	path := filepath.Join(v.home, "exec.yaml")
	writeFile(v.t, path, text, 0o600)
	if err := seal.Put(v.home, path, []byte(text)); err != nil {
		v.t.Fatal(err)
	}
}

// writeFile writes a file that may be a program. Nothing is started meanwhile:
// a process that inherited the open file would make the program's own start fail
// (ETXTBSY).
func writeFile(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask
		t.Fatal(err)
	}
}

// run runs the wrapper where nobody can be asked, and gives what it wrote and
// how it ended.
func (v *reviewer) run(args ...string) (out, errs, end string) {
	v.t.Helper()
	return v.runAs("hermes-exec", args...)
}

func (v *reviewer) runAs(program string, args ...string) (out, errs, end string) {
	v.t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		v.t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = v.dir
	c.Env = append([]string{"HOME=" + filepath.Dir(v.home), "PATH=" + v.path}, v.env...)
	var o, e bytes.Buffer
	c.Stdout, c.Stderr = &o, &e
	end = ended(c.Run())
	return o.String(), e.String(), end
}

// questions are those since the last call.
func (v *reviewer) questions() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	asked := v.asked
	v.asked = nil
	return asked
}

// last is the last decision in the audit log.
func (v *reviewer) last() *audit.Record {
	v.t.Helper()
	var last *audit.Record
	log := audit.NewReader(v.home, 0)
	defer log.Close()
	err := log.Read(func(l audit.Line) bool {
		r, err := l.Parse()
		if err != nil {
			v.t.Fatalf("%s: %v", l.Text, err)
		}
		if r.Event == "decision" {
			last = r
		}
		return true
	})
	if err != nil {
		v.t.Fatal(err)
	}
	return last
}

const (
	approves = `{"opinion":"approve","reason":"an ordinary thing"}`
	strictly = "preset: strict\n"
)
