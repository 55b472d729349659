package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// A command starts with no other signals blocked, ignored and caught than it
// would without hermes-exec, whoever was asked about it.
func TestSignalsOfCommand(t *testing.T) {
	for _, asked := range []string{"nobody", "a person at the prompt", "a daemon", "a reviewer"} {
		for _, guard := range []string{"on", "off"} {
			for _, streams := range []string{"pty", "pipes"} {
				t.Run(fmt.Sprintf("%s/guard %s/%s", asked, guard, streams), func(t *testing.T) {
					t.Parallel()
					signalsOfCommand(t, asked, guard, streams)
				})
			}
		}
	}
}

func signalsOfCommand(t *testing.T, asked, guard, streams string) {
	p := newPlace(t)
	stub := filepath.Join(p.dir, "git")
	if err := os.WriteFile(stub, []byte("#!/bin/sh\nexec cat /proc/self/status\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	policy := "kernel_guard: " + guard + "\n"
	argv := []string{"hermes-exec", "--", stub, "push", "origin", "main"}
	switch asked {
	case "nobody":
		argv[3] = "status"
	case "a reviewer":
		argv = append([]string{argv[0], "--mode", "smart"}, argv[1:]...)
		policy += "llm: {base_url: '" + approving(t) + "/v1', model: m}\n"
	}
	p.policy(policy)
	if asked == "a daemon" {
		p.serve()
	}

	want := signalLines(t, p.command(stub))
	c := p.command(argv...)
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	if asked == "a person at the prompt" { // it controls nobody else, who then is not asked there
		c.ExtraFiles = []*os.File{slave}
		c.SysProcAttr.Setctty, c.SysProcAttr.Ctty = true, 3
	}
	screen := &written{}
	if streams == "pty" {
		c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	} else {
		c.Stdout, c.Stderr = screen, screen
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	read := make(chan struct{})
	go func() {
		defer close(read)
		io.Copy(screen, master) // its error is how a terminal ends
	}()
	switch asked {
	case "a person at the prompt":
		confirmtest.Eventually(t, "the question", func() bool { return strings.Contains(screen.String(), "? help >") })
		master.WriteString("y")
	case "a daemon":
		p.confirmd("approve", p.pending(1)[0].ID)
	}
	err = c.Wait()
	<-read
	if got := signalsIn(screen.String()); err != nil || got != want {
		t.Errorf("%v; got\n%swant\n%s\n%s", err, got, want, screen)
	}
}

// signalLines are what a program without hermes-exec says of its signals.
func signalLines(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	out, err := c.Output()
	if err != nil || signalsIn(string(out)) == "" {
		t.Fatalf("%v: %s", err, out)
	}
	return signalsIn(string(out))
}

var signalLine = regexp.MustCompile(`Sig(Blk|Ign|Cgt):\t[0-9a-f]+`)

func signalsIn(status string) string {
	return strings.Join(signalLine.FindAllString(status, -1), "\n") + "\n"
}

// written is what was written so far.
type written struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *written) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *written) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// approving is the address of a reviewer that approves everything.
func approving(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		message := map[string]any{"content": `{"opinion":"approve","reason":"an ordinary thing"}`}
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop", "message": message}}})
	}))
	t.Cleanup(s.Close)
	return s.URL
}
