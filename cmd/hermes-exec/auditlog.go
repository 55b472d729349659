package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// auditVerb shows the audit log, or checks that it is whole.
func auditVerb(args []string) (supervisor.Status, error) {
	if len(args) == 0 {
		return supervisor.Status{}, usagef("audit", "tail, show, verify or stats")
	}
	verbs := [...]struct {
		name string
		run  func(*world, []string) (supervisor.Status, error)
	}{{"tail", auditTail}, {"show", auditShow}, {"verify", auditVerify}, {"stats", auditStats}}
	for _, v := range verbs {
		if v.name != args[0] {
			continue
		}
		status, err := v.run(newWorld(), args[1:])
		if errors.Is(err, flag.ErrHelp) {
			return help([]string{"audit"})
		}
		return status, err
	}
	if args[0] == "-h" || args[0] == "--help" {
		return help([]string{"audit"})
	}
	return supervisor.Status{}, usagef("audit", "%s: tail, show, verify or stats", args[0])
}

// entry is what the log says about one command: its decision, and its end
// where it has one. A record that is neither stands alone.
type entry struct {
	record *audit.Record
	exit   *audit.Record
}

// auditTail prints the last commands, and with -f what comes after them.
func auditTail(w *world, args []string) (supervisor.Status, error) {
	flags := newFlags("audit")
	n := flags.Int("n", 20, "")
	follow := flags.Bool("f", false, "")
	asJSON := flags.Bool("json", false, "")
	if err := parseFlags(flags, args, 0); err != nil {
		return supervisor.Status{}, err
	}
	if *n < 0 {
		return supervisor.Status{}, usagef("audit", "-n takes a number from 0 on")
	}
	t := &tail{out: bufio.NewWriter(os.Stdout), asJSON: *asJSON}
	var offset int64
	files, err := audit.Files(w.hermes)
	if err != nil {
		return supervisor.Status{}, err
	}
	for _, path := range files {
		end, err := audit.Lines(path, 0, t.read)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return supervisor.Status{}, err
		}
		if path == audit.Path(w.hermes) {
			offset = end
		}
	}
	t.last(*n)
	for *follow {
		if err := t.out.Flush(); err != nil {
			return supervisor.Status{}, fmt.Errorf("write the records: %w", err)
		}
		const pause = 200 * time.Millisecond
		time.Sleep(pause)
		next, err := audit.Lines(audit.Path(w.hermes), offset, t.print)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return supervisor.Status{}, err
		}
		offset = next
	}
	return supervisor.Status{}, t.out.Flush()
}

// tail gathers the log, and prints the end of it.
type tail struct {
	out     *bufio.Writer
	asJSON  bool
	lines   [][]byte
	entries []entry
	open    map[string]int // entries without an end, by id
}

// read takes a line of what was there before.
func (t *tail) read(l audit.Line) bool {
	if t.asJSON {
		if l.Whole {
			t.lines = append(t.lines, bytes.Clone(l.Text))
		}
		return true
	}
	r, err := l.Parse()
	if err != nil || !l.Whole {
		return true // verify names it
	}
	if r.Event == "exit" {
		if i, ok := t.open[r.ID]; ok {
			t.entries[i].exit = r
			delete(t.open, r.ID)
			return true
		}
	}
	if r.Event == "decision" && r.Decision == "allow" {
		if t.open == nil {
			t.open = map[string]int{}
		}
		t.open[r.ID] = len(t.entries)
	}
	t.entries = append(t.entries, entry{record: r})
	return true
}

// last prints the last n of what was read.
func (t *tail) last(n int) {
	for _, line := range t.lines[max(len(t.lines)-n, 0):] {
		t.out.Write(append(line, '\n'))
	}
	for _, e := range t.entries[max(len(t.entries)-n, 0):] {
		printEntry(t.out, e)
	}
}

// print takes a line that has just come.
func (t *tail) print(l audit.Line) bool {
	if !l.Whole {
		return false
	}
	if t.asJSON {
		t.out.Write(append(l.Text, '\n'))
		return true
	}
	if r, err := l.Parse(); err == nil {
		printEntry(t.out, entry{record: r})
	}
	return true
}

// auditShow prints all that is recorded about one command.
func auditShow(w *world, args []string) (supervisor.Status, error) {
	flags := newFlags("audit")
	if err := parseFlags(flags, args, 1); err != nil {
		return supervisor.Status{}, err
	}
	wanted := flags.Arg(0)
	if wanted == "" {
		return supervisor.Status{}, usagef("audit", "show takes the number of a record, or an id")
	}
	seq, err := strconv.ParseUint(wanted, 10, 64)
	byNumber := err == nil
	var found []*audit.Record
	all, err := records(w)
	if err != nil {
		return supervisor.Status{}, err
	}
	for _, r := range all {
		if byNumber && r.Seq == seq {
			found = append(found, r)
			wanted = r.ID
		}
	}
	for _, r := range all {
		if r.ID == wanted && wanted != "" && !(byNumber && r.Seq == seq) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return supervisor.Status{}, fmt.Errorf("audit: no record %s in %s", wanted, audit.Path(w.hermes))
	}
	out := bufio.NewWriter(os.Stdout)
	for _, r := range found {
		printRecord(out, r)
	}
	return supervisor.Status{}, out.Flush()
}

// records are all records that can be read, oldest first.
func records(w *world) ([]*audit.Record, error) {
	files, err := audit.Files(w.hermes)
	if err != nil {
		return nil, err
	}
	var all []*audit.Record
	for _, path := range files {
		_, err := audit.Lines(path, 0, func(l audit.Line) bool {
			if r, err := l.Parse(); err == nil && l.Whole {
				all = append(all, r)
			}
			return true
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return all, nil
}

// auditVerify checks the chain. Status 1: it is broken.
func auditVerify(w *world, args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("audit"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	c, err := audit.Verify(w.hermes)
	var bad *audit.BadLine
	if err != nil && !errors.As(err, &bad) {
		return supervisor.Status{}, err
	}
	if err := printChecked(os.Stdout, c, bad); err != nil {
		return supervisor.Status{}, fmt.Errorf("write the result: %w", err)
	}
	if bad != nil {
		return supervisor.Status{Code: 1}, nil
	}
	return supervisor.Status{}, nil
}

func printChecked(out io.Writer, c audit.Checked, bad *audit.BadLine) error {
	if bad != nil {
		_, err := fmt.Fprintf(out, "%s\n%d records before it are as they were written\n", visible(bad.Error()), c.Records)
		return err
	}
	if c.Records == 0 {
		_, err := fmt.Fprintln(out, "no records")
		return err
	}
	_, err := fmt.Fprintf(out, "%d records, %d to %d, in %d files: the chain holds\n", c.Records, c.First, c.Last, c.Files)
	if c.Torn > 0 && err == nil {
		_, err = fmt.Fprintf(out, "the last line is torn (%d bytes of it were written); the next record keeps it aside\n", c.Torn)
	}
	return err
}

// parseFlags reads flags and at most some words behind them.
func parseFlags(flags *flag.FlagSet, args []string, words int) error {
	if err := flags.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return err
		}
		return usagef(flags.Name(), "%w", err)
	}
	if flags.NArg() > words {
		return usagef(flags.Name(), "%s is a word too many", flags.Arg(words))
	}
	return nil
}
