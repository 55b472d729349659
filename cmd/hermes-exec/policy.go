package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// policyFile is where a policy may lie.
type policyFile struct {
	path   string
	origin policy.Origin
}

// policyFiles are all the places a policy is read from, here.
func (w *world) policyFiles() []policyFile {
	user := policyfile.User(w.hermes)
	list := []policyFile{{policyfile.Admin, policy.Admin}, {user, policy.User}}
	for dir := w.dir; ; dir = filepath.Dir(dir) {
		if p := filepath.Join(dir, ".hermes", "exec.yaml"); p != user {
			list = append(list, policyFile{p, policy.Project})
		}
		if dir == filepath.Dir(dir) {
			return list
		}
	}
}

// loadPolicies reads the policy files there are.
func (w *world) loadPolicies() ([]*policy.File, error) {
	var files []*policy.File
	for _, p := range w.policyFiles() {
		f, err := readPolicy(p, func(path string, origin policy.Origin) (*policy.File, error) {
			return policyfile.Read(w.hermes, path, origin)
		})
		if err != nil && !policyfile.Absent(err) {
			return nil, err
		}
		if f != nil {
			files = append(files, f)
		}
		before, err := policyfile.Before(w.hermes, p.path, p.origin, f)
		if err != nil {
			return nil, &policyError{err}
		}
		if before != nil {
			files = append(files, before)
		}
	}
	return files, nil
}

// policyError is a policy file that cannot be used.
type policyError struct{ err error }

func (e *policyError) Error() string { return e.err.Error() }
func (e *policyError) Unwrap() error { return e.err }
func (e *policyError) hint() string {
	return "nothing runs under a policy that is not understood; `hermes-exec policy check` shows all that is wrong"
}

// readPolicy reads one.
func readPolicy(p policyFile, read func(string, policy.Origin) (*policy.File, error)) (*policy.File, error) {
	f, err := read(p.path, p.origin)
	if err != nil && !policyfile.Absent(err) {
		err = &policyError{err}
	}
	return f, err
}

// govern adds what the policy files say to options, and returns it. A preset
// that was asked for cannot be laxer than theirs.
func (w *world) govern(o *tiers.Options) (policy.Settings, error) {
	files, err := w.loadPolicies()
	if err != nil {
		return policy.Settings{}, err
	}
	var s policy.Settings
	o.Unconfirmed = unconfirmed(w.unconfirmed(files))
	if len(files) > 0 {
		s = policy.Merge(files)
		if o.Preset == "" || s.Preset == tiers.Strict {
			o.Preset = s.Preset
		}
		o.SudoStdin, o.Policy = s.SudoStdin, s.Policy
	}
	return s, w.permitted(o)
}

// policyVerb shows or checks policies, and keeps permissions.
func policyVerb(args []string) (supervisor.Status, error) {
	return runSubVerb("policy", []subVerb{{"show", policyShow}, {"check", policyCheck}, {"allow", policyAllow}, {"revoke", policyRevoke}, {"trust", policyTrust}}, args)
}

