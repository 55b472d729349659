package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// settings are the flags that stand before the command, whatever its form.
type settings struct {
	shell     string // the shell's name this program was called by, "" for its own
	yolo      bool
	mode      string
	preset    string
	action    string
	pty       bool
	noPty     bool
	timeout   seconds
	killAfter seconds
	reportTo  string // descriptor or file
	report    *reportFile
}

func (s *settings) declare(fs *flag.FlagSet) {
	fs.BoolVar(&s.yolo, "yolo", false, "")
	fs.StringVar(&s.mode, "mode", "", "")
	fs.StringVar(&s.preset, "preset", "", "")
	fs.StringVar(&s.action, "action", "", "")
	fs.BoolVar(&s.pty, "pty", false, "")
	fs.BoolVar(&s.noPty, "no-pty", false, "")
	fs.Var(&s.timeout, "timeout", "")
	fs.Var(&s.killAfter, "kill-after", "")
	fs.StringVar(&s.reportTo, "report", "", "")
}

// takeSettings reads our own long flags off the front of args. It stops at the
// first word that is none: from there on the words are bash's, or the command's.
func takeSettings(args []string) (s settings, rest []string, err error) {
	fs := newFlags("")
	s.declare(fs)
	n := 0
	for n < len(args) {
		long, ok := strings.CutPrefix(args[n], "--")
		name, _, hasValue := strings.Cut(long, "=")
		f := fs.Lookup(name)
		if !ok || f == nil {
			break
		}
		n++
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !hasValue && !(ok && b.IsBoolFlag()) {
			n = min(n+1, len(args)) // a missing value is the parser's to report
		}
	}
	if err := fs.Parse(args[:n]); err != nil {
		return s, nil, usagef("", "%w", err)
	}
	if err := s.check(); err != nil {
		return s, nil, err
	}
	// First of all files, so that a descriptor that is not open is not taken
	// for one that this program opens.
	s.report, err = openReport(s.reportTo)
	return s, args[n:], err
}

func (s *settings) check() error {
	switch supervisor.Mode(s.mode) {
	case "", supervisor.Manual, supervisor.Smart, supervisor.Off, supervisor.Cron:
	default:
		return usagef("", "--mode %s: manual, smart, off or cron", s.mode)
	}
	if s.pty && s.noPty {
		return usagef("", "--pty and --no-pty exclude each other")
	}
	return checkPreset("", s.preset)
}

func checkPreset(verb, preset string) error {
	switch preset {
	case "", "standard", "strict":
		return nil
	}
	return usagef(verb, "--preset %s: standard or strict", preset)
}

func (s *settings) options() tiers.Options {
	return tiers.Options{Action: s.action, Preset: s.preset}
}

// command fills in how the command is kept.
func (s *settings) command(c supervisor.Command) supervisor.Command {
	c.Pty, c.GiveUp = supervisor.PtyAuto, true
	switch {
	case s.pty:
		c.Pty = supervisor.PtyAlways
	case s.noPty:
		c.Pty = supervisor.PtyNever
	}
	c.Timeout, c.KillAfter = time.Duration(s.timeout), time.Duration(s.killAfter)
	return c
}

// seconds is a duration as timeout(1) takes it: a number of seconds, or one
// with s, m, h or d behind it. Go's own forms (1m30s) work as well.
type seconds time.Duration

func (d *seconds) String() string { return time.Duration(*d).String() }

func (d *seconds) Set(text string) error {
	number, unit := text, time.Second
	if days, ok := strings.CutSuffix(text, "d"); ok {
		number, unit = days, 24*time.Hour
	}
	if n, err := strconv.ParseFloat(number, 64); err == nil {
		v := n * float64(unit)
		if !(v >= 0 && v < 1<<62) { // NaN included
			return fmt.Errorf("%s is out of range", text)
		}
		*d = seconds(v)
		return nil
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		return fmt.Errorf("a duration is 30, 2.5, 90s, 5m, 1h or 1d")
	}
	*d = seconds(v)
	return nil
}
