package procs

// filters finds none: the kernel guard is for Linux.
func filters(int) (Filters, error) { return 0, nil }

// Hide is for Linux: a process here is looked into with a debugger's entitlement.
func Hide() (show func()) { return func() {} }