// policyShow prints what is in force here, and from which file.
func policyShow(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("policy"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	files, err := w.loadPolicies()
	if err != nil {
		return supervisor.Status{}, err
	}
	out := bufio.NewWriter(os.Stdout)
	printPolicies(out, w.policyFiles(), files)
	grants, err := approve.Grants(w.hermes, time.Now())
	if err != nil {
		return supervisor.Status{}, &policyError{err}
	}
	printGrants(out, grants)
	if err := out.Flush(); err != nil {
		return supervisor.Status{}, fmt.Errorf("write the policy: %w", err)
	}
	return supervisor.Status{}, nil
}

// printPolicies prints where policies may lie, and what those that are there say
// together.
func printPolicies(out io.Writer, places []policyFile, files []*policy.File) {
	printPlaces(out, places, files)
	s := policy.Merge(files)
	printSettings(out, &s)
	printPermissions(out, "deny", s.Policy.Deny)
	printPermissions(out, "allow", s.Policy.Allow)
	printRules(out, s.Policy.Tiers, files)
	for _, f := range files {
		for _, n := range f.Ignored {
			fmt.Fprintf(out, "no effect: %s: %s\n", visible(n.At.String()), visible(n.Text))
		}
	}
}

func printPlaces(out io.Writer, places []policyFile, files []*policy.File) {
	found := map[string]bool{}
	for _, f := range files {
		found[f.Name] = true
	}
	fmt.Fprintln(out, "files")
	for _, p := range places {
		switch {
		case found[p.path]:
			fmt.Fprintf(out, "  %-8s %s\n", p.origin, visible(p.path))
		case p.origin != policy.Project:
			fmt.Fprintf(out, "  %-8s %s (not there)\n", p.origin, visible(p.path))
		}
	}
}

func printSettings(out io.Writer, s *policy.Settings) {
	fmt.Fprintf(out, "preset %s\n", cmp.Or(s.Preset, tiers.Standard))
	if s.SudoStdin {
		fmt.Fprintln(out, "sudo_stdin true")
	}
	if s.Guard != "" {
		fmt.Fprintf(out, "kernel_guard %s\n", s.Guard)
	}
	if s.ExecGuard != "" {
		fmt.Fprintf(out, "exec_guard %s\n", s.ExecGuard)
	}
	if s.Below != "" {
		fmt.Fprintf(out, "below %s\n", s.Below)
	}
	if s.LLM != nil {
		key := ""
		if s.LLM.KeyEnv != "" {
			key = ", the key in " + s.LLM.KeyEnv
		}
		fmt.Fprintf(out, "llm %s at %s%s\n", visible(s.LLM.Model), visible(s.LLM.BaseURL), key)
	}
	printNotify(out, s.Notify)
	if s.Screen != nil {
		fmt.Fprintf(out, "screen %s at %s\n", visible(s.Screen.Model), visible(s.Screen.BaseURL))
	}
}

func printPermissions(out io.Writer, name string, list []tiers.Permission) {
	if len(list) > 0 {
		fmt.Fprintln(out, name)
	}
	for _, p := range list {
		fmt.Fprintf(out, "  %s  (%s)\n", visible(p.Pattern.String()), visible(p.From))
	}
}

func printRules(out io.Writer, changed []tiers.TierOf, files []*policy.File) {
	if len(changed) > 0 {
		fmt.Fprintln(out, "tiers")
	}
	for _, t := range changed {
		raises := ""
		if t.Raises {
			raises = " at least"
		}
		fmt.Fprintf(out, "  %s%s %s\n", visible(t.Rule), raises, t.Tier)
	}
	for i, r := range rulesOf(files) {
		if i == 0 {
			fmt.Fprintln(out, "rules")
		}
		fmt.Fprintf(out, "  %s %s: %s  (%s)\n", visible(r.ID), r.Tier, visible(r.Why), visible(r.At.String()))
	}
}

func rulesOf(files []*policy.File) []policy.Rule {
	var all []policy.Rule
	for _, f := range files {
		all = append(all, f.Rules...)
	}
	return all
}

// policyCheck reads files, the named ones or those in force, and takes their
// rules past their own examples. It says everything that is wrong.
func policyCheck(args []string) (supervisor.Status, error) {
	named, err := flagsAnywhere(newFlags("policy"), args)
	if err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	places := w.policyFiles()
	if len(named) > 0 {
		places = places[:0]
		for _, name := range named {
			places = append(places, policyFile{name, originOf(w, name)})
		}
	}
	wrong := 0
	for _, p := range places {
		f, err := readPolicy(p, policyfile.ReadAny)
		switch {
		case err != nil && len(named) == 0 && policyfile.Absent(err):
			continue
		case err != nil:
			fmt.Fprintf(os.Stdout, "%s\n", visible(strings.TrimPrefix(err.Error(), "open the policy: ")))
			wrong++
			continue
		}
		for _, n := range append(f.Ignored, f.Examples(w.reading(), w.facts(tiers.Needs{}))...) {
			fmt.Fprintf(os.Stdout, "%s: %s\n", visible(n.At.String()), visible(n.Text))
			wrong++
		}
		fmt.Fprintf(os.Stdout, "%s: %s, %d rules, %d permissions, %d bans\n", visible(p.path), p.origin, len(f.Rules), len(f.Policy.Allow), len(f.Policy.Deny))
	}
	if wrong > 0 {
		return supervisor.Status{Code: 1}, nil
	}
	return supervisor.Status{}, nil
}

// originOf is whose file a named one is: by its place, else the user's own.
func originOf(w *world, name string) policy.Origin {
	abs, err := filepath.Abs(name)
	if err != nil {
		return policy.User
	}
	for _, p := range w.policyFiles() {
		if p.path == abs {
			return p.origin
		}
	}
	return policy.User
}
