package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// verb is what it is called and how, and what it does.
type verb struct {
	usage *usage.Verb
	run   func(args []string) error
}

// verbs is the one list of them. Help, the man page and the completions come
// from it; it is a function so that those can be among it.
func verbs() []verb {
	return []verb{
		{&serveUsage, serve},
		{&pageUsage, pageVerb},
		{&watchUsage, watch},
		{&statusUsage, status},
		{&listUsage, list},
		{&approveUsage, func(args []string) error { return answerVerb("approve", args) }},
		{&denyUsage, func(args []string) error { return answerVerb("deny", args) }},
		{&auditUsage, auditVerb},
		{&whitelistUsage, whitelist},
		{&notifyUsage, notifyVerb},
		{&screenUsage, func(args []string) error { return screen(args, os.Stdin, os.Stdout) }},
		{&askUsage, func(args []string) error { return ask(args, os.Stdin, os.Stdout) }},
		{&installUsage, install},
		{&completionUsage, completion},
		{&versionUsage, version},
		{&helpUsage, help},
	}
}

// program is all there is to say about this one.
func program() *usage.Program {
	var list []*usage.Verb
	for _, v := range verbs() {
		list = append(list, v.usage)
	}
	return daemonUsage.With(list)
}

// help prints the text of a verb, none being the program itself, or the manual.
func help(args []string) error {
	fs := newFlags()
	man := fs.Bool("man", false, "")
	if err := parse(fs, "help", args, 0, 1); err != nil {
		return err
	}
	text, err := program().About(fs.Arg(0), *man)
	if err != nil {
		return usagef("help: %w", err)
	}
	_, err = io.WriteString(os.Stdout, text)
	return err
}

// version prints what the build recorded: version, commit, toolchain.
func version(args []string) error {
	if err := parse(newFlags(), "version", args, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Printf("hermes-confirmd %s (%s %s/%s)\n", supervisor.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// completion prints the program's words for a shell.
func completion(args []string) error {
	fs := newFlags()
	if err := parse(fs, "completion", args, 0, 1); err != nil {
		return err
	}
	text, err := program().Completion(fs.Arg(0))
	if err != nil {
		return usagef("completion: %w", err)
	}
	_, err = io.WriteString(os.Stdout, text)
	return err
}
