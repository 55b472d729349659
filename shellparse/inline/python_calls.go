package inline

import "strings"

// pyModule is what is known of a module or a class. A row whose like is "="
// is read by code of its own, because a row cannot say what it does.
type pyModule struct {
	names  string // the module's own name first, then others of the same
	closed bool   // a function of it that has no row is unknown code, not a harmless one
	calls  []call
}

// pyModules are functions by their module. The arguments of a method are the
// object first, then those of the call.
var pyModules = [...]pyModule{
	{"os posix nt", true, []call{
		{"system popen2 popen3 popen4", "sh: $1", "command"},
		{"popen", "=", "command mode"},
		{"execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp", "=", ""},
		{"_execvpe", "=", ""},
		{"startfile", "run: xdg-open $1", "path"},
		{"remove unlink", "rm -f -- $1", "path"},
		{"rmdir", "rmdir -- $1", "path"},
		{"removedirs", "rmdir -p -- $1", "name"},
		{"rename replace renames", "mv -f -- $1 $2", "src dst"},
		{"link", "ln -- $1 $2", "src dst"},
		{"symlink", "ln -s -- $1 $2", "src dst"},
		{"chmod lchmod", "=", "path mode"},
		{"chown lchown", "chown $2:$3 -- $1", "path uid gid"},
		{"chflags lchflags", "chflags $2 $1", "path flags"},
		{"setxattr removexattr", "setfattr -n $2 -- $1", "path attribute"},
		{"truncate", "truncate -s $2 -- $1", "path length"},
		{"mkdir makedirs", "mkdir -p -- $1", "name"},
		{"mkfifo", "mkfifo -- $1", "path"},
		{"mknod", "mknod -- $1 p", "path"},
		{"utime", "touch -- $1", "path"},
		{"chroot", "chroot $1", "path"},
		{"chdir fchdir", "cd -- $1", "path"},
		{"putenv", "export $1=$2", "key value"},
		{"unsetenv", "unset $1", "key"},
		{"open", "=", "path flags mode"},
		{"kill", "=", "pid sig"},
		{"killpg", "=", "pgid sig"},
		{"setpriority", "renice $3 $2", "which who priority"},
		{"fork forkpty", "=", ""},
		{"memfd_create", "opaque: memfd", "name"},
		{"getpid getppid getpgrp getpgid getsid getcwd getcwdb getenv getenvb get_exec_path walk fwalk scandir listdir fspath fsencode fsdecode", "=", ""},
		{"WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WSTOPSIG WTERMSIG", "", ""},
		{"DirEntry GenericAlias PathLike _exit abort access add_dll_directory close closerange confstr copy_file_range cpu_count ctermid device_encoding dup dup2 error eventfd eventfd_read eventfd_write fchmod fchown fdatasync fdopen fpathconf fstat fstatvfs fsync ftruncate get_blocking get_inheritable get_terminal_size getegid geteuid getgid getgrouplist getgroups getloadavg getlogin getpriority getrandom getresgid getresuid getuid getxattr grantpt", "", ""},
		{"initgroups isatty listmounts listxattr lockf login_tty lseek lstat major makedev minor nice openpty pathconf pidfd_open pipe pipe2 posix_fadvise posix_fallocate posix_openpt pread preadv process_cpu_count ptsname pwrite pwritev read readinto readlink readv register_at_fork sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler sched_param sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield sendfile", "", ""},
		{"set_blocking set_inheritable setegid seteuid setgid setgroups setpgid setpgrp setregid setresgid setresuid setreuid setsid setuid splice stat stat_result statvfs statvfs_result strerror sync sysconf tcgetpgrp tcsetpgrp terminal_size times times_result ttyname umask uname uname_result urandom wait wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode write writev", "", ""},
	}},
	{"os.environ os.environb", true, []call{
		{"update setdefault", "=", ""},
		{"get copy items keys values pop popitem clear __getitem__ __contains__ __len__ __iter__", "=", ""},
		{"__setitem__", "export $1=$2", "key value"},
	}},
	{"os.path posixpath ntpath macpath genericpath", false, []call{
		{"join dirname basename expanduser expandvars abspath realpath normpath split splitext relpath", "=", ""},
	}},
	{"subprocess", true, []call{
		{"run call check_call check_output Popen", "=", "args bufsize executable stdin stdout stderr preexec_fn close_fds shell cwd env"},
		{"getoutput getstatusoutput", "sh: $1", "cmd"},
		{"list2cmdline CompletedProcess TimeoutExpired CalledProcessError SubprocessError STARTUPINFO", "", ""},
	}},
	{"_posixsubprocess", true, []call{{"fork_exec", "opaque: fork_exec", ""}}},
	{"commands popen2", true, []call{
		{"getoutput getstatusoutput getstatus popen2 popen3 popen4 Popen3 Popen4", "sh: $1", "cmd"},
	}},
	{"pty", true, []call{
		{"spawn", "=", "argv"},
		{"fork", "=", ""},
		{"openpty master_open slave_open", "", ""},
	}},
	{"pexpect", false, []call{{"spawn spawnu run runu", "sh: $1", "command"}}},
	{"pexpect.popen_spawn", false, []call{{"PopenSpawn", "sh: $1", "cmd"}}},
	{"ptyprocess ptyprocess.PtyProcess ptyprocess.PtyProcessUnicode", false, []call{{"spawn", "=", "argv"}}},
	{"distutils.spawn", false, []call{{"spawn", "=", "cmd"}}},
	{"distutils.dir_util", false, []call{{"remove_tree", "rm -rf -- $1", "directory"}, {"copy_tree", "cp -rf -- $1 $2", "src dst"}}},
	{"asyncio", false, []call{
		{"create_subprocess_shell", "sh: $1", "cmd"},
		{"create_subprocess_exec", "=", "program"},
		{"open_connection open_unix_connection", "nc $1 $2", "host port"},
		{"start_server", "nc -l $3", "client_connected_cb host port"},
		{"run to_thread gather wait wait_for create_task ensure_future shield get_event_loop new_event_loop get_running_loop", "=", ""},
	}},
	{"asyncio.loop", false, []call{
		{"subprocess_exec", "=", ""},
		{"subprocess_shell", "sh: $3", "self protocol_factory cmd"},
		{"create_connection", "nc $3 $4", "self protocol_factory host port"},
		{"create_server", "nc -l $4", "self protocol_factory host port"},
		{"run_until_complete create_task run_in_executor call_soon call_soon_threadsafe call_later call_at add_signal_handler add_reader add_writer", "=", ""},
	}},
	{"sh", false, []call{{"Command", "=", "path"}, {"pushd", "cd -- $1", "path"}}},
	{"plumbum plumbum.local", false, []call{{"get which", "=", ""}, {"cwd", "cd -- $1", "path"}}},
	{"invoke fabric.operations fabric.api delegator envoy fabric", false, []call{
		{"run local", "sh: $1", "command"},
		{"sudo", "=", "command"},
		{"chain", "sh: $1", "command"},
		{"task", "", ""},
		{"Connection", "=", "host"},
	}},
	{"fabric.Connection", false, []call{{"run", "ssh $1 $2", "self command"}, {"sudo", "ssh $1 sudo $2", "self command"}, {"local", "sh: $2", "self command"}}},
	{"shutil", true, []call{
		{"rmtree", "rm -rf -- $1", "path"},
		{"_rmtree_unsafe _rmtree_safe_fd", "rm -rf -- $1", "path"},
		{"move", "mv -f -- $1 $2", "src dst"},
		{"copy copy2 copyfile", "cp -f -- $1 $2", "src dst"},
		{"copytree", "cp -rf -- $1 $2", "src dst"},
		{"copymode copystat", "chmod --reference=$1 -- $2", "src dst"},
		{"chown", "chown ${2:-}:${3:-} -- $1", "path user group"},
		{"make_archive", "tar -cf $1.$2 ${3:-.}", "base_name format root_dir"},
		{"unpack_archive", "tar -xf $1 -C ${2:-.}", "filename extract_dir"},
		{"copyfileobj disk_usage get_archive_formats get_terminal_size get_unpack_formats ignore_patterns register_archive_format register_unpack_format unregister_archive_format unregister_unpack_format which Error SameFileError SpecialFileError ExecError ReadError", "", ""},
	}},
	{"send2trash", false, []call{{"send2trash", "mv -f -- $1 .trash", "paths"}}},
	{"builtins __builtin__ __builtins__", true, []call{
		{"eval exec compile execfile __import__ open getattr setattr delattr hasattr globals locals vars map filter zip reversed sorted list tuple set frozenset dict iter next enumerate range str bytes bytearray int float chr ord len bin hex oct repr ascii format abs min max sum any all print input raw_input type super isinstance issubclass callable id hash dir bool object memoryview divmod pow round slice property staticmethod classmethod unichr unicode xrange file reload reduce apply breakpoint help exit quit copyright credits license anext aiter complex delattr __build_class__", "=", ""},
	}},
	{"io codecs gzip bz2 lzma tokenize", false, []call{
		{"open", "=", "file mode"},
		{"BytesIO StringIO", "=", ""},
		{"FileIO GzipFile BZ2File LZMAFile", "=", "file mode"},
		{"open_code", "< $1", "path"},
		{"decode encode", "=", ""},
		{"getdecoder getencoder", "=", ""},
	}},
	{"aiofiles", false, []call{{"open", "=", "file mode"}}},
	{"fileinput", false, []call{{"input FileInput", "=", "files inplace"}}},
	{"tarfile zipfile", false, []call{{"open ZipFile TarFile PyZipFile", "=", "file mode"}}},
	{"tarfile.open", false, []call{{"extractall extract", "tar -xf $1 -C ${2:-.}", "self path"}}},
	{"dbm dbm.gnu dbm.dumb", false, []call{{"open", "=", "file flag"}}},
	{"shelve", false, []call{{"open", "opaque: $1", "file"}}}, // its values are pickles
	{"tempfile", false, []call{{"mkdtemp mkstemp mktemp gettempdir TemporaryDirectory NamedTemporaryFile TemporaryFile SpooledTemporaryFile", "=", ""}}},
	{"glob", false, []call{{"glob iglob", "=", "pathname"}}},
	{"importlib", false, []call{
		{"import_module __import__", "=", "name"},
		{"reload invalidate_caches", "", ""},
	}},
	{"importlib.util", false, []call{{"spec_from_file_location", "run: python3 $2", "name location"}}},
	{"importlib.machinery imp", false, []call{
		{"SourceFileLoader SourcelessFileLoader load_source load_compiled", "run: python3 $2", "name path"},
		{"ExtensionFileLoader load_dynamic", "opaque: $2", "name path"},
	}},
	{"runpy", false, []call{{"run_path", "run: python3 $1", "path_name"}, {"run_module", "run: python3 -m $1", "mod_name"}}},
	{"zipimport", false, []call{{"zipimporter", "run: python3 $1", "path"}}},
	{"pickle _pickle cPickle dill cloudpickle joblib marshal jsonpickle", false, []call{
		{"load loads Unpickler decode", "opaque: $1", "data"},
	}},
	{"pandas", false, []call{{"read_pickle", "opaque: $1", "path"}}},
	{"yaml ruamel.yaml", false, []call{
		{"load load_all", "=", "stream Loader"},
		{"unsafe_load unsafe_load_all", "opaque: $1", "stream"},
	}},
	{"ctypes.util", false, []call{{"find_library", "", "name"}}},
	{"ctypes ctypes.cdll ctypes.windll ctypes.pydll ctypes.util cffi.FFI", false, []call{
		{"CDLL PyDLL WinDLL LibraryLoader LoadLibrary PYFUNCTYPE CFUNCTYPE WINFUNCTYPE dlopen verify", "opaque: $1", "name"},
		{"string_at memmove memset cast from_address", "opaque: $1", "address"},
	}},
	{"_ctypes", true, []call{{"dlopen dlsym", "opaque: $1", ""}}},
	{"cffi", false, []call{{"verify", "opaque: $1", ""}}},
	{"types", false, []call{{"FunctionType CodeType LambdaType", "opaque: $1", "code"}}},
	{"code", false, []call{{"interact InteractiveConsole InteractiveInterpreter", "opaque: $1", "source"}}},
	{"timeit", false, []call{{"timeit repeat Timer", "=", "stmt setup"}}},
	{"cProfile profile pdb doctest trace bdb", false, []call{{"run runctx runeval", "=", "statement"}}},
	{"signal", false, []call{
		{"pthread_kill pidfd_send_signal", "=", "pid sig"},
		{"raise_signal", "", ""},
		{"signal", "=", ""},
	}},
	{"psutil", false, []call{
		{"pids process_iter", "=", ""},
		{"Process", "=", "pid"},
		{"Popen", "=", "args"},
	}},
	{"psutil.Process", false, []call{
		{"kill terminate suspend", "kill -9 -- $1", "self"},
		{"resume", "kill -18 -- $1", "self"},
		{"send_signal", "=", "self sig"},
		{"nice", "=", "self value"},
		{"parent parents ppid children", "=", "self"},
	}},
	{"subprocess.Popen", false, []call{
		{"communicate", "=", "self input"},
		{"kill terminate send_signal wait poll", "", "self"},
	}},
	{"pathlib", false, []call{{"Path", "=", "self"}}},
	{"pathlib.Path", false, []call{
		{"unlink", "rm -f -- $1", "self"},
		{"rmdir", "rmdir -- $1", "self"},
		{"rename replace", "mv -f -- $1 $2", "self target"},
		{"move", "mv -f -- $1 $2", "self target"},
		{"move_into copy_into", "mv -f -- $1 $2", "self target"},
		{"copy", "cp -rf -- $1 $2", "self target"},
		{"write_text write_bytes", "> $1 << $2", "self data"},
		{"read_text read_bytes", "=", "self"},
		{"open", "=", "self mode"},
		{"touch", "touch -- $1", "self"},
		{"mkdir", "mkdir -p -- $1", "self"},
		{"chmod lchmod", "=", "self mode"},
		{"symlink_to", "ln -s -- $2 $1", "self target"},
		{"hardlink_to link_to", "ln -- $2 $1", "self target"},
		{"cwd home expanduser resolve absolute joinpath with_name with_suffix with_stem iterdir glob rglob walk relative_to as_posix parent", "=", ""},
	}},
	{"path path.Path", false, []call{{"rmtree rmtree_p", "rm -rf -- $1", "self"}, {"remove remove_p unlink_p", "rm -f -- $1", "self"}}},
	{"socket _socket gevent.socket", false, []call{
		{"socket SocketType", "=", "family type proto"},
		{"create_connection", "=", "address"},
		{"create_server", "=", "address"},
	}},
	{"socket.socket", false, []call{
		{"connect connect_ex", "=", "self address"},
		{"bind", "=", "self address"},
		{"sendto", "=", "self data address"},
	}},
	{"socketserver SocketServer http.server wsgiref.simple_server xmlrpc.server BaseHTTPServer SimpleHTTPServer", false, []call{
		{"TCPServer UDPServer ThreadingTCPServer ThreadingUDPServer ForkingTCPServer", "=", "address"},
	}},
	{"ssl", false, []call{{"get_server_certificate", "=", "address"}, {"wrap_socket", "=", "sock"}}},
	{"requests requests.Session requests.session httpx httpx.Client httpx.AsyncClient requests.api requests.sessions.Session aiohttp.ClientSession urllib3.PoolManager niquests curl_cffi.requests", false, []call{
		{"get options head", "=", "url"},
		{"post put patch delete", "=", "url"},
		{"request stream urlopen", "=", "method url"},
		{"Session session Client AsyncClient", "=", ""},
	}},
	{"aiohttp urllib3", false, []call{
		{"ClientSession PoolManager", "=", ""},
		{"request", "=", "method url"},
	}},
	{"urllib.request urllib urllib2 six.moves.urllib.request", false, []call{
		{"urlopen", "=", "url data"},
		{"Request", "=", "url data headers origin_req_host unverifiable method"},
		{"urlretrieve URLopener", "curl -o $2 $1", "url filename"},
		{"quote unquote quote_plus unquote_plus", "=", "string"},
	}},
	{"urllib.parse six.moves.urllib.parse", false, []call{{"unquote unquote_plus unquote_to_bytes quote quote_plus", "=", "string"}}},
	{"wget", false, []call{{"download", "curl -o ${2:-download} $1", "url out"}}},
	{"http.client httplib", false, []call{{"HTTPConnection HTTPSConnection", "=", "host port"}}},
	{"http.client.HTTPConnection", false, []call{{"request putrequest", "=", "self method url body"}}},
	{"smtplib", false, []call{{"SMTP SMTP_SSL LMTP", "=", "host port"}}},
	{"smtplib.SMTP", false, []call{{"sendmail", "sendmail $3", "self from_addr to_addrs msg"}, {"send_message", "sendmail $4", "self msg from_addr to_addrs"}}},
	{"ftplib", false, []call{{"FTP FTP_TLS", "ftp $1", "host"}}},
	{"telnetlib", false, []call{{"Telnet", "nc $1 ${2:-23}", "host port"}}},
	{"websocket websockets websockets.sync.client", false, []call{{"create_connection connect", "websocat $1", "url"}}},
	{"imaplib poplib nntplib", false, []call{{"IMAP4 IMAP4_SSL POP3 POP3_SSL NNTP", "nc $1 ${2:-993}", "host port"}}},
	{"xmlrpc.client xmlrpclib", false, []call{{"ServerProxy", "curl -d @- $1", "uri"}}},
	{"paramiko", false, []call{
		{"SSHClient Transport", "=", ""},
	}},
	{"paramiko.SSHClient", false, []call{
		{"connect exec_command invoke_shell open_sftp", "=", "self hostname"},
	}},
	{"sqlite3 apsw aiosqlite", false, []call{{"connect Connection", "=", "database"}}},
	{"psycopg2 psycopg asyncpg pg8000", false, []call{{"connect create_pool", "=", "dsn"}}},
	{"pymysql MySQLdb mysql.connector mariadb aiomysql", false, []call{{"connect", "=", "host"}}},
	{"pymongo", false, []call{{"MongoClient", "=", "host"}}},
	{"database", false, []call{{"execute executemany executescript exec_driver_sql", "=", "self sql"}, {"cursor", "=", "self"}}},
	{"multiprocessing multiprocess threading multiprocessing.dummy multiprocessing.pool billiard", false, []call{{"Process Thread Timer Pool ThreadPool", "=", "group target name args kwargs"}}},
	{"base64", false, []call{{"b64decode standard_b64decode urlsafe_b64decode b32decode b16decode decodebytes decodestring a85decode b85decode b64encode b16encode", "=", "s"}}},
	{"binascii", false, []call{{"unhexlify a2b_hex a2b_base64 hexlify", "=", "s"}}},
	{"zlib bz2 gzip lzma", false, []call{{"decompress", "=", "data"}}},
	{"bytes bytearray", false, []call{{"fromhex", "=", "s"}}},
	{"str", false, []call{{"maketrans join format", "=", "s"}}},
	{"atexit", false, []call{{"register", "=", "func"}}},
	{"weakref", false, []call{{"finalize", "=", "obj func"}}},
	{"_thread thread", false, []call{{"start_new_thread", "=", "function args"}}},
	{"functools", false, []call{{"partial reduce partialmethod wraps lru_cache cache", "=", "func"}}},
	{"operator _operator", false, []call{{"attrgetter methodcaller itemgetter add concat getitem setitem iadd iconcat call", "=", ""}}},
	{"itertools", false, []call{{"chain starmap count cycle repeat islice", "=", ""}}},
	{"webbrowser", false, []call{{"open open_new open_new_tab get", "run: xdg-open $1", "url"}}},
	{"gc inspect", false, []call{{"get_objects get_referrers get_referents currentframe stack", "=", ""}}},
	{"sys", false, []call{
		{"_getframe settrace setprofile", "=", ""},
		{"call_tracing addaudithook", "=", ""},
	}},
	{"site", false, []call{{"addsitedir", "", ""}}},
	{"get_ipython IPython.get_ipython", false, []call{{"system getoutput", "sh: $1", "cmd"}, {"run_cell run_line_magic magic ex ev", "opaque: $1", "code"}}},
	{"apscheduler sched.scheduler concurrent.futures.Executor", false, []call{{"submit map enter enterabs", "=", ""}}},
	{"pydoc", false, []call{{"pipepager tempfilepager", "sh: $2", "text cmd"}, {"locate", "=", "path"}}},
	{"pkgutil", false, []call{{"resolve_name", "=", "name"}}},
	{"bdb.Bdb trace.Trace cProfile.Profile profile.Profile pdb.Pdb code.InteractiveInterpreter code.InteractiveConsole", false, []call{{"run runctx runeval runsource runcode push", "=", "self source"}}},
	{"shelve", false, []call{{"Shelf DbfilenameShelf", "opaque: $1", "file"}}},
	{"torch numpy jinja2 jinja2.Environment mako.template sympy pandas", false, []call{{"load Template from_string sympify parse_expr eval", "=", "f"}}},
	{"sqlalchemy sqlalchemy.sql sqlalchemy.sql.expression sqlmodel", false, []call{{"text", "=", "text"}}},
	{"linecache", false, []call{{"getline getlines", "< $1", "filename"}}},
	{"numpy np", false, []call{{"fromfile memmap genfromtxt loadtxt", "< $1", "file"}}},
	{"pandas polars", false, []call{{"read_csv read_table read_fwf read_json read_excel read_parquet read_xml read_html", "< $1", "path"}}},
	{"dotenv", false, []call{{"dotenv_values load_dotenv", "< ${1:-.env}", "path"}}},
	{"anyio trio trio.lowlevel", false, []call{{"run run_process open_process", "=", "command"}}},
	{"IPython.utils.process IPython.utils._process_posix IPython.utils._process_common", false, []call{{"system getoutput getoutputerror process_handler", "sh: $1", "cmd"}}},
	{"doctest", false, []call{{"testmod testfile run_docstring_examples", "=", "f"}}},
	{"logging.config", false, []call{{"dictConfig", "=", "config"}, {"listen", "opaque: $1", "port"}}},
	{"requests_unixsocket", false, []call{{"get post put delete patch", "curl -d @- $1", "url"}}},
	{"mmap", false, []call{{"mmap", "=", "fileno length flags prot access"}}},
}

