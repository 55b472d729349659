package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A job in the background that holds none of the caller's streams keeps nobody
// waiting, and lives on when the shell and its supervisor have ended.
func TestBackgroundLivesOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		terminal bool
		argv     []string
	}{
		{"headless", false, nil},
		{"terminal", true, nil},
		{"--timeout", false, []string{"--timeout", "1h"}},
		{"--pty", false, []string{"--pty"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := exec.Command("hermes-exec", append(tt.argv, "-c", `sleep 1000 >/dev/null 2>&1 </dev/null & echo "job $! job"`)...)
			c.Env = append(os.Environ(), "HOME="+t.TempDir())
			var out []byte
			var err error
			if tt.terminal {
				f, startErr := pty.Start(c)
				if startErr != nil {
					t.Fatal(startErr)
				}
				defer f.Close()
				out, _ = io.ReadAll(f) // its error is how a terminal ends
				err = c.Wait()
			} else {
				c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
				out, err = c.CombinedOutput() // returns at the end of the pipe
			}
			var job int
			if _, scanErr := fmt.Sscanf(string(out), "job %d job", &job); scanErr != nil || err != nil {
				t.Fatalf("%v, %v: %q", err, scanErr, out)
			}
			for began := time.Now(); ; time.Sleep(time.Millisecond) {
				name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", job))
				if string(name) == "sleep\n" {
					break
				}
				if err != nil || time.Since(began) > patience { // it is bash still, until it is sleep
					t.Fatalf("the job does not live on: %q, %v", name, err)
				}
			}
			syscall.Kill(job, syscall.SIGKILL)
		})
	}
}

// A job that holds the caller's pipe: the shell ends, as bash does, and the
// pipe has its end only when the job has.
func TestBackgroundHoldsPipe(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "hermes-exec"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			gate, free, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			c := exec.Command(shell, "-c", "cat <&3 & exec 3<&-; echo hi")
			c.Env = append(os.Environ(), "HOME="+t.TempDir())
			c.Stdout, c.ExtraFiles = w, []*os.File{gate}
			err = c.Run() // returns while the job still reads
			w.Close()
			gate.Close()
			if err != nil {
				t.Fatal(err)
			}
			said := make([]byte, len("hi\n"))
			if _, err := io.ReadFull(r, said); err != nil || string(said) != "hi\n" {
				t.Errorf("%q, %v", said, err)
			}
			r.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			if n, err := r.Read(said); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the pipe is not held: %d, %v", n, err)
			}
			r.SetReadDeadline(time.Now().Add(patience))
			io.WriteString(free, "late\n")
			free.Close()
			if rest, err := io.ReadAll(r); err != nil || string(rest) != "late\n" {
				t.Errorf("the rest is %q, %v", rest, err)
			}
		})
	}
}

// What an agent does to try a server: start it, ask it, end it.
func TestServer(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	need(t, "curl")
	for _, terminal := range []bool{false, true} {
		t.Run(fmt.Sprintf("terminal %v", terminal), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "page"), []byte("a page\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			const script = `: >log # the server's own may come after the first look
python3 -u -m http.server --bind 127.0.0.1 0 >>log 2>&1 &
until port=$(sed -n 's/^Serving HTTP on .* port \([0-9]*\) .*/\1/p' log) && [ -n "$port" ]; do sleep 0.05; done
curl -sS http://127.0.0.1:$port/page
kill %1; wait %1; echo "ended $?"; echo $port >port`
			c := exec.Command("hermes-exec", "-c", script)
			c.Dir, c.Env = dir, append(os.Environ(), "HOME="+t.TempDir())
			var out bytes.Buffer
			if terminal {
				f, err := pty.Start(c)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				io.Copy(&out, f) // its error is how a terminal ends
			} else {
				c.Stdout, c.Stderr = &out, &out
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.Wait(); err != nil {
				t.Error(err)
			}
			if got := strings.ReplaceAll(out.String(), "\r", ""); got != "a page\nended 143\n" {
				t.Errorf("%q", got)
			}
			if conn, err := net.Dial("tcp4", "127.0.0.1:"+strings.TrimSpace(readText(t, filepath.Join(dir, "port")))); err == nil {
				conn.Close()
				t.Error("the server is still there")
			}
		})
	}
}
