package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// historyFlags are those of check --history.
type historyFlags struct {
	file   string // "" where it was not asked for
	format string
	dir    string // --cwd
	asked  bool
	asJSON bool
}

// formats are those that a history can have.
var formats = [...]string{"bash", "zsh", "fish", "jsonl", "lines"}

func (h *historyFlags) check(asLines bool) error {
	switch {
	case h.file == "" && (h.format != "" || h.dir != "" || h.asked):
		return usagef("check", "--format, --cwd and --asked are for --history FILE")
	case h.file != "" && asLines:
		return usagef("check", "--history and --jsonl exclude each other; a history may be in that form itself")
	case h.format != "" && !slices.Contains(formats[:], h.format):
		return usagef("check", "--format %s: bash, zsh, fish, jsonl or lines", h.format)
	}
	return nil
}

// checkHistory judges the commands of a history at once, as if each had come
// from an agent, and says what that would have been like.
func checkHistory(w *world, o tiers.Options, h historyFlags) (supervisor.Status, error) {
	in := os.Stdin
	if h.file != "-" {
		f, err := os.Open(h.file)
		if err != nil {
			return supervisor.Status{}, fmt.Errorf("open the history: %w", err)
		}
		defer f.Close()
		in = f
	}
	if h.dir != "" {
		h.dir, _ = filepath.Abs(h.dir)
	}
	t := &tally{world: w, options: o, dir: h.dir, File: h.file, Format: h.format, seen: map[pastKey]*judgedPast{}}
	if err := t.read(in); err != nil {
		return supervisor.Status{}, err
	}
	if err := t.judge(); err != nil {
		return supervisor.Status{}, err
	}
	t.sum()
	if !h.asked {
		t.Asked = nil
	}
	out := bufio.NewWriter(os.Stdout)
	if h.asJSON {
		if err := writeJSON(out, t); err != nil {
			return supervisor.Status{}, fmt.Errorf("write the verdicts: %w", err)
		}
	} else {
		printTally(out, t, h.asked)
	}
	return supervisor.Status{}, out.Flush()
}

// pastKey is what a verdict depends on.
type pastKey struct{ text, dir string }

// judgedPast is a command, how often it came, and its verdict.
type judgedPast struct {
	pastKey
	line    int
	times   int
	verdict *tiers.Verdict
}

// tally is what check --history has found.
type tally struct {
	world   *world
	options tiers.Options
	dir     string
	seen    map[pastKey]*judgedPast
	order   []*judgedPast
	when    []pastTime

	File      string         `json:"file"`
	Format    string         `json:"format"`
	Commands  int            `json:"commands"`
	Different int            `json:"different"`
	Left      int            `json:"left_out"` // lines: too long, or no JSON
	From      *time.Time     `json:"from,omitempty"`
	To        *time.Time     `json:"to,omitempty"`
	Tiers     map[string]int `json:"tiers"`
	Allowed   int            `json:"allow"`
	Ask       int            `json:"ask"`
	Block     int            `json:"block"`
	Prompts   *prompts       `json:"prompts_a_day,omitempty"`
	Rules     []ruleCount    `json:"rules"`
	Blocked   []askedPast    `json:"blocked"`
	Asked     []askedPast    `json:"asked,omitempty"` // with --asked
}

// pastTime is when a command ran.
type pastTime struct {
	at      time.Time
	command *judgedPast
}

// prompts are how often somebody would have been asked, on days with commands.
type prompts struct {
	Days    int     `json:"days"`
	Average float64 `json:"average"`
	Most    int     `json:"most"`
	MostOn  string  `json:"most_on,omitempty"`
}

// ruleCount is how often a rule had a command asked about or blocked.
type ruleCount struct {
	Rule    string `json:"rule"`
	Tier    string `json:"tier"`
	Times   int    `json:"times"`
	Example string `json:"example"`
	often   int    // the example came
}

// askedPast is a command that asks or is blocked.
type askedPast struct {
	Line     int      `json:"line"`
	Times    int      `json:"times"`
	Cmd      string   `json:"cmd"`
	Decision string   `json:"decision"`
	Tier     string   `json:"tier"`
	Rules    []string `json:"rules"`
}

// read takes the commands from the file, each different one once.
func (t *tally) read(in io.Reader) error {
	l := newLines(in)
	if t.Format == "" {
		t.Format = l.format()
	}
	err := readHistory(l, t.Format, func(p past) {
		t.Commands++
		key := pastKey{p.text, cmp.Or(t.dir, p.dir)}
		j := t.seen[key]
		if j == nil {
			j = &judgedPast{pastKey: key, line: p.line}
			t.seen[key] = j
			t.order = append(t.order, j)
		}
		j.times++
		if !p.when.IsZero() {
			t.when = append(t.when, pastTime{p.when, j})
		}
	})
	t.Left, t.Different = l.left, len(t.order)
	return err
}

