package tiers

// The option grammars of programs, as far as a rule depends on them: which
// options take a value, so that the value is not taken for an operand. From
// the programs' manual pages.

var (
	printer   = program{tier: Safe, guards: credentials, style: none, data: true}
	builtin   = program{tier: Safe, short: "", data: true}
	historian = program{tier: Safe, guards: system, short: "d"}
	looker    = program{tier: Safe}
	finder    = program{tier: Safe, guards: code, style: exact}
	manual    = program{tier: Safe, guards: code, short: "PHMSseELmrp", long: "pager html manpath sections extension"}
	nameTool  = program{tier: Safe, guards: credentials | network, short: "tcpbfkqxyWiswI"}
	printEnv  = program{tier: Safe, guards: credentials, short: "", long: ""}
	state     = program{tier: Safe, guards: credentials, short: "ugptoFnicwC", long: "format output user sort pid"}
	stateSys  = program{tier: Safe, guards: system | credentials | services | network, short: "ugptoFnicwCs", long: "format output user sort set date"}
	dater     = program{tier: Safe, guards: system, short: "dfrsv", long: "date file reference set", glued: "I"}
	stateSes  = program{tier: Low, guards: system | services | processes, safe: []string{"list-*", "show*", "session-status", "user-status", "status", "list"}, short: "spnH", long: "signal property host"}

	reader   = program{tier: Safe, guards: credentials | own, files: true, short: "ncCdfsw", long: "lines bytes delimiter fields"}
	editor   = program{tier: Low, guards: credentials | code | onFiles, short: "cST", style: getopt, files: true}
	sourcer  = program{tier: Low, guards: code, files: true}
	searcher = program{tier: Safe, guards: credentials | own | code, files: true, short: "efmABCgtTdD", long: "regexp file max-count after-context before-context context glob type include exclude exclude-dir"}

	filterProgram = program{tier: Safe, guards: onFiles | code, files: true, short: "oktSn", long: "output key field-separator arg argjson"}
	awkProgram    = program{tier: Safe, guards: onFiles | code, files: true, short: "Fvfei", long: "field-separator assign file source include"}
	sedProgram    = program{tier: Safe, guards: onFiles | code, files: true, short: "efl", glued: "i", long: "expression file line-length"}
	remover       = program{tier: Low, guards: onFiles, files: true, short: "ns", long: "iterations size"}
	converter     = program{tier: Safe, guards: onFiles, files: true, short: "fto", long: "from-code to-code output"}
	compressor    = program{tier: Low, guards: onFiles | trees, files: true, short: "STMDob", long: "suffix threads memlimit output format"}
	treeTool      = program{tier: Low, guards: onFiles | trees, short: "do", long: "dest output backend set-rpath set-interpreter suite"}
	packer        = program{tier: Low, guards: onFiles | code, files: true, short: "bntP", long: "unzip-command suffixes temp-path"}
	writer        = program{tier: Low, guards: onFiles, files: true, short: "tSmogsTdirp", long: "target-directory suffix mode owner group size strip output"}
	copier        = program{tier: Low, guards: onFiles, files: true, short: "tS", long: "target-directory suffix"}
	installer     = program{tier: Low, guards: onFiles, files: true, short: "tSmog", long: "target-directory suffix mode owner group"}
	creator       = program{tier: Low, guards: onFiles, files: true, short: "mdrts", long: "mode date reference size"}
	teer          = program{tier: Low, guards: onFiles, files: true}
	compiler      = program{tier: Low, guards: onFiles | code, files: true, short: "oILlDxi", long: "output"}
	patcher       = program{tier: Low, guards: onFiles, files: true, short: "dpioFrBDVYzg", long: "directory strip input output fuzz reject-file prefix suffix ifdef basename-prefix get version-control quoting-style"}
	copyInOut     = program{tier: Low, guards: onFiles, files: true, short: "DFHICEMORW", long: "directory file format"}
	splitter      = program{tier: Low, guards: onFiles | trees | code, files: true, short: "abClnfet", long: "suffix-length bytes line-bytes lines number prefix suffix-format additional-suffix filter digits separator"}
	trasher       = program{tier: Low, guards: onFiles, files: true}
	archiver      = program{tier: Low, guards: onFiles | trees | code, files: true, short: "CfXTdI", long: "directory file exclude exclude-from files-from to-command use-compress-program checkpoint-action transform"}
	moder         = program{tier: Low, guards: onFiles | trees, files: true, long: "reference from"}
	findProgram   = program{tier: Safe, guards: onFiles | code, style: none, files: true}
	rescuer       = program{tier: Low, guards: onFiles, files: true, short: "abceEFHiKmorsTxZ", long: "min-read-rate sector-size cluster-size max-errors max-error-rate fill-mode test-mode input-position skip-size domain-mapfile output-position retry-passes size timeout extend-outfile max-read-rate log-events log-rates log-reads mapfile-interval max-slow-reads pause-on-error pause-on-pass rescue-mapfile"}
	ddProgram     = program{tier: Low, guards: onFiles, style: none, files: true}

	gitProgram = program{tier: Low, guards: onFiles | code | network, files: true,
		short: "Cc", long: "git-dir work-tree namespace exec-path super-prefix config-env",
		subs: []subOptions{
			{"clean", "e", "exclude"}, {"checkout", "bB", "orphan conflict"}, {"switch", "cC", "orphan create force-create"},
			{"push", "o", "push-option receive-pack repo exec"}, {"format-patch", "ov", "output-directory"}, {"bugreport", "os", "output-directory"}, {"commit", "mFCct", "message file author date reuse-message reedit-message template"},
			{"stash", "m", "message"}, {"branch", "u", "set-upstream-to"}, {"tag", "mFu", "message file local-user"},
			{"rebase", "xsX", "exec onto strategy"}, {"merge", "msXF", "message strategy"}, {"config", "f", "file blob default type comment value"},
			{"restore", "s", "source"}, {"log", "nSGL", "grep author committer since until format"}, {"grep", "efm", ""}, {"clone", "bojcu", "branch origin depth template config"},
			{"worktree", "bB", ""}, {"submodule", "", ""}, {"remote", "tm", ""}, {"reset", "", ""}, {"fetch", "oj", "depth"}, {"pull", "sX", "strategy"}, {"am", "", ""}, {"revert", "m", ""}, {"cherry-pick", "mX", ""}, {"notes", "mF", "ref"}, {"archive", "o", "output format remote prefix"},
		},
		safe: []string{"status", "log", "diff", "show", "blame", "grep", "rev-parse", "rev-list", "ls-files", "ls-tree", "ls-remote", "describe", "shortlog", "merge-base",
			"cat-file", "for-each-ref", "show-ref", "name-rev", "whatchanged", "count-objects", "fsck", "help", "version", "var", "check-ignore", "check-attr", "cherry",
			"range-diff", "diff-tree", "diff-index", "diff-files", "show-branch", "verify-commit", "verify-tag", "stash list", "stash show", "remote show", "remote get-url",
			"worktree list", "submodule status", "bisect log", "bisect view", "notes show", "notes list", "reflog show", "symbolic-ref"}}

	otherVersions = program{tier: Low, guards: git, style: exact, short: "mFRrc", long: "message file repository cwd config",
		safe: []string{"status", "st", "log", "diff", "show", "blame", "annotate", "info", "cat", "ls", "list", "paths", "heads", "tags", "branches", "summary", "identify", "proplist", "propget", "opened", "filelog", "describe"}}

	privilege = program{tier: Safe, guards: system | own, short: "ugUChprtDRTa", long: "user group host prompt chdir chroot close-from role type other-user command-timeout login-class unit property description slice nice setenv background"}
	su        = program{tier: Safe, guards: system | own, short: "ugGCcsTwP", long: "user group supp-group shell command session-command whitelist-environment"} // -s takes the shell, unlike sudo's
	wrapper   = program{tier: Safe, guards: code | files, style: none}
	tracer    = program{tier: Safe, guards: code | processes | onFiles, style: none, files: true}
	adjuster  = program{tier: Safe, guards: code | files | processes, style: none}                        // runs a program in another way, or changes how one runs
	hermetic  = program{tier: Low, guards: code | outside | schedulers | startup | packages, style: none} // env managers that also change things
	npxish    = program{tier: Low, guards: code | packages, style: none}

	shellProgram = program{tier: Low, guards: code | credentials, short: "cOo", long: "rcfile init-file command"}
	python       = program{tier: Low, guards: code | credentials | databases | network, short: "cmWXQ", long: "check-hash-based-pycs"}
	perl         = program{tier: Low, guards: code | onFiles, short: "eEIMmx", glued: "i", files: true}
	ruby         = program{tier: Low, guards: code | databases | onFiles, short: "eIrCW", files: true}
	node         = program{tier: Low, guards: code | packages, short: "epr", long: "eval print require import loader env-file"}
	php          = program{tier: Low, guards: code | databases, short: "rBREfdczSt"}
	interpreter  = program{tier: Low, guards: code, short: "elxE", long: "eval expression"}
	osascript    = program{tier: Low, guards: code | system, short: "el"}
	debugger     = program{tier: Low, guards: code | processes, short: "pxco", long: "pid ex eval-command command batch"}

	terminal = program{tier: Low, guards: processes | code | outside, short: "tpDo", long: "tree images-dir match"}

	patternKill   = program{tier: Low, guards: processes, short: "gGPsStuUFOqr", long: "signal pgroup parent session euid uid terminal group ns nslist pidfile older queue cgroup runstates env"}
	signaller     = program{tier: Low, guards: processes, short: "sngGPuUtFOqzZoyrC", long: "signal pgroup parent session euid uid terminal group ns nslist pidfile user older-than younger-than timeout queue older newer context cgroup runstates env"}
	daemonStarter = program{tier: Low, guards: processes, short: "pxnugcsardNPIkmRo", long: "pidfile exec name user group chuid signal startas chroot chdir nicelevel procsched iosched umask retry pid ppid output"}
	multiplexer   = program{tier: Low, guards: processes | code | outside, short: "tLSfTncFxyspXb", safe: []string{"ls", "list-*", "display-message", "show-*", "capture-pane", "has-session", "info"}}
	power         = program{tier: Low, guards: system | outside, short: "m", long: "mode"}
	manager       = program{tier: Low, guards: services | system | schedulers, short: "HMtpnso", long: "host machine type property lines signal kill-who kill-whom output state root job-mode what timestamp",
		safe: []string{"status", "list-*", "show", "cat", "is-*", "get-default", "help", "show-environment", "show-logs", "list", "info", "print", "dumpstate", "blame", "jlist", "logs", "monit", "describe", "avail", "ls", "version"}}
	server = program{tier: Low, guards: services, short: "scgpktmD", long: "pgdata"}

	diskProgram = program{tier: Low, guards: disks | system, short: "toULNbEm", long: "types options label uuid",
		safe: []string{"list", "info", "status", "show", "get", "print", "smart-log", "id-ctrl", "id-ns", "version", "history", "subvolume list", "subvolume show", "filesystem show", "filesystem usage", "filesystem df", "device stats"}}

	osPackager = program{tier: Low, guards: packages | services | trees, short: "otcCpaQ", long: "option target-release config-file root arch repo enablerepo disablerepo installroot",
		safe: []string{"list", "search", "show", "info", "policy", "depends", "rdepends", "madison", "showsrc", "changelog", "repolist", "provides", "whatprovides", "check-update", "history", "deps", "leaves", "outdated", "config", "doctor", "--version", "home", "uses", "desc", "help", "why", "find", "view", "se", "if", "stats", "pkgnames", "showpkg"}}
	npm = program{tier: Low, guards: packages | code, style: exact, short: "CwF", long: "prefix workspace registry cwd filter tag access otp loglevel",
		safe: []string{"ls", "list", "ll", "la", "view", "info", "show", "outdated", "audit", "why", "explain", "search", "root", "bin", "help", "config get", "config list", "config ls", "ping", "whoami", "fund", "doctor", "query", "version", "licenses"}}
	pip = program{tier: Low, guards: packages | code | startup, short: "rcitefd", long: "requirement constraint index-url extra-index-url target editable find-links prefix root proxy python project directory with",
		safe: []string{"list", "show", "freeze", "check", "search", "index", "inspect", "help", "debug", "config list", "config get", "cache list", "cache info", "env info", "env list", "tree", "version", "about", "search", "pip list", "pip show", "pip freeze", "python list", "info"}}
	projectTool = program{tier: Low, guards: packages | code | databases, style: exact, short: "Cfpn", long: "manifest-path package version features target config file registry token",
		safe: []string{"list", "search", "show", "info", "tree", "metadata", "version", "env", "vet", "doc", "outdated", "audit", "check", "specification", "help", "dependency:tree", "dependencies", "tasks", "projects", "licenses", "pkgid", "locate-project", "which", "current", "versions", "ls"}}
	goTool = program{tier: Low, guards: packages | code | onFiles, style: dashLong, files: true, long: "o C run bench timeout tags ldflags gcflags mod modfile overlay exec toolexec count cpu f coverprofile",
		safe: []string{"version", "env", "list", "vet", "doc", "help", "mod graph", "mod why", "mod verify", "tool"}}

	builder = program{tier: Low, guards: code | databases | onFiles, short: "Cfj", long: "directory file jobs build target config"}

	docker = program{tier: Low, guards: containers | code | packages | processes | onFiles, style: exact, files: true,
		short: "HcvpeufnwtlamhF", long: "host context config log-level tlscacert volume publish env user name workdir mount network entrypoint file project-name label filter format tag build-arg target platform pid ipc uts userns cap-add security-opt device env-file add-host hostname restart memory cpus since until tail project-directory profile time signal",
		subs: []subOptions{{"rm", "", ""}, {"rmi", "", ""}, {"system", "", "filter"}, {"volume", "d", "filter driver opt label"}, {"logs", "n", "since until tail"}, {"ps", "n", "filter format last"},
			{"exec", "euw", "env user workdir env-file detach-keys"}, {"inspect", "f", "format type"}, {"compose", "fpet", "context host file project-name profile env-file project-directory timeout scale rmi"}, {"stop", "ts", "time timeout signal"}, {"kill", "s", "signal"}, {"restart", "t", "time timeout"},
			{"image", "", "filter"}, {"builder", "", "filter"}, {"container", "f", "filter format"}, {"network", "", "filter"}, {"images", "", "filter format"},
			{"run", "vpeuwnhmlac", "volume publish env user name workdir mount network entrypoint label platform pid ipc uts userns cap-add cap-drop security-opt device env-file add-host hostname restart memory cpus tmpfs gpus shm-size ulimit dns log-driver log-opt volumes-from net ip pull group-add cgroupns"},
			{"create", "vpeuwnhmlac", "volume publish env user name workdir mount network entrypoint label platform pid ipc uts userns cap-add cap-drop security-opt device env-file add-host hostname restart memory cpus"},
			{"build", "fto", "file tag build-arg target platform secret ssh output network cache-from cache-to label progress"}, {"login", "up", "username password"}, {"push", "", ""}, {"cp", "", ""}},
		safe: []string{"ps", "images", "logs", "inspect", "version", "info", "stats", "top", "port", "diff", "events", "history", "search", "ls", "list", "image ls", "image list", "image inspect", "image history", "container ls", "container list", "container inspect", "container logs", "container top", "container stats",
			"volume ls", "volume inspect", "network ls", "network inspect", "system df", "system info", "compose ps", "compose logs", "compose config", "compose ls", "compose images", "compose top", "compose version", "context ls", "context show", "context inspect", "ps", "config", "status", "show", "domstate", "dominfo", "global-status", "pod ps", "manifest inspect", "buildx ls", "plugin ls", "service ls", "node ls", "stack ls", "secret ls"}}
	virtual = program{tier: Low, guards: containers | packages, short: "cn", long: "connect name project",
		safe: []string{"list", "ls", "info", "status", "show", "dominfo", "domstate", "config show", "image list", "global-status", "snapshot-list", "version", "--list"}}

	kubectl = program{tier: Low, guards: clusters | code | credentials | packages, style: exact,
		short: "nfsclkor", long: "namespace context cluster user kubeconfig server token as as-group certificate-authority client-certificate client-key request-timeout filename selector output container field-selector kube-context kube-apiserver grace-period timeout replicas image type patch subresource cascade dry-run-x v since tail sort-by for revision set values version repo address accept-hosts",
		safe: []string{"get", "describe", "logs", "top", "explain", "version", "api-resources", "api-versions", "cluster-info", "config view", "config current-context", "config get-contexts", "config get-clusters", "config get-users", "auth can-i", "auth whoami", "diff", "events", "wait", "rollout status", "rollout history", "options", "kustomize", "plugin list", "create --dry-run",
			"list", "ls", "status", "history", "show", "template", "lint", "search", "env", "dependency list", "repo list", "get values", "proxy-status", "project", "projects", "whoami", "app list", "app get", "app diff", "app history", "members", "endpoint", "member list", "job status", "node status", "profile list", "help", "build", "check"}}

	helmfile = program{tier: Low, guards: clusters, style: exact, short: "efnlb", long: "environment file namespace selector kube-context helm-binary state-values-file state-values-set args",
		safe: []string{"diff", "list", "status", "template", "lint", "build", "version", "show-dag", "fetch", "deps", "repos"}}
	terraformProgram = program{tier: Low, guards: cloud | credentials | packages | code, style: dashLong, long: "chdir var var-file state out target backend-config lock-timeout parallelism",
		safe: []string{"plan", "validate", "show", "output", "version", "providers", "graph", "state list", "state show", "state pull", "workspace list", "workspace show", "get", "console", "inspect", "metadata", "test", "fmt"}}
	cloudTool = program{tier: Low, guards: cloud | credentials | network, style: exact,
		short: "rRsacC", long: "region profile output query project zone account format filter endpoint-url subscription resource-group repo config context org app env token host bootstrap-server topic stack cwd limit name title body method field input jq template hostname"}
	bigQuery = program{tier: Low, guards: cloud | databases, style: dashLong, long: "project_id dataset_id location format job_id api max_rows destination_table"}
	deployer = program{tier: Low, guards: cloud | code, style: exact}
	hubTool  = program{tier: Low, guards: cloud | credentials | network | packages, style: exact,
		short: "RXHfFtbBlamSLq", long: "repo method header field raw-field input title body label assignee milestone jq template hostname json limit state notes notes-file"}
	ansibleTool = program{tier: Low, guards: cloud | code | packages | credentials, short: "iamfuetclMTBPKU", long: "inventory args module-name forks user extra-vars tags limit connection become-user",
		safe: []string{"--version"}}

	database = program{tier: Low, guards: databases | code | credentials, short: "cdhpUfeuPDnaSEbtqvFRT", long: "command dbname host port username file execute user password database eval query variable set format output"}
	psql     = program{tier: Low, guards: databases | code | credentials, short: "cdhpUfvFRPTLo", long: "command dbname host port username file variable set output log-file field-separator pset"}
	mysql    = program{tier: Low, guards: databases | code | credentials, short: "ehPuDS", glued: "p", long: "execute host port user database socket password-x default-character-set defaults-file ssl-mode protocol init-command"}
	sqlite   = program{tier: Low, guards: databases | code | onFiles, files: true, style: dashLong, short: "c", long: "cmd init separator nullvalue newline c f s"}
	redis    = program{tier: Low, guards: databases, short: "hpsanuri", long: "user pass cacert cert key tls-ciphers eval pattern"}
	mongo    = program{tier: Low, guards: databases | code, style: exact, short: "upf", long: "eval host port username password authenticationDatabase file"}
	migrator = program{tier: Low, guards: databases, style: exact, short: "dcps", long: "schema config path database source env url dir"}
	bareSQL  = program{tier: Low, guards: databases, style: none}

	curl = program{tier: Low, guards: network | credentials | messaging | databases | onFiles, files: true,
		short: "oXHdFuTAebcDKmwxCyYztErPQU", long: "output request header data data-binary data-raw data-ascii data-urlencode json form form-string user upload-file user-agent referer range cookie cookie-jar dump-header config max-time write-out proxy continue-at retry retry-delay connect-timeout cacert cert key url resolve connect-to interface limit-rate max-redirs unix-socket proxy-user oauth2-bearer aws-sigv4 output-dir proto stderr trace trace-ascii variable"}
	wget = program{tier: Low, guards: network | credentials | messaging | databases | onFiles, files: true,
		short: "OPoaUtTQwieDIXRAlB", long: "output-document directory-prefix output-file append-output user-agent tries timeout post-data post-file body-data body-file method header user password input-file execute accept reject domains level quota wait base load-cookies save-cookies referer certificate private-key ca-certificate"}
	httpie   = program{tier: Low, guards: network | credentials | messaging | databases | onFiles | code, files: true, short: "oaA", long: "output auth auth-type session verify timeout"}
	netTool  = program{tier: Low, guards: network | code | credentials | own, short: "pselwicqXxgGTI", long: "exec sh-exec source port listen-x"}
	remote   = program{tier: Low, guards: network | code | credentials | system, short: "bcDEeFIiJLlmOopQRSWwB", long: "port user identity"}
	passer   = program{tier: Low, guards: network | code | credentials | system, short: "fdpPe"}
	copying  = program{tier: Low, guards: trees | onFiles | network, files: true, short: "cFiJloPSDe", long: "rsh exclude include exclude-from include-from files-from filter backup-dir suffix bwlimit password-file log-file temp-dir compare-dest copy-dest link-dest port timeout max-size min-size chmod chown out-format partial-dir info rsync-path"}
	opensslP = program{tier: Low, guards: network | credentials | onFiles, style: dashLong, files: true, long: "in out pass passin passout key inkey connect k K iv config subj days CA CAkey cert port servername newkey keyout extfile extensions addext reqexts set_serial name algorithm pkeyopt CAserial",
		safe: []string{"version", "x509", "verify", "s_client", "dgst", "ciphers", "rand", "crl"}}
	netPeek = program{tier: Low, guards: own | network, style: getopt, short: "pioTeDSgfwrCGHjn", long: "script min-rate"}

	netConfig = program{tier: Safe, guards: network | system | credentials, short: "tpsdjibwf6", long: "table protocol source destination jump",
		safe: []string{"link show", "addr show", "address show", "route show", "neigh show", "rule show", "a show", "addr", "address", "a", "link", "l", "route", "r", "neigh", "addr list", "link list", "route list", "netns list", "list", "status", "show", "device status", "device show", "connection show", "general status", "con show", "dev", "d", "-listallnetworkservices", "-getinfo", "device", "connection", "get", "route get", "-br"}}
	accounts = program{tier: Low, guards: system | startup | credentials, short: "aACGgdsucpR", long: "append-x groups home shell uid comment password gid", safe: []string{"-l", "."}}

	sysTool = program{tier: Low, guards: system, short: "tefd", long: "",
		safe: []string{"read", "list", "status", "show", "-l", "get", "find", "print", "listbackups", "destinationinfo", "get-devices", "get-updates", "sdr", "sel list", "list-schemas", "list-recursively", "range", "dump", "export", "verify", "--display", "--list", "--query"}}

	schedulerProgram = program{tier: Low, guards: schedulers | startup, short: "usqfc", files: true}
	mailer           = program{tier: Low, guards: messaging, short: "sacbrSFfHtid", long: "subject to from body header server token"}
	notifier         = program{tier: Safe, guards: messaging, short: "uaitch"}
	agentTool        = program{tier: Low, guards: messaging | own | services}
	keyProgram       = program{tier: Low, guards: credentials | cloud | onFiles, short: "orutfNCpdsalDibyPI", long: "output recipient local-user passphrase homedir keyring edit-key"}
	gpgProgram       = program{tier: Low, guards: credentials | onFiles, files: true, short: "oruRN", long: "output recipient local-user hidden-recipient passphrase passphrase-file passphrase-fd homedir keyring secret-keyring keyserver status-fd pinentry-mode trust-model"}
	homeTool         = program{tier: Low, guards: startup, style: exact}
	otherAgent       = program{tier: Low, guards: startup | code, style: exact, short: "pmcsaC", long: "model permission-mode config sandbox output-format allowedTools approval-mode"}
	secretTool       = program{tier: Low, guards: credentials, style: exact}
	ownProgram       = program{tier: Low, guards: own | code, style: none}
)

