package inline

import "strings"

// network are the calls that connect, send and listen, and what databases are
// asked.
func (e *pyEval) network(name, module, base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "url host address dsn database self method").orUnknown()
	switch name {
	case "socket.socket", "_socket.socket", "socket.SocketType", "gevent.socket.socket":
		return pyInstance("socket.socket", pyUnknown())
	case "socket.create_connection", "gevent.socket.create_connection", "ssl.get_server_certificate":
		e.connect(name, first, n)
		return pyInstance("socket.socket", pyUnknown())
	case "socket.create_server":
		e.listen(name, first, n)
		return pyInstance("socket.socket", pyUnknown())
	case "ssl.wrap_socket":
		return first
	case "urllib.request.Request", "urllib2.Request", "six.moves.urllib.request.Request":
		r := &pyObj{form: pyInst, name: "urllib.Request", self: first, args: a}
		return pyVal{r}
	case "http.client.HTTPConnection", "http.client.HTTPSConnection", "httplib.HTTPConnection", "httplib.HTTPSConnection":
		return pyInstance("http.client.HTTPConnection", first)
	case "smtplib.SMTP", "smtplib.SMTP_SSL", "smtplib.LMTP":
		return pyInstance("smtplib.SMTP", first)
	case "paramiko.SSHClient", "paramiko.Transport":
		return pyVal{{form: pyInst, name: "paramiko.SSHClient", self: first, attrs: map[string]pyVal{}}}
	case "fabric.Connection":
		return pyInstance("fabric.Connection", first)
	case "sqlite3.connect", "apsw.Connection", "aiosqlite.connect", "sqlite3.Connection":
		if s, ok := first.exact(); !ok || s != ":memory:" && s != "" {
			e.redir(name, "<", first.str(), n)
		}
		return pyVal{{form: pyInst, name: "database", self: first, kind: 's'}}
	case "pymongo.MongoClient":
		return pyUnknown()
	}
	switch module {
	case "psycopg2", "psycopg", "asyncpg", "pg8000":
		return pyVal{{form: pyInst, name: "database", self: first, kind: 'p'}}
	case "pymysql", "MySQLdb", "mysql.connector", "mariadb", "aiomysql":
		return pyVal{{form: pyInst, name: "database", self: first, kind: 'm'}}
	case "socketserver", "SocketServer", "http.server", "wsgiref.simple_server", "xmlrpc.server", "BaseHTTPServer", "SimpleHTTPServer":
		if !pyServesPages(a.arg(1, "RequestHandlerClass")) {
			e.listen(name, first, n)
		}
		e.loseArgs(a)
		return pyUnknown()
	}
	switch base {
	case "Session", "session", "Client", "AsyncClient", "ClientSession", "PoolManager":
		return pyInstance("requests.Session", pyUnknown())
	case "get", "options", "head", "post", "put", "patch", "delete", "request", "stream", "urlopen":
		e.request(name, base, a, n)
		e.loseArgs(a)
		return pyUnknown()
	}
	return nil
}

// pyServesPages reports whether a server's handler is one of http.server's, or
// a class made from one: such a server is what python3 -m http.server is.
func pyServesPages(handler pyVal) bool {
	for _, o := range handler {
		switch {
		case o.form == pyLib && strings.HasPrefix(o.name, "http.server."):
		case o.form == pyClassForm && len(o.class.bases) > 0 && o.class.bases[0][0].form == pyLib && pyServesPages(o.class.bases[0]):
		default:
			return false
		}
	}
	return len(handler) > 0
}

