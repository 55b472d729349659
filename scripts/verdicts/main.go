// Verdicts is what scripts/oracle runs: it collects the texts that lie in a
// checkout, judges them in a world that never changes, and compares two such
// judgements.
//
//	verdicts texts ROOT [FILE…]        the texts, as JSON, a line each
//	verdicts judge <TEXTS              a line a text: id, decision, hardline, tier, rules, the text
//	verdicts figures <TEXTS            how the texts stand that say what they want
//	verdicts changes BEFORE AFTER      what differs between two judgements, by harm
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

var errUsage = errors.New("usage: verdicts texts ROOT [FILE…] | judge | figures | changes BEFORE AFTER")

func main() {
	out := bufio.NewWriter(os.Stdout)
	err := run(os.Args[1:], out)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "verdicts:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	switch {
	case len(args) >= 2 && args[0] == "texts":
		texts, err := collect(args[1], args[2:])
		if err != nil {
			return err
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for _, t := range texts {
			if err := enc.Encode(t); err != nil {
				return err
			}
		}
		return nil
	case len(args) == 1 && args[0] == "judge":
		return printAll(os.Stdin, out)
	case len(args) == 1 && args[0] == "figures":
		return figures(os.Stdin, out)
	case len(args) == 3 && args[0] == "changes":
		return changes(args[1], args[2], out)
	}
	return errUsage
}