// pyTelling are methods whose names tell what they do on an object of which
// nothing else is known.
var pyTelling = pyModule{"?", false, []call{
	{"unlink", "rm -f -- $1", "self"},
	{"rmdir", "rmdir -- $1", "self"},
	{"rmtree removetree remove_tree", "rm -rf -- ${2:-*}", "self path"},
	{"kill terminate suspend", "kill -9 -- $1", "self"},
	{"killpg", "kill -9 -- -$2", "self pgid"},
	{"send_signal", "=", "self sig"},
	{"write_text write_bytes", "> $1", "self"},
	{"symlink_to hardlink_to", "ln -s -- $2 $1", "self target"},
	{"lchmod", "chmod $2 -- $1", "self mode"},
	{"exec_command", "ssh $1 $2", "self command"},
	{"system popen getoutput getstatusoutput check_output check_call create_subprocess_shell", "sh: $2", "self command"},
	{"execute executemany executescript exec_driver_sql", "=", "self sql"},
	{"run sudo local", "=", "self command"},
	{"query", "=", "self expr"},
	{"connect connect_ex", "=", "self address"},
	{"sendmail", "sendmail $3", "self from to"},
	{"open", "=", "self mode"},
	{"submit map run_in_executor call_soon call_later apply_async apply starmap imap imap_unordered create_task add_done_callback to_thread start_soon enter enterabs after callback push_async_callback addCleanup addfinalizer create_function create_aggregate create_collation set_trace_callback set_authorizer transform agg aggregate applymap pipe", "=", ""},
}}

// pyKnown finds the row of a function by its full name. known is false where
// neither the function nor its module is known; a nil row of a known name is a
// function of a module whose functions are all listed, but for this one.
func pyKnown(full string) (row *call, known bool) {
	i := strings.LastIndexByte(full, '.')
	if i < 0 {
		return nil, false
	}
	module, name := full[:i], full[i+1:]
	for m := range pyModules {
		if !hasWord(pyModules[m].names, module) {
			continue
		}
		if row := lookup(pyModules[m].calls, name); row != nil {
			return row, true
		}
		known = known || pyModules[m].closed
	}
	return nil, known
}

// pyDangerous are modules that give access to everything else, wherever they
// are found as an attribute of another: shutil.os, random._os.
const pyDangerous = "os sys subprocess shutil socket builtins __builtins__ importlib ctypes posix pty signal runpy pathlib code commands"
