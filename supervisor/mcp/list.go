package mcp

import (
	"slices"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// State is how it stands with a name.
type State string

const (
	Running  State = "running"
	Ending   State = "ending"   // its input has ended, or it is being taken down
	Orphan   State = "orphan"   // its client is gone: it gives way to the next
	Unlocked State = "unlocked" // another tool's: there is a pid file and no lock
	Stale    State = "stale"    // a pid file of a server that no longer runs
	Strays   State = "strays"   // its keeper was killed, and some of what it started lives
)

// Server is one row of the list.
type Server struct {
	Name   string        `json:"name"`
	PID    int           `json:"pid"`
	State  State         `json:"state"`
	Since  time.Time     `json:"since"`
	Client *lock.Process `json:"client"` // nil where not known
	Dir    string        `json:"dir"`    // it was started from
	Memory int64         `json:"memory"` // resident, of the whole tree, in bytes
}

// List returns the servers in the folder dir, by name. Those that can be
// read are returned with the error of the others.
func List(dir string) ([]Server, error) {
	entries, err := lock.ListAll(dir)
	list := make([]Server, 0, len(entries))
	var table []tiers.Process
	if len(entries) > 0 {
		table, _ = procs.All()
	}
	for _, e := range entries {
		if e.Left != nil {
			if s, ok := leftServer(e); ok {
				list = append(list, s)
				continue
			}
			if !e.Stale {
				continue
			}
		}
		s := Server{Name: e.Name, PID: e.PID, State: stateOf(e), Since: e.Since}
		root := e.PID
		if o := e.Owner; o != nil {
			s.Dir = o.Dir
			if o.Client.PID > 0 {
				s.Client = &o.Client
			}
			root = o.Holder.PID // the orphans are below that one
		}
		if !e.Stale && root > 0 {
			for _, pid := range below(table, root) {
				if pid != root || e.Owner == nil {
					s.Memory += resident(pid)
				}
			}
		}
		list = append(list, s)
	}
	return list, err
}

// leftServer is the row of a server whose holder was killed, if something of it
// is left.
func leftServer(e lock.Entry) (s Server, ok bool) {
	if e.Left.Mark == "" {
		return s, false
	}
	pids := strays(e.Left.Mark, nil)
	if len(pids) == 0 {
		return s, false
	}
	s = Server{Name: e.Name, PID: slices.Min(pids), State: Strays, Since: e.Left.Since, Dir: e.Left.Dir}
	if e.Left.Client.PID > 0 {
		s.Client = &e.Left.Client
	}
	for _, pid := range pids {
		s.Memory += resident(pid)
	}
	return s, true
}

func stateOf(e lock.Entry) State {
	switch {
	case e.Stale:
		return Stale
	case !e.Locked:
		return Unlocked
	case e.Owner.Orphaned():
		return Orphan
	case e.Owner.Leaving():
		return Ending
	}
	return Running
}

// below returns root and every descendant of its.
func below(table []tiers.Process, root int) []int {
	all := []int{root}
	for i := 0; i < len(all); i++ {
		for j := range table {
			if table[j].PPID == all[i] && table[j].PID != root {
				all = append(all, table[j].PID)
			}
		}
	}
	return all
}
