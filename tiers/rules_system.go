package tiers

import (
	"slices"
	"strings"
)

// systemRules guard the machine itself: its power, its settings, its users.
var systemRules = []Rule{
	{
		ID: "system.power", Hardline: true, Tier: Critical,
		Why:   "it turns the machine off or restarts it, and with it the session and everyone's work",
		Safer: "ask the person to do it",
		Match: Match{Func: powersOff},
		Yes: []string{"rtcwake -m off -s 60", "/lib/systemd/systemd-shutdown reboot", "shutdown -h now", "shutdown --reboot 23:00", "reboot", "halt", "poweroff", "init 0", "init 6", "telinit 0", "systemctl reboot", "systemctl --no-block poweroff", "systemctl isolate reboot.target", "systemctl kexec", "systemctl start poweroff.target", "sudo reboot", "! reboot", "/sbin/reboot -f",
			"systemctl soft-reboot", "shutdown", "kexec -e", "systemctl emergency", "loginctl reboot", "ipmitool chassis power off", "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager Reboot b false", "osascript -e 'tell app \"System Events\" to shut down'", "busctl call org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager StartUnit ss reboot.target replace", "dbus-send --system --dest=org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager.Reboot", "gdbus call -y -d org.freedesktop.systemd1 -o /org/freedesktop/systemd1 -m org.freedesktop.systemd1.Manager.PowerOff", "openrc-shutdown -p now", "runit-init 6", "s6-linux-init-shutdown -p now", "s6-poweroff", "gnome-session-quit --power-off --force", "herd stop root", "qdbus org.kde.ksmserver /KSMServer logout 0 2 2", "shutdown.exe /s /t 0", "powershell.exe -c Restart-Computer", "initctl emit x; reboot", "systemctl suspend"},
		No: []string{"shutdown -c", "echo reboot", "systemctl status reboot.target", "init 1", "reboot --help", "grep reboot x", "man shutdown", "systemctl list-units", "last reboot", "git commit -m reboot"},
	},
	{
		ID: "system.end-desktop", Tier: High,
		Why:   "it ends the desktop's session, another user's, or a service, and with it what runs in them",
		Safer: "ask the person to do it",
		Match: Match{Programs: []string{"gnome-session-quit", "xfce4-session-logout", "cinnamon-session-quit", "lxqt-leave", "mate-session-save", "swaymsg", "i3-msg", "hyprctl", "busctl", "gdbus", "dbus-send", "qdbus", "qdbus6", "qdbus-qt5", "s6-svscanctl", "shepherd", "herd"}, Func: endsDesktop},
		Yes:   []string{"i3-msg exit", "swaymsg exit", "hyprctl dispatch exit", "gnome-session-quit", "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager TerminateUser u 1000", "dbus-send --system --dest=org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager.StopUnit string:sshd.service string:replace"},
		No:    []string{"i3-msg workspace 2", "swaymsg -t get_tree", "hyprctl clients", "busctl list", "gdbus introspect -y -d org.freedesktop.systemd1 -o /", "herd status"},
	},
	{
		ID: "system.windows", Tier: High,
		Why:   "it deletes or stops something on the Windows that this machine runs under",
		Safer: "ask the person to do it",
		Match: Match{Programs: []string{"cmd.exe", "powershell.exe", "pwsh.exe", "wsl", "wsl.exe", "reg.exe", "diskpart.exe", "format.com"}, Func: windowsDestroys},
		Yes:   []string{`cmd.exe /c 'rd /s /q c:\'`, "wsl.exe --unregister Ubuntu", "powershell.exe -c 'Remove-Item -Recurse C:/x'", "reg.exe delete HKLM /f"},
		No:    []string{"cmd.exe /c ver", "powershell.exe -c Get-Date", "wsl.exe -l", "cmd.exe /c dir"},
	},
	{
		ID: "system.runlevel", Tier: High,
		Why:   "it stops services by changing the runlevel, or cancels or prepares a shutdown",
		Match: Match{Programs: []string{"init", "telinit", "shutdown", "kexec", "rtcwake", "pm-suspend", "pm-hibernate", "zzz", "halt", "reboot", "poweroff"}, Func: func(c *call, h *hit) bool { return !powersOff(c, h) && !c.has("--help", "--version") }},
		Yes:   []string{"init 1", "shutdown -c", "kexec -l kernel", "rtcwake -m no -s 60"},
		No:    []string{"runlevel", "reboot --help"},
	},
	{
		ID: "system.sysrq", Hardline: true, Tier: Critical,
		Why: "the kernel obeys at once what is written there: restart, stop, kill everything",
		Match: Match{Touches: changes, Path: func(_ *call, t touch) bool {
			return t.path == "/proc/sysrq-trigger" || t.path == "/sys/power/state" || t.path == "/sys/power/disk"
		}},
		Yes: []string{"echo b > /proc/sysrq-trigger", "echo c | sudo tee /proc/sysrq-trigger", "echo mem > /sys/power/state"},
		No:  []string{"cat /proc/sysrq-trigger", "echo 1 > sysrq"},
	},
	{
		ID: "system.control-group", Hardline: true, Tier: Critical,
		Why: "the kernel kills, or stops, all that runs in that control group, and this session is in it",
		Match: Match{Touches: changes, Path: func(c *call, t touch) bool {
			rest, ok := strings.CutPrefix(t.path, "/sys/fs/cgroup/")
			dir, file, nested := cutLast(rest)
			return ok && slices.Contains([]string{"cgroup.kill", "cgroup.freeze"}, file) && (!nested || holdsHost(baseName(dir)) || slices.Contains(c.j.f.Units, baseName(dir)))
		}},
		Yes: []string{"echo 1 > /sys/fs/cgroup/cgroup.kill", "echo 1 | sudo tee /sys/fs/cgroup/user.slice/cgroup.kill", "echo 1 > /sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.freeze"},
		No:  []string{"cat /sys/fs/cgroup/cgroup.procs", "echo 1 > cgroup.kill", "echo 1 > /sys/fs/cgroup/system.slice/nginx.service/cgroup.kill"},
	},
	{
		ID: "system.kernel-panic", Hardline: true, Tier: Critical,
		Why: "it overwrites memory or firmware of the running machine",
		Match: Match{Programs: []string{"flashrom", "wrmsr"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "flashrom":
				return c.has("-w", "-E", "--write", "--erase")
			case "wrmsr":
				return len(c.ops) > 1
			}
			return false
		}},
		Yes: []string{"flashrom -p internal -w bios.bin", "wrmsr 0x1a0 0x850089"},
		No:  []string{"flashrom -r x", "efibootmgr", "wrmsr --help"},
	},
	{
		ID: "system.write", Tier: High,
		Why:   "it changes files of the system, which every user and service depends on",
		Safer: "write the file in the project, and let the person install it",
		Match: Match{Touches: changes | moves, Path: func(c *call, t touch) bool {
			return !t.free && c.j.system(t.target) && !c.j.project(t.target) && !t.below(c.j.f.Home) && !t.temporary() || c.j.wide(t.target)
		}},
		Yes: []string{"dd if=x of=/etc/hosts", "> /etc/passwd", "cat /dev/null > /var/log/auth.log", "cp x /usr/local/bin/", "tee -a /etc/hosts < x", "sed -i s/a/b/ /etc/ssh/sshd_config", "ln -sf a /usr/bin/b", "install x /usr/bin", "touch /etc/x", "echo 1 > /sys/x", "echo x > /proc/sys/kernel/x", "truncate -s0 /var/log/syslog", "mkdir /opt/x", "curl -o /etc/x https://y", "sort -o /etc/passwd x", "duckdb -c \"copy t to '/etc/x'\"", "sqlite3 a.db '.output /etc/x'", "cp x /bin/ls", "find /etc -name x | xargs sed -i s/a/b/", "find / -type f -exec cp /dev/null {} \\;", "find / -type f | xargs sed -i d", "find ~ -type f -exec sed -i d {} +", "find / -name sudoers -exec sed -i x {} \\;", "ls -d /etc/* | xargs truncate -s0", "sed -i d $(ls -d /etc/*)", "for f in $(ls /etc/cron.d/*); do sed -i d $f; done", "find ~ -type f -exec ln -sf /dev/null {} \\;", "cp x $(ls -d /etc/passwd)"},
		No:  []string{"cat /etc/passwd", "cp /etc/hosts .", "echo x > out", "echo x > /tmp/y", "mkdir -p build/etc", "ls > /dev/null", "echo x > /proc/self/fd/2", "echo 500 > /proc/self/oom_score_adj", "grep -rl a . | xargs sed -i s/a/b/", "find . -type f -exec sed -i s/a/b/ {} +", "find ~/code/x -name '*.md' -exec sed -i s/a/b/ {} +", "sed -i s/a/b/ $(ls src/*.ts | head -1)"},
	},
	{
		ID: "system.write-at-root", Tier: Medium,
		Why:   "it writes into the root directory",
		Safer: "set the variable first, or name the folder",
		Match: Match{Touches: changes | moves | deletes, Path: func(c *call, t touch) bool {
			return t.unset != "" && !t.loose && !t.free && !t.bare && len(t.path) > 1 && strings.LastIndexByte(t.path, '/') == 0 && !c.j.system(t.target) && !c.j.project(t.target)
		}},
		Yes: []string{"echo x > $UNSET_DIR/exec.yaml", `cp a "$UNSET_DIR/"b`, `rm "$UNSET_DIR/data"`},
		No:  []string{"echo x > /data", `echo x > "$HOME/x"`, `cp a "$PWD/b"`, `echo x > $UNSET_DIR`},
	},
	{
		ID: "system.write-unknown", Tier: Medium,
		Why:   "which file it writes is not known before it runs",
		Safer: "name the file",
		Match: Match{Touches: changes, Path: func(c *call, t touch) bool {
			return t.free && !t.named && !t.made && !(t.bare && t.verb&changes != 0 && t.path == "") && c.prog != &creator
		}},
		Yes: []string{`cat list | xargs grep -l x | xargs sed -i s/a/b/`, `cat list | grep x | xargs sed -i s/a/b/`, `git ls-files | uniq -c | xargs sed -i s/a/b/`, `cat list | xargs perl -pi -e s/a/b/`, `echo x > "$(cat name)"`, `tee "$(cat name)" < x`, `find / -type f | while read -r f; do sort "$f" > "$f.tmp"; done`, `cat names | while read -r f; do sort "$f" > "$f.tmp"; done`, `find . -type f | while read -r f; do sort x > "$f"; done`},
		No:  []string{"find . -name '*.ts' | xargs grep -l Old | xargs sed -i s/Old/New/", `rg -l x src | xargs perl -pi -e s/a/b/`, `perl -pi -e s/a/b/ $(git ls-files "*.ts")`, `for f in $(git ls-files | grep test | head -5); do sed -i s/a/b/ "$f"; done`, "echo x > a", `cd "$(cat d)" && echo x > a`, `mkdir "$(cat name)"`, `f=$(mktemp); echo x > "$f"`, `echo x > "$PWD/a"`, `find . -name "*.md" | while read -r f; do sort "$f" > "$f.tmp"; done`, `for f in $(git ls-files); do sort "$f" > "$f.new"; done`},
	},
	{
		ID: "system.users", Tier: High,
		Why:   "it changes accounts, groups or passwords",
		Safer: "let the person do it",
		Match: Match{Programs: []string{"passwd", "chpasswd", "useradd", "adduser", "userdel", "deluser", "usermod", "groupadd", "addgroup", "groupdel", "delgroup", "groupmod", "gpasswd", "chfn", "vipw", "vigr", "newusers", "chage", "dscl", "dseditgroup", "sysadminctl", "pwck", "smbpasswd", "faillock", "pam-auth-update", "authselect", "visudo", "sudoedit", "pwpolicy"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "passwd", "faillock", "chage":
				return !c.has("-S", "--status", "-l", "--list") || c.name == "passwd" && c.has("-l", "-d", "-u")
			case "dscl":
				return anyOperand(c.ops, []string{"-create", "-delete", "-append", "-passwd", "create", "delete", "append", "passwd", "merge", "change"}) || c.anyArgHas("-create") || c.anyArgHas("-delete") || c.anyArgHas("-append") || c.anyArgHas("-passwd")
			case "visudo":
				return !c.has("-c", "--check")
			}
			return true
		}},
		Yes: []string{"userdel -r bob", "echo 'root:pw' | chpasswd", "usermod -aG sudo bob", "passwd", "passwd -d root", "groupadd x", "useradd -m x", "visudo", "chage -E 0 bob", "dscl . -delete /Users/bob"},
		No:  []string{"id bob", "passwd -S", "groups", "dscl . -list /Users", "visudo -c"},
	},
	{
		ID: "system.kernel", Tier: High, Below: true,
		Why:   "it changes the kernel, what boots, or a protection of the system",
		Safer: "list the state only: `lsmod`, `getenforce`, `csrutil status`",
		Match: Match{Programs: []string{"insmod", "rmmod", "modprobe", "depmod", "grub-install", "update-grub", "grub-mkconfig", "grub2-mkconfig", "update-initramfs", "dracut", "mkinitcpio", "efibootmgr", "bootctl", "bcdedit", "nvram", "csrutil", "spctl", "setenforce", "setsebool", "semanage", "aa-disable", "aa-teardown", "auditctl", "kextload", "kextunload", "fwupdmgr", "ipmitool", "bless", "setpci", "wrmsr", "restorecon", "mokutil"}, Func: func(c *call, h *hit) bool {
			_, look := c.sub("status", "list", "get-devices", "get-updates", "sdr", "sel list", "sensor", "mc info", "fru")
			if look || c.has("-n", "--dry-run", "--show", "-l", "-s", "-p", "--status") && c.name != "bless" || c.anyArgHas("--status") {
				return false
			}
			switch c.name {
			case "mokutil":
				return !c.has("--sb-state", "--list-enrolled", "--list-new", "--help", "--test-key", "--dbx", "--db", "--kek", "--pk")
			case "efibootmgr":
				return len(c.args) > 1 || len(c.args) == 1 && c.args[0].lit != "-v"
			case "grub-mkconfig", "grub2-mkconfig", "bootctl", "nvram", "bcdedit":
				return len(c.args) > 0
			}
			return true
		}},
		Yes: []string{"rmmod x", "modprobe -r x", "update-grub", "setenforce 0", "csrutil disable", "efibootmgr -B -b 1", "auditctl -D", "insmod x.ko"},
		No:  []string{"lsmod", "csrutil status", "efibootmgr", "modprobe --show x", "auditctl -s"},
	},
	{
		ID: "system.settings", Tier: High,
		Why: "it changes settings of the whole machine or desktop",
		Match: Match{Programs: []string{"defaults", "dconf", "gsettings", "pmset", "softwareupdate", "systemsetup", "tmutil", "hwclock", "ntpdate", "date", "timedatectl", "localectl", "update-alternatives", "alternatives", "profiles", "logrotate", "loginctl"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "date":
				return c.has("-s", "--set")
			case "timedatectl", "localectl":
				_, ok := c.sub("set-*")
				return ok
			case "update-alternatives", "alternatives":
				return c.has("--set", "--config", "--remove", "--install", "--auto", "--remove-all", "--set-selections")
			case "defaults":
				_, ok := c.sub("write", "delete", "import", "rename")
				return ok && h.as(Medium, "it changes settings of a program on this Mac")
			case "dconf", "gsettings":
				_, ok := c.sub("set", "reset", "write", "load", "reset-recursively", "update")
				return ok && h.as(Medium, "it changes settings of the desktop")
			case "tmutil":
				_, ok := c.sub("delete*", "disable", "enable", "set*", "removedestination", "thin*", "stopbackup", "restore", "associatedisk", "inheritbackup")
				return ok
			case "softwareupdate":
				return c.has("-i", "--install", "-ia")
			case "hwclock":
				return c.has("-w", "-s", "--set", "--systohc", "--hctosys", "--adjust")
			case "ntpdate":
				return !c.has("-q")
			case "pmset":
				return len(c.ops) > 1 && !c.has("-g") || anyOperand(c.ops, []string{"sleepnow", "restart", "sleep", "displaysleepnow"})
			case "systemsetup":
				return c.anyArgHas("-set")
			case "profiles":
				return anyOperand(c.ops, []string{"remove", "install", "renew"})
			case "logrotate":
				return !c.has("-d", "--debug")
			case "loginctl":
				_, ok := c.sub("enable-linger", "disable-linger", "lock-session*", "activate", "attach", "flush-devices")
				return ok
			}
			return false
		}},
		Yes: []string{"timedatectl set-timezone UTC", "date -s 2020-01-01", "defaults write com.x y -bool true", "gsettings set a b c", "tmutil disable", "update-alternatives --set editor /x", "date --set=x"},
		No:  []string{"date", "date +%s", "timedatectl", "defaults read x", "gsettings get a b", "date -d tomorrow", "tmutil listbackups", "hwclock -r"},
	},
	{
		ID: "system.history", Tier: Medium,
		Why:   "it deletes the record of what was run",
		Safer: "leave the history alone",
		Match: Match{Programs: []string{"history"}, Any: []string{"-c", "-d", "-w"}},
		Yes:   []string{"history -c", "history -cw"},
		No:    []string{"history", "history | grep x"},
	},
	{
		ID: "system.sudo-password", Hardline: true, Tier: Critical,
		Why:   "a password for sudo on its standard input is a guess at one: agents have none",
		Safer: "ask the person to run it, or to allow the one command without a password",
		Match: Match{Programs: []string{"sudo", "sudo-rs", "sudoedit"}, Func: sudoStdin},
		Yes:   []string{"sudo -S ls", "echo pw | sudo -S whoami", "sudo -kS ls", "sudo --stdin ls", "sudo --std ls", "sudo -nSu root ls", "sudo -u root -S ls", "sudo -ES -p '' ls", "sudo -s -S ls", "sudo -sS ls", "sudoedit -S f", "sudo X=1 -S ls", "sudo A=1 B=2 --stdin id", "sudo-rs -S ls"},
		No:    []string{"sudo ls -S", "sudo -u S ls", "sudo -n ls", "sudo -uS ls", "sudo -- ls -S", "sudo --shell", "sudo -pS ls", "sudo X=1 ls -S"},
	},
	{
		ID: "system.root-shell", Tier: High,
		Why:   "it opens a shell of another user, in which anything may run unseen",
		Safer: "give the one command with it",
		Match: Match{Programs: []string{"sudo", "su", "doas", "pkexec", "run0", "runuser", "please"}, Func: rootShell},
		Yes:   []string{"sudo -i", "sudo -s", "su", "su -", "su - root", "doas -s", "sudo su", "pkexec bash", "sudo bash"},
		No:    []string{"sudo ls", "sudo -u x ls", "sudo -l", "sudo -v", "su -c ls", "sudo -k", "sudo bash x.sh", "sudo -i ls"},
	},
}

