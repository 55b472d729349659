package text

// OriginKind says where an unknown part of a word comes from. The origin in a
// mark is an index into a table that begins with an entry for each kind, in
// this order; what follows there is known to whoever keeps the table.
type OriginKind uint8

const (
	OriginUnknown  OriginKind = iota
	OriginSelf                // $$ or $BASHPID of the shell the supervisor starts
	OriginParent              // $PPID at any level: the supervisor, or the shell it became
	OriginHostPID             // computed from $$ or $PPID: a pid flowed in, a pid flows out
	OriginOwnShell            // $$ of a nested shell: its own to kill
	OriginJob                 // $!, a child of this script's own shell
	OriginAllPIDs             // a list of every process: ps -e, ls /proc
	OriginGlob                // every name a pattern matches, one after the other
	OriginLimit               // more alternatives than are followed
	OriginUnset               // a variable that neither the text nor the environment sets; Name is its name
	OriginOutput              // what a command prints; Name is the program
	OriginInput               // read from standard input or a file; Name says which
	OriginArg                 // a positional parameter that is not known
)
