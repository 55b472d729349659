package main

import (
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

var helpUsage = usage.Verb{
	Name: "help", Brief: "[VERB]", Line: "what a verb does",
	Args: []string{"[VERB]", "--man [PAGE]"},
	Text: `The text of a verb's -h; without one, that of the program.`,
	Flags: []*usage.Flag{
		{Name: "man", Text: "the manual in roff instead: hermes-exec(1), or the page hermes-exec.yaml"},
	},
}

// help prints the text of a verb, none being the wrapper itself, or the manual.
func help(args []string) (supervisor.Status, error) {
	flags := newFlags("help")
	man := flags.Bool("man", false, "")
	if err := parseFlags(flags, args, 1); err != nil {
		return supervisor.Status{}, err
	}
	text, err := program().About(flags.Arg(0), *man, &policyPage)
	if err != nil {
		return supervisor.Status{}, usagef("help", "%w", err)
	}
	_, err = io.WriteString(os.Stdout, text)
	return supervisor.Status{}, err
}

var completionUsage = usage.Verb{
	Name: "completion", Args: []string{"bash|zsh|fish"}, Line: "the words of this program for a shell",
	Text: `Prints a script that teaches an interactive shell this program's verbs and
flags. scripts/install puts it where the shell finds it; by hand:

  bash  source <(hermes-exec completion bash)       in ~/.bashrc
  zsh   hermes-exec completion zsh >DIR/_hermes-exec  in a DIR of $fpath
  fish  hermes-exec completion fish | source        in config.fish`,
	Words: []string{"bash", "zsh", "fish"},
}

// completion prints the program's words for a shell.
func completion(args []string) (supervisor.Status, error) {
	flags := newFlags("completion")
	if err := parseFlags(flags, args, 1); err != nil {
		return supervisor.Status{}, err
	}
	text, err := program().Completion(flags.Arg(0))
	if err != nil {
		return supervisor.Status{}, usagef("completion", "%w", err)
	}
	_, err = io.WriteString(os.Stdout, text)
	return supervisor.Status{}, err
}
