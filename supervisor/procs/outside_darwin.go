package procs

// filters finds none: the kernel guard is for Linux.
func filters(int) (Filters, error) { return 0, nil }
