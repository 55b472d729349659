package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// conversation is an interactive shell, on the user's terminal or on pipes (an
// agent that keeps `bash -i` open). The shell is the real one, with its own
// editing, completion, history and prompt; a hook in it (hooks/) asks about each
// command line before that runs. The line is judged as a whole, with what the
// ones before have set, and if it is not to run the shell goes back to its prompt.
type conversation struct {
	w       *world
	s       settings
	command supervisor.Command
	hook    *lineHook
	session *shellparse.Session
	grammar string

	files string // a folder made for the shell's start, "" for none
	loan

	deciding chan struct{} // who holds it may change what follows
	spare    int           // commands of the last line that the shell has still to come to
	refused  bool          // that line was
	aliases  string        // as the session knows them
	open     *openLine     // that runs; nil: none
}

// openLine is a line that was let through and has not ended yet.
type openLine struct {
	request *supervisor.Request
	record  *witness
	began   time.Time
}

// converse is a shell with -i, or on a terminal, without operands.
func converse(w *world, inv invocation, path, argv0 string, s settings) (supervisor.Status, error) {
	ownTerminal := s.pty || term.IsTerminal(0) || term.IsTerminal(1) || term.IsTerminal(2)
	if s.noPty && ownTerminal {
		return supervisor.Status{}, usagef("", "--no-pty: an interactive shell needs a terminal of its own")
	}
	c := &conversation{
		w: w, s: s, grammar: grammarOf(path),
		loan: newLoan(), deciding: make(chan struct{}, 1),
	}
	options := s.options()
	laid, err := w.govern(&options)
	if err != nil {
		return supervisor.Status{}, err
	}
	c.command = s.command(supervisor.Command{Path: path, Aside: c.aside})
	err = c.prepare(inv, argv0)
	if c.files != "" {
		defer os.RemoveAll(c.files)
	}
	if err != nil {
		return supervisor.Status{}, err
	}
	o := inv.reading(w, path, argv0)
	o.Login, o.Args = true, append([]string{argv0}, inv.operands...)
	c.session = shellparse.NewSession(o)
	w.typed = true
	start := w.guardedShell(laid, newRequest(w, shellparse.Parse("", o), c.command, s, options))
	w.open = true
	if ownTerminal {
		w.lend = c.lend
	}
	go c.listen()
	status, err := start(context.Background(), c.command)
	close(c.over)
	c.deciding <- struct{}{} // for good
	if err != nil {
		return status, cannotStart(argv0, err)
	}
	c.ended(status)
	return status, nil
}

// prepare makes the hook and the command line that has the shell read it.
func (c *conversation) prepare(inv invocation, argv0 string) (err error) {
	switch {
	case c.grammar != "bash" && c.grammar != "zsh":
		return usagef("", "an interactive %s is not judged: it has no hook that sees a line before it runs; bash and zsh have one", c.grammar)
	case strings.TrimPrefix(filepath.Base(argv0), "-") == "sh":
		return usagef("", "an interactive sh is not judged; call it bash")
	}
	if c.hook, err = newLineHook(); err != nil {
		return err
	}
	if c.grammar == "zsh" {
		return c.prepareZsh(inv, argv0)
	}
	return c.prepareBash(inv, argv0)
}

// listen answers the shell until it ends.
func (c *conversation) listen() {
	for {
		line, ended, err := c.hook.next()
		if err != nil {
			return
		}
		c.deciding <- struct{}{}
		if line.id == "" {
			code, _ := strconv.Atoi(ended)
			c.ended(supervisor.Status{Code: code})
		} else {
			c.ended(supervisor.Status{}) // what it was is not known: the shell shows no prompt in between
			err = c.hook.reply(line.id, c.mayRun(line))
		}
		<-c.deciding
		if err != nil {
			return
		}
	}
}

