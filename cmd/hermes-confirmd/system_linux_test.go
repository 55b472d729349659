package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// machine makes this machine one of its own, in namespaces: /etc is a copy, and what
// the machine's daemon writes to is empty. A user named agent has a stub of git. The
// daemon is started as its unit says, but by hand.
const machine = `
set -u
umask 022
export LC_ALL=C
mount -t tmpfs tmpfs /opt && mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /home || exit 1
cp -a /etc /opt/etc && mount --bind /opt/etc /etc && mount -t tmpfs tmpfs /var/lib || exit 1
rm -rf /etc/hermes
mkdir -p /opt/bin && cp "$BIN"/* /opt/bin && printf '#!/bin/sh\necho ran git "$@"\n' >/opt/bin/git || exit 1
chmod -R a+rX,go-w /opt && chmod +x /opt/bin/git
export PATH=/opt/bin:/usr/sbin:/usr/bin:/sbin:/bin HERMES_HOME= CONFIRMATION_PORT=0 CONFIRMATION_UI_PORT=0
useradd --create-home --base-dir /home --shell /bin/sh agent || exit 1
uid=$(id -u agent)
agent() { (cd /home/agent && HOME=/home/agent setpriv --reuid agent --regid agent --clear-groups -- "$@"); }
begin() {
	setpriv --reuid hermes --regid hermes --clear-groups --inh-caps=-all,+sys_ptrace --ambient-caps=-all,+sys_ptrace --bounding-set=-all,+sys_ptrace --no-new-privs \
		hermes-confirmd serve --system >/opt/daemon 2>&1 </dev/null &
	daemon=$!
	for i in $(seq 200); do grep -q answering /opt/daemon && return; sleep 0.1; done
	cat /opt/daemon
}
waiting() { for i in $(seq 200); do id=$(hermes-confirmd list 2>/dev/null | sed -n 's/^\([a-z0-9]\{12\}\) .*/\1/p' | head -1); [ -n "$id" ] && return; sleep 0.1; done; }
say() { echo "== $*"; }
mkdir -m 777 /opt/open && cp /opt/bin/hermes-confirmd /opt/open
say open; /opt/open/hermes-confirmd install --system; echo "$?"
echo 'import os; os.system("hermes-confirmd install --system")' >/opt/below.py
say below; hermes-exec --yolo -c "python3 /opt/below.py" 2>&1
say install; hermes-confirmd install --system; echo "$?"
say again; hermes-confirmd install --system >/dev/null; echo "$?"
say unit; command -v systemd-analyze >/dev/null && systemd-analyze verify /etc/systemd/system/hermes-confirmd.service; echo "$?"
mkdir -m 700 /var/lib/hermes; mkdir -m 755 /run/hermes; chown hermes:hermes /var/lib/hermes /run/hermes
begin
say runs; agent hermes-exec -c 'echo hi'; echo "$?"
say logged; grep -c '"cmd":"echo hi"' /var/lib/hermes/users/$uid/exec/audit.jsonl; ls /home/agent/.hermes/exec/audit.jsonl 2>&1
say asks; agent hermes-exec -c 'git push' >/opt/asked 2>&1 & asking=$!
waiting; agent hermes-confirmd approve "$id"; echo "agent: $?"
agent hermes-confirmd list; echo "list: $?"
agent cat /var/lib/hermes/confirmd.token /etc/hermes/exec.yaml; agent rm -f /run/hermes/confirmd.sock; agent sh -c 'echo x >>/var/lib/hermes/users/'$uid'/exec/audit.jsonl'
kill -0 $asking && hermes-confirmd approve "$id" --as ada; wait $asking; echo "$?"; cat /opt/asked
say own; agent hermes-confirmd serve >/opt/own 2>&1 & own=$!
for i in $(seq 200); do grep -q answering /opt/own && break; sleep 0.1; done
agent hermes-exec -c 'git push' >/opt/asked 2>&1 & asking=$!
waiting; hermes-confirmd deny "$id" --as ada >/dev/null; wait $asking; echo "$?"; grep -o 'ada was asked and denied it' /opt/asked; kill $own; wait $own
say forged; agent python3 -c '
import socket, sys
for line in sys.argv[1:]:
    s = socket.socket(socket.AF_UNIX); s.connect("/run/hermes/audit.sock"); s.sendall(line.encode() + b"\n"); print(s.makefile().readline().strip())
' '{"record":{"seq":1}}' '{"record":[]}' 'x' '{"record":{"event":"decision","cmd":"said by the agent itself"}}'
say elsewhere; agent hermes-exec audit verify; echo "$?"
say verify; HERMES_HOME=/var/lib/hermes/users/$uid hermes-exec audit verify; echo "$?"
grep -c 'said by the agent itself' /var/lib/hermes/users/$uid/exec/audit.jsonl; ls /var/lib/hermes/users
say policy; mkdir -p /etc/hermes; echo 'allow: [git push]' >/etc/hermes/exec.yaml; agent hermes-exec -c 'git push'; echo "$?"; rm /etc/hermes/exec.yaml
say root; HERMES_HOME=/opt/roots hermes-exec -c 'git push' 2>&1 </dev/null; echo "$?"; ls /opt/roots/exec/audit.jsonl
say gone; kill $daemon; wait $daemon
agent hermes-exec -c 'echo hi'; echo "$?"
agent hermes-exec -c 'git push' 2>&1 | grep -c DENIED
say uninstall; hermes-confirmd install --system --uninstall; echo "$?"; ls /etc/systemd/system/hermes-confirmd.service 2>&1
agent hermes-exec -c 'echo hi'; ls /home/agent/.hermes/exec/audit.jsonl
say end
`

