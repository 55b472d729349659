package tiers

import (
	"slices"
	"strings"
)

// servicesRules guard services and what starts them.
var servicesRules = []Rule{
	{
		ID: "services.stop-host", Hardline: true, Tier: Critical,
		Why:   "it stops or restarts the service this session runs in",
		Safer: "restart it from outside: hermes gateway restart",
		Match: Match{Programs: []string{"systemctl", "service", "launchctl", "rc-service", "sv", "supervisorctl", "pm2", "initctl", "brew"}, Func: func(c *call, h *hit) bool {
			if !c.stopsService() {
				return false
			}
			for _, a := range c.ops {
				if c.name == "systemctl" && holdsHost(a.lit) || strings.TrimSuffix(a.lit, ".service") == "hermes-confirmd" {
					h.target = a.lit
					return true
				}
				for _, u := range c.j.f.Units {
					name, _, _ := strings.Cut(u, ".")
					if a.lit == u || a.lit == name || a.HasGlob() && segmentIs(a.lit, u) || strings.HasSuffix(a.lit, "/"+u) {
						h.target = u
						return true
					}
				}
			}
			return false
		}},
		Yes: []string{"systemctl stop hermes-gateway", "systemctl --user restart hermes-gateway.service", "service hermes-gateway restart", "systemctl kill hermes-gateway", "systemctl kill init.scope", "sudo systemctl stop hermes-confirmd", "systemctl stop user.slice", "systemctl stop user@1000", "systemctl kill user-1000.slice", "launchctl bootout gui/501/hermes-gateway.service", "rc-service hermes-gateway stop", "sv restart hermes-gateway", "supervisorctl stop hermes-gateway", "pm2 delete hermes-gateway", "initctl stop hermes-gateway", "brew services stop hermes-gateway"},
		No:  []string{"systemctl status hermes-gateway", "systemctl stop nginx", "systemctl show hermes-gateway", "systemctl status user.slice", "systemctl stop userdata", "grep stop hermes-gateway"},
	},
	{
		ID: "services.change", Tier: High, Below: true,
		Why:   "it stops, starts or changes a service that others may depend on",
		Safer: "look at it: `systemctl status UNIT`, `journalctl -u UNIT`",
		Match: Match{Programs: []string{"systemctl", "service", "rc-service", "rc-update", "sv", "s6-rc", "initctl", "update-rc.d", "chkconfig", "launchctl", "supervisorctl", "monit", "invoke-rc.d", "nssm", "circusctl"}, Func: func(c *call, h *hit) bool {
			return c.changesService()
		}},
		Yes: []string{"systemctl stop nginx", "systemctl --user stop app.service", "sudo systemctl restart postgresql", "service nginx stop", "launchctl unload ~/Library/LaunchAgents/x.plist", "systemctl disable x", "systemctl mask x", "systemctl daemon-reload", "systemctl enable --now x", "systemctl start x", `systemctl re"start" hermes-other`, "launchctl bootout gui/501/x", "supervisorctl stop all", "systemctl set-default multi-user.target", "systemctl edit x", "systemctl isolate rescue.target"},
		No:  []string{"systemctl status nginx", "systemctl list-units", "systemctl is-active x", "systemctl show x", "systemctl cat x", "service --status-all", "service nginx status", "launchctl list", "systemctl"},
	},
	{
		ID: "services.init-script", Tier: High, Below: true,
		Why:   "it stops, starts or changes a service that others may depend on",
		Safer: "ask for its status",
		Match: Match{Func: func(c *call, h *hit) bool {
			return (strings.HasPrefix(c.path, "/etc/init.d/") || strings.HasPrefix(c.path, "/etc/rc.d/")) && len(c.args) > 0 && c.args[0].lit != "status"
		}},
		Yes: []string{"/etc/init.d/nginx stop"},
		No:  []string{"/etc/init.d/nginx status", "ls /etc/init.d/nginx"},
	},
	{
		ID: "services.manager", Tier: Medium,
		Why:   "it stops or removes programs that are kept running",
		Match: Match{Programs: []string{"pm2", "forever"}, Sub: []string{"stop", "delete", "del", "kill", "restart", "reload", "stopall", "startOrRestart", "unstartup", "startup", "deploy"}},
		Yes:   []string{"pm2 delete all", "pm2 kill", "pm2 restart api"},
		No:    []string{"pm2 list", "pm2 logs", "pm2 start app.js"},
	},
	{
		ID: "services.server", Tier: High, Below: true,
		Why:   "it stops or reloads a server",
		Safer: "check its configuration only: `nginx -t`",
		Match: Match{Programs: []string{"nginx", "apachectl", "apache2ctl", "pg_ctl", "pg_ctlcluster", "caddy", "haproxy", "varnishadm", "uwsgi", "pumactl", "s6-svc", "systemd-tmpfiles", "traefik"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "nginx":
				return c.has("-s")
			case "haproxy":
				return c.anyArg("-sf") || c.anyArg("-st")
			case "uwsgi":
				return c.has("--stop", "--reload")
			case "s6-svc":
				return len(c.ops) > 0
			case "systemd-tmpfiles":
				return c.has("--clean", "--remove", "--create", "--purge")
			}
			if o, ok := c.option("-D", "--pgdata"); ok && c.name == "pg_ctl" && o.value.exact {
				if t := c.target(o.value); t.temporary() {
					return false // a server for a test
				}
			}
			return anyOperand(c.ops, []string{"stop", "restart", "graceful*", "reload", "kill", "promote", "start", "halt", "phased-restart"}) && !(c.name == "caddy" && c.ops[0].lit == "start")
		}},
		Yes: []string{"nginx -s stop", "apachectl restart", "pg_ctl stop -D /data", "caddy stop", "haproxy -f x -sf 1234", "uwsgi --stop x.pid", "pumactl restart", "systemd-tmpfiles --clean", "s6-svc -d /run/service/x"},
		No:  []string{"pg_ctl -D /tmp/pgdata -o '-p 5433' -l /tmp/l start", "nginx -t", "apachectl configtest", "pg_ctl status", "caddy validate", "caddy run", "haproxy -c -f x"},
	},
	{
		ID: "services.units", Tier: High,
		Why:   "service units decide what starts by itself, and as whom",
		Safer: "write the unit in the project, and let the person install it",
		Match: Match{Touches: changes | deletes | moves, Path: func(c *call, t touch) bool {
			p := t.path + "/"
			return strings.Contains(p, "/systemd/system/") || strings.Contains(p, "/systemd/user/") || strings.Contains(p, "/LaunchAgents/") || strings.Contains(p, "/LaunchDaemons/") ||
				strings.Contains(p, "/.config/autostart/") || strings.Contains(p, "/.local/share/applications/") || below(p, "/etc/init.d") || below(p, "/etc/xdg/autostart")
		}},
		Yes: []string{"cp x.service ~/.config/systemd/user/x.service", "tee /etc/systemd/system/x.service < x", "cp a.plist ~/Library/LaunchAgents/a.plist", "cp a.plist ~/Library/LaunchAgents/", "echo x > ~/.local/share/applications/x.desktop"},
		No:  []string{"cat /etc/systemd/system/x.service", "cp x.service deploy/"},
	},
	{
		ID: "services.journal", Tier: High,
		Why: "it deletes the machine's logs",
		Match: Match{Programs: []string{"journalctl", "dmesg"}, Func: func(c *call, h *hit) bool {
			if c.name == "dmesg" {
				return c.has("-C", "-c", "--clear", "--read-clear")
			}
			return c.has("--vacuum-time", "--vacuum-size", "--vacuum-files", "--rotate", "--flush")
		}},
		Yes: []string{"journalctl --vacuum-time=1s", "dmesg -C", "journalctl --rotate"},
		No:  []string{"journalctl -u nginx", "dmesg", "journalctl -f"},
	},
}

