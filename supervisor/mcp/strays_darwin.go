package mcp

// marked finds nothing: the environment of others cannot be read here for sure,
// and where orphans are not adopted either, strays stay.
func marked(mark string) []int { return nil }

func hasMark(pid int, mark string) bool { return false }