// judge gives each its verdict, on all cores. What ran then is judged by what
// is known now: not which processes there were, nor the environment, and files
// only where they are named by a path from the root, or the folder is known.
func (t *tally) judge() error {
	options := map[string]tiers.Options{}
	for _, j := range t.order {
		if _, ok := options[j.dir]; ok {
			continue
		}
		here, o := *t.world, t.options
		if here.dir = j.dir; j.dir == "" {
			here.dir = "/"
		}
		if _, err := here.govern(&o); err != nil {
			return err
		}
		options[j.dir] = o
	}
	next := make(chan *judgedPast, 256)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for j := range next {
				o := options[j.dir]
				j.verdict = t.verdict(j, o)
			}
		})
	}
	for _, j := range t.order {
		next <- j
	}
	close(next)
	workers.Wait()
	return nil
}

func (t *tally) verdict(j *judgedPast, o tiers.Options) *tiers.Verdict {
	reading := shellparse.Options{Dir: j.dir, Home: t.world.home, ReadFile: readScript, Login: true}
	if t.Format == "zsh" {
		reading.Shell = "zsh"
	}
	facts := tiers.Facts{Dir: j.dir, Home: t.world.home, HermesHome: t.world.hermes, Contained: t.world.contained()}
	return tiers.Judge(shellparse.Parse(j.text, reading), &facts, o)
}

// sum counts.
func (t *tally) sum() {
	t.Tiers = map[string]int{}
	rules := map[string]*ruleCount{}
	for _, j := range t.order {
		v := j.verdict
		name := v.Tier.String()
		if v.Hardline {
			name = "hardline"
		}
		t.Tiers[name] += j.times
		switch v.Decision {
		case tiers.Allow:
			t.Allowed += j.times
			continue
		case tiers.Ask:
			t.Ask += j.times
			t.Asked = append(t.Asked, j.asked())
		default:
			t.Block += j.times
			t.Blocked = append(t.Blocked, j.asked())
		}
		for _, rule := range j.rules() {
			t.count(rules, rule, j)
		}
	}
	t.Rules = make([]ruleCount, 0, len(rules))
	for _, r := range rules {
		t.Rules = append(t.Rules, *r)
	}
	slices.SortFunc(t.Rules, func(a, b ruleCount) int { return cmp.Or(b.Times-a.Times, cmp.Compare(a.Rule, b.Rule)) })
	t.Rules = t.Rules[:min(len(t.Rules), 20)]
	t.days()
}

func (t *tally) count(rules map[string]*ruleCount, f spoke, j *judgedPast) {
	r := rules[f.rule]
	if r == nil {
		r = &ruleCount{Rule: f.rule}
		rules[f.rule] = r
	}
	r.Times += j.times
	if j.times > r.often {
		r.often, r.Example, r.Tier = j.times, shownPast(j.text), f.tier
	}
}

// spoke is a rule that has a command asked about.
type spoke struct{ rule, tier string }

// rules are those because of which the command is not simply run.
func (j *judgedPast) rules() (list []spoke) {
	add := func(s spoke) {
		if !slices.ContainsFunc(list, func(o spoke) bool { return o.rule == s.rule }) {
			list = append(list, s)
		}
	}
	for _, f := range j.verdict.Findings {
		switch {
		case f.Granted != "":
		case f.Hardline:
			add(spoke{f.Rule, "hardline"})
		case f.Tier >= tiers.Medium:
			add(spoke{f.Rule, f.Tier.String()})
		}
	}
	if len(list) == 0 { // the action, or the preset
		add(spoke{"-", j.verdict.Tier.String()})
	}
	return list
}

func (j *judgedPast) asked() askedPast {
	a := askedPast{Line: j.line, Times: j.times, Cmd: shownPast(j.text), Decision: j.verdict.Decision, Tier: j.verdict.Tier.String(), Rules: []string{}}
	for _, s := range j.rules() {
		a.Rules = append(a.Rules, s.rule)
	}
	return a
}

// days counts the questions of each day on which there were commands.
func (t *tally) days() {
	if len(t.when) == 0 {
		return
	}
	asks := map[string]int{}
	first, last := t.when[0].at, t.when[0].at
	for _, p := range t.when {
		if p.at.Before(first) {
			first = p.at
		}
		if p.at.After(last) {
			last = p.at
		}
		day := p.at.Local().Format(time.DateOnly)
		asks[day] += 0
		if p.command.verdict.Decision == tiers.Ask {
			asks[day]++
		}
	}
	t.From, t.To = &first, &last
	t.Prompts = &prompts{Days: len(asks)}
	all := 0
	for day, n := range asks {
		all += n
		if n > t.Prompts.Most || n == t.Prompts.Most && n > 0 && day < t.Prompts.MostOn {
			t.Prompts.Most, t.Prompts.MostOn = n, day
		}
	}
	t.Prompts.Average = float64(all) / float64(len(asks))
}
