package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

var demoUsage = usage.Verb{
	Name: "demo", Line: "a tour of a minute that touches nothing of yours",
	Text: `Shows what runs, what is asked and what is refused, with commands that are run for
real: in a folder made for it, with a home, an audit log and an rm of its own. All of
it is gone at the end. Without a terminal nobody is asked, and the answer is no.`,
}

// tour is the script of the demo. A plain shell runs it, since the commands
// shown are to have a host that is no hermes-exec.
//
//go:embed demo.sh
var tour string

// demo becomes the shell that runs the tour, in a folder that this removes.
func demo(args []string) (supervisor.Status, error) {
	flags := newFlags("demo")
	if err := parseFlags(flags, args, 0); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if w.nested() {
		return supervisor.Status{}, errors.New("demo: this is under hermes-exec already; start the tour in a terminal of your own")
	}
	self, err := os.Executable()
	if err != nil {
		return supervisor.Status{}, err
	}
	dir, err := os.MkdirTemp("", "hermes-exec-demo-")
	if err != nil {
		return supervisor.Status{}, fmt.Errorf("demo: a folder for it: %w", err)
	}
	guarded := checkGuard(w)[0].State == stateOK
	argv := []string{"sh", "-c", tour, "demo", self, dir, strconv.FormatBool(guarded)}
	for _, a := range agentsKnown() {
		if a.installed(w) {
			argv = append(argv, a.name)
		}
	}
	err = syscall.Exec("/bin/sh", argv, demoEnvironment(dir))
	os.RemoveAll(dir)
	return supervisor.Status{}, fmt.Errorf("demo: start /bin/sh: %w", err)
}

// demoEnvironment has nothing of the visitor's but how their terminal is
// spoken to.
func demoEnvironment(dir string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + filepath.Join(dir, "home"),
		"HERMES_HOME=" + filepath.Join(dir, "home", ".hermes"),
		"TMPDIR=" + filepath.Join(dir, "tmp"),
	}
	for _, name := range []string{"TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TZ"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
