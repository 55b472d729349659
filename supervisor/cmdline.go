package supervisor

import (
	"os"
	"strings"
	"unsafe"
)

// HideArgs returns the words this process was started with, and takes all but
// the first out of what the process table shows. Else the command `pkill -f
// vite` would find its own text in the supervisor's command line, and end what
// plain bash leaves alone: bash becomes pkill, which never finds itself.
func HideArgs() []string {
	args := make([]string, len(os.Args))
	for i, s := range os.Args {
		args[i] = strings.Clone(s)
		if i > 0 && s != "" {
			// The runtime's strings lie where the kernel put the arguments,
			// which is memory of this process that it may write.
			clear(unsafe.Slice(unsafe.StringData(s), len(s)))
		}
	}
	os.Args = args
	return args
}
