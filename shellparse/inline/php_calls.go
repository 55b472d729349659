package inline

// What the functions of php do, as rows of a table; a method stands behind the
// call that made its object. The names are in small letters.
var phpCalls = [...]call{
	{names: "system exec passthru shell_exec popen wincoms_run", like: "sh: $1"},
	{names: "unlink", like: "rm -f -- $1"},
	{names: "unlink:recursive", like: "rm -rf -- $1"},
	{names: "rmdir", like: "rmdir -- $1"},
	{names: "rmdir:recursive", like: "rm -rf -- $1"},
	{names: "rename", like: "mv -f -- $1 $2"},
	{names: "move_uploaded_file", like: "mv -f -- $1 $2"},
	{names: "copy", like: "cp -f -- $1 $2"},
	{names: "touch", like: "touch -- $1"},
	{names: "mkdir", like: "mkdir -p -- $1"},
	{names: "chmod", like: "chmod $2 -- $1"},
	{names: "chown lchown", like: "chown $2 -- $1"},
	{names: "chgrp lchgrp", like: "chgrp $2 -- $1"},
	{names: "symlink", like: "ln -s -- $1 $2"},
	{names: "link", like: "ln -- $1 $2"},
	{names: "posix_mkfifo", like: "mkfifo -- $1"},
	{names: "file_put_contents", like: "> $1 << $2"},
	{names: "chdir chroot", like: "cd -- $1"},
	{names: "putenv", like: "export $1"},
	{names: "apache_setenv", like: "export $1=$2"},
	{names: "error_log", like: ""},
	{names: "mb_send_mail mail", like: "sendmail $1"},
	{names: "ssh2_exec", like: "ssh HOST $2"},
	{names: "ssh2_connect", like: "nc $1 ${2:-22}"},
	{names: "ftp_connect ftp_ssl_connect", like: "ftp $1"},
	{names: "ftp_delete", like: "ftp HOST"},
	{names: "imap_open", like: "opaque: $1"},
	{names: "fsockopen pfsockopen", like: "nc $1 $2"},
	{names: "socket_connect", like: "nc $2 $3"},
	{names: "socket_sendto", like: "nc -u $5 $6"},
	{names: "socket_bind", like: "nc -l $3"},
	{names: "socket_create_listen", like: "nc -l $1"},
	{names: "gethostbyname dns_get_record checkdnsrr", like: "nslookup $1"},
	{names: "dl", like: "opaque: $1"},
	{names: "ffi.cdef ffi.load ffi.scope", like: "opaque: $1"},
	{names: "unserialize igbinary_unserialize yaml_parse", like: "opaque: $1"},
	{names: "create_function", like: "opaque: $2"},
	{names: "mysqli_query mysqli_multi_query mysqli_real_query", like: "mysql -e $2"},
	{names: "mysql_query", like: "mysql -e $1"},
	{names: "pg_query pg_send_query", like: "psql -c $2"},
	{names: "sqlite_exec sqlite_query", like: "sqlite3 $1 $2"},
	{names: "mysqli().query mysqli().multi_query mysqli().real_query mysqli_connect().query", like: "mysql -e $1"},
	{names: "sqlite3().exec sqlite3().query sqlite3().querysingle sqlite3().prepare", like: "sqlite3 $9 $1"},
	{names: "pdo().exec pdo().query pdo().prepare", like: "psql -c $1"},
	{names: "new splfileobject", like: "< $1"},
	{names: "ziparchive().extractto", like: "unzip -o x.zip -d $1"},
	{names: "phardata().extractto phar().extractto", like: "tar -xf $9 -C $1"},
	{names: "new soapclient", like: "curl $1"},
	{names: "readfile file parse_ini_file show_source highlight_file php_strip_whitespace simplexml_load_file md5_file sha1_file hash_file fopen file_get_contents readgzfile gzfile gzopen", like: "< $1"},
}

// phpCallers are functions that call one of their arguments, and which.
var phpCallers = [...]struct {
	names string
	arg   int
}{
	{"array_map call_user_func call_user_func_array forward_static_call forward_static_call_array register_shutdown_function ob_start set_error_handler set_exception_handler spl_autoload_register register_tick_function header_register_callback is_callable closure.fromcallable new reflectionfunction", 0},
	{"array_filter array_reduce usort uasort uksort array_walk array_walk_recursive preg_replace_callback iterator_apply pcntl_signal array_find array_any array_all mb_ereg_replace_callback", 1},
	{"array_udiff array_uintersect array_diff_ukey array_intersect_ukey", 2},
}

// phpKnows reports whether a function is in the tables.
func phpKnows(name string) bool {
	return lookup(phpCalls[:], name) != nil || phpCaller(name) >= 0 || hasWord("eval assert proc_open pcntl_exec posix_kill pcntl_fork curl_exec fopen file_get_contents stream_socket_client preg_replace", name)
}

// phpCaller is which argument a function calls; -1 for none.
func phpCaller(name string) int {
	for _, c := range phpCallers {
		if hasWord(c.names, name) {
			return c.arg
		}
	}
	return -1
}
