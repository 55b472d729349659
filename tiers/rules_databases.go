package tiers

import (
	"slices"
	"strings"
)

// databasesRules guard databases. SQL is read as SQL, wherever it comes from:
// an option, an operand, a here-document or a pipe.
var databasesRules = []Rule{
	{
		ID: "databases.destroy", Tier: High, Below: true,
		Why:   "it deletes data for good",
		Safer: "look with SELECT first, add a WHERE, and work in a transaction",
		Match: Match{Programs: sqlClients, Func: func(c *call, h *hit) bool { return c.sql(sqlDestroys, h) && !c.inMemory() }},
		Yes: []string{`psql -c "DROP TABLE users"`, "sqlite3 :memory: \"attach 'app.db' as a; drop table a.t\"", "sqlite3 :memory: '.open app.db' 'drop table t'", "sqlite3 :memory: '.restore x'", "sqlite3 x :memory: 'drop table t'", "sqlite3 -cmd '.open app.db' :memory: 'drop table t'", "sqlite3 :memory: \"$(cat x); drop table t\"", "sqlite3 -init x :memory: 'drop table t'", "sqlite3 :memory: '.read x' 'drop table t'", "cat > q.sql <<'E'\nDROP TABLE t;\nE\npsql -f q.sql", `python3 -c "from sqlalchemy import text; c.execute(text('drop table t'))"`, `psql -c "DELETE FROM users;"`, "cockroach sql -e 'DROP DATABASE x'", "sudo -u postgres psql -c 'DROP DATABASE app'", "sqlite3 app.db 'DROP TABLE users'", "sqlite3 app.db '.restore x'", `mysql -e "truncate table x"`, "echo 'drop table x' | psql", "psql <<EOF\nselect 1;\ndelete from t;\nEOF", `psql -c "UPDATE t SET a=1"`, `psql -h h -d d -c "ALTER TABLE t DROP COLUMN c"`,
			`psql -c "delete from t where 1=1"`, `mysql --init-command='DROP TABLE x' -e 'select 1'`, `mysql -p -e 'drop table x'`, `mysql -psecret -Nse 'drop table x'`, `psql -Atc 'drop table x'`, `mysql -uroot -pp db -e 'DROP DATABASE x'`, `psql postgres://x/y -c "with d as (delete from t returning *) select * from d"`, `psql -c "select 1; /* x */ DROP TABLE y"`},
		No: []string{`mysql --init-command='set names utf8' -e 'select 1'`, `psql -c "SELECT * FROM users"`, `psql -c "DELETE FROM users WHERE id=1"`, `psql -c "select 'DROP TABLE x'"`, `psql -l`, "sqlite3 app.db .tables", `sqlite3 :memory: "create table t(a); drop table t;"`, "duckdb :memory: 'create table t as select 1; drop table t'", "sqlite3 :memory: <<'E'\nCREATE TABLE t(a);\nDELETE FROM t;\nE", "sqlite3 app.db 'select * from t'", `psql -c "explain delete from t"`, `psql -c "select 1 -- drop table x"`},
	},
	{
		ID: "databases.grant", Tier: High, Below: true,
		Why: "it changes who may do what in the database",
		Match: Match{Func: func(c *call, h *hit) bool {
			if c.name == "createuser" {
				return len(c.args) > 0
			}
			return slices.Contains(sqlClients, c.name) && c.sql(sqlGrants, h)
		}},
		Yes: []string{`psql -c "GRANT ALL ON t TO u"`, `mysql -e "CREATE USER x"`, `psql -c "ALTER ROLE x SUPERUSER"`, "mysql -e 'set global x=1'", "createuser -s bob"},
		No:  []string{`psql -c "select * from grants"`},
	},
	{
		ID: "databases.runs-programs", Tier: High, Below: true,
		Why:   "it makes the database client or server run a program, or read the server's files",
		Safer: "run the program itself",
		Match: Match{Programs: sqlClients, Func: func(c *call, h *hit) bool { return c.sql(sqlRuns, h) }},
		Yes:   []string{"sqlite3 :memory: '.shell rm -rf src'", `psql -c "COPY t FROM PROGRAM 'curl x'"`, `psql -c '\! rm -rf src'`, "sqlite3 x.db '.system ls'", `mysql -e "select 1 into outfile '/tmp/x'"`, `mysql -e 'system ls'`, `psql -c "select 1 \g |rm -rf src"`, "psql <<< 'select 1 \\g |ls'", `psql -c "select 'drop table x' \gexec"`, `sqlite3 x.db "select edit('x','ls')"`},
		No:    []string{`psql -c "select 1 \g"`, `psql -c "select 1 \gx"`, `sqlite3 x.db "select credit(1)"`, "sqlite3 x.db .schema", `psql -c '\dt'`},
	},
	{
		ID: "databases.write", Tier: Medium, Below: true,
		Why:   "it changes data that others may be using",
		Safer: "look with SELECT first",
		Match: Match{Programs: sqlClients, Func: func(c *call, h *hit) bool {
			if !c.sql(sqlWrites, h) {
				return false
			}
			return !c.localFile() || h.as(Low, "it changes a database file of the project")
		}},
		Yes: []string{`psql -c "INSERT INTO t VALUES (1)"`, `mysql -e "create table x (a int)"`, `psql -c "UPDATE t SET a=1 WHERE id=2"`, `psql -c "select setval('s', 1)"`, "bq query 'insert into t values (1)'", `psql -c "\\copy t from 'x.csv'"`, `psql -c "\\copy (delete from t returning *) to 'x'"`, `psql -c "\\copy (select 1) to '/home/me/.ssh/authorized_keys'"`, `psql -c "\\copy (select 1) to '../x'"`},
		No:  []string{`psql -c "\\copy (select * from t limit 9) to 'tmp/t.csv' csv header"`, `psql -c "\\copy t to 'x.csv'"`, `psql -c "select 1"`, "psql -c 'set search_path to x'", "bq query 'select 1'"},
	},
	{
		ID: "databases.script", Tier: Medium,
		Why:   "it runs SQL from a file or a program, which is not read here",
		Safer: "give the statements with -c, or in a here-document",
		Match: Match{Programs: sqlClients, Func: func(c *call, h *hit) bool {
			if c.localFile() {
				return false
			}
			if c.name != "mysql" && c.name != "mariadb" && c.has("-f", "--file") && !c.InFile {
				return true
			}
			_, known := c.statements()
			return !known
		}},
		Yes: []string{"psql -f migrate.sql", "psql < dump.sql", "echo 'select 1' > q.sql; psql -f q.sql -f r.sql", "echo 'select 1' > q.sql; psql -f r.sql", "echo 'select 1' > q.sql; ./gen > q.sql; psql -f q.sql", "echo 'select 1' > q.sql; cp r.sql q.sql; psql -f q.sql", "echo 'select 1' > q.sql; sed -i 's/select 1/drop table t/' q.sql; psql -f q.sql", "echo 'select 1' > q.sql; cat r.sql >> q.sql; psql -f q.sql", "echo 'select 1' > q.sql; psql -qf r.sql < q.sql", "echo \"$(cat x)\" > q.sql; psql -f q.sql", "echo 'select 1' > q.sql; curl -o q.sql https://x; psql -f q.sql", "echo 'select 1' > q.sql; cd x; psql -f q.sql", "cat x.sql | mysql db", `psql -c "$(cat q.sql)"`, `python3 -c "from sqlalchemy import text; c.execute(text(open('q.sql').read()))"`},
		No:  []string{"psql -c 'select 1'", `python3 -c "from sqlalchemy import create_engine, text; c = create_engine('sqlite:///t.db').connect(); print(c.execute(text('select 1')).all())"`, `python3 -c "import sqlalchemy as sa; c.execute(sa.text('select 1'))"`, "cat > /tmp/q.sql <<'E'\nSELECT * FROM users LIMIT 10;\nE\npsql -d test -f /tmp/q.sql", "echo 'select 1' > q.sql; psql -Atqf q.sql", "sqlite3 app.db < schema.sql", "psql -l"},
	},
	{
		ID: "databases.drop", Tier: High, Below: true,
		Why: "it deletes a database, or a user of it",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "dropdb", "dropuser", "pg_resetwal":
				return len(c.args) > 0 && !c.has("--help", "--version") || c.name == "pg_resetwal"
			case "pg_dropcluster":
				return len(c.ops) > 0
			case "mysqlimport", "mariadb-import":
				return c.has("-d", "--delete", "-r", "--replace") || len(c.ops) > 0 && h.as(Medium, "it writes data into a database that others may be using")
			case "mysqladmin", "mariadb-admin":
				return anyOperand(c.ops, []string{"drop", "shutdown", "flush-*", "kill", "password"})
			case "pg_restore", "mongorestore":
				return c.has("-c", "--clean", "--drop")
			case "mongoimport", "neo4j-admin", "influxd":
				return c.has("--drop", "--force", "--overwrite-destination") || anyOperand(c.ops, []string{"delete", "restore", "load", "drop"}) && c.name != "mongoimport"
			case "influx":
				return anyOperand(c.ops, []string{"delete"}) || c.anyArgHas("DROP") || c.anyArgHas("drop")
			case "cypher-shell":
				return c.anyArgHas("DELETE") || c.anyArgHas("delete") || c.anyArgHas("DROP")
			case "curator", "elasticdump":
				return anyOperand(c.ops, []string{"delete*"}) || strings.HasPrefix(optionValue(c, "--output"), "http")
			}
			return false
		}},
		Yes: []string{"dropdb app", "dropdb -f app", "pg_dropcluster 15 main", "mysqlimport --delete app users.txt", "mysqladmin -u root drop app", "pg_restore --clean -d x dump", "mongoimport --drop -c x f.json", "elasticdump --input=x --output=http://es/y", "neo4j-admin database delete x"},
		No:  []string{"createdb app", "mysqladmin status", "pg_dump x"},
	},
	{
		ID: "databases.shell", Tier: High,
		Why:   "it gives a framework's database shell statements that change or delete data",
		Safer: "look with SELECT first",
		Match: Match{Func: func(c *call, h *hit) bool {
			words := c.ops
			if c.prog == &python && len(words) > 0 {
				words = words[1:]
			}
			if len(words) == 0 || words[0].lit != "dbshell" || c.prog != &python && c.name != "manage.py" && c.name != "django-admin" {
				return false
			}
			switch g, what := readSQL(c.In.String()); {
			case !c.HasIn || g == sqlReads:
				return false
			case g == sqlWrites:
				return h.as(Medium, "it changes data that others may be using")
			default:
				h.target = what
				return true
			}
		}},
		Yes: []string{"python manage.py dbshell <<< 'drop table x'", "./manage.py dbshell <<< 'delete from x'", "django-admin dbshell <<< 'insert into t values (1)'"},
		No:  []string{"python manage.py dbshell <<< 'select 1'", "python manage.py dbshell"},
	},
	{
		ID: "databases.fill", Tier: Medium,
		Why:   "it writes data into a database that others may be using",
		Safer: "restore into a new database, or list what the file holds",
		Match: Match{Programs: []string{"pg_restore", "mongorestore", "mongoimport", "influxd"}, None: []string{"-l", "--list", "--dryRun", "--help", "--version"}, Func: func(c *call, h *hit) bool {
			return c.name != "pg_restore" || c.has("-d", "--dbname")
		}},
		Yes: []string{"pg_restore -d prod dump", "mongoimport --db x f.json"},
		No:  []string{"pg_restore -l dump", "pg_dump x", "pg_restore -f out.sql dump"},
	},
	{
		ID: "databases.framework-code", Tier: High,
		Why:   "its code, which the framework runs with the application's database, deletes or changes data at large",
		Safer: "count what it would touch first, in code that only reads",
		Match: Match{Func: func(c *call, h *hit) bool {
			for i, a := range c.args {
				if i > 0 && (strings.Contains(a.lit, "(") || strings.Contains(a.lit, ".")) && c.frameworkRuns(i) {
					for _, w := range [...]string{".delete_all", ".destroy_all", ".destroy", ".delete(", "::truncate(", "->delete(", ".update_all", ".update(", "truncate", "drop_table", "drop_all", "flush(", "DELETE FROM", "DROP TABLE"} {
						if strings.Contains(a.lit, w) {
							h.target = w
							return true
						}
					}
				}
			}
			return false
		}},
		Yes: []string{"rails runner 'User.delete_all'", "python manage.py shell -c 'User.objects.all().delete()'", "php artisan tinker --execute='User::truncate()'", "bin/rails runner 'Order.destroy_all'"},
		No:  []string{"rails runner 'puts User.count'", "python manage.py shell -c 'print(User.objects.count())'", "python manage.py test", "rails runner script.rb"},
	},
	{
		ID: "databases.redis", Tier: High, Below: true,
		Why:   "it deletes keys, stops the server, or changes its settings",
		Safer: "`redis-cli --scan` and `redis-cli get KEY` only look",
		Match: Match{Programs: []string{"redis-cli", "valkey-cli", "keydb-cli"}, Func: func(c *call, h *hit) bool {
			words := c.ops
			if in, ok := c.In.Exact(); ok && c.HasIn && len(words) == 0 {
				words = []arg{{lit: in, exact: true}}
			}
			for i, a := range words {
				if i > 1 && len(c.ops) > 0 {
					break
				}
				for w := range strings.FieldsSeq(strings.ToUpper(a.lit)) {
					switch w {
					case "FLUSHALL", "FLUSHDB", "SHUTDOWN", "DEBUG", "SLAVEOF", "REPLICAOF", "SWAPDB", "FAILOVER", "MODULE":
						h.target = w
						return true
					}
				}
			}
			if len(c.ops) > 0 {
				switch strings.ToUpper(c.ops[0].lit) {
				case "DEL", "UNLINK":
					return h.as(Medium, "it deletes keys")
				case "CLIENT":
					return len(c.ops) > 1 && slices.Contains([]string{"KILL", "PAUSE", "NO-EVICT", "UNBLOCK"}, strings.ToUpper(c.ops[1].lit)) && h.as(Medium, "it ends or stops the work of others who use the server")
				case "CONFIG", "ACL", "SCRIPT", "CLUSTER", "FUNCTION":
					return len(c.ops) > 1 && slices.Contains([]string{"SET", "RESETSTAT", "REWRITE", "SETUSER", "DELUSER", "FLUSH", "RESET", "FORGET", "DELETE", "FAILOVER", "LOAD"}, strings.ToUpper(c.ops[1].lit))
				case "SET", "HSET", "LPUSH", "RPUSH", "SADD", "ZADD", "INCR", "EXPIRE", "RENAME", "HDEL", "SREM", "EVAL", "MSET", "SETEX", "PERSIST", "RESTORE", "PUBLISH", "XADD", "APPEND",
					"LPOP", "RPOP", "LTRIM", "LREM", "LSET", "BLPOP", "BRPOP", "LMOVE", "RPOPLPUSH", "SPOP", "SMOVE", "ZREM", "ZPOPMIN", "ZPOPMAX", "XTRIM", "XDEL", "XGROUP", "GETDEL", "GETSET", "MOVE", "MIGRATE", "COPY", "DECR", "INCRBY", "DECRBY", "PEXPIRE", "EXPIREAT", "RENAMENX", "SETNX", "MSETNX", "SETRANGE", "HMSET", "HINCRBY", "PFADD", "BGREWRITEAOF", "BGSAVE", "SAVE", "EVALSHA", "FCALL", "SORT", "SETBIT":
					return h.as(Medium, "it changes keys that others may be using")
				}
			}
			return c.has("--eval", "--pipe") && h.as(Medium, "it runs commands that are not read here")
		}},
		Yes: []string{"redis-cli FLUSHALL", "redis-cli -h x -p 1 flushdb", "echo FLUSHALL | redis-cli", "redis-cli DEL k", "redis-cli CONFIG SET dir /x", "redis-cli -n 2 SHUTDOWN", "redis-cli SET a b", "redis-cli lpop q", "redis-cli ltrim q 1 0", "redis-cli client kill type normal"},
		No:  []string{"redis-cli GET mykey", "redis-cli INFO", "redis-cli -h x KEYS 'flushall*'", "redis-cli CONFIG GET dir", "redis-cli PING", "redis-cli client list", "redis-cli lrange q 0 1"},
	},
	{
		ID: "databases.mongo", Tier: High, Below: true,
		Why:   "it deletes documents, a collection or a database",
		Safer: "find and countDocuments only look",
		Match: Match{Programs: []string{"mongo", "mongosh"}, Func: func(c *call, h *hit) bool {
			text := ""
			c.values(func(a arg) { text += a.lit + ";" }, "--eval")
			if c.HasIn {
				text += c.In.String()
			}
			low := strings.ToLower(text)
			for _, w := range [...]string{"dropdatabase", ".drop(", "deletemany(", ".remove(", "dropcollection", "dropindex", "shutdownserver", "dropuser", "dropallusers", "createuser(", "grantroles", "runcommand({drop"} {
				if strings.Contains(low, w) {
					h.target = w
					return true
				}
			}
			for _, w := range [...]string{"insert", "update", "deleteone", "replaceone", "bulkwrite", "findandmodify", "findoneand", "createcollection", "createindex", "require(", "load(", "admincommand", "runcommand", "renamecollection", "$out", "$merge"} {
				if strings.Contains(low, w) {
					return h.as(Medium, "it changes data that others may be using")
				}
			}
			return (c.has("-f", "--file") || anyOperand(c.ops, []string{"*.js"}) || strings.Contains(text, "*")) && h.as(Medium, "it runs code that is not read here")
		}},
		Yes: []string{"mongosh --eval 'db.dropDatabase()'", "mongo app --eval 'db.users.deleteMany({})'", "echo 'db.x.drop()' | mongosh", "mongosh x.js"},
		No:  []string{"mongosh --eval 'db.users.find()'", "mongosh --version"},
	},
	{
		ID: "databases.over-http", Tier: High, Below: true,
		Why:   "it deletes or overwrites what a database holds, through its HTTP interface",
		Safer: "GET only looks",
		Match: Match{Programs: []string{"curl", "curlie", "wget", "http", "https", "xh", "httpie"}, Func: overHTTP},
		Yes:   []string{"curl -X DELETE localhost:9200/_all", "curl -XDELETE 'http://localhost:9200/logs-*'", "curl -X POST localhost:9200/x/_delete_by_query -d '{}'", "curl 'http://localhost:8123/?query=DROP+TABLE+x' -d ''", "http DELETE localhost:5984/db", "curl -X DELETE es:9200/i", "curl --request DELETE http://localhost:2375/containers/x"},
		No:    []string{"curl localhost:9200/_cat/indices", "curl -X DELETE localhost:3000/api/users/1", "curl -X POST localhost:9200/x/_search -d '{}'", "curl -d 'SELECT 1' localhost:8123"},
	},
	{
		ID: "databases.migrate", Tier: High,
		Why:   "it changes or resets the structure of a database",
		Safer: "look at the state of migrations: status, current, --pretend",
		Match: Match{Programs: []string{"prisma", "alembic", "flyway", "liquibase", "sequelize", "sequelize-cli", "knex", "typeorm", "drizzle-kit", "dbmate", "goose", "migrate", "sqlx", "diesel", "rails", "rake", "artisan", "django-admin", "manage.py", "php", "python", "ruby", "mix", "hasura", "flask", "console", "dotnet", "bin/console"}, Func: func(c *call, h *hit) bool {
			if len(c.ops) > 0 && slices.Contains([]string{"php", "python", "ruby"}, c.name) && !slices.Contains([]string{"artisan", "manage.py", "rails", "rake", "console"}, baseName(c.ops[0].lit)) {
				return false
			}
			if c.showsMigration() {
				return false
			}
			if len(c.ops) > 0 && (c.name == "flask" && c.ops[0].lit != "db" || c.name == "dotnet" && c.ops[0].lit != "ef") {
				return false
			}
			for _, a := range c.ops {
				if c.name == "flask" && a.lit == "migrate" {
					return false // it writes a file of the project
				}
				if c.name == "mix" && !strings.HasPrefix(a.lit, "ecto.") {
					return false
				}
				switch w := strings.ToLower(a.lit); {
				case slices.Contains([]string{"reset", "drop", "clean", "downgrade", "rollback", "down", "redo", "flush", "sqlflush", "dropall", "drop-all", "undo", "db:drop", "db:purge", "reset_db", "db:reset", "db:rollback", "db:schema:load", "db:setup", "migrate:reset", "migrate:fresh", "migrate:refresh", "migrate:rollback", "db:wipe", "migration:revert", "schema:drop", "db:migrate:undo", "db:migrate:undo:all", "db:truncate_all", "drop-database", "migrate:down", "ecto.drop", "ecto.reset", "ecto.rollback", "doctrine:schema:drop", "doctrine:database:drop", "doctrine:fixtures:load", "doctrine:schema:update"}, w):
					h.target = w
					return !c.testDatabase()
				case slices.Contains([]string{"deploy", "upgrade", "migrate", "up", "update", "db:migrate", "migration:run", "migrate:latest", "migrate:up", "push", "run", "db:seed", "schema:sync", "loaddata", "createsuperuser", "ecto.migrate", "ecto.setup", "doctrine:migrations:migrate", "doctrine:migrations:execute", "doctrine:query:sql", "dbal:run-sql"}, w):
					if c.developmentDatabase() || c.testDatabase() {
						return false
					}
					return !(c.name == "goose" && w == "run") && (c.name != "prisma" || w != "migrate" || len(c.ops) < 2 || c.ops[1].lit != "status" && c.ops[1].lit != "diff") && h.as(Medium, "it changes the structure of a database")
				}
			}
			return false
		}},
		Yes: []string{"prisma migrate reset --force", "rails db:drop", "rails db:purge", "python manage.py reset_db --noinput", "alembic downgrade base", "flyway clean", "django-admin flush", "alembic upgrade head", "rake db:drop", "php artisan migrate:fresh", "python3 manage.py flush", "knex migrate:rollback", "knex migrate:latest --env production", "NODE_ENV=test knex migrate:latest --env prod", "mix ecto.drop", "python manage.py loaddata x", "RAILS_ENV=production rails db:migrate", "RAILS_ENV=test DATABASE_URL=postgres://u@db.example.com/x rails db:reset", "RAILS_ENV=test rails db:migrate RAILS_ENV=production", "MIX_ENV=test alembic upgrade head", "DATABASE_URL=postgres://db.example.com/localhost prisma migrate deploy", "export DATABASE_URL=postgres://localhost/x; . ./.env.production; prisma migrate deploy", "RAILS_ENV=test RAILS_ENV=production rails db:drop", "flask db downgrade", "php bin/console doctrine:schema:drop --force", "dotnet ef database drop -f", "bin/console doctrine:migrations:migrate -n"},
		No:  []string{"npx knex migrate:latest --env test", "NODE_ENV=test knex migrate:latest", "sequelize-cli db:migrate --env=test", "RAILS_ENV=test bin/rails db:schema:load", "MIX_ENV=test mix ecto.reset", "alembic upgrade head --sql", "python manage.py migrate --plan", "export DATABASE_URL=postgres://t:t@localhost:54329/t; prisma migrate deploy", "prisma migrate dev --name x", "DATABASE_URL=sqlite:///test.db alembic upgrade head", "prisma generate", "alembic history", "rails server", "prisma migrate status", "rails test", "mix test", "mix deps.update x", "python3 x.py reset", "flask run", "flask db migrate", "dotnet run", "php bin/console cache:clear", "php artisan list"},
	},
	{
		ID: "databases.bare-sql", Tier: Medium,
		Why:   "this is a SQL statement, not a shell command",
		Match: Match{Programs: []string{"DROP", "TRUNCATE", "DELETE", "UPDATE"}, Operand: []string{"TABLE", "DATABASE", "FROM", "SCHEMA", "INDEX", "table", "database", "from", "SET"}},
		Yes:   []string{"DROP TABLE users", "DELETE FROM users"},
		No:    []string{"echo DROP TABLE users"},
	},
}

