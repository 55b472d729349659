package tiers

import "strings"

// programOf finds a program by its base name; nil for one not known, which is
// LOW. A switch, so that the table costs nothing at start-up.
func programOf(name string) *program {
	switch name {
	case "echo", "printf", "test", "[", "[[", ":", "true", "false", "let", "((", "expr", "seq", "yes", "basename", "dirname",
		"figlet", "cowsay", "banner", "say", "factor":
		return &printer
	case "pwd", "exit", "return", "break", "continue", "shift", "read", "mapfile", "readarray", "local", "declare", "typeset",
		"readonly", "unset", "set", "shopt", "getopts", "wait", "jobs", "fg", "bg", "disown", "umask", "ulimit", "times", "hash",
		"type", "which", "whereis", "whatis", "apropos", "info", "help", "cd", "pushd", "popd", "dirs", "caller", "compgen",
		"complete", "compopt", "bind", "enable", "logout", "trap",
		"alias", "unalias", "export", "command", "builtin", "tput", "clear", "reset", "sleep", "usleep", "tty", "stty",
		"fc":
		return &builtin
	case "history":
		return &historian
	case "ls", "dir", "vdir", "exa", "eza", "lsd", "tree", "stat", "file", "du", "df", "ncdu", "duf", "dust", "readlink", "realpath", "wc",
		"md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum", "shasum", "md5", "sha256",
		"lsattr", "getfacl", "namei", "pathchk", "cmp", "mdls", "mdfind", "locate", "plocate", "cloc", "tokei", "scc",
		"shellcheck", "hadolint", "yamllint", "jsonlint", "xmllint", "aspell", "GetFileInfo":
		return &looker
	case "fzf", "sk", "fzy", "peco", "percol":
		return &finder
	case "man":
		return &manual
	case "uname", "arch", "hostname", "hostnamectl", "id", "whoami", "groups", "logname", "users", "who", "w", "last", "lastlog", "finger",
		"date", "cal", "ncal", "uptime", "free", "vmstat", "iostat", "mpstat", "sar", "nproc", "lscpu", "lsblk", "lsusb", "lspci",
		"lsmod", "lsmem", "lshw", "lsof", "lsns", "lsipc", "lslocks", "ps", "pgrep", "pidof", "pstree", "top", "htop", "btop", "atop", "iotop",
		"pmap", "pwdx", "findmnt", "blkid", "getent", "getconf", "locale", "printenv", "sw_vers", "system_profiler", "sysinfo", "neofetch",
		"fastfetch", "dmidecode", "journalctl", "nslookup", "dig", "host", "drill", "whois", "ping", "ping6", "traceroute",
		"tracepath", "mtr", "ss", "netstat", "arp", "ifstat", "nstat", "resolvectl", "acpi", "sensors", "dircolors", "mktemp", "tzselect",
		"vm_stat", "numactl", "inxi", "ldd", "nm", "objdump", "readelf", "size", "otool", "dwarfdump", "addr2line", "c++filt",
		"ipcs", "dmesg", "uuidgen", "mcookie", "cpuid", "lsb_release", "runlevel", "timedatectl", "localectl", "loginctl", "coredumpctl":
		return stateProgram(name)
	case "cat", "tac", "less", "more", "most", "head", "tail", "bat", "batcat", "nl", "od", "hd", "hexdump", "strings", "cut", "paste", "join",
		"comm", "diff", "diff3", "colordiff", "sdiff", "delta", "icdiff", "fold", "fmt", "pr", "column", "expand", "unexpand", "rev", "tr",
		"base32", "base64", "basenc", "zcat", "gzcat", "bzcat", "xzcat", "zstdcat", "lz4cat", "zless", "zmore", "glow", "mdcat", "csvlook", "view",
		"tsort", "shuf", "ptx", "dos2unix", "nano", "vi", "ex", "vim", "nvim", "emacs", "ed", "code", "open", "xdg-open", "source", ".":
		return readerProgram(name)
	case "grep", "egrep", "fgrep", "zgrep", "zegrep", "zfgrep", "rg", "ag", "ack", "pcregrep", "ugrep", "git-grep":
		return &searcher
	case "awk", "gawk", "mawk", "nawk", "goawk":
		return &awkProgram
	case "sed", "gsed":
		return &sedProgram
	case "jq", "yq", "gojq", "jaq", "dasel", "xq", "mlr", "xsv", "csvcut", "csvgrep", "sort", "uniq", "gsort", "xxd":
		return &filterProgram
	case "iconv":
		return &converter
	case "split", "csplit", "gsplit":
		return &splitter
	case "gio", "kioclient", "kioclient5", "gvfs-trash", "gvfs-rm":
		return &trasher
	case "rm", "srm", "grm", "safe-rm", "rmtrash", "trash", "trash-put", "trash-empty", "trash-rm", "rimraf", "del-cli", "rip", "unlink", "rmdir", "shred", "wipe":
		return &remover
	case "mv", "gmv", "cp", "gcp", "install", "ginstall", "ln", "gln", "link", "ditto", "tee", "gtee", "sponge", "touch", "mkdir", "mkfifo",
		"mknod", "truncate", "patch", "rename", "zip", "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "lz4", "ar", "compress",
		"gcc", "cc", "clang", "g++", "c++", "clang++", "rustc", "ld", "pandoc", "ffmpeg", "convert", "magick", "age", "pv":
		return writerProgram(name)
	case "cpio":
		return &copyInOut
	case "tar", "bsdtar", "gtar", "unzip", "7z", "7za", "7zz", "unrar", "unar":
		return &archiver
	case "setcap", "chmod", "chown", "chgrp", "chattr", "setfacl", "xattr", "chflags", "gchmod", "gchown":
		return &moder
	case "find", "gfind", "fd", "fdfind":
		return &findProgram
	case "dd", "gdd", "dcfldd", "dc3dd":
		return &ddProgram
	case "ddrescue":
		return &rescuer
	case "git", "hub":
		return &gitProgram
	case "hg", "svn", "jj", "p4", "cvs", "bzr", "fossil", "darcs", "pijul", "bfg", "git-filter-repo", "git-filter-branch":
		return &otherVersions
	case "sudo", "sudo-rs", "doas", "pkexec", "run0", "sudoedit", "visudo":
		return &privilege
	case "su", "runuser", "sg":
		return &su
	case "time", "gtime":
		return &tracer
	case "env", "nohup", "setsid", "nice", "ionice", "chrt", "taskset", "timeout", "gtimeout", "stdbuf", "unbuffer", "script", "flock",
		"systemd-run", "unshare", "nsenter", "chroot", "strace", "ltrace", "busybox", "toybox", "caffeinate", "xvfb-run", "npx", "uvx",
		"bunx", "pnpx", "xargs", "parallel", "watch", "exec", "eval", "coproc", "setarch", "linux32", "linux64", "firejail", "bwrap", "fakeroot", "proot",
		"entr", "dotenv", "direnv", "asdf", "mise", "nix-shell", "watchexec", "hyperfine", "catchsegv", "prlimit", "cpulimit", "choom", "reptyr", "torsocks", "proxychains":
		return wrapperProgram(name)
	case "bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "fish", "csh", "tcsh", "pwsh", "powershell", "nu", "elvish", "xonsh":
		return &shellProgram
	case "python", "pypy", "ipython", "perl", "ruby", "node", "nodejs", "bun", "deno", "php", "lua", "luajit", "tclsh", "expect", "osascript", "Rscript",
		"R", "julia", "ghci", "scala", "groovy", "jshell", "irb", "elixir", "iex", "erl", "guile", "swift", "ts-node", "tsx", "sqlplus", "octave", "gdb", "lldb":
		return interpreterProgram(name)
	}
	return programBeyond(name)
}

