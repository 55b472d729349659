package tiers

import "strings"

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
	var words []sqlWord
	end := func() {
		if h := statement(words); h > gravest || h != sqlReads && what == "" {
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
		b := text[i]
		switch {
		case b == '\'' || b == '"' || b == '`':
			i = skipQuoted(text, i)
			words = append(words, sqlWord{"?", depth})
		case b == '$': // $$…$$ and $tag$…$tag$ of PostgreSQL
			if k := strings.IndexByte(text[i+1:], '$'); k >= 0 && strings.Trim(text[i+1:i+1+k], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
				tag := text[i : i+k+2]
				if e := strings.Index(text[i+len(tag):], tag); e >= 0 {
					i += 2*len(tag) + e
					continue
				}
			}
			i++
		case strings.HasPrefix(text[i:], "--"), b == '#':
			if k := strings.IndexByte(text[i:], '\n'); k >= 0 {
				i += k
			} else {
				i = len(text)
			}
		case strings.HasPrefix(text[i:], "/*!"): // MySQL runs what is in /*!50000 … */
			for i += len("/*!"); i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
			}
		case strings.HasPrefix(text[i:], "*/"):
			i += 2
		case strings.HasPrefix(text[i:], "/*"):
			if k := strings.Index(text[i+2:], "*/"); k >= 0 {
				i += k + 4
			} else {
				i = len(text)
			}
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

func statement(words []sqlWord) sqlHarm {
	if len(words) == 0 {
		return sqlReads
	}
	at := func(i int) string {
		if i < len(words) {
			return words[i].text
		}
		return ""
	}
	has := func(w string) bool {
		for _, x := range words {
			if x.text == w {
				return true
			}
		}
		return false
	}
	// EXPLAIN runs only with ANALYZE; WITH and BEGIN stand before the verb.
	first := 0
	for first < len(words) {
		switch at(first) {
		case "EXPLAIN":
			if !has("ANALYZE") {
				return sqlReads
			}
			first++
			continue
		case "BEGIN", "ANALYZE", "VERBOSE", "TRANSACTION", "WORK":
			first++
			continue
		}
		break
	}
	where := func(from int) bool {
		d := words[from].depth
		for i := from; i < len(words); i++ {
			if words[i].text == "WHERE" && words[i].depth == d {
				return !(at(i+1) == "TRUE" && i+2 >= len(words)) && !(at(i+1) == "1" && (at(i+2) == "1" || i+2 >= len(words)))
			}
		}
		return false
	}
	switch at(first) {
	case "DROP":
		switch at(first + 1) {
		case "USER", "ROLE", "OWNED":
			return sqlGrants
		}
		return sqlDestroys
	case "TRUNCATE", "PURGE", "RESET", "FLUSH":
		if at(first) == "RESET" && at(first+1) != "MASTER" && at(first+1) != "SLAVE" {
			return sqlReads // RESET search_path
		}
		return sqlDestroys
	case "DELETE":
		if !where(first) {
			return sqlDestroys
		}
		return sqlWrites
	case "UPDATE":
		if !where(first) {
			return sqlDestroys
		}
		return sqlWrites
	case "ALTER":
		switch at(first + 1) {
		case "USER", "ROLE", "SYSTEM", "DEFAULT":
			return sqlGrants
		}
		if has("DROP") {
			return sqlDestroys
		}
		return sqlWrites
	case "GRANT", "REVOKE", "REASSIGN", "SECURITY":
		return sqlGrants
	case "CREATE":
		switch at(first + 1) {
		case "USER", "ROLE", "LOGIN":
			return sqlGrants
		case "EXTENSION":
			return sqlWrites
		}
		if has("PROGRAM") || has("LANGUAGE") && (has("PLPYTHONU") || has("PLPYTHON3U") || has("PLPERLU") || has("C")) {
			return sqlRuns
		}
		return sqlWrites
	case "COPY":
		if has("PROGRAM") {
			return sqlRuns
		}
		return sqlWrites
	case "LOAD", "ATTACH", "DETACH":
		return sqlWrites
	case "SHUTDOWN", "KILL":
		return sqlDestroys
	case "EXEC", "EXECUTE", "CALL", "DO":
		if has("XP_CMDSHELL") || has("SP_CONFIGURE") {
			return sqlRuns
		}
		return sqlWrites
	case "INSERT", "REPLACE", "MERGE", "UPSERT", "IMPORT", "VACUUM", "REINDEX", "CLUSTER", "COMMENT", "RENAME", "OPTIMIZE", "REFRESH", "LOCK":
		return sqlWrites
	case "SELECT", "WITH", "VALUES", "TABLE":
		if has("OUTFILE") || has("DUMPFILE") || has("LOAD_FILE") || has("PG_READ_FILE") || has("LO_EXPORT") || has("LO_IMPORT") || has("SYS_EXEC") || has("LOAD_EXTENSION") || has("PG_LS_DIR") {
			return sqlRuns
		}
		for _, f := range [...]string{"PG_TERMINATE_BACKEND", "PG_CANCEL_BACKEND", "PG_RELOAD_CONF", "PG_ROTATE_LOGFILE", "PG_PROMOTE", "PG_SWITCH_WAL", "SETVAL", "SET_CONFIG", "DBLINK", "DBLINK_EXEC", "LO_UNLINK", "LO_CREATE", "PG_DROP_REPLICATION_SLOT", "PG_STAT_RESET", "PG_LOGICAL_EMIT_MESSAGE", "PG_NOTIFY"} {
			if has(f) {
				return sqlWrites
			}
		}
		for i := range words { // data-changing WITH
			switch words[i].text {
			case "DELETE", "UPDATE":
				if at(i+1) == "FROM" || words[i].text == "UPDATE" && at(i-1) != "FOR" && has("SET") {
					if !where(i) {
						return sqlDestroys
					}
					return sqlWrites
				}
			case "INSERT", "INTO":
				return sqlWrites
			}
		}
	case "DELIMITER":
		return sqlWrites
	case "SET":
		if w := at(first + 1); w == "GLOBAL" || w == "PERSIST" || w == "PASSWORD" || strings.HasPrefix(w, "GLOBAL.") {
			return sqlGrants // of the whole server, unlike SET of a session
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
