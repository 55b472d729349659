package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Which database a migration would change, as far as the text says.

// showsMigration reports whether the tool is told to print what it would do.
func (c *call) showsMigration() bool {
	switch c.name {
	case "alembic":
		return c.has("--sql")
	case "python", "django-admin", "manage.py":
		return c.anyArg("migrate") && c.anyArg("--plan")
	case "php", "artisan":
		return c.anyArg("--pretend")
	}
	return false
}

// developmentDatabase reports whether a migration can only be one of a
// developer's own database: prisma's "migrate dev", a SQLite file, or one that
// the text says lies on this machine.
func (c *call) developmentDatabase() bool {
	if _, ok := c.sub("migrate dev"); ok && c.name == "prisma" {
		return true
	}
	u := c.environment("DATABASE_URL")
	return strings.HasPrefix(u, "sqlite:") || onThisMachine(u)
}

// testDatabase reports whether the framework is told to use the database of
// the tests, which it empties for every run.
func (c *call) testDatabase() bool {
	name := ""
	switch c.name {
	case "rails", "rake":
		name = "RAILS_ENV"
	case "mix":
		name = "MIX_ENV"
	case "knex", "sequelize", "sequelize-cli", "db-migrate":
		name = "NODE_ENV"
		for i, a := range c.args {
			if a.lit == "--env" || strings.HasPrefix(a.lit, "--env=") {
				return a.lit == "--env=test" || i+1 < len(c.args) && c.args[i+1].exact && c.args[i+1].lit == "test"
			}
		}
	default:
		return false
	}
	u := c.environment("DATABASE_URL") // goes before the framework's own settings
	return c.environment(name) == "test" && !c.anyArgHas(name) && (u == "" || onThisMachine(u))
}

// environment is what the text sets a variable to, before the command or for
// all that follow; "*" where that is not one thing that is known, "" where the
// text does not set it.
func (c *call) environment(name string) string {
	value := ""
	note := func(w shellparse.Word) {
		s, ok := w.Exact()
		if !ok || value != "" && value != s {
			s = "*"
		}
		value = s
	}
	for i := range c.Assigns {
		if c.Assigns[i].Name == name {
			note(c.Assigns[i].Value)
		}
	}
	if value != "" {
		return value
	}
	for i := 0; i < c.j.index && i < 256; i++ {
		for _, as := range c.j.s.Commands[i].Assigns {
			if as.Name == name && len(c.j.s.Commands[i].Argv) == 0 {
				note(as.Value)
			}
		}
		if argv := c.j.s.Commands[i].Argv; len(argv) > 1 {
			switch p, _ := argv[0].Exact(); p {
			case "export":
			case ".", "source", "eval", "read", "unset":
				if value != "" {
					value = "*"
				}
				continue
			default:
				continue
			}
			for _, w := range argv[1:] {
				if s, ok := w.Exact(); ok && strings.HasPrefix(s, name+"=") {
					note(shellparse.Word{Texts: []shellparse.Text{shellparse.Text(s[len(name)+1:])}})
				} else if !ok && strings.HasPrefix(w.Texts[0].String(), name+"=") {
					note(w)
				}
			}
		}
	}
	return value
}

// onThisMachine reports whether a database's address is this machine's.
func onThisMachine(url string) bool {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return false
	}
	host, _, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	return slices.Contains([]string{"localhost", "127.0.0.1", "[::1]"}, host) && !strings.ContainsAny(rest, "?,")
}