// holdsHost reports whether a unit is one that every session runs in, or pid 1:
// the slices of systemd and a user's own manager.
func holdsHost(unit string) bool {
	switch unit {
	case "init.scope", "user.slice", "system.slice", "-.slice":
		return true
	}
	return strings.HasPrefix(unit, "user@") || strings.HasPrefix(unit, "user-") && strings.HasSuffix(unit, ".slice")
}

// changesService reports whether a service manager is told to do more than look.
func (c *call) changesService() bool {
	switch c.name {
	case "systemctl":
		if len(c.ops) == 0 {
			return false
		}
		_, look := c.sub("status", "list-*", "show*", "cat", "is-*", "get-default", "help", "whoami", "log-level", "service-log-level")
		return !look
	case "launchctl":
		_, look := c.sub("list", "print*", "blame", "dumpstate", "getenv", "help", "version", "managername", "manageruid", "error", "examine", "plist")
		return !look && len(c.ops) > 0
	}
	for _, a := range c.ops {
		if slices.Contains([]string{"stop", "restart", "start", "reload", "force-reload", "shutdown", "kill", "remove", "unmonitor", "down", "up", "disable", "enable", "add", "del", "delete", "off", "on", "defaults", "term", "exit", "update", "reread", "hup", "once", "quit"}, a.lit) {
			return true
		}
	}
	return false
}

func (c *call) stopsService() bool {
	return anyOperand(c.ops, []string{"stop", "restart", "try-restart", "reload-or-restart", "force-reload", "kill", "disable", "mask", "bootout", "unload", "kickstart", "remove", "isolate", "freeze", "delete", "down", "condrestart"})
}