// request records an HTTP request as curl makes it.
func (e *pyEval) request(name, base string, a *pyArgs, n *pyNode) {
	url := a.arg(0, "url").orUnknown()
	method := strings.ToUpper(base)
	data := a.named("data json files content body")
	if base == "request" || base == "stream" || base == "urlopen" && strings.Contains(name, "Pool") || base == "urlopen" && strings.Contains(name, "requests") {
		m, ok := url.exact()
		method = strings.ToUpper(m)
		if !ok {
			method = "POST"
		}
		url = a.arg(1, "url").orUnknown()
	} else if base == "urlopen" {
		method = "GET"
		if data == nil {
			data = a.arg(1, "data")
		}
		for _, o := range url {
			if o.form == pyInst && o.name == "urllib.Request" {
				url = o.self
				if d := o.args.arg(1, "data"); d != nil && data == nil {
					data = d
				}
				if m, ok := o.args.arg(5, "method").exact(); ok {
					method = strings.ToUpper(m)
				}
				break
			}
		}
	} else if data == nil && (base == "post" || base == "put" || base == "patch") {
		data = a.arg(1, "")
	}
	if s, ok := data.exact(); ok && s == "None" {
		data = nil
	}
	words := []Value{lit("curl")}
	switch method {
	case "GET", "HEAD", "OPTIONS":
		if data != nil && method == "GET" && strings.HasSuffix(base, "urlopen") {
			words = append(words, lit("-d"), lit("@-"))
		}
	case "POST":
		words = append(words, lit("-d"), lit("@-"))
	default:
		words = append(words, lit("-X"), lit(method))
		if data != nil {
			words = append(words, lit("-d"), lit("@-"))
		}
	}
	e.like(name, n, append(words, url.str())...)
}

// connect records a connection to (host, port).
func (e *pyEval) connect(name string, address pyVal, n *pyNode) {
	for _, o := range address {
		if o.form == pyListing {
			e.like(name, n, lit("nc"), e.indexOne(o, 0).str(), e.indexOne(o, 1).str())
		} else if s, ok := (pyVal{o}).exact(); ok {
			e.like(name, n, lit("nc"), lit("-U"), lit(s))
		} else {
			e.like(name, n, lit("nc"), unknown(), unknown())
		}
	}
}

// listen records a port that is opened; port 0 asks which one is free.
func (e *pyEval) listen(name string, address pyVal, n *pyNode) {
	for _, o := range address {
		port := unknown()
		if o.form == pyListing {
			port = e.indexOne(o, 1).str()
		}
		if s, ok := port.Exact(); !ok || s != "0" {
			e.like(name, n, lit("nc"), lit("-l"), port)
		}
	}
}

// database records what is asked of a database.
func (e *pyEval) database(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	sql := a.arg(0, "sql query statement").orUnknown().str()
	switch name {
	case "execute", "executemany", "executescript", "exec_driver_sql":
		switch o.kind {
		case 's':
			file, _ := o.self.exact()
			if s, ok := sql.Exact(); ok && file == ":memory:" && !reachesOut(s) {
				break
			}
			e.like("sqlite3."+name, n, lit("sqlite3"), o.self.str(), sql)
		case 'm':
			e.like("mysql."+name, n, lit("mysql"), lit("-e"), sql)
		default:
			e.like("psycopg2."+name, n, lit("psql"), lit("-c"), sql)
		}
		return pyVal{o}
	case "cursor", "__enter__", "acquire", "connect", "begin":
		return pyVal{o}
	case "load_extension":
		e.code("load_extension", pyFirst(a), n.pos, n.end)
	case "create_function", "create_aggregate", "create_collation":
		e.loseArgs(a)
	}
	return pyUnknown()
}

// reachesOut reports whether a statement leaves the database it is given to.
func reachesOut(sql string) bool {
	sql = strings.ToLower(sql)
	return strings.Contains(sql, "attach") || strings.Contains(sql, "load_extension") || strings.Contains(sql, "into") && strings.Contains(sql, "vacuum")
}

