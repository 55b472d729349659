package tiers

// schedulersRules guard what runs later, when nobody is looking.
var schedulersRules = []Rule{
	{
		ID: "schedulers.crontab", Tier: High,
		Why:   "it replaces or deletes the jobs that run by themselves",
		Safer: "`crontab -l` lists them",
		Match: Match{Programs: []string{"crontab", "fcrontab", "incrontab"}, Func: func(c *call, h *hit) bool {
			return c.has("-r", "-e", "-i") || !c.has("-l") && (len(c.ops) > 0 || c.HasIn || len(c.Redirs) > 0)
		}},
		Yes: []string{"crontab -r", "crontab jobs.txt", "echo '* * * * * x' | crontab -", "crontab -e", "crontab -u bob -r", "crontab < x"},
		No:  []string{"crontab -l", "crontab -u bob -l"},
	},
	{
		ID: "schedulers.at", Tier: High,
		Why:   "it makes a command run later, when nobody is looking",
		Safer: "run it now",
		Match: Match{Programs: []string{"at", "batch", "atrm", "schtasks", "anacron"}, None: []string{"-l", "-V", "/query", "-c"}, Func: func(c *call, h *hit) bool { return c.name == "batch" || len(c.args) > 0 }},
		Yes:   []string{"at now + 1 minute", "echo ls | at 10:00", "atrm 3", "at -f x noon"},
		No:    []string{"atq", "at -l"},
	},
	{
		ID: "schedulers.files", Tier: High,
		Why:   "what stands there runs by itself, often as root",
		Safer: "write the job in the project, and let the person install it",
		Match: Match{Touches: changes | deletes | moves, Path: func(_ *call, t touch) bool {
			return below(t.path, "/var/spool/cron") || below(t.path, "/etc/cron.d") || below(t.path, "/etc/cron.daily") || below(t.path, "/etc/cron.hourly") || below(t.path, "/etc/cron.weekly") || below(t.path, "/etc/cron.monthly") || t.path == "/etc/crontab" || below(t.path, "/etc/anacrontab") || below(t.path, "/var/spool/at")
		}},
		Yes: []string{"echo x > /etc/cron.d/x", "cp job /etc/cron.daily/", "tee -a /etc/crontab < x", "rm /var/spool/cron/bob"},
		No:  []string{"cat /etc/crontab", "ls /etc/cron.d"},
	},
	{
		ID: "schedulers.manager", Tier: Medium,
		Why:   "it makes a command run again and again, when nobody is looking",
		Safer: "run it now",
		Match: Match{Programs: []string{"pm2"}, Any: []string{"--cron", "--cron-restart", "-c"}},
		Yes:   []string{"pm2 start x --cron '* * * * *'", "pm2 restart x --cron-restart='0 0 * * *'"},
		No:    []string{"pm2 list", "pm2 start x"},
	},
	{
		ID: "schedulers.timer", Tier: High,
		Why: "it makes a command run later, when nobody is looking",
		Match: Match{Programs: []string{"systemd-run"}, Func: func(c *call, h *hit) bool {
			return c.anyArgHas("--on-") || c.anyArgHas("--timer-property")
		}},
		Yes: []string{"systemd-run --on-active=60 touch x", "systemd-run --user --on-calendar=daily x"},
		No:  []string{"systemd-run --user --scope ls"},
	},
}
