package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// printNotify prints the services that tell people what waits, in the order in
// which they are tried. Secrets are named by the variables that hold them.
func printNotify(out io.Writer, list []policy.Notify) {
	for i, n := range list {
		if i == 0 {
			fmt.Fprintln(out, "notify")
		}
		row, chat := n.Service, n.Chat
		if n.Service == "ntfy" { // whoever knows the topic can read along
			chat = ""
		}
		for _, part := range [...]struct{ before, value string }{
			{" ", chat}, {" ", n.URL}, {" at ", n.BaseURL}, {", answered by ", strings.Join(n.Users, " ")}, {", with links to ", n.Links},
			{", the token in ", n.TokenEnv}, {", the address in ", n.URLEnv}, {", the topic in ", n.TopicEnv}, {", the signing secret in ", n.SigningEnv},
		} {
			if part.value != "" {
				row += part.before + part.value
			}
		}
		if n.Also {
			row += ", in any case"
		}
		fmt.Fprintf(out, "  %s  (%s)\n", visible(row), visible(n.At.String()))
	}
}
