package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

// TestScripts runs testdata/script, one file a feature. Beside testscript's
// own there are the commands below.
//
// Where they run holds every number of two digits in its name, and more that a
// name may hold: a pattern that would hit a random one hits this.
func TestScripts(t *testing.T) {
	t.Parallel()
	var digits strings.Builder
	for i := range 10 {
		for j := i; j < 10; j++ {
			fmt.Fprintf(&digits, "%d%d", i, j)
		}
	}
	root := filepath.Join(t.TempDir(), digits.String()+" exit true 'mine'")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	readme, err := filepath.Abs(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String()) // free again
	l.Close()
	testscript.Run(t, testscript.Params{
		Dir:         filepath.Join("..", "..", "testdata", "script"),
		WorkdirRoot: root,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("RUN", strconv.Itoa(os.Getpid())) // what no other process has in its words
			e.Setenv("TZ", "UTC")
			e.Setenv("README", readme)
			e.Setenv("PORT", port)
			e.Values[readmeRan{}] = map[string]bool{}
			return os.Mkdir(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": cmdStatus,
			"spared": cmdSpared,
			"judged": cmdJudged,
			"alike":  cmdAlike,
			"readme": cmdReadme,
		},
		Condition: func(name string) (bool, error) {
			if name == "execguard" {
				return guard.ExecsAvailable() == nil, nil
			}
			program, ok := strings.CutPrefix(name, "has:")
			if !ok {
				return false, errors.New("unknown condition")
			}
			_, err := exec.LookPath(program)
			return err == nil, nil
		},
		RequireExplicitExec: true,
	})
}

// cmdStatus is `status WANT CMD…`: it ends with that exit status, or by that
// signal (SIGTERM).
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status STATUS|SIGNAL command…")
	}
	if got := ended(ts.Exec(args[1], args[2:]...)); got != args[0] {
		ts.Fatalf("ended with %s, want %s\n%s%s", got, args[0], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// ended writes how a program ended: its status, or the name of its signal.
func ended(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "0"
	case errors.As(err, &exit):
		if w := exit.Sys().(syscall.WaitStatus); w.Signaled() {
			return signalName(w.Signal())
		}
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}

func signalName(s syscall.Signal) string {
	switch s {
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGKILL:
		return "SIGKILL"
	case syscall.SIGINT:
		return "SIGINT"
	}
	return s.String()
}

// cmdSpared is `spared SCRIPT`: under a sacrificial host the script is blocked
// as hardline, with --yolo as without, and the host lives.
func cmdSpared(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: spared SCRIPT")
	}
	for _, flags := range [][]string{nil, {"--yolo"}} {
		argv := append(append([]string{"hermes-exec"}, flags...), "-c", args[0])
		err := ts.Exec("sacrifice", argv...)
		out, errs := ts.ReadFile("stdout"), ts.ReadFile("stderr")
		switch {
		case err != nil:
			ts.Fatalf("%q: the host did not live: %v\n%s%s", argv, err, out, errs)
		case !strings.Contains(out, "status: 126\n"):
			ts.Fatalf("%q was not refused\n%s%s", argv, out, errs)
		case !strings.HasPrefix(errs, "hermes-exec: BLOCKED (hardline):"):
			ts.Fatalf("%q: refused, but not as hardline\n%s", argv, errs)
		}
	}
}

// cmdJudged is `judged allow|ask|block SCRIPT…`: what check says of each.
func cmdJudged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: judged allow|ask|block script…")
	}
	for _, script := range args[1:] {
		err := ts.Exec("hermes-exec", "check", "--", script)
		var want string
		switch args[0] {
		case "allow":
			want = "0"
		case "ask":
			want = "1"
		case "block":
			want = "2"
		}
		if got := ended(err); got != want {
			ts.Fatalf("%s: check ended with %s, want %s\n%s%s", script, got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
		}
	}
}

// cmdAlike is `alike CMD…`: with the shims first on PATH it writes and ends as
// with the system's own shells there. In CMD @SHELLS@ is the folder, whose name
// is one that make and others take unquoted.
func cmdAlike(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: alike command…")
	}
	run := func(shells string) string {
		argv := []string{"PATH=" + shells + ":" + ts.Getenv("PATH"), "SHELL=" + filepath.Join(shells, "bash")}
		for _, arg := range args {
			argv = append(argv, strings.ReplaceAll(arg, "@SHELLS@", shells))
		}
		end := ended(ts.Exec("env", argv...))
		seen := fmt.Sprintf("stdout: %sstderr: %send: %s", ts.ReadFile("stdout"), ts.ReadFile("stderr"), end)
		return strings.ReplaceAll(seen, shells, "SHELLS")
	}
	if want, got := run(ours("plain")), run(ours("shims")); got != want {
		ts.Fatalf("%q\n--- bash\n%s\n--- hermes-exec\n%s", args, want, got)
	}
}
