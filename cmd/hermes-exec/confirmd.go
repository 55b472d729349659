package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// confirmd is the program that asks whoever is not at the terminal: it links
// HTTP, which this one must not. It is started for a question, never before.
const confirmd = "hermes-confirmd"

// reviewer asks the language model that the policy names.
func (w *world) reviewer(model *policy.LLM) interruptible {
	return interruptible{&approve.Reviewer{
		Client: w.client(model.KeyEnv),
		LLM:    approve.LLM{BaseURL: model.BaseURL, Model: model.Model, KeyEnv: model.KeyEnv},
		Mask:   audit.Mask,
	}}
}

// screened has messages read by the content screen that the policy names; nil: there is none.
func (w *world) screened(screen *policy.Screen, next supervisor.Approver) supervisor.Approver {
	if screen == nil {
		return next
	}
	return &approve.Screened{
		Approver: next,
		Until:    untilSignal,
		Client:   w.client(""),
		Screen:   approve.Screen{BaseURL: screen.BaseURL, Model: screen.Model},
		Mask:     audit.Mask,
	}
}

// interruptible gives up the question at a signal that would end this process:
// nothing has been started that it could be passed on to.
type interruptible struct{ *approve.Reviewer }

func (i interruptible) Review(ctx context.Context, r *supervisor.Request) (supervisor.Opinion, error) {
	ctx, stop := untilSignal(ctx)
	defer stop()
	return i.Reviewer.Review(ctx, r)
}

// untilSignal is a context that also ends at a signal that would end this process.
func untilSignal(ctx context.Context) (context.Context, func()) {
	ctx, end := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, s := range [...]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			end(fmt.Errorf("a signal (%v) ended it", s))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		end(nil)
	}
}

// client runs `hermes-confirmd ask`. keyEnv is the variable with the key, "" where there is none.
func (w *world) client(keyEnv string) *approve.Client {
	return &approve.Client{Run: func(ctx context.Context, input []byte, out func([]byte) error) error {
		path, err := w.confirmd()
		if err != nil {
			return err
		}
		return runAsk(ctx, path, w.askEnv(keyEnv), input, out)
	}}
}

// runAsk runs the program with a question, and hands out what it writes until
// it ends, out has had enough, or ctx is done. Its standard input stays open
// until then, so that it can see when this process is gone.
func runAsk(ctx context.Context, path string, env []string, input []byte, out func([]byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	said := &firstBytes{most: 400}
	c := exec.CommandContext(ctx, path, "ask")
	c.Args[0], c.Dir, c.Env, c.Stderr = confirmd, "/", env, said
	c.WaitDelay = 100 * time.Millisecond // for a descendant that holds the pipes
	stdin, err := c.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("%s: %w", confirmd, err)
	}
	context.AfterFunc(ctx, func() { stdout.Close() })
	go stdin.Write(input) // ends with the program; Wait closes the pipe
	outErr := handOut(stdout, out)
	cancelled := ctx.Err() != nil
	if outErr != nil {
		cancel()
	}
	err = c.Wait()
	switch {
	case outErr != nil:
		return outErr
	case cancelled:
		return fmt.Errorf("%s: %w", confirmd, context.Cause(ctx))
	case err != nil:
		return fmt.Errorf("%s: %w%s", confirmd, err, said.quoted())
	}
	return nil
}

func handOut(from io.Reader, out func([]byte) error) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if err := out(buf[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return nil // the end, or what Wait says
		}
	}
}

// firstBytes keeps the beginning of what is written.
type firstBytes struct {
	bytes.Buffer
	most int
}

func (f *firstBytes) Write(b []byte) (int, error) {
	f.Buffer.Write(b[:min(len(b), max(f.most-f.Len(), 0))])
	return len(b), nil
}

func (f *firstBytes) quoted() string {
	s := strings.TrimSpace(f.String())
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

var errNoConfirmd = errors.New(confirmd + " is not installed beside this program")

// confirmd finds the program: beside this one, which is where it is installed.
// Only the outermost supervisor also looks on PATH, since a nested one has the
// PATH of the command that it judges; and there it takes nothing that lies in
// the working directory, is found by a relative name, or could have been
// written by others: none of these is where somebody installs a program.
func (w *world) confirmd() (string, error) {
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real // a link named bash stands elsewhere
		}
		if path := filepath.Join(filepath.Dir(self), confirmd); executable(path) == nil {
			return path, nil
		}
	}
	if w.nested() {
		return "", errNoConfirmd
	}
	for dir := range strings.SplitSeq(os.Getenv("PATH"), ":") {
		if !filepath.IsAbs(dir) {
			continue
		}
		path, err := filepath.EvalSymlinks(filepath.Join(dir, confirmd))
		if err == nil && executable(path) == nil && !below(path, w.dir) && onlyOwners(path) && onlyOwners(filepath.Dir(path)) {
			return path, nil
		}
	}
	return "", errNoConfirmd
}

// below reports whether path is in a folder, at whatever depth. Every path is
// in /, which says nothing about it.
func below(path, dir string) bool {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir != "/" && strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// onlyOwners reports whether nobody but root and this user can write a file.
func onlyOwners(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (st.Uid == 0 || int(st.Uid) == os.Getuid())
}

// askEnv is the environment of hermes-confirmd. What decides whom it talks to
// (proxies, certificate stores) is only the outermost supervisor's to say: under
// another the environment is the judged command's. Nothing else gets through,
// so that no variable of a library or of Go's runtime has a say.
func (w *world) askEnv(keyEnv string) []string {
	env := []string{"HERMES_HOME=" + w.hermes}
	pass := func(names ...string) {
		for _, name := range names {
			if value, ok := os.LookupEnv(name); ok && name != "" {
				env = append(env, name+"="+value)
			}
		}
	}
	pass(keyEnv)
	if !w.nested() {
		pass("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR")
	}
	return env
}
