package tiers

import "strings"

// modeWord is the mode an install or chmod sets; "-w" looks like an option.
func (c *call) modeWord() string {
	if c.name == "install" || c.name == "ginstall" {
		o, _ := c.option("-m", "--mode")
		return o.value.lit
	}
	for _, a := range c.args {
		if c.name == "chattr" && len(a.lit) > 1 && strings.IndexByte("+-=", a.lit[0]) >= 0 && a.lit != "-R" {
			return a.lit
		}
		if !a.exact || !strings.HasPrefix(a.lit, "-") || strings.Trim(a.lit, "-rwxXstugoa,=+") == "" && a.lit != "-R" && a.lit != "--" && !strings.HasPrefix(a.lit, "--") {
			return a.lit
		}
	}
	return ""
}

// worldWritable reads a mode as chmod does: octal, or clauses of who, operator
// and permissions.
func worldWritable(mode string) bool {
	if strings.Trim(mode, "01234567") == "" {
		return (mode[len(mode)-1]-'0')&2 != 0 && !(len(mode) == 4 && mode[0] == '1')
	}
	for clause := range strings.SplitSeq(mode, ",") {
		i := strings.IndexAny(clause, "+=")
		if i > 0 && strings.ContainsAny(clause[:i], "oa") && strings.Contains(clause[i:], "w") {
			return true
		}
	}
	return false
}
