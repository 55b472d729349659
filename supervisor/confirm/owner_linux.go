package confirm

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// ownersKnown: this system says who holds a TCP connection.
const ownersKnown = true

// tcpOwners finds the processes that hold the other end of a TCP connection
// within this machine and network namespace: from is that end's address, to is
// ours. An error means that they are not known: there is no such connection, or
// it belongs to another user whose descriptors cannot be read.
func tcpOwners(from, to netip.AddrPort) ([]int, error) {
	inode, _, err := connection(from, to)
	if err != nil {
		return nil, fmt.Errorf("who holds the connection from %v: %w", from, err)
	}
	want := "socket:[" + inode + "]"
	all, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("who holds the connection from %v: %w", from, err)
	}
	var pids []int
	for _, entry := range all {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		dir := "/proc/" + entry.Name() + "/fd"
		fds, err := os.ReadDir(dir)
		if err != nil { // another user's, or gone
			continue
		}
		if slices.ContainsFunc(fds, func(fd os.DirEntry) bool {
			link, err := os.Readlink(dir + "/" + fd.Name())
			return err == nil && link == want
		}) {
			pids = append(pids, pid)
		}
	}
	if len(pids) == 0 {
		return nil, fmt.Errorf("who holds the connection from %v: a process that cannot be looked at", from)
	}
	return pids, nil
}

// tcpUID is the user whose socket the other end of a TCP connection within this
// machine and network namespace is.
func tcpUID(from, to netip.AddrPort) (int, error) {
	_, uid, err := connection(from, to)
	if err != nil {
		return 0, fmt.Errorf("whose connection it is from %v: %w", from, err)
	}
	return uid, nil
}

// connection finds the inode of the socket from which a connection comes, and
// its user.
func connection(from, to netip.AddrPort) (inode string, uid int, err error) {
	from, to = plain(from), plain(to)
	var unread error
	for _, file := range [...]string{"/proc/net/tcp", "/proc/net/tcp6"} {
		b, err := os.ReadFile(file)
		if err != nil {
			unread = err
			continue
		}
		for line := range strings.Lines(string(b)) {
			f := strings.Fields(line)
			if len(f) < 10 {
				continue
			}
			local, ok := parseAddr(f[1])
			if !ok || local != from {
				continue
			}
			if remote, ok := parseAddr(f[2]); ok && remote == to && f[9] != "0" {
				uid, err := strconv.Atoi(f[7])
				return f[9], uid, err
			}
		}
	}
	if unread != nil {
		return "", 0, unread
	}
	return "", 0, errors.New("there is no such connection in this network namespace")
}

func plain(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// parseAddr reads an address of /proc/net/tcp: words of 32 bits, each in the
// machine's own order (little-endian on all that we build for), and the port.
func parseAddr(s string) (netip.AddrPort, bool) {
	host, port, _ := strings.Cut(s, ":")
	b, err := hex.DecodeString(host)
	n, err2 := strconv.ParseUint(port, 16, 16)
	if err != nil || err2 != nil || len(b)%4 != 0 {
		return netip.AddrPort{}, false
	}
	for i := 0; i < len(b); i += 4 {
		slices.Reverse(b[i : i+4])
	}
	a, ok := netip.AddrFromSlice(b)
	return netip.AddrPortFrom(a.Unmap(), uint16(n)), ok
}
