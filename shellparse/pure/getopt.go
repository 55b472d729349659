package pure

import "strings"

// given is one option as it was given to a pure command.
type given struct {
	letter byte
	value  string
}

// getopt takes the options of a command apart as GNU's getopt does, which
// finds them behind operands too. spec lists them, separated by blanks:
// a letter, ":" where it takes a value, "?" where one may be attached, else
// "/", and the long name. ok is false where one is not listed, or shortened.
//
// The programs of BSD and macOS stop at the first operand, and so do those
// whose spec starts with a plus sign.
func getopt(args []string, spec string) (opts []given, operands []string, ok bool) {
	spec, early := strings.CutPrefix(spec, "+")
	for i := 0; i < len(args); i++ {
		s := args[i]
		switch {
		case early && len(operands) > 0:
			return opts, append(operands, args[i:]...), true
		case s == "--":
			return opts, append(operands, args[i+1:]...), true
		case len(s) < 2 || s[0] != '-':
			operands = append(operands, s)
			continue
		case strings.HasPrefix(s, "--"):
			name, value, has := strings.Cut(s[2:], "=")
			letter, kind := findOption(spec, 0, name)
			switch {
			case letter == 0 || has && kind == '/':
				return nil, nil, false
			case kind == ':' && !has:
				if i++; i == len(args) {
					return nil, nil, false
				}
				value = args[i]
			}
			opts = append(opts, given{letter, value})
			continue
		}
		for k := 1; k < len(s); k++ {
			letter, kind := findOption(spec, s[k], "")
			if letter == 0 {
				return nil, nil, false
			}
			o := given{letter: letter}
			if kind != '/' {
				o.value = s[k+1:]
				k = len(s)
				if kind == ':' && o.value == "" {
					if i++; i == len(args) {
						return nil, nil, false
					}
					o.value = args[i]
				}
			}
			opts = append(opts, o)
		}
	}
	return opts, operands, true
}

// findOption finds an option by its letter or its long name. A digit stands
// for an option that has no letter.
func findOption(spec string, letter byte, name string) (found, kind byte) {
	for spec != "" {
		var f string
		f, spec, _ = strings.Cut(spec, " ")
		if letter != 0 && f[0] == letter && (letter < '0' || letter > '9') || name != "" && f[2:] == name {
			return f[0], f[1]
		}
	}
	return 0, 0
}
