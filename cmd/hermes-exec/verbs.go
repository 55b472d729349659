package main

import (
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
