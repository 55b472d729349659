package procs

// Marked finds nothing: the kernel guard is for Linux.
func Marked(string) (guarded, same bool) { return false, false }
