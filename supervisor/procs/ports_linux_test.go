package procs

import (
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestAddPorts(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	u, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	list := []tiers.Process{{PID: os.Getpid()}, {PID: 1 << 30}}
	AddPorts(list, nil)
	for _, want := range []int{l.Addr().(*net.TCPAddr).Port, u.LocalAddr().(*net.UDPAddr).Port} {
		if !slices.Contains(list[0].Ports, want) {
			t.Errorf("ports %v lack %d", list[0].Ports, want)
		}
	}
	if len(list[1].Ports) > 0 {
		t.Errorf("a process that is not there has ports %v", list[1].Ports)
	}
}

func TestParseSocket(t *testing.T) {
	t.Parallel()
	const listen = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 54321 1 0000000000000000 100 0 0 10 0"
	if inode, port, ok := parseSocket(listen, true); !ok || inode != "54321" || port != 8080 {
		t.Error(inode, port, ok)
	}
	short := listen[:strings.Index(listen, " 1 0000")] // to the inode: what follows is not read
	if inode, port, ok := parseSocket(short, true); !ok || inode != "54321" || port != 8080 {
		t.Error(inode, port, ok)
	}
	const established = "   1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 54322 1 0000000000000000 20 4 30 10 -1"
	if _, _, ok := parseSocket(established, true); ok {
		t.Error("an established connection is taken for a bound port")
	}
	unbound := strings.Replace(listen, ":1F90", ":0000", 1)
	for _, line := range []string{"", unbound, strings.Replace(listen, " 54321 ", " 0 ", 1), "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode", "a b c"} {
		if _, _, ok := parseSocket(line, true); ok {
			t.Errorf("%q is taken for a socket", line)
		}
	}
}
