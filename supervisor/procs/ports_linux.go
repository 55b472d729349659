package procs

import (
	"os"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// AddPorts fills in the TCP ports that the processes listen on and the UDP
// ports they are bound to, in every network namespace that can be read. Sockets
// of other users' processes are found by root only.
func AddPorts(lists ...[]tiers.Process) {
	tables := map[string]map[string]int{} // by network namespace: port by socket
	for _, list := range lists {
		for i := range list {
			p := &list[i]
			dir := procPath(p.PID, "fd")
			fds, err := os.ReadDir(dir)
			if err != nil {
				continue
			}
			ns, _ := os.Readlink(procPath(p.PID, "ns/net"))
			table, ok := tables[ns]
			if !ok {
				table = sockets(p.PID)
				tables[ns] = table
			}
			for _, fd := range fds {
				link, err := os.Readlink(dir + "/" + fd.Name())
				if inode, ok := strings.CutPrefix(link, "socket:["); ok && err == nil {
					if port, ok := table[strings.TrimSuffix(inode, "]")]; ok {
						p.Ports = append(p.Ports, port)
					}
				}
			}
		}
	}
}

// sockets reads the bound sockets of a process's network namespace.
func sockets(pid int) map[string]int {
	table := map[string]int{}
	for _, file := range [...]string{"net/tcp", "net/tcp6", "net/udp", "net/udp6"} {
		b, err := read(procPath(pid, file), nil)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if inode, port, ok := parseSocket(line, strings.HasPrefix(file, "net/tcp")); ok {
				table[inode] = port
			}
		}
	}
	return table
}

// parseSocket reads a line of /proc/net/tcp or udp, see proc_net(5): of TCP
// only sockets in the state LISTEN (0A).
func parseSocket(line string, tcp bool) (inode string, port int, ok bool) {
	f := strings.Fields(line)
	if len(f) < 10 || tcp && f[3] != "0A" {
		return "", 0, false
	}
	_, hex, found := strings.Cut(f[1], ":")
	n, err := strconv.ParseUint(hex, 16, 16)
	return f[9], int(n), found && err == nil && n > 0 && f[9] != "0"
}
