package confirm

// checkFilters finds nothing: the kernel guard is for Linux.
func checkFilters(int) error { return nil }
