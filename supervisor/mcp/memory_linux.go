package mcp

import (
	"fmt"
	"os"
	"strconv"
)

// resident returns how many bytes of memory a process has; 0 where that cannot
// be told. What processes share counts for each.
func resident(pid int) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	var size, pages int64
	fmt.Sscan(string(b), &size, &pages)
	return pages * int64(os.Getpagesize())
}
