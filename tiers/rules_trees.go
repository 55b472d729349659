package tiers

import (
	"slices"
	"strings"
)

// treesRules guard whole trees and devices against tools that go through them
// by their own rules, from the tools' manual pages.
var treesRules = []Rule{
	{
		ID: "files.tree-tool", Tier: High, Below: true,
		Why:   "the tool changes or deletes what it finds below a folder of the system, or all of a home directory",
		Safer: "give it a folder of the project",
		Match: Match{Func: func(c *call, h *hit) bool {
			for i := range treeTools {
				t := &treeTools[i]
				if !slices.Contains(t.names, c.name) || len(t.options) > 0 && !c.anyFlag(t.options) {
					continue
				}
				if i == 0 && c.has("-c", "--stdout", "--to-stdout", "-t", "--test", "-l", "--list") {
					continue
				}
				words := c.ops
				if t.value != "" {
					words = c.valuesOf(t.value)
				}
				for _, a := range words {
					g := c.target(a)
					if !g.free && !c.j.project(g) && (g.path == "/" || c.j.system(g) || c.j.wipes(g) != "") {
						h.target = g.path
						return true
					}
				}
			}
			return false
		}},
		Yes: []string{"gzip -r /etc", "xz /etc/passwd", "strip /bin/*", "upx /usr/bin/ls", "patchelf --set-interpreter x /bin/ls", "setfacl -R -b /", "chcon -R x /", "fdupes -rdN /", "jdupes -rdN ~", "rmlint --progress /", "detox -r /", "dpkg -x x.deb /", "unsquashfs -f -d / x", "unrar x x.rar /", "debootstrap stable / http://x", "mmv '/bin/*' '/tmp/#1'", "unison -batch /a ~", "lsyncd -delay 1 x /", "rmlint ~", "cmake -E tar xf x --one-top-level=/usr"},
		No:  []string{"gzip -r logs", "xz -k big.tar", "strip target/release/app", "upx dist/app", "fdupes -r ~/Pictures", "setfacl -m u:x:r f", "dpkg -x x.deb build/root", "unsquashfs -d out x.img", "dpkg -l /", "patchelf --set-rpath '$ORIGIN' build/lib.so", "jdupes -r src", "gzip -dc x.gz"},
	},
	{
		ID: "files.split-over", Tier: High,
		Why:   "it writes its pieces over files of the system",
		Safer: "split into a folder of the project",
		Match: Match{Programs: []string{"split", "csplit", "gsplit"}, Touches: writes, Path: func(c *call, t touch) bool {
			return !t.free && !c.j.project(t.target) && !t.temporary() && c.j.system(t.target)
		}},
		Yes: []string{"split x /etc/passwd", "csplit -f /usr/bin/x a 10"},
		No:  []string{"split -l 100 big.csv part_", "csplit x 10", "split x /tmp/p"},
	},
	{
		ID: "disks.device-tool", Hardline: true, Tier: Critical,
		Why:   "it writes raw to a disk",
		Safer: "work on an image file in the project",
		Match: Match{Programs: []string{"ddpt", "sg_dd", "sgp_dd", "sgm_dd", "fsarchiver"}, Func: func(c *call, h *hit) bool {
			for _, a := range c.args {
				for word := range strings.SplitSeq(a.lit, ",") {
					for _, key := range [...]string{"of=", "dest="} {
						p, ok := strings.CutPrefix(word, key)
						if ok && blockDevice(at(target{}, p, c.dir).path) {
							h.target = p
							return true
						}
					}
				}
			}
			return false
		}},
		Yes: []string{"sg_dd if=/dev/zero of=/dev/sda", "ddpt if=/dev/zero of=/dev/sda", "fsarchiver restfs x.fsa id=0,dest=/dev/sda1", "sgm_dd if=/dev/zero of=/dev/sda", "sgp_dd if=/dev/zero of=/dev/sda"},
		No:  []string{"sg_dd if=/dev/sda of=x.img", "fsarchiver savefs x.fsa /dev/sda1", "ddpt if=a of=b", "echo of=/dev/sda"},
	},
	{
		ID: "disks.controller", Tier: Critical,
		Why:   "it deletes what a disk, a controller or a device holds",
		Safer: "only look: storcli show, MegaCli -AdpAllInfo, fastboot devices",
		Match: Match{Func: func(c *call, h *hit) bool {
			low := func(words ...string) bool {
				for _, w := range words {
					if anyArgFold(c, w) {
						return true
					}
				}
				return false
			}
			switch c.name {
			case "storcli", "storcli64", "perccli", "perccli64":
				return anyOperand(c.ops, []string{"del", "delete", "erase", "init", "add", "initialize"})
			case "MegaCli", "MegaCli64", "megacli":
				return low("clr", "del", "-ldinit", "-cfgforeign", "-pdclear")
			case "ssacli", "hpacucli", "hpssacli":
				return anyOperand(c.ops, []string{"delete", "create", "modify"})
			case "fastboot":
				return anyOperand(c.ops, []string{"erase", "flash*", "format*", "update", "oem", "flashing", "-w", "wipe*"}) || c.has("-w")
			case "esptool", "esptool.py":
				return anyOperand(c.ops, []string{"erase_flash", "erase-flash", "erase_region", "erase-region", "write_flash", "write-flash"}) && h.as(Medium, "it writes or erases the memory of a connected board")
			}
			return false
		}},
		Yes: []string{"storcli /c0/vall del force", "MegaCli -CfgClr -aALL", "fastboot erase userdata", "fastboot -w", "esptool.py erase_flash"},
		No:  []string{"storcli /c0 show", "MegaCli -AdpAllInfo -aALL", "fastboot devices", "esptool.py chip_id"},
	},
	{
		ID: "system.restore", Tier: High,
		Why:   "it puts an earlier state of the system in place of this one, or another root in place of the running one",
		Safer: "list what there is, and let the person restore it",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "timeshift":
				return c.has("--restore", "--delete", "--delete-all")
			case "snapper":
				_, ok := c.sub("rollback", "undochange", "delete", "remove", "rm")
				return ok
			case "ostree":
				_, ok := c.sub("admin undeploy", "admin deploy", "admin cleanup", "admin upgrade", "admin switch", "admin set-default", "admin pin")
				return ok
			case "pivot_root", "switch_root", "localepurge":
				return len(c.args) > 0 || c.name == "localepurge"
			case "bleachbit":
				return c.has("-c", "--clean", "-s", "--shred", "-w", "--wipe-free-space")
			case "systemd-firstboot":
				return c.has("--reset", "--force")
			case "systemd-machine-id-setup":
				return c.has("--commit")
			case "alien":
				return c.has("-i", "--install")
			}
			return false
		}},
		Yes: []string{"timeshift --restore", "snapper rollback", "pivot_root a b", "bleachbit --clean system.*", "ostree admin undeploy 0", "alien -i x.rpm"},
		No:  []string{"timeshift --list", "snapper list", "ostree admin status", "bleachbit --list", "bleachbit --preview system.tmp"},
	},
}