// instMethod is a method of an object of a class that is known.
func (e *pyEval) instMethod(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	self := pyVal{o}
	switch o.name {
	case "pathlib.Path":
		if v := e.pathMethod(o, name, a, n); v != nil {
			return v
		}
	case "namespace":
		return e.spaceMethod(o, name, a, n)
	case "database":
		return e.database(o, name, a, n)
	case "socket.socket":
		address := a.arg(0, "address").orUnknown()
		switch name {
		case "connect", "connect_ex":
			e.connect("socket."+name, address, n)
		case "bind":
			e.listen("socket.bind", address, n)
		case "sendto":
			to := a.arg(len(a.pos)-1, "address").orUnknown()
			e.like("socket.sendto", n, lit("nc"), lit("-u"), e.index(to, 0).str(), e.index(to, 1).str())
		}
		return pyUnknown()
	case "requests.Session":
		if row, _ := pyKnown("requests.Session." + name); row != nil {
			e.request("requests."+name, name, a, n)
			return pyUnknown()
		}
	case "http.client.HTTPConnection":
		if name == "request" || name == "putrequest" {
			host := join(lit("https://"), o.self.str(), a.arg(1, "url").orUnknown().str())
			e.request("http.client.request", "request", &pyArgs{pos: []pyVal{a.arg(0, "method").orUnknown(), pyOf(host, 's')}, kw: a.kw}, n)
		}
		return pyUnknown()
	case "paramiko.SSHClient":
		switch name {
		case "connect":
			o.attrs["host"] = pyEither(o.attrs["host"], a.arg(0, "hostname").orUnknown())
		case "exec_command":
			e.like("paramiko.exec_command", n, lit("ssh"), o.attrs["host"].orUnknown().str(), a.arg(0, "command").orUnknown().str())
		case "invoke_shell", "open_sftp":
			e.like("paramiko."+name, n, lit("ssh"), o.attrs["host"].orUnknown().str())
		}
		return pyUnknown()
	case "subprocess.Popen":
		if name == "communicate" && len(a.all()) > 0 {
			for _, p := range o.self {
				for _, words := range e.argvs(p) {
					e.fed("Popen.communicate", words, a.all()[0], n)
				}
			}
		}
		return pyUnknown()
	case "subprocess.Popen.stdin":
		if name == "write" || name == "writelines" {
			for _, p := range o.self {
				for _, words := range e.argvs(p) {
					e.fed("Popen.stdin", words, a.arg(0, "").orUnknown(), n)
				}
			}
		}
		return pyUnknown()
	case "psutil.Process":
		switch name {
		case "parent", "ppid":
			v := pyComputed(o.self)
			if len(o.self) == 1 && o.self[0].form == pyText && len(o.self[0].text) == 1 && len(o.self[0].text[0]) == 1 && o.self[0].text[0][0].Source == Own {
				v = pyOf(from(Parent, ""), 'i')
			}
			if name == "parent" {
				return pyInstance(o.name, v)
			}
			return v
		case "parents":
			return pyOpenList(pyInstance(o.name, pyComputed(o.self)))
		case "children":
			if s := o.self.str(); len(s) == 1 && len(s[0]) == 1 && (s[0][0].Source == Own || s[0][0].Source == Child) {
				return pyOpenList(pyInstance(o.name, pyOf(from(Child, ""), 'i')))
			}
			return pyOpenList(pyInstance(o.name, pyComputed(o.self)))
		case "send_signal":
			e.kill("psutil.Process.send_signal", o.self, a.arg(0, "sig"), n)
			return pyUnknown()
		case "nice":
			if len(a.all()) > 0 {
				e.like("psutil.Process.nice", n, lit("renice"), a.all()[0].str(), o.self.str())
			}
			return pyUnknown()
		}
	case "asyncio.loop":
		if name == "run_until_complete" || name == "create_task" {
			return a.arg(0, "future").orUnknown()
		}
		if row, _ := pyKnown("asyncio.loop." + name); row != nil && row.like == "=" && name != "subprocess_exec" {
			e.calledBack(name, a, n)
			return pyUnknown()
		}
	case "pool":
		if !e.calledBack(name, a, n) {
			e.loseArgs(a)
		}
		return pyUnknown()
	case "command", "list of", "codec":
		if o.name == "command" && hasWord("run popen bg fg run_fg run_tee run_bg bake with_env", name) {
			if name == "bake" {
				return pyInstance("command", pyItems(append(append([]pyVal(nil), e.firstList(o.self)...), a.pos...)...))
			}
			return e.callInst(o, &pyArgs{}, n)
		}
		return pyUnknown()
	case "file", "tempfile":
		e.loseArgs(a)
		if name == "__enter__" || name == "fileno" {
			return self
		}
		if strings.HasPrefix(name, "read") {
			if name == "readlines" {
				return pyOpenList(pyOf(computed(Value{o.taint()}), 's'))
			}
			return pyOf(computed(Value{o.taint()}), 's')
		}
		return pyComputed(self)
	}
	if row, _ := pyKnown(o.name + "." + name); row != nil && row.like != "" {
		full := &pyArgs{pos: append([]pyVal{self}, a.pos...), kw: a.kw, open: a.open}
		if row.like != "=" {
			return e.row(row, o.name+"."+name, full, n)
		}
		return e.library(o.name+"."+name, full, n)
	}
	if o.name == "pathlib.Path" && name == "exists" {
		return pyUnknown()
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), self)...)
}