func stateProgram(name string) *program {
	switch name {
	case "date":
		return &dater
	case "printenv":
		return &printEnv
	case "dig", "nslookup", "host", "drill", "ping":
		return &nameTool
	case "hostname", "hostnamectl", "dmesg", "timedatectl", "localectl", "journalctl", "arp", "coredumpctl", "lastlog", "ipcs", "resolvectl", "locale", "mktemp":
		return &stateSys
	case "loginctl":
		return &stateSes
	}
	return &state
}

func readerProgram(name string) *program {
	switch name {
	case "nano", "vi", "ex", "vim", "nvim", "emacs", "ed", "view", "code", "open", "xdg-open":
		return &editor
	case "source", ".":
		return &sourcer
	case "dos2unix":
		return &teer
	}
	return &reader
}

func writerProgram(name string) *program {
	switch name {
	case "cp", "gcp", "mv", "gmv", "ln", "gln", "link", "ditto", "rename":
		return &copier
	case "install", "ginstall":
		return &installer
	case "touch", "mkdir", "mkfifo", "mknod", "truncate":
		return &creator
	case "tee", "gtee", "sponge":
		return &teer
	case "zip":
		return &packer
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "lz4", "compress":
		return &compressor
	case "patch":
		return &patcher
	case "gcc", "cc", "clang", "g++", "c++", "clang++", "rustc", "ld", "pandoc", "convert", "magick", "age", "ffmpeg", "pv":
		return &compiler
	}
	return &writer
}

