package shellparse

import "strings"

// wrappers are the programs that run another program given on their command
// line, with their own options as their manuals list them: coreutils 9.6,
// util-linux 2.41, sudo 1.9.16, opendoas 6.8, polkit 124, systemd 257, strace
// 6.12, ltrace 0.7.91, gdb 15, valgrind 3.24, busybox 1.37, procps 4.0, psmisc,
// runit 2.2, daemontools 0.76, s6 2.13, dpkg 1.22, libcap 2.73, bubblewrap 0.11.
// Options of newer versions are listed too: an older one runs nothing then.
// Containers, other machines and what developers' tools run are in [runners];
// programs that run code from an option alone are in [codeOptions].
var wrappers = [...]grammar{
	// Other rights.
	{names: "sudo", short: "ABbC:D:Eeg:Hh?iKklNnPp:R:r:SsT:t:U:u:Vv", assigns: true, again: true, dir: "D chdir", none: "e edit l list v validate V version K remove-timestamp", starts: true, resets: true,
		long: "askpass auth-type= background bell close-from= login-class= chdir= preserve-env? edit group= set-home help host= login remove-timestamp reset-timestamp list no-update non-interactive preserve-groups prompt= chroot= role= stdin shell type= command-timeout= other-user= user= version validate"},
	{names: "doas", short: "a:C:Lnsu:", none: "C L", starts: true, resets: true},
	{names: "pkexec", words: true, long: "version help user= u= disable-internal-agent keep-cwd", none: "version help", starts: true, resets: true},
	{names: "run0", short: "hVD:u:g:id:e:nt:", assigns: true, starts: true, resets: true, lax: true, dir: "D chdir d dir",
		long: "help version machine= unit= property= description= slice= slice-inherit user= group= nice= chdir= dir= setenv= background= no-ask-password pty pipe via-shell empower lightweight= shell-prompt-prefix="},
	{names: "su", short: "c:C:fg:G:lmpP?s:Tw:hV", none: "h help V version", long: "command= session-command= fast group= supp-group= login preserve-environment pty shell= no-pty whitelist-environment= help version"},
	{names: "runuser", short: "c:fg:G:lmpPTs:u:w:hV", none: "h help V version", long: "command= session-command= fast group= supp-group= login preserve-environment pty no-pty shell= user= whitelist-environment= help version"},
	{names: "sg", code: "c", short: "c:l", operands: 1, again: true, shell: true, instead: true},
	{names: "setpriv", lax: true, long: "reuid= ruid= euid= regid= rgid= egid= groups= init-groups clear-groups keep-groups no-new-privs list-caps inh-caps= ambient-caps= bounding-set= securebits= pdeathsig= ptracer= selinux-label= apparmor-profile= landlock-access= landlock-rule= seccomp-filter= reset-env help version dump nnp dump", short: "dhV", none: "d dump list-caps h help V version"},
	{names: "setuidgid s6-setuidgid gosu su-exec envuidgid s6-envuidgid", lax: true, operands: 1, short: "hv"},
	{names: "s6-applyuidgid", short: "zu:g:G:U"},
	{names: "chpst", short: "u:U:b:e:/:C:n:l:L:m:d:o:p:f:c:t:r:vVP012", none: "V", dir: "C"},
	{names: "runcon", short: "ct:u:r:l:hV", long: "compute type= user= role= range= help version", lax: true},
	{names: "capsh", words: true, lax: true},
	{names: "newgrp", operands: 1, short: "c:l", code: "c", starts: true},
	{names: "sudoedit visudo vipw", data: true, lax: true},

	// The environment of the process.
	{names: "env genv", short: "i0u:C:S:va:", assigns: true, dir: "C chdir", stops: "S split-string", none: "help version",
		long: "ignore-environment null unset= argv0= chdir= split-string= block-signal? default-signal? ignore-signal? list-signal-handling debug help version"},
	{names: "command", short: "pvV", none: "v V"}, // the program: POSIX wants one, macOS and Fedora have it
	{names: "nohup gnohup", long: "help version"},
	{names: "setsid", short: "cfwhV", long: "ctty fork wait help version"},
	{names: "nice gnice", short: "n:", long: "adjustment= help version", numbers: true},
	{names: "ionice", short: "c:n:p:P:tu:hV", long: "class= classdata= pid= pgid= ignore uid= help version", none: "p pid P pgid u uid"},
	{names: "chrt", short: "abdefioRrT:P:D:pmvhV", operands: 1, none: "p pid m max h V help version",
		long: "all-tasks max batch deadline ext fifo idle other rr reset-on-fork sched-runtime= sched-period= sched-deadline= pid verbose help version"},
	{names: "taskset", short: "apchV", long: "all-tasks pid cpu-list help version", operands: 1, none: "p pid h V help version"},
	{names: "uclampset", short: "m:M:asp:RvhV", long: "util-min= util-max= all-tasks system pid= reset-on-fork verbose help version", none: "p pid s system"},
	{names: "coresched", short: "s:d:t:vhV", lax: true, long: "source= dest= dest-type= verbose help version"},
	{names: "timeout gtimeout", short: "fk:ps:v", long: "foreground kill-after= preserve-status signal= verbose help version", operands: 1},
	{names: "timelimit", short: "pqs:S:t:T:"},
	{names: "stdbuf gstdbuf", short: "i:o:e:", long: "input= output= error= help version"},
	{names: "time gtime", short: "af:o:pvqVl", long: "append format= output= portability verbose quiet help version", lax: true},
	{names: "unbuffer", short: "p", noisy: true},
	{names: "flock", short: "sxeunow:E:FvhVc:", operands: 1, code: "c command", instead: true, none: "h V help version",
		long: "shared exclusive unlock nonblock nb wait= timeout= close conflict-exit-code= command= no-fork fcntl verbose help version"},
	{names: "lockf", short: "knpsT:t:w", operands: 1},
	{names: "setlock s6-setlock", short: "nNxXrwt:d:", operands: 1},
	{names: "with-lock-ex", short: "wqfct:", operands: 1, lax: true},
	{names: "lockrun", lax: true, long: "lockfile= wait verbose quiet maxtime= idle="},
	{names: "softlimit s6-softlimit", short: "a:c:d:f:l:m:o:p:r:s:t:hHS"},
	{names: "envdir s6-envdir", short: "I:iLl:fCn:h", operands: 1},
	{names: "pgrphack fghack nosetuid s6-fghack", short: "d:"},
	{names: "prlimit", lax: true, short: "p:o:vc?d?e?f?i?l?m?n?q?r?s?t?u?v?x?y?hV", none: "p pid h V help version",
		long: "pid= output= noheadings raw verbose core? data? nice? fsize? sigpending? memlock? rss? nofile? msgqueue? rtprio? stack? cpu? nproc? as? locks? rttime? help version"},
	{names: "setarch", lax: true, operands: 1, leading: true, again: true, starts: true, short: "BFILRSTXZ3vp:hV", long: "uname-2.6 32bit fdpic-funcptrs short-inode addr-compat-layout addr-no-randomize whole-seconds sticky-timeouts read-implies-exec mmap-page-zero 3gb 4gb pid= show? list verbose help version"},
	{names: "arch", short: "ch:e:d:", lax: true, long: "arm64 arm64e x86_64 x86_64h i386"},
	{names: "linux32 linux64 i386 i486 i586 i686 x86_64 uname26 ppc ppc64 s390 aarch64", lax: true, starts: true, short: "BFILRSTXZ3vhV", long: "uname-2.6 32bit fdpic-funcptrs short-inode addr-compat-layout addr-no-randomize whole-seconds sticky-timeouts read-implies-exec mmap-page-zero 3gb 4gb verbose help version arm64 x86_64 arm64e"},
	{names: "choom", permutes: true, short: "n:p:hV", long: "adjust= pid= help version", none: "p pid"},
	{names: "numactl", lax: true, short: "i:I:m:M:C:N:p:P:laHshS:f:o:L:Ttdrcu", none: "H hardware s show",
		long: "interleave= weighted-interleave= membind= cpunodebind= physcpubind= localalloc preferred= preferred-many= balancing hardware show all shm= file= offset= length= strict dump huge touch"},
	{names: "cgexec", short: "g:bh", long: "sticky", lax: true},
	{names: "cpulimit", short: "l:vzikp:e:c:bfqmr:s:h", long: "limit= verbose lazy include-children kill pid= exe= foreground background cpu= signal= help monitor-forks", lax: true},
	{names: "schedtool", short: "B0DFIMNRa:en:p:rv", lax: true},
	{names: "trickle", short: "d:u:w:t:l:n:svVhP:", lax: true},
	{names: "torsocks torify tsocks usewithtor", short: "dqiu:p:P:a:hs", long: "debug quiet isolate user= pass= port= address= help shell", starts: true, lax: true},
	{names: "proxychains proxychains4 proxychains-ng", short: "qf:"},
	{names: "eatmydata stdoutisatty catchsegv faketime datefudge cowdancer", lax: true},
	{names: "faketime", short: "fm", lax: true, operands: 1, long: "exclude-monotonic date-prog= help version"},
	{names: "faketty nice-run chronic ifne with-contenv", lax: true, short: "evn"},
	{names: "retry", lax: true, short: "d:t:u:", long: "delay= times= until="},
	{names: "rlwrap", lax: true, noisy: true, short: "a?A?b:cC:d?D:e:E?f:F:g:hH:iIl:m?M:nNo:O:p?P:q:rRs:S:t:T:U:vVwWX:z:", long: "always-readline? ansi-colour-aware? break-chars= complete-filenames command-name= extra-char-after-completion= histsize= file= history-filename= history-format= case-insensitive logfile= multi-line? no-children only-cook= prompt-colour? pre-given= quote-characters= remember renice substitute-prompt= set-term-name= filter= wait-before-prompt= help version"},
	{names: "tini tini-static docker-init catatonit", short: "hsp:vwge:ld"},
	{names: "dumb-init", short: "cr:vhV", long: "single-child rewrite= verbose help version"},
	{names: "logsave", short: "asv", operands: 1},
	{names: "daemonize", short: "ac:e:E:o:p:u:l:v", dir: "c"},
	{names: "daemon", lax: true, short: "hVvd?Cc:n:X:P:fFp:u:R:rA:L:M:l:bo:O:E:iUDNs", long: "help version verbose? debug? config= noconfig name= command= pidfiles= pidfile= user= chroot= chdir= umask= env= inherit respawn acceptable= attempts= delay= limit= idiot foreground pty? output= stdout= stderr= bind ignore-eof core unsafe safe running restart stop signal= list", code: "command"},
	{names: "start-stop-daemon", short: "SKTHVp:x:n:u:g:c:s:a:r:d:N:P:I:k:bCO:mR:toqvle:", data: true, dir: "d chdir",
		long: "start stop status help version pid= ppid= pidfile= exec= name= user= group= chuid= signal= startas= chroot= chdir= nicelevel= procsched= iosched= umask= background notify-await notify-timeout= no-close output= make-pidfile remove-pidfile retry= test oknodo quiet verbose env= stdout= stderr="},
	{names: "dtach", short: "AcNnaepr:zEC:", operands: 1, again: true, lax: true},
	{names: "abduco", short: "Ancafre:p:qlv", operands: 1, lax: true},
	{names: "nq tsp", short: "cqwtfdnEgL:D:N:B", lax: true},
	{names: "xvfb-run", short: "ae:f:hn:lp:s:w:", noisy: true, long: "auto-servernum auto-display error-file= auth-file= help server-num= listen-tcp xauth-protocol= server-args= wait="},
	{names: "dbus-run-session", long: "help version config-file= dbus-daemon="},
	{names: "dbus-launch", lax: true, words: true, long: "sh-syntax csh-syntax auto-syntax binary-syntax close-stderr exit-with-session exit-with-x11 autolaunch= config-file= version"},
	{names: "ssh-agent", short: "acDdkst:P:E:O:", none: "k"},
	{names: "caffeinate", short: "dimsut:w:"},
	{names: "sandbox-exec", short: "f:n:p:D:"},
	{names: "systemd-run", short: "hVH:M:u:p:d:E:tPqGrSCvT:", lax: true, noisy: true, resets: true, starts: true, dir: "working-directory",
		long: "help version user system host= machine= scope unit= property= description= slice= slice-inherit expand-environment= remain-after-exit send-sighup service-type= uid= gid= nice= working-directory= same-dir setenv= pty pty-late pipe quiet verbose collect shell wait no-block no-ask-password no-pager on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= on-timezone-change on-clock-change path-property= socket-property= timer-property= json= ignore-failure background= root-directory= same-root-dir job-mode="},
	{names: "systemd-inhibit", long: "help version no-pager no-legend what= who= why= mode= list no-ask-password", none: "list"},
	{names: "systemd-cat", short: "t:p:hV", long: "help version identifier= priority= stderr-priority= level-prefix= namespace="},

	// Namespaces and other roots.
	{names: "unshare", short: "m?u?i?n?p?U?C?T?frcG:S:w:R:l:hV", lax: true, starts: true, dir: "w wd", none: "h V help version",
		long: "mount? uts? ipc? net? pid? user? cgroup? time? mount-proc? mount-binfmt? fork map-user= map-group= map-users= map-groups= map-root-user map-current-user map-auto map-subids keep-caps kill-child? propagation= setgroups= root= wd= setuid= setgid= owner= monotonic= boottime= load-interp= forward-signals help version"},
	{names: "nsenter", short: "at:m?u?i?n?p?C?U?T?FS:G:r?w?W:ecZN:hV", lax: true, starts: true, dir: "w wd W wdns", none: "h V help version",
		long: "all target= mount? uts? ipc? net? pid? cgroup? user? time? user-parent setuid= setgid= preserve-credentials keep-caps root? wd? wdns= env no-fork join-cgroup follow-context net-socket= help version"},
	{names: "chroot gchroot", long: "groups= userspec= skip-chdir help version", short: "g:G:u:n", operands: 1, starts: true},
	{names: "schroot", short: "c:n:d:u:s:po:arblifqv", lax: true, starts: true, dir: "d directory", long: "chroot= session-name= directory= user= shell= preserve-environment option= all run-session begin-session end-session list info config force quiet verbose automatic-session"},
	{names: "bwrap", words: true, dir: "chdir", none: "help version",
		long: "help version args= argv0= level-prefix unshare-all share-net unshare-user unshare-user-try unshare-ipc unshare-pid unshare-net unshare-uts unshare-cgroup unshare-cgroup-try userns= userns2= disable-userns assert-userns-disabled pidns= uid= gid= hostname= chdir= clearenv setenv== unsetenv= lock-file= sync-fd= bind== bind-try== dev-bind== dev-bind-try== ro-bind== ro-bind-try== remount-ro= overlay-src= overlay=== tmp-overlay= ro-overlay= exec-label= file-label= proc= dev= tmpfs= mqueue= dir= file== bind-data== ro-bind-data== symlink== seccomp= add-seccomp-fd= block-fd= userns-block-fd= info-fd= json-status-fd= new-session die-with-parent as-pid-1 cap-add= cap-drop= perms= size= chmod=="},
	{names: "firejail", words: true, lax: true, starts: true, long: "quiet noprofile"},
	{names: "proot", lax: true, starts: true, short: "r:b:m:q:w:v:0k:S:R:i:hVl", long: "rootfs= bind= mount= qemu= pwd= cwd= root-id kernel-release= change-id= verbose= link2symlink kill-on-exit sysvipc netcoop port= help version about"},
	{names: "fakeroot fakeroot-ng", short: "hvl:f:s:i:ub:c", starts: true, long: "lib= faked= help version save-file= load-file= unknown-is-real fd-base="},
	{names: "fakechroot", short: "sd:e:c:b:hvl:", lax: true, long: "use-system-libs elfloader= environment= config-dir= bindir= help version lib="},
	{names: "systemd-nspawn", lax: true, remote: true, starts: true, noisy: true, short: "hqD:xi:M:UnbapPS:Eu:jL:Z:a", long: "help version quiet directory= template= ephemeral image= machine= boot user= bind= bind-ro= setenv= private-network network-veth network-bridge= private-users? pipe console= as-pid2 chdir= tmpfs= overlay= capability= link-journal= register= volatile?"},
	{names: "ld.so", words: true, lax: true, long: "list verify inhibit-cache library-path= glibc-hwcaps-prepend= glibc-hwcaps-mask= inhibit-rpath= audit= preload= argv0= list-tunables list-diagnostics help version", none: "list verify list-tunables list-diagnostics"},

	// Watching what a program does.
	{names: "strace", short: "a:b:CcDde:E:fFI:kno:O:p:P:qrs:S:tTu:U:vVwxX:yYzZhiAN", lax: true, none: "h help V version",
		long: "attach= env= user= argv0= daemonize? detach-on= follow-forks output-separately output= output-append-mode columns= trace= trace-path= trace-fds= signal= status= string-limit= strings-in-hex? summary-only summary summary-sort-by= summary-columns= summary-wall-clock summary-syscall-overhead= seccomp-bpf quiet? silent? decode-fds? decode-pids? const-print-style= absolute-timestamps? relative-timestamps? syscall-times? successful-only failed-only arg-names no-abbrev raw= read= write= kvm= fault= inject= interruptible= instruction-pointer syscall-number stack-traces? stack-trace-frame-limit= secontext? pidns-translation tips? debug help version"},
	{names: "ltrace", short: "a:A:bcCD:e:F:fhiLl:n:o:p:rs:StTu:Vw:x:X:", lax: true, long: "align= config= debug= demangle indent= library= output= where= no-signals help version"},
	{names: "truss dtruss ktrace", short: "acfhiodDst:p:n:ebL:l:W:S", lax: true},
	{names: "perf", sub: "stat|record|trace|mem record|c2c record|kvm stat record|sched record|lock record|timechart record|ftrace|iostat", lax: true, noisy: true, short: "e:i:p:t:ac:B?n:r:svA:x:o:dSg?F:C:I:D:uWG:TR:N:j:M:",
		long: "event= no-inherit pid= tid= all-cpus scale detailed repeat= no-big-num cpu= no-aggr null verbose field-separator= cgroup= output= append log-fd= pre= post= interval-print= delay= metrics= freq= call-graph= count= switch-output? quiet timeout= per-core per-socket"},
	{names: "valgrind", lax: true, words: true, noisy: true, long: "v verbose q quiet d h help version"},
	{names: "rr", sub: "record", lax: true, short: "hnc:uwv:i:"},
	{names: "gdb lldb cgdb", words: true, lax: true, noisy: true, operands: 2, again: true, stops: "args",
		long: "args batch batch-silent quiet q silent nx n nh ex= eval-command= ix= iex= init-command= init-eval-command= x= command= cd= d= directory= p= pid= c= core= e= exec= s= symbols= se= b= l= tty= tui nw w data-directory= return-child-result o= one-line= O= S= k= f= file="},
	{names: "watch", short: "bcCd?efgn:pq:rs:txwhv", shell: true, noisy: true, none: "h help v version",
		long: "beep color no-color differences? errexit follow chgexit equexit= interval= precise no-rerun shotsdir= no-title no-wrap no-linewrap exec help version"},
	{names: "script", short: "aB:c:eE:fFkI:m:O:o:pqrt?T:dhV", operands: 1, again: true, code: "c command", instead: true, starts: true, noisy: true, none: "h V help version", lax: true,
		long: "append command= echo= flush force log-in= log-out= log-io= log-timing= logging-format= output-limit= quiet return timing? help version"},
	{names: "busybox toybox", long: "list list-full list-long install help long", none: "list list-full list-long install help"},
}

