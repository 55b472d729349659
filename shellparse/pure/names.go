package pure

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// Commands that compute something of their words alone.

// lastPart is basename of a path whose last part alone need be known, or is
// all that is not.
func lastPart(words []text.Text) (text.Text, bool) {
	if len(words) != 1 {
		return "", false
	}
	t := words[0]
	i := strings.LastIndexByte(string(t), '/')
	if _, ok := t.Exact(); ok || i < 0 || i+1 >= len(t) {
		return "", false
	}
	if strings.IndexByte(string(t[i+1:]), 0) >= 0 && !pidsOnly(t[i+1:]) {
		return "", false // it may hold a slash
	}
	return t[i+1:] + "\n", true
}

func pidsOnly(t text.Text) bool {
	for p := range t.Parts() {
		if p.Origin >= 0 && !oneWord(p) {
			return false
		}
	}
	return true
}

func (j *job) basename() bool {
	opts, operands, ok := getopt(j.args, "+a/multiple s:suffix")
	if !ok || len(operands) == 0 || len(opts) > 1 {
		return false
	}
	suffix := ""
	if len(opts) > 0 {
		suffix = opts[0].value
	} else {
		switch len(operands) {
		case 1:
		case 2:
			suffix, operands = operands[1], operands[:1]
		default:
			return false
		}
	}
	for _, s := range operands {
		base := strings.TrimRight(s, "/")
		if base == "" && s != "" {
			base = "/"
		} else {
			base = base[strings.LastIndexByte(base, '/')+1:]
		}
		if base != suffix && base != "/" {
			base = strings.TrimSuffix(base, suffix)
		}
		j.line(base, true)
	}
	return true
}

func (j *job) dirname() bool {
	_, operands, ok := getopt(j.args, "")
	if !ok || len(operands) == 0 {
		return false
	}
	for _, s := range operands {
		dir := strings.TrimRight(s, "/")
		i := strings.LastIndexByte(dir, '/')
		switch {
		case dir == "" && s != "":
			dir = "/"
		case i < 0:
			dir = "."
		default:
			if dir = strings.TrimRight(dir[:i], "/"); dir == "" {
				dir = "/"
			}
		}
		j.line(dir, true)
	}
	return true
}
