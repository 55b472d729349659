package procs

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

const id = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestCgroup(t *testing.T) {
	t.Parallel()
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

func TestSessionNames(t *testing.T) {
	t.Parallel()
	for argv, want := range map[string]string{
		"tmux": "", "tmux new -s a": "a", "tmux attach -t b": "b", "screen -S c": "c", "SCREEN -dmS d -S": "d",
		"tmux new -s": "", "tmux -x y": "",
	} {
		if got := strings.Join(sessionNames(strings.Fields(argv)), " "); got != want {
			t.Errorf("%s: %q, want %q", argv, got, want)
		}
	}
}

func TestMounts(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	const from = "612 598 8:1 /var/lib/docker/containers/" + id + "/hostname "
	for mounts, want := range map[string][]string{
		from + "/etc/hostname rw - ext4 /dev/sda1 rw\n613 598 8:1 /home /home rw - ext4 /dev/sda1 rw\n": {id, host},
		from + "/etc/resolv.conf rw - ext4 /dev/sda1 rw\n":                                              {id, host},
		from + "/etc/hosts rw - ext4 /dev/sda1 rw\n":                                                    {id, host},
		from + "/srv/" + id + " rw - ext4 /dev/sda1 rw\n":                                               nil,
		from + "/etc/hosts":                     {id, host},
		from:                                    nil,
		"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n": nil,
	} {
		var p Place
		p.fromMounts(mounts)
		if !slices.Equal(p.Containers, want) {
			t.Errorf("%q: containers %q, want %q", mounts, p.Containers, want)
		}
	}
}

func TestPlaceOf(t *testing.T) {
	t.Parallel()
	env := map[string]string{"TMUX": "/tmp/tmux-0/default,42,7", "STY": "99.work", "XDG_SESSION_ID": "3", "XPC_SERVICE_NAME": "ai.hermes.gateway", "ZELLIJ_SESSION_NAME": "zell"}
	p := PlaceOf(1<<30, []tiers.Process{{Name: "bash", Argv: []string{"bash", "-s", "no"}}, {Name: "tmux: server", Argv: []string{"tmux", "new", "-d", "-s", "agents"}}}, func(k string) string { return env[k] })
	for _, want := range []string{"$7", "7", "99.work", "99", "work", "3", "agents", "zell"} {
		if !slices.Contains(p.Sessions, want) {
			t.Errorf("sessions %q lack %q", p.Sessions, want)
		}
	}
	if slices.Contains(p.Sessions, "no") || !slices.Contains(p.Units, "ai.hermes.gateway") {
		t.Errorf("%+v", p)
	}
}
