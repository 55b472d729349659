// Floor is the least that hermes-exec can cost as it is built: a program that
// links what it links, puts the kernel guard on /bin/bash, passes signals on,
// and writes two records. It reads no policy and no process but its own, and
// judges nothing.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

func main() {
	supervisor.Monitor(guard.Installer)
	if len(os.Args) < 2 {
		linked()
	}
	home := os.Getenv("HERMES_HOME")
	log, err := audit.Open(home)
	if err != nil {
		fail(err)
	}
	self := tiers.Process{PID: os.Getpid(), PGID: os.Getpid(), Name: "floor"}
	r := &supervisor.Request{Text: "true", Verdict: &tiers.Verdict{}, Facts: &tiers.Facts{Dir: "/", Host: []tiers.Process{self}}}
	d := supervisor.Decision{Allow: true, By: "tier"}
	if err := log.Decided(r, d); err != nil {
		fail(err)
	}
	guard := guard.New(r.Facts.Host, func(e supervisor.GuardEvent) { fail(fmt.Errorf("guard: %+v", e)) })
	guard.Home = home
	began := time.Now()
	argv := append([]string{"/bin/bash"}, os.Args[1:]...)
	status, err := supervisor.Keep(context.Background(), supervisor.Command{Path: argv[0], Argv: argv, GiveUp: true, Guard: guard})
	if err == nil {
		err = log.Ended(r, d, status, time.Since(began))
	}
	if err != nil {
		fail(err)
	}
	status.Die()
}

// linked is not called: it has the linker keep what reads and judges.
func linked() {
	f, err := policy.Parse("", policy.User, nil)
	tiers.Judge(shellparse.Parse("", shellparse.Options{}), &tiers.Facts{}, tiers.Options{})
	fail(fmt.Errorf("usage: floor -c SCRIPT (%v, %v)", f, err))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "floor:", err)
	os.Exit(1)
}