// programBeyond is the second half of the table: what changes something beyond
// the project.
func programBeyond(name string) *program {
	switch name {
	case "pkill", "pidwait":
		return &patternKill
	case "kill", "killall", "killall5", "skill", "snice", "fuser", "xkill", "slay", "tkill", "renice", "kill-port", "fkill", "fkill-cli", "suspend", "taskkill", "taskkill.exe", "tcpkill":
		return &signaller
	case "tmux", "screen", "byobu", "zellij", "dtach", "abduco":
		return &multiplexer
	case "busctl", "dbus-send", "gdbus", "qdbus", "shutdown", "reboot", "halt", "poweroff", "init", "telinit", "kexec", "rtcwake", "systemd-shutdown", "systemd-sleep", "openrc-shutdown", "rc-shutdown", "runit-init", "runit", "s6-poweroff", "s6-reboot", "s6-halt", "s6-linux-init-shutdown", "s6-linux-init-hpr", "s6-svscanctl", "shepherd", "herd", "qdbus6", "qdbus-qt5",
		"gnome-session-quit", "xfce4-session-logout", "cinnamon-session-quit", "mate-session-save", "lxqt-leave", "swaymsg", "i3-msg", "hyprctl", "shutdown.exe", "wsl.exe", "cmd.exe", "powershell.exe", "pwsh.exe", "reg.exe", "diskpart.exe", "format.com", "pm-suspend", "pm-hibernate", "zzz":
		return &power
	case "systemctl", "service", "rc-service", "rc-update", "sv", "s6-rc", "initctl", "update-rc.d", "chkconfig", "launchctl",
		"supervisorctl", "pm2", "forever", "monit", "invoke-rc.d", "nssm", "circusctl", "systemd-mount", "nginx", "apachectl", "apache2ctl", "pg_ctl", "pg_ctlcluster", "caddy", "haproxy", "varnishadm", "uwsgi", "pumactl", "s6-svc", "systemd-tmpfiles", "traefik":
		return serviceProgram(name)
	case "fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "cgdisk", "parted", "partprobe", "wipefs", "blkdiscard", "mkswap", "swapoff", "swapon", "hdparm", "sdparm",
		"nvme", "losetup", "cryptsetup", "mdadm", "lvremove", "vgremove", "pvremove", "lvcreate", "vgcreate", "pvcreate", "lvreduce", "lvresize", "lvextend", "vgreduce", "lvm",
		"pvmove", "pvresize", "lvchange", "vgchange", "lvrename", "vgrename", "lvconvert", "e2label", "xfs_growfs", "xfs_admin", "growpart", "ntfsfix", "partclone.restore", "partimage", "dmsetup", "zpool", "zfs", "btrfs", "diskutil", "hdiutil", "tune2fs", "resize2fs", "e2fsck", "fsck", "mkfs", "mke2fs", "newfs", "xfs_repair", "badblocks",
		"mount", "umount", "diskpart", "format", "asr", "mkdosfs", "mkntfs", "fstrim", "debugfs", "sg_format", "sg_sanitize", "mkudffs", "scrub", "nwipe",
		"fallocate", "qemu-img", "bmaptool", "flash_erase", "flash_eraseall", "flashcp", "nandwrite", "mtd_debug", "partclone.ext4", "partclone.ext3", "partclone.ext2", "partclone.btrfs", "partclone.xfs", "partclone.ntfs", "partclone.fat", "partclone.vfat", "partclone.dd":
		return &diskProgram
	case "apt", "apt-get", "aptitude", "dpkg", "yum", "dnf", "microdnf", "rpm", "zypper", "pacman", "yay", "paru", "apk", "emerge", "xbps-install", "xbps-remove", "pkg", "pkg_add",
		"pkg_delete", "snap", "flatpak", "brew", "port", "nix", "nix-env", "nix-collect-garbage", "nix-channel", "nixos-rebuild", "darwin-rebuild", "home-manager", "guix", "choco", "winget", "scoop", "dpkg-reconfigure", "apt-key", "add-apt-repository", "apt-mark", "eopkg", "rpm-ostree", "apt-cache":
		return &osPackager
	case "npm", "pnpm", "yarn", "pip", "pipx", "uv", "poetry", "pdm", "pipenv", "conda", "mamba", "micromamba", "cargo", "gem", "bundle", "bundler", "composer", "go", "twine",
		"mvn", "gradle", "gradlew", "mvnw", "sbt", "dotnet", "nuget", "hex", "mix", "rebar3", "cabal", "stack", "opam", "luarocks", "np", "release-it", "lein", "conan", "dart", "flutter", "elm", "raco", "cpan", "cpanm", "lerna", "nx", "turbo", "changeset", "semantic-release",
		"goreleaser", "vsce", "ovsx", "flit", "hatch", "maturin", "rustup", "nvm", "fnm", "volta", "pyenv", "rbenv", "sdk", "easy_install", "pod", "fastlane", "cocoapods", "corepack", "wasm-pack", "jsr", "rye", "huggingface-cli", "hf", "kaggle", "ollama":
		return projectPackager(name)
	case "make", "gmake", "cmake", "ninja", "meson", "bazel", "buck", "just", "task", "rake", "ant", "scons", "tox", "nox", "pytest", "jest", "vitest", "mocha", "eslint", "prettier",
		"tsc", "ruff", "black", "mypy", "flake8", "isort", "pylint", "rspec", "rubocop", "phpunit", "golangci-lint", "gofmt", "goimports", "rustfmt", "clang-format", "pre-commit", "cypress", "playwright":
		return &builder
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "buildah", "lxc", "incus", "machinectl", "vagrant", "multipass", "virsh", "ctr", "crictl", "skopeo", "colima", "limactl", "orb", "lxc-destroy", "lxc-stop", "VBoxManage", "prlctl", "qm", "pct", "systemd-nspawn", "distrobox", "toolbox", "wsl":
		return containerProgram(name)
	case "kubectl", "oc", "k", "helm", "kubeadm", "kustomize", "minikube", "kind", "k3d", "k3s", "k3s-uninstall.sh", "k3s-killall.sh", "k3s-agent-uninstall.sh", "argocd", "flux", "istioctl", "eksctl", "rancher", "skaffold", "tilt", "velero", "etcdctl", "talosctl", "kops", "nomad", "consul", "linkerd", "helmfile", "rke", "rke2", "k0s", "k0sctl", "microk8s", "vcluster", "rosa", "clusterctl", "crossplane", "kubectx", "kubens", "stern", "k9s":
		return clusterProgram(name)
	case "terraform", "tofu", "terragrunt", "packer":
		return &terraformProgram
	case "aws", "gcloud", "gsutil", "bq", "az", "azcopy", "doctl", "linode-cli", "hcloud", "scw", "ibmcloud", "oci", "aliyun", "tccli", "exo", "openstack", "nova", "vultr-cli", "civo", "s3cmd", "s5cmd", "mc", "rclone", "rustic",
		"pulumi", "cdk", "sam", "serverless", "sls", "sst", "heroku", "fly", "flyctl", "vercel", "netlify", "railway", "render", "wrangler", "firebase", "supabase", "amplify", "eb", "cf", "gh", "glab", "tea", "vault", "op", "bw",
		"lpass", "restic", "borg", "duplicity", "kopia", "tarsnap", "ansible", "ansible-playbook", "ansible-vault", "ansible-galaxy", "salt", "salt-call", "puppet", "chef-client", "knife", "fab", "cap", "pssh", "parallel-ssh", "pdsh", "clush", "kafka-topics", "kafka-consumer-groups", "kafka-configs", "kafka-delete-records",
		"rabbitmqctl", "rabbitmqadmin", "pscale", "neonctl", "turso", "atlas", "mongocli", "confluent", "rpk", "kafkactl", "copilot", "stripe", "sentry-cli", "datadog-ci", "circleci", "jenkins-cli", "travis", "cloudflared", "ngrok", "tailscale", "zerotier-cli", "bore", "localtunnel", "lt", "frpc", "chisel", "sshuttle", "wg", "wg-quick", "boundary", "waypoint", "doppler", "infisical", "sops", "chamber", "eas", "expo", "surge", "gcutil", "shopify":
		return cloudProgram(name)
	case "psql", "mysql", "mariadb", "sqlite3", "sqlite", "duckdb", "clickhouse-client", "clickhouse", "cockroach", "mssql-cli", "sqlcmd", "isql", "pgcli", "mycli", "litecli", "usql", "mongo", "mongosh", "redis-cli", "valkey-cli", "keydb-cli", "influx",
		"cqlsh", "cypher-shell", "dropdb", "createdb", "dropuser", "createuser", "mysqladmin", "mariadb-admin", "pg_dump", "pg_restore", "pg_dumpall", "mysqldump", "mongodump", "mongorestore", "mongoimport", "neo4j-admin", "influxd", "memcached-tool", "prisma", "alembic", "flyway", "liquibase", "sequelize", "sequelize-cli", "knex",
		"typeorm", "drizzle-kit", "dbmate", "goose", "migrate", "hasura", "sqlx", "diesel", "rails", "artisan", "django-admin", "manage.py", "DROP", "TRUNCATE", "DELETE", "UPDATE", "curator", "elasticdump", "mysqlimport", "mariadb-import", "pg_dropcluster", "pg_dropdb", "flask", "console", "pg_resetwal", "initdb", "snowsql", "presto", "trino", "hive", "beeline", "spark-sql":
		return databaseProgram(name)
	case "curl", "wget", "aria2c", "http", "https", "xh", "httpie", "curlie", "nc", "ncat", "netcat", "socat", "telnet", "ftp", "sftp", "lftp", "scp", "rsync", "ssh", "sshpass", "mosh", "autossh", "tftp", "websocat", "grpcurl", "nmap", "ab", "wrk", "hey", "siege", "vegeta", "nikto", "masscan", "hping3", "tcpdump", "tshark", "ettercap",
		"arpspoof", "msfconsole", "hydra", "sqlmap", "aircrack-ng", "bettercap", "openssl", "lynx", "w3m", "links", "sshfs", "curlftpfs", "s3fs", "gcsfuse", "goofys", "mount_smbfs", "mount_nfs", "mount_afp", "davfs2", "mitmproxy", "mitmdump", "mitmweb", "sslstrip", "responder", "dsniff", "ngrep", "tcpflow", "rcp", "rsh", "rlogin", "croc", "wormhole", "magic-wormhole", "transfer", "axel", "yt-dlp", "youtube-dl", "lwp-request", "GET", "POST", "fetch", "unison":
		return networkProgram(name)
	case "iptables", "ip6tables", "iptables-restore", "ip6tables-restore", "iptables-save", "nft", "ufw", "firewall-cmd", "pfctl", "ip", "ifconfig", "ifup", "ifdown", "route", "nmcli", "networksetup", "iw", "iwconfig", "rfkill", "tc", "brctl", "bridge", "ethtool", "dhclient", "dhcpcd", "networkctl", "scutil",
		"resolvconf", "ipset", "ebtables", "arptables", "sysctl", "netplan", "conntrack", "nmtui", "wpa_cli", "openvpn", "csf", "fail2ban-client", "socketfilterfw":
		return &netConfig
	case "passwd", "chpasswd", "useradd", "adduser", "userdel", "deluser", "usermod", "groupadd", "addgroup", "groupdel", "delgroup", "groupmod", "gpasswd", "chsh", "chfn", "vipw", "vigr", "newusers", "chage", "dscl", "dseditgroup", "sysadminctl", "pwck", "grpck", "smbpasswd", "htpasswd", "pwpolicy", "faillock", "pam-auth-update", "authselect":
		return &accounts
	case "insmod", "rmmod", "modprobe", "depmod", "grub-install", "update-grub", "grub-mkconfig", "grub2-mkconfig", "update-initramfs", "dracut", "mkinitcpio", "efibootmgr", "bootctl", "bcdedit", "nvram", "csrutil", "spctl", "setenforce", "setsebool", "semanage", "restorecon", "aa-disable", "aa-teardown", "auditctl",
		"hwclock", "ntpdate", "chronyd", "update-alternatives", "alternatives", "defaults", "dconf", "gsettings", "plutil", "pmset", "softwareupdate", "systemsetup", "tmutil", "bless", "kextload", "kextunload", "profiles", "logrotate", "logger", "swapctl", "ldconfig", "flashrom", "fwupdmgr", "mokutil", "ipmitool", "setpci", "wrmsr", "memtester", "localedef", "crash":
		return systemProgram(name)
	case "crontab", "at", "batch", "atrm", "atq", "anacron", "fcrontab", "incrontab", "schtasks":
		return &schedulerProgram
	case "mail", "mailx", "s-nail", "sendmail", "mutt", "neomutt", "swaks", "msmtp", "ssmtp", "exim", "telegram-send", "telegram-cli", "slack", "slackcat", "slack-cli", "discord", "discord.sh", "ntfy", "notify-send", "pushover", "signal-cli", "twilio", "wall", "write", "mesg", "xmpp", "sendxmpp", "matrix-commander", "apprise",
		"send_message", "himalaya", "mosquitto_pub", "zulip-send", "hermes", "blat", "wacli", "imsg":
		return messenger(name)
	case "gpg", "gpg2":
		return &gpgProgram
	case "ssh-keygen", "ssh-add", "ssh-copy-id", "ssh-agent", "security", "pass", "gopass", "keyctl", "secret-tool", "kwallet-query", "certutil", "keytool", "certbot", "acme.sh", "mkcert", "update-ca-certificates", "trust", "aws-vault", "bitcoin-cli", "ethkey", "cast", "solana", "geth", "lncli", "electrum", "monero-wallet-cli", "near", "wallet", "ykman", "pinentry", "docker-credential-desktop", "git-credential", "mimikatz", "rage", "age-keygen", "unshadow", "john", "hashcat":
		return &keyProgram
	case "deploy", "publish", "release", "deploy.sh", "publish.sh", "release.sh":
		return &deployer
	case "rustup-init", "chezmoi", "stow", "xdg-mime", "xdg-settings", "userpath", "code-insiders", "cursor", "codium":
		return &homeTool
	case "strip", "gstrip", "llvm-strip", "upx", "patchelf", "install_name_tool", "chrpath", "detox", "rmlint", "mmv", "debootstrap", "cdebootstrap", "mmdebstrap", "lsyncd",
		"chcon", "setfattr", "fdupes", "jdupes", "rdfind", "dpkg-deb", "unsquashfs", "rar", "pigz", "lzma", "ddpt", "sg_dd", "sgp_dd", "sgm_dd", "fsarchiver",
		"storcli", "storcli64", "perccli", "perccli64", "MegaCli", "MegaCli64", "megacli", "ssacli", "hpacucli", "hpssacli", "fastboot", "esptool", "esptool.py",
		"timeshift", "snapper", "ostree", "pivot_root", "switch_root", "localepurge", "bleachbit", "systemd-firstboot", "alien":
		return &treeTool
	case "kitty", "kitten", "wezterm", "gcore", "criu", "xdotool", "ydotool", "wtype", "dotool", "dotoolc", "footclient", "emacsclient",
		"gnome-terminal", "konsole", "xfce4-terminal", "mate-terminal", "tilix", "terminator", "ptyxis", "kgx":
		return &terminal
	case "ansible-pull", "copier", "cookiecutter":
		return &ansibleTool
	case "claude", "codex", "gemini", "qwen", "cursor-agent", "amp", "aider", "opencode", "crush", "droid", "auggie", "kilo", "cline":
		return &otherAgent
	case "keepassxc-cli", "rbw", "keyring", "git-crypt":
		return &secretTool
	case "start-stop-daemon":
		return &daemonStarter
	case "gdbserver", "rr":
		return &debugger
	case "nats", "kcat", "kafkacat", "kafka-console-producer":
		return &mailer
	case "hermes-exec", "hermes-confirmd":
		return &ownProgram
	}
	if strings.HasPrefix(name, "mkfs.") || strings.HasPrefix(name, "newfs_") || strings.HasPrefix(name, "fsck.") || strings.HasPrefix(name, "mkfs_") || strings.HasPrefix(name, "fsck_") {
		return &diskProgram
	}
	return nil
}
