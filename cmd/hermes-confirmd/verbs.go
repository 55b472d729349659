package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
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
		{&completionUsage, completion},
		{&helpUsage, help},
	}
}

// program is all there is to say about this one.
func program() *usage.Program {
	p := daemonUsage
	var names []string
	for _, v := range verbs() {
		p.Verbs = append(p.Verbs, *v.usage)
		names = append(names, v.usage.Name)
	}
	p.Verb("help").Words = names
	return &p
}

// help prints the text of a verb, none being the program itself, or the manual.
func help(args []string) error {
	fs := newFlags()
	man := fs.Bool("man", false, "")
	if err := parse(fs, "help", args, 0, 1); err != nil {
		return err
	}
	p, word, text := program(), fs.Arg(0), ""
	switch v := p.Verb(word); {
	case *man && word == "":
		text = p.Man(usage.Date())
	case *man:
		return usagef("help: --man takes no word")
	case word == "":
		text = p.Help()
	case v != nil:
		text = v.Help(p.Name)
	default:
		return usagef("help %s: there is %s", word, strings.Join(p.Verb("help").Words, ", "))
	}
	_, err := io.WriteString(os.Stdout, text)
	return err
}

// completion prints the program's words for a shell.
func completion(args []string) error {
	fs := newFlags()
	if err := parse(fs, "completion", args, 1, 1); err != nil {
		return err
	}
	text := program().Completion(fs.Arg(0))
	if text == "" {
		return usagef("completion %s: there is %s", fs.Arg(0), strings.Join(usage.Shells(), ", "))
	}
	_, err := fmt.Print(text)
	return err
}