func wrapperProgram(name string) *program {
	switch name {
	case "npx", "uvx", "bunx", "pnpx":
		return &npxish
	case "strace", "ltrace":
		return &tracer
	case "prlimit", "cpulimit", "choom", "reptyr", "taskset", "chrt", "ionice":
		return &adjuster
	case "dotenv", "direnv", "asdf", "mise", "nix-shell", "systemd-run", "unshare", "nsenter", "chroot", "script":
		return &hermetic
	}
	return &wrapper
}

func interpreterProgram(name string) *program {
	switch name {
	case "python", "pypy", "ipython":
		return &python
	case "perl":
		return &perl
	case "ruby":
		return &ruby
	case "node", "nodejs", "bun", "deno", "ts-node", "tsx":
		return &node
	case "php":
		return &php
	case "osascript":
		return &osascript
	case "gdb", "lldb":
		return &debugger
	}
	return &interpreter
}

func serviceProgram(name string) *program {
	switch name {
	case "nginx", "apachectl", "apache2ctl", "pg_ctl", "pg_ctlcluster", "caddy", "haproxy", "varnishadm", "uwsgi", "pumactl", "s6-svc", "systemd-tmpfiles", "traefik":
		return &server
	}
	return &manager
}

func projectPackager(name string) *program {
	switch name {
	case "npm", "pnpm", "yarn", "lerna", "nx", "turbo", "corepack", "vsce", "ovsx", "jsr", "changeset", "semantic-release":
		return &npm
	case "pip", "pipx", "uv", "poetry", "pdm", "pipenv", "conda", "mamba", "micromamba", "twine", "flit", "hatch", "maturin", "rye", "pyenv", "easy_install":
		return &pip
	case "go":
		return &goTool
	}
	return &projectTool
}

