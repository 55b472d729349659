package procs

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Host returns the processes that are to be guarded beside the supervisor's
// own ancestors: the gateway named in home/gateway.pid, the confirmation daemon
// and the consoles of those who answer, and the pids in
// protect (the value of HERMES_EXEC_PROTECT: separated by commas or white
// space). What is gone, garbage or named twice is left out.
func Host(home, protect string) []tiers.Process {
	var host []tiers.Process
	add := func(pid int) {
		if pid <= 0 || contains(host, pid) || !Alive(pid) {
			return
		}
		if p, ok := lookup(pid); ok {
			host = append(host, p)
		}
	}
	if home != "" {
		add(pidFile(filepath.Join(home, "gateway.pid")))
		if pid := pidFile(filepath.Join(home, "exec", "confirmd.pid")); isDaemon(pid) { // the file outlives a kill -9
			add(pid)
		}
		for _, pid := range approvers(home) {
			add(pid)
		}
	}
	for f := range strings.FieldsFuncSeq(protect, func(r rune) bool {
		return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}) {
		add(parsePID(f))
	}
	return host
}

// maxApprovers bounds what is looked at of those who have registered.
const maxApprovers = 64

// approversDir has a file for each console at which a person answers, by its pid.
func approversDir(home string) string { return filepath.Join(home, "exec", "approvers") }

// approvers are the consoles that have registered and run.
func approvers(home string) (pids []int) {
	d, err := os.Open(approversDir(home))
	if err != nil {
		return nil
	}
	defer d.Close()
	names, _ := d.Readdirnames(maxApprovers)
	for _, name := range names {
		if pid := parsePID(name); isDaemon(pid) { // the file outlives a kill -9
			pids = append(pids, pid)
		}
	}
	return pids
}

// Register has this process be one of the host from now on, since a person answers
// at it (see [Host]), until done is called.
func Register(home string) (done func(), err error) {
	path := filepath.Join(approversDir(home), strconv.Itoa(os.Getpid()))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return nil, err
	}
	return func() { os.Remove(path) }, nil
}

// isDaemon reports whether a process is the confirmation daemon, by its name.
func isDaemon(pid int) bool {
	p, err := Get(pid)
	return err == nil && p.Name == "hermes-confirmd"
}

// pidFile reads a pid file, 0 where there is no pid in it.
func pidFile(path string) int { return parsePIDFile(readSmall(path)) }

// PIDs are the numbers that a file holds which holds nothing else. It is empty
// for any other file, and for one that cannot be read.
func PIDs(path string) []int {
	var pids []int
	for f := range strings.FieldsSeq(string(readSmall(path))) {
		n := parsePID(f)
		if n == 0 {
			return nil
		}
		pids = append(pids, n)
	}
	return pids
}

// readSmall reads a regular file of at most 64 KiB.
func readSmall(path string) []byte {
	// O_NONBLOCK: a pipe in its place must not hold the command up.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	const most = 64 << 10
	// What has no length is empty, or made up by the kernel: /proc/kmsg blocks.
	if fi, err := f.Stat(); err != nil || !fi.Mode().IsRegular() || fi.Size() > most || fi.Size() == 0 {
		return nil
	}
	f.SetReadDeadline(time.Now().Add(time.Second)) // an error where reading never blocks
	b, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	return b
}

// parsePIDFile understands plain decimal and the gateway's JSON object with a
// "pid" in it.
func parsePIDFile(b []byte) int {
	s := strings.TrimSpace(string(b))
	if !strings.HasPrefix(s, "{") {
		return parsePID(s)
	}
	var v struct {
		PID json.Number `json:"pid"`
	}
	if json.Unmarshal([]byte(s), &v) != nil {
		return 0
	}
	return parsePID(v.PID.String())
}

// parsePID returns 0 for what is no pid. Pids are below 2³¹ everywhere; kill(2)
// would take a larger number modulo 2³².
func parsePID(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
