package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// unitPath is the unit of the machine's daemon.
const unitPath = "/etc/systemd/system/hermes-confirmd.service"

// policyFolder is where the machine's policy is.
const policyFolder = "/etc/hermes"

// unit is the service. It is shut into what it needs: two folders, sockets, and the
// right to see whose processes ask (CAP_SYS_PTRACE, for /proc/PID/exe and fd of other
// users; the call itself is not among @system-service).
const unit = `[Unit]
Description=Confirmation daemon of hermes-exec

[Service]
Type=exec
ExecStart=%s serve --system
EnvironmentFile=-/etc/hermes/environment
Restart=always
RestartSec=1
User=` + system.User + `
StateDirectory=hermes
StateDirectoryMode=0700
RuntimeDirectory=hermes
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=yes
UMask=0077
LimitNOFILE=65536

AmbientCapabilities=CAP_SYS_PTRACE
CapabilityBoundingSet=CAP_SYS_PTRACE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

// install is hermes-confirmd install --system [--uninstall].
func install(args []string) error {
	fs := newFlags()
	machine, undo := fs.Bool("system", false, ""), fs.Bool("uninstall", false, "")
	if err := parse(fs, "install", args, 0, 0); err != nil {
		return err
	}
	if !*machine {
		return usagef("install: --system makes it the machine's; for yourself `hermes-confirmd serve --background` is enough")
	}
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("install: who answers is a person's to say, outside of hermes-exec: %w", err)
	}
	if os.Getuid() != 0 {
		return errors.New("install: --system is for root: sudo hermes-confirmd install --system")
	}
	if *undo {
		return uninstall()
	}
	return installSystem()
}

// installSystem makes the user, the folder of the policy and the unit, and starts it.
func installSystem() error {
	self, err := programForAll()
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if _, err := user.Lookup(system.User); errors.As(err, new(user.UnknownUserError)) {
		err := do("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", system.Home,
			"--shell", "/usr/sbin/nologin", system.User)
		if err != nil {
			return fmt.Errorf("install: %w", err)
		}
	} else if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := os.MkdirAll(policyFolder, 0o755); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := replace(unitPath, fmt.Sprintf(unit, self)); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	fmt.Printf("%s: written\n", unitPath)
	if !systemdRuns() {
		fmt.Println("systemd does not run here: start it by hand, or with `systemctl enable --now hermes-confirmd` where it does")
		return nil
	}
	for _, args := range [...][]string{{"daemon-reload"}, {"enable", "hermes-confirmd"}, {"restart", "hermes-confirmd"}} {
		if err := do("systemctl", args...); err != nil {
			return fmt.Errorf("install: %w", err)
		}
	}
	fmt.Printf("it runs as user %s: state in %s, policy in %s/exec.yaml, secrets of services in %[3]s/environment\n",
		system.User, system.Home, policyFolder)
	fmt.Println("root answers: sudo hermes-confirmd watch, or the page that sudo hermes-confirmd page prints")
	return nil
}

// uninstall ends the daemon. What it has kept stays.
func uninstall() error {
	if _, err := os.Lstat(unitPath); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("install: there is no %s", unitPath)
	}
	if systemdRuns() {
		if err := do("systemctl", "disable", "--now", "hermes-confirmd"); err != nil {
			return fmt.Errorf("install: %w", err)
		}
	}
	if err := errors.Join(os.Remove(unitPath), os.RemoveAll(system.Run)); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if systemdRuns() {
		if err := do("systemctl", "daemon-reload"); err != nil {
			return fmt.Errorf("install: %w", err)
		}
	}
	fmt.Printf("%s is gone; %s (the audit logs), %s and the user %s stay\n", unitPath, system.Home, policyFolder, system.User)
	return nil
}

// systemdRuns is sd_booted(3).
func systemdRuns() bool {
	fi, err := os.Lstat("/run/systemd/system")
	return err == nil && fi.IsDir()
}

// programForAll is this program by its real path, which root alone can change: the
// daemon is not to be another user's program.
func programForAll() (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(self, " \t%$\"'\\") {
		return "", fmt.Errorf("%s: a unit cannot name that path plainly", self)
	}
	for path := self; ; path = filepath.Dir(path) {
		fi, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		sticky := fi.IsDir() && fi.Mode()&fs.ModeSticky != 0 // what root has there stays
		if st, ok := fi.Sys().(*syscall.Stat_t); ok && st.Uid != 0 || fi.Mode().Perm()&0o022 != 0 && !sticky {
			return "", fmt.Errorf("%s can be changed by others than root; install it for all first: sudo scripts/install", path)
		}
		if path == filepath.Dir(path) {
			return self, nil
		}
	}
}

// replace writes a file that is there whole or not at all.
func replace(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// do runs a program of the system.
func do(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, approve.Visible(strings.TrimSpace(string(out))))
	}
	return nil
}
