package procs

import (
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

const id = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestCgroup(t *testing.T) {
	for _, tc := range []struct{ text, units, containers, sessions string }{
		{"0::/system.slice/hermes-gateway.service\n", "hermes-gateway.service", "", ""},
		{"0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-r1.scope\n", "user@1000.service run-r1.scope", "", ""},
		{"0::/user.slice/user-1000.slice/session-3.scope\n", "", "", "3"},
		{"12:pids:/docker/" + id + "\n0::/\n", "", id, ""},
		{"0::/system.slice/docker-" + id + ".scope\n", "docker-" + id + ".scope", id, ""},
		{"0::/machine.slice/libpod-" + id + ".scope/container\n", "libpod-" + id + ".scope", id, ""},
		{"0::/\n", "", "", ""},
		{"garbage", "", "", ""},
	} {
		var p Place
		p.fromCgroup(tc.text)
		if got := [3]string{strings.Join(p.Units, " "), strings.Join(p.Containers, " "), strings.Join(p.Sessions, " ")}; got != [3]string{tc.units, tc.containers, tc.sessions} {
			t.Errorf("%q: %q", tc.text, got)
		}
	}
}

func TestMounts(t *testing.T) {
	var p Place
	p.fromMounts("612 598 8:1 /var/lib/docker/containers/" + id + "/hostname /etc/hostname rw - ext4 /dev/sda1 rw\n613 598 8:1 /home /home rw - ext4 /dev/sda1 rw\n")
	if !slices.Contains(p.Containers, id) {
		t.Errorf("containers %q", p.Containers)
	}
	var none Place
	none.fromMounts("22 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
	if len(none.Containers) > 0 {
		t.Errorf("containers %q", none.Containers)
	}
}

func TestPlaceOf(t *testing.T) {
	env := map[string]string{"TMUX": "/tmp/tmux-0/default,42,7", "STY": "99.work", "XDG_SESSION_ID": "3", "XPC_SERVICE_NAME": "ai.hermes.gateway"}
	p := PlaceOf(1<<30, []tiers.Process{{Name: "bash", Argv: []string{"bash", "-s", "no"}}, {Name: "tmux: server", Argv: []string{"tmux", "new", "-d", "-s", "agents"}}}, func(k string) string { return env[k] })
	for _, want := range []string{"$7", "7", "99.work", "99", "work", "3", "agents"} {
		if !slices.Contains(p.Sessions, want) {
			t.Errorf("sessions %q lack %q", p.Sessions, want)
		}
	}
	if slices.Contains(p.Sessions, "no") || !slices.Contains(p.Units, "ai.hermes.gateway") {
		t.Errorf("%+v", p)
	}
}
