package tiers

import (
	"slices"
	"strings"
)

// sqlHarm is what a text of SQL statements would do.
type sqlHarm uint8

const (
	sqlReads    sqlHarm = iota
	sqlWrites           // INSERT, CREATE, UPDATE and DELETE with a WHERE
	sqlDestroys         // DROP, TRUNCATE, UPDATE and DELETE of every row, ALTER … DROP
	sqlGrants           // GRANT, REVOKE, users and roles
	sqlRuns             // starts a program, or reads and writes the server's files
)

// sqlWord is one word of a statement, upper-cased.
type sqlWord struct {
	text  string
	depth int // of parentheses
}

// readSQL finds the gravest statement of a text. Strings, quoted names and
// comments are skipped, so that words in them count for nothing.
func readSQL(text string) (sqlHarm, string) {
	gravest, what := sqlReads, ""
	var words sqlStatement
	end := func() {
		if h := words.harm(); h > gravest || h != sqlReads && what == "" {
			gravest = max(gravest, h)
			if n := min(len(words), 4); n > 0 {
				what = ""
				for _, w := range words[:n] {
					what = strings.TrimSpace(what + " " + w.text)
				}
			}
		}
		words = words[:0]
	}
	depth := 0
	for i := 0; i < len(text); {
		if n := skippedSQL(text[i:]); n > 0 {
			i += n
			continue
		}
		b := text[i]
		switch {
		case b == '\'' || b == '"' || b == '`':
			i = skipQuoted(text, i)
			words = append(words, sqlWord{"?", depth})
		case b == ';':
			end()
			i++
		case b == '(':
			depth++
			i++
		case b == ')':
			depth--
			i++
		case b == '\\' && (strings.HasPrefix(text[i:], `\gexec`) || runsPiped(text[i:])):
			if sqlRuns > gravest {
				gravest, what = sqlRuns, strings.TrimSpace(text[i:min(len(text), i+40)])
			}
			i++
		case b == '\\' && len(words) == 0: // a psql command
			k := strings.IndexByte(text[i:], '\n')
			if k < 0 {
				k = len(text) - i
			}
			if h := backslash(text[i : i+k]); h > gravest {
				gravest, what = h, strings.TrimSpace(text[i:i+k])
			}
			i += k
		case isWordByte(b):
			k := i + 1
			for k < len(text) && isWordByte(text[k]) && text[k] != '*' {
				k++
			}
			words = append(words, sqlWord{strings.ToUpper(text[i:k]), depth})
			i = k
		default:
			i++
		}
	}
	end()
	return gravest, what
}

// skippedSQL is how much of the beginning of a text says nothing: a comment, a
// string in PostgreSQL's dollars.
func skippedSQL(s string) int {
	switch {
	case s[0] == '$': // $$…$$ and $tag$…$tag$
		k := strings.IndexByte(s[1:], '$')
		if k < 0 || strings.Trim(s[1:1+k], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
			return 1
		}
		tag := s[:k+2]
		if e := strings.Index(s[len(tag):], tag); e >= 0 {
			return 2*len(tag) + e
		}
		return 1
	case strings.HasPrefix(s, "--"), s[0] == '#':
		return upTo(s, "\n")
	case strings.HasPrefix(s, "/*!"): // MySQL runs what is in /*!50000 … */
		return len(s) - len(strings.TrimLeft(s[len("/*!"):], "0123456789"))
	case strings.HasPrefix(s, "*/"):
		return len("*/")
	case strings.HasPrefix(s, "/*"):
		return len("/*") + upTo(s[len("/*"):], "*/") + len("*/")
	}
	return 0
}

// upTo is where end stands first, else how long the text is.
func upTo(s, end string) int {
	if k := strings.Index(s, end); k >= 0 {
		return k
	}
	return len(s)
}