// optionValue is the value of an option, "" where it is not given.
func optionValue(c *call, want string) string {
	o, _ := c.option(want)
	return o.value.lit
}

// overHTTP reports whether a client deletes through the HTTP interface of a
// database, by the ports these usually have.
func overHTTP(c *call, h *hit) bool {
	database := false
	for _, a := range c.ops {
		s := a.lit
		if i := strings.Index(s, "://"); i >= 0 {
			s = s[i+len("://"):]
		}
		authority, _, _ := strings.Cut(s, "/")
		_, port, _ := strings.Cut(authority, ":")
		port, _, _ = strings.Cut(port, "?")
		switch port {
		case "9200", "5984", "8086", "8123", "8983", "2375", "2376", "2379", "8500", "8200", "6333", "7700", "15672", "7474", "8091", "8108", "19530":
			database, h.target = true, a.lit
		}
		if strings.Contains(s, "_delete_by_query") {
			return true
		}
	}
	if !database {
		return false
	}
	if o, ok := c.option("-X", "--request", "--method"); ok && strings.EqualFold(o.value.lit, "DELETE") {
		return true
	}
	for _, a := range c.args {
		up := strings.ToUpper(a.lit)
		if up == "DELETE" && (c.name == "http" || c.name == "https" || c.name == "xh" || c.name == "httpie") {
			return true
		}
		for _, w := range [...]string{"DROP", "TRUNCATE", "DELETE"} { // in the text of a query
			if i := strings.Index(up, w); i >= 0 && i+len(w) < len(up) && strings.IndexByte(" +%\"", up[i+len(w)]) >= 0 {
				return true
			}
		}
	}
	return false
}

// frameworkRuns reports whether the word with that index is code that a web
// framework's command runs inside the application.
func (c *call) frameworkRuns(i int) bool {
	before := c.args[i-1].lit
	switch c.name {
	case "rails":
		return before == "runner" || before == "r"
	case "php", "artisan":
		return strings.HasPrefix(c.args[i].lit, "--execute=") || before == "--execute"
	case "python", "django-admin", "manage.py":
		return (before == "-c" || before == "--command") && i > 1 && (c.args[i-2].lit == "shell" || c.args[i-2].lit == "shell_plus")
	}
	return strings.HasPrefix(c.args[i].lit, "--command=") && c.name != "psql"
}