// ended writes down how the line ended that was let through last.
func (c *conversation) ended(s supervisor.Status) {
	l := c.open
	if l == nil {
		return
	}
	c.open = nil
	if err := l.record.Ended(l.request, l.record.decision, s, time.Since(l.began)); err != nil {
		fmt.Fprintf(c.w.stderr(), "hermes-exec: the end of this line is not in the audit log: %v\n", err)
	}
	c.s.report.add(l.request, l.record, s, nil)
}

// errUnseen is a command that the hook has not seen as a line.
var errUnseen = errors.New("nothing was run: this command was not seen when the line was accepted " +
	"(a key that gives the shell lines past the hook, or PROMPT_COMMAND was changed); " +
	"Enter on a line of its own works, else Ctrl-D and a new shell")

// mayRun judges a line, and says why it may not run if so. A line of several
// commands (a paste) is judged once, and the shell asks for each.
func (c *conversation) mayRun(line asking) bool {
	if strings.TrimSpace(line.text) == "" && c.spare > 0 {
		c.spare--
		return !c.refused
	}
	err := c.judge(line)
	c.refused = !errors.Is(err, supervisor.ErrPassedOn)
	c.spare = commandsOf(line.text+"\n", c.grammar) - 1
	if c.refused {
		report(c.w.stderr(), err)
	}
	return !c.refused
}

func (c *conversation) judge(line asking) error {
	if strings.TrimSpace(line.text) == "" {
		return errUnseen
	}
	c.catchUp(line)
	options := c.s.options()
	laid, err := c.w.govern(&options) // as it is now, and there
	if err != nil {
		return err
	}
	script := c.session.Parse(line.text)
	script.Problems = append(script.Problems, line.problems(script)...)
	r := newRequest(c.w, script, c.command, c.s, options)
	start := func(context.Context, supervisor.Command) (supervisor.Status, error) {
		c.w.runs(r)
		return supervisor.Status{}, supervisor.ErrPassedOn
	}
	record := &witness{Recorder: openAudit(c.w.hermes)} // one each: it keeps the request until that ends
	story := newStory(c.w, c.s, laid, record, c.w.unchanged(r, start))
	if c.grammar == "zsh" && unhooks(script) {
		story.Approver = unhooking{}
	}
	status, err := story.Do(context.Background(), r)
	if errors.Is(err, supervisor.ErrPassedOn) {
		c.open = &openLine{r, record, time.Now()}
		return err
	}
	c.s.report.add(r, record, status, err)
	c.session.Withdraw()
	return err
}

// unhooking answers for a line that would leave the next ones unseen.
type unhooking struct{}

func (unhooking) Approve(context.Context, *supervisor.Request) (supervisor.Decision, error) {
	return supervisor.Decision{By: "hardline", Reason: "hardline: it may take away the hook that the next lines are judged by, and no mode, permission or answer lets it through"}, nil
}

// catchUp tells the session what the shell knows better: where it is, its
// aliases, and what else decides how the next line is read.
func (c *conversation) catchUp(line asking) {
	if filepath.IsAbs(line.dir) {
		c.w.dir = line.dir
		c.session.Parse("cd -- " + quoted(line.dir) + "\n")
	}
	known := "shopt -s expand_aliases\nunalias -a\n" + line.aliases
	if line.hasOption("extglob") {
		known += "shopt -s extglob\n"
	}
	if known != c.aliases {
		c.aliases = known
		c.session.Parse(known)
	}
}

// commandsOf counts the commands of a line that the shell reads one by one.
func commandsOf(text, grammar string) (n int) {
	lines := strings.SplitAfter(text, "\n")
	next := func() (string, bool) {
		if len(lines) == 0 || lines[0] == "" {
			return "", false
		}
		line := lines[0]
		lines = lines[1:]
		return line, len(lines) > 0
	}
	for {
		unit, _ := shellparse.ReadUnit(next, grammar)
		if unit == "" {
			return n
		}
		if !shellparse.Blank(unit) {
			n++
		}
	}
}