func containerProgram(name string) *program {
	switch name {
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "buildah", "crictl", "ctr", "skopeo":
		return &docker
	}
	return &virtual
}

func clusterProgram(name string) *program {
	if name == "helmfile" {
		return &helmfile
	}
	return &kubectl
}

func cloudProgram(name string) *program {
	switch name {
	case "gh", "glab", "tea":
		return &hubTool
	case "bq":
		return &bigQuery
	case "ansible", "ansible-playbook", "ansible-vault", "ansible-galaxy", "salt", "salt-call", "knife", "fab", "cap", "pssh", "parallel-ssh", "pdsh", "clush", "puppet", "chef-client":
		return &ansibleTool
	}
	return &cloudTool
}

func databaseProgram(name string) *program {
	switch name {
	case "psql", "pgcli", "usql", "pg_dump", "pg_restore", "pg_dumpall", "dropdb", "createdb", "dropuser", "createuser":
		return &psql
	case "mysql", "mariadb", "mycli", "mysqladmin", "mariadb-admin", "mysqldump":
		return &mysql
	case "sqlite3", "sqlite", "duckdb", "litecli":
		return &sqlite
	case "redis-cli", "valkey-cli", "keydb-cli":
		return &redis
	case "mongo", "mongosh", "mongodump", "mongorestore":
		return &mongo
	case "DROP", "TRUNCATE", "DELETE", "UPDATE":
		return &bareSQL
	case "prisma", "alembic", "flyway", "liquibase", "sequelize", "sequelize-cli", "knex", "typeorm", "drizzle-kit", "dbmate", "goose", "migrate", "hasura", "sqlx", "diesel", "rails", "artisan", "flask", "console", "django-admin", "manage.py":
		return &migrator
	}
	return &database
}

func networkProgram(name string) *program {
	switch name {
	case "curl", "curlie":
		return &curl
	case "wget":
		return &wget
	case "http", "https", "xh", "httpie", "aria2c", "axel", "lwp-request", "GET", "POST", "fetch":
		return &httpie
	case "sshpass":
		return &passer
	case "ssh", "mosh", "autossh", "rsh", "rlogin":
		return &remote
	case "scp", "rsync", "rcp", "unison":
		return &copying
	case "openssl":
		return &opensslP
	case "nmap", "ab", "wrk", "hey", "siege", "vegeta", "nikto", "masscan", "hping3", "tcpdump", "tshark", "ettercap", "arpspoof", "msfconsole", "hydra", "sqlmap", "aircrack-ng", "bettercap":
		return &netPeek
	}
	return &netTool
}

func systemProgram(name string) *program {
	switch name {
	case "logger", "localedef", "plutil", "memtester":
		return &teer
	}
	return &sysTool
}

func messenger(name string) *program {
	switch name {
	case "notify-send", "mesg", "write":
		return &notifier
	case "hermes":
		return &agentTool
	}
	return &mailer
}