// sudoStdin reads sudo's options up to the command, as its getopt does:
// clustered, with values, abbreviated.
func sudoStdin(c *call, h *hit) bool {
	if c.j.o.SudoStdin {
		return false
	}
	settings := 0 // NAME=VALUE before the command: options go on behind them
	for settings < len(c.ops) && strings.IndexByte(c.ops[settings].lit, '=') > 0 {
		settings++
	}
	for i := range c.opts {
		o := &c.opts[i]
		if o.before > settings {
			break
		}
		if o.short == 'S' || len(o.long) > 1 && strings.HasPrefix("stdin", o.long) {
			return true
		}
	}
	return false
}

func rootShell(c *call, h *hit) bool {
	n := 0 // options before the command
	shell := false
	for i := range c.opts {
		o := &c.opts[i]
		if o.before > 0 {
			break
		}
		n++
		switch {
		case o.short == 'i' || o.short == 's' && c.name != "su" || o.long == "login" || o.long == "shell" && c.name != "su":
			shell = true
		case (o.short == 'c' || o.long == "command") && (c.name == "su" || c.name == "runuser"):
			return false
		}
	}
	switch c.name {
	case "su", "runuser":
		return !c.has("-c", "--command", "--help", "--version")
	}
	if len(c.ops) == 0 {
		return shell
	}
	first := c.ops[0].lit[strings.LastIndexByte(c.ops[0].lit, '/')+1:]
	switch first {
	case "su", "bash", "sh", "zsh", "fish", "ksh", "dash", "tmux", "screen":
		if len(c.ops) == 1 && !c.has("-c") {
			for i := range c.opts {
				if c.opts[i].before > 0 && (c.opts[i].short == 'c' || c.opts[i].long == "version") {
					return false
				}
			}
			return true
		}
	}
	return false
}

// cutLast parts a path at its last slash.
func cutLast(p string) (dir, base string, ok bool) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:], true
	}
	return "", p, false
}
