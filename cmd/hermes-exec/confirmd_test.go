package main

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// judgesInside has a shell below judge by itself: it steps aside for an exec guard.
const judgesInside = strictly + "exec_guard: off\n"

// A supervised command's environment does not choose whom the question goes to.
func TestReviewFromInside(t *testing.T) {
	t.Parallel()
	v := newReviewer(t, judgesInside, approves)
	// The service is reached through a proxy, or not at all.
	proxied := "http://reviewer.invalid/v1"
	v.policy(judgesInside + "llm: {base_url: '" + proxied + "', model: m}\n")
	v.env = []string{"http_proxy=" + v.server.URL}
	if out, errs, end := v.run("-c", "make"); end != "0" || out != "ran make\n" || len(v.questions()) != 1 {
		t.Errorf("outside: ended with %s: %s%s", end, out, errs)
	}
	writeFile(t, filepath.Join(v.dir, "inner"), "#!/bin/sh\nhttp_proxy="+v.server.URL+" hermes-exec -c 'make x'\n", 0o755)
	v.env = nil
	out, errs, end := v.run("--yolo", "--", "./inner")
	if end != "126" || out != "" || len(v.questions()) != 0 {
		t.Errorf("inside: ended with %s: %s%s", end, out, errs)
	}
	v.policy(judgesInside + "llm: {base_url: '" + v.server.URL + "/v1', model: m}\n")
	if out, errs, end := v.run("--yolo", "--", "./inner"); end != "0" || out != "ran make\n" || len(v.questions()) != 1 {
		t.Errorf("inside, without a proxy: ended with %s: %s%s", end, out, errs)
	}
	// Mode smart is the outermost one's as well.
	writeFile(t, filepath.Join(v.dir, "inner"), "#!/bin/sh\nhermes-exec --mode smart -c 'git push'\n", 0o755)
	if out, _, end := v.run("--yolo", "--", "./inner"); end != "126" || out != "" {
		t.Errorf("inside, smart: ended with %s: %s", end, out)
	}
}