// grammarsOf is [findGrammar], which looks through long lists, once for a name.
func (ev *evaluator) grammarsOf(name string) []*grammar {
	found, known := ev.grammars[name]
	if !known {
		if ev.grammars == nil {
			ev.grammars = make(map[string][]*grammar)
		}
		found = findGrammar(name)
		ev.grammars[name] = found
	}
	return found
}

// findGrammar gives the grammars of a wrapper: more than one where it depends
// on the sub-command.
func findGrammar(name string) []*grammar {
	if strings.HasPrefix(name, "ld-") && strings.Contains(name, ".so") { // ld-linux-x86-64.so.2, ld-musl-…
		name = "ld.so"
	}
	var found []*grammar
	for i := range wrappers {
		if hasName(wrappers[i].names, name) {
			found = append(found, &wrappers[i])
		}
	}
	for i := range runners {
		if hasName(runners[i].names, name) {
			found = append(found, &runners[i])
		}
	}
	for i := range codeOptions {
		if hasName(codeOptions[i].names, name) {
			found = append(found, &codeOptions[i])
		}
	}
	return found
}

// hasName reports whether a list separated by blanks holds a name.
func hasName(list, name string) bool {
	if name == "" || strings.IndexByte(name, ' ') >= 0 {
		return false
	}
	for at := 0; ; {
		i := strings.Index(list[at:], name)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		if (at == 0 || list[at-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		at = end // what is left of it still counts: X does not stand in CXX
	}
}
