package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

var sqlClients = []string{"psql", "mysql", "mariadb", "sqlite3", "sqlite", "duckdb", "clickhouse-client", "clickhouse", "cockroach", "mssql-cli", "sqlcmd", "isql", "pgcli", "mycli", "litecli", "usql", "cqlsh", "sqlplus", "snowsql", "presto", "trino", "hive", "beeline", "spark-sql", "bq"}

// onlyAsks reports whether a client is given statements that only read, or asks
// for a list of databases.
func (c *call) onlyAsks() bool {
	if c.has("-l", "--list") && len(c.ops) == 0 {
		return true
	}
	texts, known := c.statements()
	for _, t := range texts {
		if g, _ := readSQL(t); g != sqlReads || dotCommand(c.name, t) != sqlReads {
			return false
		}
	}
	return known && len(texts) > 0 && (c.InFile || !c.has("-f", "--file")) && !c.has("-o", "--output")
}

// localFile reports whether the database is a file of the project or in memory.
func (c *call) localFile() bool {
	switch c.name {
	case "sqlite3", "sqlite", "duckdb", "litecli":
	default:
		return false
	}
	if len(c.ops) == 0 {
		return true
	}
	t := c.target(c.ops[0])
	return c.ops[0].lit == ":memory:" || c.j.project(t) || t.temporary()
}

// inMemory reports whether the database ends with the client: no other is
// attached or opened, and all that it is told is known.
func (c *call) inMemory() bool {
	switch c.name {
	case "sqlite3", "sqlite", "duckdb":
	default:
		return false
	}
	texts, known := c.statements()
	if !known || len(c.ops) == 0 || c.ops[0].lit != ":memory:" || c.has("-init", "-cmd", "-restore", "-A") {
		return false
	}
	for _, t := range texts {
		low := strings.ToLower(t)
		if strings.Contains(low, "attach") || strings.Contains(low, ".open") || strings.Contains(low, ".re") || strings.Contains(low, "*") && strings.Contains(low, "$") {
			return false
		}
	}
	return true
}

// statements are the SQL texts the client is given; known is false where one
// of them cannot be read.
func (c *call) statements() (texts []string, known bool) {
	known = true
	add := func(t shellparse.Text, exact bool, lit string) {
		if !exact && (c.j.open(t) || t.OnlyUnknown()) {
			known = false
		}
		texts = append(texts, lit)
	}
	c.values(func(a arg) { add(a.Text, a.exact, a.lit) }, "-c", "-e", "--command", "--execute", "-q", "-Q", "--query", "-cmd", "--init-command")
	switch c.name {
	case "sqlite3", "sqlite", "duckdb", "litecli":
		if len(c.ops) > 1 {
			for _, a := range c.ops[1:] {
				add(a.Text, a.exact, a.lit)
			}
		}
	}
	if rest, ok := c.sub("query"); ok && c.name == "bq" {
		for _, a := range rest {
			add(a.Text, a.exact, a.lit)
		}
	}
	if c.HasIn && (len(texts) == 0 || c.InFile) {
		add(c.In, false, c.In.String())
	}
	return texts, known
}

// sql reports whether the gravest statement does harm of that kind.
func (c *call) sql(want sqlHarm, h *hit) bool {
	texts, _ := c.statements()
	gravest, what := sqlReads, ""
	for _, t := range texts {
		g, w := readSQL(t)
		if d := dotCommand(c.name, t); d > g {
			g, w = d, t
		}
		if g > gravest {
			gravest, what = g, w
		}
	}
	if gravest != want {
		return false
	}
	h.target = what
	return true
}

// dotCommand judges the clients' own commands that run programs.
func dotCommand(client, text string) sqlHarm {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		w, _, _ := strings.Cut(line, " ")
		switch client {
		case "sqlite3", "sqlite", "litecli", "duckdb":
			if len(w) > 1 && w[0] == '.' && (w == ".shell" || w == ".system" || w == ".sh" || w == ".load" || w == ".once" && strings.Contains(line, "|") || w == ".output" && strings.Contains(line, "|") || strings.HasPrefix(".shell", w) && len(w) > 3 || strings.HasPrefix(".system", w) && len(w) > 3) {
				return sqlRuns
			}
			if strings.Contains(strings.ToLower(line), " edit(") && client != "duckdb" {
				return sqlRuns // edit(VALUE, PROGRAM)
			}
			if w == ".restore" {
				return sqlDestroys // what the database held is replaced
			}
		case "mysql", "mariadb", "mycli":
			if w == "system" || w == `\!` || w == "source" || strings.HasPrefix(line, `\!`) {
				return sqlRuns
			}
		}
	}
	return sqlReads
}
