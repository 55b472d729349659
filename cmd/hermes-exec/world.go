package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// world is what the environment, the working directory and the process table
// say. What costs something is only looked up when it is asked for.
type world struct {
	dir    string // working directory
	home   string // the user's
	hermes string // HERMES_HOME

	host   func() []tiers.Process // this process and its ancestors
	outer  func() *outer          // the supervisor furthest up among them; nil: there is none
	nested func() bool            // this process is under another supervisor

	now *atomic.Pointer[running] // what was let through last

	open  bool                   // a shell is kept open: commands run while others are judged
	typed bool                   // a person types into it
	lend  func(use func()) error // gives the terminal back for a while; nil: nobody has taken it
}

func newWorld() *world {
	w := &world{dir: workingDir(), home: os.Getenv("HOME"), now: new(atomic.Pointer[running])}
	if w.home == "" {
		w.home = passwdHome("/etc/passwd", os.Getuid())
	}
	w.host = sync.OnceValue(func() []tiers.Process { return procs.Ancestors(os.Getpid()) })
	w.outer = sync.OnceValue(func() *outer { return findOuter(w.host()) })
	w.nested = sync.OnceValue(func() bool {
		if w.outer() != nil {
			return true
		}
		guarded, _ := procs.Marked("") // it has left the tree
		return guarded
	})
	w.hermes = w.hermesHome()
	return w
}

// workingDir is where relative names start. In a folder that has been deleted
// that is what the caller's shell still calls it, as it is for bash.
func workingDir() string {
	if dir, err := os.Getwd(); err == nil {
		return dir
	}
	if dir := os.Getenv("PWD"); filepath.IsAbs(dir) {
		return dir
	}
	return "/"
}

// passwdHome is what bash takes for ~ where HOME is not set: / where nothing
// names one either. So what is ours is never looked for in the working directory,
// where a project could have put it.
func passwdHome(file string, uid int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "/"
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		f := strings.Split(line, ":")
		if len(f) >= 7 && f[2] == strconv.Itoa(uid) {
			return cmp.Or(f[5], "/")
		}
	}
	return "/"
}

// reading is the world a text is read in: the very one the command gets.
func (w *world) reading() shellparse.Options {
	return shellparse.Options{Dir: w.dir, Home: w.home, Env: os.LookupEnv, ReadFile: readScript, Wrote: w.wrote()}
}

// facts are what the verdict depends on, and no more: the process table costs
// a millisecond or two.
func (w *world) facts(need tiers.Needs) *tiers.Facts {
	f := &tiers.Facts{Dir: w.dir, Home: w.home, HermesHome: w.hermes, Contained: w.contained()}
	if need.Host {
		f.Host = w.host()
		f.Protect = w.protected()
	}
	if need.Place {
		p := procs.PlaceOf(os.Getpid(), w.host(), os.Getenv)
		f.Units, f.Containers, f.Sessions = p.Units, p.Containers, p.Sessions
	}
	if need.Processes {
		// Without the table, names and patterns are still held against the
		// host's own rows; a table that cannot be read must not stop the rest.
		f.Processes, _ = procs.All()
		if agent, _, ok := procs.Agent(w.host()); ok && !w.nested() {
			procs.MarkOwn(f.Processes, w.host(), agent.PID, w.dir, w.home)
		}
	}
	if len(need.Panes) > 0 {
		f.Answering = w.answering(need.Panes)
	}
	if need.Seats {
		ours, _ := ownFile() // nil: its name alone counts
		procs.MarkInside(f.Processes, ours, tiers.SeatServers()...)
	}
	for _, file := range need.PIDFiles {
		if pids := procs.PIDs(file); pids != nil {
			f.PIDFiles = append(f.PIDFiles, tiers.PIDFile{Path: file, PIDs: pids})
		}
	}
	if need.Ports {
		f.Host, f.Protect = slices.Clone(f.Host), slices.Clone(f.Protect) // others keep the rows as they are
		procs.AddPorts(f.Processes, f.Host, f.Protect)
	}
	return f
}

// protected are the processes of the host beside the ancestors: those named
// here, and those named to the furthest supervisor.
func (w *world) protected() []tiers.Process {
	return procs.Host(w.hermes, os.Getenv("HERMES_EXEC_PROTECT")+","+w.outside("HERMES_EXEC_PROTECT"))
}

// contained reports whether the command runs in a container backend, whose
// pids and disks are not the host's.
func (w *world) contained() bool {
	switch os.Getenv("HERMES_EXEC_BACKEND") {
	case "docker", "singularity", "modal", "daytona", "vercel_sandbox":
		return !w.nested()
	}
	return false
}

// mode says who answers. What lowers protection is only heard from outside:
// under another supervisor it is the supervised command that speaks.
func (w *world) mode(s *settings) supervisor.Mode {
	inherited := supervisor.Manual
	for _, v := range [...]string{os.Getenv("HERMES_CRON_SESSION"), w.outside("HERMES_CRON_SESSION")} {
		if v != "" && v != "0" {
			inherited = supervisor.Cron
		}
	}
	wanted := supervisor.Mode(s.mode)
	if s.yolo || (wanted == "" && os.Getenv("HERMES_YOLO_MODE") == "1") {
		wanted = supervisor.Off
	}
	switch {
	case wanted == "":
		return inherited
	case wanted != supervisor.Cron && wanted != inherited && w.nested():
		return inherited
	}
	return wanted
}
