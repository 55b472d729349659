package procs

// Leader is not looked for here: 0.
func Leader(uint64) int { return 0 }

// StartedBefore reports whether process a started before process b did.
func StartedBefore(a, b int) (bool, error) {
	first, err := StartTime(a)
	if err != nil {
		return false, err
	}
	second, err := StartTime(b)
	return first.Before(second), err
}

// OnlyOnOwn is not known here: false.
func OnlyOnOwn(int) bool { return false }
