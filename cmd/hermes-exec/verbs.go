package main

import (
	"errors"
	"strings"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// verb is a first word that is no shell's: what it is called and how, and what it does.
type verb struct {
	usage *usage.Verb
	run   func(args []string) (supervisor.Status, error)
}

// verbs is the one list of them. Help, the man page and the completions come
// from it; it is a function so that those can be among it.
func verbs() []verb {
	return []verb{
		{&checkUsage, check},
		{&explainUsage, explain},
		{&mcpUsage, mcpVerb},
		{&policyUsage, policyVerb},
		{&auditUsage, auditVerb},
		{&initUsage, initAgent},
		{&hookUsage, hookVerb},
		{&shimUsage, shim},
		{&doctorUsage, doctor},
		{&demoUsage, demo},
		{&completionUsage, completion},
		{&helpUsage, help},
		{&versionUsage, printVersion},
	}
}

// program is all there is to say about this one.
func program() *usage.Program {
	var list []*usage.Verb
	for _, v := range verbs() {
		list = append(list, v.usage)
	}
	return wrapperUsage.With(list)
}

// meant adds to the news that there is no such script what may have been meant by
// its name: a verb, or a command.
func meant(err error, words []string) error {
	var missing *startError
	if len(words) == 0 || !errors.As(err, &missing) || missing.status != exitNotFound || missing.name != words[0] {
		return err
	}
	if strings.ContainsAny(words[0], " \t\n") {
		missing.way = "a command goes behind -c: hermes-exec -c " + quoted(words[0])
	}
	for _, v := range verbs() {
		if slip(words[0], v.usage.Name) {
			missing.way = "did you mean `hermes-exec " + v.usage.Name + "`?"
		}
	}
	return err
}

// slip reports whether two words differ by a letter too many, a wrong one, or
// two that have changed places.
func slip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && strings.HasSuffix(a, b[len(b)-1:]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
