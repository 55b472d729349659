package inline

// Names of perl's own functions by how they take arguments.
const (
	perlZero   = "time wantarray wait getppid fork times getlogin __PACKAGE__ __FILE__ __LINE__ __SUB__ break setpwent setgrent endpwent endgrent getpwent getgrent"
	perlUnary  = "defined ref scalar lc uc lcfirst ucfirst length chr ord int abs sqrt hex oct log exp sin cos rand srand quotemeta chomp chop chdir rmdir readlink stat lstat fc lock exists delete each keys values shift pop caller undef study pos close chroot readdir closedir rewinddir umask sleep localtime gmtime alarm exit require getpgrp fileno eof getc tell telldir getpwnam getgrnam getpwuid getgrgid gethostbyname getprotobyname do evalbytes local my our state"
	perlLists  = "print printf say open close unlink system exec kill push unshift splice join split reverse sort map grep return die warn sprintf pack unpack sprintf chmod chown utime rename link symlink mkdir opendir binmode seek sysopen sysread syswrite sysseek read truncate flock fcntl ioctl socket connect bind listen accept shutdown send recv setsockopt getsockopt socketpair pipe select waitpid wait setpgrp setpriority getpriority bless tie tied untie index rindex substr vec atan2 crypt formline dbmopen dbmclose syscall dump exit last next redo goto eval glob lstat not local"
	blockCalls = "map grep sort first any all none notall sum reduce max_by min_by uniq_by sort_by nsort_by part pairmap pairgrep try catch finally lives_ok dies_ok throws_ok timethis"
)

// perlTable is what perl's own functions and those of modules do, without
// those which need more than their arguments: see perl_calls.go.
var perlTable = [...]call{
	{names: "rmdir", like: "rmdir -- $1"},
	{names: "rename move File::Copy::move mv", like: "mv -f -- $1 $2"},
	{names: "copy cp File::Copy::copy syscopy", like: "cp -- $1 $2"},
	{names: "link", like: "ln -- $1 $2"},
	{names: "symlink", like: "ln -s -- $1 $2"},
	{names: "mkdir mkpath make_path File::Path::mkpath File::Path::make_path", like: "mkdir -p -- $1"},
	{names: "chroot", like: "chroot $1"},
	{names: "mkfifo POSIX::mkfifo", like: "mkfifo -- $1"},
	{names: "unlink POSIX::remove remove POSIX::unlink", like: "rm -f -- $@"},
	{names: "rmtree remove_tree File::Path::rmtree File::Path::remove_tree pathrmdir pathempty", like: "rm -rf -- $@"},
	{names: "dircopy rcopy File::Copy::Recursive::dircopy File::Copy::Recursive::rcopy", like: "cp -r -- $1 $2"},
	{names: "dirmove rmove File::Copy::Recursive::dirmove File::Copy::Recursive::rmove", like: "mv -f -- $1 $2"},
	{names: "truncate", like: "> $1"},
	{names: "dbmopen", like: "> $2"},
	{names: "syscall dump", like: "opaque: $@"},
	{names: "capture capturex systemx run3 IPC::System::Simple::system", like: "sh: $@"},
	{names: "get getprint head LWP::Simple::get LWP::Simple::head LWP::Simple::getprint", like: "curl $1"},
	{names: "getstore mirror LWP::Simple::getstore LWP::Simple::mirror", like: "curl -o $2 $1"},
	{names: "write_file File::Slurp::write_file overwrite_file", like: "> $1"},
	{names: "append_file File::Slurp::append_file", like: ">> $1"},
	{names: "read_file slurp File::Slurp::read_file", like: "< $1"},
	{names: "thaw retrieve Storable::thaw Storable::retrieve Storable::fd_retrieve", like: "opaque: $1"},
	{names: "dl_load_file DynaLoader::dl_load_file XSLoader::load", like: "opaque: $1"},
	{names: "sendmail", like: "sendmail -t"},
}

// perlMethods are methods that tell what they do, whatever the object is:
// $1 is the object itself, $2 its first argument.
var perlMethods = [...]call{
	{names: "remove unlink", like: "rm -f -- $1"},
	{names: "remove_tree rmtree", like: "rm -rf -- $1"},
	{names: "spew spew_raw spew_utf8 spurt", like: "> $1"},
	{names: "append append_raw append_utf8", like: ">> $1"},
	{names: "slurp slurp_raw slurp_utf8 lines lines_utf8", like: "< $1"},
	{names: "move_to move rename", like: "mv -f -- $1 $2"},
	{names: "copy_to copy", like: "cp -- $1 $2"},
	{names: "touch", like: "touch -- $1"},
	{names: "mkpath", like: "mkdir -p -- $1"},
	{names: "chmod", like: "chmod $2 $1"},
}

// perlCalls finds a function of the table.
func perlCalls(name string) *call { return lookup(perlTable[:], name) }

// perlModules are modules whose functions with plain names are known only when
// they were imported; the names are too common to mean anything otherwise.
var perlModules = [...]struct{ module, names string }{
	{"File::Copy", "move mv copy cp syscopy"},
	{"File::Path", "mkpath make_path rmtree remove_tree"},
	{"POSIX", "mkfifo remove kill getpid getppid getpgrp nice pause setsid"},
	{"File::Copy::Recursive", "dircopy rcopy dirmove rmove pathrmdir pathempty"},
	{"IPC::System::Simple", "capture capturex systemx run runx"},
	{"IPC::Run3", "run3"},
	{"IPC::Run", "run start"},
	{"IPC::Cmd", "run run_forked"},
	{"IPC::Open3", "open3"},
	{"IPC::Open2", "open2"},
	{"LWP::Simple", "get getprint head getstore mirror"},
	{"File::Slurp", "write_file overwrite_file append_file read_file"},
	{"File::Slurper", "read_text write_text read_binary write_binary"},
	{"Storable", "thaw retrieve fd_retrieve"},
	{"MIME::Base64", "decode_base64 encode_base64"},
	{"Mail::Sendmail", "sendmail"},
	{"Capture::Tiny", "capture tee"},
	{"File::Find", "find finddepth"},
	{"Proc::Killall", "killall"},
	{"URI::Escape", "uri_unescape"},
}

// perlImported reports whether a plain name stands for the function of the
// table: because it is perl's own, or some module was imported that has it.
func (p *perl) imported(name string) bool {
	for i := range perlModules {
		if hasWord(perlModules[i].names, name) {
			if p.modules[perlModules[i].module] {
				return true
			}
			if i >= len(perlModules)-1 {
				break
			}
		}
	}
	return hasWord("rmdir rename link symlink mkdir chroot unlink truncate dbmopen syscall dump", name)
}
