package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// auditVerb shows the audit log, or checks that it is whole.
func auditVerb(args []string) (supervisor.Status, error) {
	if system.Asked() {
		fmt.Fprintf(os.Stderr, "hermes-exec: the machine's daemon keeps this log now: sudo HERMES_HOME=%s hermes-exec audit …\n",
			system.UserHome(os.Getuid()))
	}
	return runSubVerb("audit", []subVerb{{"tail", auditTail}, {"show", auditShow}, {"verify", auditVerify}, {"stats", auditStats}}, args)
}

// auditTail prints the last commands, and with -f what comes after them.
func auditTail(args []string) (supervisor.Status, error) {
	flags := newFlags("audit")
	n := flags.Int("n", 20, "")
	follow := flags.Bool("f", false, "")
	asJSON := flags.Bool("json", false, "")
	if err := parseFlags(flags, countFlag(args), 0); err != nil {
		return supervisor.Status{}, err
	}
	if *n < 0 {
		return supervisor.Status{}, usagef("audit", "-n takes a number from 0 on")
	}
	t := &tail{n: *n, out: bufio.NewWriter(os.Stdout), asJSON: *asJSON}
	log, err := t.find(newWorld().hermes)
	if err != nil {
		return supervisor.Status{}, err
	}
	defer log.Close()
	t.last()
	for *follow {
		if err := t.out.Flush(); err != nil {
			return supervisor.Status{}, fmt.Errorf("write the records: %w", err)
		}
		const pause = 200 * time.Millisecond
		time.Sleep(pause)
		if err := log.Read(t.print); err != nil {
			return supervisor.Status{}, err
		}
	}
	return supervisor.Status{}, t.out.Flush()
}

// countFlag also understands -5 and -n5, as tail(1) does.
func countFlag(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		digits := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "n")
		if digits != "" && strings.HasPrefix(arg, "-") && strings.Trim(digits, "0123456789") == "" && (i == 0 || args[i-1] != "-n") {
			args[i] = "-n=" + digits
		}
	}
	return args
}

// auditShow prints all that is recorded about one command.
func auditShow(args []string) (supervisor.Status, error) {
	flags := newFlags("audit")
	if err := parseFlags(flags, args, 1); err != nil {
		return supervisor.Status{}, err
	}
	w, wanted := newWorld(), flags.Arg(0)
	if wanted == "" {
		return supervisor.Status{}, usagef("audit", "show takes the number of a record, or an id")
	}
	seq, err := strconv.ParseUint(wanted, 10, 64)
	byNumber := err == nil
	id := wanted
	var found []*audit.Record
	if byNumber {
		id = ""
		err := eachRecord(w, func(r *audit.Record) {
			if r.Seq == seq {
				found = append(found, r)
				id = r.ID
			}
		})
		if err != nil {
			return supervisor.Status{}, err
		}
	}
	err = eachRecord(w, func(r *audit.Record) {
		if r.ID == id && id != "" && !(byNumber && r.Seq == seq) {
			found = append(found, r)
		}
	})
	if err != nil {
		return supervisor.Status{}, err
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

// eachRecord calls do for all records that can be read, oldest first.
func eachRecord(w *world, do func(*audit.Record)) error {
	log := audit.NewReader(w.hermes, 0)
	defer log.Close()
	return log.Read(func(l audit.Line) bool {
		if r, err := l.Parse(); err == nil && l.Whole {
			do(r)
		}
		return true
	})
}

// auditVerify checks the chain. Status 1: it is broken.
func auditVerify(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("audit"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	c, err := audit.Verify(newWorld().hermes)
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
		_, err := fmt.Fprintf(out, "%s\nbefore it: %s, as written\n", visible(bad.Error()), counted(c.Records, "record"))
		return err
	}
	if c.Records == 0 && c.Torn == 0 {
		_, err := fmt.Fprintln(out, "no records")
		return err
	}
	_, err := fmt.Fprintf(out, "%s, %d to %d, in %s: the chain holds\n", counted(c.Records, "record"), c.First, c.Last, counted(c.Files, "file"))
	if c.Torn > 0 && err == nil {
		_, err = fmt.Fprintf(out, "the last line, %d of audit.jsonl, is torn (%d bytes of it were written); the next record keeps it aside\n", c.TornLine, c.Torn)
	}
	return err
}
