package tiers

import (
	"path"
	"slices"
	"strings"
)

// filesRules guard files and directories against loss: deletes, overwrites,
// permissions.
var filesRules = []Rule{
	{
		ID: "files.wipe-system", Hardline: true, Tier: Critical,
		Why:   "a recursive delete of a system or home directory destroys the machine or everything its user has",
		Safer: "name the exact folders to delete, inside the project",
		Match: Match{Touches: deletes | deletesTree, Func: wipesProtected},
		Yes: []string{"rm -rf /", "rm -r /etc", "rm -rf ~", "rm -rf ~/*", "rm --rec /usr/bin", "cd / && rm -rf *", "rm -rf /home/bob", "rm -rf //",
			"rm -rf /tmp/../etc", "rm / -rf", "rm -rf /[a-z]*", "find / -delete", "rsync -a --delete empty/ /", `rm -rf "$UNSET/"*`, "safe-rm -rf ~", "rmtrash ~", "shopt -s dotglob; rm -rf ~/*", "shopt -s globstar; rm -rf /**", "tar --remove-files -cf /dev/null ~", "zip -rm x.zip ~", "rar m x.rar ~", "ln -s ~ l; find l/ -delete", "ln -s /home r; rm -rf r/.", "git -C ~ clean -fdx", "cd ~ && git clean -dfx", "rm -rf /proc/self/root", "find / -print0 | xargs -0 rm -rf", "find ~ | xargs rm", "find / -delete -name x", "find / -name x -print -o -delete", "find / ! -name x -delete", "rm -rf /h*e/*", "rm -rf ~me", "rm -rf ~bob/*", "ln -s / x; rm -rf x/*", "cp /bin/rm ./foo; ./foo -rf /", "hash -p /bin/rm ls; ls -rf /", "gio trash /", "trash ~", "7z a -sdel x.7z /etc", "rsync --remove-source-files -a / /tmp/x"},
		No: []string{"ln -s ~ l; rm -rf l", "git -C ~ clean -ndx", "git clean -fdx", "tar --remove-files -cf a.tar ~/old", "shopt -s globstar; rm -rf **/*.o", "rm -rf src", "rm -rf /etc/nginx", "rm -rf ~/Downloads/*", `rm -rf "$UNSET"`, "find / -name '*.pyc' -delete", "rm -rf /tmp/*", "rm /etc", "rm -- -rf"},
	},
	{
		ID: "files.find-wipes-system", Hardline: true, Tier: Critical,
		Why:   "find hands every file of a system or home directory to a program that deletes",
		Safer: "start find in the project, and narrow it: `find . -name PATTERN`",
		Match: Match{Programs: []string{"find", "gfind"}, Func: findWipes},
		Yes:   []string{`find / -xdev -exec rm -rf {} +`, `find ~ -exec rm -f {} \;`, `find / -type f -exec shred {} \;`, "gfind / -xdev -exec rm -rf {} +"},
		No:    []string{`find / -name core -exec rm {} \;`, `find . -exec rm -rf {} \;`, `find / -exec ls {} \;`, "echo / -exec rm -rf {} +"},
	},
	{
		ID: "files.empties-all", Hardline: true, Tier: Critical,
		Why:   "it empties every file of a system or home directory",
		Safer: "name the files",
		Match: Match{Touches: writes, Path: func(c *call, t touch) bool {
			return t.wild && !t.loose && !t.free && everything(path.Base(t.path)) && c.j.wipes(t.target) != "" && t.verb&(moves|appends) == 0
		}},
		Yes: []string{`find ~ -exec sh -c ': > "$1"' _ {} \;`, "truncate -s 0 ~/*", "for f in /etc/*; do > $f; done", "tee ~/* < /dev/null"},
		No:  []string{"truncate -s 0 ~/logs/*", "truncate -s 0 *.log", "touch ~/*", "sed -i s/a/b/ ~/*.txt", "for f in logs/*; do : > $f; done"},
	},
	{
		ID: "files.recursive-delete", Tier: High, Below: true, Strict: Critical,
		Why:   "a recursive delete cannot be taken back",
		Safer: "delete single files, or move the folder aside: `mv FOLDER FOLDER.old`",
		Match: Match{Touches: deletesTree, Path: notRegenerable, Func: deletesWhat},
		Yes: []string{"rm -rf src", "rm --recursive old", "rm -rf .", "rm -rf ..", "rm -rf *", "rm -R -f src/", "rm -rf .git", `rm -rf "$DIR"`, `rm -rf "$(cat target.txt)"`, "rm -rf node_modules/..", "rm -rf build", "rsync -a --delete empty/ target/", "rimraf src", "rm -rf /tmp/data", "rm -rf build src && mkdir build", "rm -rf src && mkdir src", "cd /usr/lib && rm -rf node_modules", "mkdir x; rm -rf /tmp/x", "rm -rf ../build && mkdir ../build", "rm -rf ~/.cache", "rm -rf src.orig", "rm -rf dist *.xml", "ls -d packages/*/src | xargs rm -rf", "ls -d */ | xargs rm -rf", "ls packages/dist | xargs rm -rf", "ls -d dist src | xargs rm -rf", "ls -d ~/*/dist | xargs rm -rf", "rm -rf ~/x/*.tgz", "rm -rf dist src.tgz.d", "find . -name '*.orig' -exec rm -rf {} +", `d=$(mktemp -d); rm -rf "$d/../x"`, "rm -rf build && echo npm run build", "rm -rf build-tools && npm run build", "rm -rf build/scripts && npm run build", "rm -rf bin && make", "rm -rf src; rm -rf node_modules", "rm -rf build # npm run build", "rm -rf build; npm test", "rm -rf ~/tmp/x/*.d", "rm -rf /var/log/*.log", "rm -rf log/*", "rm -rf tmp/../src/*", `for d in */; do (cd "$d" && rm -rf src); done`, `for d in /*/; do (cd "$d" && rm -rf node_modules); done`, `for d in *; do cd "$d"; rm -rf *; done`,
			`W=/tmp/$RANDOM; mkdir $W; rm -rf "$W"`, `W=/tmp/w-$(date); mkdir "$W"; rm -rf "$W"`, `W=/tmp/w-$(date +%D); mkdir "$W"; rm -rf "$W"`, `W=/tmp/w.$$; rm -rf $W`, `mkdir /tmp/w.$$; rm -rf /tmp/v.$$`, `W=/tmp/w-$(cat n); mkdir "$W"; rm -rf "$W"`, `date() { cat n; }; W=/tmp/w-$(date +%s); mkdir "$W"; rm -rf "$W"`, `W=/tmp/w-$(./date +%s); mkdir "$W"; rm -rf "$W"`, `RANDOM=/../../srv/x; W=/tmp/w$RANDOM; mkdir -p "$W"; rm -rf "$W"`, `W=/srv/w.$$; mkdir -p "$W"; rm -rf "$W"`, `mkdir -p /tmp/a/b; rm -rf /tmp/c`, `mkdir /tmp/a/b; rm -rf /tmp/a`, `rm -rf /tmp/a; mkdir -p /tmp/a/b`, `mkdir -p /srv/a/b; rm -rf /srv/a`, `mkdir -p /var/folders/a/b; rm -rf /var/folders/a`, `W=/tmp/w.$$; mkdir -p $W; rm -rf $W/../x`,
			`cd "$(git rev-parse --show-toplevel)" && rm -rf *`, `cd "$(git rev-parse --show-toplevel)" && rm -rf src`, `cd "$(git rev-parse --show-toplevel)/.." && rm -rf dist`, `cd "$(git rev-parse --show-toplevel)/lib" && rm -rf dist`, `cd "$(git -C /x rev-parse --show-toplevel)" && rm -rf dist`, `cd "$(git rev-parse --git-dir)" && rm -rf dist`,
			`git() { echo /etc; }; cd "$(git rev-parse --show-toplevel)" && rm -rf dist`, `cd "$(cd /srv && git rev-parse --show-toplevel)" && rm -rf dist`, `cd "$(GIT_WORK_TREE=/x git rev-parse --show-toplevel)" && rm -rf dist`, `export GIT_DIR=/x; rm -rf "$(git rev-parse --show-toplevel)/dist"`, `cd "$(git rev-parse --show-toplevel || echo /usr/lib)" && rm -rf node_modules`, `cd $(git rev-parse --show-toplevel) && rm -rf build && make`, `rm -rf "$(cd /etc; git rev-parse --show-toplevel)/dist"`},
		No: []string{`cd "$(git rev-parse --show-toplevel)" && rm -rf dist && npm run build`, `cd $(git rev-parse --show-toplevel) && rm -rf node_modules && npm ci`, `cd "$(git rev-parse --show-toplevel)/packages/web" && rm -rf .next`, `R=$(git rev-parse --show-toplevel); cd "$R" && rm -rf build && make`, `cd "$(git rev-parse --show-toplevel 2>/dev/null || pwd)" && rm -rf dist`, `cd sub; cd "$(git rev-parse --show-toplevel)"; rm -rf dist`,
			`W=/tmp/w.$$; mkdir $W; ls $W; rm -rf $W`, `W=/tmp/w-$(date +%s); mkdir -p "$W"; cd "$W" && git init -q; cd - >/dev/null; rm -rf "$W"`, `W=/tmp/w.$RANDOM && mkdir -p $W && touch $W/x && rm -rf $W`, `mkdir -p /tmp/a/b/c; touch /tmp/a/b/c/x; ls -R /tmp/a; rm -rf /tmp/a`,
			`T=$(mktemp -d) && trap "rm -rf $T" EXIT && tar -C "$T" -xf a.tar; rm -rf "$T"`, `d=$(mktemp -dt x); rm -rf "$d"`, "rm -rf build && npm run build", "rm -rf build && make -j4", "rm -rf build && rm -rf dist", "for d in build dist; do rm -rf $d; done", "rm -rf build/report && mkdir -p build/report", "mkdir -p build-asan && cd build-asan && cmake .. && make && cd .. && rm -rf build-asan", "unzip -q a.zip -d build/site && ls build/site; rm -rf build/site", "rm -rf _build && mix compile", "rm -rf tmp/cache/* log/*.log", "rm -rf node_modules/.cache tsconfig.tsbuildinfo", `for d in */; do (cd "$d" && rm -rf node_modules dist && npm ci); done`, `for d in packages/*; do [ -d "$d" ] && (cd "$d" && rm -rf dist); done`, "rm -rf dist build *.egg-info", "rm -rf build && mkdir build && cd build && cmake ..", "rm -rf build && cmake -S . -B build", "rm -rf node_modules package-lock.json", "rm -rf htmlcov .coverage coverage.xml", "rm -rf dist *.tgz", "ls -d packages/*/dist | xargs rm -rf", "rm -rf target Cargo.lock", "rm -rf /tmp/x && mkdir -p /tmp/x && cd /tmp/x", "mkdir /tmp/y && touch /tmp/y/a; rm -rf /tmp/y", "git clone https://x/y /tmp/z && ls /tmp/z && rm -rf /tmp/z", "rm -rf tmp/cache", "rsync -a --delete dist/ /tmp/preview/",
			"rm file.txt", "rm -f readme.txt", "rm -- -rf", "rm ./-rf", "rm -rf node_modules", "rm -rf dist/* .pytest_cache", `d=$(mktemp -d); rm -rf "$d"`, "rm --help"},
	},
	{
		ID: "files.options-unknown", Tier: High,
		Why:   "part of this delete is not known, and may hold -r",
		Safer: "write the options and the files out",
		Match: Match{Programs: []string{"rm", "grm", "srm"}, Func: func(c *call, h *hit) bool {
			for _, a := range c.args {
				if a.lit == "--" {
					return false
				}
				if !a.exact && !a.HasGlob() && a.HasUnknown() && (a.many || a.splits()) && strings.IndexAny(a.lit, "*-") == 0 && !c.printsPaths(a) {
					return true
				}
			}
			return false
		}},
		Yes: []string{`rm $(cat list.txt)`, `rm $OPTS_FROM_FILE$(cat x) src`},
		No:  []string{`rm -- "$(cat name)"`, "rm a b", "rm *.o", `rm -f "$f"`},
	},
	{
		ID: "files.delete-unknown", Tier: Medium,
		Why:   "which file is deleted is not known before it runs",
		Safer: "name the file",
		Match: Match{Touches: deletes | moves, Path: func(c *call, t touch) bool { return t.free && !t.named && !t.made && t.verb&deletes != 0 }},
		Yes:   []string{`rm "$(cat name)"`, `while read -r f; do rm "$f"; done < list`},
		No:    []string{"rm a.txt", `cd "$(cat d)" && rm a.txt`, `for f in *.o; do rm "$f"; done`, `t=$(mktemp); rm "$t"`},
	},
	{
		ID: "files.delete-outside", Tier: High,
		Why:   "it deletes a file that does not belong to the project",
		Safer: "delete inside the project, or ask the person",
		Match: Match{Touches: deletes, Path: func(c *call, t touch) bool {
			return t.path != "" && !t.free && !c.j.project(t.target) && !t.temporary() && (c.j.system(t.target) || hidden(c, t) || c.j.wipes(t.target) != "" || c.j.ownFolder(t.target) != "" && !c.j.worksIn(t.target, c.j.f.Dir))
		}},
		Yes: []string{"rm /etc/hosts", "rm -f ~/.bash_history", "rm /usr/local/bin/tool", "unlink /var/lib/dpkg/lock", "rm ~/Documents/thesis.odt", "find /var/log -name '*.gz' -delete", "rm /*"},
		No:  []string{"rm notes.txt", "rm /tmp/x", "rm ~/Downloads/a.zip"},
	},
	{
		ID: "files.many-deleted", Tier: Medium,
		Why:   "it deletes every file it finds, however many",
		Safer: "list them first (`find . -name PATTERN -print`), and narrow the pattern",
		Match: Match{Programs: []string{"find", "gfind", "fd", "fdfind", "rm", "unlink"}, Func: func(c *call, h *hit) bool {
			if c.name == "rm" || c.name == "unlink" {
				for _, t := range c.effects() {
					if t.listed && t.verb&deletes != 0 && !c.j.disposable(t.target, c.dir) && !t.temporary() {
						h.target = t.path
						return true
					}
				}
				return false
			}
			if c.name == "fd" || c.name == "fdfind" {
				return c.execsDelete()
			}
			e := c.findExpression()
			if !e.deletes && !(e.runs && c.execsDelete()) {
				return false
			}
			for _, a := range c.findStarts() {
				t := c.target(a)
				if e.made {
					t.path += "/" + e.name
				}
				if !c.j.disposable(t, c.dir) && !t.temporary() && !(e.empty && c.j.project(t)) {
					h.target = t.path
					return true
				}
			}
			return false
		}},
		Yes: []string{"find /srv -empty -delete", "find . -empty -o -name '*.c' -delete", "find . ! -empty -delete", "find . -delete", "find . -name '*.log' -delete", "find src -type f -delete", "find . -name '*.py' -exec rm {} +", "fd -e log -x rm", "git ls-files | xargs rm", "rm $(grep -l x *.txt)", "find / -name '*.pyc' -delete", "find . -name '*.pyc' -o -type f -delete", "find . ! -name '*.pyc' -delete", `find . \( -name '*' -o -name '*.pyc' \) -delete`, "find ~ -name '*.o' | xargs rm"},
		No:  []string{"find . -name '*.pyc' -delete", `find . \( -name '*.o' -o -name '*.pyc' \) -delete`, "find . -type d -name __pycache__ -exec rm -rf {} +", "find . -name '*.orig' -print0 | xargs -0 rm -f", "ls *.bak | xargs rm", "find . -empty -type f -delete", "find . -type d -empty -delete", "find . -name -delete -print", "find . -name '*.o'", "find node_modules -name '*.map' -delete"},
	},
	{
		ID: "files.shred", Tier: High,
		Why:   "what is overwritten so cannot be recovered",
		Safer: "rm, which a backup or a repository can undo",
		Match: Match{Programs: []string{"shred", "wipe", "srm", "scrub", "nwipe"}, Func: hasOperand},
		Yes:   []string{"shred -u secret.txt", "shred x", "wipe -f y"},
		No:    []string{"shred --help"},
	},
	{
		ID: "files.truncate", Tier: Medium,
		Why:   "it empties a file of the project's repository, or one outside the project",
		Safer: "move the file aside first",
		Match: Match{Programs: []string{"truncate"}, Touches: writes, Path: func(c *call, t touch) bool {
			return t.free || !c.j.project(t.target) && !t.temporary() || strings.Contains(t.path, "/.git/")
		}},
		Yes: []string{"truncate -s 0 /srv/data.db", "truncate -s0 .git/config"},
		No:  []string{"truncate -s 10M disk.img", "truncate -s 0 /tmp/x"},
	},
	{
		ID: "files.move-away", Tier: High,
		Why:   "it moves a system or home directory, or the repository itself, from where it belongs",
		Safer: "copy it",
		Match: Match{Touches: moves, Path: func(c *call, t touch) bool {
			return c.j.wipes(t.target) != "" || c.j.ownFolder(t.target) == t.path && t.path != "" || c.j.system(t.target) && !c.j.project(t.target) && !t.temporary() || strings.HasSuffix(t.path, "/.git")
		}},
		Yes: []string{"mv /etc /tmp/x", "mv ~ /tmp", "mv /* /dev/null", "mv .git /tmp/g", "mv ~/Documents /tmp/old", "mv /usr/bin/ls /tmp"},
		No:  []string{"mv a b", "mv ~/x ~/y", "mv /tmp/a ."},
	},
	{
		ID: "files.move-to-nowhere", Tier: High,
		Why:   "what is moved onto a device is lost",
		Safer: "`mv` it to a folder of old things",
		Match: Match{Programs: []string{"mv", "gmv"}, Touches: writes, Path: func(_ *call, t touch) bool { return below(t.path, "/dev") }},
		Yes:   []string{"mv src /dev/null"},
		No:    []string{"mv src old-src", "cp a /dev/null"},
	},
	{
		ID: "files.permissions-of-system", Tier: High,
		Why:   "owner or permissions of files of the system decide who may log in and what starts",
		Safer: "change files of the project only",
		Match: Match{Touches: modes | modesTree, Path: func(c *call, t touch) bool {
			return t.free && !t.named || !c.j.project(t.target) && (c.j.system(t.target) || t.path == "/" || c.j.wipes(t.target) != "" || hidden(c, t))
		}},
		Yes: []string{"chmod -R 000 /", "chown -R me /usr", "chattr -i /etc/passwd", "chmod 644 ~/.ssh/id_rsa", "chown me /etc", `chmod 600 "$(cat f)"`, "chmod -R 755 ~"},
		No:  []string{`cd "$(git rev-parse --show-toplevel)" && chmod +x scripts/x.sh`, "chmod +x script.sh", "chmod 644 a b", "chown me:me src"},
	},
	{
		ID: "files.world-writable", Tier: High,
		Why:   "everyone on the machine can then change these files",
		Safer: "`chmod u+rw FILE`, or 755 for programs and 644 for other files",
		Match: Match{Programs: []string{"chmod", "gchmod"}, Func: func(c *call, h *hit) bool {
			return len(c.modeWord()) > 0 && worldWritable(c.modeWord())
		}},
		Yes: []string{"chmod 777 /var/www", "chmod -R 777 .", "chmod o+w x", "chmod a+rwx x", "chmod 666 f", "chmod 0777 f", "chmod o=rw f", "chmod ugo+w f", "chmod u=rwx,o=rwx f"},
		No:  []string{"chmod 755 x", "chmod +x x", "chmod u+w x", "chmod o-w x", "chmod 1755 d", "chmod -w f"},
	},
	{
		ID: "files.set-user-id", Tier: High,
		Why:   "a set-user-id program gives whoever starts it the rights of its owner",
		Safer: "leave the bit off; use sudo with a rule for that one command",
		Match: Match{Programs: []string{"chmod", "gchmod", "install", "setcap"}, Func: func(c *call, h *hit) bool {
			m := c.modeWord()
			if c.name == "setcap" {
				return len(c.ops) > 0
			}
			if len(m) == 4 && strings.Trim(m, "01234567") == "" {
				return m[0] >= '2'
			}
			plus := strings.LastIndexAny(m, "+=")
			return plus >= 0 && strings.Contains(m[plus:], "s")
		}},
		Yes: []string{"chmod +s ./tool", "chmod u+s x", "chmod 4755 x", "chmod g+s d", "install -m 4755 a b", "setcap cap_net_admin+ep x", "chmod 6755 x"},
		No:  []string{"chmod 0755 x", "chmod 755 s", "chmod u-s x", "chmod 1777 x"},
	},
	{
		ID: "files.permissions-recursive", Tier: Medium,
		Why:   "a recursive change of owner or permissions is hard to take back",
		Safer: "name the files, or limit it with `find . -type f -name PATTERN`",
		Match: Match{Touches: modesTree, Path: func(c *call, t touch) bool {
			return (!t.temporary() || c.j.project(t.target)) && !c.j.regenerable(t.target, c.dir)
		},
			Func: func(c *call, h *hit) bool {
				return slices.Contains([]string{"chown", "chgrp", "gchown", "setfacl", "chattr", "chflags"}, c.name) || strings.Trim(c.modeWord(), "01234567") == "" || strings.Contains(c.modeWord(), "-")
			}},
		Yes: []string{"chown -R bob src", "chmod -R 700 .", "chmod -R a-r src", "chgrp --recursive x ."},
		No:  []string{"chmod -R u+x scripts", "chown bob a.txt", "chmod 700 x"},
	},
	{
		ID: "files.to-root", Tier: Low, Strict: High,
		Why:   "it gives the file to root (preset strict)",
		Safer: "leave the owner as it is",
		Match: Match{Programs: []string{"chown", "gchown"}, Func: func(c *call, h *hit) bool {
			return c.j.strict && len(c.ops) > 0 && (strings.HasPrefix(c.ops[0].lit, "root") || strings.HasPrefix(c.ops[0].lit, "0"))
		}},
		Yes: []string{"chown root x", "chown root:root x"},
		No:  []string{"chown me x"},
	},
	{
		ID: "files.immutable", Tier: High,
		Why:   "it takes a protection off the file, or locks it",
		Safer: "ask the person",
		Match: Match{Programs: []string{"chattr", "chflags"}, Func: func(c *call, h *hit) bool { return len(c.args) > 1 }},
		Yes:   []string{"chattr -i notes", "chattr +i x", "chflags nouchg x"},
		No:    []string{"lsattr x"},
	},
	{
		ID: "files.archive-over-system", Tier: High,
		Why:   "it unpacks over the system's files",
		Safer: "unpack into a folder of the project",
		Match: Match{Programs: []string{"tar", "bsdtar", "gtar", "unzip", "7z", "cpio", "unrar"}, Touches: writes, Path: func(c *call, t touch) bool {
			return !c.j.project(t.target) && (t.path == "/" || c.j.system(t.target))
		}},
		Yes: []string{"tar xf a.tar -C /", "unzip x.zip -d /usr/local", "7z x -o/ -y dump.7z", "tar -xzf x.tgz --directory=/etc"},
		No:  []string{"tar czf x.tgz -C / etc/hosts", "tar -tzf x.tgz -C /", "tar xf a.tar -C .", "tar xf a.tar", "tar -C src -xf a.tar", "unzip -o assets.zip -d assets"},
	},
	{
		ID: "files.archive-over-home", Tier: Medium,
		Why:   "it unpacks over the user's home directory, settings included",
		Safer: "unpack into a folder of the project",
		Match: Match{Programs: []string{"tar", "bsdtar", "gtar", "unzip", "7z", "unrar"}, Touches: writes, Path: func(c *call, t touch) bool { return t.path != "" && t.path == c.j.f.Home }},
		Yes:   []string{"tar xzf a.tgz -C ~", "unzip x.zip -d ~/"},
		No:    []string{"tar xf a.tgz", "tar xf a.tgz -C ~/x"},
	},
	{
		ID: "files.archive-removes", Tier: Medium,
		Why:   "it removes files once they are packed",
		Safer: "leave out --remove-files",
		Match: Match{Programs: []string{"tar", "gtar", "zip", "7z", "7za", "7zz", "rsync", "rclone"}, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "zip":
				return c.has("-m", "--move")
			case "7z", "7za", "7zz":
				return c.anyArg("-sdel")
			case "rsync":
				return c.has("--remove-source-files", "--remove-sent-files") && !c.has("-n", "--dry-run")
			}
			return c.has("--remove-files")
		}},
		Yes: []string{"tar czf a.tgz src --remove-files", "zip -rm a.zip src", "7z a -sdel a.7z src", "rsync -a --remove-source-files src/ /mnt/x/"},
		No:  []string{"tar czf a.tgz src", "zip -r a.zip src", "tar xmf a.tar", "7z a a.7z src", "rsync -a src/ x/"},
	},
	{
		ID: "files.move-to-trash", Tier: Medium,
		Why:   "it puts files, and folders with all they hold, into the trash",
		Safer: "move them aside within the project: `mv FOLDER FOLDER.old`",
		Match: Match{Programs: []string{"mv", "gmv"}, Touches: writes, Path: func(c *call, t touch) bool {
			p := t.path + "/"
			return strings.Contains(p, "/.Trash/") || strings.Contains(p, "/.local/share/Trash/")
		}},
		Yes: []string{"mv src ~/.Trash/", "mv a ~/.local/share/Trash/files/"},
		No:  []string{"mv src trash", "ls ~/.Trash"},
	},
	{
		ID: "files.archive-anywhere", Tier: Medium,
		Why:   "the archive's own paths, which may be any, say which files it overwrites",
		Safer: "leave out -P, and unpack into a folder of the project",
		Match: Match{Programs: []string{"tar", "gtar", "bsdtar"}, Any: []string{"-P", "--absolute-names", "--absolute-paths"}, Func: func(c *call, h *hit) bool { return c.unpacks() }},
		Yes:   []string{"tar -xzPf a.tgz", "tar --absolute-names -xf a.tar", "tar -xf a.tar -P"},
		No:    []string{"tar -tPf a.tar", "tar -cPf a.tar /etc/hosts", "tar xf a.tar"},
	},
	{
		ID: "files.dd-outside", Tier: Medium,
		Why:   "dd overwrites what the file holds, from its first byte on",
		Safer: "write a new file in the project",
		Match: Match{Programs: []string{"dd", "gdd", "dcfldd", "dc3dd", "ddrescue"}, Touches: writes, Path: func(c *call, t touch) bool {
			return t.free || t.path != "" && !c.j.project(t.target) && !t.temporary() && !below(t.path, "/dev")
		}},
		Yes: []string{"dd if=/dev/zero of=/home/me/data.img conv=notrunc", "dd if=/dev/zero of=/srv/x"},
		No:  []string{"dd if=/dev/zero of=disk.img bs=1M count=1", "dd if=/dev/zero of=/tmp/x", "dd if=x of=/dev/null"},
	},
	{
		ID: "files.trash", Tier: Medium,
		Why:   "it puts files, and folders with all they hold, into the trash, or empties that",
		Safer: "move them aside within the project: `mv FOLDER FOLDER.old`",
		Match: Match{Programs: []string{"gio", "kioclient", "kioclient5", "gvfs-trash", "gvfs-rm", "trash", "trash-put", "trash-empty", "trash-rm"}, Func: func(c *call, h *hit) bool {
			if strings.HasPrefix(c.name, "trash-e") || strings.HasPrefix(c.name, "trash-r") || c.has("--empty") || anyOperand(c.ops, []string{"--empty"}) {
				return true
			}
			for _, t := range c.effects() {
				if t.verb&deletes != 0 && !c.j.disposable(t.target, c.dir) && !t.temporary() {
					h.target = t.path
					return true
				}
			}
			return false
		}},
		Yes: []string{"gio trash src", "gio remove -f ~/x", "trash src", "gio trash --empty", "trash-empty", "kioclient move src trash:/"},
		No:  []string{"gio list .", "gio info a", "trash dist", "gio trash /tmp/x", "trash-list"},
	},
}

