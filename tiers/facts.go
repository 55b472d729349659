package tiers

// Facts are what the judge is told of the world. They are plain data, so a
// verdict is a function of its arguments.
type Facts struct {
	Dir        string // working directory, absolute
	Home       string // the user's home directory, absolute
	HermesHome string // $HERMES_HOME, absolute; "" is .hermes in Home

	Host      []Process // live ancestors of the supervisor, nearest first, pid 1 included, and the supervisor itself first of all
	Protect   []Process // more of the host: confirmation daemon, gateway.pid, HERMES_EXEC_PROTECT
	Processes []Process // the whole process table, where [Needs] asked for it
	PIDFiles  []PIDFile // those [Needs] asked for that are there

	Answering []Pane // of those that [Needs] named, the panes at which people answer: the host's own, and a console's

	Units      []string // service units the host runs in, as their manager names them: "hermes-gateway.service"
	Containers []string // container names and ids the host runs in, as seen from outside
	Sessions   []string // terminal multiplexer and login sessions the host runs in: a tmux session's name, a login session's number

	// Contained: the command runs in a container backend
	// (HERMES_EXEC_BACKEND=docker|singularity|modal|daytona|vercel_sandbox),
	// whose pids and disks are not the host's: hardline and self-kill are skipped.
	Contained bool
}

// Process is one row of the process table.
type Process struct {
	PID, PPID, PGID, SID int
	Name                 string   // comm, at most 15 bytes on Linux
	Argv                 []string // command line; empty for a kernel thread
	Ports                []int    // TCP and UDP ports it is bound to, where [Needs] asked for them
	Threads              int      // 0 where it is not known
	Inside               bool     // a supervised command started it, and the kernel guard watches it; where [Needs] asked for Seats
	Own                  bool     // an earlier command of this session left it running, where [Needs] asked for the table
}

// PIDFile is a file that holds process numbers and nothing else.
type PIDFile struct {
	Path string // as [Needs] has it
	PIDs []int
}

// Options are what a caller may choose about judging.
type Options struct {
	Action    string // what is being done rather than how: "send_message", "deploy"…
	Preset    string // "standard" (also "") or "strict"
	SudoStdin bool   // policy allows a password for sudo on standard input

	// What policy files say, see [Policy].
	Policy Policy
	// Unconfirmed says what loosens there, and does not hold until a person has
	// confirmed it: for who is asked meanwhile.
	Unconfirmed string

	inner bool // a text found within another is judged: no deeper
}

// Policy is what people have laid down about commands. Nothing in it lowers hardline.
type Policy struct {
	Rules []Rule       // judged like the built-in ones
	Tiers []TierOf     // of built-in rules; of two about one rule the later holds
	Deny  []Permission // always refused
	Allow []Permission // run without asking
}

// TierOf is the tier that a policy gives to a built-in rule.
type TierOf struct {
	Rule   string // the rule's ID, or a family of rules: "git.*"
	Tier   Tier
	Raises bool // it can only raise the tier: a project's policy
}

// Needs says which facts a script's verdict depends on, so that the process
// table is only read where something in the script could signal a process.
type Needs struct {
	Host      bool     // ancestors, groups
	Processes bool     // the whole table: names, patterns, groups
	Ports     bool     // and which ports its processes are bound to
	PIDFiles  []string // what numbers these files hold
	Seats     bool     // which of the table's terminals and their servers are inside, see [Process].Inside
	Panes     []Pane   // which of these people answer at
	Place     bool     // the units, containers and sessions the host runs in
}

// hermesHome is the folder of this program's own files.
func (f *Facts) hermesHome() string {
	if f.HermesHome != "" {
		return f.HermesHome
	}
	if f.Home == "" {
		return ""
	}
	return f.Home + "/.hermes"
}
