package inline

// What the functions of node, bun, deno and well-known packages do, as rows of
// tables. Names are without Sync; behind a colon stands an option that changes
// what the call does.

var nodeFiles = [...]call{
	{names: "unlink", like: "rm -f -- $1"},
	{names: "rm", like: "rm -f -- $1"},
	{names: "rm:recursive rmdir:recursive remove delete", like: "rm -rf -- $1"},
	{names: "rmdir", like: "rmdir -- $1"},
	{names: "emptyDir emptydir", like: "rm -rf -- $1/*"},
	{names: "rename", like: "mv -f -- $1 $2"},
	{names: "move", like: "mv -f -- $1 $2"},
	{names: "copyFile", like: "cp -f -- $1 $2"},
	{names: "cp copy cp:recursive", like: "cp -rf -- $1 $2"},
	{names: "link ensureLink createLink", like: "ln -- $1 $2"},
	{names: "symlink ensureSymlink createSymlink", like: "ln -s -- $1 $2"},
	{names: "chmod lchmod", like: "chmod $2 -- $1"},
	{names: "chown lchown", like: "chown $2:$3 -- $1"},
	{names: "truncate", like: "truncate -s ${2:-0} -- $1"},
	{names: "mkdir mkdir:recursive mkdirs mkdirp ensureDir", like: "mkdir -p -- $1"},
	{names: "utimes lutimes ensureFile createFile", like: "touch -- $1"},
}

var nodeProcess = [...]call{
	{names: "binding _linkedBinding dlopen _debugProcess", like: "opaque: $1"},
	{names: "chdir", like: "cd -- $1"},
	{names: "report.writeReport", like: "> ${1:-report.json}"},
	{names: "loadEnvFile", like: "< ${1:-.env}"},
	{names: "initgroups setuid setgid seteuid setegid setgroups umask"},
}

var nodeChildProcess = [...]call{
	{names: "stdin.write stdin.end", like: "="},
}

var nodeShelljs = [...]call{
	{names: "exec cmd", like: "sh: $1"},
	{names: "rm", like: "rm $@"},
	{names: "mv", like: "mv $@"},
	{names: "cp", like: "cp $@"},
	{names: "chmod", like: "chmod $@"},
	{names: "mkdir", like: "mkdir $@"},
	{names: "touch", like: "touch $@"},
	{names: "ln", like: "ln $@"},
	{names: "cat head tail grep", like: "< $1"},
	{names: "cd", like: "cd $1"},
	{names: "sed", like: "sed -i $1 -- $4"},
}

var nodePackages = [...]call{
	{names: "rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync rimraf.native rimraf.nativeSync rimraf.manual rimraf.windows", like: "rm -rf -- $@"},
	{names: "del del.sync del.deleteAsync del.deleteSync del.default", like: "rm -rf -- $@"},
	{names: "trash trash.default", like: "trash -- $@"},
	{names: "fkill fkill.default", like: "kill -9 -- $1"},
	{names: "tree-kill", like: "kill -- $1"},
	{names: "kill-port", like: "fuser -k $1/tcp"},
	{names: "ps-node.kill", like: "kill -- $1"},
	{names: "sudo-prompt.exec", like: "sh: sudo $1"},
	{names: "open open.default open.openApp", like: "run: xdg-open $1"},
	{names: "mkdirp make-dir", like: "mkdir -p -- $1"},
	{names: "write-file-atomic write", like: "> $1"},
	{names: "ncp cpy cpx cp-file copyfiles", like: "cp -r -- $1 $2"},
	{names: "ffi.dlopen ffi.Library ffi.load ffi.cc ffi.CFunction ffi.ForeignFunction ffi.DynamicLibrary ffi.linkSymbols", like: "opaque: $1"},
	{names: "inspector.Session().post", like: "opaque: $2"},
	{names: "inspector.open", like: "nc -l ${1:-9229}"},
	{names: "repl.start", like: "opaque: $1"},
	{names: "v8.deserialize", like: ""},
	{names: "v8.writeHeapSnapshot", like: "> ${1:-heap.heapsnapshot}"},
	{names: "node-serialize.unserialize serialize-to-js.deserialize funcster.deepDeserialize", like: "code: $1"},
	{names: "module._extensions module.runMain module.register module._compile", like: "opaque: $1"},
	{names: "dns.lookup dns.resolve dns.resolve4 dns.resolve6 dns.resolveTxt dns.resolveAny dns.resolveMx", like: "nslookup $1"},
	{names: "nodemailer.createTransport().sendMail", like: "sendmail $1"},
	{names: "ssh2.Client().exec", like: "ssh HOST $1"},
	{names: "node-ssh.NodeSSH().execCommand node-ssh.NodeSSH().exec", like: "ssh HOST $1"},
	{names: "ssh2.Client().connect", like: "nc HOST 22"},
	{names: "cluster.fork", like: "run: node"},
	{names: "exec cmd", like: "sh: $1"}, // globals of shelljs
	{names: "rm", like: "rm $@"},
	{names: "redis.createClient().flushall redis.createClient().flushdb redis.createClient().flushAll redis.createClient().flushDb ioredis().flushall ioredis().flushdb ioredis.Redis().flushall", like: "redis-cli flushall"},
	{names: "WASI wasi.WASI", like: "opaque: $1"},
}