func isWordByte(b byte) bool {
	return b == '_' || b == '.' || b >= 0x80 || b == '*' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

func skipQuoted(s string, i int) int {
	q := s[i]
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if q == '\'' {
				i++
			}
		case q:
			return i + 1
		}
	}
	return len(s)
}

// backslash judges psql's own commands: \! runs a shell, \copy … program too.
func backslash(s string) sqlHarm {
	w, rest, _ := strings.Cut(strings.TrimPrefix(s, `\`), " ")
	switch {
	case strings.HasPrefix(w, "!"), w == "o" && strings.Contains(rest, "|"), w == "g" && strings.Contains(rest, "|"), w == "copy" && strings.Contains(strings.ToLower(rest), "program"):
		return sqlRuns
	case w == "copy" && copiesOut(rest):
		return sqlReads
	case w == "i", w == "ir", w == "copy", w == "password", w == "gexec", w == "lo_import", w == "lo_export":
		return sqlWrites
	}
	return sqlReads
}

// copiesOut reports whether \copy only writes a table, or what a query reads,
// to standard output or a file of the folder or of /tmp.
func copiesOut(rest string) bool {
	what, to, ok := strings.Cut(rest, " to ")
	if q := strings.LastIndexByte(rest, ')'); strings.HasPrefix(strings.TrimSpace(rest), "(") {
		if q < 0 {
			return false
		}
		query := strings.TrimSpace(rest[:q+1])
		what, to, ok = strings.Cut(rest[q+1:], "to ")
		if g, _ := readSQL(query[1 : len(query)-1]); g != sqlReads || strings.TrimSpace(what) != "" {
			return false
		}
	} else if strings.ContainsAny(strings.TrimSpace(what), " ()'") {
		return false
	}
	to = strings.TrimLeft(to, " ")
	if q := strings.IndexByte(to, '\''); q == 0 {
		to, _, _ = strings.Cut(to[1:], "'")
	} else {
		to, _, _ = strings.Cut(to, " ")
	}
	return ok && to != "" && !strings.Contains("/"+strings.TrimPrefix(to, "./"), "/.") && (to[0] != '/' && to[0] != '~' || strings.HasPrefix(to, "/tmp/"))
}

// sqlStatement is the words of one statement.
type sqlStatement []sqlWord

func (s sqlStatement) at(i int) string {
	if i >= 0 && i < len(s) {
		return s[i].text
	}
	return ""
}

func (s sqlStatement) has(words ...string) bool {
	for i := range s {
		if slices.Contains(words, s[i].text) {
			return true
		}
	}
	return false
}

// where reports whether the verb at i has a WHERE of its own that says more
// than TRUE.
func (s sqlStatement) where(i int) bool {
	d := s[i].depth
	for ; i < len(s); i++ {
		if s[i].text == "WHERE" && s[i].depth == d {
			last := i+2 >= len(s)
			return !(s.at(i+1) == "TRUE" && last) && !(s.at(i+1) == "1" && (s.at(i+2) == "1" || last))
		}
	}
	return false
}

// harm is what the statement would do, by its verb.
func (s sqlStatement) harm() sqlHarm {
	first, runs := s.verb()
	if !runs {
		return sqlReads
	}
	object := s.at(first + 1)
	switch s.at(first) {
	case "DROP":
		if slices.Contains([]string{"USER", "ROLE", "OWNED"}, object) {
			return sqlGrants
		}
		return sqlDestroys
	case "RESET": // RESET search_path is the session's own
		if object == "MASTER" || object == "SLAVE" {
			return sqlDestroys
		}
	case "TRUNCATE", "PURGE", "FLUSH", "SHUTDOWN", "KILL":
		return sqlDestroys
	case "DELETE", "UPDATE":
		if !s.where(first) {
			return sqlDestroys
		}
		return sqlWrites
	case "ALTER":
		switch {
		case slices.Contains([]string{"USER", "ROLE", "SYSTEM", "DEFAULT"}, object):
			return sqlGrants
		case s.has("DROP"):
			return sqlDestroys
		}
		return sqlWrites
	case "GRANT", "REVOKE", "REASSIGN", "SECURITY":
		return sqlGrants
	case "CREATE":
		return s.creates(object)
	case "COPY":
		if s.has("PROGRAM") {
			return sqlRuns
		}
		return sqlWrites
	case "EXEC", "EXECUTE", "CALL", "DO":
		if s.has("XP_CMDSHELL", "SP_CONFIGURE") {
			return sqlRuns
		}
		return sqlWrites
	case "INSERT", "REPLACE", "MERGE", "UPSERT", "IMPORT", "VACUUM", "REINDEX", "CLUSTER", "COMMENT", "RENAME", "OPTIMIZE", "REFRESH", "LOCK",
		"LOAD", "ATTACH", "DETACH", "DELIMITER":
		return sqlWrites
	case "SELECT", "WITH", "VALUES", "TABLE":
		return s.asks()
	case "SET":
		if object == "GLOBAL" || object == "PERSIST" || object == "PASSWORD" || strings.HasPrefix(object, "GLOBAL.") {
			return sqlGrants // of the whole server, unlike SET of a session
		}
	}
	return sqlReads
}

// verb is where the verb stands: EXPLAIN and BEGIN stand before it. runs is
// false for a statement that is only explained, which takes ANALYZE to be run.
func (s sqlStatement) verb() (first int, runs bool) {
	for ; first < len(s); first++ {
		switch s.at(first) {
		case "EXPLAIN":
			if !s.has("ANALYZE") {
				return first, false
			}
		case "BEGIN", "ANALYZE", "VERBOSE", "TRANSACTION", "WORK":
		default:
			return first, true
		}
	}
	return first, true
}

func (s sqlStatement) creates(object string) sqlHarm {
	switch {
	case object == "USER" || object == "ROLE" || object == "LOGIN":
		return sqlGrants
	case object == "EXTENSION":
		return sqlWrites
	case s.has("PROGRAM"), s.has("LANGUAGE") && s.has("PLPYTHONU", "PLPYTHON3U", "PLPERLU", "C"):
		return sqlRuns
	}
	return sqlWrites
}

// asks is the harm of a query: functions with effects, and a WITH that changes rows.
func (s sqlStatement) asks() sqlHarm {
	if s.has("OUTFILE", "DUMPFILE", "LOAD_FILE", "PG_READ_FILE", "LO_EXPORT", "LO_IMPORT", "SYS_EXEC", "LOAD_EXTENSION", "PG_LS_DIR") {
		return sqlRuns
	}
	if s.has("PG_TERMINATE_BACKEND", "PG_CANCEL_BACKEND", "PG_RELOAD_CONF", "PG_ROTATE_LOGFILE", "PG_PROMOTE", "PG_SWITCH_WAL", "SETVAL", "SET_CONFIG",
		"DBLINK", "DBLINK_EXEC", "LO_UNLINK", "LO_CREATE", "PG_DROP_REPLICATION_SLOT", "PG_STAT_RESET", "PG_LOGICAL_EMIT_MESSAGE", "PG_NOTIFY") {
		return sqlWrites
	}
	for i := range s {
		switch s[i].text {
		case "DELETE", "UPDATE":
			if s.at(i+1) == "FROM" || s[i].text == "UPDATE" && s.at(i-1) != "FOR" && s.has("SET") {
				if !s.where(i) {
					return sqlDestroys
				}
				return sqlWrites
			}
		case "INSERT", "INTO":
			return sqlWrites
		}
	}
	return sqlReads
}

// runsPiped reports whether a text begins with psql's \g, \gx or \w and a
// program for the result: \g |PROGRAM.
func runsPiped(s string) bool {
	for _, name := range [...]string{`\gx`, `\g`, `\w`} {
		if rest, ok := strings.CutPrefix(s, name); ok && strings.HasPrefix(strings.TrimLeft(rest, " ("), "|") {
			return true
		}
	}
	return false
}
