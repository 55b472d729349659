package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// inputShell is a shell whose script comes on standard input. Each statement
// is read as the shell would read it, judged with what the ones before have
// set, and passed on; the next is read when the shell has come back for more.
// So an agent can keep a shell open, and what a command inside reads comes
// from behind the statement.
//
// A refused statement is left out: in its place the shell gets one that only
// fails with the status of a refusal, and goes on or ends as it would after
// any command that failed. What cannot be read ends the script, as it does
// for the shell.
type inputShell struct {
	w       *world
	s       settings
	options tiers.Options
	command supervisor.Command
	grammar string // see [shellparse.Options.Shell]
	redirs  string // puts the caller's standard input in place of the script
	feed    *supervisor.Feed
	session *shellparse.Session
	laid    policy.Settings // what the policy files say
	lost    bool            // something was let through that is in no grammar: where the shell stands in what follows is not known

	deciding sync.Mutex          // somebody may be looking at a prompt
	last     *supervisor.Request // that was passed on
	record   *witness            // of that
}

// scriptOnInput is `bash -s ARG…`, bash with no operands, or `bash /dev/stdin ARG…`;
// params are the script's $0, $1…
func scriptOnInput(w *world, inv invocation, params []string, path, argv0 string, s settings) (supervisor.Status, error) {
	if s.pty {
		return supervisor.Status{}, usagef("", "--pty: the script comes on standard input, which would be the terminal")
	}
	w.open = true
	sh := &inputShell{w: w, s: s, options: s.options()}
	laid, err := w.govern(&sh.options)
	if err != nil {
		return supervisor.Status{}, err
	}
	sh.laid = laid
	ownTerminal := !s.noPty && (term.IsTerminal(0) || term.IsTerminal(1) || term.IsTerminal(2))
	sh.command = s.command(supervisor.Command{Path: path, Argv: slices.Concat([]string{argv0}, inv.options, inv.operands)})
	if err := sh.open(path); err != nil {
		return supervisor.Status{}, err
	}
	sh.command.Fed, sh.command.Feed = true, sh.feed
	sh.command.Started = func(int) { go sh.read() }
	terminal := newLoan()
	if ownTerminal {
		sh.command.Aside, w.lend = terminal.aside, terminal.lend
	}
	o := inv.reading(w, path, argv0)
	o.Args = params
	sh.session = shellparse.NewSession(o)

	began := time.Now()
	start := w.guardedShell(laid, newRequest(w, shellparse.Parse("", o), sh.command, s, sh.options))
	status, err := start(context.Background(), sh.command)
	close(terminal.over)
	sh.deciding.Lock() // for good
	if err != nil {
		err = cannotStart(argv0, err)
		status.Code, status.Unstarted = exitStatus(err), err.Error()
	}
	if sh.last != nil {
		if err := sh.record.Ended(sh.last, sh.record.decision, status, time.Since(began)); err != nil {
			fmt.Fprintf(os.Stderr, "hermes-exec: the end of this script is not in the audit log: %v\n", err)
		}
		s.report.write(sh.last, sh.record, status, err)
	}
	return status, err
}

// guardedShell starts a shell that stays under the kernel guard, but not where
// that would take from a statement still to come the rights it may need.
func (w *world) guardedShell(laid policy.Settings, r *supervisor.Request) supervisor.Runner {
	record, setting := openAudit(w.hermes), laid.Guard
	if setting != policy.GuardOn && setting != policy.GuardOff && guard.TakesRights() {
		off := supervisor.GuardEvent{Off: "a statement to come may need a program that gets rights by its file"}
		if err := record.Guarded(r, off); err != nil {
			fmt.Fprintf(os.Stderr, "hermes-exec: audit log: %v\n", err)
		}
		return supervisor.Keep
	}
	return w.guarded(r, laid, record, supervisor.Keep)
}

// open makes the feed in the way the shell needs it.
func (sh *inputShell) open(path string) (err error) {
	back, blocks := "\x00", true // which these shells leave out of what they read
	highest := 9                 // of a descriptor that a redirection can name
	switch sh.grammar = grammarOf(path); sh.grammar {
	case "bash":
		blocks, highest = false, 40 // scripts take those below 10, bash itself goes up from there and down from 63
	case "dash", "ash":
	case "zsh":
		back, blocks = " ", false
	default:
		return usagef("", "a script on standard input of %s is not judged: bash, dash and zsh are; -c 'SCRIPT' and FILE work", path)
	}
	if sh.feed, err = supervisor.NewFeed(back, blocks, highest); err != nil {
		return err
	}
	if sh.grammar == "bash" {
		// Moved, not opened: bash gives background jobs /dev/null then, as it
		// does where nothing was redirected.
		sh.redirs = fmt.Sprintf("0<&%d-", sh.feed.Input)
	} else {
		sh.redirs = fmt.Sprintf("0<&%d %[1]d<&-", sh.feed.Input)
	}
	return nil
}

// read passes the script on until its end, or the shell's.
func (sh *inputShell) read() {
	defer sh.feed.End()
	for {
		unit, whole := shellparse.ReadUnit(sh.feed.Line, sh.grammar)
		if unit == "" {
			return
		}
		if err := sh.statement(unit, whole); err != nil {
			return
		}
		if len(unit) > shellparse.MaxInput {
			return // where it would have gone on is not known
		}
	}
}

// statement judges a unit of the script and passes it on. An error ends the script.
func (sh *inputShell) statement(unit string, whole bool) error {
	if whole && shellparse.Blank(unit) {
		return sh.feed.Write(unit)
	}
	err := sh.judge(unit, whole)
	if errors.Is(err, supervisor.ErrPassedOn) {
		if sh.lost = sh.lost || !whole; sh.lost {
			return sh.feed.Pass(unit)
		}
		text, _ := shellparse.Redirected(unit, sh.grammar, sh.redirs)
		return sh.feed.Pass(text)
	}
	status := report(sh.w.stderr(), err)
	sh.session.Withdraw()
	instead := fmt.Sprintf("(exit %d)\n", status)
	sh.session.Parse(instead)
	if err := sh.feed.Pass(instead + strings.Repeat("\n", max(strings.Count(unit, "\n")-1, 0))); err != nil {
		return err
	}
	if !whole {
		return err
	}
	return nil
}

// judge tells the story of a unit. Where it may run the error is [supervisor.ErrPassedOn].
func (sh *inputShell) judge(unit string, whole bool) error {
	sh.deciding.Lock()
	defer sh.deciding.Unlock()
	script := sh.session.Parse(unit)
	if !whole && len(script.Problems) == 0 {
		script.Problems = append(script.Problems, shellparse.Problem{
			Kind: "parse", Text: "the script ends before this does", Pos: shellparse.Span{Line: 1, Col: 1, End: len(unit)},
		})
	}
	r := newRequest(sh.w, script, sh.command, sh.s, sh.options)
	start := func(context.Context, supervisor.Command) (supervisor.Status, error) {
		sh.w.runs(r)
		return supervisor.Status{}, supervisor.ErrPassedOn
	}
	record := &witness{Recorder: openAudit(sh.w.hermes)} // one each: it keeps the request until that ends
	story := newStory(sh.w, sh.s, sh.laid, record, sh.w.unchanged(r, start))
	status, err := story.Do(context.Background(), r)
	if errors.Is(err, supervisor.ErrPassedOn) {
		sh.last, sh.record = r, record
	} else {
		sh.s.report.add(r, record, status, err)
	}
	return err
}