// treeTools are the tools of files.tree-tool. Without options every call
// counts; value is the option that names the folder, where no operand does.
var treeTools = [...]struct {
	names   []string
	options []string
	value   string
}{
	{names: []string{"gzip", "bzip2", "xz", "zstd", "lz4", "compress", "gunzip", "bunzip2", "unxz", "pigz", "lzma"}, options: nil},
	{names: []string{"strip", "gstrip", "llvm-strip", "upx", "patchelf", "install_name_tool", "chrpath", "detox", "rmlint", "mmv", "debootstrap", "cdebootstrap", "mmdebstrap", "unison", "lsyncd", "localedef"}},
	{names: []string{"setfacl", "chcon", "setfattr", "restorecon", "chattr"}, options: []string{"-R", "--recursive", "--restore"}},
	{names: []string{"fdupes", "jdupes", "rdfind"}, options: []string{"-d", "--delete", "-L", "--linkhard", "-deleteduplicates"}},
	{names: []string{"dpkg", "dpkg-deb"}, options: []string{"-x", "-X", "--extract", "--vextract", "-R", "--raw-extract"}},
	{names: []string{"unsquashfs"}, value: "-d"},
	{names: []string{"unsquashfs"}, value: "-dest"},
	{names: []string{"unrar", "rar"}, options: nil},
	{names: []string{"tar", "gtar", "bsdtar"}, value: "--one-top-level"},
}

// anyFlag reports whether one of the options was given, in a cluster as well.
func (c *call) anyFlag(options []string) bool {
	for _, o := range options {
		for _, a := range c.args {
			name, _, _ := strings.Cut(a.lit, "=")
			if name == o || len(o) == 2 && len(a.lit) > 1 && a.lit[0] == '-' && a.lit[1] != '-' && strings.IndexByte(a.lit, o[1]) > 0 {
				return true
			}
		}
	}
	return false
}

// valuesOf are the words behind an option, or behind its =.
func (c *call) valuesOf(option string) (values []arg) {
	for i, a := range c.args {
		switch {
		case a.lit == option && i+1 < len(c.args):
			values = append(values, c.args[i+1])
		case strings.HasPrefix(a.lit, option+"="):
			values = append(values, a.after(len(option)+1))
		}
	}
	return values
}