// hermes-confirmd is the one beside the wrapper. Elsewhere it is looked for
// only from outside, and not where the command's author can put one.
func TestWhichConfirmd(t *testing.T) {
	t.Parallel()
	real, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	const stub = "#!/bin/sh\n/bin/cat > /dev/null\n" // waits for the end of its input, which does not come
	approving := "#!/bin/sh\nread x\necho '{\"v\":1,\"opinion\":\"approve\"}'\n"
	for _, tt := range []struct {
		name  string
		where string // the stub lies there
		path  string // and this is on PATH
		mode  os.FileMode
		inner bool
		ran   bool
	}{
		{"beside", "bin", "", 0o755, false, true},
		{"beside, from inside", "bin", "", 0o755, true, true},
		{"on PATH", "lib", "@/lib", 0o755, false, true},
		{"on PATH, from inside", "lib", "@/lib", 0o755, true, false},
		{"on PATH, others can write it", "lib", "@/lib", 0o777, false, false},
		{"on PATH, no program", "lib", "@/lib", 0o644, false, false},
		{"in the working directory", "work/x", "@/work/x", 0o755, false, false},
		{"in the working directory, by a relative name", "work", ".", 0o755, false, false},
		{"in the working directory, by no name", "work", "", 0o755, false, false},
		{"nowhere", "", "@/lib", 0o755, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := newReviewer(t, judgesInside, approves)
			top := t.TempDir()
			for _, dir := range []string{"bin", "lib", "work", "work/x"} {
				if err := os.Mkdir(filepath.Join(top, dir), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			v.dir = filepath.Join(top, "work")
			self := filepath.Join(top, "bin", "hermes-exec")
			if err := os.Link(real, self); err != nil {
				text, err := os.ReadFile(real) // another file system
				if err != nil {
					t.Fatal(err)
				}
				writeFile(t, self, string(text), 0o755)
			}
			if tt.where != "" {
				writeFile(t, filepath.Join(top, tt.where, "hermes-confirmd"), approving, tt.mode)
			}
			stubs, _, _ := strings.Cut(v.path, ":")
			v.path = strings.ReplaceAll(tt.path, "@", top) + ":" + stubs
			args := []string{"-c", "make"}
			if tt.inner {
				writeFile(t, filepath.Join(v.dir, "inner"), "#!/bin/sh\n'"+self+"' -c make\n", 0o755)
				args = []string{"--yolo", "--", "./inner"}
			}
			out, errs, end := v.runAs(self, args...)
			if ran := end == "0" && out == "ran make\n"; ran != tt.ran {
				t.Errorf("ended with %s: %s%s", end, out, errs)
			}
		})
	}
	t.Run("one that never answers", func(t *testing.T) {
		t.Parallel()
		v := newReviewer(t, strictly, approves)
		lib := t.TempDir()
		writeFile(t, filepath.Join(lib, "hermes-confirmd"), stub, 0o755)
		self := filepath.Join(lib, "hermes-exec")
		if text, err := os.ReadFile(real); err != nil {
			t.Fatal(err)
		} else {
			writeFile(t, self, string(text), 0o755)
		}
		if out, errs, end := v.runAs(self, "-c", "make"); end != "126" || out != "" {
			t.Errorf("ended with %s: %s%s", end, out, errs)
		}
	})
}

// Where nobody's word is wanted hermes-confirmd is not started.
func TestReviewerIsNotStarted(t *testing.T) {
	t.Parallel()
	real, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	v := newReviewer(t, "deny: [git fetch *]\nallow: [git pull *]\n", approves)
	lib := t.TempDir()
	self, started := filepath.Join(lib, "hermes-exec"), filepath.Join(lib, "started")
	text, err := os.ReadFile(real)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, self, string(text), 0o755)
	writeFile(t, filepath.Join(lib, "hermes-confirmd"), "#!/bin/sh\n: > '"+started+"'\n", 0o755)
	for _, tt := range []struct {
		args []string
		asks bool
	}{
		{[]string{"-c", "ls"}, false},
		{[]string{"-c", "make"}, false},
		{[]string{"-c", "git push"}, false}, // manual, and nobody to read what it would say
		{[]string{"--mode", "smart", "-c", "ls; make"}, false},
		{[]string{"--mode", "smart", "-c", "git fetch x"}, false},
		{[]string{"--mode", "smart", "-c", "git pull x"}, false},
		{[]string{"--mode", "smart", "-c", "mkfs.ext4 /dev/no-such-disk"}, false},
		{[]string{"--mode", "smart", "-c", "rm -rf x"}, false},
		{[]string{"--mode", "off", "-c", "git push"}, false},
		{[]string{"--mode", "cron", "-c", "git push"}, false},
		{[]string{"check", "git push"}, false},
		{[]string{"explain", "git push"}, false},
		{[]string{"--mode", "smart", "-c", "git push"}, true},
	} {
		v.runAs(self, tt.args...)
		if _, err := os.Stat(started); (err == nil) != tt.asks {
			t.Errorf("%q: started: %v", tt.args, err == nil)
		}
	}
}

// A signal that would end the wrapper ends the question, and nothing runs.
func TestReviewIsInterrupted(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		arrived := make(chan struct{}, 1)
		v := newReviewerFunc(t, "", func(_ http.ResponseWriter, r *http.Request) {
			arrived <- struct{}{}
			<-r.Context().Done()
		})
		path, err := exec.LookPath("hermes-exec")
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(path, "--mode", "smart", "-c", "git push")
		c.Dir, c.Env = v.dir, []string{"HOME=" + filepath.Dir(v.home), "PATH=" + v.path}
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		<-arrived
		c.Process.Signal(sig)
		if end := ended(c.Wait()); end != "126" || out.Len() > 0 || !strings.Contains(errs.String(), "the question was withdrawn: a signal ("+sig.String()+") ended it") {
			t.Errorf("%v: ended with %s: %s%s", sig, end, &out, &errs)
		}
	}
}