var nodeSQL = [...]call{
	{names: "pg.Client().query pg.Pool().query pg().query pg().none pg().any pg().one pg().none pg().result pg().unsafe pg.Client().connect().query pg.Pool().connect().query", like: "psql -c $1"},
	{names: "mysql.createConnection().query mysql.createConnection().execute mysql.createPool().query mysql.createPool().execute", like: "mysql -e $1"},
	{names: "better-sqlite3().exec better-sqlite3().prepare better-sqlite3().pragma", like: "sqlite3 $9 $1"},
	{names: "sqlite3.Database().exec sqlite3.Database().run sqlite3.Database().all sqlite3.Database().get sqlite3.Database().each sqlite3.Database().prepare sqlite3.Database().query sqlite3.DatabaseSync().exec sqlite3.DatabaseSync().prepare sqlite3.open().exec sqlite3.open().run", like: "sqlite3 $9 $1"},
}

var denoCalls = [...]call{
	{names: "remove removeSync", like: "rm -f -- $1"},
	{names: "remove:recursive removeSync:recursive", like: "rm -rf -- $1"},
	{names: "writeTextFile writeTextFileSync writeFile writeFileSync", like: "> $1 << $2"},
	{names: "create createSync", like: "> $1"},
	{names: "readTextFile readTextFileSync readFile readFileSync", like: "< $1"},
	{names: "open openSync", like: ">> $1"},
	{names: "rename renameSync", like: "mv -f -- $1 $2"},
	{names: "copyFile copyFileSync", like: "cp -f -- $1 $2"},
	{names: "chmod chmodSync", like: "chmod $2 -- $1"},
	{names: "chown chownSync", like: "chown $2:$3 -- $1"},
	{names: "symlink symlinkSync", like: "ln -s -- $1 $2"},
	{names: "link linkSync", like: "ln -- $1 $2"},
	{names: "truncate truncateSync", like: "truncate -s ${2:-0} -- $1"},
	{names: "mkdir mkdirSync mkdir:recursive mkdirSync:recursive", like: "mkdir -p -- $1"},
	{names: "dlopen", like: "opaque: $1"},
	{names: "chdir", like: "cd -- $1"},
	{names: "env.set", like: "export $1=$2"},
	{names: "openKv", like: "> ${1:-kv}"},
}

var bunCalls = [...]call{
	{names: "write", like: "> $1"},
	{names: "file().delete file().unlink", like: "rm -f -- $9"},
	{names: "file().text file().json file().arrayBuffer file().stream file().bytes", like: "< $9"},
	{names: "file().writer", like: "> $9"},
	{names: "listen", like: "nc -l 3000"},
	{names: "connect", like: "nc $1 $2"},
	{names: "plugin", like: "opaque: $1"},
}

// nodeTable is the table of a module or global; its rows are without the
// module's name where it has a table of its own.
func nodeTable(root string) []call {
	switch root {
	case "fs":
		return nodeFiles[:]
	case "process":
		return nodeProcess[:]
	case "shelljs":
		return nodeShelljs[:]
	case "Deno":
		return denoCalls[:]
	case "Bun", "bun":
		return bunCalls[:]
	}
	return nil
}

// nodeKnows reports whether the tables know a module or global.
func nodeKnows(root string) bool {
	return nodeTable(root) != nil || hasWord("globalThis child_process cross-spawn execa node-pty net http dgram fetch axios got request superagent undici needle ky WebSocket EventSource ws XMLHttpRequest "+
		"util path os vm module require import worker_threads Worker cluster Buffer String Array Object JSON Reflect Promise URL Number Math Symbol RegExp Proxy console constructor Function eval "+
		"rimraf del trash fkill tree-kill kill-port ps-node sudo-prompt open mkdirp make-dir write-file-atomic write ncp cpy cpx cp-file copyfiles ffi inspector repl v8 node-serialize serialize-to-js funcster dns nodemailer ssh2 node-ssh cmd exec rm redis ioredis WASI wasi "+
		"pg mysql better-sqlite3 sqlite3 mongodb glob fast-glob globby querystring $ zx setTimeout setInterval setImmediate atob btoa unescape decodeURIComponent decodeURI encodeURIComponent TextDecoder parseInt parseFloat stream readline", root)
}

// nodeTelling are methods whose names tell what they do, on objects of which
// nothing is known.
var nodeTelling = [...]call{
	{names: "unlink unlinkSync", like: "rm -f -- $1"},
	{names: "rmSync rmdir:recursive rmdirSync:recursive rimraf rimrafSync removeSync emptyDirSync emptyDir", like: "rm -rf -- $1"},
	{names: "rmdir rmdirSync", like: "rmdir -- $1"},
	{names: "writeFileSync", like: "> $1 << $2"},
	{names: "appendFileSync", like: ">> $1"},
	{names: "execSync execCommand", like: "sh: $1"},
	{names: "spawnSync execFileSync execFile", like: "run: $@"},
	{names: "_compile", like: "code: $1"},
	{names: "dropDatabase", like: "mongosh --eval db.dropDatabase()"},
	{names: "flushall flushdb", like: "redis-cli flushall"},
}
