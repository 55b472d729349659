package tiers

import (
	"slices"
	"strings"
)

// What turns the machine off or ends a session: init systems, session managers,
// messages to them, and the programs of a Windows underneath. From their manuals
// and their D-Bus interfaces.

// powersOff knows the commands that turn the machine off, restart it, or put
// it to sleep under the session.
func powersOff(c *call, h *hit) bool {
	switch c.name {
	case "shutdown":
		return !c.has("-c", "-k", "--help", "--show")
	case "reboot", "halt", "poweroff":
		return !c.has("--help", "-w", "--wtmp-only", "--version")
	case "rtcwake":
		o, ok := c.option("-m", "--mode")
		return ok && slices.Contains([]string{"off", "mem", "disk", "standby", "freeze"}, o.value.lit) &&
			!c.has("-n", "--dry-run")
	case "systemd-shutdown", "systemd-sleep":
		return len(c.ops) > 0
	case "init", "telinit":
		return anyOperand(c.ops, []string{"0", "6"})
	case "kexec":
		return c.has("-e", "--exec", "-f", "--force")
	case "systemctl":
		for _, a := range c.ops {
			switch strings.TrimSuffix(a.lit, ".target") {
			case "poweroff", "reboot", "halt", "kexec", "soft-reboot", "suspend", "hibernate", "hybrid-sleep", "suspend-then-hibernate", "emergency", "rescue", "exit", "runlevel0", "runlevel6", "sleep":
				_, look := c.sub("status", "show", "cat", "is-*", "list-*", "mask", "help", "edit", "enable", "disable", "unmask")
				if (a.lit == "rescue.target" || a.lit == "rescue" || a.lit == "exit") && !look {
					return false // stops services, but the machine stays up
				}
				return !look
			}
		}
	case "loginctl", "machinectl":
		_, ok := c.sub("poweroff", "reboot", "suspend", "hibernate")
		return ok && c.name == "loginctl"
	case "ipmitool":
		_, ok := c.sub("chassis power", "power")
		return ok && anyOperand(c.ops, []string{"off", "reset", "cycle", "soft"})
	case "pmset":
		return anyOperand(c.ops, []string{"sleepnow", "restart"})
	case "busctl", "dbus-send", "gdbus", "qdbus", "qdbus6", "qdbus-qt5":
		return c.busPowersOff()
	case "openrc-shutdown", "rc-shutdown", "s6-poweroff", "s6-reboot", "s6-halt", "s6-linux-init-shutdown", "s6-linux-init-hpr", "shutdown.exe":
		return !c.has("-c", "-h", "--help", "--cancel") && !c.anyArg("/?") && !c.anyArg("/a") || c.name == "shutdown.exe" && c.anyArg("-h")
	case "runit-init", "runit":
		return anyOperand(c.ops, []string{"0", "6"})
	case "s6-svscanctl":
		return c.anyFlag([]string{"-6", "-7", "-8", "-0", "-q", "-t", "-b", "-s"})
	case "shepherd", "herd":
		_, ok := c.sub("stop root", "halt root", "power-off root", "reboot root", "stop shepherd", "halt shepherd", "power-off shepherd", "reboot shepherd")
		return ok
	case "gnome-session-quit", "xfce4-session-logout", "cinnamon-session-quit", "lxqt-leave", "mate-session-save":
		return c.has("--power-off", "--reboot", "--halt", "--suspend", "--hibernate", "--shutdown") || c.anyArgHas("shutdown-dialog")
	case "powershell.exe", "pwsh.exe":
		return anyArgFold(c, "restart-computer") || anyArgFold(c, "stop-computer")
	case "osascript":
		return anyArgFold(c, "shut down") || anyArgFold(c, "to restart")
	}
	return false
}