// System mode, with two users: the daemon's and the agent's. What the agent's user can
// do decides nothing, and what root says does.
func TestSystemMode(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("it takes root")
	}
	for _, program := range []string{"unshare", "setpriv", "useradd", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	enter := []string{"--mount", "--pid", "--fork", "--mount-proc", "--kill-child=KILL", "--"}
	if out, err := exec.Command("unshare", append(enter, "mount", "-t", "tmpfs", "tmpfs", "/opt")...).CombinedOutput(); err != nil {
		t.Skipf("no machine of its own to be had: %v %s", err, out)
	}
	c := exec.Command("unshare", append(enter, "bash", "-c", machine)...)
	c.Env = append(os.Environ(), "BIN="+bin)
	c.Dir = "/"
	c.WaitDelay = 10 * time.Second
	timer := time.AfterFunc(4*time.Minute, func() { c.Process.Kill() })
	defer timer.Stop()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	said := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(out), "\n== ") {
		name, text, _ := strings.Cut(part, "\n")
		said[name] = text
	}
	for name, wants := range map[string][]string{
		"open":      {"/opt/open can be changed by others than root", "\n125"},
		"below":     {"person"}, // refused when it is started, or by the program itself where that is not seen
		"install":   {"hermes-confirmd.service: written", "systemd does not run here", "\n0"},
		"again":     {"0"},
		"unit":      {"0"},
		"runs":      {"hi\n0"},
		"logged":    {"1\n", "No such file"},
		"asks":      {"agent: 125", "list: 125", "confirmd.token: Permission denied", "cannot remove '/run/hermes/confirmd.sock': Permission denied", "cannot create /var/lib/hermes/users", "\n0\nran git push"},
		"own":       {"126\nada was asked and denied it"},
		"forged":    {"not a record: it says \"seq\" itself\nnot a record", "invalid character", "\nok"},
		"elsewhere": {"the machine's daemon keeps this log now: sudo HERMES_HOME=/var/lib/hermes/users/", "no records\n0"},
		"verify":    {"\n0\n1\n"},
		"policy":    {"ran git push\n0"},
		"root":      {"no confirmation daemon is running", "\n126\n/opt/roots/exec/audit.jsonl"},
		"gone":      {"/run/hermes/audit.sock: ", "hi\n", "\n0\n1"},
		"uninstall": {"is gone; ", "0\n", "No such file", "hi\n/home/agent/.hermes/exec/audit.jsonl"},
		"end":       {""},
	} {
		text, ok := said[name]
		for _, want := range wants {
			if !ok || !strings.Contains(text, want) {
				t.Errorf("%s: want %q in %q", name, want, text)
			}
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

// What install and serve cannot mean.
func TestInstallRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if out, status := p.run("hermes-confirmd", "install"); status != 125 || !strings.Contains(out, "--system makes it the machine's") {
		t.Errorf("status %d: %s", status, out)
	}
	if out, status := p.run("hermes-confirmd", "serve", "--system", "--background"); status != 125 || !strings.Contains(out, "install --system") {
		t.Errorf("status %d: %s", status, out)
	}
	if os.Getuid() == 0 { // for whom it would do it
		return
	}
	if out, status := p.run("hermes-confirmd", "install", "--system"); status != 125 || !strings.Contains(out, "is for root") {
		t.Errorf("status %d: %s", status, out)
	}
}
