package main

import (
	"slices"
	"strings"
)

// invocation is how bash reads its command line (its shell.c, parse_long_options
// and parse_shell_options): which words are options, and which is the script.
type invocation struct {
	options     []string // as given, the end mark -- included
	command     bool     // -c
	stdin       bool     // -s
	interactive bool     // -i
	login       bool     // -l
	prints      bool     // --version, --help…: it prints and runs nothing
	rcfile      bool     // --rcfile FILE
	operands    []string // the words after the options: script, $0, $1…; or file, $1…
}

// The long options of bash 5, which take one dash as well as two, and must
// stand before the short ones. Those of the second list take a word.
var (
	bashLong     = []string{"debug", "debugger", "dump-po-strings", "dump-strings", "help", "login", "noediting", "noprofile", "norc", "posix", "pretty-print", "restricted", "verbose", "version"}
	bashLongWord = []string{"init-file", "rcfile"}
)

// bashShort are the letters that bash, dash, ksh and zsh take in a cluster;
// o and O take the next word each.
const bashShort = "abcefhiklmnprstuvxBCDEHPToO"

// readInvocation splits args as the real shell will. A word that could be an
// option and is not known is an error, and the last of inv.options: guessing
// wrong would judge one text and run another.
func readInvocation(args []string) (inv invocation, err error) {
	n := 0
	for ; n < len(args) && len(args[n]) > 1 && args[n][0] == '-'; n++ {
		name := strings.TrimPrefix(args[n][1:], "-")
		switch {
		case slices.Contains(bashLong, name):
			switch name {
			case "login":
				inv.login = true
			case "help", "version":
				inv.prints = true
			}
			continue
		case slices.Contains(bashLongWord, name):
			inv.rcfile = true
			if n++; n >= len(args) {
				inv.options = args
				return inv, usagef("", "%s needs a file", args[n-1])
			}
			continue
		}
		if len(args[n]) > 2 && args[n][1] == '-' {
			inv.options = args[:n+1]
			return inv, usagef("", "%s: neither a flag of ours nor of bash's", args[n])
		}
		break
	}
	for n < len(args) && args[n] != "" && (args[n][0] == '-' || args[n][0] == '+') {
		word := args[n]
		n++
		if word == "-" || word == "--" {
			break
		}
		for _, letter := range []byte(word[1:]) {
			switch letter {
			case 'c':
				inv.command = true
			case 's':
				inv.stdin = true
			case 'i':
				inv.interactive = true
			case 'l':
				inv.login = true
			case 'o', 'O':
				n++ // a missing word makes bash list the options
			default:
				if !strings.Contains(bashShort, string(rune(letter))) {
					inv.options = args[:n]
					return inv, usagef("", "%s: no option of bash's; its long options stand before the short ones", word)
				}
			}
		}
	}
	n = min(n, len(args))
	inv.options, inv.operands = args[:n], args[n:]
	return inv, nil
}
