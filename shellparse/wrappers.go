package shellparse

import "strings"

// wrappers are the programs that run another program given on their command
// line, with their own options as their manuals list them (GNU coreutils 9,
// util-linux 2.40, sudo 1.9, systemd 256, strace 6, docker 27, kubectl 1.31).
var wrappers = [...]grammar{
	{names: "sudo", short: "ABbC:D:Eeg:Hh?iKklNnPp:R:r:SsT:t:U:u:Vv", assigns: true,
		long: "askpass bell background close-from= chdir= preserve-env edit group= set-home help host= login remove-timestamp reset-timestamp list no-update non-interactive preserve-groups prompt= chroot= role= stdin shell type= command-timeout= other-user= user= version validate"},
	{names: "doas", short: "a:C:Lnsu:"},
	{names: "pkexec", long: "version help user= disable-internal-agent keep-cwd"},
	{names: "run0", long: "help version machine= unit= property= description= slice= slice-inherit user= group= nice= chdir= setenv= background= no-ask-password pty pipe via-shell empower lightweight= shell-prompt-prefix=", short: "hVD:u:g:i", assigns: true},
	{names: "env", short: "i0u:C:S:v", assigns: true,
		long: "ignore-environment null unset= chdir= split-string= block-signal default-signal ignore-signal list-signal-handling debug help version"},
	{names: "nohup", long: "help version"},
	{names: "setsid", short: "cfwhV", long: "ctty fork wait help version"},
	{names: "nice", short: "n:", long: "adjustment= help version", numbers: true},
	{names: "ionice", short: "c:n:p:P:tu:hV", long: "class= classdata= pid= pgid= ignore uid= help version"},
	{names: "chrt", short: "abfioRrdT:P:D:pmvhV", operands: 1,
		long: "all-tasks max deadline fifo batch idle other rr reset-on-fork sched-runtime= sched-period= sched-deadline= pid verbose help version"},
	{names: "taskset", short: "apchV", long: "all-tasks pid cpu-list help version", operands: 1},
	{names: "timeout gtimeout", short: "fk:ps:v", long: "foreground kill-after= preserve-status signal= verbose help version", operands: 1},
	{names: "stdbuf gstdbuf", short: "i:o:e:", long: "input= output= error= help version"},
	{names: "time", short: "af:o:pvqV", long: "append format= output= portability verbose quiet help version"},
	{names: "unbuffer", short: "p"},
	{names: "flock", short: "sxeunow:E:FvhVc:", operands: 1,
		long: "shared exclusive unlock nonblock nb wait= timeout= close conflict-exit-code= command= no-fork verbose help version"},
	{names: "systemd-run", short: "hVHM:u:p:d:E:tPqGrSCv", lax: true,
		long: "help version user system host= machine= scope unit= property= description= slice= slice-inherit expand-environment= remain-after-exit send-sighup service-type= uid= gid= nice= working-directory= same-dir setenv= pty pipe quiet collect shell wait no-block no-ask-password on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= on-timezone-change on-clock-change path-property= socket-property= timer-property= json= ignore-failure background= pty-late verbose root-directory= same-root-dir"},
	{names: "systemd-inhibit", long: "help version no-pager no-legend what= who= why= mode= list no-ask-password"},
	{names: "systemd-cat", short: "t:p:hV", long: "help version identifier= priority= stderr-priority= level-prefix= namespace="},
	{names: "unshare", short: "m?u?i?n?p?U?C?T?frcG:S:w:R:l:hV", lax: true,
		long: "mount uts ipc net pid user cgroup time mount-proc mount-binfmt fork map-user= map-group= map-users= map-groups= map-root-user map-current-user map-auto map-subids= keep-caps kill-child propagation= setgroups= root= wd= setuid= setgid= owner= monotonic= boottime= load-interp= forward-signals help version"},
	{names: "nsenter", short: "at:m?u?i?n?p?C?U?T?FS:G:r?w?W:ecZN:hV", lax: true,
		long: "all target= mount uts ipc net pid cgroup user time user-parent setuid= setgid= preserve-credentials keep-caps root wd wdns= env no-fork join-cgroup follow-context net-socket= help version"},
	{names: "chroot", long: "groups= userspec= skip-chdir help version", operands: 1},
	{names: "strace", short: "a:b:CcDde:E:fFI:kno:O:P:p:qrs:S:tTu:U:vVwxX:yYzZhiA", lax: true, long: "follow-forks output-separately output= trace= string-limit= summary-only summary summary-sort-by= seccomp-bpf quiet= decode-fds absolute-timestamps relative-timestamps help version"},
	{names: "ltrace", short: "a:A:bcCD:e:F:fhiLl:n:o:p:rs:StTu:Vw:x:X:", lax: true, long: "output= help version"},
	{names: "gdb", long: "args batch ex= quiet"},
	{names: "valgrind", lax: true, short: "qvh", long: "tool= leak-check= show-leak-kinds= track-origins= error-exitcode= log-file= suppressions= trace-children= quiet verbose help version num-callers= gen-suppressions="},
	{names: "busybox toybox", long: "list list-full install help"},
	{names: "caffeinate", short: "dimsut:w:"},
	{names: "xvfb-run", short: "ae:f:hn:lp:s:w:", long: "auto-servernum auto-display error-file= auth-file= help server-num= listen-tcp xauth-protocol= server-args= wait="},
	{names: "dbus-run-session", long: "help version config-file= dbus-daemon="},
	{names: "fakeroot", short: "hvl:f:s:i:ub:c", long: "lib= faked= help version save-file= load-file= unknown-is-real fd-base="},
	{names: "proot", short: "r:b:q:w:v:0k:S:R:i:", lax: true, long: "rootfs= bind= pwd= root-id"},
	{names: "firejail", lax: true, long: "quiet noprofile private net= profile="},
	{names: "setpriv", lax: true, long: "reuid= regid= groups= init-groups clear-groups keep-groups no-new-privs inh-caps= ambient-caps= bounding-set= securebits= pdeathsig= reset-env help version dump"},
	{names: "setarch linux32 linux64 i386 x86_64", lax: true, short: "BFILRSTXZ3v", long: "uname-2.6 32bit addr-no-randomize verbose"},
	{names: "prlimit", lax: true, short: "p:o:vc?d?e?f?i?l?m?n?q?r?s?t?u?v?x?y?"},
	{names: "catchsegv cgexec choom numactl tsocks torsocks proxychains proxychains4 eatmydata setuidgid chpst envdir softlimit ts-node-dev", lax: true},
	{names: "watch", short: "bcCd?egn:pqrtwxhv", shell: true,
		long: "beep color no-color differences errexit chgexit equexit= interval= precise no-rerun no-title no-wrap exec help version"},
	{names: "script", short: "aB:c:eE:fI:m:O:o:qt?T:hV", long: "append command= echo= flush force log-in= log-out= log-io= log-timing= logging-format= output-limit= quiet return timing help version"},
	{names: "su", short: "c:C:fg:G:lmpP?s:Tw:hV", long: "command= session-command= fast group= supp-group= login preserve-environment pty shell= no-pty whitelist-environment= help version"},
	{names: "runuser", short: "c:fg:G:lmpPs:u:w:hV", long: "command= session-command= fast group= supp-group= login preserve-environment pty shell= user= whitelist-environment= help version"},
	{names: "ssh autossh", short: "46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:P:p:Q:R:S:W:w:", operands: 1, remote: true, shell: true},
	{names: "mosh", lax: true, long: "ssh= predict= server= port=", short: "p:", operands: 1, remote: true},
	{names: "docker podman nerdctl", sub: "exec", short: "de:itu:w:", operands: 1, remote: true, lax: true,
		long: "detach detach-keys= env= env-file= interactive privileged tty user= workdir= latest"},
	{names: "kubectl oc", sub: "exec", short: "itc:n:f:q", operands: 1, remote: true, lax: true,
		long: "stdin tty container= namespace= filename= quiet context= cluster= kubeconfig= pod-running-timeout="},
	{names: "lxc", sub: "exec", operands: 1, remote: true, lax: true},
	{names: "vagrant", sub: "ssh", short: "c:", long: "command= no-tty tty", remote: true, shell: true, lax: true},
	{names: "npx bunx", short: "yp:qc:", long: "yes no package= call= quiet prefix= no-install workspace= workspaces bun", lax: true},
	{names: "npm pnpm", sub: "exec|x|dlx", short: "yc:p:w:", long: "yes package= call= workspace= workspaces recursive silent", lax: true},
	{names: "yarn", sub: "exec|dlx", short: "p:q", long: "package= quiet", lax: true},
	{names: "uvx", short: "p:w:", long: "from= with= python= refresh isolated quiet offline", lax: true},
	{names: "pipx", sub: "run", long: "spec= python= pip-args= no-cache verbose quiet", lax: true},
	{names: "uv", sub: "run", short: "p:m:n", long: "with= python= extra= group= no-sync frozen locked all-extras no-project isolated project= directory= env-file= quiet dev no-dev active module=", lax: true},
	{names: "poetry pipenv pdm rye hatch", sub: "run", short: "qnC:P:s", long: "quiet no-interaction directory= project=", lax: true},
	{names: "conda mamba micromamba", sub: "run", short: "n:p:v", long: "name= prefix= verbose no-capture-output live-stream cwd= dev", lax: true},
	{names: "bundle", sub: "exec", long: "keep-file-descriptors gemfile=", lax: true},
	{names: "nix", sub: "run|shell|develop", short: "c", lax: true, long: "command"},
	{names: "direnv", sub: "exec", operands: 1, lax: true},
	{names: "dotenv dotenvx", lax: true, short: "f:e:", long: "file= override"},
	{names: "asdf mise", sub: "exec", lax: true},
	{names: "rbenv pyenv nodenv", sub: "exec"},
	{names: "cross-env", assigns: true},
	{names: "wsl", lax: true, long: "distribution= user= cd= exec", short: "d:u:e", remote: true},
	{names: "hyperfine", lax: true, short: "w:m:M:r:s:p:c:L:P:Nin:", long: "warmup= min-runs= max-runs= runs= setup= prepare= cleanup= shell= ignore-failure export-json= export-markdown= command-name= style=", shell: true},
	{names: "entr", short: "acdnprsxz", lax: true},
}

// findGrammar gives the grammar of a wrapper.
func findGrammar(name string) []*grammar {
	var found []*grammar
	for i := range wrappers {
		if hasName(wrappers[i].names, name) {
			found = append(found, &wrappers[i])
		}
	}
	return found
}

// hasName reports whether a list separated by blanks holds a name.
func hasName(list, name string) bool {
	if name == "" || strings.IndexByte(name, ' ') >= 0 {
		return false
	}
	for {
		i := strings.Index(list, name)
		if i < 0 {
			return false
		}
		end := i + len(name)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		list = list[end:]
	}
}
