package procs

// Leader is not looked for here: 0.
func Leader(uint64) int { return 0 }

// OnlyOnOwn is not known here: false.
func OnlyOnOwn(int) bool { return false }
