package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hermes-exec/hermes-exec/tiers"
)

const hardline = "hardline"

// verdict is what is compared of one.
type verdict struct {
	decision string // allow, ask, block; "crash" where the judge fails
	hardline bool
	tier     string
	rules    []string // of the findings, each once
}

func judge(t *text) (v verdict) {
	defer func() {
		if r := recover(); r != nil {
			v = verdict{decision: "crash", tier: "-", rules: []string{fmt.Sprint(r)}}
		}
	}()
	f := facts(t)
	j := tiers.Judge(script(t, f), f, tiers.Options{Action: t.Action, Preset: t.Preset})
	v = verdict{decision: j.Decision, hardline: j.Hardline, tier: j.Tier.String()}
	for _, finding := range j.Findings {
		v.rules = append(v.rules, finding.Rule)
	}
	slices.Sort(v.rules)
	v.rules = slices.Compact(v.rules)
	return v
}

// line is the verdict in fields with tabs between them.
func (v verdict) line(t *text) string {
	hard, rules := "-", "-"
	if v.hardline {
		hard = hardline
	}
	if len(v.rules) > 0 {
		rules = strings.Join(v.rules, ",")
	}
	return strings.Join([]string{t.id(), v.decision, hard, v.tier, rules, t.Source, strconv.Quote(t.Cmd)}, "\t")
}

// judgeAll judges the texts that come in and hands them on in their order.
func judgeAll(in io.Reader, each func(*text, verdict)) error {
	var texts []*text
	for dec := json.NewDecoder(in); ; {
		t := new(text)
		if err := dec.Decode(t); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		texts = append(texts, t)
	}
	verdicts := make([]verdict, len(texts))
	var next, workers = make(chan int), sync.WaitGroup{}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				verdicts[i] = judge(texts[i])
			}
		})
	}
	for i := range texts {
		next <- i
	}
	close(next)
	workers.Wait()
	for i, t := range texts {
		each(t, verdicts[i])
	}
	return nil
}

// printAll prints each question once, wherever it is asked.
func printAll(in io.Reader, out io.Writer) error {
	seen := map[string]bool{}
	return judgeAll(in, func(t *text, v verdict) {
		if id := t.id(); !seen[id] {
			seen[id] = true
			fmt.Fprintln(out, v.line(t))
		}
	})
}

// figures says of each source how its texts stand that say what they want.
func figures(in io.Reader, out io.Writer) error {
	type count struct{ texts, unasked, hardUnasked, unblocked, inVain, blocked int }
	var sources []string
	of := map[string]*count{}
	err := judgeAll(in, func(t *text, v verdict) {
		if t.Want == "" {
			return
		}
		n := of[t.Source]
		if n == nil {
			n = &count{}
			of[t.Source] = n
			sources = append(sources, t.Source)
		}
		n.texts++
		switch {
		case t.Want == tiers.Allow && v.decision == tiers.Ask:
			n.inVain++
		case t.Want == tiers.Allow && v.decision == tiers.Block:
			n.blocked++
		case t.Want != tiers.Allow && v.decision == tiers.Allow:
			n.unasked++
			if t.Want == hardline {
				n.hardUnasked++
			}
		case t.Want == hardline && v.decision != tiers.Block:
			n.unblocked++
		}
	})
	for _, source := range sources {
		n := of[source]
		fmt.Fprintf(out, "%s: of %d, %d run unasked (%d should be blocked), %d ask where they should be blocked, %d ask in vain, %d are blocked in vain\n",
			source, n.texts, n.unasked, n.hardUnasked, n.unblocked, n.inVain, n.blocked)
	}
	return err
}
