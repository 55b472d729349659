package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// permitted adds what a person has allowed for good, or for this session.
func (w *world) permitted(o *tiers.Options) error {
	all, err := approve.Grants(w.hermes, time.Now())
	if err != nil {
		return &policyError{err}
	}
	if len(all) == 0 {
		return nil
	}
	list, err := approve.Permissions(all, w.session(), w.hermes)
	if err != nil {
		return &policyError{err}
	}
	o.Policy.Allow = append(slices.Clip(o.Policy.Allow), list...)
	return nil
}

// policyAllow keeps a permission.
func policyAllow(args []string) (supervisor.Status, error) {
	flags := newFlags("policy")
	here := flags.Bool("here", false, "")
	for_ := flags.String("for", "", "")
	words, err := flagsAnywhere(flags, args)
	if err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if err := w.personal("allow"); err != nil {
		return supervisor.Status{}, err
	}
	if len(words) != 1 {
		return supervisor.Status{}, usagef("policy", "allow takes one pattern, in quotes: hermes-exec policy allow 'git push origin *'")
	}
	g := approve.Grant{Pattern: strings.TrimSpace(words[0]), Added: time.Now().UTC().Truncate(time.Second)}
	if *here {
		g.Dir = w.dir
	}
	if *for_ != "" {
		d, err := duration(*for_)
		if err != nil {
			return supervisor.Status{}, usagef("policy", "--for %s: %w", *for_, err)
		}
		g.Until = g.Added.Add(d)
	}
	if err := approve.AddGrant(w.hermes, g); err != nil {
		return supervisor.Status{}, fmt.Errorf("policy allow: %w", err)
	}
	(&approve.Refusals{Home: w.hermes}).Forget()
	_, err = fmt.Fprintf(os.Stdout, "allowed: %s\n", describeGrant(&g))
	return supervisor.Status{}, err
}

// policyRevoke takes permissions back, by number or by pattern.
func policyRevoke(args []string) (supervisor.Status, error) {
	flags := newFlags("policy")
	words, err := flagsAnywhere(flags, args)
	if err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if err := w.personal("revoke"); err != nil {
		return supervisor.Status{}, err
	}
	if len(words) != 1 {
		return supervisor.Status{}, usagef("policy", "revoke takes one pattern, or its number in hermes-exec policy show")
	}
	wanted := strings.TrimSpace(words[0])
	number, notNumber := strconv.Atoi(wanted)
	var gone []approve.Grant
	err = approve.ChangeGrants(w.hermes, time.Now(), func(all []approve.Grant) ([]approve.Grant, error) {
		var left []approve.Grant
		for i, g := range all {
			if notNumber == nil && i+1 == number || g.Pattern == wanted {
				gone = append(gone, g)
			} else {
				left = append(left, g)
			}
		}
		if len(gone) == 0 {
			return nil, fmt.Errorf("policy revoke: no permission %s; hermes-exec policy show lists them", visible(wanted))
		}
		return left, nil
	})
	if err != nil {
		return supervisor.Status{}, err
	}
	for i := range gone {
		if _, err := fmt.Fprintf(os.Stdout, "revoked: %s\n", describeGrant(&gone[i])); err != nil {
			return supervisor.Status{}, err
		}
	}
	return supervisor.Status{}, nil
}

// printGrants lists the permissions that a person gave, by number.
func printGrants(out io.Writer, all []approve.Grant) {
	for i := range all {
		if i == 0 {
			fmt.Fprintln(out, "allowed by a person")
		}
		fmt.Fprintf(out, "%4d  %s\n", i+1, describeGrant(&all[i]))
	}
}

// describeGrant says what is allowed, where, and for how long.
func describeGrant(g *approve.Grant) string {
	where := "everywhere"
	if g.Dir != "" {
		where = "in " + g.Dir + " and below"
	}
	until := "until it is revoked"
	if !g.Until.IsZero() {
		until = "until " + g.Until.Local().Format("2006-01-02 15:04")
	}
	s := g.Pattern + "  (" + where + ", " + until
	if g.Session != "" {
		s += ", session " + g.Session
	}
	s += ")"
	if g.Unconfirmed {
		s += ": not confirmed, so it does not hold"
	}
	return visible(s)
}

// duration reads 8h, 30m, 7d: a span of time from a second on.
func duration(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err == nil && n > 0 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return 0, errors.New("a span of time is written 30m, 8h or 7d")
	case d < time.Second:
		return 0, errors.New("it has to be a second at least")
	}
	return d, nil
}
