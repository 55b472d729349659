package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// personal gives an error where this process was started by a supervised command,
// which has no say in what is allowed.
func (w *world) personal(verb string) error {
	if !w.nested() {
		return nil
	}
	return &startError{
		name: "policy " + verb, text: "what is allowed is a person's to say, and this was started by a supervised command", status: exitRefused,
		way: "the person runs it in a terminal that was not opened from here",
	}
}

// unconfirmed are the files that would loosen something, and do not as nobody has
// confirmed them as they are.
func (w *world) unconfirmed(files []*policy.File) (names []string) {
	for _, f := range files {
		if f.Origin == policy.Unconfirmed && len(f.Ignored) > 0 {
			if name := strings.TrimSuffix(f.Name, policyfile.AsConfirmed); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	grants, err := approve.Grants(w.hermes, time.Now())
	if err == nil && slices.ContainsFunc(grants, func(g approve.Grant) bool { return g.Unconfirmed }) {
		names = append(names, approve.GrantFile(w.hermes))
	}
	return names
}

// unconfirmed says so to who is asked meanwhile.
func unconfirmed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "what " + strings.Join(names, " and ") + " allows does not count: nobody has confirmed it as it is now, or the machine was restarted since." +
		" A person does with: hermes-exec policy trust"
}

// policyTrust shows what nobody has confirmed, and confirms it if that is wanted.
func policyTrust(args []string) (supervisor.Status, error) {
	flags := newFlags("policy")
	yes := flags.Bool("yes", false, "")
	if err := parseFlags(flags, args, 0); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if err := w.personal("trust"); err != nil {
		return supervisor.Status{}, err
	}
	files, err := policyfile.Unsealed(w.hermes)
	if err != nil {
		return supervisor.Status{}, &policyError{err}
	}
	grants, err := approve.Grants(w.hermes, time.Now())
	if err != nil {
		return supervisor.Status{}, &policyError{err}
	}
	grants = slices.DeleteFunc(grants, func(g approve.Grant) bool { return !g.Unconfirmed })
	if len(files) == 0 && len(grants) == 0 {
		_, err := fmt.Println("nothing here waits to be confirmed")
		return supervisor.Status{}, err
	}
	showUnconfirmed(os.Stdout, files, grants)
	if !*yes {
		if yes, err := confirmed(os.Stdin, os.Stdout); err != nil || !yes {
			return supervisor.Status{Code: 1}, err
		}
	}
	for path, text := range files {
		if err := policyfile.Confirm(w.hermes, path, text); err != nil {
			return supervisor.Status{}, fmt.Errorf("policy trust: %w", err)
		}
	}
	if len(grants) > 0 {
		if err := approve.ConfirmGrants(w.hermes, grants, time.Now()); err != nil {
			return supervisor.Status{}, fmt.Errorf("policy trust: %w", err)
		}
	}
	(&approve.Refusals{Home: w.hermes}).Forget()
	_, err = fmt.Println("confirmed")
	return supervisor.Status{}, err
}

// showUnconfirmed prints all of what would be confirmed.
func showUnconfirmed(out io.Writer, files map[string][]byte, grants []approve.Grant) {
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if files[path] == nil {
			fmt.Fprintf(out, "%s is gone: what it refused and raised will hold no more\n", visible(path))
			continue
		}
		fmt.Fprintf(out, "%s\n", visible(path))
		for line := range strings.Lines(string(files[path])) {
			fmt.Fprintf(out, "    %s\n", visible(strings.TrimSuffix(line, "\n")))
		}
	}
	if len(grants) > 0 {
		fmt.Fprintln(out, "permissions")
	}
	for i := range grants {
		g := grants[i]
		g.Unconfirmed = false
		fmt.Fprintf(out, "    %s\n", describeGrant(&g))
	}
}

// confirmed asks the person whether all of that is theirs.
func confirmed(in *os.File, out io.Writer) (bool, error) {
	if !term.IsTerminal(int(in.Fd())) {
		return false, usagef("policy", "trust asks at a terminal; --yes confirms what it shows without")
	}
	fmt.Fprint(out, "hermes-exec: is that what you want to hold? [y/N] ")
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