func notRegenerable(c *call, t touch) bool {
	if c.name == "rsync" { // its target is what somebody reads, not what a tool makes
		return !t.temporary() || c.j.project(t.target)
	}
	return !c.j.regenerable(t.target, c.dir) && !c.makesAgain(t.target) && !t.made
}

// deletesWhat says in the finding what is known of the target.
func deletesWhat(c *call, h *hit) bool {
	for _, t := range c.effects() {
		if t.verb&deletesTree == 0 || !notRegenerable(c, t) {
			continue
		}
		h.target = t.path
		switch {
		case t.bare:
			h.target = "$" + t.unset
			h.why = "a recursive delete of $" + t.unset + ", which is not set here: where it is, it may be any folder"
		case t.unset != "":
			h.why = "$" + t.unset + " is not set, so this is a recursive delete of " + t.path
		case t.free:
			h.why = "a recursive delete of a path that is not known before it runs: it may be any folder, the root included"
		}
		return true
	}
	// Operands that are not known at all may be files, too.
	return false
}

func hasOperand(c *call, _ *hit) bool { return len(c.ops) > 0 }

// splits reports whether a word is unquoted and unknown, so that it may become
// several words.
func (a arg) splits() bool {
	for s := string(a.Text); ; {
		i := strings.IndexByte(s, 0)
		if i < 0 || len(s) < i+3 {
			return false
		}
		if s[i+1] == 'w' {
			return true
		}
		s = s[i+3:]
	}
}
