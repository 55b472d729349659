package procs

import (
	"os"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Place is what a process runs in, by the names that others use to stop it.
type Place struct {
	Units      []string // service units: "hermes-gateway.service"
	Containers []string // container ids, 64 hexadecimal digits, or a container's host name
	Sessions   []string // "3" of a login, "main" or "$0" of tmux, "1234.main" of screen
}

// PlaceOf tells where a process and its ancestors run, as far as the kernel,
// the environment (getenv) and their command lines show it.
func PlaceOf(pid int, ancestors []tiers.Process, getenv func(string) string) Place {
	var p Place
	p.fromKernel(pid)
	if s := getenv("XDG_SESSION_ID"); s != "" {
		p.Sessions = append(p.Sessions, s)
	}
	if s := getenv("TMUX"); s != "" { // socket, pid of the server, number of the session
		if f := strings.Split(s, ","); len(f) == 3 {
			p.Sessions = append(p.Sessions, "$"+f[2], f[2])
		}
	}
	if s := getenv("STY"); s != "" {
		pid, name, _ := strings.Cut(s, ".")
		p.Sessions = append(p.Sessions, s, pid, name)
	}
	if s := getenv("ZELLIJ_SESSION_NAME"); s != "" {
		p.Sessions = append(p.Sessions, s)
	}
	if s := getenv("XPC_SERVICE_NAME"); s != "" && s != "0" { // launchd's label of the job
		p.Units = append(p.Units, s)
	}
	for _, a := range ancestors {
		if strings.HasPrefix(a.Name, "tmux") || strings.HasPrefix(strings.ToLower(a.Name), "screen") {
			p.Sessions = append(p.Sessions, sessionNames(a.Argv)...)
		}
	}
	slices.Sort(p.Units)
	p.Units = slices.Compact(p.Units)
	slices.Sort(p.Containers)
	p.Containers = slices.Compact(p.Containers)
	slices.Sort(p.Sessions)
	p.Sessions = slices.Compact(p.Sessions)
	return p
}

// sessionNames finds the names that tmux and screen were given on their
// command line: a server keeps that of the client which started it.
func sessionNames(argv []string) []string {
	var names []string
	for i, a := range argv {
		if (a == "-s" || a == "-S" || a == "-t" || a == "-dmS") && i+1 < len(argv) {
			names = append(names, argv[i+1])
		}
	}
	return names
}

// fromCgroup takes the units, containers and login sessions in the lines of
// /proc/PID/cgroup.
func (p *Place) fromCgroup(text string) {
	for line := range strings.Lines(text) {
		_, path, _ := strings.Cut(strings.TrimSpace(line), ":")
		_, path, _ = strings.Cut(path, ":")
		for s := range strings.SplitSeq(path, "/") {
			if unit, ok := strings.CutSuffix(s, ".service"); ok && unit != "" {
				p.Units = append(p.Units, s)
			}
			scope, isScope := strings.CutSuffix(s, ".scope")
			if n, ok := strings.CutPrefix(scope, "session-"); ok && isScope {
				p.Sessions = append(p.Sessions, n)
			} else if isScope {
				p.Units = append(p.Units, s)
			}
			if id := scope[strings.LastIndexByte(scope, '-')+1:]; isContainerID(id) {
				p.Containers = append(p.Containers, id)
			}
		}
	}
}

// fromMounts takes the container's id from /proc/PID/mountinfo: engines mount
// files of theirs over /etc/hostname and /etc/resolv.conf.
func (p *Place) fromMounts(text string) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 5 || f[4] != "/etc/hostname" && f[4] != "/etc/resolv.conf" && f[4] != "/etc/hosts" {
			continue
		}
		for s := range strings.SplitSeq(f[3], "/") {
			if isContainerID(s) {
				p.Containers = append(p.Containers, s)
				if name, err := os.Hostname(); err == nil && name != "" {
					p.Containers = append(p.Containers, name)
				}
			}
		}
	}
}

func isContainerID(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}