// busPowersOff reports whether a message to systemd, logind, ConsoleKit or a
// desktop's session manager turns the machine off, restarts it or ends the
// session, by their interfaces' own names for it.
func (c *call) busPowersOff() bool {
	if !c.anyArgHas("login1") && !c.anyArgHas("systemd1") && !c.anyArgHas("ConsoleKit") && !c.anyArgHas("SessionManager") && !c.anyArgHas("ksmserver") && !c.anyArgHas("KSMServer") && !c.anyArgHas("org.kde.Shutdown") && !c.anyArgHas("org.freedesktop.consolekit") {
		return false
	}
	if anyArgFold(c, "introspect") || anyArgFold(c, "cancel") {
		return false
	}
	for _, a := range c.args {
		word := a.lit[strings.LastIndexByte(a.lit, '.')+1:]
		switch strings.TrimPrefix(strings.ToLower(word), "string:") {
		case "poweroff", "reboot", "halt", "suspend", "hibernate", "hybridsleep", "kexec", "softreboot", "stop", "restart", "exit", "shutdown", "logout", "powerwithflags", "poweroffwithflags", "rebootwithflags", "haltwithflags", "kexecwithflags", "scheduleshutdown", "logoutandshutdown", "logoutandreboot":
			return true
		case "target":
			switch unit := strings.TrimPrefix(strings.TrimSuffix(a.lit, ".target"), "string:"); unit {
			case "reboot", "poweroff", "halt", "kexec", "suspend", "hibernate", "emergency", "rescue", "exit", "shutdown":
				return true
			}
		}
	}
	return false
}

// endsDesktop knows the commands that end a desktop's session, and with it
// the terminals in it.
func endsDesktop(c *call, h *hit) bool {
	switch c.name {
	case "gnome-session-quit", "xfce4-session-logout", "cinnamon-session-quit", "lxqt-leave":
		return !c.has("--help", "--version") && !powersOff(c, h)
	case "mate-session-save":
		return c.anyArgHas("logout") || c.anyArgHas("kill")
	case "swaymsg", "i3-msg":
		return anyOperand(c.ops, []string{"exit", "*; exit*"})
	case "hyprctl":
		return anyOperand(c.ops, []string{"exit"})
	case "busctl", "gdbus", "dbus-send", "qdbus", "qdbus6", "qdbus-qt5":
		return anyArgFold(c, "terminateuser") || anyArgFold(c, "terminatesession") || anyArgFold(c, "terminateseat") || anyArgFold(c, "killuser") || anyArgFold(c, "killsession") ||
			c.anyArgHas("systemd1") && (anyArgFold(c, "stopunit") || anyArgFold(c, "killunit") || anyArgFold(c, "restartunit") || anyArgFold(c, "disableunitfiles") || anyArgFold(c, "maskunitfiles") || anyArgFold(c, "startunit"))
	case "s6-svscanctl", "shepherd", "herd":
		_, ok := c.sub("stop", "restart", "disable", "unload")
		return ok && !powersOff(c, h)
	}
	return false
}

// windowsDestroys knows, on a machine under WSL, what Windows' own programs
// delete or stop there.
func windowsDestroys(c *call, _ *hit) bool {
	switch c.name {
	case "cmd.exe", "powershell.exe", "pwsh.exe":
		for _, w := range [...]string{"rd /", "rmdir", "rd ", "del ", "erase ", "format ", "diskpart", "remove-item", "rm ", "ri ", "clear-disk", "format-volume", "stop-process", "taskkill", "shutdown", "reg delete", "vssadmin", "wsl --", "-encodedcommand", "iex", "invoke-expression"} {
			if anyArgFold(c, w) {
				return true
			}
		}
		for _, a := range c.args {
			if slices.Contains([]string{"rd", "rmdir", "del", "erase", "format", "diskpart", "remove-item", "-enc", "-e", "taskkill", "stop-process"}, strings.ToLower(a.lit)) {
				return true
			}
		}
	case "wsl", "wsl.exe":
		return c.anyArg("--unregister") || c.anyArg("--shutdown") || c.anyArg("--terminate") || c.anyArg("-t")
	case "reg.exe":
		_, ok := c.sub("delete", "import", "restore", "load")
		return ok
	case "diskpart.exe", "format.com":
		return true
	}
	return false
}

func anyArgFold(c *call, sub string) bool {
	for _, a := range c.args {
		if strings.Contains(strings.ToLower(a.lit), sub) {
			return true
		}
	}
	return false
}
